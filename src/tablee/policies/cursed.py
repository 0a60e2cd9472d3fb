"""How people play Stick 'Em and Sticheln.

*The curse.* Curse yourself with a low card of a colour you hold much of: what lies in your own hand, nobody can feed
you. With Reverse it is a high card, for its number counts at once.

*The play.* A card is judged by what comes of laying it now, and by how gladly one would keep it for later.

What comes of it: if the card takes the lead, the trick may become mine, unless one of those still to play goes over
it; and until they are done they will slip me what they have of my colour, the more of it is still about. If it stays
below, the trick goes to whoever is ahead, and a card of *their* colour is the best present, most of all for somebody
ahead of me in points.

How gladly one keeps it: who ducks keeps the weak cards and lays the strongest that still stays below. High cards of
one's own colour go into other people's tricks while there are any. One lays from long colours rather than short ones,
and keeps the colours that hurt the others as ammunition. When leading, low cards go first, and one's own colour (it
hardly ever comes home) or those the others dread.

*Hazy*: others' curses are not known, so nobody is fed on purpose. *Delayed*: everybody's curse is taken to be the
colour they would pick if the round ended now; all the cards won lie open to the memory.

Everything is in 64ths of a point. The habits below have one column for each kind of table and were tuned by many
thousand games of the policy against slightly different ones of itself and, plain and Mild, against beginners too.
"""

from typing import Any

from tablee.bits import count, lowest
from tablee.cards import NO_CARD, colour_of, number_of
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.cursed import (
    CHOOSE,
    COLOUR,
    CURSE,
    MILD_COST,
    PLAY,
    curses_in_sight,
    pick_is_open,
    strength,
    tricks_per_round,
)
from tablee.rules.tricks import after, full_colour

REASONS = (
    "curse_low",  # a low card as curse costs little
    "curse_long",  # a colour I hold much of: little of it is left to be fed with
    "luck_high",  # Reverse: a high card as luck counts at once
    "cheap_colour",  # Delayed: the colour that costs me least
    "dear_colour",  # Delayed and Reverse: the colour that pays most
    "lead_low",  # a low card to begin with: somebody else must take it
    "lead_own",  # my own colour: somebody else will have to take it home
    "lead_feed",  # a colour that somebody else dreads
    "lead_strong",  # a strong card to begin with
    "win",  # the trick is worth having
    "stuck",  # nothing goes below: every card of mine takes the lead
    "ahead",  # over the others, though it may well be beaten yet
    "feed",  # a card of their cursed colour for whoever is ahead
    "rid",  # a card of my own colour into somebody else's trick
    "zero",  # a zero never wins
    "duck",  # below the winning card
)

# The habits, for a table that is plain, Reverse, Delayed, both of these, Hazy, Mild.
OVERTAKE = (65, 203, 222, 221, 138, 70)  # how readily each player still to come goes over a card they could beat
SEQUEL = (29, -5, 6, 123, 106, 22)  # what each player still to come adds to a trick of mine,
DREAD = (212, 37, 78, 27, 90, 125)  # less what they feed me, in proportion to the points about in my colour
TO_LEAD = (6, -17, 183, 146, 0, -79)  # having to lead the next trick
SPITE = (25, 21, 16, -1, 23, 21)  # what the others' points are to me,
STANDING = (24, 16, 16, 11, 27, 24)  # and more for each point by which they are ahead of me

# How much one would rather keep a card than lay it …
LATE = (126, 27, 145, 108, 123, 84)  # how much keeping counts in the end,
EARLY = (-49, 22, -45, 106, -41, -18)  # and more for every eight tricks still to play
WEAK = (-14, -103, -146, -140, -34, -73)  # a weak card, in proportion
WEAKEST = (-159, 155, -99, 178, -134, -58)  # a weak card, in proportion to the square
ZERO = (-121, 64, -84, 49, -47, -39)  # a zero
LONG = (-33, -19, -7, -38, -39, -10)  # for each card of its colour in my hand
AMMUNITION = (58, 10, 29, -33, 69, 56)  # for each of the others whom its colour curses,
AMMUNITION_NUMBER = (-8, -67, -15, -67, -12, -1)  # and for its number in eighths
OWN = (99, 14, 42, 3, 93, 127)  # a card of my own colour,
OWN_WEAK = (68, -30, -6, -36, 59, 37)  # if it is weak,
OWN_NUMBER = (-12, 40, -35, 50, -22, -24)  # for its number,
OWN_LONG = (-64, -39, -44, -39, -39, -33)  # for each card of the colour in my hand
DUCK = (168, -37, 127, 243, 45, 82)  # a weak card, when it stays below whoever is ahead
DUCK_ZERO = (-59, -19, -102, -23, -51, -35)  # a zero, likewise
LAST = (79, 16, -13, -10, -49, 6)  # a weak card, when I am the last to play

