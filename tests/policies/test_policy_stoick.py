"""How Stoïck is played: positions with one good answer."""

from collections import Counter

import numpy as np
import pytest
from stage_more import stoick_table

from tablee import game
from tablee.match import Match, as_record
from tablee.playout import random_seat
from tablee.policies import stoick as policy
from tablee.rng import seed_from, words
from tablee.rules import stoick
from tablee.rules.stoick_cards import ANTI_JOKER, EVERYONE, STEAL, SWAP

SEEDS = range(8)
# What the others hold unless a test says otherwise: no clover, and nothing red.
OTHERS = [
    f"{colour} draw, {colour} steal, {colour} anti-joker, {colour} swap" for colour in ("yellow", "green", "blue")
]


def table(own, other=OTHERS[0], **fields) -> Match:
    """Four players; seat 0 and, if need be, seat 1 with the named cards."""
    return stoick_table([own, other, *OTHERS[1:]], **fields)


def decisions(match, seat=0, choose=policy.choose):
    """Everything the policy does from the seat's view alone, with its reasons, over some seeds. `None`: it waits."""
    view = match.view(seat)
    actions = {int(choose(view, seat, words(seed_from(seed)))) for seed in SEEDS}
    return {(match.setup.say(action), policy.reason(view, seat, action)) if action >= 0 else None for action in actions}


def reveal(match, *seats):
    """Seat 0 knows all cards of these hands."""
    for seat in seats:
        match.state.hand[seat][: match.state.hand_size[seat]] |= 1 << 8


# ---- families -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["4 red clover", "3 red clover, joker", "2 red clover, 2 joker"])
def test_a_family_is_declared_and_the_odd_card_goes(family):
    assert decisions(table(f"{family}, red steal")) == {("family red steal", "family")}


def test_after_a_swap_too():
    assert decisions(table("2 red clover, 2 joker", phase=stoick.SWAPPED)) == {("family", "family")}
    assert decisions(table("3 red clover, red steal", phase=stoick.SWAPPED)) == {("pass", "no_family")}


def test_a_beginner_overlooks_one_now_and_then():
    match = table("4 red clover, red anti-joker")
    view = match.view(0)
    declared = [policy.careless(view, 0, words(seed_from(seed))) >= stoick.FAMILY for seed in range(200)]
    assert 140 < sum(declared) < 190


# ---- whom to name ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choose", [policy.choose, policy.careless])
def test_of_those_alike_anybody_is_named_as_often(choose):
    match = table("2 red clover, red draw, red swap", phase=stoick.TARGET, pending=STEAL)
    view = match.view(0)
    named = Counter(match.setup.say(choose(view, 0, words(seed_from(seed)))) for seed in range(1200))
    assert named.keys() == {"target 1", "target 2", "target 3"}
    assert all(320 < times < 480 for times in named.values()), named


# ---- what to discard ------------------------------------------------------------------------------------------


def test_the_fullest_colour_and_the_jokers_stay():
    assert decisions(table("2 red clover, joker, yellow clover, red swap")) == {("discard yellow clover", "useless")}
    lone = {(f"discard {colour} clover", "useless") for colour in ("yellow", "green")}
    assert decisions(table("2 red clover, joker, yellow clover, green clover")) <= lone


def test_of_two_colours_the_one_whose_others_are_to_come_stays():
    gone = table("2 red clover, 2 yellow clover, joker", discards="red swap, 2 yellow clover")
    assert decisions(gone) == {("discard yellow clover", "useless")}


def test_a_card_seen_coming_decides_between_two_colours():
    """The discard pile was turned over: everybody knows that the other yellow clovers come next."""
    match = table("2 red clover, 2 yellow clover, joker", pile="red swap, 2 yellow clover")
    assert len(decisions(match)) == 2  # before that there is no telling
    match.state.pile[match.state.pile_size - 3 : match.state.pile_size] |= EVERYONE << 8
    assert decisions(match) == {("discard red clover", "useless")}


def test_a_draw_comes_before_a_steal_and_both_before_anything_else():
    assert decisions(table("2 red clover, blue clover, red steal, red draw")) == {("discard red draw", "look")}
    assert decisions(table("2 red clover, blue clover, red steal, yellow clover")) == {("discard red steal", "steal")}


def test_right_after_a_draw_the_next_one_waits():
    assert decisions(table("2 red clover, blue clover, red steal, red draw", drew=1)) == {
        ("discard red steal", "steal")
    }
    match = table("3 red clover, blue clover, red draw", drew=1)
    assert decisions(match) == {("discard blue clover", "useless")}


