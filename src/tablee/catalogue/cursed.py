"""Stick 'Em and Sticheln in the catalogue."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tablee.cards import NO_CARD
from tablee.catalogue import tricks
from tablee.catalogue.game import Conflict, Game, Json, Option, Paper
from tablee.catalogue.words import Colours, card_name, numbered, seat_or_none
from tablee.rules import sticheln, stick_em
from tablee.rules.cursed import CHOOSE, COLOUR, CURSE, PLAY


def _stick_em_actions(players: int) -> dict[int, str]:
    used = stick_em.COLOUR_NAMES[: stick_em.DECK_COLOURS[players - 3]]
    numbers = range(stick_em.DECK_TOP[players - 3] + 1)
    return numbered("play", 0, used, numbers) | numbered("choose", CHOOSE, used, numbers)


def _sticheln_actions(players: int) -> dict[int, str]:
    used = sticheln.COLOUR_NAMES[: sticheln.DECK_COLOURS[players - 3]]
    numbers = range(sticheln.DECK_TOP[players - 3] + 1)
    by_colour = {COLOUR + colour: f"choose {name}" for colour, name in enumerate(used)}
    return numbered("play", 0, used, numbers) | numbered("choose", CHOOSE, used, numbers) | by_colour


def _curses(cards: Any, cursed: Any, colours: Colours) -> list[str]:
    """A seat's curse cards; in Delayed, which has none, its colours."""
    named = [card_name(int(card), colours) for card in cards if card != NO_CARD]
    return named or [name for colour, name in enumerate(colours) if int(cursed) >> colour & 1]


def _results(before: Any, s: Any, colours: Colours) -> list[Json]:
    results: list[Json] = []
    seats = range(s.players)
    if before.phase == CURSE and s.phase == PLAY and not s.hazy:
        curses = [_curses(s.curse[seat], s.cursed[seat], colours) for seat in seats]
        results.append({"kind": "curses", "cards": curses})
    if s.tricks_done > before.tricks_done:
        results.append(
            {
                "kind": "trick",
                "leader": int(s.last_leader),
                "winner": seat_or_none(s.last_winner),
                "cards": tricks.last_cards(s, colours),
            }
        )
    if s.round_no > before.round_no:
        curses = [_curses(s.last_curse[seat], s.last_cursed[seat], colours) for seat in seats]
        results.append({**tricks.round_result(s), "curses": curses})
    return results


def _paper(action_names: Callable[[int], dict[int, str]], colours: Colours) -> Paper:
    return Paper(
        action_names=action_names,
        deals=tricks.deals,
        deal=partial(tricks.deal, colours=colours),
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
        Option("zeros_to_leader"),
        Option("unaided"),
        Option("rounds", 1, 100, lambda players: players, length=True),
        Option("first", 0, None),
    ),
    rules=stick_em,
    colours=stick_em.COLOUR_NAMES,
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
        Option("unaided"),
        Option("rounds", 1, 100, 5, length=True),
        Option("first", 0, None),
    ),
    conflicts=(Conflict("hazy", "delayed", "a Delayed round has no curse card that could lie face down"),),
    rules=sticheln,
    colours=sticheln.COLOUR_NAMES,
    paper=_paper(_sticheln_actions, sticheln.COLOUR_NAMES),
)