# … when leading, besides …
LEAD_WEAK = (-205, 33, -66, -14, -21, -78)  # a weak card
LEAD_WEAKEST = (-55, 96, -123, 52, -100, -52)  # a weak card, to the square
LEAD_ZERO = (130, 7, 142, -3, 127, 209)  # a zero
LEAD_OWN = (-211, 64, -220, 84, -149, -172)  # a card of my own colour,
LEAD_OWN_NUMBER = (-6, 28, -23, 34, -16, -9)  # for its number
LEAD_DREADED = (-191, -43, -167, -40, -197, -199)  # for each of the others whom its colour curses
LEAD_COMMON = (57, 25, -39, 26, 52, 31)  # a colour of which much is still about

# What makes a colour, and a card of it, a good curse.
CURSE_LENGTH = (421, -62, 414, -48, 426, 460)  # for each card of the colour
CURSE_POINTS = (-21, -3, -4, -6, -47, -19)  # for their numbers
CURSE_NUMBER = (-76, 238, -28, 250, -102, 27)  # for the number of the curse card itself

HUNCH = 16  # how far one's opinion of a colour as curse strays, in 64ths of a point,
DOUBT = 512  # and how far somebody else's may, for all one knows
SLIPS = 5  # a beginner lays any card at all once in so many times


# ---- what one knows -------------------------------------------------------------------------------------------


@rule
def table(s: Any) -> Any:
    """Which column of the habits applies; Aggravated needs none of its own."""
    if s.delayed:
        return 2 + s.reverse
    if s.reverse:
        return 1
    if s.hazy:
        return 4
    return 5 * s.mild


@rule
def points_of(cards: Any) -> Any:
    """The numbers of one colour's cards, added up: of each bit's place its five binary digits, less 1 a card."""
    ones = count(cards & 0x2AAAAAAA) - count(cards)
    twos = count(cards & 0x4CCCCCCC) + 2 * count(cards & 0x70F0F0F0)
    return ones + 2 * twos + 8 * (count(cards & 0x7F00FF00) + 2 * count(cards & 0x7FFF0000))


@rule
def cost(s: Any, cards: Any) -> Any:
    """What these cards of one colour cost whom it curses."""
    if s.mild:
        return MILD_COST * count(cards)
    return points_of(cards)


@rule
def best_colour(s: Any, seat: Any, taken: Any) -> Any:
    """Delayed: the colour, none of those `taken`, that the seat would best pick if it had to now; -1 none."""
    best = -1
    least = 0
    for colour in range(s.colours):
        cards = s.won[seat, colour]
        if cards != 0 and (taken >> colour) & 1 == 0:
            loss = cost(s, cards) + count(cards)  # the 1 for each card is lost, too
            if s.reverse:
                loss = -loss
            if best < 0 or loss < least:
                best = colour
                least = loss
    return best


@rule
def colours_of(s: Any, seat: Any) -> Any:
    """The cursed colours of a seat whose curse one may see; in Delayed what they look like becoming."""
    colours = s.cursed[seat]
    if s.delayed:
        for _ in range(1 + s.aggravated):
            colour = best_colour(s, seat, colours)
            if colour >= 0:
                colours |= 1 << colour
    return colours


@rule
def worth(s: Any, cursed: Any, card: Any) -> Any:
    """What winning a card is worth to somebody with those cursed colours."""
    value = 1
    if (cursed >> colour_of(card)) & 1 == 1:
        value = -number_of(card)
        if s.mild:
            value = -MILD_COST
    if s.reverse:
        value = -value
    return value


@rule
def trick_worth(s: Any, cursed: Any) -> Any:
    """What the cards laid so far are worth to somebody with those cursed colours."""
    total = 0
    seat = s.leader
    for _ in range(s.laid):
        total += worth(s, cursed, s.trick[seat])
        seat = after(s, seat)
    return total