def test_a_good_hand_is_not_swapped_away():
    assert decisions(table("3 red clover, red swap, green clover")) == {("discard green clover", "useless")}


def test_a_poor_hand_is_swapped_for_a_better_one():
    match = table("red clover, yellow clover, green clover, red anti-joker, red swap", "3 blue clover, joker")
    reveal(match, 1)
    assert decisions(match) == {("discard red swap", "swap")}
    match.play(0, "discard red swap")
    assert decisions(match) == {("target 1", "close")}
    match.play(0, "target 1")
    assert decisions(match) == {("family", "family")}


def test_an_anti_joker_goes_to_a_known_joker_and_else_is_kept_or_spent():
    own = "2 red clover, yellow clover, green clover, red anti-joker"
    match = table(own, "joker, 2 blue clover, yellow swap")
    reveal(match, 1)
    assert decisions(match) == {("discard red anti-joker", "anti_joker")}
    match.play(0, "discard red anti-joker")
    assert decisions(match) == {("target 1", "joker_there")}
    none_about = table("3 red clover, yellow clover, red anti-joker", discards="2 joker")
    reveal(none_about, 1, 2, 3)
    assert ("discard red anti-joker", "anti_joker") not in decisions(none_about)


# ---- whom it concerns -----------------------------------------------------------------------------------------


def test_a_steal_goes_where_the_missing_card_is():
    match = table("3 red clover, red swap", "red clover, yellow draw, yellow steal, yellow swap",
                  phase=stoick.TARGET, pending=STEAL)  # fmt: skip
    reveal(match, 1, 2, 3)
    assert decisions(match) == {("target 1", "wanted")}


def test_a_steal_goes_to_the_unknown_hand_when_the_known_ones_are_no_use():
    match = table("3 red clover, red swap", phase=stoick.TARGET, pending=STEAL)
    reveal(match, 1, 3)
    assert decisions(match) == {("target 2", "wanted")}


def test_a_steal_breaks_up_a_hand_that_is_close():
    match = table("red clover, red swap, red draw, yellow clover", "3 blue clover, yellow swap",
                  phase=stoick.TARGET, pending=STEAL)  # fmt: skip
    reveal(match, 1, 2, 3)
    assert decisions(match) == {("target 1", "close")}


def test_nobody_is_named_who_cannot_have_a_joker():
    match = table("2 red clover, yellow clover, green clover", phase=stoick.TARGET, pending=ANTI_JOKER)
    match.state.jokers_max[1] = match.state.jokers_max[3] = 0
    assert decisions(match) == {("target 2", "joker_there")}


def why(match, *actions, seat=0):
    """The reason for each of these actions, from the seat's view alone."""
    view = match.view(seat)
    return [policy.reason(view, seat, match.setup.parse(action)) for action in actions]


def test_a_joker_is_said_to_be_there_only_where_one_may_be():
    match = table("2 red clover, yellow clover, green clover", phase=stoick.TARGET, pending=ANTI_JOKER)
    match.state.jokers_max[1] = 0
    reveal(match, 3)
    assert why(match, "target 1", "target 2", "target 3") == ["must_name", "joker_there", "must_name"]
    both_gone = table("2 red clover, yellow clover, green clover", phase=stoick.TARGET, pending=ANTI_JOKER,
                      discards="2 joker")  # fmt: skip
    assert why(both_gone, "target 1", "target 2") == ["must_name", "must_name"]
    two = stoick_table(["2 red clover, yellow clover, joker", "red draw, red steal, red swap, yellow draw"],
                       phase=stoick.TARGET, pending=ANTI_JOKER)  # fmt: skip
    assert why(two, "target 1") == ["must_name"]


def test_a_joker_lost_from_sight_is_with_one_of_two():
    """Seat 0 knew the only joker with seat 1, of whom seat 2 has stolen since."""
    match = stoick_table(["3 red clover, red draw", "joker, yellow draw, yellow steal, yellow swap",
                          "green draw, green steal, green swap"],
                         phase=stoick.TARGET, pending=ANTI_JOKER, strict=1)  # fmt: skip
    match.state.hand[1, 0] |= 1 << 16
    match.state.loose[0] = 0b110
    assert why(match, "target 1", "target 2") == ["joker_there", "joker_there"]
    match.state.loose[0] = 0b010
    assert why(match, "target 1", "target 2") == ["joker_there", "must_name"]


