"""Hat Trick, a variant of Sticheln by Klaus Palesch. 4 to 7 players.

- HT-1  Red, blue, green; 1–20, with seven players 0–20. With 4, 5, 6, 7 players 15, 12, 10, 9 cards each.
- HT-2  The leader lays any card. While one colour lies on the table, the next player lays that colour or opens a
  second: a double trick. Never more than two colours.
- HT-3  Once two colours lie, a card of the third is a pass: shown to all, then put face down before its owner. One may
  pass although one could follow; who has only the third colour must. So every card of the hand can be laid, always.
- HT-4  The highest card of each colour wins the cards of that colour; a lone card is a trick.
- HT-5  Won cards lie face up, sorted by colour.
- HT-6  The winner of a single trick leads next. After a double trick: whoever laid the highest number that was laid
  only once; if every number was laid twice, the highest number, red before blue before green. Passes do not count.
- HT-7  The last card of each hand is not played and does not count.
- HT-8  The colour one has most of: +1 a card. Every other colour: −1 a card. Every passed card: −2.
- HT-9  Five rounds, the opener moving left. The highest total wins; equals share.
- HT-10  There is no option without memory aids: what was won lies open, and what was passed has been shown to all.

Actions: 32 × colour + number + 1 lays that card (`play red 12`); the same + PASS passes it (`pass green 4`).
"""

from typing import Any

import numpy as np

from tablee.bits import count, highest
from tablee.cards import NO_CARD, colour_of
from tablee.rule import rule
from tablee.rules.common import OVER, I, is_over, scores
from tablee.rules.tricks import (
    CARD_LOST,
    HAND_FLAW,
    TABLE_FLAWS,
    cards_laid,
    clear_round,
    clear_trick,
    deal,
    deal_unseen,
    full_colour,
    hand_count,
    lay,
    seen_twice,
    show_hand,
    show_table,
    table_status,
    trick_fields,
)

__all__ = [
    "COLOUR_NAMES",
    "FLAWS",
    "STATE",
    "VERSION",
    "WORDS",
    "actors",
    "apply",
    "is_legal",
    "is_over",
    "legal",
    "scores",
    "start",
    "status",
    "view",
    "world",
]

VERSION = 1
SEATS = 7
COLOURS = 3
COLOUR_NAMES = ("red", "blue", "green")  # in the order that settles HT-6
DECK_LOW = (1, 1, 1, 0)  # with 4, 5, 6, 7 players
DECK_TOP = 20
HAND_SIZE = (15, 12, 10, 9)

PLAY = 1

PASS = 32 * COLOURS  # the first of the actions that pass a card
WORDS = 2 * COLOURS

STATE = np.dtype(
    trick_fields(SEATS, COLOURS)
    + [
        ("on_table", I),  # bit mask of the colours of the current trick: at most two
        ("passed", I, (SEATS, COLOURS)),  # [seat, colour]: the cards this seat has passed this round
        ("last_winner", I, (COLOURS,)),  # who won each colour of the last finished trick; -1 where it did not lie
    ]
)


@rule
def start(s: Any, rng: Any) -> None:
    s.colours = COLOURS
    s.low = DECK_LOW[s.players - 4]
    s.top = DECK_TOP
    s.hand_size = HAND_SIZE[s.players - 4]
    new_round(s, rng)


@rule
def new_round(s: Any, rng: Any) -> None:
    clear_round(s)
    s.on_table = 0
    for seat in range(s.players):
        for colour in range(COLOURS):
            s.passed[seat, colour] = 0
    deal(s, rng)
    s.phase = PLAY


# ---- what may be done -----------------------------------------------------------------------------------------


@rule
def actors(s: Any) -> Any:
    if s.phase == OVER:
        return 0
    return 1 << s.turn


@rule
def is_pass(s: Any, colour: Any) -> Any:
    """Whether a card of that colour would be a pass: two other colours lie already (HT-3)."""
    return count(s.on_table) == 2 and (s.on_table >> colour) & 1 == 0


@rule
def is_legal(s: Any, seat: Any, action: Any) -> Any:
    if action < 0 or action >= 32 * WORDS or (actors(s) >> seat) & 1 == 0:
        return False
    passing = action >= PASS
    card = action
    if passing:
        card = action - PASS
    colour = colour_of(card)
    return (s.hand[seat, colour] >> (card & 31)) & 1 == 1 and is_pass(s, colour) == passing


@rule
def legal(s: Any, seat: Any, mask: Any) -> None:
    for word in range(WORDS):
        mask[word] = 0
    if (actors(s) >> seat) & 1 == 0:
        return
    for colour in range(COLOURS):
        if is_pass(s, colour):
            mask[COLOURS + colour] = s.hand[seat, colour]
        else:
            mask[colour] = s.hand[seat, colour]


# ---- what it does ---------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, action: Any, rng: Any) -> None:
    if action >= PASS:
        card = action - PASS
        s.passed[seat, colour_of(card)] |= 1 << (card & 31)
        lay(s, seat, card)
    else:
        s.on_table |= 1 << colour_of(action)
        lay(s, seat, action)
    if s.laid == s.players:
        finish_trick(s)
        if s.tricks == s.hand_size - 1:  # the last card is not played (HT-7)
            finish_round(s, rng)