@rule
def unseen(s: Any, seat: Any, colour: Any) -> Any:
    """The cards of a colour that the seat has not seen (or sees no more than as somebody's curse)."""
    seen = s.aside[colour] | s.hand[seat, colour]
    for other in range(s.players):
        seen |= s.played[other, colour]
    return full_colour(s) & ~seen


@rule
def weigh(ones: Any, twos: Any, fours: Any, numbers: Any) -> Any:
    """How many cards have one of the `numbers`, counted in three binary digits at each number's place."""
    return count(ones & numbers) + 2 * count(twos & numbers) + 4 * count(fours & numbers)


@rule
def trumps_over(s: Any, card: Any) -> Any:
    """The numbers that beat this card's among trumps, as a mask."""
    if s.reverse:
        return max(0, (1 << (card & 31)) - FROM_ONE)
    return -2 << (card & 31)


FROM_ONE = 4  # the bit of the number 1; the mask -4 has all numbers but 0


# ---- laying a card --------------------------------------------------------------------------------------------


@rule
def lay_well(s: Any, seat: Any, rng: Any) -> Any:
    kind = table(s)
    to_come = s.players - s.laid - 1
    in_sight = curses_in_sight(s)
    led = -1
    if s.laid != 0:
        led = colour_of(s.trick[s.leader])

    # Round the table: who is ahead, and how many others each colour curses (four bits a colour).
    ahead = -1
    power = 0
    dreaded = 0
    other = s.leader
    for place in range(s.players):
        if place < s.laid:
            challenge = strength(s, s.trick[other])
            if challenge > power:
                power = challenge
                ahead = other
        if in_sight and other != seat:
            curses = colours_of(s, other)
            while curses != 0:
                dreaded += 1 << (4 * lowest(curses))
                curses &= curses - 1
        other = after(s, other)

    # What has not been seen: how many of each number (see `weigh`), and how much of my own colour.
    mine = colours_of(s, seat)
    ones = 0
    twos = 0
    fours = 0
    in_led = 0
    total = 1
    danger = 0
    for colour in range(s.colours):
        cards = unseen(s, seat, colour)
        if colour == led:
            in_led = cards
        if (mine >> colour) & 1 == 1:
            danger += cost(s, cards)
        total += count(cards)
        carry = ones & cards
        ones ^= cards
        fours |= twos & carry
        twos ^= carry
    share = 64 * 64 // total  # of one card among them, in 64ths of a 64th
    all_trumps = weigh(ones, twos, fours, -FROM_ONE)

    # If I take the lead: what lies there, and what the others will add.
    sequel = SEQUEL[kind] - (danger * share * DREAD[kind] >> 12)
    if_mine = 64 * trick_worth(s, mine) + TO_LEAD[kind] + to_come * sequel
    over = to_come * OVERTAKE[kind]

    # If I do not: what whoever is ahead is given counts, as far as they stay ahead.
    theirs = 0
    gift = 0
    if ahead >= 0:
        if in_sight:
            theirs = colours_of(s, ahead)
        card = s.trick[ahead]
        beaters = trumps_over(s, card)
        if colour_of(card) == led:
            beaters = all_trumps - count(in_led & ((2 << (card & 31)) - FROM_ONE))
        else:
            beaters = weigh(ones, twos, fours, beaters) - count(in_led & beaters)
        spite = SPITE[kind] + (STANDING[kind] * (s.total[ahead] - s.total[seat]) >> 6)
        gift = max(0, min(64, spite)) * 4096 // (64 + (over * beaters * share >> 12))
    lost = gift * trick_worth(s, theirs)

    patience = LATE[kind] + (EARLY[kind] * (tricks_per_round(s) - s.tricks) >> 3)
    last = 0
    if to_come == 0:
        last = LAST[kind]
    best = -(1 << 30)
    choice = NO_CARD
    colour = below(rng, s.colours)  # of equals the first: so begin anywhere
    for _ in range(s.colours):
        cards = s.hand[seat, colour]
        own = (mine >> colour) & 1
        fed = (theirs >> colour) & 1
        others = (dreaded >> (4 * colour)) & 15
        # How much one would rather keep a card of this colour: for itself, for its number, the weaker it is.
        hold = count(cards) * (LONG[kind] + own * OWN_LONG[kind]) + others * AMMUNITION[kind]
        for_number = others * AMMUNITION_NUMBER[kind]
        for_zero = ZERO[kind]
        weakness = WEAK[kind]
        more_so = WEAKEST[kind]
        if own == 1:
            hold += OWN[kind]
            for_number += 8 * OWN_NUMBER[kind]
            for_zero = 0
            weakness = OWN_WEAK[kind]
            more_so = 0
        here = in_led
        if led < 0 and cards != 0:
            here = unseen(s, seat, colour)
            hold += own * LEAD_OWN[kind] + others * LEAD_DREADED[kind] + (LEAD_COMMON[kind] * count(here) * share >> 6)
            for_number += 8 * own * LEAD_OWN_NUMBER[kind]
            for_zero += LEAD_ZERO[kind]
            weakness += LEAD_WEAK[kind]
            more_so += LEAD_WEAKEST[kind]
        follows = led < 0 or colour == led
        while cards != 0:
            bit = lowest(cards)
            cards &= cards - 1
            number = bit - 1
            price = number
            if s.mild:
                price = MILD_COST
            trumps = trumps_over(s, bit)
            stronger = weigh(ones, twos, fours, trumps)
            weak = stronger * share >> 6  # 0 the strongest card about, 64 the weakest
            challenge = number
            keep = hold + (for_number * price >> 3)
            if number == 0:
                weak = 64
                keep += for_zero
            elif not follows:
                challenge = 32 + number
                if s.reverse:
                    challenge = 64 - number
            eagerness = weakness + (more_so * weak >> 6) + last
            if challenge > power:
                beaters = stronger - count(in_led & trumps)
                if follows:
                    beaters = all_trumps - count(here & ((2 << bit) - FROM_ONE))
                value = 64 - own * 64 * (price + 1)
                if s.reverse:
                    value = -value
                outcome = 4096 // (64 + (over * beaters * share >> 12)) * (if_mine + value)
            else:
                value = 1 - fed * (price + 1)
                if s.reverse:
                    value = -value
                outcome = -lost - gift * value
                eagerness += DUCK[kind]
                if number == 0:
                    keep += DUCK_ZERO[kind]
            outcome -= (keep + (eagerness * weak >> 6)) * patience
            if outcome > best:
                best = outcome
                choice = 32 * colour + bit
        colour += 1
        if colour == s.colours:
            colour = 0
    return choice


