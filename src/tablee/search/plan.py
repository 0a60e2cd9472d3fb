"""How to search a game: the settings, and what was found to play each game best."""

from dataclasses import dataclass
from typing import Any

from tablee.catalogue import Setup
from tablee.search.stakes import swing_of


@dataclass(frozen=True)
class Plan:
    """The settings of a search."""

    exploration: float = 0.3  # the constant of UCB1
    bias: float = 0.1  # a head start for what the policy would do, shrinking with its visits
    slips: int = 4  # in playouts: of 64 actions so many are random instead of the policy's
    levels: int = 8  # how deep the tree may grow, in decisions
    others: bool = False  # whether the others' choices are searched too, or follow the policy
    beliefs: bool = True  # whether the others' secret choices are taken for sensible ones
    open_hands: bool = False  # whether nodes are whole worlds, as if all cards were open
    pool: int = 0  # so many worlds, used in turn; 0: a new one each pass
    care: int = 400  # so many decisions of a pass follow the policy, all later ones are random
    length: int = 400  # the decisions of a pass at most
    swing: float = 10.0  # of a round: see `tablee.search.stakes`


def plan_for(setup: Setup) -> Plan:
    """The plan that plays a game best."""
    return Plan(swing=swing_of(setup), **BEST.get(setup.game.slug, {}))


# In games of tricks what happens some tricks later is noise, and random play makes the noise at a third of the cost.
TRICKS = {"care": 16, "levels": 2}
BEST: dict[str, dict[str, Any]] = {
    "stick-em": TRICKS,
    "sticheln": TRICKS,
    "hat-trick": TRICKS,
    "stop-it": {"length": 60},  # a game that goes on for long is only looked at for so many decisions
}
