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
    COLOUR_CHOICE,
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

# The habits, for a table that is plain, Reverse, Delayed, both of these, Hazy, Mild, Aggravated.
OVERTAKE = (65, 198, 391, 221, 138, 70, 66)  # how readily each player still to come goes over a card they could beat
APPETITE = (0, 42, 0, 0, 0, 0, 0)  # and more so for each point that the trick is worth to them
SEQUEL = (29, -21, 10, 123, 106, 22, 38)  # what each player still to come adds to a trick of mine,
DREAD = (212, 48, 311, 27, 90, 125, 210)  # less what they feed me, in proportion to the points about in my colour
TO_LEAD = (6, -14, 53, 146, 0, -79, 20)  # having to lead the next trick
SPITE = (25, 14, 35, -1, 23, 21, 35)  # what the others' points are to me,
STANDING = (24, 3, 25, 11, 27, 24, 22)  # and more for each point by which they are ahead of me
EXPOSED = (0, 17, 0, 0, 0, 0, 0)  # a card that one still to come would rather not win,
EXPOSED_NUMBER = (0, 46, 0, 0, 0, 0, 0)  # and for its number, in eighths

# How much one would rather keep a card than lay it …
LATE = (126, 22, 60, 108, 123, 84, 142)  # how much keeping counts in the end,
EARLY = (-49, 20, -29, 106, -41, -18, -56)  # and more for every eight tricks still to play
WEAK = (-14, -201, -18, -140, -34, -73, -5)  # a weak card, in proportion
WEAKEST = (-159, 193, -265, 178, -134, -58, 22)  # a weak card, in proportion to the square
ZERO = (-121, 26, -186, 49, -47, -39, 17)  # a zero
LONG = (-33, -15, -35, -38, -39, -10, -16)  # for each card of its colour in my hand
AMMUNITION = (58, 1, 62, -33, 69, 56, 18)  # for each of the others whom its colour curses,
AMMUNITION_NUMBER = (-8, -33, -13, -67, -12, -1, -8)  # and for its number in eighths
OWN = (99, 21, 28, 3, 93, 127, 54)  # a card of my own colour,
OWN_WEAK = (68, -21, -9, -36, 59, 37, 22)  # if it is weak,
OWN_NUMBER = (-12, 20, -3, 50, -22, -24, -15)  # for its number,
OWN_LONG = (-64, -6, -54, -39, -39, -33, -27)  # for each card of the colour in my hand
DUCK = (168, 2, 145, 243, 45, 82, 417)  # a weak card, when it stays below whoever is ahead
DUCK_ZERO = (-59, -22, -52, -23, -51, -35, -20)  # a zero, likewise
LAST = (79, 10, -19, -10, -49, 6, 93)  # a weak card, when I am the last to play

# … when leading, besides …
LEAD_WEAK = (-205, 11, -155, -14, -21, -78, 22)  # a weak card
LEAD_WEAKEST = (-55, 30, -444, 52, -100, -52, 4)  # a weak card, to the square
LEAD_ZERO = (130, 3, 90, -3, 127, 209, 14)  # a zero
LEAD_OWN = (-211, 211, -286, 84, -149, -172, -333)  # a card of my own colour,
LEAD_OWN_NUMBER = (-6, 20, -24, 34, -16, -9, 6)  # for its number
LEAD_DREADED = (-191, -83, -143, -40, -197, -199, -31)  # for each of the others whom its colour curses
LEAD_COMMON = (57, 3, -49, 26, 52, 31, 18)  # a colour of which much is still about
LEAD_LONG = (0, -9, -17, 0, 0, 0, 0)  # for each card of its colour in my hand

# What makes a colour, and a card of it, a good curse.
CURSE_LENGTH = (421, -9, 673, -48, 426, 460, 324)  # for each card of the colour
CURSE_POINTS = (-21, -9, -46, -6, -47, -19, -20)  # for their numbers
CURSE_NUMBER = (-76, 456, -52, 250, -102, 27, -2)  # for the number of the curse card itself

