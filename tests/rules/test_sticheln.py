"""Sticheln and its variants, rule by rule."""

import itertools
import random
from math import factorial, perm, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import cursed_points, cursed_results, cursed_winner, read
from stage import all_lines, card, choose, lay, names, play_on, stage, tiny, trick

from tablee import BadOption, IllegalAction, Match, NotYourTurn, game
from tablee.rules.cursed import PLAY

PLAYERS = range(3, 9)
VARIANTS = ("reverse", "mild", "aggravated", "hazy", "delayed")
REFUSED = [{"hazy", "delayed"}]
COMBINATIONS = [
    chosen
    for size in range(len(VARIANTS) + 1)
    for chosen in itertools.combinations(VARIANTS, size)
    if not any(pair <= set(chosen) for pair in REFUSED)
]


def label(variants):
    return "+".join(variants) or "plain"


def sticheln(players, *variants, **options):
    return game("sticheln", players, **dict.fromkeys(variants, True), **options)


def views_of_others(match):
    """What everybody but seat 0 sees, a spectator too."""
    return [match.view(seat).tobytes() for seat in range(-1, match.setup.players) if seat != 0]


def winning_card(*cards, leader=0, variants=()):
    """The card that wins a trick of these, the first laid by the leader."""
    winner = trick(sticheln(len(cards), *variants), cards, leader).results[0]["winner"]
    return cards[(winner - leader) % len(cards)]


def round_score(curses, won, *variants):
    """What a seat scores with these curses (in Delayed colours, else cards) and these cards won."""
    # The four others hold only yellow cards, and seat 4 takes the last trick.
    laid = [f"yellow {number}" for number in range(5)]
    delayed = "delayed" in variants
    chosen = [curses, *([f"yellow {5 + seat}", f"yellow {9 + seat}"][: len(curses)] for seat in range(1, 5))]
    hands = [[name] if delayed else [*cards, name] for cards, name in zip(chosen, laid, strict=True)]
    match = stage(
        sticheln(5, *variants),
        tricks=14 if delayed else 14 - len(curses),
        won=[", ".join(won)],
        hand=[", ".join(hand) for hand in hands],
    )
    if not delayed:
        for picks in zip(*chosen, strict=True):
            choose(match, *picks)
    lay(match, *laid)
    if delayed:
        for colour in curses:
            match.play(0, f"choose {colour}")
        match.play(4, "choose yellow")
    assert match.results[-1]["kind"] == "round"
    return match.results[-1]["scores"][0]


# ---- the cards ------------------------------------------------------------------------------------------------

FULL_DECK = {(colour, number) for colour in ("red", "blue", "green") for number in range(21)} | {
    (colour, number) for colour in ("brown", "violet", "yellow") for number in range(19)
}
FIVE = "green brown red blue yellow"
SIX = "green brown red blue yellow violet"


def dealt(match):
    """Every card of the deal: those in the hands and those aside."""
    hands = [match.hand(seat) for seat in range(match.setup.players)]
    return sorted(itertools.chain(*hands, names(match, match.state.aside)))