# ---- picking a curse ------------------------------------------------------------------------------------------


@rule
def curse_well(s: Any, seat: Any, doubt: Any, rng: Any) -> Any:
    """A curse card out of the seat's hand. `doubt`: how far, in 64ths of a point, the opinion of a colour may stray.

    What the seat has laid this round was in its hand when it chose, so it counts for the colour (Hazy).
    """
    kind = table(s)
    best = -(1 << 30)
    choice = NO_CARD
    for colour in range(s.colours):
        cards = s.hand[seat, colour]
        if cards != 0 and pick_is_open(s, seat, colour):
            held = cards | s.played[seat, colour]
            appeal = CURSE_LENGTH[kind] * count(held) + CURSE_POINTS[kind] * points_of(held) + below(rng, doubt)
            while cards != 0:
                bit = lowest(cards)
                cards &= cards - 1
                liking = appeal + CURSE_NUMBER[kind] * (bit - 1)
                if liking > best:
                    best = liking
                    choice = 32 * colour + bit
    return choice


@rule
def choose(s: Any, seat: Any, rng: Any) -> Any:
    if s.phase == PLAY:
        return lay_well(s, seat, rng)
    if s.phase == CURSE:
        return CHOOSE + curse_well(s, seat, HUNCH, rng)
    return COLOUR + best_colour(s, seat, s.cursed[seat])


# ---- beginners ------------------------------------------------------------------------------------------------


@rule
def lay_greedily(s: Any, seat: Any, rng: Any) -> Any:
    """Whatever pays now: no thought of those still to play, of the others' colours or of later tricks."""
    slip = below(rng, SLIPS) == 0
    power = 0
    other = s.leader
    for _ in range(s.laid):
        power = max(power, strength(s, s.trick[other]))
        other = after(s, other)
    mine = colours_of(s, seat)
    there = trick_worth(s, mine)
    best = -(1 << 30)
    choice = NO_CARD
    for colour in range(s.colours):
        cards = s.hand[seat, colour]
        while cards != 0:
            bit = lowest(cards)
            cards &= cards - 1
            card = 32 * colour + bit
            liking = below(rng, 64)
            if not slip:
                takes = bit > 1
                if s.laid != 0:
                    takes = strength(s, card) > power
                if takes:
                    liking += 64 * (there + worth(s, mine, card))
                liking -= 16 * bit  # the low ones first, the high ones may be good for something
            if liking > best:
                best = liking
                choice = card
    return choice


