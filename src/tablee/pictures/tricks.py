"""What the pictures of the three games of tricks share."""

from functools import lru_cache
from typing import Any

from tablee.cards import NO_CARD
from tablee.catalogue.words import Colours, card_name, cards_of
from tablee.pictures.base import Card, Deck, Part, Table
from tablee.rules.common import OVER
from tablee.rules.tricks import cards_laid, opener


class Laid(Part, frozen=True):
    seat: int
    card: Card


class TricksTable(Table, frozen=True):
    round: int  # from 1 on
    opener: int | None  # the seat that leads the first trick of the round; None once the match is over
    tricks: int  # finished in this round,
    tricks_in_round: int  # of so many
    tricks_done: int  # finished in the whole match: a new last trick has a new number
    deck: Deck
    hand: tuple[Card, ...]  # one's own


def round_number(v: Any) -> int:
    return min(int(v.round_no) + 1, int(v.rounds))


def opening_seat(v: Any) -> int | None:
    return None if v.phase == OVER else int(opener(v))


def deck(v: Any, colours: Colours) -> Deck:
    return Deck(colours[: v.colours], int(v.low), int(v.top))


def cards(masks: Any, colours: Colours) -> tuple[Card, ...]:
    """A set of cards (one mask per colour), in order of colour and number."""
    return _cards(tuple(masks.tolist()), colours)


@lru_cache(1 << 14)  # everybody at a table is shown the same heaps, again after each action
def _cards(masks: tuple[Any, ...], colours: Colours) -> tuple[Card, ...]:
    return tuple(cards_of(masks, colours))


def own_hand(v: Any, seat: int, colours: Colours) -> tuple[Card, ...]:
    return cards(v.hand[seat], colours) if seat >= 0 else ()


def cards_left(v: Any, seat: int) -> int:
    """How many of the cards dealt to the seat it has not laid."""
    return int(v.hand_size) - int(cards_laid(v, seat))


def laid_in_order(v: Any, trick: Any, leader: Any, colours: Colours) -> tuple[Laid, ...]:
    """The cards of a trick in the order in which they were laid."""
    order = [(int(leader) + step) % int(v.players) for step in range(v.players)]
    return tuple(Laid(seat, card_name(int(trick[seat]), colours)) for seat in order if trick[seat] != NO_CARD)
