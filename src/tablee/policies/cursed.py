"""How people play Stick 'Em and Sticheln.

*The curse.* Curse yourself with a low card of a colour you hold much of: what lies in your own hand, nobody can feed
you. With Reverse it is a high card, for its number counts at once; with Mild as well it brings no more than
another, but it is the one that wins least.

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
colour they would pick if the round ended now (all the cards won lie open to the memory), and a trick costs them what
their cheapest colour costs more with it; while there is time, a colour not won yet may still come cheap, and a second
cheap one is a reserve. *Reverse*: who still comes, and likes the trick, will go over; so a lucky card
of theirs is not laid before them.

What can be told from the cards is in `tablee.policies.cursed_sight`, the judgement of a card in `cursed_lay`.
"""

from typing import Any

from tablee.bits import count, lowest
from tablee.cards import NO_CARD, colour_of, number_of, sum_of_numbers
from tablee.policies.cursed_lay import kind_of_table, lay_well
from tablee.policies.cursed_sight import (
    best_colour,
    bill,
    colours_of,
    laid_before,
    lying,
    toll,
    with_card,
)
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.cursed import (
    CHOOSE,
    COLOUR,
    COLOUR_CHOICE,
    CURSE,
    PLAY,
    curses_due,
    curses_in_sight,
    pick_is_open,
    seat_ahead,
    strength,
)
from tablee.rules.tricks import hand_count

REASONS = (
    "curse_low",  # a low card as curse costs little
    "curse_long",  # a colour I hold many of: nobody can feed me those
    "curse_best",  # neither: all in all the colour that should cost me least
    "luck_high",  # Reverse: a high card as luck counts at once
    "luck_spare",  # Reverse and Mild: any card as luck brings the same, and a high one is of least use
    "luck_best",  # Reverse, a low card: all in all the colour that should bring me most
    "cheap_colour",  # Delayed: the colour that costs me least
    "cheap_pair",  # Delayed and Aggravated: one of the two that cost me least
    "dear_colour",  # Delayed and Reverse: the colour that pays most
    "dear_pair",  # Delayed, Reverse and Aggravated: one of the two that pay most
    "poor_colour",  # Delayed: another colour would have been better
    "lead_low",  # a low card to begin with: somebody else must take it
    "lead_own",  # my own colour: somebody else will have to take it home
    "lead_coming",  # Delayed: the same of what looks like becoming my colour
    "lead_feed",  # a colour that somebody else dreads
    "lead_feed_coming",  # Delayed: a colour that somebody else would choose as things stand
    "lead_strong",  # a strong card to begin with
    "win",  # the trick is worth having
    "stuck",  # every card of mine takes the lead
    "ahead",  # ahead of the others, though it may well be beaten yet
    "pay",  # last to lay: the trick, though it brings nothing, or costs
    "feed",  # a card of their cursed colour for whoever is ahead
    "feed_coming",  # Delayed: of a colour that they would choose as things stand
    "rid",  # a card of my own colour into somebody else's trick
    "rid_coming",  # Delayed: of what looks like becoming my colour
    "zero",  # a zero never wins
    "duck",  # the trick stays with somebody else
)
# Whoever must take it has no reason to take it with this card; and nothing speaks for a poor colour.
FOLLIES = ("stuck", "poor_colour")

# What makes a colour, and a card of it, a good curse, in 64ths of a point. The columns are the kinds of table, as in
# `cursed_lay`; in Delayed there is no curse card.
CURSE_LENGTH = (421, -9, 0, 0, 426, 460, 324)  # for each card of the colour,
CURSE_POINTS = (-21, -9, 0, 0, -47, -19, -20)  # for their numbers,
CURSE_NUMBER = (-76, 456, 0, 0, -102, 27, -2)  # for the number of the curse card itself

HUNCH = 16  # how far one's opinion of a colour as curse strays, in 64ths of a point,
DOUBT = 512  # and how far somebody else's may, for all one knows
SLIPS = 5  # a beginner lays any card at all once in so many times
MUCH = 3  # a colour is called long if of so many cards in the hand it has one


# ---- picking a curse ------------------------------------------------------------------------------------------


