"""Random play, as plain functions over a game's rules: what the batches run, at whatever speed.

`playout_of(rules)` builds one game's loop from its rules. The loop is a plain Python function; `tablee.compiler`
compiles the very same for a core, `tablee.cuda` for a GPU.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from tablee.bits import count, lowest, nth
from tablee.rng import below
from tablee.rule import rule

Function = Callable[..., Any]

TOO_LONG = 1 << 22  # decisions after which a playout gives up on a game: no game of ours comes near


@rule
def random_seat(seats: Any, rng: Any) -> Any:
    """One of the seats of a bit mask, each as likely. Costs no randomness where there is only one."""
    if seats & (seats - 1) == 0:
        return lowest(seats)
    return nth(seats, below(rng, count(seats)))


@rule
def random_action(mask: Any, words: Any, rng: Any) -> Any:
    """One of the actions of a mask of so many words, each as likely."""
    choices = 0
    for word in range(words):
        choices += count(mask[word])
    place = below(rng, choices)
    # Walk all words rather than stop at the right one: a branch that cannot be predicted costs more.
    chosen = 0
    before = 0
    here = 0
    for word in range(words):
        here += count(mask[word])
        if here <= place:
            chosen = word + 1
            before = here
    return 32 * chosen + nth(mask[chosen], place - before)


@rule
def assume_sound(s: Any) -> Any:
    """In place of a game's `status`, for play that is not checked."""
    return 0


class Moves(NamedTuple):
    """The functions that a playout calls: a game's rules, as they are or compiled for a device."""

    start: Function
    actors: Function
    legal: Function
    apply: Function
    status: Function  # `assume_sound` where play is not to be checked
    random_seat: Function = random_seat
    random_action: Function = random_action


def playout_of(moves: Moves, words: int) -> Function:
    """`playout(s, mask, rng)`: deal, play at random to the end, give the number of decisions.

    A position with a flaw ends the game at once: it then gives −1 − the flaws. So does a game without end: −1.
    """
    start, actors, legal, apply, status, random_seat, random_action = moves

    def playout(s: Any, mask: Any, rng: Any) -> Any:
        start(s, rng)
        decisions = 0
        seats = actors(s)
        while seats != 0:
            flaws = status(s)
            if flaws != 0 or decisions == TOO_LONG:
                return -1 - flaws
            seat = random_seat(seats, rng)
            legal(s, seat, mask)
            apply(s, seat, random_action(mask, words, rng), rng)
            decisions += 1
            seats = actors(s)
        return decisions

    return playout
