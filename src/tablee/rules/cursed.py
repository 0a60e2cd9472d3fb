"""What Stick 'Em and Sticheln share: a colour one would rather not win.

Everybody secretly picks a card of their hand; all are revealed together, and the colour of yours is your cursed
colour for the round (SE-2, ST-4). Then any card may be laid at any time, without a duty to follow (SE-5, ST-5), and
every card not of the led colour is trump. At the end of the round cards of one's cursed colour, the curse card among
them, cost their number; every other card won is worth 1 (SE-12, ST-9).

Sticheln's variants (ST-12 to ST-16) are five option fields, all 0 in Stick 'Em; each changes one or two lines below.
Of the rest, who wins a trick of zeros (SE-10, SE-15, ST-7) is a field, too; the games' own modules say what their
decks are.

Actions: 32 × colour + number + 1 lays that card (`play red 3`); the same + CHOOSE picks it as curse (`choose red 3`);
COLOUR + colour picks a colour when scoring (`choose red`, Delayed only).
"""

from typing import Any

import numpy as np

from tablee.bits import count, nth
from tablee.cards import NO_CARD, card_of, colour_of, number_of, sum_of_numbers
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.common import OVER, I
from tablee.rules.tricks import (
    CARD_LOST,
    HAND_FLAW,
    TABLE_FLAWS,
    after,
    cards_laid,
    clear_round,
    clear_trick,
    deal,
    deal_unseen,
    full_colour,
    hand_count,
    seen_twice,
    show_hand,
    show_table,
    table_status,
    trick_fields,
)

COLOURS = 6  # at most; with few players a deck has five

# The phases of a round.
CURSE = 0  # everybody picks their curse card
PLAY = 1  # tricks
COLOUR_CHOICE = 2  # Delayed: everybody picks their colour among those they won

CHOOSE = 32 * COLOURS  # the first of the actions that pick a curse card
COLOUR = 64 * COLOURS  # the first of the actions that pick a colour
WORDS = 2 * COLOURS + 1  # of an action mask: play, choose a card, choose a colour

MILD_COST = 5  # what each cursed card costs in Mild


def cursed_state(seats: int) -> np.dtype[Any]:
    """The record of a game with cursed colours, for at most `seats` players."""
    return np.dtype(
        trick_fields(seats, COLOURS)
        + [
            ("reverse", I),  # ST-12: a lucky colour instead; the lowest trump wins
            ("mild", I),  # ST-13: a cursed card costs 5
            ("aggravated", I),  # ST-14: two cursed colours
            ("hazy", I),  # ST-15: curse cards face down until the round ends
            ("delayed", I),  # ST-16: no curse card; the colour is picked when scoring
            ("zeros_to_leader", I),  # SE-15, and always in Sticheln (ST-7): the leader wins a trick of zeros
            ("unaided", I),  # SE-14, ST-18: what lies in heaps is shown to nobody; every view holds it all the same
            ("chosen", I, (seats,)),  # how many curses this seat has picked
            ("curse", I, (seats, 2)),  # the curse cards
            ("cursed", I, (seats,)),  # bit mask of the cursed (or lucky) colours
            ("last_winner", I),  # who won the last finished trick; -1 nobody
            ("last_cursed", I, (seats,)),  # the last finished round: each seat's cursed colours,
            ("last_curse", I, (seats, 2)),  # and curse cards
            ("lost", I, (COLOURS,)),  # cards of the tricks nobody won (SE-10)
        ]
    )


# ---- a round from its deal to its score -----------------------------------------------------------------------


@rule
def new_round(s: Any, rng: Any) -> None:
    clear_round(s)
    for seat in range(s.players):
        s.chosen[seat] = 0
        s.curse[seat, 0] = NO_CARD
        s.curse[seat, 1] = NO_CARD
        s.cursed[seat] = 0
    for colour in range(s.colours):
        s.lost[colour] = 0
    deal(s, rng)
    s.phase = CURSE
    if s.delayed:
        s.phase = PLAY


@rule
def curses_due(s: Any, seat: Any) -> Any:
    """How many curses the seat is to pick in this round, in the phase that picks them."""
    due = 1
    if s.aggravated:
        due = 2
    if s.phase == COLOUR_CHOICE:
        # Only colours of which one won a card can be picked: perhaps one, perhaps none (ST-16, ST-17).
        due = min(due, won_colours(s, seat))
    return due


@rule
def won_colours(s: Any, seat: Any) -> Any:
    colours = 0
    for colour in range(s.colours):
        if s.won[seat, colour] != 0:
            colours += 1
    return colours