HUNCH = 16  # how far one's opinion of a colour as curse strays, in 64ths of a point,
DOUBT = 512  # and how far somebody else's may, for all one knows
SLIPS = 5  # a beginner lays any card at all once in so many times


# ---- what one knows -------------------------------------------------------------------------------------------

PLACES = 20  # a card's place in its colour is its number + 1, so up to 19
NUMBERS = (1 << PLACES) - 1  # the mask of all numbers
FROM_ONE = NUMBERS - 3  # all but 0, which beats nothing


@rule
def table(s: Any) -> Any:
    """Which column of the habits applies. With two cursed colours nearly every trick hurts: that comes first."""
    if s.aggravated and not s.reverse and not s.mild:
        return 6
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
def priced(s: Any, colour: Any, bit: Any) -> Any:
    """A card's price and 1 more, in the eight bits of its colour: all that its colour's victim loses by it."""
    return np.int64(price(s, bit) + 1) << (8 * colour)


@rule
def lying(s: Any) -> Any:
    """The prices of the cards laid so far, and 1 more for each, added up by colour: eight bits a colour."""
    prices = np.int64(0)
    seat = s.leader
    for _ in range(s.laid):
        prices += priced(s, colour_of(s.trick[seat]), s.trick[seat] & 31)
        seat = after(s, seat)
    return prices


@rule
def bill(s: Any, seat: Any) -> Any:
    """What decides how much a seat minds a trick, eight bits a colour: all ones for a colour that curses it.

    In Delayed instead what the colour would cost, all in all, with the cards won so far: they say what it will pick.
    """
    if s.delayed == 0:
        if not curses_in_sight(s) and s.turn != seat:
            return np.int64(0)
        return by_colour(s.cursed[seat]) * 255
    costs = np.int64(0)
    for colour in range(s.colours):
        cards = s.won[seat, colour]
        if cards != 0:
            costs += np.int64(cost(s, cards) + count(cards)) << (8 * colour)
    return costs


@rule
def due(s: Any, costs: Any) -> Any:
    """Delayed: the cost of the colours one would pick, by what each of them costs; 0 is a colour one has not won."""
    least = 0
    second = 0
    while costs != 0:
        now = costs & 255
        costs >>= 8
        if now != 0:
            if least == 0 or (now < least) != (s.reverse == 1):
                second = least
                least = now
            elif second == 0 or (now < second) != (s.reverse == 1):
                second = now
    if s.aggravated:
        least += second
    return least


@rule
def all_colours(prices: Any) -> Any:
    """Eight bits a colour, added up; they come to less than 256, for no trick is worth that much."""
    pairs = prices + (prices >> 24)  # the first colour and the fourth, and so on
    return (pairs + (pairs >> 8) + (pairs >> 16)) & 255


@rule
def trick_worth(s: Any, bill: Any, prices: Any) -> Any:
    """What the cards laid so far, of these prices, are worth to somebody with that bill."""
    if s.delayed:
        loss = due(s, bill + prices) - due(s, bill)
    else:
        loss = all_colours(prices & bill)
    return signed(s, s.laid - loss)


@rule
def with_card(s: Any, bill: Any, prices: Any, worth: Any, colour: Any, bit: Any) -> Any:
    """The same with one more card, where so far it is `worth` that much."""
    if s.delayed:
        after_it = bill + prices + priced(s, colour, bit)
        return worth + signed(s, 1 + due(s, bill + prices) - due(s, after_it))
    return worth + signed(s, 1 - ((bill >> (8 * colour)) & 1) * (price(s, bit) + 1))


@rule
def signed(s: Any, points: Any) -> Any:
    """With Reverse every sign is turned round."""
    if s.reverse:
        return -points
    return points


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
KEEP_LONG = habits(lambda kind, own, leads: LONG[kind] + own * OWN_LONG[kind] + leads * LEAD_LONG[kind])
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
def sequel(kind: Any, to_come: Any, fed: Any) -> Any:
    """What a trick brings me beyond its cards: the lead, and what the others add, with so much about to feed me."""
    return TO_LEAD[kind] + to_come * (SEQUEL[kind] - (fed * DREAD[kind] >> 12))