@pytest.mark.rule("ST-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_cards_used_are_among_the_120(players):
    assert len(FULL_DECK) == 120
    assert {read(name) for name in dealt(Match(sticheln(players), seed=1))} <= FULL_DECK


@pytest.mark.rule("ST-2")
@pytest.mark.parametrize(
    ("players", "colours", "top"),
    [(3, FIVE, 8), (4, FIVE, 11), (5, FIVE, 14), (6, SIX, 14), (7, SIX, 17), (8, SIX, 18)],
)
def test_which_cards_are_used(players, colours, top):
    deck = [f"{colour} {number}" for colour in colours.split() for number in range(top + 1)]
    assert dealt(Match(sticheln(players), seed=1)) == sorted(deck)


@pytest.mark.rule("ST-3")
@pytest.mark.parametrize(
    ("players", "each", "aside"), [(3, 15, 0), (4, 15, 0), (5, 15, 0), (6, 15, 0), (7, 15, 3), (8, 14, 2)]
)
def test_how_many_cards_are_dealt_and_how_many_lie_aside(players, each, aside):
    match = Match(sticheln(players), seed=1)
    assert [len(match.hand(seat)) for seat in range(players)] == [each] * players
    assert len(names(match, match.state.aside)) == aside


@pytest.mark.rule("ST-3")
@pytest.mark.parametrize("players", [7, 8])
def test_the_cards_aside_are_shown_to_everybody(players):
    match = Match(sticheln(players), seed=1)
    aside = names(match, match.state.aside)
    for seat in range(-1, players):
        assert names(match, match.view(seat).aside) == aside


@pytest.mark.rule("ST-3")
@pytest.mark.parametrize("players", [7, 8])
def test_the_cards_aside_stay_out_of_the_round(players):
    match = Match(sticheln(players, rounds=1), seed=1)
    aside = names(match, match.state.aside)
    play_on(match, random.Random(1))
    assert names(match, match.state.aside) == aside
    assert not {action["do"].split(" ", 1)[1] for action in match.record()["actions"]} & set(aside)


# ---- the curse ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_chooses_one_of_their_cards_at_once(players):
    match = Match(sticheln(players), seed=1)
    assert match.actors == list(range(players))
    for seat in range(players):
        assert match.choices(seat) == [f"choose {name}" for name in match.hand(seat)]
    choose(match, *(match.hand(seat)[0] for seat in range(players)))
    assert match.actors == [0]
    assert match.choices(0) == [f"play {name}" for name in match.hand(0)]


@pytest.mark.rule("ST-4")
def test_a_curse_is_secret_until_all_have_chosen():
    def views(curse, *others):
        match = stage(sticheln(3), hand=["red 1, blue 8", "red 2, blue 2", "red 3, blue 3"])
        for seat, pick in enumerate([curse, *others]):
            match.play(seat, f"choose {pick}")
        return views_of_others(match)

    assert views("red 1", "red 2") == views("blue 8", "red 2")
    assert views("red 1", "red 2", "red 3") != views("blue 8", "red 2", "red 3")


@pytest.mark.rule("ST-4")
def test_the_curse_card_lies_face_up_and_counts():
    match = stage(sticheln(3), hand=["red 7, blue 0", "red 2, green 0", "red 3, blue 1"], tricks=13)
    choose(match, "red 7", "red 2", "red 3")
    for seat in (-1, 0, 1, 2):
        assert list(match.view(seat).curse[:3, 0]) == [card(match.setup, f"red {number}") for number in (7, 2, 3)]
    assert lay(match, "blue 0", "green 0", "blue 1")[-1]["scores"] == [-7, -2, -3 + 3]


# ---- tricks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-5")
@pytest.mark.parametrize("variants", COMBINATIONS, ids=label)
def test_any_card_may_be_played(variants):
    hand = ["red 1, red 2", "red 3, blue 0, green 4", "red 5, red 6"]
    match = stage(sticheln(3, *variants), phase=PLAY, hand=hand)
    lay(match, "red 1")
    assert match.choices(1) == ["play green 4", "play red 3", "play blue 0"]
    with pytest.raises(NotYourTurn):
        match.play(2, "play red 5")
    with pytest.raises(IllegalAction):
        match.play(1, "play red 5")


@pytest.mark.rule("ST-5", "ST-6")
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["red 11", "red 2", "red 5", "red 10"], "red 11"),  # one colour: the highest
        (["red 2", "red 5", "red 11", "red 10"], "red 11"),
        (["red 11", "blue 1", "red 10", "red 9"], "blue 1"),  # a trump
        (["blue 11", "green 1", "yellow 3", "red 2"], "yellow 3"),  # the highest trump, whatever its colour
        (["red 11", "blue 0", "red 3", "yellow 0"], "red 11"),  # zeros are no trumps
        (["red 0", "blue 1", "red 11", "yellow 0"], "blue 1"),  # a zero that is led sets the colour
        (["red 9", "blue 5", "green 5", "yellow 5"], "blue 5"),  # of equals the earliest
        (["red 9", "brown 4", "yellow 5", "green 5"], "yellow 5"),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card(cards, winner, leader):
    assert winning_card(*cards, leader=leader) == winner


@pytest.mark.rule("ST-7")
@pytest.mark.parametrize("leader", range(3))
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["red 1", "blue 0", "green 0"], "red 1"),
        (["red 0", "blue 0", "red 1"], "red 1"),
        (["red 0", "blue 0", "green 1"], "green 1"),
    ],
)
def test_a_zero_does_not_win_while_there_is_anything_else(cards, winner, leader):
    assert winning_card(*cards, leader=leader) == winner