@rule
def all_chosen(s: Any) -> Any:
    for seat in range(s.players):
        if s.chosen[seat] < curses_due(s, seat):
            return False
    return True


@rule
def choose_card(s: Any, seat: Any, card: Any) -> None:
    """Put a curse card down, face down; the last one to do so reveals all of them."""
    s.hand[seat, colour_of(card)] ^= 1 << (card & 31)
    s.curse[seat, s.chosen[seat]] = card
    s.cursed[seat] |= 1 << colour_of(card)
    s.chosen[seat] += 1
    if all_chosen(s):
        s.phase = PLAY


@rule
def choose_colour(s: Any, seat: Any, colour: Any) -> None:
    s.cursed[seat] |= 1 << colour
    s.chosen[seat] += 1


@rule
def strength(s: Any, card: Any) -> Any:
    """A card's strength in the current trick: the greatest wins, of equals the earliest; 0 never wins."""
    number = number_of(card)
    if number == 0:
        return 0
    if colour_of(card) == colour_of(s.trick[s.leader]):
        return number
    if s.reverse:
        return 64 - number  # the lowest trump (ST-12)
    return 32 + number


@rule
def seat_ahead(s: Any) -> Any:
    """Whose card is the strongest of those laid in the trick so far; -1: there are only zeros, if anything."""
    ahead = -1
    best = 0
    seat = s.leader
    for _ in range(s.laid):
        power = strength(s, s.trick[seat])
        if power > best:
            best = power
            ahead = seat
        seat = after(s, seat)
    return ahead


@rule
def trick_winner(s: Any) -> Any:
    """Who wins the trick that lies complete; -1 nobody."""
    winner = seat_ahead(s)
    if winner < 0 and s.zeros_to_leader:
        winner = s.leader
    return winner


@rule
def take_trick(s: Any, winner: Any) -> None:
    """The winner takes the trick and leads the next; with nobody (-1) it is set aside, the same leader leads."""
    for seat in range(s.players):
        card = s.trick[seat]
        if winner < 0:
            s.lost[card >> 5] |= 1 << (card & 31)
        else:
            s.won[winner, card >> 5] |= 1 << (card & 31)
    s.last_winner = winner
    if winner < 0:
        clear_trick(s, s.leader)
    else:
        clear_trick(s, winner)


@rule
def tricks_per_round(s: Any) -> Any:
    """One trick fewer for each curse card (SE-11, ST-8, ST-14, ST-16)."""
    if s.delayed:
        return s.hand_size
    if s.aggravated:
        return s.hand_size - 2
    return s.hand_size - 1


@rule
def round_points(s: Any, seat: Any) -> Any:
    points = 0
    for colour in range(s.colours):
        cards = s.won[seat, colour]
        for pick in range(2):
            if s.curse[seat, pick] != NO_CARD and colour_of(s.curse[seat, pick]) == colour:
                cards |= 1 << (s.curse[seat, pick] & 31)
        if (s.cursed[seat] >> colour) & 1 == 0:
            worth = count(cards)
        elif s.mild:
            worth = -MILD_COST * count(cards)
        else:
            worth = -sum_of_numbers(cards)
        if s.reverse:
            worth = -worth  # a lucky colour: every sign turned round (ST-12)
        points += worth
    return points


@rule
def finish_round(s: Any, rng: Any) -> None:
    """Score the round; deal the next one, or end the match."""
    for seat in range(s.players):
        s.last_points[seat] = round_points(s, seat)
        s.last_cursed[seat] = s.cursed[seat]
        for pick in range(2):
            s.last_curse[seat, pick] = s.curse[seat, pick]
        s.total[seat] += s.last_points[seat]
    s.round_no += 1
    if s.round_no == s.rounds:
        s.phase = OVER
    else:
        new_round(s, rng)


@rule
def end_of_tricks(s: Any, rng: Any) -> None:
    """All cards are played: score, or pick colours first where that was delayed."""
    if s.delayed:
        s.phase = COLOUR_CHOICE
    else:
        finish_round(s, rng)


# ---- what may be done -----------------------------------------------------------------------------------------


@rule
def actors(s: Any) -> Any:
    if s.phase == PLAY:
        return 1 << s.turn
    seats = 0
    if s.phase != OVER:
        for seat in range(s.players):
            if s.chosen[seat] < curses_due(s, seat):
                seats |= 1 << seat
    return seats


@rule
def one_colour_hand(s: Any, seat: Any) -> Any:
    colours = 0
    for colour in range(s.colours):
        if s.hand[seat, colour] != 0:
            colours += 1
    return colours == 1


