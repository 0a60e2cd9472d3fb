"""How Stop it! is played: positions with one good answer."""

import random

import pytest
from stage_more import stop_table

from tablee import game
from tablee.match import as_record
from tablee.playout import random_seat
from tablee.policies import stop_it as policy
from tablee.rng import seed_from, words
from tablee.rules import stop_it
from tablee.rules.stop_it_hand import COLOURS, GROUPS, is_sorted

SEEDS = range(24)
EVEN = "red 2 | yellow 2 | blue 2 | green 2"


def decisions(match, seat=0, choose=policy.choose):
    """Everything the policy does from the seat's view alone, with its reasons, over some seeds."""
    view = match.view(seat)
    actions = {int(choose(view, seat, words(seed_from(seed)))) for seed in SEEDS}
    return {(match.setup.say(action), policy.reason(view, seat, action)) for action in actions}


def test_go():
    match = stop_table([EVEN, EVEN], phase=stop_it.READY, caller=1)
    assert decisions(match, 1) == {("go", "go")}


# ---- taking ---------------------------------------------------------------------------------------------------


def test_takes_the_colour_in_which_it_would_be_caught():
    match = stop_table(["red 2 | yellow 4", "red 2 | yellow 1", "red 3 | yellow 2"], ["yellow", "red", "yellow"])
    match.state.height[3:] = 0
    assert decisions(match) == {("take 2", "behind")}


def test_one_card_ahead_is_a_thin_margin_and_two_are_enough():
    match = stop_table(["red 3 | yellow 4", "red 2 | yellow 2", "red 2 | yellow 2"], ["yellow", "red"])
    match.state.height[2:] = 0
    assert decisions(match) == {("take 2", "margin")}


def test_a_colour_without_stops_is_no_use():
    match = stop_table([EVEN, EVEN, EVEN], ["red", "yellow"])
    match.state.height[2:] = 0
    assert len(decisions(match)) == 2  # level in both: either
    match.state.discarded[:2] = 2, 1
    assert decisions(match) == {("take 2", "behind")}


def test_a_stop_that_would_catch_it_is_taken():
    match = stop_table(["red 1 | yellow 4", "red 2 | yellow 1"], ["stop red", "yellow", "yellow"])
    match.state.height[3:] = 0
    assert decisions(match) == {("take 1", "hide_stop")}


@pytest.mark.parametrize("others", [2, 3])
def test_a_colour_with_both_its_stops_is_worth_more_than_hiding_one(others):
    """Level in it, or one behind: its card goes before the stop that would catch, and after it with one stop gone."""
    match = stop_table(["red 1 | blue 2", f"red 2 | blue {others}"], ["stop red", "blue"])
    match.state.height[2:] = 0
    assert decisions(match) == {("take 2", "behind")}
    match.state.discarded[stop_it.COLOUR_NAMES.index("blue")] = 1
    assert decisions(match) == {("take 1", "hide_stop")}


@pytest.mark.parametrize("others", [1, 4])
def test_hiding_a_stop_is_worth_more_than_a_colour_ahead_or_far_behind(others):
    match = stop_table(["red 1 | blue 2", f"red 2 | blue {others}"], ["stop red", "blue"])
    match.state.height[2:] = 0
    assert decisions(match) == {("take 1", "hide_stop")}


# ---- calling --------------------------------------------------------------------------------------------------


def test_calls_what_catches_the_leader():
    match = stop_table(["red 2", "red 1", "red 2"], ["stop red"], total=[2, 1, 3, 0, 0, 0], points_left=9)
    assert decisions(match) == {("call 1", "catch")}
    assert decisions(match, 2) == {("call 1", "catch")}
    assert not any(action.startswith("call") for action, _ in decisions(match, 1))


def test_does_not_bother_with_one_who_is_losing_anyway():
    match = stop_table(["red 2", "red 2", "red 1"], ["stop red"], total=[2, 1, 5, 0, 0, 0], points_left=7)
    assert not any(action.startswith("call") for action, _ in decisions(match))