@pytest.mark.rule("ST-7")
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("variants", [(), ("reverse",)])
def test_the_leader_wins_a_trick_of_zeros(leader, variants):
    match = trick(sticheln(4, *variants), ["red 0", "blue 0", "green 0", "brown 0"], leader)
    assert match.results[0]["winner"] == leader
    assert match.actors == [leader]
    assert names(match, match.state.won[leader]) == ["green 0", "brown 0", "red 0", "blue 0"]
    assert names(match, match.state.lost) == []


@pytest.mark.rule("ST-7", "ST-9")
def test_the_cards_of_a_trick_of_zeros_count_for_the_leader():
    match = stage(sticheln(3), tricks=13, hand=["red 1, red 0", "red 2, blue 0", "red 3, green 0"])
    choose(match, "red 1", "red 2", "red 3")
    assert lay(match, "red 0", "blue 0", "green 0")[-1]["scores"] == [-1 + 2, -2, -3]


@pytest.mark.rule("ST-8")
@pytest.mark.parametrize("leader", range(3))
def test_the_winner_takes_the_trick_and_leads_the_next(leader):
    match = trick(sticheln(3), ["red 8", "blue 3", "blue 4"], leader)
    winner = (leader + 2) % 3
    assert match.actors == [winner]
    assert names(match, match.state.won[winner]) == ["red 8", "blue 3", "blue 4"]
    assert not match.state.won[[leader, (leader + 1) % 3]].any()


@pytest.mark.rule("ST-8", "ST-14", "ST-16", "ST-17")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(
    ("variants", "tricks"),
    [
        ((), 14),
        (("reverse", "hazy"), 14),
        (("mild",), 14),
        (("aggravated",), 13),
        (("delayed",), 15),
        (("aggravated", "delayed"), 15),
    ],
)
def test_how_many_tricks_make_a_round(variants, tricks, players):
    match = play_on(Match(sticheln(players, *variants, rounds=1), seed=2), random.Random(2))
    played = [result["kind"] for result in match.results].count("trick")
    assert played == (tricks - 1 if players == 8 else tricks)
    assert all(match.hand(seat) == [] for seat in range(players))


# ---- rounds and scores ----------------------------------------------------------------------------------------


@pytest.mark.rule("ST-9")
def test_worked_score():
    others = [f"blue {number}" for number in range(10)] + [f"green {number}" for number in range(4)]
    assert round_score(["red 4"], ["red 2", "red 5", *others]) == 3


@pytest.mark.rule("ST-9")
@pytest.mark.parametrize(("won", "score"), [([], -4), (["red 0"], -4), (["red 14"], -18), (["blue 0", "green 14"], -2)])
def test_cursed_cards_cost_their_number_and_all_others_bring_1(won, score):
    assert round_score(["red 4"], won) == score


@pytest.mark.rule("ST-10")
@pytest.mark.parametrize("players", [7, 8])
def test_everything_is_shuffled_anew_for_each_round(players):
    setup = sticheln(players)
    hand = [f"red {seat}" for seat in range(players)]
    match = stage(setup, phase=PLAY, tricks=13 if players == 7 else 12, hand=hand)
    before = names(match, match.state.aside)
    lay(match, *hand)
    assert match.state.round_no == 1
    assert dealt(match) == dealt(Match(setup, seed=1))
    assert names(match, match.state.aside) != before
    assert [len(match.hand(seat)) for seat in range(players)] == [15 if players == 7 else 14] * players
    assert not any(match.state[field].any() for field in ("won", "played", "trick"))


@pytest.mark.rule("ST-10")
@pytest.mark.parametrize(("players", "first"), [(3, 0), (4, 0), (5, 4), (8, 6)])
def test_the_opener_moves_left_each_round(players, first):
    # Two cards each: a curse card and one trick a round.
    match = tiny(sticheln(players, first=first), colours=2, top=players - 1, hand_size=2)
    openers = []
    while not match.over:
        choose(match, *(match.hand(seat)[0] for seat in range(players)))
        openers += match.actors
        lay(match, *(match.hand((match.actors[0] + step) % players)[0] for step in range(players)))
    assert openers == [(first + number) % players for number in range(5)]


