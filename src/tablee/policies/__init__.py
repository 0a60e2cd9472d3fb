"""How people play: for each game, what somebody who knows it would do, as plain rules over what a seat knows.

A policy reads a state only where the seat's view would show the same, so it chooses alike from a view (a bot at the
table) and from a drawn world (everybody in a playout); `tests/policies` holds it to that.
"""

from functools import cache
from types import SimpleNamespace
from typing import Any, Protocol

from tablee.catalogue import Game
from tablee.policies import cursed, hat_trick, shit, stoick, stop_it
from tablee.rng import below
from tablee.rule import rule


class Policy(Protocol):
    """What a policy gives. `s` is a view of the seat, or a state of which only that much is read."""

    REASONS: tuple[str, ...]  # what `reason` can answer: keys of the texts

    def choose(self, s: Any, seat: Any, rng: Any) -> Any: ...  # a good player's action; -1: waits, others may act
    def careless(self, s: Any, seat: Any, rng: Any) -> Any: ...  # a beginner's: sensible, short-sighted, with slips
    def believe(self, s: Any, seat: Any, rng: Any) -> None: ...  # in a drawn world: others' secret choices, made well
    def trim(self, s: Any, seat: Any, favourite: Any, mask: Any) -> None: ...  # a mask less what nobody would consider
    def reason(self, s: Any, seat: int, action: int) -> str: ...  # why somebody would do that here


POLICIES: dict[str, Any] = {
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


@cache
def policy_of(game: Game) -> Any:
    """A game's policy; for a game that has none, one that plays at random."""
    policy = POLICIES.get(game.slug) or random_policy(game.rules)
    return SimpleNamespace(
        name=getattr(policy, "__name__", "random").rpartition(".")[2],
        choose=policy.choose,
        careless=policy.careless,
        believe=getattr(policy, "believe", believe_nothing),
        trim=getattr(policy, "trim", trim_nothing),
        reason=policy.reason,
    )


def random_policy(rules: Any) -> Any:
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

    return SimpleNamespace(choose=choose, careless=choose, reason=lambda s, seat, action: "chance")
