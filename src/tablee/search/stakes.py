"""What a position is worth: each seat's chance to win the match.

A search looks to the end of the present round (or game, in Stoïck): the next deal is anybody's guess. How good the
scores are then is a matter of the rounds still to come. Each seat's future is taken for a sum of independent swings,
and its chance of finishing first for the share of a softmax whose heat grows with the root of the rounds left.

What steers a search is that chance, and a little more where the match is over: points count some even then, or whoever
cannot win any more would not care what they lay.
"""

import math
from typing import Any

from tablee.rule import rule
from tablee.rules.common import OVER, scores

CLARITY = 0.9  # how much of what the end of a match is worth is the win itself; the rest is for the points


# ---- how far to look ----


@rule
def one_round(s: Any) -> Any:
    """Let the match end with this round. Gives how many were to follow."""
    left = s.rounds - s.round_no - 1
    s.rounds = s.round_no + 1
    return left


@rule
def one_game(s: Any) -> Any:
    """Let the match end with this game. Gives how many were to follow."""
    left = s.games - s.game_no - 1
    s.games = s.game_no + 1
    return left


@rule
def whole_match(s: Any) -> Any:
    """Look to the very end."""
    return 0


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


# ---- what that is worth ----


@rule
def win_chances(points: Any, players: Any, finished: Any, left: Any, swing: Any, chances: Any, worths: Any) -> None:
    """Each seat's chance to win from these scores, with so many rounds to come, and what that is worth to a search.

    `finished`: this round is over.
    """
    best = points[0]
    for seat in range(1, players):
        best = max(best, points[seat])
    heat = swing * math.sqrt(left + (0.0 if finished and left > 0 else 0.5))
    total = 0.0
    leaders = 0
    for seat in range(players):
        worths[seat] = math.exp((points[seat] - best) / heat)
        total += worths[seat]
        if points[seat] == best:
            leaders += 1
    over = finished and left == 0
    for seat in range(players):
        worths[seat] /= total
        chances[seat] = worths[seat]
        if over:
            chances[seat] = 0.0
            if points[seat] == best:
                chances[seat] = 1.0 / leaders
            worths[seat] = CLARITY * chances[seat] + (1.0 - CLARITY) * worths[seat]
