"""Who gets the card when wires differ: `python bench/fair.py`.

Stop it! on a real server, four players at each table with wires of 10 to 250 ms there and back, all equally quick: the
time they look at a card before they reach for it comes from one distribution. All of them want the top card of the
first pile that has any. Once they say how long they looked at it, as docs/protocol.md has it; once they do not, and
whoever is heard first has the card.
"""

import argparse
import asyncio
import math
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from process import Server
from run import machine, table

HERE = Path(__file__).parent
WIRES = (10, 60, 120, 250)  # milliseconds there and back
REACTION, SPREAD = 0.35, 0.3  # seconds: the median, and the deviation of the logarithm
HAND = 0.3  # seconds to file a card

Json = dict[str, Any]


class Player:
    """One player at the end of a wire, who files every card as soon as it may be theirs, as a page would show it."""

    def __init__(self, socket: ClientConnection, table: str, seat: int, fair: bool, dice: random.Random) -> None:
        self.socket, self.table, self.seat, self.fair, self.dice = socket, table, seat, fair, dice
        self.wire = WIRES[seat] / 1000
        self.view: Json = {}
        self.shown = 0.0  # when the view came
        self.clock = 0.0  # the server's clock less ours
        self.asked: dict[str, str] = {}  # by id: the pile, and its cards
        self.won: list[str] = []
        self.lost: list[str] = []
        self.reaching: asyncio.Task[None] | None = None
        self.target = ""

    async def play(self) -> None:
        """To the end."""
        await self.send(type="watch", table=self.table)
        async for text in self.socket:
            message = msgspec.json.decode(text)
            asyncio.get_running_loop().call_later(self.wire / 2, self.hear, message)
            if message.get("view", {}).get("phase") == "over":
                return

    async def send(self, **message: Any) -> None:
        await asyncio.sleep(self.wire / 2)
        await self.socket.send(msgspec.json.encode(message).decode())

    def later(self, **message: Any) -> None:
        task = asyncio.get_running_loop().create_task(self.send(**message))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def hear(self, message: Json) -> None:
        match message["type"]:
            case "beat":
                self.later(**message)
            case "welcome":
                self.clock = message["now"] / 1000 - time.time()
            case "done" if message["id"] in self.asked:
                self.won.append(self.asked.pop(message["id"]))
            case "refused" if message.get("id") in self.asked:
                what = self.asked.pop(message["id"])
                if message["code"] == "faster":
                    self.lost.append(what)
            case "table" | "update":
                self.view, self.shown = message["view"], time.perf_counter()
                self.look()

    def look(self) -> None:
        """See what there is to do now."""
        [sight] = self.view["sights"] or [{"picture": None, "choices": []}]
        choices = [choice["do"] for choice in sight["choices"]]
        if "go" in choices:
            self.ask("go")
        picture = sight["picture"]
        if picture is None or picture["phase"] != "take":
            if "file stop" in choices:
                self.ask("file stop")
            elif any(choice.startswith("file") for choice in choices):
                self.ask(next(choice for choice in choices if choice.startswith("file")))
            elif any(choice.startswith("call") for choice in choices) and picture["phase"] == "last":
                self.ask(choices[0])
            return
        pile = next((number for number, pile in enumerate(picture["piles"]) if pile["cards"]), None)
        if pile is None:
            return
        target = f"{pile + 1} {picture['piles'][pile]['cards']}"
        if target != self.target and picture["seats"][self.seat]["holding"] is None:
            self.target = target
            if self.reaching is not None:
                self.reaching.cancel()
            self.reaching = asyncio.get_running_loop().create_task(self.reach(pile, target))

    async def reach(self, pile: int, target: str) -> None:
        """Look, take, file."""
        opens = (self.view["opens"] or 0) / 1000 - self.clock - time.time()
        began = max(self.shown, time.perf_counter() + opens)
        await asyncio.sleep(max(0.0, opens) + self.dice.lognormvariate(math.log(REACTION), SPREAD))
        fields: Json = {"seen": self.view["version"]}
        if self.fair:
            fields["reaction"] = round(1000 * (time.perf_counter() - max(self.shown, began)))
        self.asked[self.ask(f"take {pile + 1}", **fields)] = target
        self.reaching = None  # nobody stops a hand that has the card
        await asyncio.sleep(HAND)
        while target in self.asked.values():
            await asyncio.sleep(0.01)
        [sight] = self.view["sights"]
        filing = [choice["do"] for choice in sight["choices"] if choice["do"].startswith("file")]
        if filing:
            self.ask(filing[0])
        self.target = ""
        self.look()

    def ask(self, do: str, **fields: Any) -> str:
        key = f"{self.dice.getrandbits(64):x}"
        request = {"ask": "act", "seat": self.seat, "do": do, **fields}
        self.later(type="ask", table=self.table, id=key, request=request)
        return key


