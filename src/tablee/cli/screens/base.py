"""What every game's screen has: a table to look at, choices to pick from, and words for what happened.

A screen reads views and the match's public results, never a state.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from tablee.bits import count
from tablee.catalogue import Setup
from tablee.catalogue.game import Json
from tablee.cli.voice import Voice
from tablee.dice import Dice
from tablee.sight import Sighting


@dataclass(frozen=True)
class Aside:
    """A short piece of news that shares its line with those before and after: Ben ♥ 3  Cleo ★ 0."""

    text: Text


News = RenderableType | Aside


@dataclass(frozen=True)
class Choice:
    action: int
    label: Text


@dataclass(frozen=True)
class Row:
    """Choices that stand together, perhaps under a heading: the cards of a colour."""

    choices: list[Choice]
    heading: Text | None = None


@dataclass(frozen=True)
class Menu:
    """The legal actions in the order in which they are numbered; `more` are shown only on demand."""

    rows: list[Row]
    more: list[Choice] = field(default_factory=list)

    def __iter__(self) -> Iterator[Choice]:
        for row in self.rows:
            yield from row.choices
        yield from self.more

    @property
    def shown(self) -> int:
        return sum(len(row.choices) for row in self.rows)


class Screen:
    """One game on the terminal, for one seat."""

    def __init__(self, setup: Setup, voice: Voice) -> None:
        self.setup = setup
        self.voice = voice
        self.me = voice.me
        self.tells_hands = False  # whether a deal is told with the cards one sees: where no table shows them
        self.in_full = False  # whether a choice says all: where no heading names its colour and no question asks

    # ---- what each game says of itself ----

    def opening(self, v: Any) -> list[News]:
        """What there is to say after a deal."""
        return []

    def table(self, v: Any) -> list[RenderableType]:
        raise NotImplementedError

    def menu(self, v: Any, legal: Sequence[int]) -> Menu:
        raise NotImplementedError

    def question(self, v: Any) -> Text:
        """What the seat is asked."""
        raise NotImplementedError

    def tell(self, step: Sighting) -> list[News]:
        raise NotImplementedError

    def final(self, results: Sequence[Json], scores: Sequence[int]) -> list[RenderableType]:
        """How the match came to its scores."""
        raise NotImplementedError

    def moment(self, v: Any, action: int) -> Text:
        """Where in the match that is, for somebody who looks back; `action` counts from its first on."""
        return self.voice.say("coach.action", action=action)

    def order(self, v: Any, actors: Sequence[int], dice: Dice) -> list[int]:
        """The seats to ask next, in order: the bots, then the player at the keyboard."""
        return [seat for seat in actors if seat != self.me] + [seat for seat in actors if seat == self.me]

    def has_part(self, v: Any, seat: int) -> bool:
        """Whether it still makes sense to ask a seat of `order`, after what those before it did."""
        return True

    def may_wait(self, v: Any) -> bool:
        """Whether the game would go on without the seat's answer."""
        return False

    # ---- what they share ----

    @property
    def seats(self) -> range:
        return range(self.setup.players)

    def grid(self, *columns: str | Text) -> Table:
        """A light table of the players; the first column is theirs."""
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        for column in columns:
            grid.add_column(column)
        return grid

    def player(self, seat: int, on_turn: bool = False) -> Text:
        return Text.assemble(("▸ " if on_turn else "  ", "bold"), self.voice.seat_name(seat))

    def sheet(self, rows: Mapping[str, Sequence[Text | str]]) -> Table:
        """A table with a column for each seat."""
        sheet = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="", pad_edge=False, show_edge=False)
        sheet.add_column("")
        for seat in self.seats:
            sheet.add_column(self.voice.name(seat), justify="right")
        for heading, cells in rows.items():
            sheet.add_row(heading, *cells)
        return sheet

    def verdict(self, scores: Sequence[int]) -> Text:
        """Who won."""
        best = [seat for seat in self.seats if scores[seat] == max(scores)]
        if len(best) > 1:
            return self.voice.say("final.shared", names=self.voice.names(best), points=max(scores))
        return self.voice.tell("final.winner", best[0], points=max(scores))


def bits_of(mask: Any) -> list[int]:
    """The places of a mask's bits."""
    return [bit for bit in range(32) if int(mask) >> bit & 1]


def cards_in(masks: Any) -> int:
    """How many cards a set (one mask per colour) holds."""
    return sum(int(count(int(mask))) for mask in masks)
