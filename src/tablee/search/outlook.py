"""How a search looks at each game: how far, what it makes of what it sees there, and by which plan."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablee.catalogue import Game, Setup
from tablee.rules import cursed, hat_trick
from tablee.search.plan import Plan
from tablee.search.stakes import one_game, one_round, standing_of, whole_match

Function = Callable[..., Any]

HABITS = Plan()  # the others play by habit
THINKERS = Plan(others=True)  # the others are taken to think, too: better, with time enough


@dataclass(frozen=True)
class Outlook:
    """What a search needs to know of a game beyond its rules and its policy. The defaults do for any game."""

    horizon: Function = whole_match  # ends a world where the search stops looking
    standing: Function | None = None  # the scores at the horizon, where they are more than the game's own `scores`
    swing: float = 10.0  # of a round, in points: fitted by bench/stakes.py; in a whole match, how much a point counts
    swings: Mapping[str, float] = field(default_factory=dict)  # of its variants, alone or together; the first that fits
    quick: Plan = HABITS  # for a tenth of a second
    thorough: Plan = THINKERS  # for more
    wary: tuple[str, ...] = ()  # variants in which, with more time, the others' choices are searched as well


# Up to twice the passes. With more of the policy it would be stronger (bench/plans-casual.md): that is the master's.
TRICKS = Plan(care=14, depth=2)

_cursed = Outlook(
    horizon=one_round,
    standing=standing_of(cursed.round_points),
    swing=10.0,
    swings={"delayed": 4.7, "reverse mild": 4.7, "mild": 6.0, "aggravated": 13.0, "reverse": 6.2},
    quick=TRICKS,
    thorough=Plan(depth=2),
    wary=("reverse", "delayed"),  # there counting on the others' habits does not beat those who think
)

OUTLOOKS: dict[str, Outlook] = {
    "stick-em": replace(_cursed, swing=6.6),
    "sticheln": _cursed,
    "hat-trick": Outlook(
        horizon=one_round,
        standing=standing_of(hat_trick.round_points),
        swing=3.5,
        quick=TRICKS,
        thorough=Plan(others=True, care=28, depth=4),
    ),
    "shit": Outlook(swing=30.0),
    # Whether somebody wins is all there is to see at the end of a pass, and a head start for a habit outlives it.
    "stoick": Outlook(
        horizon=one_game, swing=0.5, quick=Plan(bias=0.0, slips=0), thorough=Plan(others=True, bias=0.0, slips=0)
    ),
    # A match that goes on for long is only looked at for so many decisions.
    "stop-it": Outlook(swing=1.5, quick=Plan(length=60), thorough=Plan(length=60)),
}


def outlook_of(game: Game) -> Outlook:
    return OUTLOOKS.get(game.slug, Outlook())


def swing_of(setup: Setup) -> float:
    outlook = outlook_of(setup.game)
    for variants, swing in outlook.swings.items():
        if all(setup.options.get(variant) for variant in variants.split()):
            return swing
    return outlook.swing


def plan_for(setup: Setup, thorough: bool = False) -> Plan:
    """The plan that plays a game best, in a tenth of a second or with more time."""
    outlook = outlook_of(setup.game)
    plan = replace(outlook.thorough if thorough else outlook.quick, swing=swing_of(setup))
    if thorough and any(setup.options.get(variant) for variant in outlook.wary):
        return replace(plan, others=True)
    return plan
