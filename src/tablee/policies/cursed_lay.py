"""Which card to lay in Stick 'Em and Sticheln: how it is judged is told in `tablee.policies.cursed`.

The habits have one column for each kind of table. They were tuned by many thousand games of the policy against slightly
different ones of itself; plain and Mild against beginners too, Delayed against all that it had been on the way.

All are whole numbers, in these units:

    habits, and how gladly one keeps a card      64ths of a point, or 64ths of what they are a share of
    EXPOSED_NUMBER, AMMUNITION_NUMBER            eighths of a 64th of a point, for each point of a card's price
    STANDING                                     64ths of a 64th, for each point of the lead
    LEAD_COMMON                                  64ths of a point, for each 64th of all that is about
    what a trick is worth (`cursed_sight`)       eighths of a point
    the share of one card in all that is about   4096ths
    what comes of laying a card                  4096ths of a point
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tablee.bits import count, lowest
from tablee.cards import colour_of
from tablee.policies.cursed_sight import (
    FROM_ONE,
    NUMBERS,
    at_colour,
    bill,
    bill_of_another,
    by_colour,
    colours_of,
    danger,
    dreaded,
    laid_before,
    led_colour,
    lying,
    price,
    trick_worth,
    trumps_over,
    unseen,
    unseen_numbers,
    weigh,
    with_card,
)
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.cursed import curses_in_sight, seat_ahead, tricks_per_round
from tablee.rules.tricks import after

# The kinds of table, each with a column of the habits; DELAYED_REVERSE is both.
PLAIN, REVERSE, DELAYED, DELAYED_REVERSE, HAZY, MILD, AGGRAVATED = range(7)

OVERTAKE = (65, 198, 405, 221, 138, 70, 66)  # how readily each player still to come goes over a card they could beat
APPETITE = (0, 42, 0, 0, 0, 0, 0)  # and more so for each point that the trick is worth to them
SEQUEL = (29, -21, 7, 123, 106, 22, 38)  # what each player still to come adds to a trick of mine,
DREAD = (212, 48, 77, 27, 90, 125, 210)  # less what they feed me, in proportion to the points about in my colour
TO_LEAD = (6, -14, -21, 146, 0, -79, 20)  # having to lead the next trick
SPITE = (25, 14, 17, -1, 23, 21, 35)  # what the others' points are to me,
STANDING = (24, 3, 59, 11, 27, 24, 22)  # and more for each point by which they are ahead of me
EXPOSED = (0, 17, 0, 0, 0, 0, 0)  # a card of the colour of one still to come, lucky for them in Reverse,
EXPOSED_NUMBER = (0, 46, 0, 0, 0, 0, 0)  # and for its number, in eighths

# How much one would rather keep a card than lay it …
LATE = (126, 22, 31, 108, 123, 84, 142)  # how much keeping counts in the end,
EARLY = (-49, 20, -11, 106, -41, -18, -56)  # and more for every eight tricks still to play
WEAK = (-14, -201, -29, -140, -34, -73, -5)  # a weak card, in proportion
WEAKEST = (-159, 193, -249, 178, -134, -58, 22)  # a weak card, in proportion to the square
ZERO = (-121, 26, -254, 49, -47, -39, 17)  # a zero
LONG = (-33, -15, -19, -38, -39, -10, -16)  # for each card of its colour in my hand
AMMUNITION = (58, 1, 99, -33, 69, 56, 18)  # for each of the others whom its colour curses,
AMMUNITION_NUMBER = (-8, -33, -76, -67, -12, -1, -8)  # and for its number in eighths
OWN = (99, 21, -9, 3, 93, 127, 54)  # a card of my own colour,
OWN_WEAK = (68, -21, 34, -36, 59, 37, 22)  # if it is weak,
OWN_NUMBER = (-12, 20, 11, 50, -22, -24, -15)  # for its number,
OWN_LONG = (-64, -6, -169, -39, -39, -33, -27)  # for each card of the colour in my hand
DUCK = (168, 2, 120, 243, 45, 82, 417)  # a weak card, when it stays below whoever is ahead
DUCK_ZERO = (-59, -22, 100, -23, -51, -35, -20)  # a zero, likewise
LAST = (79, 10, -43, -10, -49, 6, 93)  # a weak card, when I am the last to play

# … when leading, besides …
LEAD_WEAK = (-205, 11, -150, -14, -21, -78, 22)  # a weak card
LEAD_WEAKEST = (-55, 30, -486, 52, -100, -52, 4)  # a weak card, to the square
LEAD_ZERO = (130, 3, 212, -3, 127, 209, 14)  # a zero
LEAD_OWN = (-211, 211, -426, 84, -149, -172, -333)  # a card of my own colour,
LEAD_OWN_NUMBER = (-6, 20, -174, 34, -16, -9, 6)  # for its number
LEAD_DREADED = (-191, -83, -203, -40, -197, -199, -31)  # for each of the others whom its colour curses
LEAD_COMMON = (57, 3, 215, 26, 52, 31, 18)  # a colour of which much is still about
LEAD_LONG = (0, -9, 0, 0, 0, 0, 0)  # for each card of its colour in my hand


@rule
def kind_of_table(s: Any) -> Any:
    """Which column of the habits applies.

    With two cursed colours nearly every trick hurts, so that comes first; but in Mild a trick hurts less, and in
    Reverse it may please: there those columns won more games. So did that of Reverse with Mild, Delayed or not.
    """
    if s.aggravated and not s.reverse and not s.mild:
        return AGGRAVATED
    if s.delayed and s.reverse and not s.mild:
        return DELAYED_REVERSE
    if s.reverse:
        return REVERSE
    if s.delayed:
        return DELAYED
    if s.hazy:
        return HAZY
    if s.mild:
        return MILD
    return PLAIN


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
    if APPETITE[kind] == 0 or not curses_in_sight(s):
        return to_come * OVERTAKE[kind]
    eager = 0
    other = after(s, seat)
    for _ in range(to_come):
        liking = APPETITE[kind] * trick_worth(s, bill_of_another(s, other), prices) >> 3
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
    """Of how many of those still to come each colour is the cursed or lucky one: eight bits a colour."""
    seats = np.int64(0)
    if curses_in_sight(s) and (EXPOSED[kind] != 0 or EXPOSED_NUMBER[kind] != 0):
        other = after(s, seat)
        for _ in range(s.players - s.laid - 1):
            seats += by_colour(colours_of(s, other))
            other = after(s, other)
    return seats


@rule
def exposure(s: Any, kind: Any, concerned: Any, bit: Any) -> Any:
    """How little one likes to lay a card before those whom it concerns have laid theirs."""
    if concerned == 0:
        return 0
    return concerned * (EXPOSED[kind] + (EXPOSED_NUMBER[kind] * price(s, bit) >> 3))


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
    kind = kind_of_table(s)
    led = led_colour(s)
    leads = led < 0
    to_come = s.players - s.laid - 1
    mine = colours_of(s, seat)
    ahead = seat_ahead(s)  # of zeros alone nobody: any other card goes over them
    owed = bill(s, seat)
    owed_ahead = np.int64(0)
    if ahead >= 0:
        owed_ahead = bill_of_another(s, ahead)
    prices = lying(s)
    before = laid_before(s, owed, prices)
    before_ahead = laid_before(s, owed_ahead, prices)

    about = unseen_numbers(s, seat)
    share = 64 * 64 // (1 + weigh(about, NUMBERS))  # of one card in what is about: 4096ths
    pressure = eagerness(s, kind, seat, prices) * share  # on a card ahead, for each that beats it: 4096ths of a 64th
    here = 0  # the unseen cards of the led colour; when I lead, of the colour that I would
    if not leads:
        here = unseen(s, seat, led)

    more = sequel(kind, to_come, danger(s, seat, mine) * share)  # beyond the cards of a trick: 64ths of a point
    gift = present(s, kind, seat, ahead, about, here, pressure)  # a point for whoever is ahead: 4096ths of one for me

    dreads = dreaded(s, mine)
    coming = dreaded_after(s, kind, seat)
    later = patience(s, kind)  # 64ths
    last = 0
    if to_come == 0:
        last = LAST[kind]
    best = -(1 << 60)  # 256 times what comes of a card, plus its rank: which card that is, and who wins a tie
    for colour in range(s.colours):
        cards = s.hand[seat, colour]
        if cards != 0:
            case = case_of(kind, (mine >> colour) & 1, leads)
            dread = at_colour(dreads, colour)
            concerned = at_colour(coming, colour)
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
                stays = secured(1, pressure, beaters(s, about, stronger, here, follows, bit))  # 64ths
                gain = with_card(s, owed, prices, before, colour, bit)  # eighths of a point
                outcome = stays * (8 * gain + more)  # 4096ths of a point, like all that comes off
                outcome -= keep * later + 64 * exposure(s, kind, concerned, bit)
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
                gain = with_card(s, owed_ahead, prices, before_ahead, colour, bit)
                outcome = -(gift * gain >> 3)
                outcome -= keep * later + 64 * exposure(s, kind, concerned, bit)
                best = max(best, 256 * outcome + rank - bit)
                ducking &= ducking - 1
    return card_at(s, first, best & 255)
