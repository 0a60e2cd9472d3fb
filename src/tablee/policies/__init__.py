"""How people play: for each game, what somebody who knows it would do, as plain rules over what a seat knows.

A policy reads a state only where the seat's view would show the same, so it chooses alike from a view (a bot at the
table) and from a drawn world (everybody in a playout); `tests/policies` holds it to that.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from tablee.catalogue import Game
from tablee.policies import cursed, hat_trick, shit, stoick, stop_it
from tablee.rng import below
from tablee.rule import rule


class Habits(Protocol):
    """What a policy's module gives. `s` is a view of the seat, or a state of which only that much is read.

    It may also have the `believe`, `trim`, `without_folly` and `forget` of `Policy`, which says what they owe, where
    there is something for them to do; and `FOLLIES`, those of its reasons that do not speak for what they explain.
    """

    @property
    def REASONS(self) -> tuple[str, ...]: ...  # noqa: N802  what `reason` can answer: keys of the texts

    def choose(self, s: Any, seat: Any, rng: Any) -> Any: ...  # a good player's action; -1: waits, others may act
    def careless(self, s: Any, seat: Any, rng: Any) -> Any: ...  # a beginner's: sensible, short-sighted, with slips
    def reason(self, s: Any, seat: int, action: int) -> str: ...  # why somebody would do that here


POLICIES: dict[str, Habits] = {
    "stick-em": cursed,
    "sticheln": cursed,
    "hat-trick": hat_trick,
    "shit": shit,
    "stoick": stoick,
    "stop-it": stop_it,
}


@rule
def believe_nothing(s: Any, seat: Any, rng: Any) -> None:
    return


@rule
def trim_nothing(s: Any, seat: Any, favourite: Any, mask: Any) -> None:
    return


@rule
def without_nothing(s: Any, seat: Any, mask: Any) -> None:
    return


@rule
def forget_nothing(v: Any, seat: Any) -> None:
    return


@dataclass(frozen=True)
class Policy:
    """A game's policy, complete.

    `believe(s, seat, rng)` gets a world drawn for that seat, and lets the others' secret choices in it be such as
    sensible people make. It stays a sound world, in which the seat sees the same.

    `trim(s, seat, favourite, mask)` and `without_folly(s, seat, mask)` get the mask of the seat's legal actions, all of
    them or some, and take out what nobody would consider; they never put anything in that is not legal. Like `choose`
    they look at nothing but what the seat sees. `trim` is for whoever thinks: `favourite` is what `choose` would do
    here (or what was done, where that would rather wait), and must stay. `without_folly` is for play at random, where
    no favourite is known: of all legal actions it leaves at least one.

    `forget(v, seat)` is for a table without aids (the option `unaided`), where a view still holds all that somebody
    who forgets nothing would know. It clears in place, in a copy of the seat's view, what somebody without a trained
    memory no longer knows. Of what it clears nothing may be left, not even by way of a sum; and `choose`, `careless`
    and `reason` find their way in what it leaves: the seat's choices are the same.
    """

    name: str  # its module's
    choose: Callable[[Any, Any, Any], Any]
    careless: Callable[[Any, Any, Any], Any]
    reason: Callable[[Any, int, int], str]
    believe: Callable[[Any, Any, Any], None] = believe_nothing
    trim: Callable[[Any, Any, Any, Any], None] = trim_nothing
    without_folly: Callable[[Any, Any, Any], None] = without_nothing
    forget: Callable[[Any, Any], None] = forget_nothing
    follies: tuple[str, ...] = ()

    def why(self, s: Any, seat: int, action: int) -> str:
        """The reason as a key of the texts."""
        return f"reason.{self.name}.{self.reason(s, seat, action)}"

    def merit(self, s: Any, seat: int, action: int, other: int) -> str:
        """What speaks for an action and not for the other as well, as a key of the texts; "" nothing in particular."""
        reason = self.reason(s, seat, action)
        if reason in self.follies or reason == self.reason(s, seat, other):
            return ""
        return self.why(s, seat, action)


@cache
def policy_of(game: Game) -> Policy:
    """A game's policy; for a game that has none, one that plays at random."""
    habits = POLICIES.get(game.slug)
    if habits is None:
        return random_policy(game.rules)
    name = habits.choose.__module__.rpartition(".")[2]
    names = ("believe", "trim", "without_folly", "forget")
    extras = {extra: getattr(habits, extra) for extra in names if hasattr(habits, extra)}
    follies = getattr(habits, "FOLLIES", ())
    return Policy(name, habits.choose, habits.careless, habits.reason, **extras, follies=follies)


def reasons() -> set[str]:
    """All that a `why` or a `merit` may be, "" apart."""
    named = {(one.choose.__module__.rpartition(".")[2], reason) for one in POLICIES.values() for reason in one.REASONS}
    return {f"reason.{name}.{reason}" for name, reason in named}


def random_policy(rules: Any) -> Policy:
    is_legal, actions = rules.is_legal, 32 * rules.WORDS

    @rule
    def choose(s: Any, seat: Any, rng: Any) -> Any:
        # A policy has no mask to write into, so it counts twice.
        choices = 0
        for action in range(actions):
            if is_legal(s, seat, action):
                choices += 1
        place = below(rng, choices)
        for action in range(actions):
            if is_legal(s, seat, action):
                if place == 0:
                    return action
                place -= 1
        return -1

    return Policy("random", choose, choose, lambda s, seat, action: "chance")
