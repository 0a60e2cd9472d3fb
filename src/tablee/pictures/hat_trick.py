"""Hat Trick as a picture."""

from typing import Any, Literal

from tablee.bits import highest
from tablee.cards import colour_of
from tablee.catalogue.words import seat_or_none
from tablee.pictures.base import Card, Colour, Part, bits_in, winners
from tablee.pictures.tricks import (
    TricksTable,
    cards,
    cards_left,
    deck,
    laid_in_order,
    opening_seat,
    own_hand,
    round_number,
)
from tablee.rules.common import OVER
from tablee.rules.hat_trick import COLOUR_NAMES, COLOURS, actors, laid_numbers, round_points, who_laid


class HatTrickOptions(Part, frozen=True):
    rounds: int
    first: int


class HatTrickSeat(Part, frozen=True):
    score: int  # of the finished rounds
    points: int  # what this round would be worth if it ended now
    cards: int  # in hand
    won: tuple[Card, ...]  # this round
    passed: tuple[Card, ...]  # this round
    laid: tuple[Card, ...]  # this round, passes too


class HatTrickLaid(Part, frozen=True):
    seat: int
    card: Card
    is_pass: bool


class Taker(Part, frozen=True):
    """Who takes the cards of a colour."""

    colour: Colour
    seat: int


class HatTrick(Part, frozen=True):
    leader: int
    laid: tuple[HatTrickLaid, ...]  # in order
    takers: tuple[Taker, ...]  # for each colour played, the first one first; while cards are laid, as it lies now


class HatTrickPicture(TricksTable, frozen=True, tag_field="game", tag="hat-trick"):
    options: HatTrickOptions
    phase: Literal["play", "over"]
    trick: HatTrick | None  # None once the match is over
    seats: tuple[HatTrickSeat, ...]
    last_trick: HatTrick | None
    last_round: tuple[int, ...]  # each seat's points; empty in the first round


def picture(view: Any, seat: int) -> HatTrickPicture:
    v = view
    seats = tuple(_seat(v, other) for other in range(v.players))
    return HatTrickPicture(
        me=seat_or_none(seat),
        actors=bits_in(actors(v)),
        winners=winners([line.score for line in seats], v.phase == OVER),
        round=round_number(v),
        opener=opening_seat(v),
        tricks=int(v.tricks),
        tricks_in_round=int(v.hand_size) - 1,
        tricks_done=int(v.tricks_done),
        deck=deck(v, COLOUR_NAMES),
        hand=own_hand(v, seat, COLOUR_NAMES),
        options=HatTrickOptions(int(v.rounds), int(v.first)),
        phase="over" if v.phase == OVER else "play",
        trick=_trick(v) if v.phase != OVER else None,
        seats=seats,
        last_trick=_last_trick(v) if v.tricks_done else None,
        last_round=tuple(int(points) for points in v.last_points[: v.players]) if v.round_no else (),
    )


def _seat(v: Any, seat: int) -> HatTrickSeat:
    return HatTrickSeat(
        score=int(v.total[seat]),
        points=int(round_points(v, seat)),
        cards=cards_left(v, seat),
        won=cards(v.won[seat], COLOUR_NAMES),
        passed=cards(v.passed[seat], COLOUR_NAMES),
        laid=cards(v.played[seat], COLOUR_NAMES),
    )


def _trick(v: Any) -> HatTrick:
    takers = {}
    for colour in range(COLOURS):
        numbers = laid_numbers(v, colour)
        if numbers:
            takers[colour] = int(who_laid(v, 32 * colour + highest(numbers)))
    return _with_takers(v, v.trick, v.leader, takers)


def _last_trick(v: Any) -> HatTrick:
    takers = {colour: int(winner) for colour, winner in enumerate(v.last_winner) if winner >= 0}
    return _with_takers(v, v.last_trick, v.last_leader, takers)


def _with_takers(v: Any, trick: Any, leader: Any, takers: dict[int, int]) -> HatTrick:
    """A trick in order. A card whose colour nobody takes was passed."""
    laid = laid_in_order(v, trick, leader, COLOUR_NAMES)
    colours = [int(colour_of(trick[one.seat])) for one in laid]
    return HatTrick(
        leader=int(leader),
        laid=tuple(
            HatTrickLaid(one.seat, one.card, colour not in takers) for one, colour in zip(laid, colours, strict=True)
        ),
        takers=tuple(
            Taker(COLOUR_NAMES[colour], takers[colour]) for colour in dict.fromkeys(colours) if colour in takers
        ),
    )
