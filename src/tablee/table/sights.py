"""What somebody at a table, or beside it, is shown of it.

Everything here is made for one person from what their seats know: sights come from the rules' `view`, and news from the
same views before and after. Nothing else of a table's state reaches a client, but for the scores of finished rounds,
which everybody has seen.
"""

from collections.abc import Collection, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.catalogue.game import Json, Setup
from tablee.catalogue.rulings import ruling_on
from tablee.mirror import Mirror, blank_mirror, mirror_of
from tablee.pictures import Choice, Picture, choice_of, choices_of, picture_of
from tablee.table.entries import Hand
from tablee.table.likeness import BOTS, likeness
from tablee.table.requests import Phrase
from tablee.table.table import Table
from tablee.table.terms import Level, Terms

Phase = Literal["open", "playing", "over", "closed"]
SPECTATOR = -1
LINES = 20  # of what was said that are shown


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of what is shown."""


class ChairView(Shown, frozen=True):
    name: str  # of the person, if there is one
    alias: int  # which of the names for bots a bot goes by here: none that looks like a person's
    bot: Level | None  # who plays here, unless a person does
    away: bool  # the bot only stands in for the person
    present: bool  # the person is connected
    gone: bool  # they have not been for so long that in a match the others may `clear` their seat
    word: str  # for the deck
    deadline: int | None  # until when they may think: milliseconds since 1970


class QuestionView(Shown, frozen=True):
    """Somebody would like to take back their last action."""

    seat: int
    agreed: tuple[int, ...]


class Line(Shown, frozen=True):
    """Something that was said."""

    at: int
    name: str
    seat: int | None
    phrase: Phrase | None
    text: str


class Sight(Shown, frozen=True):
    """The game from one seat."""

    seat: int | None  # None: from beside the table
    picture: Picture
    choices: tuple[Choice, ...]
    may_wait: bool = False  # by turns: whether the seat may let the others move


class TableView(Shown, frozen=True):
    table: str
    code: str
    version: int
    terms: Terms
    phase: Phase
    host: bool  # whether it is you
    mine: tuple[int, ...]  # your seats
    chairs: tuple[ChairView, ...]
    awaited: tuple[int, ...]  # seats that all others wait for; at some tables more may act
    actions: int  # of the match so far
    rounds: tuple[tuple[int, ...], ...]  # the points of each finished round, by seat
    sights: tuple[Sight, ...]  # from each seat of yours; of several or none, from beside the table, too
    question: QuestionView | None
    talk: tuple[Line, ...]
    muted: tuple[int, ...]  # seats of those whom you do not want to hear
    blocked: tuple[int, ...]  # seats of those of whom you want to hear nothing, at any table
    kicked: tuple[str, ...]  # if you are the host: the names of those whom a host sent away for good
    race: bool  # everybody acts at once, and who is first counts
    opens: int | None  # in a race: when cards may be taken, in milliseconds since 1970
    turn: int | None  # in a game in real time that is played by turns: whose it is
    commitment: str  # SHA-256 of the secret that the cards come from
    secret: str | None  # once the match is over
    rematch: str | None  # the id of the next table


class News(Shown, frozen=True):
    """An action as somebody saw it."""

    seat: int
    do: str | None  # None: it is a secret
    choice: Choice | None  # the same, and what it concerned
    by: Hand
    results: tuple[Json, ...]
    rule: str | None = None  # to look up, where what came of it may surprise


class Viewer(Shown, frozen=True):
    """Somebody who looks: a person, and the seats they look from."""

    person: str
    seats: tuple[int, ...]
    blocked: frozenset[str] = frozenset()  # those they want to hear nothing of, at any table

    @property
    def watching(self) -> tuple[int, ...]:
        """Where they look from. With several seats on one device from beside the table as well, as all around it do."""
        return self.seats if len(self.seats) == 1 else (*self.seats, SPECTATOR)

    @property
    def hearing(self) -> tuple[int, ...]:
        """Whose news they hear: what is told aloud around one device is what everybody may know."""
        return self.seats if len(self.seats) == 1 else (SPECTATOR,)


class Glance:
    """What everybody sees at one moment of a match. Each view is made once, when somebody asks for it.

    `state`: the match's, or a mirror of it that stays as it is for as long as anything new is asked.
    """

    def __init__(self, setup: Setup, state: Any) -> None:
        self.setup = setup
        self.rules = setup.game.rules
        self._state = state if isinstance(state, Mirror) else mirror_of(state)
        self._actors = int(self.rules.actors(self._state))
        self._views: dict[int, Mirror] = {}

    def view(self, seat: int) -> Any:
        if seat not in self._views:
            seen = blank_mirror(self.rules.STATE)
            self.rules.view(self._state, seat, seen)
            self._views[seat] = seen
        return self._views[seat]

    def picture(self, seat: int) -> Picture:
        return picture_of(self.setup, self.view(seat), seat)

    def sight(self, seat: int) -> Sight:
        """Not kept: it is hundreds of small objects, for Python's sweeps to go through as long as they are there."""
        seen = self.view(seat)
        may_act = seat >= 0 and self._actors >> seat & 1
        choices = choices_of(self.setup, seen, seat) if may_act else ()
        return Sight(None if seat < 0 else seat, self.picture(seat), choices)


