"""SHIT!, by Reinhard Staupe. 2 to 6 players, 10 to 20 minutes.

- SH-1  Fifty number cards in a ring: blue, red, green, yellow, violet, each 1–10; after violet 10 comes blue 1. And
  one SHIT! card for each player, always theirs.
- SH-2  Four number cards each; the rest is the face-down pile.
- SH-3  Each turn the top of the pile is turned up as the centre; everybody lays a card face down; all are revealed.
- SH-4  Distance runs forward round the ring, from the centre card to the laid one: 1 to 49.
- SH-5  The nearest number card alone scores its distance. If everybody laid SHIT!, nobody scores.
- SH-6  Laid number cards and the centre are set aside.
- SH-7  Who laid SHIT! takes it back and draws a card.
- SH-8  When a card is needed and the pile is empty, what was set aside is shuffled into a new pile. Draws go clockwise
  from the seat after the one that drew last, after this turn's cards were set aside; the last card there is is kept for
  the next centre.
- SH-9  Without number cards one can only lay SHIT!.
- SH-10  The first to reach the target, 120 points (150 with two players), wins at once.
- SH-11  When everybody has laid SHIT! fifty turns running, the match ends: the highest total wins.

By version 1 of these rules draws went clockwise from seat 0, and nothing ended a match in which nobody lays a card.

What a player could remember: every card that was ever set aside. So after a shuffle everybody knows which cards make
up the new pile, and therefore which ones are still in hands. The record keeps that as generations: the cards whose
last shuffle was the same, and how many of each generation each player holds.

Actions: 32 × colour + number + 1 lays that card (`lay blue 7`), SHIT lays SHIT! (`lay shit`).
"""

from typing import Any

import numpy as np

from tablee.bits import count
from tablee.cards import NO_CARD, add, card_of, colour_of, count_cards, has, number_of, remove
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.common import OVER, I
from tablee.rules.common import is_over as is_over
from tablee.rules.common import scores as scores

VERSION, OLDEST = 2, 1
SEATS = 6
COLOURS = 5
COLOUR_NAMES = ("blue", "red", "green", "yellow", "violet")  # in the order of the ring
NUMBERS = 10
CARDS = COLOURS * NUMBERS
HAND = 4
IDLE = 50  # turns running without a number card, and the match ends
GENERATIONS = 24  # shuffles that are kept apart; should more be alive at once, two of them are merged

SHIT = card_of(COLOURS, 0)  # a sixth colour with a single card, one for each player
WORDS = COLOURS + 1

LAY = 0

STATE = np.dtype(
    [
        ("players", I),
        ("version", I),  # of the rules that the match is played by
        ("target", I),
        ("phase", I),
        ("turns", I),  # turns finished
        ("centre", I),  # the card the others are measured from
        ("hand", I, (SEATS, COLOURS)),  # [seat, colour]: the number cards held, one bit a number
        ("laid", I, (SEATS,)),  # the card each seat has laid face down this turn
        ("ready", I),  # bit mask of the seats that have laid
        ("pile", I, (CARDS,)),  # the pile as it was last shuffled, top first,
        ("pile_size", I),  # of so many cards,
        ("drawn", I),  # of which so many are gone
        ("shuffles", I),  # how often it was shuffled
        ("aside", I, (COLOURS,)),  # what was set aside, for all to see
        ("total", I, (SEATS,)),
        ("draws_first", I),  # the seat after the one that drew last
        ("idle", I),  # turns running in which everybody laid SHIT!
        ("generation", I),  # the present pile's generation
        ("born", I, (GENERATIONS, COLOURS)),  # [generation, colour]: the cards last shuffled then
        ("held", I, (SEATS, GENERATIONS)),  # how many number cards of each generation a seat holds (laid ones too)
        ("last_centre", I),  # the last finished turn: its centre,
        ("last_laid", I, (SEATS,)),  # what everybody laid,
        ("last_winner", I),  # who scored; -1 nobody,
        ("last_points", I),  # and how much
    ]
)


# ---- the ring -------------------------------------------------------------------------------------------------


@rule
def place_on_ring(card: Any) -> Any:
    return NUMBERS * colour_of(card) + number_of(card) - 1