@rule
def may_choose(s: Any, seat: Any, colour: Any) -> Any:
    """A second curse is of another colour, unless the hand has no other (ST-14)."""
    if (s.cursed[seat] >> colour) & 1 == 0:
        return True
    return s.phase == CURSE and one_colour_hand(s, seat)


@rule
def is_legal(s: Any, seat: Any, action: Any) -> Any:
    if action < 0 or action >= 32 * WORDS or (actors(s) >> seat) & 1 == 0:
        return False
    word = action >> 5
    bit = action & 31
    if s.phase == PLAY:
        return word < COLOURS and (s.hand[seat, word] >> bit) & 1 == 1
    if s.phase == CURSE:
        colour = word - COLOURS
        return 0 <= colour < COLOURS and (s.hand[seat, colour] >> bit) & 1 == 1 and may_choose(s, seat, colour)
    return word == 2 * COLOURS and bit < s.colours and s.won[seat, bit] != 0 and may_choose(s, seat, bit)


@rule
def legal(s: Any, seat: Any, mask: Any) -> None:
    for word in range(WORDS):
        mask[word] = 0
    if s.phase == PLAY:
        if seat == s.turn:
            for colour in range(COLOURS):
                mask[colour] = s.hand[seat, colour]
    elif (actors(s) >> seat) & 1 == 1:
        for colour in range(s.colours):
            if may_choose(s, seat, colour):
                if s.phase == CURSE:
                    mask[COLOURS + colour] = s.hand[seat, colour]
                elif s.won[seat, colour] != 0:
                    mask[2 * COLOURS] |= 1 << colour


# ---- what is known --------------------------------------------------------------------------------------------


@rule
def show_public(s: Any, out: Any) -> None:
    show_table(s, out)
    out.reverse = s.reverse
    out.mild = s.mild
    out.aggravated = s.aggravated
    out.hazy = s.hazy
    out.delayed = s.delayed
    out.zeros_to_leader = s.zeros_to_leader
    out.unaided = s.unaided
    out.last_winner = s.last_winner
    for seat in range(s.players):
        out.chosen[seat] = s.chosen[seat]
        out.last_cursed[seat] = s.last_cursed[seat]
        for pick in range(2):
            out.last_curse[seat, pick] = s.last_curse[seat, pick]
    for colour in range(s.colours):
        out.lost[colour] = s.lost[colour]


@rule
def show_curse(s: Any, seat: Any, out: Any) -> None:
    out.cursed[seat] = s.cursed[seat]
    for pick in range(2):
        out.curse[seat, pick] = s.curse[seat, pick]


@rule
def curses_in_sight(s: Any) -> Any:
    """Whether the curse cards lie face up: once all are chosen, and never in Hazy before the end (ST-15)."""
    return s.phase == OVER or (s.phase == PLAY and not s.hazy)


@rule
def heaps_in_sight(s: Any) -> Any:
    """Whether all are shown what was won and laid this round: without aids only at the end (SE-14, ST-18).

    A view holds it in any case, for somebody who forgets nothing would know it.
    """
    return s.phase == OVER or not s.unaided


@rule
def heap_in_sight(s: Any, seat: Any, watcher: Any) -> Any:
    """Whether the watcher is shown what the seat has won; one's own is turned up to pick a colour from it (ST-16)."""
    return heaps_in_sight(s) or (s.phase == COLOUR_CHOICE and seat == watcher)


@rule
def view(s: Any, seat: Any, out: Any) -> None:
    show_public(s, out)
    for other in range(s.players):
        if other == seat or curses_in_sight(s):
            show_curse(s, other, out)
    if seat >= 0:
        show_hand(s, seat, out)


@rule
def world(v: Any, seat: Any, rng: Any, out: Any) -> None:
    # The truth is among the worlds that can be drawn, so sooner or later, and mostly at once, one is.
    while not draw_world(v, seat, rng, out):
        pass


@rule
def draw_world(v: Any, seat: Any, rng: Any, out: Any) -> Any:
    """One try at a world: False if somebody's hidden curse cards cannot differ in colour, as they must (ST-14)."""
    show_public(v, out)
    hidden = not curses_in_sight(v)
    for colour in range(v.colours):
        unseen = full_colour(v) & ~v.aside[colour] & ~v.lost[colour]
        for other in range(v.players):
            unseen &= ~v.played[other, colour] & ~v.hand[other, colour]
            for pick in range(2):
                if v.curse[other, pick] != NO_CARD and colour_of(v.curse[other, pick]) == colour:
                    unseen &= ~(1 << (v.curse[other, pick] & 31))
        out.lost[colour] = unseen  # for the moment: scratch space for what is to be dealt
    for other in range(v.players):
        for colour in range(v.colours):
            out.hand[other, colour] = v.hand[other, colour]
        show_curse(v, other, out)
        out.room[other] = 0
        if other != seat:
            out.room[other] = v.hand_size - cards_laid(v, other)
            if not hidden and v.delayed == 0:
                out.room[other] -= v.chosen[other]
    deal_unseen(out, out.lost, rng)
    for colour in range(v.colours):
        out.lost[colour] = v.lost[colour]
    for other in range(v.players + 1):
        out.room[other] = 0
    if hidden:
        for other in range(v.players):
            if other != seat and not draw_curses(out, other, rng):
                return False
    return True