@rule
def curse_well(s: Any, seat: Any, doubt: Any, rng: Any) -> Any:
    """A curse card out of the seat's hand. `doubt`: how far, in 64ths of a point, the opinion of a colour may stray.

    What the seat has laid this round was in its hand when it chose, so it counts for the colour (Hazy).
    """
    kind = kind_of_table(s)
    best = -(1 << 30)
    choice = NO_CARD
    for colour in range(s.colours):
        cards = s.hand[seat, colour]
        if cards != 0 and pick_is_open(s, seat, colour):
            held = cards | s.played[seat, colour]
            appeal = CURSE_LENGTH[kind] * count(held) + CURSE_POINTS[kind] * sum_of_numbers(held) + below(rng, doubt)
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
    ahead = seat_ahead(s)
    power = 0
    if ahead >= 0:
        power = strength(s, s.trick[ahead])
    owed = bill(s, seat)
    prices = lying(s)
    before = laid_before(s, owed, prices)
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
                    liking += 8 * with_card(s, owed, prices, before, colour, bit)
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
def forget(v: Any, seat: Any) -> None:
    """What lies in the others' heaps, and what was laid before the last trick. One's own heap one can keep count of."""
    for other in range(v.players):
        for colour in range(v.colours):
            v.played[other, colour] = 0
            v.lost[colour] = 0
            if other != seat:
                v.won[other, colour] = 0
        if v.trick[other] != NO_CARD:
            v.played[other, colour_of(v.trick[other])] |= 1 << (v.trick[other] & 31)
        if v.tricks > 0:  # or the last trick was of another round
            v.played[other, colour_of(v.last_trick[other])] |= 1 << (v.last_trick[other] & 31)


@rule
def trim(s: Any, seat: Any, favourite: Any, mask: Any) -> None:
    without_folly(s, seat, mask)


@rule
def without_folly(s: Any, seat: Any, mask: Any) -> None:
    """When the cards are counted, nobody considers any colour but the best (Delayed)."""
    if s.phase == COLOUR_CHOICE:
        best = best_colour(s, seat, s.cursed[seat])
        if best >= 0:
            mask[COLOUR >> 5] &= 1 << best


# ---- reasons --------------------------------------------------------------------------------------------------


def reason(s: Any, seat: int, action: int) -> str:
    """Why somebody would do that here: one of REASONS."""
    if s.phase == PLAY:
        return _reason_to_lead(s, seat, action) if s.laid == 0 else _reason_to_lay(s, seat, action)
    if s.phase == CURSE:
        return _reason_to_curse(s, seat, action - CHOOSE)
    return _reason_to_pick(s, seat, action - COLOUR)


def _reason_to_curse(s: Any, seat: int, card: int) -> str:
    if s.reverse:
        if 2 * number_of(card) < s.top:
            return "luck_best"
        return "luck_spare" if s.mild else "luck_high"
    if not s.mild and 4 * number_of(card) <= s.top:
        return "curse_low"
    # By the hand as it is now: once the long colour is taken, a second one is seldom long as well (Aggravated).
    long = MUCH * count(s.hand[seat, colour_of(card)]) >= hand_count(s, seat)
    return "curse_long" if long else "curse_best"


def _reason_to_pick(s: Any, seat: int, colour: int) -> str:
    tolls = [int(toll(s, seat, other)) for other in range(s.colours)]
    if s.reverse:
        better = sum(other > tolls[colour] for other in tolls)
    else:
        better = sum(0 < other < tolls[colour] for other in tolls)
    due = curses_due(s, seat)
    if better >= due:
        return "poor_colour"
    if due > 1:
        return "dear_pair" if s.reverse else "cheap_pair"
    return "dear_colour" if s.reverse else "cheap_colour"


def _reason_to_lead(s: Any, seat: int, card: int) -> str:
    colour = 1 << colour_of(card)
    if colours_of(s, seat) & colour and not s.reverse:
        return "lead_coming" if s.delayed else "lead_own"
    others = [colours_of(s, other) for other in range(s.players) if other != seat]
    if curses_in_sight(s) and not s.reverse and any(curses & colour for curses in others):
        return "lead_feed_coming" if s.delayed else "lead_feed"
    return "lead_low" if 2 * number_of(card) <= s.top else "lead_strong"


def _reason_to_lay(s: Any, seat: int, card: int) -> str:
    ahead = int(seat_ahead(s))
    power = strength(s, s.trick[ahead]) if ahead >= 0 else 0
    mine = colours_of(s, seat)
    if strength(s, card) > power:
        owed, prices = bill(s, seat), lying(s)
        before = laid_before(s, owed, prices)
        if with_card(s, owed, prices, before, colour_of(card), card & 31) > 0:
            return "win"
        held = [
            32 * colour + bit for colour in range(s.colours) for bit in range(1, 32) if s.hand[seat, colour] >> bit & 1
        ]
        if all(strength(s, other) > power for other in held):
            return "stuck"
        return "pay" if s.laid == s.players - 1 else "ahead"
    colour = 1 << colour_of(card)
    hurts = number_of(card) > 0 and not s.reverse  # so something other than zeros lies, and somebody is ahead
    if hurts and curses_in_sight(s) and colours_of(s, ahead) & colour:
        return "feed_coming" if s.delayed else "feed"
    if hurts and mine & colour:
        return "rid_coming" if s.delayed else "rid"
    return "zero" if number_of(card) == 0 else "duck"
