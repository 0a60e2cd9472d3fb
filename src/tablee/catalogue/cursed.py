"""Stick 'Em and Sticheln in the catalogue."""

from functools import partial
from typing import Any

from tablee.catalogue import tricks
from tablee.catalogue.game import Conflict, Game, Json, Option, Paper
from tablee.catalogue.words import Colours, numbered, seat_or_none
from tablee.rules import sticheln, stick_em
from tablee.rules.cursed import CHOOSE, COLOUR


def _action_names(players: int, colours: Colours, tops: tuple[int, ...], deck: tuple[int, ...]) -> dict[int, str]:
    used = colours[: deck[players - 3]]
    numbers = range(tops[players - 3] + 1)
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


def _paper(colours: Colours, tops: tuple[int, ...], deck: tuple[int, ...]) -> Paper:
    return Paper(
        action_names=partial(_action_names, colours=colours, tops=tops, deck=deck),
        deals=tricks.deals,
        deal=partial(tricks.deal, colours=colours),
        progress=tricks.progress,
        results=partial(_results, colours=colours),
        hand=partial(tricks.hand, colours=colours),
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
    paper=_paper(stick_em.COLOUR_NAMES, stick_em.DECK_TOP, stick_em.DECK_COLOURS),
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
    paper=_paper(sticheln.COLOUR_NAMES, sticheln.DECK_TOP, sticheln.DECK_COLOURS),
)