@rule
def curse_carelessly(s: Any, seat: Any, rng: Any) -> Any:
    """A low card (with Reverse a high one), of whatever colour."""
    best = -(1 << 30)
    choice = NO_CARD
    for colour in range(s.colours):
        cards = s.hand[seat, colour]
        if pick_is_open(s, seat, colour):
            while cards != 0:
                bit = lowest(cards)
                cards &= cards - 1
                liking = below(rng, 4) - bit
                if s.reverse:
                    liking = below(rng, 4) + bit
                if liking > best:
                    best = liking
                    choice = 32 * colour + bit
    return choice


@rule
def careless(s: Any, seat: Any, rng: Any) -> Any:
    if s.phase == PLAY:
        return lay_greedily(s, seat, rng)
    if s.phase == CURSE:
        return CHOOSE + curse_carelessly(s, seat, rng)
    return COLOUR + best_colour(s, seat, s.cursed[seat])


# ---- what others have chosen in secret ------------------------------------------------------------------------


@rule
def believe(s: Any, seat: Any, rng: Any) -> None:
    """Let the others have chosen their hidden curses out of this world's hands as sensible people would."""
    if curses_in_sight(s):
        return
    for other in range(s.players):
        if other != seat and s.chosen[other] != 0:
            if s.delayed == 0:
                choose_again(s, other, rng)
            elif below(rng, SLIPS) != 0:  # now and then somebody miscounts: the colour drawn stands
                s.cursed[other] = 0
                for _ in range(s.chosen[other]):
                    s.cursed[other] |= 1 << best_colour(s, other, s.cursed[other])


@rule
def choose_again(s: Any, seat: Any, rng: Any) -> None:
    """Take the curse cards back into the hand and choose anew; none has been laid since, so all are there (ST-15)."""
    for pick in range(s.chosen[seat]):
        card = s.curse[seat, pick]
        s.hand[seat, colour_of(card)] |= 1 << (card & 31)
    s.cursed[seat] = 0
    for pick in range(s.chosen[seat]):
        card = curse_well(s, seat, DOUBT, rng)
        s.hand[seat, colour_of(card)] ^= 1 << (card & 31)
        s.curse[seat, pick] = card
        s.cursed[seat] |= 1 << colour_of(card)


# ---- reasons --------------------------------------------------------------------------------------------------


def reason(s: Any, seat: int, action: int) -> str:
    """Why somebody would do that here: one of REASONS."""
    if s.phase == PLAY:
        return _reason_to_lead(s, seat, action) if s.laid == 0 else _reason_to_lay(s, seat, action)
    if s.phase != CURSE:
        return "dear_colour" if s.reverse else "cheap_colour"
    if s.reverse:
        return "luck_high"
    low = 4 * number_of(action - CHOOSE) <= s.top
    return "curse_low" if low else "curse_long"


def _reason_to_lead(s: Any, seat: int, card: int) -> str:
    colour = 1 << colour_of(card)
    if colours_of(s, seat) & colour:
        return "lead_own"
    others = [colours_of(s, other) for other in range(s.players) if other != seat]
    if curses_in_sight(s) and any(curses & colour for curses in others):
        return "lead_feed"
    return "lead_low" if 2 * number_of(card) <= s.top else "lead_strong"


def _reason_to_lay(s: Any, seat: int, card: int) -> str:
    laid = [other for other in range(s.players) if s.trick[other] != NO_CARD]
    ahead = max(laid, key=lambda other: (strength(s, s.trick[other]), -((other - s.leader) % s.players)))
    power = strength(s, s.trick[ahead])
    mine = colours_of(s, seat)
    if strength(s, card) > power:
        if trick_worth(s, mine) + worth(s, mine, card) > 0:
            return "win"
        held = [
            32 * colour + bit for colour in range(s.colours) for bit in range(1, 32) if s.hand[seat, colour] >> bit & 1
        ]
        return "stuck" if all(strength(s, other) > power for other in held) else "ahead"
    colour = 1 << colour_of(card)
    if curses_in_sight(s) and colours_of(s, ahead) & colour and number_of(card) > 0:
        return "feed"
    if mine & colour and number_of(card) > 0:
        return "rid"
    return "zero" if number_of(card) == 0 else "duck"
