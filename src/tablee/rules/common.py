"""What every game's record and rules have in common, tricks or not."""

from typing import Any

import numpy as np

from tablee.rng import below
from tablee.rule import rule

I = np.int32  # noqa: E741 every field of every record: no other width behaves alike in all three speeds

OVER = 9  # the phase after the end, in every game


@rule
def is_over(s: Any) -> Any:
    return s.phase == OVER


@rule
def scores(s: Any, out: Any) -> None:
    """Each seat's score so far: its `total`."""
    for seat in range(s.players):
        out[seat] = s.total[seat]


@rule
def draw_kind(counts: Any, left: Any, rng: Any) -> Any:
    """A kind of card at random from `left` cards, of which there are `counts` of each kind; one fewer from now on."""
    place = below(rng, left)
    kind = 1
    while place >= counts[kind]:
        place -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind
