"""Random play, as plain functions over a game's rules: what the batches run, at whatever speed.

`playout_of(rules)` builds one game's loop from its rules. The loop is a plain Python function; `tablee.compiler`
compiles the very same for a core, `tablee.cuda` for a GPU.
"""

from collections.abc import Callable
from typing import Any

from tablee.bits import count, lowest, nth
from tablee.rng import below
from tablee.rule import rule

TOO_LONG = 1 << 20  # decisions after which a playout gives up on a game: no game of ours comes near


@rule
def random_seat(seats: Any, rng: Any) -> Any:
    """One of the seats of a bit mask, each as likely. Costs no randomness where there is only one."""
    if seats & (seats - 1) == 0:
        return lowest(seats)
    return nth(seats, below(rng, count(seats)))


@rule
def random_action(mask: Any, rng: Any) -> Any:
    """One of the actions of a mask, each as likely."""
    choices = 0
    for word in range(len(mask)):
        if mask[word] != 0:
            choices += count(mask[word])
    place = below(rng, choices)
    for word in range(len(mask)):
        if mask[word] != 0:
            here = count(mask[word])
            if place < here:
                return 32 * word + nth(mask[word], place)
            place -= here
    return -1


def playout_of(
    start: Callable[..., Any],
    actors: Callable[..., Any],
    legal: Callable[..., Any],
    apply: Callable[..., Any],
    status: Callable[..., Any] | None,
    random_seat: Callable[..., Any] = random_seat,
    random_action: Callable[..., Any] = random_action,
) -> Callable[..., Any]:
    """`playout(s, mask, rng)`: deal, play at random to the end, give the number of decisions.

    With `status`, every position on the way is checked: a flaw ends the game, which then gives −1 − the flaws.
    """

    if status is None:

        def playout(s: Any, mask: Any, rng: Any) -> Any:
            start(s, rng)
            decisions = 0
            seats = actors(s)
            while seats != 0 and decisions < TOO_LONG:
                seat = random_seat(seats, rng)
                legal(s, seat, mask)
                apply(s, seat, random_action(mask, rng), rng)
                decisions += 1
                seats = actors(s)
            return decisions

        return playout

    def checked_playout(s: Any, mask: Any, rng: Any) -> Any:
        start(s, rng)
        decisions = 0
        seats = actors(s)
        while seats != 0 and decisions < TOO_LONG:
            flaws = status(s)
            if flaws != 0:
                return -1 - flaws
            seat = random_seat(seats, rng)
            legal(s, seat, mask)
            apply(s, seat, random_action(mask, rng), rng)
            decisions += 1
            seats = actors(s)
        return decisions

    return checked_playout