async def one_table(address: str, number: int, fair: bool) -> list[Player]:
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        names = [f"{number}-{seat}" for seat in range(len(WIRES))]
        tokens = [(await http.post("/api/people", json={"name": name})).json()["token"] for name in names]
        http.cookies.clear()
        heads = [{"authorization": f"Bearer {token}"} for token in tokens]
        terms = {"game": "stop-it", "players": len(WIRES), "timer": "none", "options": {"points": 200}}
        opened = (await http.post("/api/tables", json=terms, headers=heads[0])).json()["table"]
    players = []
    for seat, head in enumerate(heads):
        socket = await connect(f"ws://{address}/api/socket", additional_headers=head, compression=None)
        players.append(Player(socket, opened, seat, fair, random.Random(f"{number} {seat}")))
        await socket.send(_ask(opened, "sit", seat=seat))
    await asyncio.sleep(0.5)
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(1.5)  # wires are measured meanwhile
    await players[0].socket.send(_ask(opened, "start"))
    await asyncio.wait(playing, timeout=300)
    for task in playing:
        task.cancel()
    for player in players:
        await player.socket.close()
    return players


def _ask(table: str, what: str, **fields: Any) -> str:
    return msgspec.json.encode({"type": "ask", "table": table, "id": what, "request": {"ask": what, **fields}}).decode()


async def contest(address: str, tables: int, fair: bool) -> list[list[str]]:
    """The lines of the result: for each wire, what came of the contested cards."""
    groups = await asyncio.gather(*(one_table(address, number, fair) for number in range(tables)))
    claims: Counter[tuple[int, str]] = Counter()
    wins: Counter[int] = Counter()
    tries: Counter[int] = Counter()
    due = [0.0] * len(WIRES)  # of the wins, if all were equal
    for number, players in enumerate(groups):
        for player in players:
            claims.update((number, card) for card in player.won + player.lost)
    for number, players in enumerate(groups):
        for player in players:
            for card in player.won + player.lost:
                if claims[number, card] > 1:
                    tries[player.seat] += 1
                    due[player.seat] += 1 / claims[number, card]
            wins[player.seat] += sum(claims[number, card] > 1 for card in player.won)
    return [
        [
            f"{wire} ms",
            f"{tries[seat]}",
            f"{wins[seat] / tries[seat]:.0%}",
            f"{due[seat] / tries[seat]:.0%}",
            f"{wins[seat] / due[seat]:.2f} ± {1.96 * math.sqrt(wins[seat]) / due[seat]:.2f}",
        ]
        for seat, wire in enumerate(WIRES)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Who gets the card when wires differ.")
    parser.add_argument("--tables", type=int, default=8, help="of four, at a time (default 8)")
    parser.add_argument("--to", type=Path, default=HERE, help="folder for the results")
    arguments = parser.parse_args()
    parts = [
        "# Who gets the card when wires differ",
        f"Made by `python bench/fair.py --tables {arguments.tables}` on {machine()}: Stop it! on a real server. At "
        "each table four equally quick players, with wires of 10 to 250 ms, want the same card. Of the cards "
        "that two or more reached for: how often each was first, how often it should be (one in as many as reached for "
        "it), and the ratio of the two, which is 1 where the wire does not matter.",
    ]
    for fair, title in ((True, "As Tablée orders claims"), (False, "As they arrive")):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), "--crowd", "1000000")
            rows = asyncio.run(contest(server.address, arguments.tables, fair))
            server.kill()
        parts += [f"## {title}", table(["wire", "contested", "won", "a fair share", "ratio"], rows)]
        print("\n".join(parts[-2:]), flush=True)
    (arguments.to / "fair.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
