"""Stick 'Em and Sticheln as pictures."""

from typing import Any, Literal, TypeVar

from tablee.cards import NO_CARD
from tablee.catalogue.words import Colours, card_name, seat_or_none
from tablee.pictures.base import Card, Colour, Part, bits_in, winners
from tablee.pictures.tricks import (
    Laid,
    TricksTable,
    cards,
    cards_left,
    deck,
    laid_in_order,
    opening_seat,
    own_hand,
    round_number,
)
from tablee.rules import sticheln, stick_em
from tablee.rules.common import OVER
from tablee.rules.cursed import (
    COLOUR_CHOICE,
    CURSE,
    PLAY,
    actors,
    heap_in_sight,
    heaps_in_sight,
    round_points,
    strength,
    tricks_per_round,
)

Phase = Literal["curse", "play", "colour", "over"]
PHASES: dict[int, Phase] = {CURSE: "curse", PLAY: "play", COLOUR_CHOICE: "colour", OVER: "over"}


FLAGS = ("reverse", "mild", "aggravated", "hazy", "delayed", "zeros_to_leader", "unaided")


class CursedOptions(Part, frozen=True):
    rounds: int
    first: int
    reverse: bool  # the first five are Sticheln's
    mild: bool
    aggravated: bool
    hazy: bool
    delayed: bool
    zeros_to_leader: bool  # in Sticheln always
    unaided: bool


class CursedSeat(Part, frozen=True):
    score: int  # of the finished rounds
    points: int | None  # what this round would be worth if it ended now; None: no curse is known, or no heap
    cards: int  # in hand
    chosen: int  # how many curses are picked, in sight or not
    curses: tuple[Card, ...]  # the curse (Reverse: lucky) cards in sight
    cursed: tuple[Colour, ...]  # the colours they curse, or that were picked (Delayed)
    won: tuple[Card, ...] | None  # the cards of the tricks won this round; None: they lie face down
    laid: tuple[Card, ...] | None  # what the seat has laid this round; None: nobody keeps count


class CursedTrick(Part, frozen=True):
    leader: int
    laid: tuple[Laid, ...]  # in order
    winner: int | None  # while cards are laid, who would win it as it lies; None: nobody


class FinishedRound(Part, frozen=True):
    """A seat's part in the last round."""

    points: int
    curses: tuple[Card, ...]
    cursed: tuple[Colour, ...]


class CursedPicture(TricksTable, frozen=True):
    options: CursedOptions
    phase: Phase
    trick: CursedTrick | None  # None: no cards are being laid
    aside: tuple[Card, ...]  # left over from the deal
    lost: tuple[Card, ...] | None  # of the tricks nobody won; None: they lie face down
    seats: tuple[CursedSeat, ...]
    last_trick: CursedTrick | None
    last_round: tuple[FinishedRound, ...]  # by seat; empty in the first round


class StickEmPicture(CursedPicture, frozen=True, tag_field="game", tag="stick-em"):
    pass


class StichelnPicture(CursedPicture, frozen=True, tag_field="game", tag="sticheln"):
    pass


Some = TypeVar("Some", StickEmPicture, StichelnPicture)


def stick_em_picture(view: Any, seat: int) -> StickEmPicture:
    return _picture(StickEmPicture, view, seat, stick_em.COLOUR_NAMES)


def sticheln_picture(view: Any, seat: int) -> StichelnPicture:
    return _picture(StichelnPicture, view, seat, sticheln.COLOUR_NAMES)


def _picture(kind: type[Some], v: Any, seat: int, colours: Colours) -> Some:
    seats = tuple(_seat(v, other, seat, colours) for other in range(v.players))
    return kind(
        me=seat_or_none(seat),
        actors=bits_in(actors(v)),
        winners=winners([line.score for line in seats], v.phase == OVER),
        round=round_number(v),
        opener=opening_seat(v),
        tricks=int(v.tricks),
        tricks_in_round=int(tricks_per_round(v)),
        tricks_done=int(v.tricks_done),
        deck=deck(v, colours),
        hand=own_hand(v, seat, colours),
        options=_options(v),
        phase=PHASES[int(v.phase)],
        trick=_trick(v, colours) if v.phase == PLAY else None,
        aside=cards(v.aside, colours),
        lost=cards(v.lost, colours) if heaps_in_sight(v) else None,
        seats=seats,
        last_trick=_last_trick(v, colours) if v.tricks_done else None,
        last_round=tuple(_last_round(v, other, colours) for other in range(v.players)) if v.round_no else (),
    )


def _options(v: Any) -> CursedOptions:
    return CursedOptions(int(v.rounds), int(v.first), *(bool(v[name]) for name in FLAGS))


def _seat(v: Any, seat: int, watcher: int, colours: Colours) -> CursedSeat:
    return CursedSeat(
        score=int(v.total[seat]),
        points=int(round_points(v, seat)) if v.cursed[seat] and heaps_in_sight(v) else None,
        cards=cards_left(v, seat) - (0 if v.delayed else int(v.chosen[seat])),
        chosen=int(v.chosen[seat]),
        curses=_curses(v.curse[seat], colours),
        cursed=_colours(v.cursed[seat], colours),
        won=cards(v.won[seat], colours) if heap_in_sight(v, seat, watcher) else None,
        laid=cards(v.played[seat], colours) if heaps_in_sight(v) else None,
    )


def _trick(v: Any, colours: Colours) -> CursedTrick:
    laid = laid_in_order(v, v.trick, v.leader, colours)
    strengths = [int(strength(v, v.trick[card.seat])) for card in laid]
    best = max(strengths, default=0)
    winner = laid[strengths.index(best)].seat if best else None  # of equals the earliest; zeros have no strength
    if laid and winner is None and v.zeros_to_leader:
        winner = int(v.leader)
    return CursedTrick(int(v.leader), laid, winner)


def _last_trick(v: Any, colours: Colours) -> CursedTrick:
    laid = laid_in_order(v, v.last_trick, v.last_leader, colours)
    return CursedTrick(int(v.last_leader), laid, seat_or_none(v.last_winner))


def _last_round(v: Any, seat: int, colours: Colours) -> FinishedRound:
    curses, cursed = _curses(v.last_curse[seat], colours), _colours(v.last_cursed[seat], colours)
    return FinishedRound(int(v.last_points[seat]), curses, cursed)


def _curses(picked: Any, colours: Colours) -> tuple[Card, ...]:
    return tuple(card_name(int(card), colours) for card in picked if card != NO_CARD)


def _colours(mask: Any, colours: Colours) -> tuple[Colour, ...]:
    return tuple(colours[colour] for colour in bits_in(mask))
