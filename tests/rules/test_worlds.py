"""Worlds drawn from a view: every possible one, each as often as the others, and none that cannot be."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from stage import stage, tiny

from tablee import Match, game
from tablee.bits import count
from tablee.cards import colour_of
from tablee.match import as_record
from tablee.rng import seed_from, words
from tablee.rules.cursed import PLAY


def worlds(match: Match, seat: int, number: int) -> Any:
    """So many worlds of what the seat sees now."""
    view, rng = match.view(seat), words(seed_from("worlds"))
    for _ in range(number):
        drawn = as_record(np.zeros(1, match.rules.STATE))
        match.rules.world(view, seat, rng, drawn)
        yield drawn


def even(counts: Counter, cells: int, limit: float) -> None:
    """All cells are met, about equally often: the chi square stays below a limit that chance passes once in 1000."""
    expected = counts.total() / cells
    assert len(counts) == cells
    assert sum((seen - expected) ** 2 / expected for seen in counts.values()) < limit


def test_unknown_hands_are_spread_evenly() -> None:
    match = tiny(game("stick-em", 3), colours=2, top=2, hand_size=2)  # six cards, two hands unknown: 6 ways
    hands = Counter(drawn.hand[1].tobytes() for drawn in worlds(match, 0, 900))
    even(hands, 6, 20.5)


def test_a_secret_curse_may_be_any_card_of_the_hand() -> None:
    match = tiny(game("stick-em", 3), colours=2, top=2, hand_size=2)
    match.play(1, match.legal(1)[0])
    curses = Counter(int(drawn.curse[1, 0]) for drawn in worlds(match, 0, 900))
    even(curses, 4, 16.3)  # each of the four cards that seat 0 does not hold
    spectated = Counter(int(drawn.curse[1, 0]) for drawn in worlds(match, -1, 900))
    even(spectated, 6, 20.5)


@pytest.mark.rule("ST-14", "ST-15")
def test_two_hidden_curses_are_of_two_colours() -> None:
    match = Match(game("sticheln", 4, hazy=True, aggravated=True, rounds=1), seed=4)
    choose = random.Random(4)
    for step in range(59):
        seat = choose.choice(match.actors)
        match.play(seat, choose.choice(match.legal(seat)))
        if step % 7 == 0:
            for drawn in worlds(match, 0, 5):
                for other in range(4):
                    cards = [card for card in drawn.curse[other] if card]
                    assert len({colour_of(card) for card in cards}) == len(cards) == drawn.chosen[other]
                    assert count(drawn.cursed[other]) == len(cards)


@pytest.mark.rule("ST-14", "ST-15")
def test_two_curses_of_one_colour_mean_a_hand_of_one_colour() -> None:
    """Whoever has shown another colour cannot have cursed one colour twice; who has not, may."""
    setup = game("sticheln", 3, hazy=True, aggravated=True, rounds=1)
    small = {"colours": 2, "low": 0, "top": 3, "hand_size": 4, "phase": PLAY, "chosen": [2, 2, 0]}
    # Seat 1 holds two cards and has two curses: all four are brown, since seat 0 sees every green one.
    match = stage(
        setup, hand=["green 2, green 3", "brown 2, brown 3"], curse=[[1, 2], [33, 34]], cursed=[1, 2], **small
    )
    match.state.players, match.state.leader, match.state.turn = 2, 0, 0
    assert match.rules.status(match.state) == 0
    pairs = Counter(tuple(sorted(drawn.curse[1].tolist())) for drawn in worlds(match, 0, 600))
    even(pairs, 6, 20.5)


def test_a_delayed_colour_is_one_that_was_won() -> None:
    match = Match(game("sticheln", 3, delayed=True, aggravated=True, rounds=1), seed=1)
    while match.state.phase == PLAY:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    match.play(1, match.legal(1)[0])
    colours = Counter(int(drawn.cursed[1]) for drawn in worlds(match, 0, 300))
    won = [1 << colour for colour in range(5) if match.state.won[1, colour]]
    assert set(colours) == set(won)
    even(colours, len(won), 24)


def test_a_shuffled_pile_is_in_any_order() -> None:
    match = Match(game("shit", 2), seed=5)
    drawn = [(int(world.pile[world.drawn]), int(world.pile[49])) for world in worlds(match, 0, 900)]
    even(Counter(top for top, _ in drawn), 45, 78.8)  # 50 cards, less four in hand and the centre
    even(Counter(bottom for _, bottom in drawn), 45, 78.8)


def test_a_card_laid_face_down_may_be_any_of_the_hand_or_shit() -> None:
    match = Match(game("shit", 2), seed=5)
    match.play(1, "lay shit")
    laid = [drawn.laid[1] == match.rules.SHIT for drawn in worlds(match, 0, 500)]
    assert 65 < sum(laid) < 135  # one in five, as for each of the four cards


def test_the_piles_of_stop_it() -> None:
    match = Match(game("stop-it", 3), seed=2)
    stops = [int((drawn.pile[0, :26] >= 8).sum()) for drawn in worlds(match, -1, 100)]
    tops = sum(int(match.state.pile[pile, 26] >= 8) for pile in range(5))
    assert abs(np.mean(stops) - 26 * (16 - tops) / 130) < 0.6
