"""How SHIT! is played: positions with one good answer."""

import numpy as np
import pytest
from stage_more import shit_table

from tablee.match import as_record
from tablee.policies import shit as policy
from tablee.rng import seed_from, words
from tablee.rules import shit

SEEDS = range(8)
PLAYERS = range(2, 7)
FOUR = ["red 1", "red 5", "green 3", "yellow 8"]


def decisions(match, seat=0, choose=policy.choose):
    """Everything the policy does from the seat's view alone, with its reasons, over some seeds."""
    view = match.view(seat)
    actions = {int(choose(view, seat, words(seed_from(seed)))) for seed in SEEDS}
    return {(match.setup.say(action), policy.reason(view, seat, action)) for action in actions}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("choose", [policy.choose, policy.careless])
def test_without_a_number_card_there_is_only_shit(players, choose):
    match = shit_table(["", *FOUR, "violet 2"][:players], "blue 1")
    assert decisions(match, choose=choose) == {("lay shit", "no_card")}


@pytest.mark.parametrize("players", PLAYERS)
def test_against_empty_hands_the_farthest_card_is_free(players):
    match = shit_table(["blue 3, green 5, violet 9", *[""] * (players - 1)], "blue 1")
    assert decisions(match) == {("lay violet 9", "far")}


def test_a_card_is_not_wasted_on_the_smallest_prize():
    match = shit_table(["blue 2, violet 10", "red 1, red 2, red 3", "green 1, green 2", "yellow 1, yellow 2"], "blue 1")
    assert decisions(match) == {("lay shit", "draw")}


def test_what_was_set_aside_cannot_be_nearer():
    """The same hand and centre: red 10 lies behind eighteen cards that are all gone, or that are all in hands."""
    gone = shit_table(["red 10", "yellow 1, yellow 2", "yellow 3", "yellow 4"], "blue 1", pile="yellow 5")
    near = [", ".join(f"{colour} {n}" for n in numbers) for colour, numbers in
            (("blue", range(2, 8)), ("blue", range(8, 11)), ("red", range(1, 10)))]  # fmt: skip
    out = shit_table(["red 10", *near], "blue 1", pile="yellow 5")
    assert decisions(gone) == {("lay red 10", "far")}
    assert decisions(out) == {("lay shit", "draw")}


@pytest.mark.parametrize("players", PLAYERS)
def test_a_full_hand_is_for_laying(players):
    match = shit_table([", ".join(f"violet {n}" for n in range(1, 11)), *[*FOUR, "blue 5"][: players - 1]], "blue 1")
    assert ("lay shit", "draw") not in decisions(match)


def test_takes_the_card_that_wins_the_game():
    """Violet 9 is the bigger prize, but red 5 is enough, and surer."""
    hands = ["red 5, violet 9", "yellow 1, yellow 2", "yellow 3", "yellow 4"]
    assert decisions(shit_table(hands, "blue 1", total=[110, 0, 0, 0])) == {("lay red 5", "win")}


def test_spoils_the_card_that_would_win_for_another():
    hands = ["blue 6", "green 1, green 5", "", ""]
    calm = shit_table(hands, "blue 1", total=[0, 0, 0, 0])
    tense = shit_table(hands, "blue 1", total=[0, 112, 0, 0])
    assert ("lay shit", "draw") in decisions(calm)
    assert decisions(tense) == {("lay blue 6", "block")}


def why(match, action):
    return policy.reason(match.view(0), 0, match.setup.parse(action))


def test_nobody_wins_with_cards_they_have_not():
    """Seat 1 could win with any card of 8 or more, but has none; then seat 2, who has one, could."""
    hands = ["blue 6", "", "green 1", ""]
    assert why(shit_table(hands, "blue 1", total=[0, 112, 0, 0]), "lay blue 6") == "near"
    assert why(shit_table(hands, "blue 1", total=[0, 112, 111, 0]), "lay blue 6") == "block"


def test_nobody_wins_with_a_card_that_is_seen_elsewhere():
    """Seat 1 needs the 49 points of blue 1, or 48 at least: it is in my hand, or set aside, or may be in theirs."""
    mine = shit_table(["blue 6, blue 1", "green 1"], "blue 2", target=120, total=[0, 71])
    aside = shit_table(["blue 6", "green 1"], "blue 2", pile="green 2", target=120, total=[0, 71])
    theirs = shit_table(["blue 6", "green 1"], "blue 2", target=120, total=[0, 71])
    either = shit_table(["blue 6, blue 1", "green 1"], "blue 2", target=120, total=[0, 72])
    assert [why(match, "lay blue 6") for match in (mine, aside, theirs, either)] == ["near", "near", "block", "block"]


@pytest.mark.parametrize("seed", SEEDS)
def test_others_are_believed_to_have_laid_what_makes_sense(seed):
    """Seat 1 holds nothing, as all can see: seat 0, whose cards are the only ones left, has laid its farthest."""
    match = shit_table(["blue 3, violet 9", ""], "blue 1", pile="")
    match.play(0, "lay blue 3")
    rng = words(seed_from(seed))
    world = as_record(np.zeros(1, shit.STATE))
    shit.world(match.view(1), 1, rng, world)
    before = as_record(np.zeros(1, shit.STATE))
    shit.view(world, 1, before)
    policy.believe(world, 1, rng)
    after = as_record(np.zeros(1, shit.STATE))
    shit.view(world, 1, after)
    assert match.setup.say(int(world.laid[0])) == "lay violet 9"
    assert shit.status(world) == 0
    assert after.tobytes() == before.tobytes()