@rule
def distance(centre: Any, card: Any) -> Any:
    """How far forward the card lies from the centre (SH-4)."""
    return (place_on_ring(card) - place_on_ring(centre)) % CARDS


# ---- the pile -------------------------------------------------------------------------------------------------


@rule
def shuffle(s: Any, size: Any, rng: Any) -> None:
    """Shuffle the first `size` cards that stand in the pile's array into a fresh pile."""
    for place in range(size - 1, 0, -1):
        other = below(rng, place + 1)
        card = s.pile[place]
        s.pile[place] = s.pile[other]
        s.pile[other] = card
    s.pile_size = size
    s.drawn = 0
    s.shuffles += 1


@rule
def refill(s: Any, rng: Any) -> None:
    """Shuffle what was set aside into a new pile (SH-8): a new generation, since all know which cards these are."""
    s.generation = free_generation(s)
    size = 0
    for colour in range(COLOURS):
        for number in range(1, NUMBERS + 1):
            card = card_of(colour, number)
            if has(s.aside, card):
                s.pile[size] = card
                size += 1
        for generation in range(GENERATIONS):
            s.born[generation, colour] &= ~s.aside[colour]
        s.born[s.generation, colour] |= s.aside[colour]
        s.aside[colour] = 0
    shuffle(s, size, rng)


@rule
def free_generation(s: Any) -> Any:
    """A generation of which nobody holds a card any more; if there is none, two are merged to make room."""
    for generation in range(GENERATIONS):
        holders = 0
        for seat in range(s.players):
            holders += s.held[seat, generation]
        if holders == 0:
            return generation
    for seat in range(s.players):
        s.held[seat, 0] += s.held[seat, 1]
        s.held[seat, 1] = 0
    for colour in range(COLOURS):
        s.born[0, colour] |= s.born[1, colour]
        s.born[1, colour] = 0
    return 1


@rule
def draw(s: Any, rng: Any) -> Any:
    """The top card of the pile, which is refilled first if it is empty."""
    if s.drawn == s.pile_size:
        refill(s, rng)
    s.drawn += 1
    return s.pile[s.drawn - 1]


@rule
def available(s: Any) -> Any:
    """How many cards could still be drawn, a refill included."""
    return s.pile_size - s.drawn + count_cards(s.aside)


@rule
def take_card(s: Any, seat: Any, rng: Any) -> None:
    card = draw(s, rng)
    add(s.hand[seat], card)
    s.held[seat, s.generation] += 1


@rule
def start(s: Any, rng: Any) -> None:
    place = 0
    for colour in range(COLOURS):
        for number in range(1, NUMBERS + 1):
            card = card_of(colour, number)
            s.pile[place] = card
            add(s.born[0], card)
            place += 1
    shuffle(s, CARDS, rng)
    for _ in range(HAND):
        for seat in range(s.players):
            take_card(s, seat, rng)
    s.centre = draw(s, rng)
    s.phase = LAY


# ---- what may be done -----------------------------------------------------------------------------------------


@rule
def actors(s: Any) -> Any:
    if s.phase == OVER:
        return 0
    return ((1 << s.players) - 1) & ~s.ready


@rule
def is_legal(s: Any, seat: Any, action: Any) -> Any:
    if action < 0 or action >= 32 * WORDS or (actors(s) >> seat) & 1 == 0:
        return False
    return action == SHIT or (colour_of(action) < COLOURS and has(s.hand[seat], action))


@rule
def legal(s: Any, seat: Any, mask: Any) -> None:
    for word in range(WORDS):
        mask[word] = 0
    if (actors(s) >> seat) & 1 == 1:
        for colour in range(COLOURS):
            mask[colour] = s.hand[seat, colour]
        mask[COLOURS] = 1 << (SHIT & 31)


# ---- what it does ---------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, action: Any, rng: Any) -> None:
    s.laid[seat] = action
    s.ready |= 1 << seat
    if action != SHIT:
        remove(s.hand[seat], action)
    if actors(s) == 0:
        reveal(s)
        if s.phase != OVER:
            next_turn(s, rng)


