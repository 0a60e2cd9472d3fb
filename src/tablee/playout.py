"""Random play, as plain functions over a game's rules.

`play_on_of` builds one game's loop from its rules: a plain Python function, which `tablee.compiler` compiles for a
core. On a GPU `tablee.cuda` has a loop of its own, over many games, but picks seats and actions by the same functions.
"""

from collections.abc import Callable
from typing import Any

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


def play_on_of(rules: Any, checked: bool) -> Function:
    """`play_on(s, mask, rng)`: play at random from any position to the end; gives the number of decisions.

    With `checked`, the status of every position is taken. One with a flaw ends the game at once, and gives −1 − the
    flaws; a game without end gives −1.
    """
    actors, legal, apply, words = rules.actors, rules.legal, rules.apply, rules.WORDS
    status = rules.status if checked else assume_sound

    def play_on(s: Any, mask: Any, rng: Any) -> Any:
        decisions = 0
        while True:
            seats = actors(s)
            flaws = status(s)
            if flaws != 0 or decisions == TOO_LONG:
                return -1 - flaws
            if seats == 0:
                return decisions
            seat = random_seat(seats, rng)
            legal(s, seat, mask)
            apply(s, seat, random_action(mask, words, rng), rng)
            decisions += 1

    return play_on
