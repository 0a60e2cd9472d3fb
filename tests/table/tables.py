"""Tables for tests: opened, filled and played by hand, without a server."""

from typing import Any

from tablee.dice import Dice
from tablee.table import AnyEntry, AnyRequest, Person, Table, Terms, act, decide, requests, setup_of, table_of
from tablee.table.entries import Opened

ANN, BEN, EVE = Person("ann", "Ann"), Person("ben", "Ben"), Person("eve", "Eve")
SECRET = "5e" * 32


class Log:
    """A table with its log, and a clock that moves on by a second with every request."""

    def __init__(self, terms: Terms, host: Person = ANN, secret: str = SECRET) -> None:
        self.now = 1_000_000
        rules = setup_of(terms).version
        self.entries: list[AnyEntry] = [
            Opened(at=self.now, table="t", terms=terms, host=host.id, secret=secret, rules=rules)
        ]
        self.table: Table = table_of(self.entries)

    def ask(self, person: Person, request: AnyRequest, key: str = "") -> list[AnyEntry]:
        self.now += 1000
        return self.add(decide(self.table, person, request, self.now, key))

    def act(self, seat: int, do: str, by: Any = "person") -> list[AnyEntry]:
        self.now += 1000
        return self.add(act(self.table, seat, do, self.now, by))

    def go(self) -> None:
        """Everybody says that a race may begin."""
        for seat in self.table.unready:
            chair = self.table.chairs[seat]
            self.ask(Person(chair.person, chair.name), requests.Act(seat, "go"))

    def add(self, made: list[AnyEntry]) -> list[AnyEntry]:
        for entry in made:
            self.table.take(entry)
        self.entries += made
        return made

    def play_on(self, dice: Dice, actions: int = 10_000) -> None:
        """So many random actions, of whoever may act."""
        for _ in range(actions):
            match = self.table.match
            assert match is not None
            if match.over:
                return
            if self.table.unready:
                self.go()
                continue
            seat = dice.pick(self.table.waiting_for)
            self.act(seat, dice.pick(match.choices(seat)))


def started(terms: Terms, people: tuple[Person, ...] = (ANN, BEN)) -> Log:
    """A table with these people at its first seats, and bots at the others."""
    log = Log(terms)
    for person in people:
        log.ask(person, requests.Sit())
    for seat in range(len(people), len(log.table.chairs)):
        log.ask(ANN, requests.Bot(seat, "casual"))
    log.ask(ANN, requests.Start())
    return log