@rule
def reveal(s: Any) -> None:
    """Turn the laid cards over: the nearest scores (SH-5), and all are set aside (SH-6)."""
    winner = -1
    nearest = CARDS
    for seat in range(s.players):
        if s.laid[seat] != SHIT and distance(s.centre, s.laid[seat]) < nearest:
            nearest = distance(s.centre, s.laid[seat])
            winner = seat
    s.last_winner = winner
    s.last_points = 0
    if winner >= 0:
        s.last_points = nearest
        s.total[winner] += nearest
        if s.total[winner] >= s.target:
            s.phase = OVER
    if s.version > 1:
        end_idleness(s)
    s.last_centre = s.centre
    add(s.aside, s.centre)
    s.centre = NO_CARD
    for seat in range(s.players):
        s.last_laid[seat] = s.laid[seat]
        s.laid[seat] = NO_CARD
        if s.last_laid[seat] != SHIT:
            add(s.aside, s.last_laid[seat])
            forget(s, seat, s.last_laid[seat])
    s.ready = 0
    s.turns += 1


@rule
def end_idleness(s: Any) -> None:
    """With every number card in somebody's hand the same centre would come back for ever (SH-11)."""
    if s.last_winner >= 0:
        s.idle = 0
    else:
        s.idle += 1
        if s.idle == IDLE:
            s.phase = OVER


@rule
def forget(s: Any, seat: Any, card: Any) -> None:
    """The seat holds one card fewer of the card's generation."""
    for generation in range(GENERATIONS):
        if has(s.born[generation], card):
            s.held[seat, generation] -= 1


@rule
def next_turn(s: Any, rng: Any) -> None:
    """Who laid SHIT! draws, as long as a card is left for the next centre (SH-7, SH-8)."""
    first = s.draws_first
    for step in range(s.players):
        seat = (first + step) % s.players
        if s.last_laid[seat] == SHIT and available(s) > 1:
            take_card(s, seat, rng)
            if s.version > 1:
                s.draws_first = (seat + 1) % s.players
    s.centre = draw(s, rng)


# ---- what is known --------------------------------------------------------------------------------------------


@rule
def show_public(s: Any, out: Any) -> None:
    out.players = s.players
    out.version = s.version
    out.target = s.target
    out.phase = s.phase
    out.turns = s.turns
    out.centre = s.centre
    out.ready = s.ready
    out.pile_size = s.pile_size
    out.drawn = s.drawn
    out.shuffles = s.shuffles
    out.generation = s.generation
    out.draws_first = s.draws_first
    out.idle = s.idle
    out.last_centre = s.last_centre
    out.last_winner = s.last_winner
    out.last_points = s.last_points
    for colour in range(COLOURS):
        out.aside[colour] = s.aside[colour]
        for generation in range(GENERATIONS):
            out.born[generation, colour] = s.born[generation, colour]
    for seat in range(s.players):
        # `held` counts a card that lies face down too: nobody knows yet whether it is a number card.
        out.total[seat] = s.total[seat]
        out.last_laid[seat] = s.last_laid[seat]
        for generation in range(GENERATIONS):
            out.held[seat, generation] = s.held[seat, generation]


@rule
def show_own(s: Any, seat: Any, out: Any) -> None:
    out.laid[seat] = s.laid[seat]
    for colour in range(COLOURS):
        out.hand[seat, colour] = s.hand[seat, colour]


@rule
def view(s: Any, seat: Any, out: Any) -> None:
    show_public(s, out)
    if seat >= 0:
        show_own(s, seat, out)


@rule
def unseen_of(v: Any, generation: Any, colour: Any) -> Any:
    """The cards of a generation and colour that the viewer cannot place: in another hand, or in the pile."""
    cards = v.born[generation, colour] & ~v.aside[colour]
    for seat in range(v.players):
        cards &= ~v.hand[seat, colour]
        if v.laid[seat] != NO_CARD and colour_of(v.laid[seat]) == colour:
            cards &= ~(1 << (v.laid[seat] & 31))
    if v.centre != NO_CARD and colour_of(v.centre) == colour:
        cards &= ~(1 << (v.centre & 31))
    return cards