@pytest.mark.rule("ST-11")
@pytest.mark.parametrize("players", PLAYERS)
def test_there_are_five_rounds_whose_points_add_up(players):
    match = tiny(sticheln(players), colours=2, top=players - 1, hand_size=2)
    play_on(match, random.Random(3))
    rounds = [result["scores"] for result in match.results if result["kind"] == "round"]
    assert len(rounds) == 5
    assert match.scores == [sum(points) for points in zip(*rounds, strict=True)]


@pytest.mark.rule("ST-11")
@pytest.mark.parametrize(
    ("total", "scores", "winners"),
    [
        ([30, 20, 10], [29, 21, 8], [0]),
        ([-20, -30, -25], [-21, -29, -27], [0]),  # the least negative
        ([10, 8, 3], [9, 9, 1], [0, 1]),
        ([10, 8, 11], [9, 9, 9], [0, 1, 2]),
    ],
)
def test_the_highest_total_wins_and_equals_share(total, scores, winners):
    hand = ["red 1, blue 0", "red 2, blue 1", "green 2, green 0"]
    match = stage(sticheln(3), round_no=4, tricks=13, hand=hand, total=total)
    choose(match, "red 1", "red 2", "green 2")
    assert match.winners == []
    lay(match, "blue 0", "blue 1", "green 0")
    assert match.over
    assert match.scores == scores
    assert match.winners == winners


# ---- Reverse --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-12")
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["green 9", "red 5", "blue 0", "yellow 3"], "yellow 3"),  # the lowest trump
        (["green 1", "red 5", "blue 11", "green 2"], "red 5"),
        (["green 1", "red 5", "blue 5", "yellow 5"], "red 5"),  # of equals the earliest
        (["green 1", "yellow 9", "blue 5", "red 5"], "blue 5"),
        (["green 1", "red 0", "blue 0", "yellow 11"], "yellow 11"),  # a zero is no trump
        (["green 1", "green 9", "green 3", "green 2"], "green 9"),  # no trump: the highest, as ever
        (["green 1", "green 9", "red 0", "green 2"], "green 9"),
        (["green 0", "red 3", "green 9", "red 2"], "red 2"),
    ],
)
def test_reverse_the_lowest_trump_wins(cards, winner, leader):
    assert winning_card(*cards, leader=leader, variants=["reverse"]) == winner
    assert winning_card(*cards, leader=leader, variants=["reverse", "mild"]) == winner


@pytest.mark.rule("ST-12")
@pytest.mark.parametrize(
    ("won", "score"),
    [([], 4), (["red 14"], 18), (["red 0"], 4), (["blue 14"], 3), (["red 2", "blue 0", "green 9", "brown 1"], 3)],
)
def test_reverse_lucky_cards_bring_their_number_and_all_others_cost_1(won, score):
    assert round_score(["red 4"], won, "reverse") == score


# ---- Mild -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-13")
@pytest.mark.parametrize(
    ("curse", "won", "score"),
    [
        ("red 14", [], -5),
        ("red 0", [], -5),
        ("red 1", ["red 0", "red 2"], -15),
        ("red 1", ["red 14", "blue 14", "green 0"], -8),
    ],
)
def test_mild_each_cursed_card_costs_5_the_zero_too(curse, won, score):
    assert round_score([curse], won, "mild") == score


@pytest.mark.rule("ST-13")
def test_mild_tricks_are_won_as_ever():
    assert winning_card("red 8", "blue 1", "green 3", variants=["mild"]) == "green 3"


# ---- Aggravated -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-14")
def test_aggravated_everybody_chooses_two_cards_of_different_colours():
    hand = ["red 1, red 2, blue 1, green 1", "red 3, red 4, blue 3, green 3", "red 5, red 6, blue 5, green 5"]
    match = stage(sticheln(3, "aggravated"), hand=hand)
    match.play(0, "choose red 1")
    assert match.actors == [0, 1, 2]
    assert match.choices(0) == ["choose green 1", "choose blue 1"]
    with pytest.raises(IllegalAction):
        match.play(0, "choose red 2")
    match.play(0, "choose blue 1")
    assert match.actors == [1, 2]
    match.play(1, "choose red 3")
    match.play(2, "choose green 5")
    match.play(1, "choose green 3")
    match.play(2, "choose red 5")
    assert match.actors == [0]
    assert match.hand(0) == ["green 1", "red 2"]


