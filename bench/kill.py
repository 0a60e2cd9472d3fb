"""Servers that are killed again and again while people play: `python bench/kill.py`.

Every seat of every table is a client of its own, which acts as soon as it may, and after a lost connection comes back
and asks again, with the same id, for what was not answered. The server is ended by SIGKILL at random moments and
started anew on the same data. In the end the log of every table must hold each request that was answered exactly once,
each other at most once, and every record must verify.

At every second match somebody sits who has all that is kept of them deleted in the midst of it, and talk is pruned all
the time: in the end their name is nowhere in the database.

With PostgreSQL there are two servers and a Redis, and whoever connects does so to either. PostgreSQL, too, is stopped
at random moments, half of the time as by a crash, and Redis is away for ten seconds. Without `--database` both are
done, and after them the trials of bench/trials.py; bench/kill.md says how it went.
"""

import argparse
import asyncio
import collections
import contextlib
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sql
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from process import Postgres, Redis, Server
from run import machine
from run import table as as_table
from tablee.record import replay
from tablee.server.keeping import Keeper
from tablee.server.settings import Retention
from tablee.server.store import SCHEMA, Store
from tablee.table.entries import Opened
from tablee.table.table import table_of
from trials import TRIALS, Trial, unreadable

HERE = Path(__file__).parent
GAMES = ("stick-em", "hat-trick", "shit", "stoick")
PLAYERS = 4
PATIENCE = 60.0  # seconds for a server to come back
UNAVAILABLE = 503
MATCH = 40.0  # seconds for a match whose past may be gone
PING, SILENT = 3, 6  # seconds between two pings of a client, and for which it waits for an answer to one
AGAIN = ("failed", "unavailable", "not_full")  # after these one asks again: not yet, or not heard of here yet
GONE = ("no_table", "closed")  # refusals where a table is no longer there
KEEP = "0.0001"  # days for which it is shown what was said at a table
LEAVER = "Leaver"  # the name of whoever is to be forgotten, with a number
SILENCE = 10.0  # seconds for which Redis is away


class House:
    """Everything that serves the tables: one server on SQLite, or two with PostgreSQL and Redis."""

    def __init__(self, folder: Path, database: str, dice: random.Random) -> None:
        self.database = f"sqlite:///{folder}/tablee.db"
        self.postgres: Postgres | None = None
        self.redis: Redis | None = None
        self._dice = dice
        more = ["--crowd", "100000", "--keep-talk", KEEP]
        if database == "postgres":
            self.postgres, self.redis = Postgres(folder / "postgres"), Redis()
            self.database = self.postgres.url
            more += ["--redis", self.redis.url]
        more += ["--database", self.database]
        shared = folder / "shared"
        shared.mkdir()
        self.servers = [Server(shared, *more) for _ in range(2 if database == "postgres" else 1)]
        self.resting: Server | None = None  # one that a load balancer would leave alone by now

    @property
    def address(self) -> str:
        """Of any of the servers, as behind a load balancer."""
        return self._dice.choice([server for server in self.servers if server is not self.resting]).address

    def kill(self) -> None:
        server = self._dice.choice(self.servers)
        server.kill()
        server.start()

    def restart(self) -> None:
        """PostgreSQL."""
        assert self.postgres is not None
        self.postgres.stop(self._dice.choice(["fast", "immediate"]))
        time.sleep(self._dice.uniform(0, 2))
        self.postgres.start()

    def silence(self) -> None:
        assert self.redis is not None
        self.redis.stop()
        time.sleep(SILENCE)
        self.redis.start()

    def end(self) -> None:
        for server in self.servers:
            if server.process.poll() is None:
                server.kill()

    def close(self) -> None:
        if self.redis is not None:
            self.redis.stop()
        if self.postgres is not None:
            self.postgres.close()


