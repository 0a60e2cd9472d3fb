"""Stoïck at the terminal: what is told of one's own cards is what the cards were."""

import pytest
from rich.text import Text
from stage_more import stoick_table

from tablee import Match, game
from tablee.cli.ink import UNBREAKABLE
from tablee.cli.screens.stoick import StoickScreen
from tablee.cli.voice import Voice
from tablee.dice import Dice
from tablee.rules.stoick import BARE_FAMILY, DRAW_CARD, DRAWING, TARGET_SEAT
from tablee.rules.stoick_cards import DRAW, JOKER, STEAL, face_of, kind_of
from tablee.sight import watch


def told(match: Match, seat: int, action: str, me: int = 0) -> list[str]:
    """What `me` is told of an action, line by line."""
    screen = StoickScreen(match.setup, Voice("en", me))
    step = watch(match, me, seat, match.setup.parse(action))
    lines = [line.plain for line in screen.tell(step) if isinstance(line, Text) and line.plain]
    return [line.replace(UNBREAKABLE, " ") for line in lines]


def asked(match: Match, me: int) -> str:
    return StoickScreen(match.setup, Voice("en", me)).question(match.view(me)).plain


OTHERS = ["yellow clover, yellow draw, yellow steal, yellow swap", "green clover, green draw, green steal, green swap"]


def test_what_is_left_undone_is_told() -> None:
    match = stoick_table(["red draw, red steal, 3 red clover", *OTHERS], optional_actions=1)
    assert told(match, 0, "discard red draw") == ["You discard ♥ red DRAW."]
    assert asked(match, 0) == "Draw a card, or leave it?"
    assert told(match, 0, "leave") == ["You leave it undone."]


def test_who_could_be_robbed_of_nothing_is_told() -> None:
    match = stoick_table(["red steal, red draw, 3 red clover", "", ""], strict=1)
    assert told(match, 0, "discard red steal")[:2] == [
        "You discard ♥ red STEAL.",
        "Nobody holds a card that could be stolen.",
    ]


def test_a_turn_lost_in_the_game_before_and_who_was_out_are_told_as_a_game_begins() -> None:
    hands = ["3 red clover, joker, red draw", OTHERS[0], ""]
    match = stoick_table(hands, strict=1, games=2, skip=0b100, denied=1, hides=1, out=0b100)
    news = told(match, 0, "discard joker", me=1)
    names = [Voice("en", 1).name(seat).plain for seat in range(3)]
    assert news[1] == f"{names[0]} hid a joker, and is out."
    assert news[-2:] == [f"{names[0]} starts.", f"{names[2]} loses this turn."]


def test_strict_who_may_draw_is_told_as_it_is() -> None:
    match = stoick_table(["red clover, red draw, red steal", "yellow clover", OTHERS[1]], strict=1)
    assert asked(match, 0) == "You are short of cards: draw one, or discard which?"
    assert asked(match, 1) == "You are a card short: draw before somebody notices."
    assert asked(match, 2) == "Somebody is short of cards."
    draw = match.setup.parse("draw")
    labels = [StoickScreen(match.setup, Voice("en", me)).label(match.view(me), draw).plain for me in range(3)]
    assert labels == ["draw a card", "draw a card", "draw out of turn, and lose the next one"]


@pytest.mark.parametrize("options", [(), ("strict",), ("optional_actions", "family_next_turn")])
@pytest.mark.parametrize("seed", range(6))
def test_the_card_that_is_named_is_the_card_that_was_drawn(seed: int, options: tuple[str, ...]) -> None:
    setup = game("stoick", players=3, games=3, **dict.fromkeys(options, True))
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
        draws_again |= seat == 0 and action == DRAW_CARD and state.phase == DRAWING
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
