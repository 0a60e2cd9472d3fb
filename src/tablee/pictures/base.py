"""What every picture is made of.

Seats, piles and places are counted from 0, as places in the lists of the picture; a seat's line in `seats` is at its
number. Cards and colours are the words of a record. `None` means that there is none, or that it is not known.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.catalogue.words import bits_of

Card = str  # as a record writes it: `red 3`, `shit`, `red steal`, `stop red`
Colour = str


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture, or a part of one: plain data that is never changed."""


class Deck(Part, frozen=True):
    """A deck of numbers in colours."""

    colours: tuple[Colour, ...]
    low: int  # the numbers of each colour, from here
    high: int  # to here


class Table(Part, frozen=True):
    """What the pictures of all games have in common."""

    me: int | None  # the seat that looks; None: a spectator
    actors: tuple[int, ...]  # the seats that may act now
    winners: tuple[int, ...]  # the seats that have won, once the match is over


def bits_in(mask: Any) -> tuple[int, ...]:
    """The places of a mask's bits: seats, colours, numbers."""
    return bits_of(int(mask))


def winners(scores: Sequence[int], over: bool) -> tuple[int, ...]:
    if not over:
        return ()
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))
