"""A mirror: the rules make of it what they make of the record, in every game and option."""

from typing import Any

import numpy as np
import pytest

from tablee import Match, Setup
from tablee.catalogue import games
from tablee.conformance import setups
from tablee.dice import Dice
from tablee.mirror import blank_mirror, mirror_of
from tablee.pictures import choices_of, picture_of

SETUPS = [setup for game in games() for setup in setups(game)]


def fields(thing: Any, names: tuple[str, ...]) -> list[Any]:
    return [np.asarray(thing[name]).tolist() for name in names]


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_views_pictures_and_actions(setup: Setup) -> None:
    dice, rules, names = Dice(repr(setup)), setup.game.rules, setup.game.rules.STATE.names
    match = Match(setup, 5)
    for number in range(60):
        if match.over:
            break
        seat = dice.pick(match.actors)
        action = dice.pick(match.legal(seat))
        record, rng = match.state.copy(), match._rng.copy()
        if number % 10 == 0:
            mirror = mirror_of(record)
            assert fields(mirror, names) == fields(record, names)
            for viewer in (-1, *range(setup.players)):
                seen = blank_mirror(rules.STATE)
                rules.view(mirror, viewer, seen)
                view = match.view(viewer)
                assert fields(seen, names) == fields(view, names)
                assert picture_of(setup, seen, viewer) == picture_of(setup, view, viewer)
                assert choices_of(setup, seen, viewer) == choices_of(setup, view, viewer)
        rules.apply(record, seat, action, rng)
        match.play(seat, action)  # on a mirror
        assert match.state.tobytes() == record.tobytes()
        assert (match._rng == rng).all()


def test_mirrors_are_equal_if_all_in_them_is() -> None:
    one, other = (mirror_of(Match(SETUPS[0], 1).state) for _ in range(2))
    assert one == other
    other.hand[1][0] += 1
    assert one != other
    one.hand[1, 0] += 1
    assert one == other
    one.phase += 1
    assert one != other


def test_a_mirror_is_a_copy() -> None:
    match = Match(SETUPS[0], 1)
    before = match.state.tobytes()
    mirror = mirror_of(match.state)
    mirror.hand[0, 0] = mirror.hand[1][0] = mirror.phase = 99
    assert (mirror.hand[0][0], mirror.hand[1, 0], mirror["phase"]) == (99, 99, 99)
    assert match.state.tobytes() == before
