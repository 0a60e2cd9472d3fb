"""Stop it! as a picture."""

from typing import Any, Literal

from tablee.catalogue.stop_it import is_told, kind_name
from tablee.catalogue.words import seat_or_none
from tablee.pictures.base import Card, Colour, Part, Table, bits_in, winners
from tablee.rules.common import OVER
from tablee.rules.stop_it import (
    COLOUR_NAMES,
    GRACE,
    LAST,
    PILES,
    READY,
    TAKE,
    actors,
    count_points,
    pays_for_fall,
    top_of,
)
from tablee.rules.stop_it_hand import COLOURS, FIRST_STOP, KINDS, NO_CARD, in_hand, is_sorted

STOP_NAMES = tuple(kind_name(kind) for kind in range(FIRST_STOP, KINDS))

Phase = Literal["ready", "take", "grace", "last", "over"]
PHASES: dict[int, Phase] = {READY: "ready", TAKE: "take", GRACE: "grace", LAST: "last", OVER: "over"}


class StopItOptions(Part, frozen=True):
    points: int
    unaided: bool
    fall_costs: bool
    end_when_empty: bool
    false_alarm: bool
    first: int


class Pile(Part, frozen=True):
    top: Card | None  # None: the pile is empty
    cards: int


class StopItSeat(Part, frozen=True):
    score: int  # points against: 0 or less
    in_hand: tuple[int, ...] | None  # how many cards of each colour are in the hand, in the order of `colours`;
    # None: at a table without aids it is out of sight
    holding: Card | None  # taken, and not filed yet
    stops: tuple[Card, ...] | None  # in the hand, beside the groups; None: as above
    dropped: tuple[Card, ...]
    pays_for_fall: bool  # the next stop costs it a point for what it dropped, picked up or not
    passed: bool  # the piles are empty, and it has let its stops be
    groups: tuple[tuple[Card, ...], ...] | None  # the hand as it is sorted, left to right; None: out of sight
    is_sorted: bool | None  # None: out of sight


class CountedHand(Part, frozen=True):
    cards: int  # how many of the hand's cards the stop concerned
    points: int  # against: one for each of these
    fewest: bool
    unsorted: bool
    dropped: bool


class LastCount(Part, frozen=True):
    number: int  # counted from 1
    stop: Card
    hands: tuple[CountedHand, ...]  # by seat


class StopItPicture(Table, frozen=True, tag_field="game", tag="stop-it"):
    options: StopItOptions
    phase: Phase
    colours: tuple[Colour, ...]  # a card of a colour goes by its name
    stops: tuple[Card, ...]  # which cards are stops
    caller: int  # who called last, or, before the first call, says the first "go"
    called: Card | None  # the stop for which hands are about to be counted
    points_left: int  # negative cards not taken yet
    open_hands: bool  # whether all hands are shown: from a count to the next "go"
    piles: tuple[Pile, ...]
    discarded: tuple[Card, ...]  # stops called so far
    seats: tuple[StopItSeat, ...]
    last_count: LastCount | None  # at a table without aids only while hands are shown


def picture(view: Any, seat: int) -> StopItPicture:
    v = view
    seats = tuple(
        _seat(v, other, other == seat or bool(v.open_hands), is_told(v, other, seat)) for other in range(v.players)
    )
    return StopItPicture(
        me=seat_or_none(seat),
        actors=bits_in(actors(v)),
        winners=winners([line.score for line in seats], v.phase == OVER),
        options=StopItOptions(
            int(v.points),
            bool(v.unaided),
            bool(v.fall_costs),
            bool(v.end_when_empty),
            bool(v.false_alarm),
            int(v.first),
        ),
        phase=PHASES[int(v.phase)],
        colours=COLOUR_NAMES,
        stops=STOP_NAMES,
        caller=int(v.caller),
        called=_stop(v.stop) if v.phase == GRACE else None,
        points_left=int(v.points_left),
        open_hands=bool(v.open_hands),
        piles=tuple(Pile(_card(top_of(v, pile)), int(v.height[pile])) for pile in range(PILES)),
        discarded=_repeated(v.discarded, FIRST_STOP),
        seats=seats,
        last_count=_last_count(v) if v.calls and (v.open_hands or not v.unaided) else None,
    )


def _card(kind: Any) -> Card | None:
    return kind_name(int(kind)) if kind != NO_CARD else None


def _stop(stop: Any) -> Card:
    return kind_name(FIRST_STOP + int(stop))


def _repeated(counts: Any, first: int) -> tuple[Card, ...]:
    """So many cards of each kind from kind `first` on, one by one."""
    return tuple(kind_name(kind) for kind, count in enumerate(counts, first) for _ in range(count))


def _seat(v: Any, seat: int, in_sight: bool, told: bool) -> StopItSeat:
    return StopItSeat(
        score=-int(v.total[seat]),
        in_hand=tuple(int(in_hand(v, seat, colour)) for colour in range(COLOURS)) if told else None,
        holding=_card(v.holding[seat]),
        stops=_repeated(v.stops[seat], FIRST_STOP) if told else None,
        dropped=_repeated(v.dropped[seat][1:], 1),
        pays_for_fall=bool(pays_for_fall(v, seat)),
        passed=bool(v.passed >> seat & 1),
        groups=tuple(_repeated(group, 1) for group in v.group[seat][: v.groups[seat]]) if in_sight else None,
        is_sorted=bool(is_sorted(v, seat)) if in_sight else None,
    )


def _last_count(v: Any) -> LastCount:
    hands = tuple(
        CountedHand(
            cards=int(v.last_counted[seat]),
            points=int(count_points(v, seat)),
            fewest=bool(v.last_fewest >> seat & 1),
            unsorted=bool(v.last_unsorted >> seat & 1),
            dropped=bool(v.last_dropped >> seat & 1),
        )
        for seat in range(v.players)
    )
    return LastCount(int(v.calls), _stop(v.last_stop), hands)
