"""SHIT! in the catalogue."""

from typing import Any

from tablee.catalogue.game import Game, Json, Option, Paper
from tablee.catalogue.words import card_name, cards_of, numbered, seat_or_none
from tablee.rules import shit

COLOURS = shit.COLOUR_NAMES


def _action_names(players: int) -> dict[int, str]:
    return numbered("lay", 0, COLOURS, range(1, shit.NUMBERS + 1)) | {shit.SHIT: "lay shit"}


def card(card: int) -> str:
    return "shit" if card == shit.SHIT else card_name(card, COLOURS)


def _deal(s: Any) -> Json:
    """The first deal, or the last shuffle of what was set aside."""
    if s.shuffles > 1:
        return {"shuffle": int(s.shuffles) - 1, "piles": [[card(int(c)) for c in s.pile[: s.pile_size]]]}
    dealt = shit.HAND * int(s.players)
    return {
        "round": 0,
        "opener": 0,
        "hands": [cards_of(s.hand[seat], COLOURS) for seat in range(s.players)],
        "aside": [],
        "piles": [[card(int(c)) for c in s.pile[dealt : s.pile_size]]],
    }


def _results(before: Any, s: Any) -> list[Json]:
    if s.turns == before.turns:
        return []
    return [
        {
            "kind": "turn",
            "centre": card(int(s.last_centre)),
            "cards": [card(int(laid)) for laid in s.last_laid[: s.players]],
            "winner": seat_or_none(s.last_winner),
            "points": int(s.last_points),
        }
    ]


def _hand(s: Any, seat: int) -> list[str]:
    return cards_of(s.hand[seat], COLOURS)


SHIT = Game(
    slug="shit",
    title="SHIT!",
    authors="Reinhard Staupe",
    players=range(2, 7),
    usual=4,
    minutes="10–20",
    age=8,
    options=(Option("target", 1, 10_000, lambda players: 150 if players == 2 else 120, length=True),),
    rules=shit,
    colours=shit.COLOUR_NAMES,
    paper=Paper(
        action_names=_action_names,
        deals=lambda s: int(s.shuffles),
        deal=_deal,
        results=_results,
        hand=_hand,
        is_public=lambda before, action: False,  # cards are laid face down
    ),
)
