"""The types of what goes over the wire as plain data: records, their results, reviews.

A record is written by the rules' own games and read from any file, so it is a dictionary where it is made. For whoever
writes a client its form is told here, in the schemas and in TypeScript; a test holds what is made to it. A game from
outside may add kinds of results of its own.
"""

from tablee.pictures import Choice
from tablee.table.sights import Shown

Cards = tuple[str, ...]


class Result(Shown, frozen=True, tag_field="kind", omit_defaults=True, kw_only=True):
    """What came of an action. `after`: of how many actions, in a record."""

    after: int | None = None


class CursesResult(Result, frozen=True, kw_only=True, tag="curses"):
    cards: tuple[Cards, ...]  # by seat; in Delayed the colours


class TrickResult(Result, frozen=True, kw_only=True, tag="trick"):
    leader: int
    cards: Cards  # in the order in which they were laid
    winner: int | None = None  # None: nobody; and in Hat Trick, which has
    winners: dict[str, int] | None = None  # one for each colour


class RoundResult(Result, frozen=True, kw_only=True, tag="round"):
    scores: tuple[int, ...]
    curses: tuple[Cards, ...] | None = None


class TurnResult(Result, frozen=True, kw_only=True, tag="turn"):
    centre: str
    cards: Cards  # by seat
    winner: int | None
    points: int


class StealResult(Result, frozen=True, kw_only=True, tag="steal"):
    thief: int
    victim: int
    card: str | None  # None: not for you to know


class AntiJokerResult(Result, frozen=True, kw_only=True, tag="anti-joker"):
    named: int
    gave: bool


class EliminationResult(Result, frozen=True, kw_only=True, tag="elimination"):
    seat: int


class GameResult(Result, frozen=True, kw_only=True, tag="game"):
    winner: int
    family: Cards


class StopResult(Result, frozen=True, kw_only=True, tag="stop"):
    stop: str  # a colour, or `special`
    caller: int
    counted: tuple[int, ...]  # by seat
    fewest: tuple[int, ...]  # seats, as the next two
    unsorted: tuple[int, ...]
    dropped: tuple[int, ...]


class AlarmResult(Result, frozen=True, kw_only=True, tag="alarm"):
    seat: int


AnyResult = (
    CursesResult | TrickResult | RoundResult | TurnResult | StealResult | AntiJokerResult | EliminationResult
    | GameResult | StopResult | AlarmResult
)  # fmt: skip


class Deal(Shown, frozen=True, omit_defaults=True, kw_only=True):
    after: int = 0  # so many actions
    round: int | None = None
    opener: int | None = None
    hands: tuple[Cards, ...] | None = None  # by seat
    aside: Cards | None = None
    piles: tuple[Cards, ...] | None = None  # the top first
    shuffle: int | None = None  # in SHIT!, from the second on


class Deed(Shown, frozen=True):
    seat: int
    do: str


class FairDeck(Shown, frozen=True):
    """What proves that nobody chose the cards."""

    commitment: str
    secret: str
    table: str
    words: tuple[str, ...]  # by seat


class MatchRecord(Shown, frozen=True):
    """A match on paper: docs/record-format.md says what each of these means."""

    format: str
    game: str
    rules: int
    players: int
    options: dict[str, int]
    seed: str
    fairness: FairDeck | None
    deals: tuple[Deal, ...]
    actions: tuple[Deed, ...]
    results: tuple[AnyResult, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Weighed(Shown, frozen=True):
    """A decision, as the coach sees it."""

    after: int
    seat: int
    do: str
    best: str
    rival: str  # the best alternative
    why: str  # a reason, "" for none
    chance: float
    loss: float  # the share of it that was given away
    gap: float
    error: float  # the standard error of the gap
    values: dict[str, float]
    rough: dict[str, float]
    choice: Choice  # what was done,
    best_choice: Choice  # and what would have been better


class Reviewed(Shown, frozen=True):
    """All decisions of a seat."""

    seat: int
    decisions: int
    loss: float
    chances: tuple[tuple[int, float], ...]  # after how many actions, and the chance to win then
    worst: tuple[int, ...]  # decisions, by `after`


class Review(Shown, frozen=True):
    format: str
    game: str
    players: int
    options: dict[str, int]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seats: tuple[Reviewed, ...]
    decisions: tuple[Weighed, ...]
