"""Duel: the smallest game that keeps every promise. Two players, thirty cards; `python examples/duel.py` checks it.

- DU-1  Cards 1 to 30. Ten each; the other ten stay face down.
- DU-2  Both secretly lay a card; both are turned over together, and the higher one scores a point.
- DU-3  The match is over after `duels` duels. The most points win; equals share.

Actions: n lays the card n (`lay 17`).
"""

import sys
from typing import Any

import numpy as np

from tablee.bits import count, nth
from tablee.cards import deal_one
from tablee.catalogue import Game, Option, Paper
from tablee.rng import below
from tablee.rule import rule

# ---- the rules ------------------------------------------------------------------------------------------------

VERSION = 1
HAND, CARDS = 10, 30
DECK = (2 << CARDS) - 2  # bit n is the card n
WORDS = 1  # of an action mask: 32 actions each
REST = 2  # the place of the cards left over, after the two seats'

I = np.int32  # noqa: E741
STATE = np.dtype(
    [
        ("players", I),
        ("duels", I),  # the option: how many duels the match has
        ("done", I),  # duels finished
        ("ready", I),  # bit mask of the seats that have laid
        ("laid", I, (2,)),  # the card each seat has laid face down
        ("hand", I, (3,)),  # the cards of each seat; and those left over
        ("played", I, (2,)),  # the cards each seat has laid in finished duels, as all have seen
        ("last_laid", I, (2,)),  # the last finished duel
        ("total", I, (2,)),  # points
        ("room", I, (3,)),  # scratch: room left in each hand while dealing
    ]
)


@rule
def start(s: Any, rng: Any) -> None:
    for place in range(3):
        s.room[place] = HAND
    deal(s, DECK, rng)


@rule
def deal(s: Any, cards: Any, rng: Any) -> None:
    """Deal a set of cards into hands with `room` for exactly that many."""
    left = count(cards)
    for card in range(1, CARDS + 1):
        if (cards >> card) & 1 == 1:
            s.hand[deal_one(rng, s.room, left)] |= 1 << card
            left -= 1


@rule
def actors(s: Any) -> Any:
    if s.done == s.duels:
        return 0
    return 3 & ~s.ready


@rule
def is_legal(s: Any, seat: Any, action: Any) -> Any:
    return 1 <= action <= CARDS and (actors(s) >> seat) & (s.hand[seat] >> action) & 1 == 1


@rule
def legal(s: Any, seat: Any, mask: Any) -> None:
    mask[0] = 0
    if (actors(s) >> seat) & 1 == 1:
        mask[0] = s.hand[seat]


@rule
def apply(s: Any, seat: Any, action: Any, rng: Any) -> None:
    s.hand[seat] ^= 1 << action
    s.laid[seat] = action
    s.ready |= 1 << seat
    if s.ready == 3:
        reveal(s)


@rule
def reveal(s: Any) -> None:
    """Turn both cards over; the higher one scores (DU-2)."""
    s.total[0] += s.laid[0] > s.laid[1]
    s.total[1] += s.laid[1] > s.laid[0]
    for seat in range(2):
        s.played[seat] |= 1 << s.laid[seat]
        s.last_laid[seat] = s.laid[seat]
        s.laid[seat] = 0
    s.ready = 0
    s.done += 1


@rule
def is_over(s: Any) -> Any:
    return s.done == s.duels


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(2):
        out[seat] = s.total[seat]


@rule
def view(s: Any, seat: Any, out: Any) -> None:
    out.players = s.players
    out.duels = s.duels
    out.done = s.done
    out.ready = s.ready  # that the other has laid is seen; which card is not
    for other in range(2):
        out.played[other] = s.played[other]
        out.last_laid[other] = s.last_laid[other]
        out.total[other] = s.total[other]
    if seat >= 0:
        out.hand[seat] = s.hand[seat]
        out.laid[seat] = s.laid[seat]


@rule
def world(v: Any, seat: Any, rng: Any, out: Any) -> None:
    view(v, seat, out)
    unseen = DECK
    out.room[REST] = HAND
    for other in range(2):
        unseen &= ~(v.played[other] | v.hand[other] | (1 << v.laid[other]))
        out.room[other] = 0
        if other != seat:
            out.room[other] = HAND - v.done
    deal(out, unseen, rng)
    for other in range(2):
        if other != seat and (v.ready >> other) & 1 == 1:  # any card of that hand may be the one on the table
            out.laid[other] = nth(out.hand[other], below(rng, HAND - v.done))
            out.hand[other] ^= 1 << out.laid[other]


CARD_FLAW = 1
HAND_FLAW = 2
FLAWS = {CARD_FLAW: "a card is nowhere, or in two places", HAND_FLAW: "a hand has the wrong number of cards"}


@rule
def status(s: Any) -> Any:
    flaws = 0
    seen = s.hand[REST]
    places = count(seen)
    for seat in range(2):
        laid = (s.ready >> seat) & 1
        seen |= s.hand[seat] | s.played[seat] | (laid << s.laid[seat])
        places += count(s.hand[seat]) + count(s.played[seat]) + laid
        if count(s.hand[seat]) != HAND - s.done - laid:
            flaws |= HAND_FLAW
    if seen != DECK or places != CARDS:
        flaws |= CARD_FLAW
    return flaws


# ---- the catalogue entry --------------------------------------------------------------------------------------


def names(mask: Any) -> list[str]:
    return [str(card) for card in range(1, CARDS + 1) if int(mask) >> card & 1]


def dealt(s: Any) -> dict[str, Any]:
    hands = [names(s.hand[seat]) for seat in range(2)]
    return {"round": 0, "opener": 0, "hands": hands, "aside": [], "piles": [names(s.hand[REST])]}


def results(before: Any, s: Any) -> list[dict[str, Any]]:
    if s.done == before.done:
        return []
    winner = int(s.last_laid[1] > s.last_laid[0])
    return [{"kind": "duel", "winner": winner, "cards": [str(card) for card in s.last_laid]}]


DUEL = Game(
    slug="duel",
    title="Duel",
    authors="anonymous",
    players=range(2, 3),
    usual=2,
    minutes="1",
    age=5,
    options=(Option("duels", 1, HAND, 5),),
    rules=sys.modules[__name__],
    paper=Paper(
        action_names=lambda players: {card: f"lay {card}" for card in range(1, CARDS + 1)},
        is_public=lambda before, action: False,  # cards are laid face down
        deals=lambda s: 1,
        deal=dealt,
        results=results,
        hand=lambda s, seat: names(s.hand[seat]),
    ),
    total=lambda s: int(s.duels),  # every duel has one winner
)


if __name__ == "__main__":
    from tablee.conformance import check

    check(DUEL)
    print("Duel keeps every promise.")