@rule
def draw_curses(s: Any, seat: Any, rng: Any) -> Any:
    """Pick at random the curses that the seat has chosen out of sight. False if no legal pick is left."""
    s.cursed[seat] = 0
    for pick in range(s.chosen[seat]):
        choices = 0
        for colour in range(s.colours):
            if pick_is_open(s, seat, colour):
                choices += pick_size(s, seat, colour)
        if choices == 0:
            return False
        place = below(rng, choices)
        for colour in range(s.colours):
            if pick_is_open(s, seat, colour):
                size = pick_size(s, seat, colour)
                if 0 <= place < size:
                    draw_curse(s, seat, pick, colour, place)
                    place = -1
                elif place >= 0:
                    place -= size
    return True


@rule
def pick_is_open(s: Any, seat: Any, colour: Any) -> Any:
    if (s.cursed[seat] >> colour) & 1 == 0:
        return True
    if s.delayed:
        return False
    # The same colour twice: only if the whole hand was of that colour.
    for other in range(s.colours):
        if other != colour and (s.hand[seat, other] | s.played[seat, other]) != 0:
            return False
    return True


@rule
def pick_size(s: Any, seat: Any, colour: Any) -> Any:
    """In how many ways a curse of that colour can be picked."""
    if s.delayed:
        return min(s.won[seat, colour], 1)
    return count(s.hand[seat, colour])


@rule
def draw_curse(s: Any, seat: Any, pick: Any, colour: Any, place: Any) -> None:
    s.cursed[seat] |= 1 << colour
    if s.delayed == 0:
        bit = nth(s.hand[seat, colour], place)
        s.hand[seat, colour] ^= 1 << bit
        s.curse[seat, pick] = card_of(colour, bit - 1)


# ---- what must always hold ------------------------------------------------------------------------------------

CURSE_FLAW = 32

FLAWS = TABLE_FLAWS | {CURSE_FLAW: "a curse does not fit the cards or the phase"}


@rule
def status(s: Any) -> Any:
    flaws = table_status(s)
    for colour in range(COLOURS):
        seen = s.aside[colour]
        laid = s.lost[colour]
        held = 0
        for seat in range(s.players):
            flaws |= seen_twice(seen, s.hand[seat, colour])
            seen |= s.hand[seat, colour]
            flaws |= seen_twice(seen, s.played[seat, colour])
            seen |= s.played[seat, colour]
            flaws |= seen_twice(laid, s.won[seat, colour])
            laid |= s.won[seat, colour]
            held |= s.played[seat, colour]
            if s.trick[seat] != NO_CARD and colour_of(s.trick[seat]) == colour:
                laid |= 1 << (s.trick[seat] & 31)
            for pick in range(2):
                if s.curse[seat, pick] != NO_CARD and colour_of(s.curse[seat, pick]) == colour:
                    flaws |= seen_twice(seen, 1 << (s.curse[seat, pick] & 31))
                    seen |= 1 << (s.curse[seat, pick] & 31)
        deck = 0
        if colour < s.colours:
            deck = full_colour(s)
        if seen != deck or laid != held:
            flaws |= CARD_LOST
    for seat in range(s.players):
        curse_cards = s.chosen[seat]
        if s.delayed:
            curse_cards = 0
        if hand_count(s, seat) != s.hand_size - cards_laid(s, seat) - curse_cards:
            flaws |= HAND_FLAW
        flaws |= curse_status(s, seat)
    return flaws


@rule
def curse_status(s: Any, seat: Any) -> Any:
    if not 0 <= s.chosen[seat] <= 2:
        return CURSE_FLAW
    for pick in range(2):
        card = s.curse[seat, pick]
        if (card != NO_CARD) != (pick < s.chosen[seat] and not s.delayed):
            return CURSE_FLAW
        if card != NO_CARD and (s.cursed[seat] >> colour_of(card)) & 1 == 0:
            return CURSE_FLAW
    if count(s.cursed[seat]) > s.chosen[seat]:
        return CURSE_FLAW
    return 0
