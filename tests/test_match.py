"""The friendly face: what is right works, what is wrong is refused in words and changes nothing."""

import json
import re

import numpy as np
import pytest

import tablee
from tablee import (
    BadAction,
    BadOption,
    BadPlayers,
    BadSeat,
    BadSeed,
    IllegalAction,
    Match,
    NotYourTurn,
    UnknownGame,
    game,
)


def stick_em(**options: object) -> Match:
    return Match(game("stick-em", players=4, **options), seed=7)


def test_the_cabinet() -> None:
    assert [entry.slug for entry in tablee.games()] == [
        "stick-em",
        "sticheln",
        "hat-trick",
        "shit",
        "stoick",
        "stop-it",
    ]


def test_a_match_by_hand() -> None:
    match = stick_em()
    assert match.actors == [0, 1, 2, 3]
    assert len(match.hand(2)) == 15
    for seat in (2, 0, 3, 1):
        match.play(seat, match.choices(seat)[0])
    assert match.actors == [0]
    news = [match.play(match.actors[0], match.legal(match.actors[0])[-1]) for _ in range(4)]
    assert news[:3] == [[], [], []]
    assert news[3][0]["kind"] == "trick"
    assert match.scores == [0, 0, 0, 0]
    assert not match.over
    assert match.winners == []


def test_actions_are_numbers_or_words() -> None:
    one, other = stick_em(), stick_em()
    for seat in range(4):
        number = one.legal(seat)[3]
        one.play(seat, number)
        other.play(seat, "  " + one.setup.say(number).upper().replace(" ", "  "))
    assert one.state.tobytes() == other.state.tobytes()


def test_numpy_numbers_are_numbers() -> None:
    match = stick_em()
    match.play(np.int64(0), np.int32(match.legal(0)[0]))  # type: ignore[arg-type]
    assert len(match.actions) == 1
    assert json.dumps(match.record())


def test_the_same_seed_deals_the_same() -> None:
    assert stick_em().hand(0) == stick_em().hand(0)
    assert Match(game("stick-em"), seed="friday").hand(0) != stick_em().hand(0)
    assert Match(game("stick-em")).seed != Match(game("stick-em")).seed
    seed = stick_em().seed
    assert Match(game("stick-em"), seed=seed).hand(0) == stick_em().hand(0)


def test_views_hide_other_hands() -> None:
    match = stick_em()
    for seat in range(-1, 4):
        view = match.view(seat)
        for other in range(4):
            assert bool(view.hand[other].any()) == (other == seat)


def test_a_copy_goes_its_own_way() -> None:
    match = stick_em()
    twin = match.copy()
    assert twin.record() == match.record()
    twin.play(0, twin.legal(0)[0])
    assert (len(match.actions), len(match.hand(0)), len(twin.hand(0))) == (0, 15, 14)
    match.play(0, match.legal(0)[0])
    assert twin.state.tobytes() == match.state.tobytes()


def test_a_world_to_look_ahead_in() -> None:
    match = stick_em()
    drawn = match.world(2, seed=1)
    assert drawn.hand[2].tolist() == match.state.hand[2].tolist()
    assert drawn.hand[0].tolist() != match.state.hand[0].tolist()
    assert match.rules.status(drawn) == 0
    assert drawn.tobytes() == match.world(2, seed=1).tobytes() != match.world(2, seed=2).tobytes()


def test_changing_a_view_or_a_record_does_not_change_the_match() -> None:
    match = stick_em()
    before = match.state.tobytes(), match.record()
    match.view(0).hand[:] = 0
    match.record()["deals"][0]["hands"].clear()
    assert (match.state.tobytes(), match.record()) == before