@pytest.mark.rule("ST-14")
def test_aggravated_a_hand_of_one_colour_may_choose_any_two():
    match = stage(sticheln(3, "aggravated"), hand=["red 1, red 2, red 3", "blue 1, green 1, green 2", "blue 3, red 5"])
    match.play(0, "choose red 2")
    assert match.choices(0) == ["choose red 1", "choose red 3"]
    match.play(1, "choose green 1")  # one card of another colour is left: it must be that
    assert match.choices(1) == ["choose blue 1"]


@pytest.mark.rule("ST-14")
def test_aggravated_both_cards_stay_secret_until_all_have_chosen():
    def match_with(*curses):
        hand = ["red 1, red 2, blue 1, green 1", "red 3, blue 3, green 3", "red 5, blue 5, green 5"]
        match = stage(sticheln(3, "aggravated"), hand=hand)
        for pick in curses:
            match.play(0, f"choose {pick}")
        for seat, pick in ((1, "red 3"), (2, "blue 5"), (1, "blue 3")):
            match.play(seat, f"choose {pick}")
        return match

    assert views_of_others(match_with("red 1")) == views_of_others(match_with("green 1"))
    assert views_of_others(match_with("red 1", "blue 1")) == views_of_others(match_with("green 1", "red 2"))
    match = match_with("red 1", "blue 1")
    match.play(2, "choose green 5")
    shown = [[card(match.setup, name) for name in ("red 1", "blue 1")]]
    assert [match.view(seat).curse[0].tolist() for seat in (-1, 1, 2)] == shown * 3


@pytest.mark.rule("ST-14")
@pytest.mark.parametrize(
    ("curses", "won", "score"),
    [
        (["red 3", "blue 4"], [], -7),
        (["red 3", "blue 4"], ["red 10", "blue 1", "green 12", "brown 0"], -7 - 11 + 2),
        (["blue 0", "green 0"], ["red 10", "red 1", "green 12"], 2 - 12),
    ],
)
def test_aggravated_both_colours_are_cursed(curses, won, score):
    assert round_score(curses, won, "aggravated") == score


@pytest.mark.rule("ST-14")
def test_aggravated_the_curses_hold_for_their_round_only():
    hand = ["red 1, green 1, blue 1", "red 2, green 2, blue 2", "red 3, green 3, blue 3"]
    match = stage(sticheln(3, "aggravated"), tricks=12, hand=hand)
    choose(match, "red 1", "red 2", "red 3")
    choose(match, "green 1", "green 2", "green 3")
    lay(match, "blue 1", "blue 2", "blue 3")
    assert match.actors == [0, 1, 2]
    assert not match.state.cursed.any()
    assert not match.state.curse.any()


# ---- Hazy -----------------------------------------------------------------------------------------------------


def hazy_match(curse, *variants, rounds=5):
    """Three tricks before the end of a round in which seat 0 has chosen red 1 or blue 1."""
    hands = ["red 1, blue 1, green 1, green 2", "red 2, red 3, red 4, red 5", "yellow 2, yellow 3, yellow 4, yellow 5"]
    curses = [[curse, "red 2", "yellow 2"]]
    if "aggravated" in variants:
        curses.append(["brown 1", "blue 2", "brown 3"])
        hands = [f"{hand}, {second}" for hand, second in zip(hands, curses[1], strict=True)]
    match = stage(sticheln(3, "hazy", *variants, rounds=rounds), hand=hands, tricks=12 - len(curses))
    for picks in curses:
        choose(match, *picks)
    return match


@pytest.mark.rule("ST-15", "ST-17")
@pytest.mark.parametrize("variants", [variants for variants in COMBINATIONS if "hazy" in variants], ids=label)
def test_hazy_nobody_else_sees_a_curse_before_the_round_ends(variants):
    variants = [name for name in variants if name != "hazy"]
    one, other = hazy_match("red 1", *variants), hazy_match("blue 1", *variants)
    assert views_of_others(one) == views_of_others(other)
    for name in ("green 1", "red 3", "yellow 3", "red 4", "yellow 4", "green 2"):
        lay(one, name)
        lay(other, name)
        assert views_of_others(one) == views_of_others(other)
    assert one.view(0).curse[0, 0] == card(one.setup, "red 1")  # one's own is no secret
    assert not one.view(0).curse[1:].any()
    assert not one.view(0).cursed[1:].any()


