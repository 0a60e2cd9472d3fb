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

from collections.abc import Callable
from typing import Any

import numpy as np

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

PLACES = 20  # a card's place in its colour is its number + 1, so up to 19
NUMBERS = (1 << PLACES) - 1  # the mask of all numbers
FROM_ONE = NUMBERS - 3  # all but 0, which beats nothing


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
def price(s: Any, bit: Any) -> Any:
    """What a card, given by its place in its colour, costs whom that colour curses."""
    if s.mild:
        return MILD_COST
    return bit - 1


@rule
def worth(s: Any, cursed: Any, card: Any) -> Any:
    """What winning a card is worth to somebody with those cursed colours."""
    value = 1 - ((cursed >> colour_of(card)) & 1) * (price(s, card & 31) + 1)
    if s.reverse:
        value = -value
    return value


@rule
def lying(s: Any) -> Any:
    """The prices of the cards laid so far, and 1 more for each, added up by colour: eight bits a colour."""
    prices = np.int64(0)
    seat = s.leader
    for _ in range(s.laid):
        card = s.trick[seat]
        prices += np.int64(price(s, card & 31) + 1) << (8 * colour_of(card))
        seat = after(s, seat)
    return prices


@rule
def trick_worth(s: Any, prices: Any, cursed: Any) -> Any:
    """What the cards laid so far, of these prices, are worth to somebody with those cursed colours."""
    total = s.laid
    while cursed != 0:
        total -= (prices >> (8 * lowest(cursed))) & 255
        cursed &= cursed - 1
    if s.reverse:
        total = -total
    return total


@rule
def unseen(s: Any, seat: Any, colour: Any) -> Any:
    """The cards of a colour that the seat has not seen (or sees no more than as somebody's curse)."""
    seen = s.aside[colour] | s.hand[seat, colour]
    seen |= s.played[0, colour] | s.played[1, colour] | s.played[2, colour]  # there are at least three players
    for other in range(3, s.players):
        seen |= s.played[other, colour]
    return full_colour(s) & ~seen


@rule
def unseen_numbers(s: Any, seat: Any) -> Any:
    """How many unseen cards there are of each number: three rows of binary digits, one for each place (`weigh`)."""
    ones = 0
    twos = 0
    fours = 0
    for colour in range(s.colours):
        cards = unseen(s, seat, colour)
        carry = ones & cards
        ones ^= cards
        fours |= twos & carry
        twos ^= carry
    return ones | np.int64(twos) << PLACES | np.int64(fours) << (2 * PLACES)


@rule
def weigh(about: Any, numbers: Any) -> Any:
    """How many of the unseen cards have one of the `numbers`; `about` is from `unseen_numbers`."""
    ones = count(about & numbers)
    twos = count((about >> PLACES) & numbers)
    fours = count((about >> (2 * PLACES)) & numbers)
    return ones + 2 * twos + 4 * fours


@rule
def trumps_over(s: Any, bit: Any) -> Any:
    """The numbers that beat this one among trumps, as a mask."""
    if s.reverse:
        return ((1 << bit) - 1) & FROM_ONE
    return (-2 << bit) & NUMBERS


@rule
def led_colour(s: Any) -> Any:
    """The colour that was led; -1 before that."""
    if s.laid == 0:
        return -1
    return colour_of(s.trick[s.leader])


@rule
def seat_ahead(s: Any) -> Any:
    """Whose card would take the trick now; -1 nobody's."""
    ahead = -1
    power = 0
    seat = s.leader
    for _ in range(s.laid):
        challenge = strength(s, s.trick[seat])
        if challenge > power:
            power = challenge
            ahead = seat
        seat = after(s, seat)
    return ahead


@rule
def colours_ahead(s: Any, ahead: Any) -> Any:
    """The cursed colours of whoever is ahead, as far as one can see."""
    if ahead < 0 or not curses_in_sight(s):
        return 0
    return colours_of(s, ahead)


@rule
def by_colour(colours: Any) -> Any:
    """Of a mask of colours a number with a 1 for each: eight bits a colour, so that such numbers can be added."""
    # Six copies, each seven bits on: so the n-th bit of the n-th copy is where it belongs.
    return (np.int64(colours) * 0x0810204081) & 0x010101010101


@rule
def dreaded(s: Any, mine: Any) -> Any:
    """How many of the others each colour curses, as far as one can see: eight bits a colour."""
    if not curses_in_sight(s):
        return 0
    seats = -by_colour(mine)
    for other in range(s.players):
        seats += by_colour(colours_of(s, other))
    return seats


@rule
def danger(s: Any, seat: Any, mine: Any) -> Any:
    """The points still about in my own colours."""
    points = 0
    while mine != 0:
        points += cost(s, unseen(s, seat, lowest(mine)))
        mine &= mine - 1
    return points


