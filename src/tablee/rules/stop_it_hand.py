"""Stop it!'s hand of cards: a row of groups that its owner keeps sorted, or fails to.

A group is a bundle of cards held together; what it holds is a number for each colour. The row has at most GROUPS of
them. Sorted (SI-3): every group is of one colour, and every colour is in one group. Stop cards lie beside the groups
and need no sorting (SI-9).
"""

from typing import Any

from tablee.rule import rule
from tablee.rules.common import I

SEATS = 6
COLOURS = 7
GROUPS = 8
SPECIAL = COLOURS  # the stop that concerns all cards, as a "colour" of stop cards
STOPS = COLOURS + 1

# A card's kind: 1 to 7 a colour, 8 to 14 that colour's stop, 15 the special stop.
NO_CARD = 0
FIRST_STOP = COLOURS + 1
KINDS = FIRST_STOP + STOPS  # 16, counting "no card"

HAND_FIELDS: list[Any] = [
    ("groups", I, (SEATS,)),  # how many groups the hand has
    ("group", I, (SEATS, GROUPS, COLOURS)),  # [seat, place, colour]: how many cards
    ("holding", I, (SEATS,)),  # the card taken and not yet filed
    ("stops", I, (SEATS, STOPS)),  # the stop cards in the hand
    ("dropped", I, (SEATS, KINDS)),  # [seat, kind]: the cards that lie in front of their owner
    ("owned", I, (SEATS, KINDS)),  # [seat, kind]: everything the seat has taken and not lost: all have seen it
]


@rule
def is_stop(kind: Any) -> Any:
    return kind >= FIRST_STOP


@rule
def open_group(s: Any, seat: Any, place: Any) -> None:
    """A new, empty group at a place of the row."""
    for other in range(s.groups[seat], place, -1):
        for colour in range(COLOURS):
            s.group[seat, other, colour] = s.group[seat, other - 1, colour]
    for colour in range(COLOURS):
        s.group[seat, place, colour] = 0
    s.groups[seat] += 1


@rule
def close_if_empty(s: Any, seat: Any, place: Any) -> None:
    """A group that has lost its last card leaves the row."""
    if group_size(s, seat, place) > 0:
        return
    s.groups[seat] -= 1
    for other in range(place, s.groups[seat]):
        for colour in range(COLOURS):
            s.group[seat, other, colour] = s.group[seat, other + 1, colour]
    for colour in range(COLOURS):
        s.group[seat, s.groups[seat], colour] = 0


@rule
def group_size(s: Any, seat: Any, place: Any) -> Any:
    cards = 0
    for colour in range(COLOURS):
        cards += s.group[seat, place, colour]
    return cards


@rule
def group_with(s: Any, seat: Any, colour: Any) -> Any:
    """The first group that holds a card of the colour; -1 if none does."""
    for place in range(s.groups[seat]):
        if s.group[seat, place, colour] > 0:
            return place
    return -1


@rule
def is_sorted(s: Any, seat: Any) -> Any:
    seen = 0
    for place in range(s.groups[seat]):
        colours = 0
        for colour in range(COLOURS):
            if s.group[seat, place, colour] > 0:
                colours += 1
                if (seen >> colour) & 1 == 1:
                    return False
                seen |= 1 << colour
        if colours > 1:
            return False
    return True


@rule
def put_back(s: Any, seat: Any, kind: Any) -> None:
    """A card into the hand where it belongs: with its colour, else as a new group, else into the last one."""
    if is_stop(kind):
        s.stops[seat, kind - FIRST_STOP] += 1
        return
    colour = kind - 1
    place = group_with(s, seat, colour)
    if place < 0:
        if s.groups[seat] < GROUPS:
            open_group(s, seat, s.groups[seat])
        place = s.groups[seat] - 1
    s.group[seat, place, colour] += 1


@rule
def in_hand(s: Any, seat: Any, colour: Any) -> Any:
    """How many cards of the colour are in the hand: neither dropped nor still to be filed."""
    cards = s.owned[seat, colour + 1] - s.dropped[seat, colour + 1]
    if s.holding[seat] == colour + 1:
        cards = cards - 1
    return cards