@pytest.mark.rule("ST-15")
@pytest.mark.parametrize("rounds", [1, 5])
def test_hazy_the_curses_come_to_light_when_the_round_ends(rounds):
    match = hazy_match("red 1", rounds=rounds)
    while match.state.round_no == 0:
        lay(match, match.hand(match.actors[0])[0])
    colours = [1 << match.rules.COLOUR_NAMES.index(colour) for colour in ("red", "red", "yellow")]
    for seat in (-1, 0, 1, 2):
        assert match.view(seat).last_cursed[:3].tolist() == colours


@pytest.mark.rule("ST-15")
def test_hazy_tricks_and_scores_are_as_ever():
    assert winning_card("red 8", "blue 1", "green 3", variants=["hazy"]) == "green 3"
    assert round_score(["red 4"], ["red 3", "blue 1"], "hazy") == -6


# ---- Delayed --------------------------------------------------------------------------------------------------


def delayed_end(*variants, won=("red 1, blue 1", "", "green 1")):
    """The end of a Delayed round; seat 2 has also won the last trick, all yellow."""
    match = stage(
        sticheln(3, "delayed", *variants),
        phase=PLAY,
        tricks=14,
        hand=["yellow 1", "yellow 2", "yellow 3"],
        won=list(won),
    )
    lay(match, "yellow 1", "yellow 2", "yellow 3")
    return match


@pytest.mark.rule("ST-16")
@pytest.mark.parametrize("players", PLAYERS)
def test_delayed_play_begins_without_a_curse(players):
    match = Match(sticheln(players, "delayed", first=1), seed=1)
    assert match.actors == [1]
    assert match.choices(1) == [f"play {name}" for name in match.hand(1)]


@pytest.mark.rule("ST-16")
def test_delayed_the_colour_is_chosen_among_those_won():
    match = delayed_end()
    assert match.choices(0) == ["choose red", "choose blue"]
    assert match.choices(2) == ["choose green", "choose yellow"]
    with pytest.raises(IllegalAction):
        match.play(0, "choose green")
    with pytest.raises(IllegalAction):
        match.play(0, "choose red 1")


@pytest.mark.rule("ST-16")
def test_delayed_who_won_nothing_chooses_nothing_and_scores_0():
    match = delayed_end()
    assert match.actors == [0, 2]
    choose(match, "red", "yellow")
    assert match.results[-1]["scores"] == [-1 + 1, 0, -6 + 1]


@pytest.mark.rule("ST-16")
def test_delayed_all_choose_at_once_and_each_once():
    match = delayed_end()
    match.play(2, "choose green")
    assert match.actors == [0]
    with pytest.raises(NotYourTurn):
        match.play(2, "choose yellow")
    match.play(0, "choose blue")
    assert match.results[-1]["scores"] == [-1 + 1, 0, -1 + 3]
    assert match.state.round_no == 1
    assert match.actors == [1]


@pytest.mark.rule("ST-16")
@pytest.mark.parametrize("variants", [(), ("aggravated",)])
def test_delayed_a_chosen_colour_is_secret_until_all_have_chosen(variants):
    def views(colour, *others):
        match = delayed_end(*variants, won=("red 1, blue 1, green 2", "brown 1", "green 1"))
        match.play(0, f"choose {colour}")
        match.play(1, "choose brown")
        for other in others:
            match.play(2, f"choose {other}")
        return views_of_others(match)

    assert views("red") == views("blue")
    if not variants:
        assert views("red", "green") != views("blue", "green")


@pytest.mark.rule("ST-16")
@pytest.mark.parametrize(("colour", "score"), [("red", -10 + 2), ("blue", -1 + 2), ("green", 2)])
def test_delayed_scores_as_ever_with_the_colour_chosen(colour, score):
    assert round_score([colour], ["red 10", "blue 1", "green 0"], "delayed") == score


# ---- variants together ----------------------------------------------------------------------------------------


@pytest.mark.rule("ST-17")
@pytest.mark.parametrize("variants", COMBINATIONS, ids=label)
def test_all_other_variants_combine(variants):
    setup = sticheln(4, *variants)
    assert setup.chosen == dict.fromkeys(variants, 1)
    match = Match(setup, seed=1)
    assert tuple(name for name in VARIANTS if match.state[name]) == variants