def test_calls_from_the_hand_once_others_have_fewer():
    behind = stop_table(["blue 1 | stop blue", "blue 2"], ["yellow"])
    assert not any(action.startswith("call") for action, _ in decisions(behind))
    ahead = stop_table(["blue 3 | stop blue", "blue 2"], ["yellow"])
    assert decisions(ahead) == {("call blue", "catch")}


def test_a_special_stop_counts_all_cards():
    match = stop_table(["red 1 | yellow 4", "red 3 | blue 1"], ["special"])
    assert decisions(match) == {("call 1", "catch")}
    assert not any(action.startswith("call") for action, _ in decisions(match, 1))


def test_calls_even_with_a_card_in_the_hand():
    match = stop_table(["red 1", "red 1"], ["stop red"], holding=["red"])
    assert decisions(match) == {("call 1", "catch")}


def test_does_not_call_with_a_disorderly_hand_or_a_dropped_card():
    match = stop_table(["red 2, blue 1 | blue 1", "red 1"], ["stop red"])
    assert {why for _, why in decisions(match)} == {"tidy"}
    match = stop_table(["red 2", "red 1"], ["stop red"], dropped=["blue"])
    assert decisions(match) == {("pick blue", "pick_up")}


@pytest.mark.parametrize(("own", "ends"), [(4, True), (6, False)])
def test_the_last_point_is_given_by_whom_it_makes_win(own, ends):
    """Everybody is level in red, so a call costs all a point, and it is the last."""
    match = stop_table(["red 1", "red 1"], ["stop red"], total=[own, 5, 0, 0, 0, 0], points_left=2, points=own + 7)
    assert (("call 1", "finish") in decisions(match)) is ends


def test_a_compelled_call_is_the_least_bad():
    hands = ["red 3 | blue 1 | stop blue | stop red", "red 1 | blue 2", ""]
    match = stop_table(hands, phase=stop_it.LAST, empty=True, caller=2)
    assert decisions(match) == {("call red", "compelled")}


def test_a_compelled_call_that_catches_oneself_catches_others_too():
    """Of two calls that cost one's own point the better is the one that costs others theirs, however far the end."""
    hands = ["yellow 3 | stop blue | stop red", "red 1 | green 1", "red 2 | green 2"]
    match = stop_table(hands, phase=stop_it.LAST, empty=True, caller=2)
    assert decisions(match) == {("call blue", "compelled")}


MAY = {"phase": stop_it.LAST, "empty": True, "options": ["end_when_empty"]}


@pytest.mark.rule("SI-18")
def test_a_stop_that_nobody_has_to_call_is_called_only_for_a_reason():
    worse = stop_table(["red 1 | stop red", "red 2 | stop blue", ""], **MAY)
    assert decisions(worse) == {("pass", "let_be")}
    better = stop_table(["red 3 | stop red", "red 2 | stop blue", ""], **MAY)
    assert decisions(better) == {("call red", "catch")}
    assert {do for do, _ in decisions(better, choose=policy.careless)} == {"call red", "pass"}


@pytest.mark.rule("SI-19")
def test_nobody_thinks_of_a_false_alarm():
    match = stop_table(["red 1", "red 2"], ["blue"], options=["false_alarm"])
    setup, alarm = match.setup, match.setup.parse("call")
    for choose in (policy.choose, policy.careless):
        assert not {do for do, _ in decisions(match, choose=choose)} & {"call"}
    for take in (match.setup.parse("take 1"), match.setup.parse("take 2")):
        mask = setup.empty_mask()
        stop_it.legal(match.state, 0, mask)
        assert int(mask[alarm >> 5]) >> (alarm & 31) & 1
        policy.trim(match.state, 0, take, mask)
        assert not int(mask[alarm >> 5]) >> (alarm & 31) & 1
    stop_it.legal(match.state, 0, mask)
    policy.without_folly(match.state, 0, mask)
    assert not int(mask[alarm >> 5]) >> (alarm & 31) & 1
    assert mask.any()
    assert policy.reason(match.view(0), 0, alarm) in policy.FOLLIES