def test_an_anti_joker_of_which_nothing_can_come_is_spent():
    match = table("3 red clover, yellow clover, red anti-joker")
    match.state.jokers_max[1:4] = 0
    assert why(match, "discard red anti-joker") == ["spent"]
    match.state.jokers_max[2] = 1
    assert why(match, "discard red anti-joker") == ["anti_joker"]


def test_what_one_needs_is_said_to_be_there_only_where_it_may_be():
    match = table("3 red clover, red swap", "yellow draw, yellow steal, yellow swap, red draw",
                  phase=stoick.TARGET, pending=STEAL)  # fmt: skip
    reveal(match, 1)
    assert why(match, "target 1", "target 2") == ["must_name", "wanted"]
    # A single red clover helps little, but it helps.
    few = table("red clover, red swap, red draw, red steal", "red clover, yellow draw, yellow steal, yellow swap",
                phase=stoick.TARGET, pending=STEAL)  # fmt: skip
    reveal(few, 1)
    assert why(few, "target 1") == ["wanted"]
    # Nothing is left but a joker, which seat 1 cannot have.
    only_joker = table("2 red clover, joker, red swap", discards="2 red clover, 4 yellow clover, 4 green clover, "
                       "4 blue clover", phase=stoick.TARGET, pending=STEAL)  # fmt: skip
    only_joker.state.jokers_max[1] = 0
    assert why(only_joker, "target 1", "target 2") == ["must_name", "wanted"]


def test_a_hand_is_said_to_look_best_only_where_none_looks_better():
    match = table("red clover, yellow clover, green clover, blue clover", "2 red clover, red draw, red steal",
                  phase=stoick.TARGET, pending=SWAP)  # fmt: skip
    reveal(match, 1, 2, 3)
    assert why(match, "target 1", "target 2") == ["better_hand", "must_name"]
    good = table("3 red clover, joker", "2 yellow clover, red draw, red steal", phase=stoick.TARGET, pending=SWAP)
    reveal(good, 1, 2, 3)
    assert why(good, "target 1") == ["must_name"]


def test_a_swap_for_a_poorer_hand_is_not_said_to_be_of_no_consequence():
    match = table("3 red clover, joker, red swap", "2 yellow clover, red draw, red steal")
    reveal(match, 1, 2, 3)
    assert why(match, "discard red swap") == ["new_hand"]


def test_what_the_hand_misses_is_not_said_to_be_missed_least():
    match = table("2 red clover, joker, yellow clover, red swap")
    assert why(match, "discard yellow clover", "discard joker", "discard red clover") == [
        "useless",
        "must_go",
        "must_go",
    ]
    assert why(table("joker, red draw, red swap, red steal, red anti-joker"), "discard joker") == ["must_go"]


def test_a_family_that_is_not_declared_is_something_to_declare():
    assert why(table("2 red clover, 2 joker", phase=stoick.SWAPPED), "pass") == ["overlooked"]


def test_strict_who_draws_out_of_turn_with_a_full_hand_is_not_short():
    match = table("3 red clover, blue clover, red swap", "yellow draw, yellow steal, yellow swap", strict=1)
    assert why(match, "draw", seat=1) == ["mend"]
    assert why(match, "draw", seat=2) == ["peek"]


# ---- the strict table -----------------------------------------------------------------------------------------


def test_strict_a_short_hand_is_mended_and_others_are_called():
    match = table("3 red clover, blue clover, red swap", "yellow draw, yellow steal, yellow swap", strict=1)
    assert decisions(match, 1) == {("draw", "mend")}
    assert decisions(match, 0) == decisions(match, 2) == {("call 1", "caught_short")}


def test_strict_out_of_turn_there_is_nothing_to_do():
    match = table("3 red clover, blue clover, red swap", strict=1)
    assert decisions(match, 1) == decisions(match, 3) == {None}
    assert decisions(match, 3, policy.careless) == {None}
    assert decisions(match, 0) == {("discard blue clover", "useless")}


def test_strict_in_turn_a_hand_is_filled_up_first():
    assert decisions(table("3 red clover, red swap", strict=1)) == {("draw", "mend")}


def test_strict_a_joker_is_given():
    asked = {"strict": 1, "phase": stoick.ANSWER, "turn": 1, "named": 0}
    assert decisions(table("3 red clover, joker", **asked)) == {("give joker", "give")}
    assert decisions(table("3 red clover, red swap", **asked)) == {("deny", "no_joker")}
    assert ("deny", "bluff") in decisions(table("3 red clover, joker", **asked), choose=policy.careless)


