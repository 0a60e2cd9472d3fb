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
- Where actions are optional (SK-15) a SWAP is left undone when no other hand looks better. All else is carried out.

The beginner sticks to the colour it has most of, throws anything else, picks on anybody, and overlooks a family, a
short hand or a joker now and then; sometimes it lies.

What is known of the cards, and what a hand is worth by it, is in `tablee.policies.stoick_sight`.
"""

from typing import Any

import numpy as np

from tablee.bits import allow, count, forbid, nth
from tablee.policies.stoick_sight import (
    JOKERS,
    NUMBER,
    SURE,
    UNITS,
    cards_known,
    chances,
    closeness,
    clover,
    field,
    gains,
    hope,
    knows,
    loss,
    unseen,
    unseen_gain,
)
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.stoick import (
    ANSWER,
    BARE_FAMILY,
    CALL,
    DENY,
    DISCARD,
    DRAW_CARD,
    DRAWING,
    FAMILY,
    GIVE_JOKER,
    LEAVE,
    PASS,
    SWAPPED,
    TARGET,
    TARGET_SEAT,
    WORDS,
    can_be_called,
    can_be_target,
    is_family,
)
from tablee.rules.stoick_cards import (
    ANTI_JOKER,
    CLOVER,
    DECK_COLOURS,
    DECK_JOKERS,
    DRAW,
    HAND,
    JOKER,
    KINDS,
    NO_CARD,
    SLOTS,
    STEAL,
    SWAP,
    astray_for,
    colour_of,
    face_of,
    kind_of,
    slot_of,
)

REASONS = (
    "family",  # four of a colour: declares
    "useless",  # discards what the hand misses least
    "must_go",  # discards something that it misses more than another card
    "spent",  # discards an action of which nothing will come
    "look",  # a DRAW: another card to look at
    "steal",  # a STEAL: another card, and somebody is robbed of it
    "anti_joker",  # somebody has a joker, or may have
    "swap",  # another hand looks better than this one
    "new_hand",  # a SWAP although none does
    "wanted",  # that opponent has, or may have, what is needed
    "close",  # that opponent is close to a family
    "joker_there",  # that opponent has a joker, or may have
    "better_hand",  # that opponent's hand looks best, better than its own too
    "must_name",  # nothing speaks for that opponent, but somebody must be named
    "keep_hand",  # actions optional: a SWAP is left undone, since no hand looks better
    "let_be",  # actions optional: another action is left undone
    "no_family",  # nothing to declare after a swap
    "overlooked",  # there would be a family to declare
    "mend",  # strict: its own hand is short
    "peek",  # strict: it is not, and the card drawn costs the next turn
    "caught_short",  # strict: somebody else's is
    "give",  # strict: the joker that was asked for
    "no_joker",  # strict: it has none
    "bluff",  # strict: it has one, and denies it
)
FOLLIES = ("must_go", "must_name", "let_be", "overlooked")  # what has to be done does not speak for doing it so

# What things are worth, beside promises (`COMPLETE` in `stoick_sight`).
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
UNNOTICED = 2  # short hands, its own or another's
DENIED = 3  # jokers asked for, if it has one

LIES = 4  # of so many who denied a joker and hold one, one has lied; the others have drawn it since


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
                swap = best_swap(s, seat, luck, loose) - hope(s, mine, luck)
                if s.optional_actions:
                    swap = max(np.int64(0), swap)
                swap -= KEEP_SWAP
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
    if s.pending == SWAP and s.optional_actions and (hides(s, seat) or best <= own_worth(s, seat, luck)):
        return LEAVE
    return TARGET_SEAT + chosen


@rule
def own_worth(s: Any, seat: Any, luck: Any) -> Any:
    """What one's own hand promises."""
    return hope(s, cards_known(s, seat, seat), luck)


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
    if s.phase == DRAWING:
        return DRAW_CARD
    return answer(s, seat)


@rule
def careless(s: Any, seat: Any, rng: Any) -> Any:
    if s.strict:
        action = watch(s, seat)
        if action >= 0 and below(rng, UNNOTICED) == 0:
            return action
        if not is_awaited(s, seat):
            return -1
    if s.phase == DISCARD:
        return careless_discard(s, seat, rng)
    if s.phase == TARGET:
        return anybody(s, rng)
    if s.phase == SWAPPED:
        return after_swap(s, seat)
    if s.phase == DRAWING:
        return DRAW_CARD
    if below(rng, DENIED) == 0:
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
def forget(v: Any, seat: Any) -> None:
    """What others hold or have denied, what lies under the top of the discards, and what is known of the pile."""
    for other in range(v.players):
        v.jokers_max[other] = DECK_JOKERS[v.players - 2]
        for slot in range(v.hand_size[other]):
            if other == seat:
                v.hand[seat, slot] = kind_of(v.hand[seat, slot]) | (1 << (8 + seat))  # who else knows of it is gone
            else:
                v.hand[other, slot] = NO_CARD
    for kind in range(KINDS):
        v.astray[kind] = 0
    v.loose[seat] = 0
    v.denied &= 1 << seat
    for place in range(v.pile_size):
        v.pile[place] = NO_CARD
    for place in range(v.discards_size - 1):
        v.discards[place] = NO_CARD


@rule
def believe(s: Any, seat: Any, rng: Any) -> None:
    """Hardly anybody lies about a joker: who denied one and holds one has mostly drawn it since."""
    for other in range(s.players):
        if other != seat and hides(s, other) and below(rng, LIES) > 0:
            s.hides &= ~(1 << other)