@pytest.mark.rule("SI-17")
@pytest.mark.parametrize("options", [[], ["fall_costs"]])
def test_what_a_fall_costs_anyway_is_no_reason_against_a_call(options):
    match = stop_table(["red 2 | blue 1", "red 1"], ["stop red"], options=options, fallen=len(options))
    assert decisions(match) == {("call 1", "catch")}
    lying = stop_table(["red 2", "red 1"], ["stop red"], dropped=["blue"], options=options, fallen=len(options))
    assert decisions(lying) == {("call 1", "catch") if options else ("pick blue", "pick_up")}


@pytest.mark.rule("SI-16")
def test_without_aids_others_are_taken_to_hold_what_they_hold_on_an_average():
    hands = ["red 2 | blue 4", "red 9 | blue 1 | green 4", "violet 14 | stop red"]
    match = stop_table(hands, dropped=["", "brown"], holding=["", "", "orange"], options=["unaided"])
    view = match.view(0)
    policy.forget(view, 0)
    assert view.owned[0].tolist() == match.state.owned[0].tolist()
    average = (14 + 1 + 14 + 1 + 1) // 14  # what the two others have, in seven colours
    assert average == 2
    brown, orange = 1 + stop_it.COLOUR_NAMES.index("brown"), 1 + stop_it.COLOUR_NAMES.index("orange")
    for seat in (1, 2):
        lying = match.state.dropped[seat]
        assert [int(view.owned[seat, kind] - lying[kind]) for kind in range(1, COLOURS + 1)] == [average] * COLOURS
    assert (view.owned[1, brown], view.owned[2, orange]) == (3, 2)  # what is in sight is among it
    match.state.open_hands = 1
    shown = match.view(0)
    policy.forget(shown, 0)
    assert shown.tobytes() == match.view(0).tobytes()  # hands are in sight


# ---- the hand -------------------------------------------------------------------------------------------------


def test_files_with_its_colour_or_as_a_new_group():
    match = stop_table(["red 2 | blue 1", "red 1"], holding=["blue"])
    assert decisions(match) == {("file 2", "file")}
    match = stop_table(["red 2 | blue 1", "red 1"], holding=["green"])
    assert decisions(match) == {("file new 3", "new_colour")}
    match = stop_table(["red 2 | blue 1", "red 1"], holding=["stop green"])
    assert decisions(match) == {("file stop", "file_stop")}


@pytest.mark.parametrize("seed", range(30))
def test_any_hand_is_tidied_card_by_card(seed):
    """Cards strewn over any groups, up to the full row: every move is legal, and the hand ends up sorted."""
    chance = random.Random(seed)
    groups = chance.randint(1, GROUPS)
    strewn = [[0] * COLOURS for _ in range(groups)]
    for group in strewn:
        for _ in range(chance.randint(1, 6)):
            group[chance.randrange(COLOURS)] += 1
    names = " | ".join(
        ", ".join(f"{stop_it.COLOUR_NAMES[colour]} {number}" for colour, number in enumerate(group) if number)
        for group in strewn
    )
    match = stop_table([names, "red 1"])
    moves = 0
    while not is_sorted(match.state, 0):
        action = int(policy.tidy(match.state, 0))
        assert policy.reason(match.view(0), 0, action) == "tidy"
        match.play(0, action)
        moves += 1
        assert moves <= sum(map(sum, strewn))
    assert policy.tidy(match.state, 0) == -1


# ---- whole games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [1, 15, 60])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_good_players_keep_their_hands_in_order_to_the_end(players, points):
    setup = game("stop-it", players, points=points)
    rng = words(seed_from(f"stop-it {players} {points}"))
    s = as_record(setup.blank())
    stop_it.start(s, rng)
    while not stop_it.is_over(s):
        seat = int(random_seat(int(stop_it.actors(s)), rng))
        stop_it.apply(s, seat, int(policy.choose(s, seat, rng)), rng)
        assert s.last_unsorted == s.last_dropped == 0
