"""What the catalogue says of a game, and a game set up for a number of players with its options."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray

from tablee.errors import BadAction, BadOption, BadPlayers, BadSeat, BadVersion

Json = dict[str, Any]
OptionKind = Literal["flag", "number", "seat"]


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a whole number, and not one of Python's disguised booleans."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


class Rules(Protocol):
    """What a rules module gives. States are records, `out` records or arrays of zeros to be written into.

    Nothing is checked: that an action is legal, a seat exists, or `out` is zeroed is the caller's business.
    """

    STATE: np.dtype[Any]  # the record
    WORDS: int  # of an action mask: 32 actions each
    VERSION: int  # moves only when behaviour does; where older ones can still be played, the first is OLDEST
    FLAWS: dict[int, str]  # what each bit of `status` means

    def start(self, s: Any, rng: Any) -> None: ...  # deal; players and options are in `s` already
    def actors(self, s: Any) -> Any: ...  # bit mask of the seats that may act now
    def is_legal(self, s: Any, seat: Any, action: Any) -> Any: ...
    def legal(self, s: Any, seat: Any, mask: Any) -> None: ...  # writes every word of the mask
    def apply(self, s: Any, seat: Any, action: Any, rng: Any) -> None: ...  # through trick, round and game end
    def is_over(self, s: Any) -> Any: ...
    def scores(self, s: Any, out: Any) -> None: ...  # the highest wins
    def view(self, s: Any, seat: Any, out: Any) -> None: ...  # what the seat knows; -1: a spectator
    def world(self, v: Any, seat: Any, rng: Any, out: Any) -> None: ...  # a state that the view `v` allows
    def status(self, s: Any) -> Any: ...  # bit flags of broken invariants; 0: sound


@dataclass(frozen=True)
class Option:
    """Something a table can set: a flag (0 or 1), or a number within bounds."""

    name: str
    low: int = 0
    high: int | None = 1  # None: no more than the number of players − 1, that is, a seat
    default: int | Callable[[int], int] = 0  # may depend on the number of players
    length: bool = False  # how long a match takes: one with less than the default is a short one

    @property
    def is_flag(self) -> bool:
        return (self.low, self.high) == (0, 1)

    @property
    def is_seat(self) -> bool:
        return self.high is None

    @property
    def kind(self) -> OptionKind:
        return "flag" if self.is_flag else "seat" if self.is_seat else "number"

    def default_for(self, players: int) -> int:
        return self.default(players) if callable(self.default) else self.default

    def check(self, value: object, players: int) -> int:
        """The value as an int, or an error that says what would be right."""
        high = players - 1 if self.high is None else self.high
        if self.is_flag and isinstance(value, bool):
            return int(value)
        if not is_whole(value) or not self.low <= value <= high:
            right = "true or false" if self.is_flag else f"a whole number from {self.low} to {high}"
            raise BadOption(f"option {self.name!r} takes {right}; got {value!r}")
        return int(value)


@dataclass(frozen=True)
class Conflict:
    """Two options that cannot both be on, and why."""

    one: str
    other: str
    why: str


@dataclass(frozen=True)
class Paper:
    """How a game is written down: the words for its actions, and what a record says of a deal and of a result.

    All of it reads and changes nothing, and takes a view as well as a state: what is 0 in a view is not told.
    """

    action_names: Callable[[int], dict[int, str]]  # for a number of players
    is_public: Callable[[Any, int], bool]  # whether everybody sees that this action is taken, in the position before
    deals: Callable[[Any], int]  # how often cards were dealt or shuffled so far;
    deal: Callable[[Any], Json]  # and when that has grown, how the cards lie now
    results: Callable[[Any, Any], list[Json]]  # what came of an action: from the positions before and after it
    hand: Callable[[Any, int], list[str]]  # the cards of one seat, by name


@dataclass(frozen=True)
class RealTime:
    """What a table has to know of a game in which all act at once and quick hands matter. Its rules know no clock."""

    starts: Callable[[int], bool]  # whether with this action cards may be taken: "go"
    interrupts: Callable[[int], bool]  # whether it stops everybody
    reaches_for: Callable[[int], int | None]  # what it reaches for that somebody else may reach for, too
    places: int  # how many such things there are, numbered from 0
    overdue: Callable[[Any, int], int | None]  # what a seat does when it keeps all others waiting for too long


@dataclass(frozen=True, eq=False)
class Game:
    """An entry of the catalogue: one rule set."""

    slug: str
    title: str
    authors: str
    players: range
    usual: int  # the number of players it is at its best with
    minutes: str
    age: int
    options: tuple[Option, ...]
    rules: Rules
    paper: Paper
    colours: tuple[str, ...] = ()  # of the cards, in the order of their codes
    conflicts: tuple[Conflict, ...] = ()
    real_time: RealTime | None = None  # None: in turn, or all in secret
    awaited: Callable[[Any], int] | None = None  # bit mask of the actors that all wait for; None: all of them
    total: Callable[[Any], int] | None = None  # what the scores must add up to at the end, where that is fixed

    @property
    def version(self) -> int:
        """Moves only when the rules' behaviour does."""
        return int(self.rules.VERSION)

    @property
    def oldest(self) -> int:
        """The first version that can still be played, for the sake of what was begun or written down then."""
        return int(getattr(self.rules, "OLDEST", self.version))

    def check_version(self, version: int) -> int:
        """One that can be played, or an error that says which can."""
        if not self.oldest <= version <= self.version:
            known = f"version {self.version}" if self.oldest == self.version else f"{self.oldest} to {self.version}"
            raise BadVersion(f"version {version}; {self.title} here has {known}")
        return version

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    def setup(self, players: int | None = None, /, **options: object) -> "Setup":
        """This game for so many players (by default the usual number), with these options."""
        players = self.usual if players is None else players
        if not is_whole(players) or players not in self.players:
            seats = f"{self.players[0]} to {self.players[-1]}"
            raise BadPlayers(f"{self.title} is for {seats} players; got {players!r}")
        return Setup(self, int(players), self._check(int(players), options), self.version)

    def _check(self, players: int, options: Mapping[str, object]) -> Mapping[str, int]:
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(f"{self.title} has no option {name!r}{_nearest(name, known)}")
        chosen = {
            option.name: option.check(options[option.name], players)
            if option.name in options
            else option.default_for(players)
            for option in self.options
        }
        for clash in self.conflicts:
            if chosen[clash.one] and chosen[clash.other]:
                raise BadOption(f"options {clash.one!r} and {clash.other!r} cannot be combined: {clash.why}")
        return MappingProxyType(chosen)  # bots are handed the setup


