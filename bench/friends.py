"""People at a table who act only when they are told to, so that it stays at any moment one wants to look at."""

import json
import urllib.request
from collections.abc import Callable
from random import Random
from typing import Any

from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]


def call(address: str, path: str, token: str = "", body: Json | None = None) -> Json:
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"http://{address}{path}", data, headers)) as answer:
        found: Json = json.load(answer)
        return found


class Friend:
    """Somebody by a name, with a socket."""

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self.token: str = call(address, "/api/people", body={"name": name})["token"]
        headers = {"authorization": f"Bearer {self.token}"}
        self.socket: ClientConnection = connect(f"ws://{address}/api/socket", additional_headers=headers)
        self.view: Json = {}
        self.asked = 0

    def look(self, table: str) -> None:
        self.table = table
        self.view = {}
        self.socket.send(json.dumps({"type": "watch", "table": table}))
        while not self.view:
            self.hear()

    def ask(self, **request: Any) -> None:
        """What is refused was wrong to ask."""
        self.asked += 1
        name = f"{self.name} {self.asked}"
        self.socket.send(json.dumps({"type": "ask", "table": self.table, "id": name, "request": request}))
        while (answer := self.hear()).get("id") != name:
            pass
        assert answer["type"] == "done", answer

    def hear(self, timeout: float = 20) -> Json:
        text = self.socket.recv(timeout)
        message: Json = json.loads(text)
        self.view = message.get("view", self.view)
        if message["type"] == "beat":
            self.socket.send(text)
        return message

    def catch_up(self) -> None:
        """Hear what has been said meanwhile."""
        try:
            while True:
                self.hear(0.02)
        except TimeoutError:
            return

    def close(self) -> None:
        self.socket.close()


class Party:
    """Friends around a table, the first of them its host. Their choices are drawn, the same ones each time."""

    def __init__(self, address: str, names: list[str], game: str, seed: int = 1, **terms: Any) -> None:
        self.address = address
        self.dice = Random(seed)
        self.friends = [Friend(address, name) for name in names]
        opened = call(address, "/api/tables", self.me.token, {"game": game, "timer": "none", **terms})
        self.table, self.code = opened["table"], opened["code"]
        for friend in self.friends:
            friend.look(self.table)

    @property
    def me(self) -> Friend:
        return self.friends[0]

    @property
    def picture(self) -> Json:
        """As the first friend sees it."""
        found: Json = self.me.view["sights"][0]["picture"]
        return found

    def sit(self) -> None:
        for seat, friend in enumerate(self.friends):
            friend.ask(ask="sit", seat=seat)

    def deal(self) -> None:
        self.sit()
        self.me.ask(ask="start")
        self.catch_up()

    def catch_up(self) -> None:
        for friend in self.friends:
            friend.catch_up()

    def act(self, friend: Friend, seat: int, choices: list[Json]) -> None:
        friend.ask(ask="act", seat=seat, do=self.dice.choice(choices)["do"])

    def step(self, but: Callable[[Friend], bool] = lambda friend: False) -> bool:
        """One of them acts, but for those; False: nobody may."""
        for friend in self.friends:
            for sight in friend.view["sights"]:
                if sight["choices"] and not but(friend):
                    self.act(friend, sight["seat"], sight["choices"])
                    version = friend.view["version"]
                    for other in self.friends:
                        while other.view["version"] < version:
                            other.hear()
                    return True
        return False

    def play(self, until: Callable[[Json], bool]) -> None:
        """Until the first friend sees such a picture, or the match is over."""
        while not until(self.picture) and self.step():
            pass

    def close(self) -> None:
        for friend in self.friends:
            friend.close()
