"""Stoïck at the terminal: what is told of one's own cards is what the cards were."""

import pytest
from rich.text import Text

from tablee import Match, game
from tablee.cli.screens.stoick import StoickScreen
from tablee.cli.voice import Voice
from tablee.dice import Dice
from tablee.rules.stoick import BARE_FAMILY, TARGET_SEAT
from tablee.rules.stoick_cards import DRAW, JOKER, STEAL, face_of, kind_of
from tablee.sight import watch


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_card_that_is_named_is_the_card_that_was_drawn(seed: int, strict: bool) -> None:
    setup = game("stoick", players=3, strict=strict, games=3)
    match, dice, screen = Match(setup, seed), Dice(seed), StoickScreen(setup, Voice("en", 0))
    told = stolen = 0
    while not match.over and len(match.actions) < 400:
        state = match.state.copy()
        seat = dice.pick(match.actors)
        action = dice.pick(match.legal(seat))
        step = watch(match, 0, seat, action)
        if match.state.game_no > state.game_no or match.state.out & ~state.out:
            continue
        aimed_at_me = TARGET_SEAT <= action < BARE_FAMILY and 0 in (seat, action - TARGET_SEAT)
        news = " ".join(line.plain for line in screen.tell(step) if isinstance(line, Text))
        drawn = int(kind_of(state.pile[state.pile_size - 1]))
        draws_again = seat == 0 and action < JOKER and face_of(action) == DRAW and not state.drew
        if match.state.pile_size == state.pile_size - 1 and (screen.begins_turn(step) or draws_again):
            swapped = (
                TARGET_SEAT <= action < BARE_FAMILY and state.pending != STEAL and 0 in (seat, action - TARGET_SEAT)
            )
            assert swapped or screen.card(drawn).plain in news.rpartition("ou draw")[2] + news.rpartition("and draw")[2]
            told += 1
        if aimed_at_me and state.pending == STEAL:
            assert f"{screen.card(int(match.state.stolen)).plain}" in news.partition("steal")[2].partition(";")[0]
            stolen += 1
    assert told > 5
    assert stolen > 0