def _nearest(word: str, words: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(word, words, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; there is {', '.join(words)}"


@dataclass(frozen=True, eq=False)
class Setup:
    """A game ready to be dealt: so many players, every option settled."""

    game: Game
    players: int
    options: Mapping[str, int] = field(default_factory=dict)
    version: int = 1  # of the rules: today's, unless a match was begun under older ones

    def __repr__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.chosen.items())
        rules = "" if self.version == self.game.version else f", rules={self.version}"
        return f"<{self.game.slug}, players={self.players}{options}{rules}>"

    def as_of(self, version: int) -> "Setup":
        """The same by the rules of that version: a match goes on, and is checked, by those that it began with."""
        return replace(self, version=self.game.check_version(version))

    @property
    def chosen(self) -> dict[str, int]:
        """The options that are not at their default."""
        defaults = {option.name: option.default_for(self.players) for option in self.game.options}
        return {name: value for name, value in self.options.items() if value != defaults[name]}

    @property
    def is_short(self) -> bool:
        """Whether a match is over sooner than usual. Variants are as good as any other way to play."""
        lengths = [option for option in self.game.options if option.length]
        return any(self.options[option.name] < option.default_for(self.players) for option in lengths)

    @property
    def action_count(self) -> int:
        """Actions are the ints from 0 up to this; not every one of them has a meaning."""
        return 32 * int(self.game.rules.WORDS)

    def blank(self, count: int = 1) -> NDArray[Any]:
        """`count` states in which nothing is dealt yet: players and options are filled in, and the rules' version."""
        states = np.zeros(count, self.game.rules.STATE)
        states["players"] = self.players
        for name, value in self.options.items():
            states[name] = value
        if "version" in (states.dtype.names or ()):  # of games whose rules have changed
            states["version"] = self.version
        return states

    def empty_mask(self) -> NDArray[np.int64]:
        """What `legal` fills: one word for 32 actions."""
        return np.zeros(self.game.rules.WORDS, np.int64)

    @cached_property
    def action_names(self) -> Mapping[int, str]:
        return MappingProxyType(self.game.paper.action_names(self.players))  # and these with it

    @cached_property
    def _action_by_name(self) -> dict[str, int]:
        return {name: action for action, name in self.action_names.items()}

    def say(self, action: int) -> str:
        """The action in words."""
        try:
            return self.action_names[action]
        except KeyError:
            raise BadAction(f"{self.game.title} has no action number {action}") from None

    def parse(self, action: int | str) -> int:
        """The action as an int, from its number or its words."""
        if isinstance(action, str):
            words = " ".join(action.lower().split())
            if words not in self._action_by_name:
                raise BadAction(f"{self.game.title} has no action {action!r}{self._hint(words)}")
            return self._action_by_name[words]
        if not is_whole(action):
            raise BadAction(f"an action is a whole number or a text such as {self._example!r}; got {action!r}")
        self.say(int(action))
        return int(action)

    @property
    def _example(self) -> str:
        return next(iter(self.action_names.values()))

    def _hint(self, words: str) -> str:
        near = difflib.get_close_matches(words, self._action_by_name, 1)
        return f"; did you mean {near[0]!r}?" if near else f"; an action reads like {self._example!r}"

    def check_seat(self, seat: int, spectator: bool = False) -> int:
        low = -1 if spectator else 0
        if not is_whole(seat) or not low <= seat < self.players:
            also = ", or -1 for a spectator" if spectator else ""
            raise BadSeat(f"the seats are 0 to {self.players - 1}{also}; got {seat!r}")
        return int(seat)