@rule
def laid_numbers(s: Any, colour: Any) -> Any:
    """The cards of one colour in the current trick, as a mask; nothing for a colour that was only passed."""
    cards = 0
    if (s.on_table >> colour) & 1 == 1:
        for seat in range(s.players):
            if s.trick[seat] != NO_CARD and colour_of(s.trick[seat]) == colour:
                cards |= 1 << (s.trick[seat] & 31)
    return cards


@rule
def who_laid(s: Any, card: Any) -> Any:
    """The seat whose card in the current trick is `card`; -1 if nobody's is."""
    for seat in range(s.players):
        if s.trick[seat] == card:
            return seat
    return -1


@rule
def next_leader(s: Any) -> Any:
    """HT-6. A number lies at most twice, once a colour: what lies once is the exclusive or of the colours."""
    once = 0
    for colour in range(COLOURS):
        once ^= laid_numbers(s, colour)
    for colour in range(COLOURS):
        cards = laid_numbers(s, colour)
        if once == 0 and cards != 0:
            return who_laid(s, colour * 32 + highest(cards))
        if once != 0 and (cards >> highest(once)) & 1 == 1:
            return who_laid(s, colour * 32 + highest(once))
    return s.leader


@rule
def finish_trick(s: Any) -> None:
    leader = next_leader(s)
    for colour in range(COLOURS):
        s.last_winner[colour] = -1
        cards = laid_numbers(s, colour)
        if cards != 0:
            winner = who_laid(s, colour * 32 + highest(cards))
            s.won[winner, colour] |= cards
            s.last_winner[colour] = winner
    s.on_table = 0
    clear_trick(s, leader)


@rule
def round_points(s: Any, seat: Any) -> Any:
    most = 0
    points = 0
    for colour in range(COLOURS):
        cards = count(s.won[seat, colour])
        most = max(most, cards)
        points -= cards + 2 * count(s.passed[seat, colour])
    return points + 2 * most  # taken off above, and now counted for


@rule
def finish_round(s: Any, rng: Any) -> None:
    for seat in range(s.players):
        s.last_points[seat] = round_points(s, seat)
        s.total[seat] += s.last_points[seat]
    s.round_no += 1
    if s.round_no == s.rounds:
        s.phase = OVER
    else:
        new_round(s, rng)


# ---- what is known --------------------------------------------------------------------------------------------


@rule
def show_public(s: Any, out: Any) -> None:
    show_table(s, out)
    out.on_table = s.on_table
    for colour in range(COLOURS):
        out.last_winner[colour] = s.last_winner[colour]
        for seat in range(s.players):
            out.passed[seat, colour] = s.passed[seat, colour]


@rule
def view(s: Any, seat: Any, out: Any) -> None:
    show_public(s, out)
    if seat >= 0:
        show_hand(s, seat, out)


@rule
def world(v: Any, seat: Any, rng: Any, out: Any) -> None:
    show_public(v, out)
    for colour in range(COLOURS):
        unseen = full_colour(v)
        for other in range(v.players):
            unseen &= ~v.played[other, colour] & ~v.hand[other, colour]
        out.aside[colour] = unseen  # nothing is ever aside in this game: scratch space for the deal
    for other in range(v.players):
        out.room[other] = 0
        if other != seat:
            out.room[other] = v.hand_size - cards_laid(v, other)
    if seat >= 0:
        show_hand(v, seat, out)
    deal_unseen(out, out.aside, rng)
    for colour in range(COLOURS):
        out.aside[colour] = 0


# ---- what must always hold ------------------------------------------------------------------------------------

PASS_FLAW = 32

FLAWS = TABLE_FLAWS | {PASS_FLAW: "a passed card was never laid, or more than two colours lie on the table"}


@rule
def status(s: Any) -> Any:
    flaws = table_status(s)
    for colour in range(COLOURS):
        seen = 0
        taken = 0
        played = 0
        for seat in range(s.players):
            flaws |= seen_twice(seen, s.hand[seat, colour])
            seen |= s.hand[seat, colour]
            flaws |= seen_twice(seen, s.played[seat, colour])
            seen |= s.played[seat, colour]
            played |= s.played[seat, colour]
            flaws |= seen_twice(taken, s.won[seat, colour] | s.passed[seat, colour])
            taken |= s.won[seat, colour] | s.passed[seat, colour]
            if s.passed[seat, colour] & ~s.played[seat, colour] != 0:
                flaws |= PASS_FLAW
        if seen != full_colour(s) or taken | laid_numbers(s, colour) != played:
            flaws |= CARD_LOST
    for seat in range(s.players):
        if hand_count(s, seat) != s.hand_size - cards_laid(s, seat):
            flaws |= HAND_FLAW
    if count(s.on_table) > 2:
        flaws |= PASS_FLAW
    return flaws
