"""Stick 'Em and Sticheln in the catalogue."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tablee.catalogue import tricks
from tablee.catalogue.game import Conflict, Game, Json, Option, Paper
from tablee.catalogue.words import Colours, numbered, seat_or_none
from tablee.rules import sticheln, stick_em
from tablee.rules.cursed import CHOOSE, COLOUR, PLAY


def _stick_em_actions(players: int) -> dict[int, str]:
    used = stick_em.COLOUR_NAMES[: stick_em.DECK_COLOURS[players - 3]]
    numbers = range(stick_em.DECK_TOP[players - 3] + 1)
    return numbered("play", 0, used, numbers) | numbered("choose", CHOOSE, used, numbers)


def _sticheln_actions(players: int) -> dict[int, str]:
    used = sticheln.COLOUR_NAMES[: sticheln.DECK_COLOURS[players - 3]]
    numbers = range(sticheln.DECK_TOP[players - 3] + 1)
    by_colour = {COLOUR + colour: f"choose {name}" for colour, name in enumerate(used)}
    return numbered("play", 0, used, numbers) | numbered("choose", CHOOSE, used, numbers) | by_colour


def _results(s: Any, since: tuple[int, ...], colours: Colours) -> list[Json]:
    results: list[Json] = []
    if s.tricks_done > since[0]:
        results.append(
            {
                "kind": "trick",
                "leader": int(s.last_leader),
                "winner": seat_or_none(s.last_winner),
                "cards": tricks.last_cards(s, colours),
            }
        )
    if s.round_no > since[1]:
        results.append(tricks.round_result(s))
    return results


def _paper(action_names: Callable[[int], dict[int, str]], colours: Colours) -> Paper:
    return Paper(
        action_names=action_names,
        deals=tricks.deals,
        deal=partial(tricks.deal, colours=colours),
        progress=tricks.progress,
        results=partial(_results, colours=colours),
        hand=partial(tricks.hand, colours=colours),
        is_public=lambda before, action: bool(before.phase == PLAY),  # curses are picked in secret
    )


STICK_EM = Game(
    slug="stick-em",
    title="Stick 'Em",
    authors="Klaus Palesch",
    players=range(3, 7),
    usual=4,
    minutes="20",
    age=10,
    options=(
        Option("rounds", 1, 100, lambda players: players),
        Option("first", 0, None),
    ),
    rules=stick_em,
    paper=_paper(_stick_em_actions, stick_em.COLOUR_NAMES),
)

STICHELN = Game(
    slug="sticheln",
    title="Sticheln",
    authors="Klaus Palesch",
    players=range(3, 9),
    usual=5,
    minutes="30",
    age=10,
    options=(
        Option("reverse"),
        Option("mild"),
        Option("aggravated"),
        Option("hazy"),
        Option("delayed"),
        Option("rounds", 1, 100, 5),
        Option("first", 0, None),
    ),
    conflicts=(
        Conflict("hazy", "delayed", "a Delayed round has no curse card that could lie face down"),
        Conflict("reverse", "mild", "Mild sets what cursed cards cost, and Reverse has no cursed cards"),
    ),
    rules=sticheln,
    paper=_paper(_sticheln_actions, sticheln.COLOUR_NAMES),
)
