"""How somebody plays SHIT!

Only the nearest card scores, and it scores its distance: so everybody would like to be nearest with a card that lies
far off, and that works while the others lay SHIT! or hold nothing nearer. The player walks round the ring from the
centre, card by card. Each card they cannot see may be in somebody's hand (with more than a chance, if it was not in
the pile last shuffled: then it can be nowhere else) and may be laid; so the chance to be nearest falls step by step
while the prize rises, and each own card is worth the one times the other. Others will not waste a card on a tiny prize
unless it is their only one, so the first steps cost little; most cards fall where the prize begins to be worth having.

SHIT! is the other choice: no prize, but a card more instead of a card less. A card in hand is worth keeping: whoever
has none left can only lay SHIT!, and hands the others their farthest card for free. So a card is laid only when it
promises more than keeping it, which weighs most with a short hand, and is not always judged alike, or the others could
count on it. A full hand is for laying. Towards the end of the game cards lose their worth, and when somebody needs
only one more good card, a near card that spoils it is worth a lot.
"""

from typing import Any

from tablee.bits import count
from tablee.cards import add, card_of, has, remove
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.shit import CARDS, COLOURS, NUMBERS, SHIT, distance

REASONS = (
    "no_card",  # SHIT!: there is no other card
    "draw",  # SHIT!: no card promises enough
    "win",  # may win the game
    "block",  # may keep somebody from winning it with a card farther off
    "far",  # far off, for the prize
    "near",  # near enough to score
)

# With 2, 3, 4, 5, 6 players. Prizes and costs in 64ths of a point, chances in 256ths.
KEEP = (1500, 1200, 860, 660, 560)  # what laying a card must promise, with an empty hand otherwise,
KEEP_LESS = (77, 75, 28, 28, 24)  # less so much for each card held
LEAST = (64, 64, 40, 64, 64)  # of which so many 64ths count at least,
WAVER = (30, 35, 80, 65, 70)  # and up to so many more: if all kept alike, who always lays the farthest card would win
SPOIL = (900, 500, 240, 180, 165)  # what it is worth that nobody else scores
# The distance at which people are tempted to lay a card, and up to twice as far; from half of it on they are a little.
LURE = (24, 18, 15, 12, 9)
OFTEN = (8000, 7000, 4500, 3800, 3000)  # how readily they give in to it: over the cards that each holds, in 16ths,
OFTEN_LEAST = 30  # and so much more,
OFTEN_MOST = 240  # but no more than this
SELDOM = 25600  # how readily a very near card is laid, by those who have little choice: over the square of the same
FULL = 9  # cards: with so many in hand one lays
LATE = 12  # points: when less is missing to the target, cards lose their worth
WIN = 3500  # the prize that wins the game
BLOCK = 10  # points: what it is worth to keep somebody from winning
NEAR_ENOUGH = 28  # a beginner lays nothing farther
WHIM = 256  # how far, in 64ths of a point, others' judgement may be off
CERTAIN = 4096  # of the chance to be nearest
CARD = 16  # how many cards another holds is counted in such parts
SLIPS = 6  # a beginner lays any card at all once in so many times

FIRST = 2  # a colour's first card, the 1, in its place


@rule
def next_on_ring(card: Any) -> Any:
    """One step forward: after a colour's last number comes the next colour's first (SH-4)."""
    card = card + 1
    if card & 31 == FIRST + NUMBERS:
        card += 32 - NUMBERS
        if card == FIRST + 32 * COLOURS:
            card = FIRST
    return card


@rule
def choose(s: Any, seat: Any, rng: Any) -> Any:
    return lay(s, seat, rng, 0)


# ---- what is held ---------------------------------------------------------------------------------------------


@rule
def cards_held(s: Any, seat: Any) -> Any:
    cards = 0
    for colour in range(COLOURS):
        cards += count(s.hand[seat, colour])
    return cards


@rule
def in_a_hand(s: Any, fresh: Any) -> Any:
    """The chance, in 64ths, that an unseen card of the present pile is among the `fresh` ones in others' hands."""
    return 64 * fresh // max(fresh + s.pile_size - s.drawn, 1)


