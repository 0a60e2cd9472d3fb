"""How somebody plays Hat Trick.

Everybody ends up with a colour that pays and two that cost. The player first asks which colour is theirs: the one they
have most of already, or will, going by the cards they hold and how high they are. Then every card of the hand is
weighed by what is likely to come of it:

- The cards of one's own colour that it would win, the ones that others will still add among them, are worth a point
  each; those of another colour cost a point each. It wins surely if nothing higher is left, since every card played is
  remembered, and the less surely the more higher cards are out and the more players come after. Under a higher card
  that lies already it wins nothing.
- A high card of one's own colour is kept for a trick that is worth it. A high card of another colour will win what
  nobody wants: it goes as soon as it can go under a higher one.
- A card that somebody else wins was given away: a pity in one's own colour, a relief in another.
- A pass costs two points, which is little for a card that would otherwise catch more.

What the others collect is left alone: in trials it made no difference that would have paid for the thought.
"""

from typing import Any

from tablee.bits import count, highest, lowest, nth
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.hat_trick import COLOURS, PASS, is_pass
from tablee.rules.tricks import full_colour

REASONS = (
    "must_pass",  # only the third colour is left
    "pass",  # would rather pass than play what it could
    "collect",  # a card of its own colour that nothing lies over
    "offer",  # begins with another colour, for somebody else
    "unload",  # a dangerous card of another colour, under a higher one
    "duck",  # any other card under a higher one
    "open",  # opens the second colour, and it is not its own
    "take",  # goes over the others in a colour that is not its own
)

HIGH = 0b1111 << 18  # 17 to 20
MIDDLE = 0b11111 << 13  # 12 to 16

# What speaks for a colour as one's own: each card won, held, held and middling, held and high.
WON = 16
HELD = 7
HELD_MIDDLE = 17
HELD_HIGH = 21

# In 64ths of a point.
POINT = 64
PASSED = 128
GIVEN = 16  # a card that somebody else wins
KEEP = 28  # the highest card left of one's own colour, to have it later
DREAD = 41  # the same of another colour, to be rid of it

# Chances in 64ths.
SURE = 64  # a card that nothing can beat wins
LESS_SURE = 3  # for each higher one still out a card would win so much less surely, some other time
RIVALRY = 3  # how readily each player to come beats it now, for each of these
RIVALRY_ALONE = 13  # while a single colour lies

# How many cards, in 64ths, each player to come may be expected to add to a colour
BEGUN = 11  # with which the trick begins,
ALONE = 17  # that lies alone,
SECOND = 3  # that is opened as the second: most of them would rather follow the first,
OF_TWO = 16  # when two lie

# A beginner's:
SLIPS = 5  # once in so many times any card at all
SAVE_OWN = 8  # of low cards one of their own colour counts as so many places higher,
SAVE_PASS = 64  # and a pass as so many


@rule
def promise(s: Any, seat: Any, colour: Any) -> Any:
    """How much speaks for collecting that colour."""
    hand = s.hand[seat, colour]
    held = HELD * count(hand) + HELD_MIDDLE * count(hand & MIDDLE) + HELD_HIGH * count(hand & HIGH)
    return held + WON * count(s.won[seat, colour])


@rule
def own_colour(s: Any, seat: Any) -> Any:
    best = -1
    own = 0
    for colour in range(COLOURS):
        here = promise(s, seat, colour)
        if here > best:
            best = here
            own = colour
    return own


@rule
def lying(s: Any, colour: Any) -> Any:
    """The cards of that colour in the current trick."""
    cards = 0
    for seat in range(s.players):
        if s.trick[seat] >> 5 == colour:
            cards |= 1 << (s.trick[seat] & 31)
    return cards & ~1  # where nothing lies the colour reads as the first, the place as 0


@rule
def unseen(s: Any, seat: Any, colour: Any) -> Any:
    seen = s.hand[seat, colour]
    for other in range(s.players):
        seen |= s.played[other, colour]
    return full_colour(s) & ~seen


@rule
def followers(s: Any, colour: Any) -> Any:
    """How many cards, in 64ths, each player to come may be expected to add to that colour."""
    if s.on_table == 0:
        return BEGUN
    if s.on_table == 1 << colour:
        return ALONE
    if count(s.on_table) == 1:
        return SECOND
    return OF_TWO


