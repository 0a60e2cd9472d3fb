"""What a position is worth: each seat's chance to win the match.

A search looks to the end of the present round (or game, in Stoïck): the next deal is anybody's guess. How good the
scores are then is a matter of the rounds still to come. Each seat's future is taken for a sum of independent swings,
and its chance of finishing first for the share of a softmax whose heat grows with the root of the rounds left.
`bench/stakes.py` fits the swing of a round to matches between good players.
"""

import math
from typing import Any

from tablee.catalogue import Setup
from tablee.rule import rule
from tablee.rules import cursed, hat_trick
from tablee.rules.common import OVER, scores

# The typical swing of one round, in points (fitted: bench/stakes.py); SHIT! and Stop it! are one round each.
SWINGS = {"stick-em": 7.5, "sticheln": 10.0, "hat-trick": 5.0, "shit": 30.0, "stoick": 0.7, "stop-it": 1.5}
VARIANT_SWINGS = {"delayed": 4.0, "mild": 6.0, "aggravated": 16.0, "reverse": 10.5}  # the first that is on counts
OTHER_SWING = 10.0

CLARITY = 0.9  # how much of the value of the last round is the win itself; the rest keeps the score worth fighting for


def swing_of(setup: Setup) -> float:
    for variant, swing in VARIANT_SWINGS.items():
        if setup.options.get(variant):
            return swing
    return SWINGS.get(setup.game.slug, OTHER_SWING)


@rule
def one_round(s: Any) -> Any:
    """Let the match end with this round. Gives how many were to follow."""
    left = s.rounds - s.round_no - 1
    s.rounds = s.round_no + 1
    return left


@rule
def one_game(s: Any) -> Any:
    left = s.games - s.game_no - 1
    s.games = s.game_no + 1
    return left


@rule
def whole_match(s: Any) -> Any:
    return 0


HORIZONS: dict[str, Any] = {
    "stick-em": one_round,
    "sticheln": one_round,
    "hat-trick": one_round,
    "stoick": one_game,
}


# ---- how it stands ----


def standing_of(round_points: Any) -> Any:
    """The scores with what this round would bring if it ended now, by a game's `round_points`."""

    @rule
    def standing(s: Any, out: Any) -> None:
        scores(s, out)
        if s.phase != OVER:
            for seat in range(s.players):
                out[seat] += round_points(s, seat)

    return standing


_with_curses = standing_of(cursed.round_points)
STANDINGS: dict[str, Any] = {
    "stick-em": _with_curses,
    "sticheln": _with_curses,
    "hat-trick": standing_of(hat_trick.round_points),
}


@rule
def win_chances(points: Any, players: Any, finished: Any, left: Any, swing: Any, out: Any) -> None:
    """Each seat's chance to win from these scores, with so many rounds to come. `finished`: this one is over."""
    best = points[0]
    for seat in range(1, players):
        best = max(best, points[seat])
    heat = swing * math.sqrt(left + (0.0 if finished and left > 0 else 0.5))
    total = 0.0
    leaders = 0
    for seat in range(players):
        out[seat] = math.exp((points[seat] - best) / heat)
        total += out[seat]
        if points[seat] == best:
            leaders += 1
    over = finished and left == 0
    for seat in range(players):
        out[seat] /= total
        if over:
            won = 0.0
            if points[seat] == best:
                won = 1.0 / leaders
            out[seat] = CLARITY * won + (1.0 - CLARITY) * out[seat]