@pytest.mark.rule("ST-17")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("more", [(), ("aggravated",), ("reverse", "mild")])
def test_one_pair_is_refused_with_the_reason(players, more):
    with pytest.raises(BadOption, match=r"'hazy' and 'delayed' cannot be combined: .*has no curse card"):
        sticheln(players, "hazy", "delayed", *more)


@pytest.mark.rule("ST-17")
@pytest.mark.parametrize(
    ("variants", "curses", "score"),
    [
        (("aggravated", "mild"), ["red 0", "blue 9"], -5 * 5 + 1),
        (("aggravated", "reverse"), ["red 0", "blue 9"], 24 - 1),
        (("aggravated", "hazy"), ["red 0", "blue 9"], -24 + 1),
        (("mild", "hazy"), ["red 0"], -5 * 3 + 2),
        (("reverse", "mild"), ["red 0"], 5 * 3 - 2),
        (("reverse", "mild"), ["yellow 14"], 5 - 4),  # the lucky card itself, whatever its number
        (("reverse", "mild", "aggravated"), ["red 0", "blue 9"], 5 * 5 - 1),
        (("reverse", "mild", "hazy"), ["blue 9"], 5 * 2 - 3),
        (("reverse", "mild", "delayed"), ["green"], 5 - 3),
        (("reverse", "hazy"), ["red 0"], 12 - 2),
        (("mild", "delayed"), ["red"], -5 * 2 + 2),
        (("reverse", "delayed"), ["red"], 12 - 2),
        (("aggravated", "delayed"), ["red", "blue"], -15 + 1),
        (("aggravated", "delayed", "mild"), ["blue", "green"], -10 + 2),
        (("aggravated", "delayed", "reverse"), ["green", "red"], 12 - 1),
    ],
)
def test_scores_of_variants_together(variants, curses, score):
    assert round_score(curses, ["red 10", "red 2", "blue 3", "green 0"], *variants) == score


@pytest.mark.rule("ST-17")
def test_aggravated_and_delayed_choose_two_colours_or_the_one_that_was_won():
    match = delayed_end("aggravated", won=("red 1, blue 1, green 2", "brown 1", ""))
    assert match.actors == [0, 1, 2]
    match.play(0, "choose red")
    assert match.choices(0) == ["choose green", "choose blue"]
    with pytest.raises(IllegalAction):
        match.play(0, "choose red")
    match.play(1, "choose brown")
    assert match.actors == [0, 2]
    match.play(2, "choose yellow")
    assert match.actors == [0]
    match.play(0, "choose green")
    assert match.results[-1]["scores"] == [-1 - 2 + 1, -1, -6]


# ---- the rules against a plain telling of them ------------------------------------------------------------------

CARDS = [f"{colour} {number}" for colour in FIVE.split() for number in range(6)]


@pytest.mark.rule("ST-6", "ST-7", "ST-12")
@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(CARDS), min_size=3, max_size=8, unique=True), st.integers(0, 2), st.booleans())
def test_any_trick_goes_where_a_plain_reading_of_the_rules_sends_it(cards, leader, reverse):
    winner = cursed_winner([read(name) for name in cards], reverse)
    variants = ["reverse"] if reverse else []
    assert winning_card(*cards, leader=leader, variants=variants) == cards[winner or 0]


@pytest.mark.rule("ST-6", "ST-7", "ST-12")
@pytest.mark.parametrize("variants", [(), ("reverse",)])
def test_every_trick_of_a_tiny_deck(variants):
    deck = [f"{colour} {number}" for colour in ("red", "blue") for number in range(3)]
    for cards in itertools.permutations(deck, 3):
        winner = cursed_winner([read(name) for name in cards], reverse=bool(variants))
        assert winning_card(*cards, variants=variants) == cards[winner or 0], cards