def news_of(before: Glance, after: Glance, watching: Sequence[int], actor: int, action: int, by: Hand) -> News:
    """An action as somebody saw it who looks from these seats."""
    paper, setup = before.setup.game.paper, before.setup
    shown = actor in watching or any(paper.is_public(before.view(seat), action) for seat in watching)
    seat = actor if actor in watching else watching[0]
    results = paper.results(before.view(seat), after.view(seat))
    rule = ruling_on(setup.game.slug, before.view(seat), action if shown else None, after.view(seat), results)
    choice = choice_of(setup, action) if shown else None
    return News(actor, choice.do if choice else None, choice, by, tuple(results), rule)


class Scene:
    """A table at one moment, for whoever looks. What is the same for all of them is made once.

    `present`: who is connected; `glance`: of the match, once there is one; `gone`: who has not been connected for long.
    """

    def __init__(
        self, table: Table, code: str, present: set[str], glance: Glance | None, gone: Collection[str] = ()
    ) -> None:
        self.table, self.code, self.glance = table, code, glance
        self.phase = phase_of(table)
        aliases = bot_names(table)
        self.chairs = tuple(chair_view(table, seat, present, gone, alias) for seat, alias in enumerate(aliases))
        self.question = question_view(table)
        results = table.match.results if table.match is not None else []
        self.go = go_of(table)
        self.rounds = tuple(tuple(result["scores"]) for result in results if result["kind"] == "round")
        self.talk = [
            (said.person, Line(said.at, said.name, seat_of(table, said.person), said.phrase, said.text))
            for said in table.talk
        ]

    def for_viewer(self, viewer: Viewer) -> TableView:
        table = self.table
        muted = table.muted.get(viewer.person, set()) if viewer.seats else set()
        return TableView(
            table=table.id,
            code=self.code,
            version=table.version,
            terms=table.terms,
            phase=self.phase,
            host=viewer.person == table.host,
            mine=viewer.seats,
            chairs=self.chairs,
            awaited=tuple(table.awaited),
            actions=len(table.acts),
            rounds=self.rounds,
            sights=tuple(self._sight(seat) for seat in viewer.watching) if self.glance is not None else (),
            question=self.question,
            talk=tuple(line for person, line in self.talk if person not in muted | viewer.blocked)[-LINES:],
            muted=tuple(seat for seat, chair in enumerate(table.chairs) if chair.person in muted),
            blocked=tuple(seat for seat, chair in enumerate(table.chairs) if chair.person in viewer.blocked),
            kicked=tuple(table.kicked.values()) if viewer.person == table.host else (),
            race=table.race is not None,
            opens=table.race.opens or None if table.race is not None else None,
            turn=table.waiting_for[0] if table.terms.turns and table.waiting_for else None,
            commitment=table.commitment,
            secret=table.secret if table.over else None,
            rematch=table.rematch or None,
        )

    def _sight(self, seat: int) -> Sight:
        assert self.glance is not None
        sight = self.glance.sight(seat)
        if self.table.opening:
            return replace(sight, choices=self.go if seat in self.table.unready else ())
        if not self.table.terms.turns:
            return sight
        choices = sight.choices if seat in self.table.waiting_for else ()
        return replace(sight, choices=choices, may_wait=self.table.may_wait(seat))


def go_of(table: Table) -> tuple[Choice, ...]:
    """The "go" that a race begins with, for everybody who has not said it yet."""
    if not table.unready or table.match is None:
        return ()
    [seat] = table.match.actors
    return tuple(choice_of(table.setup, action) for action in table.match.legal(seat))


def seat_of(table: Table, person: str) -> int | None:
    return next(iter(table.seats_of(person)), None)


def phase_of(table: Table) -> Phase:
    if table.closed:
        return "closed"
    if table.match is None:
        return "open"
    return "over" if table.over else "playing"


def question_view(table: Table) -> QuestionView | None:
    question = table.question
    return None if question is None else QuestionView(question.seat, tuple(sorted(question.agreed)))


def bot_names(table: Table) -> list[int]:
    """Which of the names for bots the bot at each seat goes by: that of its seat, unless a person's looks like it."""
    taken = {likeness(chair.name) for chair in table.chairs if chair.person}
    free = [number for number, name in enumerate(BOTS) if likeness(name) not in taken]
    bots = [seat for seat, chair in enumerate(table.chairs) if chair.bot is not None]
    others = (number for number in free if number not in bots)
    return [seat if seat in free or seat not in bots else next(others) for seat in range(len(table.chairs))]


def chair_view(table: Table, seat: int, present: set[str], gone: Collection[str], alias: int) -> ChairView:
    chair = table.chairs[seat]
    return ChairView(
        name=chair.name,
        alias=alias,
        bot=table.player_of(seat),
        away=chair.away,
        present=chair.person in present,
        gone=chair.person in gone,
        word=chair.word,
        deadline=table.deadline(seat),
    )
