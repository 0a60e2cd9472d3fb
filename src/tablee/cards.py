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
    # A card's place in the mask, from 0 to 30, has five binary digits: each of the five masks is of the places that
    # have that digit, so its count times 1, 2, 4, 8 or 16 is what the digit adds. Less 1 a card: a place is number + 1.
    ones = count(mask & 0x2AAAAAAA) - count(mask)
    twos = count(mask & 0x4CCCCCCC) + 2 * count(mask & 0x70F0F0F0)
    return ones + 2 * twos + 8 * (count(mask & 0x7F00FF00) + 2 * count(mask & 0x7FFF0000))


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
