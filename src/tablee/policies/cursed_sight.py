"""What a player of Stick 'Em or Sticheln can tell from the cards: whom a trick suits, and what is still about.

For speed several small numbers are packed into one, in two ways. *Eight bits a colour*: a number for each colour, such
as the prices of the cards that lie; none reaches 256, so such numbers can be added as they are (`by_colour`,
`at_colour`, `all_colours`). *Rows of PLACES bits*: how many cards there are of each number, in binary, across three
rows: the ones, the twos and the fours. How many there are of certain numbers together then takes three counts
(`unseen_numbers`, `weigh`).
"""

from typing import Any

import numpy as np

from tablee.bits import count, lowest
from tablee.cards import colour_of, sum_of_numbers
from tablee.rule import rule
from tablee.rules.cursed import MILD_COST, curses_in_sight, tricks_per_round
from tablee.rules.tricks import after, full_colour

PLACES = 20  # a card's place in its colour is its number + 1, so up to 19
NUMBERS = (1 << PLACES) - 1  # the mask of all numbers
FROM_ONE = NUMBERS - 3  # all but 0, which beats nothing

# Delayed, where the colour is picked when all is won:
HOPE = 4  # what a colour that one has not won yet is reckoned to cost,
HOPE_FADES = 36  # and so much more by the number of tricks to come
SPARE = 39  # how much it counts that the second cheapest colour is dearer, for each trick to come, in 1024ths,
SPARE_MOST = 20  # as far as it is at most so much dearer
NONE = 256  # dearer than any colour, which fits eight bits


# ---- eight bits a colour --------------------------------------------------------------------------------------


@rule
def by_colour(colours: Any) -> Any:
    """Of a mask of colours a number with a 1 for each: eight bits a colour, so that such numbers can be added."""
    # Six copies, each seven bits on: so the n-th bit of the n-th copy is where it belongs.
    return (np.int64(colours) * 0x0810204081) & 0x010101010101


@rule
def at_colour(packed: Any, colour: Any) -> Any:
    """The eight bits of one colour."""
    return (packed >> (8 * colour)) & 255


@rule
def all_colours(prices: Any) -> Any:
    """Eight bits a colour, added up; they come to less than 256, for no trick is worth that much."""
    pairs = prices + (prices >> 24)  # the first colour and the fourth, and so on
    return (pairs + (pairs >> 8) + (pairs >> 16)) & 255


# ---- what cards cost ------------------------------------------------------------------------------------------


@rule
def cost(s: Any, cards: Any) -> Any:
    """What these cards of one colour cost whom it curses."""
    if s.mild:
        return MILD_COST * count(cards)
    return sum_of_numbers(cards)


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
def toll(s: Any, seat: Any, colour: Any) -> Any:
    """What the seat loses if the colour curses it: the cost of its cards there, and the 1 that each is worth if not.

    0 where it has won none. In Reverse that is what it gains.
    """
    cards = s.won[seat, colour]
    return cost(s, cards) + count(cards)


@rule
def best_colour(s: Any, seat: Any, taken: Any) -> Any:
    """Delayed: the colour, none of those `taken`, that the seat would best pick if it had to now; -1 none.

    That says which colour looks like being whose: what is one's own, and what hurts or pleases the others. What a trick
    is worth goes by `due`, by which a colour may yet become dear, or another one come cheap.
    """
    best = -1
    least = 0
    for colour in range(s.colours):
        loss = toll(s, seat, colour)
        if loss != 0 and (taken >> colour) & 1 == 0:
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


# ---- what a trick is worth ------------------------------------------------------------------------------------


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
    """What decides how much a seat minds a trick, eight bits a colour. Only the functions below can read it.

    All ones for a colour that curses it; in Delayed the colour's `toll` so far, since that will decide what it picks.
    What it gives is called `owed` wherever it is passed on.
    """
    if s.delayed == 0:
        return by_colour(s.cursed[seat]) * 255
    owed = np.int64(0)
    for colour in range(s.colours):
        owed += np.int64(toll(s, seat, colour)) << (8 * colour)
    return owed


@rule
def bill_of_another(s: Any, seat: Any) -> Any:
    """The same, as far as anybody else can see."""
    if not curses_in_sight(s):
        return np.int64(0)
    return bill(s, seat)


