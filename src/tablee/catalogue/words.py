"""Names of cards with a colour and a number, and lists of them, for records and the command line."""

from collections.abc import Iterable
from typing import Any

from tablee.cards import colour_of, number_of

Colours = tuple[str, ...]


def card_name(card: int, colours: Colours) -> str:
    return f"{colours[colour_of(card)]} {number_of(card)}"


def cards_of(masks: Iterable[Any], colours: Colours) -> list[str]:
    """The names of a set of cards (one mask per colour), in order of colour and number."""
    return [
        card_name(32 * colour + bit, colours)
        for colour, mask in enumerate(masks)
        for bit in range(32)
        if int(mask) >> bit & 1
    ]


def seats_of(mask: Any) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(32) if int(mask) >> seat & 1]


def seat_or_none(seat: Any) -> int | None:
    return int(seat) if seat >= 0 else None


def numbered(verb: str, first_action: int, colours: Colours, numbers: Iterable[int]) -> dict[int, str]:
    """Action names like `play red 3` for every colour and number: 32 × colour + number + 1 from `first_action` on."""
    return {
        first_action + 32 * colour + number + 1: f"{verb} {name} {number}"
        for colour, name in enumerate(colours)
        for number in numbers
    }
