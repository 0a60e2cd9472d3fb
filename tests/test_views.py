"""Views show everything that is public, and of what is secret only one's own."""

import random

import numpy as np
import pytest

import tablee
from tablee import Match

# The fields that hold something a seat may not see; all others are for everybody.
SECRET = {
    "stick-em": {"hand", "curse", "cursed", "room"},
    "sticheln": {"hand", "curse", "cursed", "room"},
    "hat-trick": {"hand", "room"},
    "shit": {"hand", "laid", "pile"},
    "stoick": {"hand", "pile", "discards", "loose", "astray", "hides", "stolen"},  # discards: see below
    "stop-it": {"pile", "group", "groups", "unseen"},
}

SETUPS = [
    tablee.game("stick-em", players=3, rounds=2, first=1),
    tablee.game("sticheln", players=7, rounds=2, hazy=True, aggravated=True, reverse=True, first=3),
    tablee.game("sticheln", players=4, rounds=2, delayed=True, mild=True),
    tablee.game("hat-trick", players=4, rounds=2, first=2),
    tablee.game("shit", players=3),
    tablee.game("stoick", players=3, games=2, first=1),
    tablee.game("stoick", players=4, strict=True),
    tablee.game("stop-it", players=3, first=2, points=20),
]


def positions(setup: tablee.Setup, number: int) -> list[Match]:
    """Copies of a random match, at so many of its positions."""
    match, choose = Match(setup, seed="views"), random.Random("views")
    found = []
    while not match.over and len(match.actions) < 300:
        if choose.random() < number / 100:
            found.append(match.copy())
        seat = choose.choice(match.actors)
        match.play(seat, choose.choice(match.legal(seat)))
    return [*found, match]


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_what_is_public_is_in_every_view(setup: tablee.Setup) -> None:
    for match in positions(setup, 20):
        for seat in range(-1, setup.players):
            view = match.view(seat)
            for name in set(setup.game.rules.STATE.names or ()) - SECRET[setup.game.slug]:
                assert np.array_equal(view[name], match.state[name]), (name, seat, len(match.actions))


def test_stoick_discards_are_public_as_far_as_there_are_any() -> None:
    for match in positions(tablee.game("stoick", players=3), 20):
        size = match.state.discards_size
        for seat in range(-1, 3):
            assert match.view(seat).discards[:size].tolist() == match.state.discards[:size].tolist()
            assert not match.view(seat).discards[size:].any()


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_a_seat_sees_its_own_hand(setup: tablee.Setup) -> None:
    paper = setup.game.paper
    for match in positions(setup, 10):
        for seat in range(setup.players):
            assert paper.hand(match.view(seat), seat) == paper.hand(match.state, seat)


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.game.slug in ("stick-em", "hat-trick", "shit")], ids=repr)
def test_no_other_hand_is_in_a_view(setup: tablee.Setup) -> None:
    for match in positions(setup, 10):
        for seat in range(-1, setup.players):
            view = match.view(seat)
            others = [other for other in range(setup.players) if other != seat]
            assert not view.hand[others].any()


def test_scratch_space_is_left_empty() -> None:
    for setup in SETUPS:
        for match in positions(setup, 5):
            for name in {"room", "unseen", "astray"} & set(setup.game.rules.STATE.names or ()):
                assert not match.state[name].any()
