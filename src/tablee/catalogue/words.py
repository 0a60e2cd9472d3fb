"""Names of cards with a colour and a number, and lists of them, for records and the command line."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from tablee.cards import colour_of, number_of

Colours = tuple[str, ...]


@cache  # a table is drawn again with every action, and there are only so many cards
def card_name(card: int, colours: Colours) -> str:
    return f"{colours[colour_of(card)]} {number_of(card)}"


def cards_of(masks: Iterable[Any], colours: Colours) -> list[str]:
    """The names of a set of cards (one mask per colour), in order of colour and number."""
    return [
        card_name(32 * colour + bit, colours)
        for colour, mask in enumerate(masks)
        if mask  # most are empty
        for bit in bits_of(int(mask))
    ]


@lru_cache(1 << 14)
def bits_of(mask: int) -> tuple[int, ...]:
    """The places of the bits of a mask of up to 32."""
    return tuple(bit for bit in range(32) if mask >> bit & 1)


def seats_of(mask: Any) -> list[int]:
    """The seats of a bit mask."""
    return list(bits_of(int(mask)))


def seat_or_none(seat: Any) -> int | None:
    return int(seat) if seat >= 0 else None


def numbered(verb: str, first_action: int, colours: Colours, numbers: Iterable[int]) -> dict[int, str]:
    """Action names like `play red 3` for every colour and number: 32 × colour + number + 1 from `first_action` on."""
    return {
        first_action + 32 * colour + number + 1: f"{verb} {name} {number}"
        for colour, name in enumerate(colours)
        for number in numbers
    }
