"""Stoïck as people play it.

A hand is worth what may still become of it. For every colour count the clovers held and the jokers, and ask how likely
the rest is to come along. What nobody has seen may be anywhere; what was discarded comes back when the pile is turned
over, the oldest first, so the order is known; what somebody else holds must be stolen or given up. With one card
missing a colour promises just that chance, with two about a quarter of its square, and so on: the best colour leads by
far, and a second one still counts.

- A family is declared the moment it is there.
- DRAW and STEAL cost nothing but show another card. They go first, DRAW before STEAL: one right after another would be
  wasted, so a second one waits for the next turn.
- Otherwise goes what the hand misses least. An ANTI-JOKER is played at once against a joker one knows of, a SWAP when
  somebody else's hand promises clearly more than one's own; else both are kept as the odd card beside a good hand.
- STEAL and SWAP go where the good cards are: those one knows of, and in a hand one knows nothing of those that are not
  anywhere else. A hand known to be one card short of a family is worth breaking up.
- At the strict table one mends one's hand at once, calls out short ones, and gives up a joker when asked: once denied
  it could never be shown, and to be found out is the end.

What is known of the others' cards is what the seat could remember of swaps, steals and turned-over cards.

The beginner sticks to the colour it has most of, throws anything else, picks on anybody, and overlooks a family, a
short hand or a joker now and then; sometimes it lies.
"""

from typing import Any

import numpy as np

from tablee.bits import count, nth
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.stoick import (
    ANSWER,
    BARE_FAMILY,
    CALL,
    DENY,
    DISCARD,
    DRAW_CARD,
    FAMILY,
    GIVE_JOKER,
    PASS,
    SWAPPED,
    TARGET,
    TARGET_SEAT,
    can_be_called,
    can_be_target,
    is_family,
)
from tablee.rules.stoick_cards import (
    ANTI_JOKER,
    CLOVER,
    COPIES,
    DECK_COLOURS,
    DECK_JOKERS,
    DRAW,
    FACES,
    HAND,
    JOKER,
    KINDS,
    NO_CARD,
    SLOTS,
    STEAL,
    SWAP,
    colour_of,
    face_of,
    kind_of,
    known_to,
    slot_of,
)

