"""What a player of Stoïck can tell of the cards, and what a hand is worth by it.

What is known of the others' cards is what the seat could remember of swaps, steals and turned-over cards: every card is
a token that says who knows where it is. All the rest is anywhere, as likely as not. How a hand is judged is told in
`tablee.policies.stoick`.
"""

from typing import Any

import numpy as np

from tablee.rule import rule
from tablee.rules.stoick_cards import (
    CLOVER,
    COPIES,
    DECK_COLOURS,
    DECK_JOKERS,
    FACES,
    HAND,
    JOKER,
    KINDS,
    colour_of,
    face_of,
    kind_of,
    known_to,
)

# A tally is a number with a field for each colour's clovers, one for the jokers, which by their kind are the clovers of
# a seventh colour, and one for the number of cards. Fields have room for the chances of four cards, in 64ths.
FIELD = 8
MOST = (1 << FIELD) - 1
JOKERS = 6
NUMBER = 7
ONE = 1 << FIELD * NUMBER
UNITS = tuple(1 << FIELD * int(colour_of(kind)) if face_of(kind) == CLOVER else 0 for kind in range(KINDS))

# Chances in 64ths. A card about to be drawn is anybody's;
SURE = 64
FINE = 64  # counted down in such parts of a 64th
HORIZON = 7  # one that comes so many turns later hardly counts
IN_HANDS = 6  # the chance of getting a card that somebody holds

COMPLETE = 16384  # the promise of a family; 4096 is that of one card missing that is sure to come


# ---- what is known of the cards -------------------------------------------------------------------------------


@rule
def field(tally: Any, colour: Any) -> Any:
    return (tally >> (FIELD * colour)) & MOST


@rule
def clover(colour: Any) -> Any:
    return 1 + FACES * colour + CLOVER


@rule
def knows(token: Any, seat: Any) -> Any:
    return (known_to(token) >> seat) & 1 == 1


@rule
def cards_known(s: Any, seat: Any, holder: Any) -> Any:
    """The clovers and jokers that the seat knows in a hand, its own or another's, and the number of cards it knows."""
    cards = np.int64(0)
    for slot in range(s.hand_size[holder]):
        token = s.hand[holder, slot]
        if knows(token, seat):
            cards += UNITS[kind_of(token)] + ONE
    return cards


@rule
def whole_deck(s: Any) -> Any:
    cards = np.int64(DECK_JOKERS[s.players - 2]) << (FIELD * JOKERS)
    for colour in range(DECK_COLOURS[s.players - 2]):
        cards += np.int64(COPIES[CLOVER]) << (FIELD * colour)
    return cards


@rule
def unseen(s: Any, seat: Any) -> Any:
    """The clovers and jokers that may be anywhere, and the number of unseen cards that they are among."""
    cards = whole_deck(s)
    for holder in range(s.players):
        for slot in range(s.hand_size[holder]):
            token = s.hand[holder, slot]
            if knows(token, seat):
                cards -= UNITS[kind_of(token)]
            else:
                cards += ONE
    for place in range(s.pile_size):
        token = s.pile[place]
        if knows(token, seat):
            cards -= UNITS[kind_of(token)]
        else:
            cards += ONE
    for place in range(s.discards_size):
        cards -= UNITS[s.discards[place]]
    return cards


@rule
def chances(s: Any, seat: Any, loose: Any) -> Any:
    """For each colour, in 64ths, how many of its clovers the seat may expect to get; the same of jokers.

    The next card is the next player's, and so on around the table; after the pile come the discards, the oldest first
    (SK-9). So a card that is seen coming is one's own as likely as anybody's, and the less the later it comes.
    """
    luck = np.int64(0)
    hidden = 0  # the chances of all places where an unseen card may be
    for other in range(s.players):
        if other != seat:
            for slot in range(s.hand_size[other]):
                token = s.hand[other, slot]
                if knows(token, seat):
                    luck += IN_HANDS * UNITS[kind_of(token)]
                else:
                    hidden += IN_HANDS
    chance: Any = np.int64(FINE * SURE // s.players)
    later = chance // (HORIZON * s.players)
    for ahead in range(s.pile_size):
        token = s.pile[s.pile_size - 1 - ahead]
        if knows(token, seat):
            luck += chance // FINE * UNITS[kind_of(token)]
        else:
            hidden += chance // FINE
        chance = max(0, chance - later)
    for place in range(s.discards_size):
        luck += chance // FINE * UNITS[s.discards[place]]
        chance = max(0, chance - later)
    return (loose & (ONE - 1)) * (hidden // max(1, field(loose, NUMBER))) + luck


# ---- what a hand is worth -------------------------------------------------------------------------------------


@rule
def promise(missing: Any, chance: Any) -> Any:
    """What a colour is worth with so many cards missing, of which so many 64ths may be expected."""
    two = chance * chance >> 2
    three = two * chance >> 8
    worth = three * chance >> 7
    if missing == 3:
        worth = three
    if missing == 2:
        worth = two
    if missing == 1:
        worth = chance << 6
    if missing <= 0:
        worth = np.int64(COMPLETE)
    return worth


@rule
def colour_promise(hand: Any, luck: Any, colour: Any) -> Any:
    jokers = min(2, field(hand, JOKERS))
    chance = field(luck, colour)
    if jokers < 2:
        chance += field(luck, JOKERS)
    return promise(HAND - field(hand, colour) - jokers, chance)


@rule
def hope(s: Any, hand: Any, luck: Any) -> Any:
    """What a hand is worth: the promises of all colours."""
    worth = np.int64(0)
    for colour in range(DECK_COLOURS[s.players - 2]):
        worth += colour_promise(hand, luck, colour)
    return worth


@rule
def loss(s: Any, hand: Any, luck: Any, kind: Any) -> Any:
    """How much less the hand is worth without one of its clovers or jokers."""
    rest = hand - UNITS[kind]
    if kind == JOKER:
        return hope(s, hand, luck) - hope(s, rest, luck)
    return colour_promise(hand, luck, colour_of(kind)) - colour_promise(rest, luck, colour_of(kind))


@rule
def gains(s: Any, hand: Any, luck: Any) -> Any:
    """How much more the hand is worth with one card more, for each colour's clovers and for jokers: in 64ths of it."""
    joker: Any = np.int64(0)
    worth = np.int64(0)
    for colour in range(DECK_COLOURS[s.players - 2]):
        now = colour_promise(hand, luck, colour)
        more = colour_promise(hand + UNITS[clover(colour)], luck, colour) - now
        worth += min(MOST, max(0, more) >> 6) << (FIELD * colour)
        joker += colour_promise(hand + UNITS[JOKER], luck, colour) - now
    return worth + (min(MOST, max(0, joker) >> 6) << (FIELD * JOKERS))


@rule
def unseen_gain(s: Any, gain: Any, loose: Any) -> Any:
    """What one unseen card more is worth, on average."""
    worth = field(loose, JOKERS) * field(gain, JOKERS)
    for colour in range(DECK_COLOURS[s.players - 2]):
        worth += field(loose, colour) * field(gain, colour)
    return 64 * worth // max(1, field(loose, NUMBER))


@rule
def closeness(s: Any, hand: Any) -> Any:
    """The most cards of one family in a hand."""
    most = 0
    for colour in range(DECK_COLOURS[s.players - 2]):
        most = max(most, field(hand, colour))
    return most + min(2, field(hand, JOKERS))