def test_strict_a_joker_once_denied_stays_hidden():
    match = table("3 red clover, joker, red swap", strict=1, hides=1, denied=1)
    assert decisions(match) == {("discard red clover", "useless")}
    asked = table("3 red clover, joker", strict=1, phase=stoick.ANSWER, turn=1, named=0, hides=1, denied=1)
    assert decisions(asked) == {("deny", "bluff")}


def test_strict_a_joker_after_a_denial_was_mostly_drawn_since():
    match = table("3 red clover, blue clover, red swap", "joker, yellow draw, yellow steal, yellow swap", strict=1)
    match.state.hides, match.state.denied = 0b0010, 0b0010
    kept = 0
    for seed in range(100):
        world = match.state.copy()
        policy.believe(world, 0, words(seed_from(seed)))
        kept += int(world.hides == 0b0010)
    assert 10 < kept < 45


# ---- actions optional, family next turn -----------------------------------------------------------------------


def test_a_swap_is_left_undone_where_no_hand_looks_better():
    match = table("3 red clover, joker", phase=stoick.TARGET, pending=SWAP, optional_actions=1)
    assert decisions(match) == {("leave", "keep_hand")}
    poor = table("red clover, yellow clover, green clover, red draw", "3 blue clover, joker",
                 phase=stoick.TARGET, pending=SWAP, optional_actions=1)  # fmt: skip
    reveal(poor, 1)
    assert decisions(poor) == {("target 1", "close")}


def test_a_swap_that_would_show_a_hidden_joker_is_left_undone():
    hand, other = "red clover, red draw, red steal, joker", "3 blue clover, joker"
    match = table(hand, other, phase=stoick.TARGET, pending=SWAP, optional_actions=1, strict=1, hides=1, denied=1)
    reveal(match, 1)
    assert decisions(match) == {("leave", "keep_hand")}


def test_a_draw_is_carried_out():
    match = table("3 red clover, red swap", phase=stoick.DRAWING, optional_actions=1)
    assert decisions(match) == decisions(match, choose=policy.careless) == {("draw", "look")}
    assert why(match, "leave") == ["let_be"]


def test_a_swap_to_be_left_undone_is_spent():
    match = table("3 red clover, joker, red swap", "2 yellow clover, red draw, red steal", optional_actions=1)
    reveal(match, 1, 2, 3)
    assert why(match, "discard red swap") == ["spent"]


@pytest.mark.parametrize("face", [STEAL, ANTI_JOKER, SWAP])
def test_who_thinks_leaves_nothing_undone_but_a_swap(face):
    match = table("3 red clover, red draw", phase=stoick.TARGET, pending=face, optional_actions=1)
    mask = match.setup.empty_mask()
    stoick.legal(match.view(0), 0, mask)
    policy.trim(match.view(0), 0, stoick.TARGET_SEAT + 1, mask)
    assert bool(int(mask[2]) >> (stoick.LEAVE - 64) & 1) == (face == SWAP)


def test_a_family_got_by_a_swap_is_declared_a_turn_later():
    own = "red clover, yellow clover, green clover, red anti-joker, red swap"
    match = stoick_table([own, "3 green clover, joker"], pile="2 yellow clover", family_next_turn=1)
    reveal(match, 1)
    assert decisions(match) == {("discard red swap", "swap")}
    match.play(0, "discard red swap")
    match.play(0, "target 1")
    match.play(1, "discard yellow clover")
    assert decisions(match) == {("family yellow clover", "family")}


# ---- whole games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strict", "choosy"), [(0, 0), (1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("players", range(2, 7))
def test_games_among_good_players_end(players, strict, choosy):
    setup = game("stoick", players, strict=strict, optional_actions=choosy, family_next_turn=choosy)
    rng = words(seed_from(f"stoick {players} {strict}"))
    s = as_record(setup.blank())
    stoick.start(s, rng)
    moves = 0
    while not stoick.is_over(s):
        asked, action = int(stoick.actors(s)), -1
        while action < 0:
            assert asked, "everybody waits"
            seat = int(random_seat(asked, rng))
            asked &= ~(1 << seat)
            action = int(policy.choose(s, seat, rng))
        stoick.apply(s, seat, action, rng)
        moves += 1
        assert moves < 3000
    assert np.sum(s.total[:players]) == 1
