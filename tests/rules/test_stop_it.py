"""Stop it!, rule by rule."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stage_more import (
    STOP_KIND,
    actions,
    blank,
    hand_groups,
    last_count,
    light,
    light_view,
    light_world,
    play_all,
    seats,
    stop_table,
    view_bytes,
    words,
)

from tablee import BadOption, IllegalAction, Match, NotYourTurn, game
from tablee.catalogue.stop_it import kind_name
from tablee.rules import stop_it
from tablee.rules.stop_it_hand import is_sorted

PLAYERS = range(2, 7)
COLOURS = ("red", "yellow", "blue", "green", "violet", "orange", "brown")


def piles(match):
    """The piles by name, their tops first."""
    s = match.state
    return [[kind_name(int(kind)) for kind in s.pile[pile][: s.height[pile]][::-1]] for pile in range(5)]


def tops(match):
    return [pile[0] if pile else None for pile in piles(match)]


def stops_of(match, seat):
    held = match.state.stops[seat]
    return [name for stop, name in enumerate([*COLOURS, "special"]) for _ in range(held[stop])]


def discarded(match):
    return [name for stop, name in enumerate([*COLOURS, "special"]) for _ in range(match.state.discarded[stop])]


def dropped(match, seat):
    return [kind_name(kind) for kind in range(1, 16) for _ in range(match.state.dropped[seat][kind])]


def holding(match, seat):
    kind = int(match.state.holding[seat])
    return kind_name(kind) if kind else None


def verbs(match, seat):
    return {choice.split()[0] for choice in match.choices(seat)}


# ---- setting up -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SI-1")
def test_135_cards_in_five_piles_of_27_and_15_negative_cards():
    match = Match(game("stop-it", 4), seed=5)
    assert [len(pile) for pile in piles(match)] == [27] * 5
    deck = Counter(dict.fromkeys(COLOURS, 17)) + Counter({f"stop {colour}": 2 for colour in COLOURS})
    assert Counter(card for pile in piles(match) for card in pile) == deck + Counter({"special": 2})
    assert match.state.points_left == 15
    assert match.scores == [0, 0, 0, 0]
    assert [hand_groups(match, seat) for seat in range(4)] == [[], [], [], []]


@pytest.mark.rule("SI-1")
def test_the_piles_are_shuffled():
    assert len({str(piles(Match(game("stop-it", 4), seed))) for seed in range(20)}) == 20


@pytest.mark.rule("SI-15", "SI-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_seat_first_shouts_the_first_go_and_then_everybody_takes(players):
    for first in range(players):
        match = Match(game("stop-it", players, first=first), seed=1)
        assert match.actors == [first]
        assert match.choices(first) == ["go"]
        match.play(first, "go")
        assert match.actors == list(range(players))
        with pytest.raises(IllegalAction):
            match.play(first, "go")


@pytest.mark.rule("SI-15")
def test_seat_0_shouts_unless_the_table_says_otherwise():
    match = Match(game("stop-it", 3), seed=1)
    assert match.actors == [0]
    with pytest.raises(NotYourTurn):
        match.play(1, "go")
    with pytest.raises(NotYourTurn):
        match.play(1, "take 1")
    with pytest.raises(IllegalAction):
        match.play(0, "take 1")


# ---- taking and filing ----------------------------------------------------------------------------------------


@pytest.mark.rule("SI-2")
def test_only_top_cards_are_taken_one_at_a_time():
    match = stop_table(["", ""], ["red, blue, green", "brown"])
    assert match.choices(0)[:5] == ["take 1", "take 2", "take 3", "take 4", "take 5"]
    match.play(0, "take 1")
    assert holding(match, 0) == "red"
    assert tops(match)[:2] == ["blue", "brown"]
    # Somebody else may take the next card of the same pile in the meantime.
    match.play(1, "take 1")
    assert (holding(match, 1), tops(match)[0]) == ("blue", "green")
    for move in ("take 1", "take 2"):
        with pytest.raises(IllegalAction):
            match.play(0, move)
    match.play(0, "file new 1")
    assert holding(match, 0) is None
    match.play(0, "take 1")
    assert holding(match, 0) == "green"


@pytest.mark.rule("SI-2")
def test_with_a_card_in_the_hand_one_files_it_drops_it_or_calls():
    match = stop_table(["red 2 | blue 1 | stop green", ""], ["stop red", "blue"], dropped=["brown"], holding=["red"])
    assert match.choices(0) == [
        "drop",
        "call 1",
        "call green",
        "file 1",
        "file 2",
        "file new 1",
        "file new 2",
        "file new 3",
    ]
    for move in ("take 1", "pick brown", "move red 1 2", "move red 1 new", "file stop"):
        with pytest.raises(IllegalAction):
            match.play(0, move)


@pytest.mark.rule("SI-2")
def test_nothing_is_taken_from_an_empty_pile():
    match = stop_table(["", ""], ["red", "", "blue"], empty=True)
    assert [choice for choice in match.choices(0) if choice.startswith("take")] == ["take 1", "take 3"]
    with pytest.raises(IllegalAction):
        match.play(0, "take 2")


@pytest.mark.rule("SI-3")
def test_filing_is_ones_own_act_and_can_go_wrong():
    for place, groups in ((1, ["red 3", "blue 1"]), (2, ["red 2", "red 1, blue 1"])):
        match = stop_table(["red 2 | blue 1", ""], holding=["red"])
        match.play(0, f"file {place}")
        assert hand_groups(match, 0) == groups
        assert holding(match, 0) is None


@pytest.mark.rule("SI-3")
@pytest.mark.parametrize(
    ("place", "groups"),
    [
        (1, ["green 1", "red 2", "blue 1"]),
        (2, ["red 2", "green 1", "blue 1"]),
        (3, ["red 2", "blue 1", "green 1"]),
    ],
)
def test_a_new_group_goes_in_at_any_place_and_the_others_move_up(place, groups):
    match = stop_table(["red 2 | blue 1", ""], holding=["green"])
    match.play(0, f"file new {place}")
    assert hand_groups(match, 0) == groups


@pytest.mark.rule("SI-3")
def test_a_hand_has_eight_groups_at_most():
    seven = " | ".join(f"{colour} 1" for colour in COLOURS)
    match = stop_table([seven, ""], holding=["red"])
    assert {"file new 8", "file 7"} <= set(match.choices(0))
    with pytest.raises(IllegalAction):
        match.play(0, "file 8")
    match.play(0, "file new 8")
    assert match.state.groups[0] == 8
    match = stop_table([f"{seven} | red 2", ""], holding=["red"])
    assert match.choices(0) == ["drop", *(f"file {place}" for place in range(1, 9))]
    match = stop_table([f"{seven} | red 2", ""])
    assert not any(choice.endswith("new") for choice in match.choices(0))


@pytest.mark.rule("SI-3")
def test_one_may_re_sort():
    match = stop_table(["red 2, blue 1 | blue 2", ""])
    moves = [choice for choice in match.choices(0) if choice.startswith("move")]
    assert moves == [
        "move red 1 2",
        "move red 1 new",
        "move blue 1 2",
        "move blue 1 new",
        "move blue 2 1",
        "move blue 2 new",
    ]
    match.play(0, "move blue 1 2")
    assert hand_groups(match, 0) == ["red 2", "blue 3"]
    match.play(0, "move red 1 new")
    assert hand_groups(match, 0) == ["red 1", "blue 3", "red 1"]


@pytest.mark.rule("SI-3")
def test_a_group_that_loses_its_last_card_closes():
    match = stop_table(["red 1 | blue 2 | red 3 | green 1", ""])
    match.play(0, "move red 1 3")
    assert hand_groups(match, 0) == ["blue 2", "red 4", "green 1"]
    match.play(0, "move green 3 1")
    assert hand_groups(match, 0) == ["blue 2, green 1", "red 4"]
    # A lone card has nowhere new to go.
    match = stop_table(["red 1 | blue 2", ""])
    assert [choice for choice in match.choices(0) if choice.startswith("move red")] == ["move red 1 2"]


@pytest.mark.rule("SI-3")
def test_one_moves_only_what_is_there():
    match = stop_table(["red 1 | blue 2", ""])
    for move in ("move green 1 2", "move blue 1 2", "move red 3 1", "move blue 2 3"):
        with pytest.raises(IllegalAction):
            match.play(0, move)


def sorted_hand(hand):
    return bool(is_sorted(stop_table([hand, ""]).state, 0))


@pytest.mark.rule("SI-3", "SI-9")
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("", True),
        ("red 3", True),
        ("blue 1 | red 3 | green 2", True),
        ("red 1 | red 1", False),
        ("red 1, blue 1", False),
        ("red 2 | blue 1 | red 1", False),
        ("red 2 | blue 1, red 1", False),
        ("red 2 | stop red | blue 1 | special", True),
    ],
)
def test_sorted_is_one_colour_a_group_and_one_group_a_colour(hand, expected):
    assert sorted_hand(hand) is expected


@given(st.lists(st.dictionaries(st.integers(0, 6), st.integers(1, 3), min_size=1, max_size=2), max_size=8))
@settings(max_examples=150, deadline=None)
@pytest.mark.rule("SI-3")
def test_sorted_is_what_laying_the_hand_out_shows(groups):
    s = blank(stop_it)
    s.players, s.groups[0] = 2, len(groups)
    for place, group in enumerate(groups):
        for colour, number in group.items():
            s.group[0, place, colour] = number
    # Each group's colours in a row: sorted if no group has two, and no colour comes up twice.
    row = [colour for group in groups for colour in group]
    assert is_sorted(s, 0) == (len(row) == len(groups) == len(set(row)))


# ---- dropping -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SI-4")
def test_a_dropped_card_lies_in_front_of_its_owner_and_can_be_picked_up():
    match = stop_table(["red 1", ""], ["green"], holding=["blue"])
    match.play(0, "drop")
    assert (dropped(match, 0), holding(match, 0)) == (["blue"], None)
    assert hand_groups(match, 0) == ["red 1"]
    assert "pick blue" in match.choices(0)
    assert not any(choice.startswith("pick") for choice in match.choices(1))
    match.play(0, "pick blue")
    assert (dropped(match, 0), holding(match, 0)) == ([], "blue")
    assert verbs(match, 0) == {"file", "drop"}
    match.play(0, "file new 1")
    assert hand_groups(match, 0) == ["blue 1", "red 1"]


@pytest.mark.rule("SI-4", "SI-12")
def test_a_dropped_stop_is_picked_up_by_name_and_cannot_be_called_as_it_lies():
    match = stop_table(["red 1", ""], ["green"], dropped=["stop blue, special"])
    assert [choice for choice in match.choices(0) if choice.split()[0] in ("pick", "call")] == [
        "pick stop blue",
        "pick special",
    ]
    match.play(0, "pick special")
    assert match.choices(0) == ["drop", "file stop"]
    match.play(0, "file stop")
    assert "call special" in match.choices(0)


@pytest.mark.rule("SI-4")
def test_a_dropped_card_is_not_counted_at_a_stop_and_goes_back_after():
    match = stop_table(["red 1 | blue 1", "red 1", "red 2"], ["stop red"], dropped=["red, red, green, stop blue"])
    fewest, unsorted, lost = last_count(match.play(2, "call 1"))
    assert (fewest, unsorted, lost) == ([0, 1], [], [0])
    assert match.scores == [-2, -1, 0]
    assert dropped(match, 0) == []
    assert hand_groups(match, 0) == ["red 3", "blue 1", "green 1"]
    assert stops_of(match, 0) == ["blue"]
    assert stop_it.status(match.state) == 0


@pytest.mark.rule("SI-4")
def test_dropping_several_cards_costs_one_point():
    match = stop_table(["red 2", "red 1"], ["stop red"], dropped=["blue, green, brown"])
    match.play(0, "call 1")
    assert match.scores == [-1, -1]


@pytest.mark.rule("SI-4")
def test_a_dropped_card_whose_colour_finds_no_room_goes_into_the_last_group():
    hand = "red 1 | red 1 | red 1 | red 1 | red 1 | red 1 | red 1 | green 1"
    match = stop_table([hand, ""], ["stop red"], dropped=["blue"])
    match.play(0, "call 1")
    assert hand_groups(match, 0)[-1] == "blue 1, green 1"
    assert match.state.groups[0] == 8


# ---- stop it! -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SI-5")
def test_anybody_may_call_a_stop_that_tops_a_pile_and_none_that_does_not():
    match = stop_table(["red 1", "red 1", "red 1"], ["stop red, blue", "blue, stop green", "special"])
    for seat in range(3):
        assert [choice for choice in match.choices(seat) if choice.startswith("call")] == ["call 1", "call 3"]
        for call in ("call 2", "call 4", "call red", "call special"):
            with pytest.raises(IllegalAction):
                match.play(seat, call)
    match.play(0, "take 2")
    assert "call 2" in match.choices(1)


@pytest.mark.rule("SI-5", "SI-11")
def test_the_call_names_one_stop_and_only_that_one_goes():
    match = stop_table(["red 1", "blue 1", "green 1"], ["stop red, blue", "stop green, stop red", "special"])
    [stop] = match.play(1, "call 2")
    assert (stop["stop"], stop["caller"], stop["fewest"]) == ("green", 1, [0, 1])
    assert tops(match)[:3] == ["stop red", "stop red", "special"]
    assert discarded(match) == ["green"]


@pytest.mark.rule("SI-5")
def test_the_first_call_counts_and_interrupts_play():
    match = stop_table(["red 1", "blue 1", "green 1"], ["stop red", "stop green"], holding=["", "", "blue"])
    match.play(0, "call 1")
    assert match.actors == [2]
    for seat, move in ((1, "call 2"), (1, "take 3"), (0, "take 3")):
        with pytest.raises(NotYourTurn):
            match.play(seat, move)
    for move in ("call 2", "take 3", "go"):
        with pytest.raises(IllegalAction):
            match.play(2, move)


@pytest.mark.rule("SI-6")
def test_a_card_already_taken_may_still_be_filed_and_counts():
    match = stop_table(["red 2", "red 1", "red 1"], ["stop red"], holding=["", "red", "red"])
    assert match.play(0, "call 1") == []
    assert match.actors == [1, 2]
    assert match.choices(1) == ["drop", "file 1", "file new 1", "file new 2"]
    assert match.play(1, "file 1") == []  # counting waits for seat 2
    assert match.actors == [2]
    assert match.scores == [0, 0, 0]
    fewest, _, lost = last_count(match.play(2, "drop"))
    assert (fewest, lost) == ([2], [2])
    assert match.scores == [0, 0, -2]
    assert hand_groups(match, 2) == ["red 2"]


@pytest.mark.rule("SI-6")
def test_in_the_grace_nothing_else_is_possible():
    match = stop_table(
        ["red 1 | blue 1", "red 1 | stop green"], ["stop red"], dropped=["", "brown"], holding=["", "red"]
    )
    match.play(0, "call 1")
    assert match.actors == [1]
    assert match.choices(0) == []
    assert verbs(match, 1) == {"drop", "file"}


@pytest.mark.rule("SI-6")
def test_the_caller_may_hold_a_card_too():
    match = stop_table(["red 1", "red 2"], ["stop red"], holding=["red"])
    match.play(0, "call 1")
    assert match.actors == [0]
    fewest, _, _ = last_count(match.play(0, "file 1"))
    assert fewest == [0, 1]


@pytest.mark.rule("SI-7")
@pytest.mark.parametrize(
    ("hands", "fewest"),
    [
        (["red 3", "red 2", "red 1"], [2]),
        (["red 1", "red 2", "red 1"], [0, 2]),
        (["red 2", "red 2", "red 2"], [0, 1, 2]),
        (["blue 5", "red 1", "green 2"], [0, 2]),
        (["", "", ""], [0, 1, 2]),
    ],
)
def test_fewest_of_the_colour_takes_a_negative_card_and_all_who_tie(hands, fewest):
    match = stop_table(hands, ["stop red"])
    assert last_count(match.play(0, "call 1")) == (fewest, [], [])
    assert match.scores == [-int(seat in fewest) for seat in range(3)]
    assert match.state.points_left == 15 - len(fewest)


@pytest.mark.rule("SI-8")
def test_a_special_stop_compares_all_cards():
    match = stop_table(["red 5", "blue 1 | green 2 | brown 1", "red 1 | yellow 3"], ["special"])
    [stop] = match.play(0, "call 1")
    assert (stop["stop"], stop["counted"], stop["fewest"]) == ("special", [5, 4, 4], [1, 2])


@pytest.mark.rule("SI-9")
def test_stop_cards_held_count_for_nothing():
    # Neither for their colour, nor for the total, nor for sorting.
    match = stop_table(["red 2", "red 1 | stop red"], ["stop red"])
    assert last_count(match.play(0, "call 1")) == ([1], [], [])
    match = stop_table(["red 2", "red 1 | stop blue | stop green | special"], ["special"])
    assert last_count(match.play(0, "call 1")) == ([1], [], [])


@pytest.mark.rule("SI-9", "SI-3")
def test_a_stop_is_filed_beside_the_groups():
    match = stop_table(["red 1 | blue 1", ""], holding=["stop green"])
    assert match.choices(0) == ["drop", "file stop"]
    match.play(0, "file stop")
    assert hand_groups(match, 0) == ["red 1", "blue 1"]
    assert stops_of(match, 0) == ["green"]


@pytest.mark.rule("SI-10")
def test_an_unsorted_hand_costs_a_further_card_whatever_the_stop():
    match = stop_table(["red 3 | blue 1, green 1", "red 1", "red 2"], ["stop red"])
    assert last_count(match.play(2, "call 1")) == ([1], [0], [])
    assert match.scores == [-1, -1, 0]


@pytest.mark.rule("SI-10")
def test_an_unsorted_hand_stays_so_and_costs_again():
    match = stop_table(["red 3 | blue 1, green 1", "red 1"], ["stop red, stop red"])
    match.play(1, "call 1")
    assert hand_groups(match, 0) == ["red 3", "blue 1, green 1"]
    play_all(match, (1, "go"), (0, "call 1"))
    assert match.scores == [-2, -2]


@pytest.mark.rule("SI-10", "SI-7")
def test_ada_ben_and_chloe():
    # Ada 4 red, Ben 2 and a card in front of him, Chloe 2 and her blue cards in two places.
    hands = ["red 4 | blue 2", "red 2 | green 1", "blue 1 | red 2 | blue 1"]
    match = stop_table(hands, ["stop red"], dropped=["", "brown"])
    assert last_count(match.play(0, "call 1")) == ([1, 2], [2], [1])
    assert match.scores == [0, -2, -2]


@pytest.mark.rule("SI-10")
def test_all_three_add_up():
    match = stop_table(["red 4", "red 1, blue 1"], ["stop red"], dropped=["", "red, red"])
    assert last_count(match.play(0, "call 1")) == ([1], [1], [1])
    assert match.scores == [0, -3]
    assert match.state.points_left == 12


@pytest.mark.rule("SI-11")
def test_after_the_count_nothing_happens_until_the_caller_says_go():
    match = stop_table(
        ["red 1 | stop green", "red 1, blue 1", "blue 1"], ["stop red", "stop blue"], dropped=["", "", "red"]
    )
    match.play(1, "call 1")
    assert match.actors == [1]
    assert match.choices(1) == ["go"]
    assert [match.choices(seat) for seat in (0, 2)] == [[], []]
    match.play(1, "go")
    assert match.actors == [0, 1, 2]
    assert discarded(match) == ["red"]
    assert {"take 1", "call 2", "call green"} <= set(match.choices(0))


@pytest.mark.rule("SI-12")
def test_a_stop_may_be_taken_kept_and_called_later_from_the_hand():
    match = stop_table(["red 1", "red 2"], ["stop red, blue"])
    match.play(1, "take 1")
    assert not any(choice.startswith("call") for choice in match.choices(1))  # not while it is being filed
    match.play(1, "file stop")
    assert "call red" in match.choices(1)
    with pytest.raises(IllegalAction):
        match.play(0, "call red")
    match.play(0, "take 2")
    match.play(0, "drop")
    match.play(1, "take 3")
    [] = match.play(1, "call red")  # with another card in the hand
    [stop] = match.play(1, "drop")
    assert (stop["stop"], stop["caller"], stop["fewest"], stop["dropped"]) == ("red", 1, [0], [0, 1])
    assert stops_of(match, 1) == []
    assert discarded(match) == ["red"]
    assert stop_it.status(match.state) == 0


@pytest.mark.rule("SI-12")
def test_of_two_like_stops_in_hand_a_call_uses_one():
    match = stop_table(["red 1 | special | special", "red 2"])
    match.play(0, "call special")
    assert stops_of(match, 0) == ["special"]
    assert discarded(match) == ["special"]
    match.play(0, "go")
    match.play(0, "call special")
    assert stops_of(match, 0) == []


# ---- the end --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SI-13")
def test_the_game_ends_when_the_last_negative_card_is_taken():
    match = stop_table(["red 1", "red 2"], ["stop red"], points=15, points_left=1, total=[5, 9, 0, 0, 0, 0])
    match.play(1, "call 1")
    assert match.over
    assert match.scores == [-6, -9]
    assert match.winners == [0]
    assert match.actors == []
    match = stop_table(["red 1", "red 2"], ["stop red"], points=15, points_left=2, total=[4, 9, 0, 0, 0, 0])
    match.play(1, "call 1")
    assert not match.over


@pytest.mark.rule("SI-13")
def test_where_negative_cards_run_out_points_are_written_down():
    match = stop_table(["red 1, blue 1", "red 1", "red 2"], ["stop red"], points_left=1, total=[5, 4, 5, 0, 0, 0])
    match.play(1, "call 1")
    assert match.over
    assert match.scores == [-7, -5, -5]
    assert match.winners == [1, 2]  # a tie shares the victory
    assert match.state.points_left == 0


@pytest.mark.rule("SI-13")
def test_the_number_of_negative_cards_may_be_set():
    match = Match(game("stop-it", 3, points=2), seed=0)
    assert match.state.points_left == 2
    match = stop_table(["red 1", "red 2"], ["stop red"], points=1)
    match.play(0, "call 1")
    assert match.over
    for wrong in (0, 201):
        with pytest.raises(BadOption):
            game("stop-it", 3, points=wrong)


@pytest.mark.rule("SI-14")
def test_with_the_piles_empty_what_is_held_is_filed_first():
    match = stop_table(["red 1 | stop red", "blue 1", ""], ["green"], holding=["", "blue"], empty=True, points=200)
    match.play(0, "take 1")
    assert match.actors == [0, 1]
    assert match.choices(0) == ["drop", "file 1", "file new 1", "file new 2"]
    match.play(0, "file 1")
    assert match.actors == [1]
    match.play(1, "file 1")
    assert match.actors == [0]
    assert match.choices(0) == ["call red"]


@pytest.mark.rule("SI-14")
def test_compulsory_calls_go_clockwise_from_the_last_caller():
    hands = ["red 1 | stop red", "red 1 | stop blue | stop green", "red 1", "red 1 | stop brown"]
    match = stop_table(hands, phase=stop_it.LAST, caller=1, empty=True, points=200)
    callers = []
    for call in ("call brown", "call red", "call green", "call blue"):
        [seat] = match.actors
        callers.append(seat)
        if seat == 1 and len(callers) == 3:
            assert match.choices(1) == ["call blue", "call green"]  # the seat chooses which
        assert match.play(seat, call)[0]["caller"] == seat
    assert callers == [3, 0, 1, 1]
    assert match.over
    assert match.state.points_left > 0


@pytest.mark.rule("SI-14")
def test_compulsory_calls_begin_left_of_the_first_shouter_if_nobody_has_called():
    match = stop_table(["stop red", "stop blue", "stop green"], ["red"], empty=True, points=200)
    match.state.first = match.state.caller = 1
    play_all(match, (0, "take 1"), (0, "file new 1"))
    assert match.actors == [2]


@pytest.mark.rule("SI-14")
def test_without_a_stop_left_the_game_ends_as_it_stands():
    match = stop_table(["red 1", "blue 1"], ["green"], empty=True, total=[3, 1, 0, 0, 0, 0], points_left=11)
    match.play(0, "take 1")
    assert not match.over
    match.play(0, "file 1")
    assert match.over
    assert (match.scores, match.winners) == ([-3, -1], [1])
    assert match.state.points_left == 11


@pytest.mark.rule("SI-14", "SI-13")
def test_compulsory_calls_stop_when_the_negative_cards_are_gone():
    match = stop_table(
        ["red 1 | stop red", "red 2 | stop blue"], phase=stop_it.LAST, empty=True, points_left=1, total=[14] + [0] * 5
    )
    assert match.actors == [1]
    match.play(1, "call blue")
    assert match.over


@pytest.mark.rule("SI-14")
def test_a_call_that_empties_the_piles_is_followed_by_the_compulsory_ones():
    match = stop_table(["red 1 | stop green", "blue 1"], ["stop red"], empty=True, points=200)
    match.play(1, "call 1")
    assert not match.over
    assert match.actors == [0]
    match.play(0, "call green")
    assert match.over


@pytest.mark.rule("SI-14")
def test_a_stop_that_lies_dropped_is_called_too():
    match = stop_table(["red 1", "blue 1 | stop green"], ["red"], dropped=["stop red"], empty=True, points=200)
    play_all(match, (1, "take 1"), (1, "drop"))
    match.state.caller = 1
    assert match.actors == [0]
    assert match.choices(0) == ["call red"]
    [stop] = match.play(0, "call red")
    assert stop["dropped"] == [1]  # seat 0 had nothing left in front of it
    assert discarded(match).count("red") == 2
    assert match.actors == [1]
    assert stop_it.status(match.state) == 0


@pytest.mark.rule("SI-14")
def test_of_two_like_stops_the_one_in_the_hand_goes_first():
    match = stop_table(["red 1 | stop red", ""], dropped=["stop red"], phase=stop_it.LAST, empty=True, points=200)
    [stop] = match.play(0, "call red")
    assert stop["dropped"] == [0]
    assert match.choices(0) == ["call red"]
    [stop] = match.play(0, "call red")
    assert stop["dropped"] == []
    assert match.over


@pytest.mark.rule("SI-13")
def test_points_against_are_shown_as_negative_scores():
    match = stop_table(["", ""], total=[0, 3, 0, 0, 0, 0], points_left=12)
    assert match.scores == [0, -3]


# ---- options --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SI-17")
@pytest.mark.parametrize(("options", "cost"), [((), []), (("fall_costs",), [0])])
def test_what_was_picked_up_in_time_costs_only_where_a_fall_costs(options, cost):
    match = stop_table(["red 2", "red 1"], ["stop red"], holding=["blue"], options=options)
    play_all(match, (0, "drop"), (0, "pick blue"), (0, "file new 2"))
    assert (dropped(match, 0), hand_groups(match, 0)) == ([], ["red 2", "blue 1"])
    fewest, unsorted, lost = last_count(match.play(0, "call 1"))
    assert (fewest, unsorted, lost) == ([1], [], cost)
    assert match.scores == [-len(cost), -1]


@pytest.mark.rule("SI-17")
def test_a_fall_costs_once_however_often_and_is_paid_with_the_next_stop():
    match = stop_table(["red 2", "red 1"], ["stop red, stop red"], holding=["blue"], options=["fall_costs"])
    play_all(match, (0, "drop"), (0, "pick blue"), (0, "drop"), (0, "pick blue"), (0, "file new 2"))
    match.play(1, "call 1")
    assert match.scores == [-1, -1]
    play_all(match, (1, "go"), (1, "call 1"))
    assert match.scores == [-1, -2]
    match = stop_table(["red 2", "red 1"], ["stop red"], dropped=["blue"], options=["fall_costs"])
    assert last_count(match.play(1, "call 1")) == ([1], [], [0])  # what still lies there costs as ever


@pytest.mark.rule("SI-17")
def test_what_is_dropped_in_the_grace_costs_at_that_stop():
    match = stop_table(["red 2", "red 1"], ["stop red"], holding=["blue"], options=["fall_costs"])
    match.play(1, "call 1")
    assert last_count(match.play(0, "drop")) == ([1], [], [0])
    assert match.state.fallen == 0


def emptied(hands, *more, **table):
    """The piles are empty, and nobody has to call."""
    return stop_table(hands, phase=stop_it.LAST, empty=True, points=200, options=["end_when_empty", *more], **table)


@pytest.mark.rule("SI-18")
def test_with_the_piles_empty_who_holds_a_stop_calls_it_or_lets_it_be():
    match = emptied(["red 1 | stop red", "red 2 | stop blue | special", "red 3"])
    assert match.actors == [0, 1]
    assert [match.choices(seat) for seat in range(3)] == [
        ["call red", "pass"],
        ["call blue", "call special", "pass"],
        [],
    ]
    match.play(0, "pass")
    assert match.actors == [1]
    match.play(1, "pass")
    assert match.over
    assert (stops_of(match, 0), stops_of(match, 1)) == (["red"], ["blue", "special"])  # they stay uncalled
    assert match.scores == [0, 0, 0]
    assert match.state.points_left == 200


@pytest.mark.rule("SI-16", "SI-18")
def test_without_aids_who_holds_a_stop_is_not_told_by_who_is_asked():
    match = emptied(["red 1 | stop red", "red 2", "red 3"], "unaided")
    assert match.actors == [0, 1, 2]
    assert [match.choices(seat) for seat in range(3)] == [["call red", "pass"], ["pass"], ["pass"]]
    play_all(match, (1, "pass"), (0, "pass"), (2, "pass"))
    assert match.over


@pytest.mark.rule("SI-18")
def test_after_a_call_everybody_may_think_again():
    match = emptied(["red 1 | stop red | stop green", "red 2 | stop blue", "red 3"])
    match.play(1, "pass")
    [stop] = match.play(0, "call red")
    assert (stop["stop"], stop["fewest"]) == ("red", [0])
    assert match.actors == [0, 1]
    play_all(match, (1, "call blue"), (0, "pass"))
    assert match.over
    assert stops_of(match, 0) == ["green"]


@pytest.mark.rule("SI-18", "SI-6")
def test_a_last_card_may_still_be_filed_while_others_call():
    match = stop_table(
        ["red 1", "red 2 | stop red"],
        ["green"],
        empty=True,
        points=200,
        options=["end_when_empty"],
        holding=["", "blue"],
    )
    match.play(0, "take 1")
    assert (match.actors, match.choices(0)) == ([0, 1], ["drop", "file 1", "file new 1", "file new 2"])
    assert verbs(match, 1) == {"drop", "file", "call"}  # and lets it be once the card is filed
    [] = match.play(1, "call red")
    assert match.choices(1) == [
        "drop",
        *(f"file {place}" for place in (1, 2, 3, 4, 5, 6, 7)),
        *(f"file new {place}" for place in range(1, 9)),
    ]
    match.play(1, "drop")
    [stop] = match.play(0, "file 1")
    assert (stop["caller"], stop["unsorted"], stop["dropped"]) == (1, [0], [1])
    assert match.over


@pytest.mark.rule("SI-18")
@pytest.mark.parametrize(("options", "over"), [((), False), (("end_when_empty",), True)])
def test_where_nobody_must_call_a_match_ends_as_soon_as_nobody_can(options, over):
    match = stop_table(["red 1", "blue 1"], ["stop red"], empty=True, points=200, options=options)
    match.play(0, "take 1")
    match.play(0, "file stop")
    assert match.actors == [0]
    match.play(0, "pass" if over else "call red")
    assert match.over
    match = stop_table(["red 1", "blue 1"], ["green"], empty=True, options=options)
    play_all(match, (0, "take 1"), (0, "file 1"))
    assert match.over


@pytest.mark.rule("SI-18", "SI-13")
def test_the_last_point_ends_a_match_there_too():
    match = emptied(["red 1 | stop red", "red 2 | stop blue"], points_left=1, total=[99, 100, 0, 0, 0, 0])
    match.play(0, "call red")
    assert match.over


@pytest.mark.rule("SI-19", "SI-5")
@pytest.mark.parametrize("options", [(), ("false_alarm",)])
def test_a_call_with_no_stop_to_call_is_possible_only_as_a_false_alarm(options):
    match = stop_table(["red 1", "red 2 | stop green"], ["blue"], options=options)
    assert ("call" in match.choices(0)) == bool(options)
    assert "call" not in match.choices(1)  # who has one to call
    match = stop_table(["red 1", "red 2"], ["blue", "stop red"], options=options)
    assert not any("call" in match.choices(seat) for seat in range(2))  # nor while one is in sight


@pytest.mark.rule("SI-19")
def test_a_false_alarm_costs_a_point_and_play_goes_on():
    match = stop_table(["red 1", "red 2", ""], ["blue"], options=["false_alarm"], holding=["green"])
    before = match.state.copy()
    assert match.play(0, "call") == [{"after": 1, "kind": "alarm", "seat": 0}]
    assert match.scores == [-1, 0, 0]
    assert match.state.points_left == 14
    before.total[0], before.points_left = 1, 14
    assert match.state.tobytes() == before.tobytes()  # nothing else: nobody is interrupted, nothing counted
    match.play(1, "take 1")
    match.play(1, "call")
    assert match.scores == [-1, -1, 0]


@pytest.mark.rule("SI-19")
def test_no_false_alarm_but_while_cards_are_taken():
    match = stop_table(["red 1", "red 2"], ["stop red"], options=["false_alarm"], holding=["blue"])
    match.play(1, "call 1")
    assert verbs(match, 0) == {"drop", "file"}
    match.play(0, "file 1")
    assert match.choices(1) == ["go"]


@pytest.mark.rule("SI-19")
def test_a_stop_in_the_fingers_or_on_the_floor_is_not_in_the_hand():
    match = stop_table(
        ["red 1", ""], ["blue"], options=["false_alarm"], dropped=["", "stop red"], holding=["stop green"]
    )
    assert all("call" in match.choices(seat) for seat in range(2))


@pytest.mark.rule("SI-19", "SI-13")
def test_a_false_alarm_may_take_the_last_negative_card():
    match = stop_table(
        ["red 1", "red 2"],
        ["blue"],
        options=["false_alarm"],
        points_left=1,
        total=[6, 8, 0, 0, 0, 0],
        holding=["", "red"],
    )
    match.play(0, "call")
    assert match.over
    assert (match.scores, match.winners) == ([-7, -8], [0])


# ---- what is known --------------------------------------------------------------------------------------------


@pytest.mark.rule("SI-3")
def test_how_another_hand_is_sorted_is_hidden_and_what_it_holds_is_not():
    seen = [
        view_bytes(stop_table([hand, "green 1"], ["stop red"], dropped=["brown"], holding=["violet"]), 1)
        for hand in ("red 2 | blue 1", "red 1 | blue 1 | red 1", "red 2, blue 1")
    ]
    assert seen[0] == seen[1] == seen[2]
    match = stop_table(["red 2 | blue 1 | stop green", "green 1"], dropped=["brown"], holding=["violet"])
    v = match.view(1)
    assert [kind_name(kind) for kind in range(16) for _ in range(v.owned[0][kind])] == [
        "red",
        "red",
        "blue",
        "violet",
        "brown",
        "stop green",
    ]
    assert v.groups[0] == 0
    assert v.groups[1] == 1


@pytest.mark.rule("SI-10", "SI-11")
def test_hands_lie_open_from_a_count_to_the_next_go():
    match = stop_table(["red 2 | blue 1", "green 1"], ["stop red"])

    def shown(observer):
        return [[int(number) for number in group[:3]] for group in match.view(observer).group[0][:2]]

    hidden, plain = [[0, 0, 0], [0, 0, 0]], [[2, 0, 0], [0, 0, 1]]
    assert (shown(-1), shown(1), shown(0)) == (hidden, hidden, plain)
    match.play(0, "call 1")
    assert (shown(-1), shown(1), shown(0)) == (plain, plain, plain)
    match.play(0, "go")
    assert (shown(-1), shown(1), shown(0)) == (hidden, hidden, plain)


@pytest.mark.rule("SI-2")
def test_what_lies_under_the_tops_is_hidden():
    views = [view_bytes(stop_table(["", ""], [pile]), 0) for pile in ("red, blue, green", "red, green, blue")]
    assert views[0] == views[1]


@pytest.mark.parametrize("players", PLAYERS)
def test_worlds_fit_what_one_sees_all_through_a_game(players):
    s, luck, choice = start(players, players), words(players), random.Random(players)
    for step in range(250):
        if s.phase == stop_it.OVER:
            break
        seat, action = some_move(s, choice)
        stop_it.apply(s, seat, action, luck)
        if step % 6 == 0:
            observer = choice.randrange(-1, players)
            seen = light_view(stop_it, s, observer)
            world = light_world(stop_it, seen, observer, luck)
            assert not any(world.unseen)
            assert stop_it.status(world) == 0
            assert light_view(stop_it, world, observer) == seen


# ---- all of it told a second time -----------------------------------------------------------------------------


class Naive:
    """The game with lists of names: groups are lists, everything that is not a group is a plain list."""

    def __init__(self, pile_names, players, points, first, options):
        self.options, self.fallen, self.passed = options, set(), set()
        self.piles = [list(pile) for pile in pile_names]  # tops first
        self.players, self.points_left, self.caller = players, points, first
        self.groups = [[] for _ in range(players)]
        self.stops = [[] for _ in range(players)]
        self.held = [None] * players
        self.dropped = [[] for _ in range(players)]
        self.scores = [0] * players
        self.phase = "ready"
        self.stop = None
        self.counted = [0] * players

    def play(self, seat, move):
        verb, *rest = move.split()
        hand, card = self.groups[seat], self.held[seat]
        if verb == "go":
            self.phase = "take"
        elif verb == "take":
            self.held[seat] = self.piles[int(rest[0]) - 1].pop(0)
            if not any(self.piles):
                self.phase = "last"
        elif verb == "drop":
            self.dropped[seat].append(card)
            self.held[seat] = None
            self.fallen.add(seat)
        elif verb == "pick":
            self.dropped[seat].remove(" ".join(rest))
            self.held[seat] = " ".join(rest)
        elif verb == "file":
            if rest[0] == "stop":
                self.stops[seat].append(card.removeprefix("stop "))
            elif rest[0] == "new":
                hand.insert(int(rest[1]) - 1, [card])
            else:
                hand[int(rest[0]) - 1].append(card)
            self.held[seat] = None
        elif verb == "move":
            colour, here, there = rest
            hand[int(here) - 1].remove(colour)
            if there == "new":
                hand.append([colour])
            else:
                hand[int(there) - 1].append(colour)
            hand[:] = [group for group in hand if group]
        elif verb == "pass":
            self.passed.add(seat)
        elif rest:
            self.call(seat, rest[0])
        else:
            self.scores[seat] -= 1
            self.points_left -= 1
            if self.points_left == 0:
                self.phase = "over"
        holding_any = any(self.held)
        if self.phase == "grace" and not holding_any:
            self.count()
        if self.phase == "last" and not holding_any and not any(self.last_call(seat) for seat in range(self.players)):
            self.phase = "over"

    def last_call(self, seat):
        """What a seat may call with the piles empty."""
        if self.options.get("end_when_empty"):
            return set() if seat in self.passed else self.callable(seat) | self.asked()
        return self.callable(seat) if seat == self.next_caller() and not any(self.held) else set()

    def asked(self):
        """What even who holds no stop is asked to do then: without aids nobody is to see that."""
        return {"pass"} if self.options.get("unaided") else set()

    def call(self, seat, what):
        if what.isdigit():
            self.stop = self.piles[int(what) - 1].pop(0).removeprefix("stop ")
        else:
            self.stop = what
            if what in self.stops[seat]:
                self.stops[seat].remove(what)
            else:
                self.dropped[seat].remove(what if what == "special" else f"stop {what}")
        self.caller, self.phase, self.passed = seat, "grace", set()

    def count(self):
        cards = [[card for group in hand for card in group] for hand in self.groups]
        numbers = [len(hand) if self.stop == "special" else hand.count(self.stop) for hand in cards]
        self.counted = numbers
        for seat, hand in enumerate(self.groups):
            colours = [colour for group in hand for colour in set(group)]
            points = numbers[seat] == min(numbers)
            points += len(colours) != len(hand) or len(set(colours)) != len(colours)
            points += bool(self.dropped[seat]) or bool(self.options.get("fall_costs") and seat in self.fallen)
            self.scores[seat] -= points
            self.points_left -= points
        for seat in range(self.players):
            for card in sorted(self.dropped[seat], key=STOP_KIND.get):
                self.put_back(seat, card)
            self.dropped[seat] = []
        self.fallen = set()
        if self.points_left <= 0:
            self.phase = "over"
        else:
            self.phase = "ready" if any(self.piles) else "last"

    def put_back(self, seat, card):
        if card == "special" or card.startswith("stop"):
            self.stops[seat].append(card.removeprefix("stop "))
            return
        homes = [group for group in self.groups[seat] if card in group]
        if homes:
            homes[0].append(card)
        elif len(self.groups[seat]) < 8:
            self.groups[seat].append([card])
        else:
            self.groups[seat][-1].append(card)

    def next_caller(self):
        for seat in [*range(self.caller + 1, self.players), *range(self.caller + 1)]:
            if self.callable(seat):
                return seat
        return None

    def callable(self, seat):
        lying = [card.removeprefix("stop ") for card in self.dropped[seat] if card.startswith(("stop", "special"))]
        return set(self.stops[seat]) | (set(lying) if self.phase == "last" else set())

    def moves(self, seat):
        card, hand, found = self.held[seat], self.groups[seat], set()
        if self.phase == "ready":
            return {"go"} if seat == self.caller else found
        if self.phase == "over":
            return found
        if card:
            found.add("drop")
            if card == "special" or card.startswith("stop"):
                found.add("file stop")
            else:
                found |= {f"file {place + 1}" for place in range(len(hand))}
                found |= {f"file new {place + 1}" for place in range(len(hand) + 1) if len(hand) < 8}
        if self.phase == "take":
            found |= {f"call {pile + 1}" for pile in range(5) if self.piles[pile] and is_stop(self.piles[pile][0])}
            found |= {f"call {stop}" for stop in self.callable(seat)}
            if self.options.get("false_alarm") and not any(move.startswith("call") for move in found):
                found.add("call")
            if not card:
                found |= {f"take {pile + 1}" for pile in range(5) if self.piles[pile]}
                found |= {f"pick {lying}" for lying in self.dropped[seat]}
                for here, group in enumerate(hand):
                    places = [str(there + 1) for there in range(len(hand)) if there != here]
                    places += ["new"] if len(hand) < 8 and len(group) > 1 else []
                    found |= {f"move {colour} {here + 1} {there}" for colour in group for there in places}
        if self.phase == "last" and self.last_call(seat):
            found |= {f"call {stop}" for stop in self.last_call(seat) - {"pass"}}
            found |= {"pass"} if self.options.get("end_when_empty") and not card else set()
        return found


def is_stop(card):
    return card == "special" or card.startswith("stop")


def start(players, seed, **options):
    return light(Match(game("stop-it", players, **options), seed).state)


def some_move(s, choice):
    """Any seat, any move, but rather taking and filing than fussing about."""
    seat = choice.choice(seats(stop_it.actors(s)))
    legal = actions(stop_it, s, seat)
    brisk = [action for action in legal if action < stop_it.MOVE]
    return seat, choice.choice(brisk if brisk and choice.random() < 0.8 else legal)


def names_of_groups(s, seat):
    return [
        Counter({COLOURS[colour]: number for colour, number in enumerate(group) if number})
        for group in s.group[seat][: s.groups[seat]]
    ]


@pytest.mark.rule(
    "SI-2", "SI-3", "SI-4", "SI-5", "SI-6", "SI-7", "SI-8", "SI-9", "SI-10", "SI-11", "SI-12", "SI-13", "SI-14",
    "SI-17", "SI-18", "SI-19",
)  # fmt: skip
@pytest.mark.parametrize(
    ("players", "points", "options"),
    [
        (2, 15, {}),
        (3, 40, {}),
        (4, 200, {}),
        (6, 200, {}),
        (3, 60, {"fall_costs": True}),
        (4, 200, {"end_when_empty": True}),
        (3, 200, {"end_when_empty": True, "unaided": True}),
        (3, 200, {"fall_costs": True, "end_when_empty": True, "false_alarm": True}),
    ],
)
def test_random_play_is_what_a_naive_retelling_makes_of_it(players, points, options):
    setup = game("stop-it", players, points=points, first=1, **options)
    match = Match(setup, seed=players)
    s, choice, luck = light(match.state), random.Random(players), words(0)
    naive = Naive(piles(match), players, points, 1, options)
    phases = {
        "ready": stop_it.READY,
        "take": stop_it.TAKE,
        "grace": stop_it.GRACE,
        "last": stop_it.LAST,
        "over": stop_it.OVER,
    }
    for step in range(2000):
        if step % 4 == 0 or s.phase != stop_it.TAKE:
            for seat in range(players):
                assert {setup.say(action) for action in actions(stop_it, s, seat)} == naive.moves(seat)
        if s.phase == stop_it.OVER:
            break
        seat, action = some_move(s, choice)
        stop_it.apply(s, seat, action, luck)
        naive.play(seat, setup.say(action))
        assert s.phase == phases[naive.phase]
        assert [-total for total in s.total[:players]] == naive.scores
        assert s.points_left == max(0, naive.points_left)
        assert s.last_counted[:players] == naive.counted
        assert names_of_groups(s, seat) == [Counter(group) for group in naive.groups[seat]]
        if step % 8 == 0:
            assert stop_it.status(s) == 0
            for other in range(players):
                assert names_of_groups(s, other) == [Counter(group) for group in naive.groups[other]]
                lying = [kind_name(kind) for kind in range(1, 16) for _ in range(s.dropped[other][kind])]
                assert Counter(lying) == Counter(naive.dropped[other])
    assert s.phase == stop_it.OVER