@rule
def cards_each(s: Any, own: Any) -> Any:
    """How many cards each of the others holds, in 16ths; one at least."""
    others = CARDS - 1 - own - (s.pile_size - s.drawn)
    for colour in range(COLOURS):
        others -= count(s.aside[colour])
    return max(CARD * others // (s.players - 1), CARD)


# ---- laying a card --------------------------------------------------------------------------------------------


@rule
def keep_worth(s: Any, own: Any, missing: Any, rng: Any) -> Any:
    """What a card must promise to be laid rather than kept, with `missing` points to the end of the game."""
    if own >= FULL:
        return 0
    worth = KEEP[s.players - 2] - KEEP_LESS[s.players - 2] * own
    worth = worth * (LEAST[s.players - 2] + below(rng, WAVER[s.players - 2])) // 64
    return worth * min(missing, LATE) // LATE


@rule
def readiness(step: Any, lure: Any, often: Any, seldom: Any) -> Any:
    """How likely a card at this distance is laid by whoever holds it: seldom a near one, often a tempting one."""
    if 2 * step <= lure:
        return seldom
    if step < lure or step > 2 * lure:
        return (often + seldom) >> 1
    return often


@rule
def lay(s: Any, seat: Any, rng: Any, whim: Any) -> Any:
    """The card of the greatest promise, or SHIT!; each promise off by up to `whim` 64ths of a point at random."""
    own = cards_held(s, seat)
    if own == 0:
        return SHIT
    need = s.target - s.total[seat]
    fresh = 0  # cards of the present pile that the others hold
    threat = s.target  # points that the best of them still needs: the game, if they score a card so far off
    for other in range(s.players):
        if other != seat:
            fresh += s.held[other, s.generation]
            threat = min(threat, s.target - s.total[other])
    in_hand = in_a_hand(s, fresh)
    each = cards_each(s, own)
    often = min(OFTEN_LEAST + OFTEN[s.players - 2] // each, OFTEN_MOST)  # how likely a tempting card is laid
    seldom = SELDOM // (each * each)  # and one very near
    spoil = SPOIL[s.players - 2]

    best = keep_worth(s, own, min(need, threat), rng) * 64
    action = SHIT
    threatened = threat < CARDS  # by some card on the ring
    most = (WIN + spoil) // 64 + 1 + BLOCK  # what a card can be worth at most, in points
    best_near = -1  # among the cards nearer than what the best of the others needs
    action_near = SHIT
    free = CERTAIN  # the chance that nobody lays a card nearer than the step we are at
    card = s.centre
    hand = s.hand[seat, card >> 5]
    gone = s.aside[card >> 5]
    new = s.born[s.generation, card >> 5]
    lure = LURE[s.players - 2]
    left = own
    for step in range(1, CARDS):
        card = next_on_ring(card)
        place = card & 31
        if place == FIRST:
            hand = s.hand[seat, card >> 5]
            gone = s.aside[card >> 5]
            new = s.born[s.generation, card >> 5]
        if step == threat and best_near >= 0 and best_near + BLOCK * free > best:
            # Any nearer card spoils the threat, as far as it comes to that.
            best = best_near + BLOCK * free
            action = action_near
        if (hand >> place) & 1 == 1:
            prize = 64 * step + spoil
            if step >= need:
                prize = WIN + spoil
            promise = free * prize >> 6
            if whim > 0:
                promise += 64 * below(rng, whim)
            if step < threat:
                if promise > best_near:
                    best_near = promise
                    action_near = card
            elif promise + BLOCK * free > best:
                best = promise + BLOCK * free
                action = card
            left -= 1
            if left == 0 and (step >= threat or not threatened):
                break
        elif (gone >> place) & 1 == 0:
            chance = 64  # a card of an older pile is in a hand
            if (new >> place) & 1 == 1:
                chance = in_hand
            free -= free * readiness(step, lure, often, seldom) * chance >> 14
            if free * most <= max(best, best_near) and (step >= threat or not threatened):
                break  # not even the greatest prize would promise more
    if not threatened and best_near > best:
        action = action_near
    return action


@rule
def careless(s: Any, seat: Any, rng: Any) -> Any:
    """A beginner: the nearest card with a prize worth having, unless it is far off; now and then any card."""
    own = cards_held(s, seat)
    if own == 0:
        return SHIT
    slip = -1
    if below(rng, SLIPS) == 0:
        slip = below(rng, own)
    card = s.centre
    for step in range(1, CARDS):
        card = next_on_ring(card)
        if has(s.hand[seat], card):
            if slip <= 0:
                if slip == -1 and step > NEAR_ENOUGH:
                    return SHIT
                if slip == 0 or 4 * step >= LURE[s.players - 2]:
                    return card
            else:
                slip -= 1
    return SHIT


@rule
def believe(s: Any, seat: Any, rng: Any) -> None:
    """Those who have laid already laid what their hand in this world would make them lay, give or take a whim."""
    for other in range(s.players):
        if other != seat and (s.ready >> other) & 1 == 1:
            if s.laid[other] != SHIT:
                add(s.hand[other], s.laid[other])
            s.laid[other] = lay(s, other, rng, WHIM)
            if s.laid[other] != SHIT:
                remove(s.hand[other], s.laid[other])


# ---- reasons --------------------------------------------------------------------------------------------------


def reason(s: Any, seat: int, action: int) -> str:
    """Why somebody would do that."""
    if action == SHIT:
        return "draw" if any(s.hand[seat]) else "no_card"
    step = int(distance(s.centre, action))
    if s.total[seat] + step >= s.target:
        return "win"
    # Who holds no number card wins nothing with it, whatever they need.
    able = [other for other in range(s.players) if other != seat and any(s.held[other])]
    threat = min((int(s.target - s.total[other]) for other in able), default=CARDS)
    if step < threat <= _farthest_unseen(s, seat):
        return "block"
    return "near" if step <= LURE[s.players - 2] else "far"


def _farthest_unseen(s: Any, seat: int) -> int:
    """How far the farthest card lies that another may hold."""
    ring = [card_of(colour, number) for colour in range(COLOURS) for number in range(1, NUMBERS + 1)]
    unseen = [card for card in ring if not has(s.hand[seat], card) and not has(s.aside, card)]
    return max(int(distance(s.centre, card)) for card in unseen)  # the centre at least