@rule
def eagerness(s: Any, kind: Any, seat: Any, prices: Any) -> Any:
    """How readily those still to come go over a card they could beat: the more, the better they like the trick."""
    to_come = s.players - s.laid - 1
    if APPETITE[kind] == 0:
        return to_come * OVERTAKE[kind]
    eager = 0
    other = after(s, seat)
    for _ in range(to_come):
        liking = APPETITE[kind] * trick_worth(s, bill(s, other), prices)
        eager += max(0, OVERTAKE[kind] + liking)
        other = after(s, other)
    return eager


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


@rule
def dreaded_after(s: Any, kind: Any, seat: Any) -> Any:
    """How many of those still to come each colour curses: eight bits a colour."""
    seats = np.int64(0)
    if curses_in_sight(s) and (EXPOSED[kind] != 0 or EXPOSED_NUMBER[kind] != 0):
        other = after(s, seat)
        for _ in range(s.players - s.laid - 1):
            seats += by_colour(colours_of(s, other))
            other = after(s, other)
    return seats


@rule
def exposure(s: Any, kind: Any, victims: Any, bit: Any) -> Any:
    """How little one likes to lay a card before those whom it concerns have laid theirs."""
    if victims == 0:
        return 0
    return victims * (EXPOSED[kind] + (EXPOSED_NUMBER[kind] * price(s, bit) >> 3))


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
    my_bill = bill(s, seat)
    their_bill = np.int64(0)
    if ahead >= 0:
        their_bill = bill(s, ahead)
    prices = lying(s)
    if_mine = trick_worth(s, my_bill, prices)
    if_theirs = trick_worth(s, their_bill, prices)

    about = unseen_numbers(s, seat)
    share = 64 * 64 // (1 + weigh(about, NUMBERS))  # of one card in what is about, in 4096ths
    pressure = eagerness(s, kind, seat, prices) * share
    here = 0  # the unseen cards of the led colour
    if not leads:
        here = unseen(s, seat, led)

    more = sequel(kind, to_come, danger(s, seat, mine) * share)
    gift = present(s, kind, seat, ahead, about, here, pressure)

    dreads = dreaded(s, mine)
    coming = dreaded_after(s, kind, seat)
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
            victims = (coming >> (8 * colour)) & 15
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
                stronger = weigh(about, trumps_over(s, bit))
                keep = hold + keep_number(s, case, dread, bit) + keep_weak(case, stronger * share >> 6, last)
                stays = secured(1, pressure, beaters(s, about, stronger, here, follows, bit))
                gain = with_card(s, my_bill, prices, if_mine, colour, bit)
                outcome = stays * (64 * gain + more) - keep * later - 64 * exposure(s, kind, victims, bit)
                best = max(best, 256 * outcome + rank - bit)
                taking &= taking - 1

            ducking = cards & ~over
            while ducking != 0:
                bit = lowest(ducking)
                weak = weigh(about, trumps_over(s, bit)) * share >> 6
                keep = hold + keep_number(s, case, dread, bit)
                if bit == 1:
                    keep += KEEP_ZERO[case]
                    weak = 64
                keep += keep_weak(case, weak, last + DUCK[kind])
                gain = with_card(s, their_bill, prices, if_theirs, colour, bit)
                outcome = -gift * gain - keep * later - 64 * exposure(s, kind, victims, bit)
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
    mine = bill(s, seat)
    prices = lying(s)
    there = trick_worth(s, mine, prices)
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
                    liking += 64 * with_card(s, mine, prices, there, colour, bit)
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


@rule
def trim(s: Any, seat: Any, favourite: Any, mask: Any) -> None:
    """When the cards are counted, nobody considers any colour but the best (Delayed)."""
    if s.phase == COLOUR_CHOICE:
        mask[COLOUR >> 5] = 1 << best_colour(s, seat, s.cursed[seat])


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
        bought = bill(s, seat)
        prices = lying(s)
        there = trick_worth(s, bought, prices)
        if with_card(s, bought, prices, there, colour_of(card), card & 31) > 0:
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