class Player:
    """One seat: acts when it may, and does not give up."""

    def __init__(self, house: House, name: str, seed: int) -> None:
        self.house = house
        self.name = name
        self.token = self.person = ""
        self.answered: dict[str, tuple[float, str]] = {}  # by the id of a request: when it was done, and where
        self.sent = 0
        self._dice = random.Random(seed)

    async def http(self, method: str, path: str, **arguments: Any) -> Any:
        """A request, again until there is an answer."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                async with httpx.AsyncClient(base_url=f"http://{self.house.address}") as client:
                    headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
                    answer = await client.request(method, path, headers=headers, **arguments)
                    answer.raise_for_status()
                    return answer.json()
            except (httpx.TransportError, httpx.HTTPStatusError) as error:
                if isinstance(error, httpx.HTTPStatusError) and error.response.status_code != UNAVAILABLE:
                    raise
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.1)

    def connect(self) -> connect:
        """A socket of a client that notices when there is nobody at the other end."""
        headers = {"authorization": f"Bearer {self.token}"}
        url = f"ws://{self.house.address}/api/socket"
        return connect(url, additional_headers=headers, ping_interval=PING, ping_timeout=SILENT, close_timeout=1)

    async def join(self) -> None:
        guest = await self.http("POST", "/api/people", json={"name": self.name})
        self.token, self.person = guest["token"], guest["person"]

    async def play(self, table: str, seat: int, before: list[dict[str, Any]]) -> None:
        """Ask these first; then act until the match is over."""
        waiting = list(before)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                async with self.connect() as socket:
                    until = time.monotonic() + PATIENCE
                    await self._talk(socket, table, seat, waiting)
                    return
            except (OSError, WebSocketException):
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.05)

    async def _talk(self, socket: ClientConnection, table: str, seat: int, waiting: list[dict[str, Any]]) -> None:
        await socket.send(json.dumps({"type": "watch", "table": table}))
        asked, view = "", None
        async for text in socket:
            message = json.loads(text)
            view = message.get("view", view)
            if message["type"] in ("done", "refused") and message.get("id") == asked:
                if message["type"] == "done":
                    self.answered[asked] = time.monotonic(), table
                asked = ""
                if message.get("code") in AGAIN:
                    await asyncio.sleep(0.1)
                else:
                    waiting.pop(0)
            if view is not None and not waiting and not asked:
                if view["phase"] in ("over", "closed"):
                    return
                choices = [choice for sight in view["sights"] for choice in sight["choices"]]
                if view["phase"] == "playing" and choices:
                    waiting.append({"ask": "act", "seat": seat, "do": self._dice.choice(choices)["do"]})
            if waiting and not asked:
                if "id" not in waiting[0]:
                    self.sent += 1
                    waiting[0] = {**waiting[0], "id": f"{self.sent}"}
                asked = waiting[0]["id"]
                request = {key: value for key, value in waiting[0].items() if key != "id"}
                await socket.send(json.dumps({"type": "ask", "table": table, "id": asked, "request": request}))


class Leaver(Player):
    """Somebody who is forgotten while they play."""

    async def leave(self) -> None:
        await asyncio.sleep(self._dice.uniform(0.2, 2.0))
        headers = {"authorization": f"Bearer {self.token}"}
        while True:
            with contextlib.suppress(httpx.TransportError):
                async with httpx.AsyncClient(base_url=f"http://{self.house.address}", headers=headers) as client:
                    answer = await client.request("DELETE", "/api/me", json={"name": self.name})
                    if answer.status_code in (204, 401):  # it may have been done before, and the answer was lost
                        return
            await asyncio.sleep(0.1)


async def one_table(
    house: House, number: int, going_on: "asyncio.Task[None]", limit: float | None = None
) -> list[tuple[str, list[Player]]]:
    """One match after another at tables of the same four, until the trouble is over; none for longer than the limit."""
    played = []
    players = [Player(house, f"P{number}-{seat}", 100 * number + seat) for seat in range(PLAYERS)]
    for player in players:
        await player.join()
    while not going_on.done() or not played:
        game = GAMES[(number + len(played)) % len(GAMES)]
        terms = {"game": game, "players": PLAYERS, "timer": "none", "pace": "instant"}
        table = (await players[0].http("POST", "/api/tables", json=terms))["table"]
        played.append((table, players))
        with contextlib.suppress(*([TimeoutError] if limit else [])):
            async with asyncio.timeout(limit):
                seated = players
                if limit is None and len(played) % 2 == 1:
                    leaver = Leaver(house, f"{LEAVER} {number}.{len(played)}", len(played))
                    await leaver.join()
                    seated = [*players[:-1], leaver]
                for seat, player in enumerate(seated[1:], 1):
                    await sit(player, table, seat)
                await sit(players[0], table, 0)
                tasks = [
                    player.leave() if isinstance(player, Leaver) else player.play(table, seat, [])
                    for seat, player in enumerate(seated[1:], 1)
                ]
                await asyncio.gather(players[0].play(table, 0, [{"ask": "start"}]), *tasks)
    return played


async def sit(player: Player, table: str, seat: int) -> None:
    """Sit down, however often the server has to be asked."""
    while True:
        try:
            async with player.connect() as socket:
                request = {"ask": "sit", "seat": seat}
                message = {"type": "ask", "table": table, "id": f"sit {table}", "request": request}
                await socket.send(json.dumps(message))
                async for text in socket:
                    answer = json.loads(text)
                    if answer.get("code") in ("failed", "unavailable", "set_back"):
                        await asyncio.sleep(0.1)
                        await socket.send(json.dumps(message))
                    elif answer.get("id") == message["id"]:
                        assert answer["type"] == "done" or answer["code"] in GONE, answer
                        if answer["type"] == "done":
                            player.answered[message["id"]] = time.monotonic(), table
                        return
        except (OSError, WebSocketException):
            await asyncio.sleep(0.05)


async def trouble(house: House, kills: int, arguments: argparse.Namespace, dice: random.Random) -> None:
    """Whatever is to happen, in any order."""
    coming = [house.kill] * kills
    if house.postgres is not None:
        coming += [house.restart] * arguments.restarts + [house.silence] * arguments.silences
    dice.shuffle(coming)
    for one in coming:
        await asyncio.sleep(dice.uniform(0.05, 1.0))
        await asyncio.to_thread(one)


async def check(
    house: House, played: list[tuple[str, list[Player]]], trial: Trial | None = None
) -> collections.Counter[str]:
    """Count what is in the logs; anything lost or done twice is an error."""
    store = Store(house.database)
    counts: collections.Counter[str] = collections.Counter()
    keys: collections.Counter[str] = collections.Counter()
    for table, _ in played:
        log = await store.log_of(table)
        if not log and trial is not None and trial.few:
            continue
        assert isinstance(log[0], Opened)
        keys.update(entry.key.rpartition(" ")[0] for entry in log if entry.key)
        match = table_of(log).match
        if trial is not None and trial.few and (match is None or not match.over):
            counts["given up"] += 1
            continue
        assert match is not None
        assert match.over
        assert replay(match.record()).scores == match.scores
        counts["actions"] += len(match.actions)
    if trial is None:
        for _ in range(ROUNDS):  # as the next start would
            await Keeper(store, Retention(), grace=0).purge()
        counts["traces"] = await store.read(traces)
    store.close()
    players = {player.person: player for _, players in played for player in players}
    for player in players.values():
        for asked, (when, table) in player.answered.items():
            if trial is not None and not trial.counts(when, table):
                counts["gone"] += 1
                continue
            counts["answered"] += 1
            if keys[f"{player.person} {asked}"] != 1:
                counts["lost"] += keys[f"{player.person} {asked}"] == 0
    counts["twice"] = sum(number > 1 for number in keys.values())
    counts["matches"] = len(played)
    return counts


def traces(connection: sql.Connection) -> int:
    """Rows in which the name of somebody is left who is to be forgotten."""
    rows = (row for table in SCHEMA.sorted_tables for row in connection.execute(sql.select(table)))
    return sum(LEAVER in repr(tuple(row)) for row in rows)


async def run(database: str, arguments: argparse.Namespace) -> tuple[bool, list[str]]:
    """Whether all went well, and a line of figures."""
    dice = random.Random(arguments.seed)
    kills = KILLS[database] if arguments.kills is None else arguments.kills
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), database, random.Random(f"{arguments.seed} house"))
        going_on = asyncio.create_task(trouble(house, kills, arguments, dice))
        try:
            tables = await asyncio.gather(*(one_table(house, number, going_on) for number in range(arguments.tables)))
            await going_on
            house.end()
            counts = await check(house, [match for played in tables for match in played])
        finally:
            house.end()
            errors = house.servers[0].said()
            print(errors if "Traceback" in errors else "", end="", file=sys.stderr)
            house.close()
    starts = sorted(start for server in house.servers for start in server.starts)
    restarts, silences = (arguments.restarts, arguments.silences) if database == "postgres" else (0, 0)
    lost, twice, back = counts["lost"], counts["twice"], errors.count(": set back;")
    print(
        f"{database}: {kills} kills, {restarts} restarts of PostgreSQL, {silences} times no Redis; "
        f"{counts['matches']} matches, {counts['actions']} actions, {counts['answered']} requests answered; "
        f"lost: {lost}, done twice: {twice}, not forgotten: {counts['traces']}, set back: {back}; "
        f"every record verified; a start takes {starts[len(starts) // 2]:.1f} s",
        flush=True,
    )
    figures = [kills, restarts, silences, *(counts[name] for name in ("matches", "actions", "answered"))]
    words = [NAMES[database], *(f"{figure:,}" for figure in [*figures, lost, twice, counts["traces"]])]
    return not lost and not twice and not counts["traces"] and "Traceback" not in errors, words


async def run_trial(name: str, arguments: argparse.Namespace) -> tuple[bool, list[str]]:
    """Whether all went well, and a line of figures."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), TRIALS[name].database, random.Random(f"{arguments.seed} {name}"))
        trial = TRIALS[name](house)
        limit = MATCH if trial.few else None
        try:
            going_on = asyncio.create_task(trial.happen())
            playing = (one_table(house, number, going_on, limit) for number in range(arguments.tables))
            played = await asyncio.gather(*playing)
            await going_on
            wrong = trial.wrong()
            house.end()
            counts = await check(house, [match for matches in played for match in matches], trial)
            store = Store(house.database)
            bad = await unreadable(store)
            store.close()
        finally:
            house.end()
            errors = house.servers[0].said()
            print(errors if "Traceback" in errors else "", end="", file=sys.stderr)
            house.close()
    figures = [counts[what] for what in ("matches", "actions", "answered", "lost", "twice")]
    print(
        "{}: {} matches, {} actions, {} requests answered that must be there; lost: {}, done twice: {}; "
        "unreadable: {}; {}".format(name, *figures, bad, wrong or "noticed as it should be"),
        f"gone with what was set back: {counts['gone']}, given up: {counts['given up']}",
        flush=True,
    )
    well = not (counts["lost"] or counts["twice"] or bad or wrong) and "Traceback" not in errors
    return well, [" ".join((TRIALS[name].__doc__ or "").split()), *(f"{figure:,}" for figure in [*figures, bad])]


