"""What a player of Stick 'Em or Sticheln can tell from the cards: whom a trick suits, and what is still about."""

from typing import Any

import numpy as np

from tablee.bits import count, lowest
from tablee.cards import colour_of, sum_of_numbers
from tablee.rule import rule
from tablee.rules.cursed import MILD_COST, curses_in_sight, strength, tricks_per_round
from tablee.rules.tricks import after, full_colour

PLACES = 20  # a card's place in its colour is its number + 1, so up to 19
NUMBERS = (1 << PLACES) - 1  # the mask of all numbers
FROM_ONE = NUMBERS - 3  # all but 0, which beats nothing

# Delayed, where the colour is picked when all is won:
HOPE = 4  # what a colour that one has not won yet is reckoned to cost,
HOPE_FADES = 36  # and so much more by the number of tricks to come
SPARE = 39  # how much it counts that the second cheapest colour is dearer, for each trick to come, in 1024ths,
SPARE_MOST = 20  # as far as it is at most so much dearer


@rule
def cost(s: Any, cards: Any) -> Any:
    """What these cards of one colour cost whom it curses."""
    if s.mild:
        return MILD_COST * count(cards)
    return sum_of_numbers(cards)


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
    """What decides how much a seat minds a trick, eight bits a colour. Only the functions below can read it.

    All ones for a colour that curses it; in Delayed, what the colour would cost it with the cards won so far, since
    that will decide what it picks (as in `best_colour`).
    """
    if s.delayed == 0:
        return by_colour(s.cursed[seat]) * 255
    costs = np.int64(0)
    for colour in range(s.colours):
        cards = s.won[seat, colour]
        if cards != 0:
            costs += np.int64(cost(s, cards) + count(cards)) << (8 * colour)
    return costs


@rule
def bill_of_another(s: Any, seat: Any) -> Any:
    """The same, as far as anybody else can see."""
    if not curses_in_sight(s):
        return np.int64(0)
    return bill(s, seat)


@rule
def hope(s: Any) -> Any:
    """Delayed: what a colour is reckoned to cost of which one has won no card yet; 255: it is too late to win one.

    Only a colour that one has won can be picked. With time left a cheap card of it may still come; with Reverse nobody
    waits for a cheap one.
    """
    later = tricks_per_round(s) - s.tricks - 1
    if later <= 0 or s.reverse:
        return 255
    return HOPE + HOPE_FADES // later


@rule
def due(s: Any, costs: Any) -> Any:
    """Delayed: the cost of the colours one is going to pick, by what each of them costs so far, in eighths of a point.

    Now that would be the cheapest (with Aggravated the two cheapest). But what lies cheap may become dear, and the more
    tricks are still to come, the better it is to have another one that is hardly dearer.
    """
    flip = 255 * s.reverse
    unwon = hope(s)
    first = 255
    second = 255
    for colour in range(s.colours):
        cost = (costs >> (8 * colour)) & 255
        rank = (cost - 1 + s.reverse) ^ flip
        if cost == 0:
            rank = unwon
        second = min(second, max(first, rank))
        first = min(first, rank)
    total = 8 * (((first ^ flip) + 1 - s.reverse) & 255)
    if s.aggravated:
        return total + 8 * (((second ^ flip) + 1 - s.reverse) & 255)
    if s.reverse:
        return total
    return total + (SPARE * min(second - first, SPARE_MOST) * (tricks_per_round(s) - s.tricks - 1) >> 7)


@rule
def all_colours(prices: Any) -> Any:
    """Eight bits a colour, added up; they come to less than 256, for no trick is worth that much."""
    pairs = prices + (prices >> 24)  # the first colour and the fourth, and so on
    return (pairs + (pairs >> 8) + (pairs >> 16)) & 255


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
    return signed(s, before + 8 - ((owed >> (8 * colour)) & 1) * 8 * (price(s, bit) + 1))


@rule
def signed(s: Any, worth: Any) -> Any:
    """With Reverse every sign is turned round."""
    if s.reverse:
        return -worth
    return worth


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
    """Whose card is ahead; -1: nothing lies but zeros, if anything.

    A trick of zeros alone is nobody's in Stick 'Em (SE-10), the leader's in Sticheln (ST-7). Any other card goes over
    them, so even there the leader is not reckoned to be ahead.
    """
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