@rule
def hope(s: Any) -> Any:
    """Delayed: the toll of a colour of which one has won no card yet, as it is reckoned; NONE: too late to win one.

    Only a colour that one has won can be picked. With time left a cheap card of it may still come.
    """
    later = tricks_per_round(s) - s.tricks - 1
    if later <= 0:
        return NONE
    return HOPE + 1 + HOPE_FADES // later  # the 1 that its card is worth is lost, too


@rule
def due(s: Any, owed: Any) -> Any:
    """Delayed: the toll of the colours one is going to pick, by the toll of each so far, in eighths of a point."""
    if s.reverse:
        return due_in_reverse(s, owed)
    # Now that would be the cheapest (with Aggravated the two cheapest). But what lies cheap may become dear, and the
    # more tricks are still to come, the better it is to have another one that is hardly dearer.
    unwon = hope(s)
    first = NONE
    second = NONE
    for colour in range(s.colours):
        loss = at_colour(owed, colour)
        if loss == 0:
            loss = unwon
        second = min(second, max(first, loss))
        first = min(first, loss)
    if first == NONE:
        return 0
    if s.aggravated:
        if second == NONE:
            return 8 * first
        return 8 * (first + second)
    return 8 * first + (SPARE * min(second - first, SPARE_MOST) * (tricks_per_round(s) - s.tricks - 1) >> 7)


@rule
def due_in_reverse(s: Any, owed: Any) -> Any:
    """The same with Reverse: the dearest colour, or the two dearest. Nobody waits for a cheap one there."""
    first = 0
    second = 0
    for colour in range(s.colours):
        gain = at_colour(owed, colour)
        second = max(second, min(first, gain))
        first = max(first, gain)
    if s.aggravated:
        return 8 * (first + second)
    return 8 * first


@rule
def trick_worth(s: Any, owed: Any, prices: Any) -> Any:
    """What the cards laid so far, of these prices, are worth to somebody with that bill, in eighths of a point."""
    worth = laid_before(s, owed, prices)
    if s.delayed:
        worth -= due(s, owed + prices)
    return signed(s, worth)


@rule
def laid_before(s: Any, owed: Any, prices: Any) -> Any:
    """What `with_card` starts from: the same for every card that may be the next."""
    if s.delayed:
        return 8 * s.laid + due(s, owed)
    return 8 * (s.laid - all_colours(prices & owed))


@rule
def with_card(s: Any, owed: Any, prices: Any, before: Any, colour: Any, bit: Any) -> Any:
    """What the trick is worth with one more card, in eighths; `before` is from `laid_before`."""
    if s.delayed:
        return signed(s, before + 8 - due(s, owed + prices + priced(s, colour, bit)))
    return signed(s, before + 8 - 8 * (at_colour(owed, colour) & (price(s, bit) + 1)))


@rule
def signed(s: Any, worth: Any) -> Any:
    """With Reverse every sign is turned round."""
    if s.reverse:
        return -worth
    return worth


# ---- the trick on the table -----------------------------------------------------------------------------------


@rule
def led_colour(s: Any) -> Any:
    """The colour that was led; -1 before that."""
    if s.laid == 0:
        return -1
    return colour_of(s.trick[s.leader])


@rule
def trumps_over(s: Any, bit: Any) -> Any:
    """The numbers that beat this one among trumps, as a mask."""
    if s.reverse:
        return ((1 << bit) - 1) & FROM_ONE
    return (-2 << bit) & NUMBERS


# ---- what is still about, and whom it hurts -------------------------------------------------------------------


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
def danger(s: Any, seat: Any, mine: Any) -> Any:
    """The points still about in my own colours."""
    points = 0
    while mine != 0:
        points += cost(s, unseen(s, seat, lowest(mine)))
        mine &= mine - 1
    return points


@rule
def dreaded(s: Any, mine: Any) -> Any:
    """How many of the others each colour curses, as far as one can see: eight bits a colour."""
    if not curses_in_sight(s):
        return 0
    seats = -by_colour(mine)
    for other in range(s.players):
        seats += by_colour(colours_of(s, other))
    return seats