ROUNDS = 3  # in which nothing of somebody is left
KILLS = {"sqlite": 200, "postgres": 60}
NAMES = {"sqlite": "one server, SQLite", "postgres": "two servers, PostgreSQL, Redis"}
HEAD = [
    "who serves",
    "kills",
    "restarts of PostgreSQL",
    f"{SILENCE:g} s without Redis",
    "matches",
    "actions",
    "requests answered",
    "lost",
    "done twice",
    "rows with a name that was to be forgotten",
]


TRIAL_HEAD = ["what happens", "matches", "actions", "requests answered", "lost", "done twice", "unreadable"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill a server again and again while people play.")
    parser.add_argument("--kills", type=int, help="how often (default 200; with PostgreSQL 60)")
    parser.add_argument("--restarts", type=int, default=10, help="of PostgreSQL (default 10)")
    parser.add_argument("--silences", type=int, default=2, help="times without Redis (default 2)")
    parser.add_argument("--tables", type=int, default=6, help="tables that are played at a time (default 6)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--database", choices=NAMES, help="only this one, and no results on paper")
    parser.add_argument("--trial", choices=TRIALS, help="only this one, and no results on paper")
    arguments = parser.parse_args()
    if arguments.trial is not None:
        sys.exit(0 if asyncio.run(run_trial(arguments.trial, arguments))[0] else 1)
    runs = [asyncio.run(run(name, arguments)) for name in NAMES if arguments.database in (None, name)]
    if arguments.database is None:
        trials = [asyncio.run(run_trial(name, arguments)) for name in TRIALS]
        text = "\n\n".join(
            [
                "# Killed while people play",
                f"Made by `{' '.join(['python bench/kill.py', *sys.argv[1:]])}` on {machine()}. Every record verified.",
                as_table(HEAD, [words for _, words in runs]),
                "## What an operator's night brings",
                "Nothing lost that should be there, and every log read. After a restore that is what was answered "
                "before the copy was made or after it was put back; of a table whose line was deleted, nothing.",
                as_table(TRIAL_HEAD, [words for _, words in trials]),
            ]
        )
        (HERE / "kill.md").write_text(text + "\n", encoding="utf-8")
        runs += trials
    sys.exit(0 if all(well for well, _ in runs) else 1)


if __name__ == "__main__":
    main()