@pytest.mark.parametrize(
    ("slug", "players", "options", "error", "message"),
    [
        ("stickem", None, {}, UnknownGame, "no game is called 'stickem'; did you mean 'stick-em'?"),
        ("poker", None, {}, UnknownGame, "there is stick-em, sticheln, hat-trick, shit, stoick, stop-it"),
        ("stick-em", 2, {}, BadPlayers, "Stick 'Em is for 3 to 6 players; got 2"),
        ("stick-em", 7, {}, BadPlayers, "Stick 'Em is for 3 to 6 players; got 7"),
        ("hat-trick", 3, {}, BadPlayers, "Hat Trick is for 4 to 7 players; got 3"),
        ("sticheln", 9, {}, BadPlayers, "Sticheln is for 3 to 8 players; got 9"),
        ("shit", True, {}, BadPlayers, "2 to 6 players; got True"),
        ("shit", "4", {}, BadPlayers, "2 to 6 players; got '4'"),
        ("shit", 4.0, {}, BadPlayers, "2 to 6 players; got 4.0"),
        ("sticheln", 5, {"milde": True}, BadOption, "Sticheln has no option 'milde'; did you mean 'mild'?"),
        ("stick-em", 5, {"xyz": 1}, BadOption, "there is zeros_to_leader, unaided, rounds, first"),
        ("sticheln", 5, {"mild": 2}, BadOption, "option 'mild' takes true or false; got 2"),
        ("sticheln", 5, {"mild": "yes"}, BadOption, "option 'mild' takes true or false; got 'yes'"),
        ("sticheln", 5, {"rounds": 0}, BadOption, "option 'rounds' takes a whole number from 1 to 100; got 0"),
        ("sticheln", 5, {"rounds": True}, BadOption, "option 'rounds' takes a whole number from 1 to 100; got True"),
        ("sticheln", 5, {"first": 5}, BadOption, "option 'first' takes a whole number from 0 to 4; got 5"),
        ("shit", 5, {"target": -1}, BadOption, "option 'target' takes a whole number from 1 to 10000; got -1"),
        ("sticheln", 5, {"hazy": 1, "delayed": 1}, BadOption, "'hazy' and 'delayed' cannot be combined: a Delayed"),
    ],
)
def test_a_wrong_setup(slug: str, players: int, options: dict, error: type, message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        game(slug, players=players, **options)


@pytest.mark.parametrize(
    ("seat", "action", "error", "message"),
    [
        (4, "choose red 3", BadSeat, "the seats are 0 to 3; got 4"),
        (-1, "choose red 3", BadSeat, "the seats are 0 to 3; got -1"),
        ("0", "choose red 3", BadSeat, "the seats are 0 to 3; got '0'"),
        (True, "choose red 3", BadSeat, "the seats are 0 to 3; got True"),
        (0, "chose red 3", BadAction, "Stick 'Em has no action 'chose red 3'; did you mean 'choose red 3'?"),
        (0, "choose red 12", BadAction, "did you mean"),
        (0, "choose grey 3", BadAction, "has no action 'choose grey 3'"),
        (0, "", BadAction, "an action reads like 'play red 0'"),
        (0, -1, BadAction, "Stick 'Em has no action number -1"),
        (0, 0, BadAction, "has no action number 0"),
        (0, 10**9, BadAction, "has no action number 1000000000"),
        (0, 2.0, BadAction, "an action is a whole number or a text such as 'play red 0'; got 2.0"),
        (0, None, BadAction, "an action is a whole number or a text"),
        (0, True, BadAction, "an action is a whole number or a text"),
        (0, "play red 3", IllegalAction, "seat 0 cannot 'play red 3' now; it can 'choose"),
    ],
)
def test_a_wrong_action_changes_nothing(seat: int, action: int, error: type, message: str) -> None:
    match = stick_em()
    before = match.state.tobytes(), match._rng.tobytes(), match.record()
    with pytest.raises(error, match=re.escape(message)):
        match.play(seat, action)
    assert (match.state.tobytes(), match._rng.tobytes(), match.record()) == before


def test_out_of_turn() -> None:
    match = stick_em(rounds=1)
    for seat in range(4):
        match.play(seat, match.legal(seat)[0])
    with pytest.raises(NotYourTurn, match=r"seat 2 cannot 'play .*' now: it is for seat 0 to act"):
        match.play(2, "play " + match.hand(2)[0])
    while not match.over:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    assert len(match.actions) == 60
    with pytest.raises(NotYourTurn, match="the match is over"):
        match.play(0, "play red 3")


def test_a_wrong_seat_to_look_from() -> None:
    with pytest.raises(BadSeat, match="0 to 3, or -1 for a spectator; got -2"):
        stick_em().view(-2)
    with pytest.raises(BadSeat, match="0 to 3; got 4"):
        stick_em().legal(4)


def test_a_wrong_seed() -> None:
    with pytest.raises(BadSeed, match="64 hexadecimal digits"):
        Match(game("shit"), seed="x" * 64)


@pytest.mark.parametrize("entry", tablee.games(), ids=lambda entry: entry.slug)
def test_every_action_has_its_own_words(entry: tablee.Game) -> None:
    for players in entry.players:
        setup = entry.setup(players)
        names = list(setup.action_names.values())
        assert len(set(names)) == len(names)
        assert all(setup.parse(name) == action for action, name in setup.action_names.items())
        assert all(0 <= action < setup.action_count for action in setup.action_names)


@pytest.mark.parametrize("entry", tablee.games(), ids=lambda entry: entry.slug)
def test_a_state_is_small(entry: tablee.Game) -> None:
    assert entry.rules.STATE.itemsize < (4096 if entry.slug == "stop-it" else 2048)


@pytest.mark.parametrize("entry", tablee.games(), ids=lambda entry: entry.slug)
def test_every_field_is_int32_and_no_array_method(entry: tablee.Game) -> None:
    for name in entry.rules.STATE.names:
        assert entry.rules.STATE[name].base == np.int32
        assert not hasattr(np.ndarray, name)