@rule
def world(v: Any, seat: Any, rng: Any, out: Any) -> None:
    show_public(v, out)
    if seat >= 0:
        show_own(v, seat, out)
    stacked = v.drawn
    for generation in range(GENERATIONS):
        left = 0
        for colour in range(COLOURS):
            left += count(unseen_of(v, generation, colour))
        for other in range(v.players):
            out.last_laid[other] = 0  # for the moment: scratch space for what each seat still gets
            if other != seat:
                out.last_laid[other] = v.held[other, generation]
        for colour in range(COLOURS):
            cards = unseen_of(v, generation, colour)
            for number in range(1, NUMBERS + 1):
                card = card_of(colour, number)
                if (cards >> (card & 31)) & 1 == 1:
                    place = below(rng, left)
                    left -= 1
                    stacked = deal_unseen(out, card, place, stacked, rng)
    for other in range(v.players):
        out.last_laid[other] = v.last_laid[other]
        if other != seat and (v.ready >> other) & 1 == 1:
            lay_unseen(out, other, rng)


@rule
def deal_unseen(s: Any, card: Any, place: Any, stacked: Any, rng: Any) -> Any:
    """Give the card to the seat that `place` falls on, or put it into the pile. Gives the height of the pile."""
    for seat in range(s.players):
        if place < s.last_laid[seat]:
            s.last_laid[seat] -= 1
            add(s.hand[seat], card)
            return stacked
        place -= s.last_laid[seat]
    # At a random place among those stacked so far: the order of the pile is as unknown as its cards.
    other = s.drawn + below(rng, stacked - s.drawn + 1)
    s.pile[stacked] = s.pile[other]
    s.pile[other] = card
    return stacked + 1


@rule
def lay_unseen(s: Any, seat: Any, rng: Any) -> None:
    """Whoever has laid may have laid any card of the hand, or SHIT!."""
    place = below(rng, count_cards(s.hand[seat]) + 1)
    s.laid[seat] = SHIT
    for colour in range(COLOURS):
        for number in range(1, NUMBERS + 1):
            card = card_of(colour, number)
            if has(s.hand[seat], card):
                place -= 1
                if place == -1:
                    s.laid[seat] = card
    if s.laid[seat] != SHIT:
        remove(s.hand[seat], s.laid[seat])


# ---- what must always hold ------------------------------------------------------------------------------------

CARD_TWICE = 1
CARD_LOST = 2
MEMORY = 4
TURN = 8
TOTAL = 16

FLAWS = {
    CARD_TWICE: "a card is in two places",
    CARD_LOST: "a card is nowhere",
    MEMORY: "the generations do not fit the cards",
    TURN: "who has laid, and what, do not fit together",
    TOTAL: "a total does not fit the phase",
}


@rule
def status(s: Any) -> Any:
    flaws = 0
    for colour in range(COLOURS):
        seen = s.aside[colour]
        places = count(s.aside[colour])
        born = 0
        for generation in range(GENERATIONS):
            born += count(s.born[generation, colour])
        for seat in range(s.players):
            seen |= s.hand[seat, colour]
            places += count(s.hand[seat, colour])
            if s.laid[seat] != NO_CARD and colour_of(s.laid[seat]) == colour:
                seen |= 1 << (s.laid[seat] & 31)
                places += 1
        for place in range(s.drawn, s.pile_size):
            if colour_of(s.pile[place]) == colour:
                seen |= 1 << (s.pile[place] & 31)
                places += 1
        if s.centre != NO_CARD and colour_of(s.centre) == colour:
            seen |= 1 << (s.centre & 31)
            places += 1
        if count(seen) != places:
            flaws |= CARD_TWICE
        if count(seen) != NUMBERS:
            flaws |= CARD_LOST
        if born != NUMBERS:
            flaws |= MEMORY
    for seat in range(s.players):
        flaws |= seat_status(s, seat)
    return flaws


@rule
def seat_status(s: Any, seat: Any) -> Any:
    flaws = 0
    for generation in range(GENERATIONS):
        cards = 0
        for colour in range(COLOURS):
            cards += count(s.hand[seat, colour] & s.born[generation, colour])
        if s.laid[seat] != NO_CARD and s.laid[seat] != SHIT and has(s.born[generation], s.laid[seat]):
            cards += 1
        if cards != s.held[seat, generation]:
            flaws |= MEMORY
    if (s.laid[seat] != NO_CARD) != ((s.ready >> seat) & 1 == 1):
        flaws |= TURN
    if s.total[seat] < 0 or (s.total[seat] >= s.target and s.phase != OVER):
        flaws |= TOTAL
    return flaws
