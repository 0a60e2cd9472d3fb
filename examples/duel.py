"""Duel, the smallest game that keeps every promise: two players, cards 1 to 24. `python examples/duel.py` checks it.

- DU-1  Eight cards each; the other eight stay face down.
- DU-2  Both secretly lay a card; both cards are turned over together, and the higher one scores a point.
- DU-3  The match is over after `duels` duels. The most points win; equals share.

Actions: n lays the card n (`lay 17`).
"""

import sys
from typing import Any

import numpy as np

from tablee.bits import count, nth
from tablee.cards import deal_one
from tablee.catalogue import GAMES, Game, Option, Paper
from tablee.rng import below
from tablee.rule import rule

# ---- the rules --------------------------------------------------------------------------------------------------

VERSION = 1
SEATS, HAND, CARDS = 2, 8, 24
REST = SEATS  # the place of the cards left over, after the seats'
DECK = (2 << CARDS) - 2  # bits 1 to 24
WORDS = 1  # of an action mask: 32 actions

I = np.int32  # noqa: E741
STATE = np.dtype(
    [
        ("players", I),
        ("duels", I),  # option: how many duels the match has
        ("done", I),  # duels fought
        ("ready", I),  # bit mask of the seats that have laid
        ("laid", I, (SEATS,)),  # the card each has laid face down
        ("hand", I, (SEATS + 1,)),  # the cards of each seat, one bit a card; then those left over
        ("played", I, (SEATS,)),  # the cards each has laid in finished duels, as all have seen
        ("points", I, (SEATS,)),
        ("last_laid", I, (SEATS,)),  # the last finished duel
        ("room", I, (SEATS + 1,)),  # scratch: room left in each hand while dealing
    ]
)


@rule
def start(s: Any, rng: Any) -> None:
    for place in range(SEATS + 1):
        s.room[place] = HAND
    deal(s, DECK, rng)


@rule
def deal(s: Any, cards: Any, rng: Any) -> None:
    """Deal the cards into hands with `room` for exactly that many."""
    left = count(cards)
    for card in range(1, CARDS + 1):
        if (cards >> card) & 1 == 1:
            s.hand[deal_one(rng, s.room, left)] |= 1 << card
            left -= 1


@rule
def actors(s: Any) -> Any:
    if s.done == s.duels:
        return 0
    return ((1 << SEATS) - 1) & ~s.ready


@rule
def is_legal(s: Any, seat: Any, action: Any) -> Any:
    return 0 < action <= CARDS and (actors(s) >> seat) & (s.hand[seat] >> action) & 1 == 1


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
    if actors(s) == 0:
        reveal(s)


@rule
def reveal(s: Any) -> None:
    """Turn the cards over: the higher one scores (DU-2)."""
    winner = 0
    if s.laid[1] > s.laid[0]:
        winner = 1
    s.points[winner] += 1
    for seat in range(SEATS):
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
    for seat in range(SEATS):
        out[seat] = s.points[seat]


@rule
def show_public(s: Any, out: Any) -> None:
    out.players = s.players
    out.duels = s.duels
    out.done = s.done
    out.ready = s.ready  # that somebody has laid is seen; what, is not
    for seat in range(SEATS):
        out.played[seat] = s.played[seat]
        out.points[seat] = s.points[seat]
        out.last_laid[seat] = s.last_laid[seat]


@rule
def view(s: Any, seat: Any, out: Any) -> None:
    show_public(s, out)
    if seat >= 0:
        out.hand[seat] = s.hand[seat]
        out.laid[seat] = s.laid[seat]


@rule
def world(v: Any, seat: Any, rng: Any, out: Any) -> None:
    view(v, seat, out)  # of a view: all of it
    unseen = DECK
    out.room[REST] = HAND
    for other in range(SEATS):
        unseen &= ~(v.hand[other] | v.played[other] | (1 << v.laid[other]))
        out.room[other] = 0
        if other != seat:
            out.room[other] = HAND - v.done
    deal(out, unseen, rng)
    for other in range(SEATS):
        if other != seat and (v.ready >> other) & 1 == 1:
            out.laid[other] = nth(out.hand[other], below(rng, HAND - v.done))
            out.hand[other] ^= 1 << out.laid[other]


CARD_FLAW = 1
HAND_FLAW = 2
FLAWS = {CARD_FLAW: "a card is nowhere or in two places", HAND_FLAW: "a hand has the wrong number of cards"}


@rule
def status(s: Any) -> Any:
    flaws = 0
    seen = s.hand[REST]
    places = count(seen)
    for seat in range(SEATS):
        laid = (s.ready >> seat) & 1
        seen |= s.hand[seat] | s.played[seat] | (laid << s.laid[seat])
        places += count(s.hand[seat]) + count(s.played[seat]) + laid
        if count(s.hand[seat]) != HAND - s.done - laid:
            flaws |= HAND_FLAW
    if seen != DECK or places != CARDS:
        flaws |= CARD_FLAW
    return flaws


# ---- the catalogue entry ----------------------------------------------------------------------------------------


def _cards(mask: Any) -> list[str]:
    return [str(card) for card in range(1, CARDS + 1) if int(mask) >> card & 1]


def _deal(s: Any) -> dict[str, Any]:
    hands = [_cards(s.hand[seat]) for seat in range(SEATS)]
    return {"round": 0, "opener": 0, "hands": hands, "aside": [], "piles": [_cards(s.hand[REST])]}


def _results(s: Any, since: tuple[int, ...]) -> list[dict[str, Any]]:
    if s.done == since[0]:
        return []
    cards = [int(card) for card in s.last_laid]
    return [{"kind": "duel", "cards": [str(card) for card in cards], "winner": cards.index(max(cards))}]


DUEL = Game(
    slug="duel",
    title="Duel",
    authors="nobody in particular",
    players=range(SEATS, SEATS + 1),
    usual=SEATS,
    minutes="1",
    age=5,
    options=(Option("duels", 1, HAND, 5),),
    rules=sys.modules[__name__],
    paper=Paper(
        action_names=lambda players: {card: f"lay {card}" for card in range(1, CARDS + 1)},
        deals=lambda s: 1,
        deal=_deal,
        progress=lambda s: (int(s.done),),
        results=_results,
        hand=lambda s, seat: _cards(s.hand[seat]),
    ),
    total=lambda s: int(s.duels),
)

if __name__ == "__main__":
    from tablee.conformance import check

    GAMES[DUEL.slug] = DUEL
    check(DUEL)
    print("Duel keeps every promise.")
