"""SHIT! as a picture."""

from typing import Any, Literal

from tablee.cards import NO_CARD
from tablee.catalogue.shit import card as card_word
from tablee.catalogue.words import cards_of, seat_or_none
from tablee.pictures.base import Card, Deck, Part, Table, bits_in, winners
from tablee.rules.common import OVER
from tablee.rules.shit import COLOUR_NAMES, COLOURS, GENERATIONS, NUMBERS, SHIT, actors, distance, unseen_of

RING = Deck(COLOUR_NAMES, 1, NUMBERS)


class ShitOptions(Part, frozen=True):
    target: int


class ShitSeat(Part, frozen=True):
    score: int
    cards: int  # number cards held; one that lies face down counts too, since nobody knows yet that it is one
    has_laid: bool


class ShitLaid(Part, frozen=True):
    seat: int
    card: Card
    distance: int | None  # from the centre; None for SHIT!


class FinishedTurn(Part, frozen=True):
    centre: Card
    laid: tuple[ShitLaid, ...]  # by seat
    winner: int | None  # None: all laid SHIT!
    points: int


class Unseen(Part, frozen=True):
    """Cards last shuffled together that are out of sight: who holds how many of them is known, not which."""

    cards: tuple[Card, ...]
    held: tuple[int, ...]  # how many of them are with each seat, those face down included
    in_pile: int


class ShitPicture(Table, frozen=True, tag_field="game", tag="shit"):
    options: ShitOptions
    phase: Literal["lay", "over"]
    ring: Deck  # the number cards in order: colour by colour, each from its lowest to its highest, and round again
    turns: int  # finished
    centre: Card | None  # None once the match is over
    pile: int  # cards left to draw
    aside: tuple[Card, ...]  # what was set aside since the last shuffle
    shuffles: int  # of what was set aside, so far
    seats: tuple[ShitSeat, ...]
    hand: tuple[Card, ...]  # one's own number cards
    has_shit: bool  # whether one's own SHIT! card is in the hand, too
    distances: tuple[int, ...]  # of the hand's cards from the centre; empty once the match is over
    laid: Card | None  # what oneself has laid face down
    unseen: tuple[Unseen, ...]
    last_turn: FinishedTurn | None


def picture(view: Any, seat: int) -> ShitPicture:
    v = view
    seats = tuple(_seat(v, other) for other in range(v.players))
    hand = (
        [32 * colour + bit for colour in range(COLOURS) for bit in bits_in(v.hand[seat, colour])] if seat >= 0 else []
    )
    return ShitPicture(
        me=seat_or_none(seat),
        actors=bits_in(actors(v)),
        winners=winners([line.score for line in seats], v.phase == OVER),
        options=ShitOptions(int(v.target)),
        phase="over" if v.phase == OVER else "lay",
        ring=RING,
        turns=int(v.turns),
        centre=_word(v.centre),
        pile=int(v.pile_size) - int(v.drawn),
        aside=tuple(cards_of(v.aside, COLOUR_NAMES)),
        shuffles=int(v.shuffles) - 1,  # the first was the deal
        seats=seats,
        hand=tuple(card_word(card) for card in hand),
        has_shit=seat >= 0 and bool(v.laid[seat] != SHIT),
        distances=tuple(int(distance(v.centre, card)) for card in hand) if v.centre != NO_CARD else (),
        laid=_word(v.laid[seat]) if seat >= 0 else None,
        unseen=_unseen(v, seat),
        last_turn=_last_turn(v) if v.turns else None,
    )


def _word(card: Any) -> Card | None:
    return card_word(int(card)) if card != NO_CARD else None


def _seat(v: Any, seat: int) -> ShitSeat:
    return ShitSeat(int(v.total[seat]), int(sum(v.held[seat])), bool(v.ready >> seat & 1))


def _last_turn(v: Any) -> FinishedTurn:
    laid = []
    for seat in range(v.players):
        card = int(v.last_laid[seat])
        far = None if card == SHIT else int(distance(v.last_centre, card))
        laid.append(ShitLaid(seat, card_word(card), far))
    return FinishedTurn(card_word(int(v.last_centre)), tuple(laid), seat_or_none(v.last_winner), int(v.last_points))


def _unseen(v: Any, me: int) -> tuple[Unseen, ...]:
    shuffles = []
    for generation in range(GENERATIONS):
        if not any(v.born[generation]):
            continue
        cards = cards_of([unseen_of(v, generation, colour) for colour in range(COLOURS)], COLOUR_NAMES)
        if cards:
            held = [0 if seat == me else int(v.held[seat, generation]) for seat in range(v.players)]
            shuffles.append(Unseen(tuple(cards), tuple(held), len(cards) - sum(held)))
    return tuple(shuffles)