# ---- how gladly one keeps a card ------------------------------------------------------------------------------


def habits(keep: Callable[[int, int, int], int]) -> tuple[int, ...]:
    """A habit for every `case`, worked out beforehand: it is asked for with each colour of a hand."""
    return tuple(keep(kind, own, leads) for leads in (0, 1) for own in (0, 1) for kind in range(KINDS))


@rule
def case_of(kind: Any, own: Any, leads: Any) -> Any:
    """The kind of table, whether a colour is my own (1) or not (0), whether I lead: which habits apply."""
    return kind + KINDS * (own + 2 * leads)


KINDS = len(LONG)
KEEP = habits(lambda kind, own, leads: own * (OWN[kind] + leads * LEAD_OWN[kind]))
KEEP_LONG = habits(lambda kind, own, leads: LONG[kind] + own * OWN_LONG[kind])
KEEP_DREADED = habits(lambda kind, own, leads: AMMUNITION[kind] + leads * LEAD_DREADED[kind])
KEEP_NUMBER = habits(lambda kind, own, leads: 8 * own * (OWN_NUMBER[kind] + leads * LEAD_OWN_NUMBER[kind]))
KEEP_DREADED_NUMBER = habits(lambda kind, own, leads: AMMUNITION_NUMBER[kind])
KEEP_ZERO = habits(lambda kind, own, leads: (1 - own) * ZERO[kind] + leads * LEAD_ZERO[kind] + DUCK_ZERO[kind])
KEEP_WEAK = habits(lambda kind, own, leads: (WEAK[kind], OWN_WEAK[kind])[own] + leads * LEAD_WEAK[kind])
KEEP_WEAKEST = habits(lambda kind, own, leads: (1 - own) * WEAKEST[kind] + leads * LEAD_WEAKEST[kind])


@rule
def keep_colour(case: Any, length: Any, dread: Any) -> Any:
    """How gladly one keeps a card for its colour, of which I hold so many and which so many others dread."""
    return KEEP[case] + length * KEEP_LONG[case] + dread * KEEP_DREADED[case]


@rule
def keep_number(s: Any, case: Any, dread: Any, bit: Any) -> Any:
    """How gladly for its number, or what takes its place in Mild."""
    return (KEEP_NUMBER[case] + dread * KEEP_DREADED_NUMBER[case]) * price(s, bit) >> 3


@rule
def keep_weak(case: Any, weak: Any, more: Any) -> Any:
    """How gladly for being weak (0 the strongest card about, 64 the weakest), and `more` so in this trick."""
    return (KEEP_WEAK[case] + more + (KEEP_WEAKEST[case] * weak >> 6)) * weak >> 6


@rule
def patience(s: Any, kind: Any) -> Any:
    """How much counts what one keeps: there must be time to use it."""
    return LATE[kind] + (EARLY[kind] * (tricks_per_round(s) - s.tricks) >> 3)


# ---- what comes of laying it ----------------------------------------------------------------------------------


@rule
def takers(s: Any, ahead: Any, follows: Any) -> Any:
    """The numbers with which a card takes the lead, of the led colour or of any other."""
    if ahead < 0:
        return FROM_ONE
    card = s.trick[ahead]
    if colour_of(card) != led_colour(s):
        if follows:
            return 0
        return trumps_over(s, card & 31)
    if follows:
        return (-2 << (card & 31)) & NUMBERS
    return FROM_ONE


@rule
def beaters(s: Any, about: Any, stronger: Any, in_led: Any, follows: Any, bit: Any) -> Any:
    """How many unseen cards go over one that is ahead: `stronger` as trumps; `in_led` are of the led colour."""
    if follows:
        return weigh(about, FROM_ONE) - count(in_led & ((2 << bit) - 1) & FROM_ONE)
    return stronger - count(in_led & trumps_over(s, bit))


@rule
def secured(stake: Any, pressure: Any, beaters: Any) -> Any:
    """A stake on a card that is ahead, in 64ths: the less, the more of those still to come may go over it."""
    # The mask changes nothing: it lets the compiler know that it divides by a small number.
    return 4096 * stake // (64 + ((pressure * beaters >> 12) & 0xFFFF))


@rule
def if_taken(kind: Any, trick: Any, to_come: Any, fed: Any) -> Any:
    """What a trick of that worth brings me, what the others will add counted in, with so much about to feed me."""
    return 64 * trick + TO_LEAD[kind] + to_come * (SEQUEL[kind] - (fed * DREAD[kind] >> 12))