@rule
def trim(s: Any, seat: Any, favourite: Any, mask: Any) -> None:
    """Once there is a family, nobody considers anything else. Nobody discards a joker, draws for nothing, or lies."""
    if FAMILY <= favourite < TARGET_SEAT or favourite == BARE_FAMILY:
        for word in range(WORDS):
            mask[word] = 0
    forbid(mask, JOKER)
    forbid(mask, DRAW_CARD)
    if s.phase != TARGET or s.pending != SWAP:
        forbid(mask, LEAVE)
    if favourite == GIVE_JOKER:
        forbid(mask, DENY)
    if favourite >= 0:
        allow(mask, favourite)


# ---- reasons --------------------------------------------------------------------------------------------------


def reason(s: Any, seat: int, action: int) -> str:
    """Why somebody would do that."""
    if action >= CALL:
        return "caught_short"
    if action == GIVE_JOKER:
        return "give"
    if action == DENY:
        return "bluff" if slot_of(s, seat, JOKER) >= 0 else "no_joker"
    if action == LEAVE:
        return "keep_hand" if s.phase == TARGET and s.pending == SWAP else "let_be"
    if action == DRAW_CARD and s.phase == DRAWING and seat == s.turn:
        return "look"
    if action == DRAW_CARD:
        return "mend" if is_short(s, seat) else "peek"
    if action == PASS:
        return "overlooked" if is_family(s, seat, NO_CARD) else "no_family"
    if FAMILY <= action < TARGET_SEAT or action == BARE_FAMILY:
        return "family"
    if action >= TARGET_SEAT:
        return _why_target(s, seat, action - TARGET_SEAT)
    return _why_discard(s, seat, action)


def _why_discard(s: Any, seat: int, kind: int) -> str:
    face = int(face_of(kind))  # a joker's is that of a clover
    if face == CLOVER:
        return "useless" if _is_missed_least(s, seat, kind) else "must_go"
    if face == DRAW:
        return "spent" if s.drew else "look"
    if face == STEAL:
        return "steal"
    if face == ANTI_JOKER:
        others = [other for other in range(s.players) if other != seat and not s.out >> other & 1]
        return "anti_joker" if any(_may_hold(s, seat, other, JOKER) for other in others) else "spent"
    loose = unseen(s, seat)
    luck = chances(s, seat, loose)
    if best_swap(s, seat, luck, loose) > own_worth(s, seat, luck):
        return "swap"
    return "spent" if s.optional_actions else "new_hand"


def _is_missed_least(s: Any, seat: int, kind: int) -> bool:
    """Whether the hand would miss no other card less than this clover or joker; SWAP, which takes it away, is none."""
    mine = cards_known(s, seat, seat)
    luck = chances(s, seat, unseen(s, seat))
    if kind == JOKER and field(mine, JOKERS) <= 2:  # a family has no room for more
        return False
    kept = {DRAW: KEEP_DRAW, STEAL: KEEP_DRAW, ANTI_JOKER: KEEP_ANTI_JOKER, SWAP: NEVER}
    hand = {int(kind_of(token)) for token in s.hand[seat, : s.hand_size[seat]]}
    missed = {one: kept.get(int(face_of(one))) or int(loss(s, mine, luck, one)) for one in hand}
    return missed[kind] == min(missed.values())


def _why_target(s: Any, seat: int, other: int) -> str:
    if s.pending == ANTI_JOKER:
        return "joker_there" if _may_hold(s, seat, other, JOKER) else "must_name"
    if closeness(s, cards_known(s, seat, other)) >= HAND - 1:
        return "close"
    loose = unseen(s, seat)
    luck = chances(s, seat, loose)
    mine = cards_known(s, seat, seat)
    now = hope(s, mine, luck)
    if s.pending == STEAL:
        kinds = [JOKER, *(clover(colour) for colour in range(DECK_COLOURS[s.players - 2]))]
        wanted = [kind for kind in kinds if hope(s, mine + UNITS[kind], luck) > now]
        return "wanted" if any(_may_hold(s, seat, other, kind) for kind in wanted) else "must_name"
    worths = {
        one: swap_worth(s, one, cards_known(s, seat, one), luck, loose)
        for one in range(s.players)
        if can_be_target(s, one)
    }
    return "better_hand" if worths[other] == max(worths.values()) > now else "must_name"


def _may_hold(s: Any, seat: int, other: int, kind: int) -> bool:
    """Whether a clover of this kind, or a joker, may be in another's hand for all that the seat knows."""
    if kind == JOKER and s.jokers_max[other] == 0:
        return False
    tokens = [int(token) for token in s.hand[other, : s.hand_size[other]]]
    known = [int(kind_of(token)) for token in tokens if knows(token, seat)]
    if kind in known or len(known) == len(tokens):
        return kind in known
    if s.loose[seat] >> other & 1 and _astray(s, seat, kind) > 0:
        return True
    return bool(field(unseen(s, seat), colour_of(kind)) > _astray(s, seat, kind))


def _astray(s: Any, seat: int, kind: int) -> int:
    """How many cards of that kind the seat lost from sight: they are with the seats in `loose`, and with no other."""
    hands = [int(token) for other in range(s.players) for token in s.hand[other, : s.hand_size[other]]]
    return int(s.astray[kind]) + sum(int(astray_for(token)) >> seat & 1 for token in hands if kind_of(token) == kind)
