"""Stoïck in the catalogue."""

from typing import Any

from tablee.catalogue.game import Game, Json, Option, Paper
from tablee.catalogue.words import seats_of
from tablee.rules import stoick
from tablee.rules.common import OVER
from tablee.rules.stoick_cards import (
    COLOUR_NAMES,
    DECK_COLOURS,
    FACE_NAMES,
    FACES,
    HAND,
    JOKER,
    KINDS,
    NO_CARD,
    kind_of,
)


def kind_name(kind: int) -> str:
    if not 1 <= kind <= JOKER:
        raise ValueError(f"no card is of the kind {kind}")
    if kind == JOKER:
        return "joker"
    return f"{COLOUR_NAMES[(kind - 1) // FACES]} {FACE_NAMES[(kind - 1) % FACES]}"


def _action_names(players: int) -> dict[int, str]:
    kinds = [kind for kind in range(1, KINDS) if kind <= FACES * DECK_COLOURS[players - 2] or kind == JOKER]
    return (
        {kind: f"discard {kind_name(kind)}" for kind in kinds}
        | {stoick.FAMILY + kind: f"family {kind_name(kind)}" for kind in kinds}
        | {stoick.TARGET_SEAT + seat: f"target {seat}" for seat in range(players)}
        | {
            stoick.BARE_FAMILY: "family",
            stoick.PASS: "pass",
            stoick.DRAW_CARD: "draw",
            stoick.GIVE_JOKER: "give joker",
            stoick.DENY: "deny",
            stoick.LEAVE: "leave",
        }
        | {stoick.CALL + seat: f"call {seat}" for seat in range(players)}
    )


def _names(tokens: Any) -> list[str]:
    return [kind_name(int(kind_of(token))) for token in tokens if token != NO_CARD]


def _deal(s: Any) -> Json:
    """How the cards lay before the starter drew the card that opens the first turn."""
    starter = int(s.starter)
    drawn = _names(s.hand[starter][HAND:])
    return {
        "round": int(s.game_no),
        "opener": starter,
        "hands": [_names(s.hand[seat][:HAND]) for seat in range(s.players)],
        "aside": [],
        "piles": [drawn + _names(s.pile[: s.pile_size][::-1])],
    }


def _results(before: Any, s: Any) -> list[Json]:
    """What an action alone does not say. The stolen card is known to two players only: other views do not have it."""
    results: list[Json] = []
    if s.steals > before.steals:
        stolen = kind_name(int(s.stolen)) if s.stolen != NO_CARD else None
        results.append({"kind": "steal", "thief": int(s.thief), "victim": int(s.victim), "card": stolen})
    if s.answers > before.answers:
        results.append({"kind": "anti-joker", "named": int(s.named), "gave": bool(s.gave)})
    if s.version > 1:
        # Where a SWAP brings two jokers to light, who swapped goes first.
        out = sorted(seats_of(s.eliminated), key=lambda seat: seat != before.turn)
        results += [{"kind": "elimination", "seat": seat} for seat in out]
    if s.game_no > before.game_no:
        results.append({"kind": "game", "winner": int(s.last_winner), "family": sorted(_names(s.last_family))})
    return results


def _hand(s: Any, seat: int) -> list[str]:
    return sorted(_names(s.hand[seat]))


def _awaited(s: Any) -> int:
    """Whose turn it is, or who owes an answer: at a strict table the others may draw, too, and need not."""
    if s.phase == OVER:
        return 0
    return 1 << int(s.named if s.phase == stoick.ANSWER else s.turn)


STOICK = Game(
    slug="stoick",
    title="Stoïck",
    authors="Pierre Rondeau",
    players=range(2, 7),
    usual=4,
    minutes="20",
    age=7,
    options=(
        Option("games", 1, 100, 1, length=True),
        Option("strict"),
        Option("optional_actions"),
        Option("family_next_turn"),
        Option("unaided"),
        Option("first", 0, None),
    ),
    rules=stoick,
    colours=COLOUR_NAMES,
    paper=Paper(
        action_names=_action_names,
        is_public=lambda before, action: True,  # what is drawn or stolen is chance, not part of the action
        deals=lambda s: int(s.game_no) + int(s.phase != OVER),
        deal=_deal,
        results=_results,
        hand=_hand,
    ),
    awaited=_awaited,
    total=lambda s: int(s.games),
)