@rule
def lay(s: Any, colour: Any, place: Any) -> Any:
    """What is done with that card: it is laid, or passed where nothing else can be done with it."""
    if is_pass(s, colour):
        return PASS + 32 * colour + place
    return 32 * colour + place


@rule
def choose(s: Any, seat: Any, rng: Any) -> Any:
    own = own_colour(s, seat)
    to_come = s.players - 1 - s.laid
    rivalry = RIVALRY * to_come  # how readily a card is beaten, for each higher one left
    if count(s.on_table) == 1:
        rivalry = RIVALRY_ALONE * to_come
    best = -(1 << 28)
    action = -1
    for colour in range(COLOURS):
        hand = s.hand[seat, colour]
        if hand != 0:
            passing = is_pass(s, colour)
            laid = lying(s, colour)
            catch = POINT * (count(laid) + 1) + followers(s, colour) * to_come
            out = unseen(s, seat, colour) | laid
            while hand != 0:
                place = highest(hand)
                higher = count(out >> place)
                height = SURE - LESS_SURE * higher  # how sure it would be of winning, some other time
                win = 0
                if not passing and laid >> place == 0:
                    win = SURE
                    if rivalry * higher > 0:
                        win = SURE * SURE // (SURE + rivalry * higher)
                # As one sees it who collects this colour; who does not sees it the other way round.
                value = (win * catch - (SURE - win) * GIVEN) >> 6
                if colour == own:
                    value -= KEEP * height >> 6
                else:
                    value = (DREAD * height >> 6) - value
                if passing:
                    value -= PASSED
                if value > best:
                    best = value
                    action = lay(s, colour, place)
                # Cards next to each other are as good as each other: on to the first below one that is out or lies.
                lower = out & ((1 << place) - 1)
                if lower == 0:
                    break
                hand &= (1 << highest(lower)) - 1
    return action


@rule
def longest(s: Any, seat: Any) -> Any:
    """The colour a beginner collects: the one they see most of before them."""
    best = -1
    own = 0
    for colour in range(COLOURS):
        here = count(s.hand[seat, colour]) + count(s.won[seat, colour])
        if here > best:
            best = here
            own = colour
    return own


@rule
def careless(s: Any, seat: Any, rng: Any) -> Any:
    """A beginner: the highest card of the longest colour if it wins as things lie, else the lowest card there is.

    Now and then the first card that comes to hand. Who is still to play, and what was played, is forgotten.
    """
    own = longest(s, seat)
    hand = s.hand[seat, own]
    if below(rng, SLIPS) == 0:
        return any_card(s, seat, rng)
    if hand != 0 and not is_pass(s, own):
        place = highest(hand)
        if lying(s, own) >> place == 0:
            return lay(s, own, place)
    best = 1 << 20
    action = -1
    for colour in range(COLOURS):
        hand = s.hand[seat, colour]
        if hand != 0:
            place = lowest(hand)
            weight = place
            if colour == own:
                weight += SAVE_OWN
            if is_pass(s, colour):
                weight += SAVE_PASS
            if weight < best:
                best = weight
                action = lay(s, colour, place)
    return action


@rule
def any_card(s: Any, seat: Any, rng: Any) -> Any:
    held = 0
    for colour in range(COLOURS):
        held += count(s.hand[seat, colour])
    which = below(rng, held)
    for colour in range(COLOURS):
        here = count(s.hand[seat, colour])
        if which < here:
            return lay(s, colour, nth(s.hand[seat, colour], which))
        which -= here
    return -1


def reason(s: Any, seat: int, action: int) -> str:
    colour, place = (action % PASS) >> 5, action & 31
    if action >= PASS:
        can_follow = any(s.hand[seat, other] and not is_pass(s, other) for other in range(COLOURS))
        return "pass" if can_follow else "must_pass"
    laid = int(lying(s, colour))
    own = colour == own_colour(s, seat)
    if laid >> place:
        return "unload" if (HIGH | MIDDLE) >> place & 1 and not own else "duck"
    if own:
        return "collect"
    if s.on_table == 0:
        return "offer"
    return "take" if laid else "open"