@rule
def spite(s: Any, kind: Any, seat: Any, other: Any) -> Any:
    """How much another's points are to me, in 64ths."""
    return max(0, min(64, SPITE[kind] + (STANDING[kind] * (s.total[other] - s.total[seat]) >> 6)))


@rule
def present(s: Any, kind: Any, seat: Any, ahead: Any, about: Any, in_led: Any, pressure: Any) -> Any:
    """What a point for whoever is ahead is to me, as far as they stay ahead."""
    if ahead < 0:
        return 0
    card = s.trick[ahead]
    follows = colour_of(card) == led_colour(s)
    stronger = weigh(about, trumps_over(s, card & 31))
    return secured(spite(s, kind, seat, ahead), pressure, beaters(s, about, stronger, in_led, follows, card & 31))


# ---- laying a card --------------------------------------------------------------------------------------------


@rule
def only_card(s: Any, seat: Any) -> Any:
    """The last card of a hand."""
    colour = 0
    while s.hand[seat, colour] == 0:
        colour += 1
    return 32 * colour + lowest(s.hand[seat, colour])


@rule
def rank_of(s: Any, first: Any, colour: Any) -> Any:
    """Which of equal cards is laid: below 256, the higher, the earlier a colour comes from `first` on.

    Less its place in the colour it is a card's rank.
    """
    if colour < first:
        colour += s.colours
    return 255 - 32 * (colour - first)


@rule
def card_at(s: Any, first: Any, rank: Any) -> Any:
    """The card of that rank."""
    card = 32 * first + 255 - rank
    if colour_of(card) >= s.colours:
        card -= 32 * s.colours
    return card


@rule
def lay_well(s: Any, seat: Any, rng: Any) -> Any:
    """The card that promises most: what comes of laying it, less how gladly one would keep it."""
    first = below(rng, s.colours)  # of equals the first, seen from that colour on
    if s.tricks + 1 == tricks_per_round(s):
        return only_card(s, seat)
    kind = table(s)
    led = led_colour(s)
    leads = led < 0
    to_come = s.players - s.laid - 1
    mine = colours_of(s, seat)
    ahead = seat_ahead(s)
    theirs = colours_ahead(s, ahead)

    about = unseen_numbers(s, seat)
    share = 64 * 64 // (1 + weigh(about, NUMBERS))  # of one card in what is about, in 4096ths
    pressure = to_come * OVERTAKE[kind] * share
    here = 0  # the unseen cards of the led colour
    if not leads:
        here = unseen(s, seat, led)

    prices = lying(s)
    if_mine = if_taken(kind, trick_worth(s, prices, mine), to_come, danger(s, seat, mine) * share)
    gift = present(s, kind, seat, ahead, about, here, pressure)
    if_theirs = -gift * trick_worth(s, prices, theirs)

    dreads = dreaded(s, mine)
    later = patience(s, kind)
    last = 0
    if to_come == 0:
        last = LAST[kind]
    best = -(1 << 60)
    for colour in range(s.colours):
        cards = s.hand[seat, colour]
        if cards != 0:
            case = case_of(kind, (mine >> colour) & 1, leads)
            dread = (dreads >> (8 * colour)) & 15
            rank = rank_of(s, first, colour)
            hold = keep_colour(case, count(cards), dread)
            if leads:
                here = unseen(s, seat, colour)
                hold += LEAD_COMMON[kind] * count(here) * share >> 6
            follows = leads or colour == led
            over = takers(s, ahead, follows)

            taking = cards & over
            while taking != 0:
                bit = lowest(taking)
                card = 32 * colour + bit
                stronger = weigh(about, trumps_over(s, bit))
                keep = hold + keep_number(s, case, dread, bit) + keep_weak(case, stronger * share >> 6, last)
                stays = secured(1, pressure, beaters(s, about, stronger, here, follows, bit))
                outcome = stays * (if_mine + 64 * worth(s, mine, card)) - keep * later
                best = max(best, 256 * outcome + rank - bit)
                taking &= taking - 1

            ducking = cards & ~over
            while ducking != 0:
                bit = lowest(ducking)
                card = 32 * colour + bit
                weak = weigh(about, trumps_over(s, bit)) * share >> 6
                keep = hold + keep_number(s, case, dread, bit)
                if bit == 1:
                    keep += KEEP_ZERO[case]
                    weak = 64
                keep += keep_weak(case, weak, last + DUCK[kind])
                outcome = if_theirs - gift * worth(s, theirs, card) - keep * later
                best = max(best, 256 * outcome + rank - bit)
                ducking &= ducking - 1
    return card_at(s, first, best & 255)


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
    there = trick_worth(s, lying(s), mine)
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
        if trick_worth(s, lying(s), mine) + worth(s, mine, card) > 0:
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
