"""A card of a colour and a number, as one int; and a set of such cards, as one mask per colour.

    card = 32 × colour + number + 1

so a card's colour is the word of the mask it belongs to, its low five bits are its bit in that word, and 0 is left
to mean "no card".
"""

from typing import Any

from tablee.bits import count
from tablee.rng import below
from tablee.rule import rule

NO_CARD = 0


@rule
def card_of(colour: Any, number: Any) -> Any:
    return colour * 32 + number + 1


@rule
def colour_of(card: Any) -> Any:
    return card >> 5


@rule
def number_of(card: Any) -> Any:
    return (card & 31) - 1


@rule
def has(cards: Any, card: Any) -> Any:
    """Whether the set `cards` (one mask per colour) holds the card."""
    return (cards[card >> 5] >> (card & 31)) & 1 == 1


@rule
def add(cards: Any, card: Any) -> None:
    cards[card >> 5] |= 1 << (card & 31)


@rule
def remove(cards: Any, card: Any) -> None:
    cards[card >> 5] &= ~(1 << (card & 31))


@rule
def count_cards(cards: Any) -> Any:
    total = 0
    for colour in range(len(cards)):
        total += count(cards[colour])
    return total


@rule
def sum_of_numbers(mask: Any) -> Any:
    """The numbers of one colour's cards, added up."""
    total = 0
    bit = 0
    while mask >> bit != 0:
        if (mask >> bit) & 1 == 1:
            total += bit - 1
        bit += 1
    return total


@rule
def deal_one(rng: Any, room: Any, left: Any) -> Any:
    """The seat that gets the next card: each with a chance in proportion to the `room` left in its hand.

    `left` is the room of all hands together. Dealing every card so is as good as a shuffle, and needs no deck.
    """
    place = below(rng, left)
    seat = 0
    while place >= room[seat]:
        place -= room[seat]
        seat += 1
    room[seat] -= 1
    return seat