@pytest.mark.rule("ST-9", "ST-12", "ST-13", "ST-14")
@pytest.mark.parametrize(
    "variants", [(), ("reverse",), ("mild",), ("aggravated",), ("reverse", "aggravated"), ("reverse", "mild")]
)
@settings(max_examples=15, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_any_cards_score_what_a_plain_reading_of_the_rules_gives(variants, chance):
    deck = [f"{colour} {number}" for colour in ("green", "brown", "red", "blue") for number in range(15)]
    curses = ["red 7", "blue 3"] if "aggravated" in variants else ["red 7"]
    won = chance.sample([name for name in deck if name not in curses], chance.randint(0, 40))
    colours = {read(name)[0] for name in curses}
    points = cursed_points([read(name) for name in curses + won], colours, "reverse" in variants, "mild" in variants)
    assert round_score(curses, won, *variants) == points


@pytest.mark.rule("ST-8", "ST-9", "ST-10", "ST-11", "ST-12", "ST-13", "ST-14", "ST-15", "ST-16", "ST-17")
@pytest.mark.parametrize("variants", COMBINATIONS, ids=label)
@settings(max_examples=3, deadline=None)
@given(players=st.sampled_from(PLAYERS), first=st.integers(0, 2), chance=st.randoms(use_true_random=False))
def test_any_match_comes_out_as_in_a_plain_telling(variants, players, first, chance):
    match = play_on(Match(sticheln(players, *variants, rounds=2, first=first), seed=chance.random()), chance)
    record = match.record()
    assert record["results"] == cursed_results(record)
    rounds = [result["scores"] for result in record["results"] if result["kind"] == "round"]
    assert len(rounds) == 2
    assert record["scores"] == [sum(points) for points in zip(*rounds, strict=True)]
    assert record["winners"] == [seat for seat in range(players) if record["scores"][seat] == max(record["scores"])]


@pytest.mark.rule("ST-1", "ST-3", "ST-8")
@settings(max_examples=3, deadline=None)
@given(st.sampled_from(PLAYERS), st.sampled_from(COMBINATIONS), st.randoms(use_true_random=False))
def test_at_any_time_every_card_is_in_one_place(players, variants, chance):
    match = Match(sticheln(players, *variants, rounds=1), seed=chance.random())
    deck = dealt(match)
    while not match.over:
        s = match.state
        places = [names(match, cards) for cards in (*s.hand, *s.won, s.lost, s.aside)]
        places += [[name] for name in deck if card(match.setup, name) in (*s.trick, *s.curse.flat)]
        assert sorted(itertools.chain(*places)) == deck
        assert match.rules.status(s) == 0
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.legal(seat)))


def curse_choices(hand, curses):
    """In how many ways, and orders, a hand can choose its curses."""
    return sum(
        len({read(name)[0] for name in chosen}) == curses or len({read(name)[0] for name in hand}) == 1
        for chosen in itertools.permutations(hand, curses)
    )


@pytest.mark.rule("ST-4", "ST-5", "ST-14", "ST-17")
@pytest.mark.parametrize("variants", [some for some in COMBINATIONS if "delayed" not in some], ids=label)
def test_every_way_to_play_a_tiny_round(variants):
    curses = 2 if "aggravated" in variants else 1
    match = tiny(sticheln(3, *variants, rounds=1), colours=3, top=2, hand_size=3)
    hands = [match.hand(seat) for seat in range(3)]
    lines = list(all_lines(match))
    assert len(lines) == prod(curse_choices(hand, curses) * factorial(3 - curses) for hand in hands)
    assert len({str(line) for line, _ in lines}) == len(lines)
    for line, scores in lines:
        record = match.record() | {"deals": [{"opener": 0, "hands": hands}], "actions": line}
        assert cursed_results(record)[-1]["scores"] == scores


@pytest.mark.rule("ST-5", "ST-16", "ST-17")
@pytest.mark.parametrize("variants", [some for some in COMBINATIONS if "delayed" in some], ids=label)
def test_every_way_to_play_a_tiny_delayed_round(variants):
    curses = 2 if "aggravated" in variants else 1
    match = tiny(sticheln(3, *variants, rounds=1), colours=3, top=1, hand_size=2)
    hands = [match.hand(seat) for seat in range(3)]
    endings = {}  # of each way to lay the cards: in how many ways colours can then be chosen, and how many were found
    for line, scores in all_lines(match):
        record = match.record() | {"deals": [{"opener": 0, "hands": hands}], "actions": line}
        *tricks, end = cursed_results(record)
        assert end["scores"] == scores
        won = [{read(name)[0] for t in tricks if t["winner"] == seat for name in t["cards"]} for seat in range(3)]
        ways = prod(perm(len(colours), min(curses, len(colours))) for colours in won)
        endings.setdefault(str(line[:6]), []).append(ways)
    assert len(endings) == factorial(2) ** 3
    assert all(len(found) == found[0] for found in endings.values())
