"""Hat Trick in the catalogue."""

from functools import partial
from typing import Any

from tablee.catalogue import tricks
from tablee.catalogue.game import Game, Json, Option, Paper
from tablee.catalogue.words import numbered
from tablee.rules import hat_trick

COLOURS = hat_trick.COLOUR_NAMES


def _action_names(players: int) -> dict[int, str]:
    numbers = range(hat_trick.DECK_LOW[players - 4], hat_trick.DECK_TOP + 1)
    return numbered("play", 0, COLOURS, numbers) | numbered("pass", hat_trick.PASS, COLOURS, numbers)


def _results(before: Any, s: Any) -> list[Json]:
    results: list[Json] = []
    if s.tricks_done > before.tricks_done:
        results.append(
            {
                "kind": "trick",
                "leader": int(s.last_leader),
                "winners": {name: int(s.last_winner[i]) for i, name in enumerate(COLOURS) if s.last_winner[i] >= 0},
                "cards": tricks.last_cards(s, COLOURS),
            }
        )
    if s.round_no > before.round_no:
        results.append(tricks.round_result(s))
    return results


HAT_TRICK = Game(
    slug="hat-trick",
    title="Hat Trick",
    authors="Klaus Palesch",
    players=range(4, 8),
    usual=5,
    minutes="30",
    age=10,
    options=(
        Option("rounds", 1, 100, 5, length=True),
        Option("first", 0, None),
    ),
    rules=hat_trick,
    colours=hat_trick.COLOUR_NAMES,
    paper=Paper(
        action_names=_action_names,
        is_public=lambda before, action: True,  # a passed card is shown too
        deals=tricks.deals,
        deal=partial(tricks.deal, colours=COLOURS),
        results=_results,
        hand=partial(tricks.hand, colours=COLOURS),
    ),
)