REASONS = (
    "family",  # four of a colour: declares
    "useless",  # discards what the hand misses least
    "spent",  # discards an action of which nothing will come
    "look",  # a DRAW: another card to look at
    "steal",  # a STEAL: another card, and somebody is robbed of one
    "anti_joker",  # somebody has a joker, or may have
    "swap",  # another hand looks better than this one
    "wanted",  # that opponent has, or may have, what is needed
    "close",  # that opponent is close to a family
    "joker_there",  # that opponent has a joker, or may have
    "better_hand",  # that opponent's hand looks best
    "no_family",  # nothing to declare after a swap
    "mend",  # strict: its own hand is short
    "caught_short",  # strict: somebody else's is
    "give",  # strict: the joker that was asked for
    "no_joker",  # strict: it has none
    "bluff",  # strict: it has one, and denies it
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

# Promises: 4096 is one card missing that is sure to come.
COMPLETE = 16384  # a family
NEVER = 1 << 20  # of a discard that one cannot afford
JOKER_LOST = 600  # what it is worth that another loses a joker
KEEP_DRAW = 300  # what an action is worth later
KEEP_ANTI_JOKER = 120
KEEP_SWAP = 500
STRANGER = 1400  # what people's cards are worth, beyond what they would be by chance: they have kept them
THREAT = 500  # what it is worth to break up a hand one card short of a family

# A beginner's slips, one in so many:
OVERLOOKED = 6  # families
MISTAKEN = 8  # discards


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


# ---- the discard ----------------------------------------------------------------------------------------------


@rule
def hides(s: Any, seat: Any) -> Any:
    """Strict: whoever has lied about a joker can neither show it nor let go of it."""
    return (s.hides >> seat) & 1 == 1


@rule
def declaration(s: Any, seat: Any) -> Any:
    """Declaring a family, if there is one; else -1."""
    chosen = -1
    if s.hand_size[seat] == SLOTS and not hides(s, seat):
        for slot in range(SLOTS):
            kind = kind_of(s.hand[seat, slot])
            if kind > chosen and is_family(s, seat, kind):
                chosen = kind
    if chosen < 0:
        return -1
    return FAMILY + chosen


@rule
def free_action(s: Any, seat: Any) -> Any:
    """A DRAW, unless right after another, or else a STEAL; -1 if there is neither."""
    draw = -1
    steal = -1
    for slot in range(s.hand_size[seat]):
        kind = kind_of(s.hand[seat, slot])
        face = face_of(kind)
        if face == DRAW and s.drew == 0:
            draw = max(draw, kind)
        elif face == STEAL:
            steal = max(steal, kind)
    if draw >= 0:
        return draw
    return steal


@rule
def discard(s: Any, seat: Any, rng: Any) -> Any:
    mine = cards_known(s, seat, seat)
    action = -1
    if closeness(s, mine) >= HAND:
        action = declaration(s, seat)
    if action < 0:
        action = free_action(s, seat)
    if action < 0:
        action = best_discard(s, seat, mine, rng)
    return action


@rule
def best_discard(s: Any, seat: Any, mine: Any, rng: Any) -> Any:
    """What the hand gains most by, or loses least."""
    loose = unseen(s, seat)
    luck = chances(s, seat, loose)
    shift = below(rng, KINDS)  # of cards alike in worth, any: not the first in the hand, whose order means nothing
    swap = np.int64(-2 * NEVER)  # the worth of a SWAP, whatever its colour: not reckoned yet
    best = np.int64(-4 * NEVER * KINDS)
    chosen = 0
    for slot in range(s.hand_size[seat]):
        kind = kind_of(s.hand[seat, slot])
        face = face_of(kind)
        worth = np.int64(-KEEP_DRAW)
        if face == CLOVER:
            worth = -loss(s, mine, luck, kind)
            if kind == JOKER and hides(s, seat):
                worth = np.int64(-NEVER)
        elif face == ANTI_JOKER:
            worth = best_joker(s, seat, loose) - KEEP_ANTI_JOKER
        elif face == SWAP:
            if swap == -2 * NEVER:
                swap = best_swap(s, seat, luck, loose) - hope(s, mine, luck) - KEEP_SWAP
            worth = swap
        worth = KINDS * worth + ((kind + shift) & (KINDS - 1))
        if worth > best:
            best = worth
            chosen = kind
    return chosen


# ---- whom it concerns -----------------------------------------------------------------------------------------


@rule
def astray_jokers(s: Any, seat: Any) -> Any:
    """How many jokers the seat lost from sight when somebody stole: they are with those in `loose`."""
    jokers = s.astray[JOKER] + 0
    for other in range(s.players):
        for slot in range(s.hand_size[other]):
            token = s.hand[other, slot]
            if kind_of(token) == JOKER and (token >> (16 + seat)) & 1 == 1:
                jokers += 1
    return jokers


@rule
def joker_worth(s: Any, seat: Any, other: Any, theirs: Any, loose: Any) -> Any:
    """What it is worth to name another seat: the chance that it has a joker, and the more the closer it is known."""
    chance = SURE * (s.hand_size[other] - field(theirs, NUMBER)) * field(loose, JOKERS) // max(1, field(loose, NUMBER))
    if field(theirs, JOKERS) > 0:
        chance = SURE + closeness(s, theirs)
    elif (s.loose[seat] >> other) & 1 == 1 and astray_jokers(s, seat) > 0:
        chance = max(chance, SURE // 2)
    if s.jokers_max[other] == 0:
        chance = 0
    return np.int64(JOKER_LOST * chance // SURE)


@rule
def best_joker(s: Any, seat: Any, loose: Any) -> Any:
    best = np.int64(0)
    for other in range(s.players):
        if other != seat and (s.out >> other) & 1 == 0:
            best = max(best, joker_worth(s, seat, other, cards_known(s, seat, other), loose))
    return best


@rule
def swap_worth(s: Any, other: Any, theirs: Any, luck: Any, loose: Any) -> Any:
    """What another hand promises."""
    worth = hope(s, theirs, luck)
    unknown = s.hand_size[other] - field(theirs, NUMBER)
    if unknown > 0:
        worth += unknown * (unseen_gain(s, gains(s, theirs, luck), loose) + STRANGER * unknown // 16)
    return worth


@rule
def best_swap(s: Any, seat: Any, luck: Any, loose: Any) -> Any:
    best = np.int64(-NEVER)
    for other in range(s.players):
        if other != seat and (s.out >> other) & 1 == 0 and not hides(s, seat):
            best = max(best, swap_worth(s, other, cards_known(s, seat, other), luck, loose))
    return best


@rule
def steal_worth(s: Any, seat: Any, other: Any, theirs: Any, gain: Any, blind: Any) -> Any:
    """What a card of another's is worth, on average, to have and to have taken away; `blind`, one that is not known."""
    worth = (s.hand_size[other] - field(theirs, NUMBER)) * blind
    for slot in range(s.hand_size[other]):
        token = s.hand[other, slot]
        if knows(token, seat) and face_of(kind_of(token)) == CLOVER:
            worth += 64 * field(gain, colour_of(kind_of(token)))
    worth = worth // max(1, s.hand_size[other])
    if closeness(s, theirs) >= HAND - 1:
        worth += THREAT
    return worth


@rule
def targets(s: Any) -> Any:
    """Who can be named, as a bit mask."""
    seats = 0
    for other in range(s.players):
        if can_be_target(s, other):
            seats |= 1 << other
    return seats


@rule
def target(s: Any, seat: Any, rng: Any) -> Any:
    loose = unseen(s, seat)
    luck = np.int64(0)
    gain = np.int64(0)
    blind = np.int64(0)
    if s.pending != ANTI_JOKER:
        luck = chances(s, seat, loose)
    if s.pending == STEAL:
        gain = gains(s, cards_known(s, seat, seat), luck)
        blind = unseen_gain(s, gain, loose)
    seats = targets(s)
    start = below(rng, count(seats))  # of those alike, any
    best = np.int64(-1)
    chosen = 0
    for step in range(count(seats)):
        other = nth(seats, (start + step) % count(seats))
        theirs = cards_known(s, seat, other)
        if s.pending == STEAL:
            worth = steal_worth(s, seat, other, theirs, gain, blind)
        elif s.pending == SWAP:
            worth = swap_worth(s, other, theirs, luck, loose)
        else:
            worth = joker_worth(s, seat, other, theirs, loose)
        if worth > best:
            best = worth
            chosen = other
    return TARGET_SEAT + chosen


@rule
def after_swap(s: Any, seat: Any) -> Any:
    if is_family(s, seat, NO_CARD) and not hides(s, seat):
        return BARE_FAMILY
    return PASS


# ---- the strict table -----------------------------------------------------------------------------------------


@rule
def is_short(s: Any, seat: Any) -> Any:
    """Whether the seat may draw to have as many cards as it should."""
    if seat == s.turn:
        return s.phase == DISCARD and s.hand_size[seat] < SLOTS
    return s.hand_size[seat] < HAND


@rule
def watch(s: Any, seat: Any) -> Any:
    """Mend one's own hand before somebody notices, then call out others; -1 if all is in order."""
    if is_short(s, seat):
        return DRAW_CARD
    for other in range(s.players):
        if can_be_called(s, seat, other):
            return CALL + other
    return -1


@rule
def is_awaited(s: Any, seat: Any) -> Any:
    if s.phase == ANSWER:
        return seat == s.named
    return seat == s.turn


@rule
def answer(s: Any, seat: Any) -> Any:
    if slot_of(s, seat, JOKER) >= 0 and not hides(s, seat):
        return GIVE_JOKER
    return DENY


# ---- the policy -----------------------------------------------------------------------------------------------


@rule
def choose(s: Any, seat: Any, rng: Any) -> Any:
    if s.strict:
        action = watch(s, seat)
        if action >= 0:
            return action
        if not is_awaited(s, seat):
            return -1
    if s.phase == DISCARD:
        return discard(s, seat, rng)
    if s.phase == TARGET:
        return target(s, seat, rng)
    if s.phase == SWAPPED:
        return after_swap(s, seat)
    return answer(s, seat)


@rule
def careless(s: Any, seat: Any, rng: Any) -> Any:
    if s.strict:
        action = watch(s, seat)
        if action >= 0 and below(rng, 2) == 0:
            return action
        if not is_awaited(s, seat):
            return -1
    if s.phase == DISCARD:
        return careless_discard(s, seat, rng)
    if s.phase == TARGET:
        return anybody(s, rng)
    if s.phase == SWAPPED:
        return after_swap(s, seat)
    if below(rng, 3) == 0:
        return DENY
    return answer(s, seat)


@rule
def careless_discard(s: Any, seat: Any, rng: Any) -> Any:
    """Anything but jokers and the colour one has most of; a mistaken one, anything at all."""
    if below(rng, OVERLOOKED) > 0:
        action = declaration(s, seat)
        if action >= 0:
            return action
    mine = cards_known(s, seat, seat)
    favourite = 0
    for colour in range(DECK_COLOURS[s.players - 2]):
        if field(mine, colour) > field(mine, favourite):
            favourite = colour
    mistaken = below(rng, MISTAKEN) == 0
    shift = below(rng, KINDS)
    best = -1
    chosen = 0
    for slot in range(s.hand_size[seat]):
        kind = kind_of(s.hand[seat, slot])
        worth = (kind + shift) & (KINDS - 1)
        if mistaken or (kind != JOKER and kind != clover(favourite)):
            worth += KINDS
        if worth > best:
            best = worth
            chosen = kind
    return chosen


@rule
def anybody(s: Any, rng: Any) -> Any:
    seats = targets(s)
    return TARGET_SEAT + nth(seats, below(rng, count(seats)))


@rule
def believe(s: Any, seat: Any, rng: Any) -> None:
    """Hardly anybody lies about a joker: who denied one and holds one has mostly drawn it since."""
    for other in range(s.players):
        if other != seat and hides(s, other) and below(rng, 4) > 0:
            s.hides &= ~(1 << other)


@rule
def trim(s: Any, seat: Any, favourite: Any, mask: Any) -> None:
    """Nobody considers anything but a family, discards a joker, draws for nothing, or lies."""
    if FAMILY <= favourite < TARGET_SEAT or favourite == BARE_FAMILY:
        mask[0] = 0
        mask[1] = 0
        mask[2] = 0
    mask[0] &= ~(np.int64(1) << JOKER)
    mask[2] &= ~(np.int64(1) << (DRAW_CARD - 64))
    if favourite == GIVE_JOKER:
        mask[2] &= ~(np.int64(1) << (DENY - 64))
    if favourite >= 0:
        mask[favourite >> 5] |= np.int64(1) << (favourite & 31)


def reason(s: Any, seat: int, action: int) -> str:
    """Why somebody would do that."""
    if action >= CALL:
        return "caught_short"
    if action == GIVE_JOKER:
        return "give"
    if action == DENY:
        return "bluff" if slot_of(s, seat, JOKER) >= 0 else "no_joker"
    if action == DRAW_CARD:
        return "mend"
    if action == PASS:
        return "no_family"
    if FAMILY <= action < TARGET_SEAT or action == BARE_FAMILY:
        return "family"
    if action >= TARGET_SEAT:
        return _why_target(s, seat, action - TARGET_SEAT)
    return _why_discard(s, seat, action)


def _why_discard(s: Any, seat: int, kind: int) -> str:
    if kind == JOKER or face_of(kind) == CLOVER:
        return "useless"
    face = int(face_of(kind))
    if face == DRAW:
        return "spent" if s.drew else "look"
    if face == STEAL:
        return "steal"
    mine = cards_known(s, seat, seat)
    loose = unseen(s, seat)
    if face == ANTI_JOKER:
        return "anti_joker" if best_joker(s, seat, loose) > 0 else "spent"
    luck = chances(s, seat, loose)
    return "swap" if best_swap(s, seat, luck, loose) > hope(s, mine, luck) else "useless"


def _why_target(s: Any, seat: int, other: int) -> str:
    if s.pending == ANTI_JOKER:
        return "joker_there"
    if closeness(s, cards_known(s, seat, other)) >= HAND - 1:
        return "close"
    return "wanted" if s.pending == STEAL else "better_hand"
