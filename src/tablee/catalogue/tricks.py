"""What records say of a game of tricks: its deals, its tricks and its rounds."""

from typing import Any

from tablee.cards import NO_CARD
from tablee.catalogue.game import Json
from tablee.catalogue.words import Colours, card_name, cards_of
from tablee.rules.common import OVER
from tablee.rules.tricks import opener


def deals(s: Any) -> int:
    return int(s.round_no) + int(s.phase != OVER)


def deal(s: Any, colours: Colours) -> Json:
    return {
        "round": int(s.round_no),
        "opener": int(opener(s)),
        "hands": [cards_of(s.hand[seat], colours) for seat in range(s.players)],
        "aside": cards_of(s.aside, colours),
        "piles": [],
    }


def last_cards(s: Any, colours: Colours) -> list[str]:
    """The cards of the last trick in the order in which they were laid."""
    order = [(int(s.last_leader) + step) % int(s.players) for step in range(s.players)]
    return [card_name(int(s.last_trick[seat]), colours) for seat in order if s.last_trick[seat] != NO_CARD]


def round_result(s: Any) -> Json:
    return {"kind": "round", "scores": [int(points) for points in s.last_points[: s.players]]}


def hand(s: Any, seat: int, colours: Colours) -> list[str]:
    return cards_of(s.hand[seat], colours)
