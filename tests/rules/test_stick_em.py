"""Stick 'Em, rule by rule."""

import itertools
import random
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import cursed_points, cursed_results, cursed_winner, read
from stage import all_lines, card, choose, lay, names, play_on, stage, tiny, trick

from tablee import IllegalAction, Match, NotYourTurn, game
from tablee.rules.cursed import PLAY

PLAYERS = range(3, 7)


def winning_card(*cards, leader=0):
    """The card that wins a trick of these, the first laid by the leader; None if nobody wins it."""
    winner = trick(game("stick-em", len(cards)), cards, leader).results[0]["winner"]
    return None if winner is None else cards[(winner - leader) % len(cards)]


def round_score(curse, *won):
    """What a seat scores that has won these cards and cursed itself with that one."""
    # The last of the 14 tricks is all grey and goes to seat 5.
    laid = [f"grey {number}" for number in range(4, 10)]
    curses = [curse, *(f"grey {number}" for number in range(10, 15))]
    hand = [f"{mine}, {last}" for mine, last in zip(curses, laid, strict=True)]
    match = stage(game("stick-em", 6), tricks=13, won=[", ".join(won)], hand=hand)
    choose(match, *curses)
    results = lay(match, *laid)
    return results[-1]["scores"][0]


# ---- the cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SE-1")
@pytest.mark.parametrize(
    ("players", "colours", "top"),
    [
        (3, "red yellow green blue violet", 8),
        (4, "red yellow green blue violet", 11),
        (5, "red yellow green blue violet", 14),
        (6, "red yellow green blue violet grey", 14),
    ],
)
def test_everybody_gets_15_cards_and_none_is_left(players, colours, top):
    match = Match(game("stick-em", players), seed=1)
    hands = [match.hand(seat) for seat in range(players)]
    assert [len(hand) for hand in hands] == [15] * players
    deck = [f"{colour} {number}" for colour in colours.split() for number in range(top + 1)]
    assert sorted(itertools.chain(*hands)) == sorted(deck)
    assert names(match, match.state.aside) == []


# ---- the curse ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SE-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_may_choose_any_of_their_cards(players):
    match = Match(game("stick-em", players), seed=1)
    assert match.actors == list(range(players))
    for seat in range(players):
        assert match.choices(seat) == [f"choose {name}" for name in match.hand(seat)]


@pytest.mark.rule("SE-2")
def test_curses_are_chosen_in_any_order_and_only_once():
    match = stage(game("stick-em", 4), hand=["red 1, red 2", "red 3, red 4", "red 5, red 6", "red 7, red 8"])
    match.play(2, "choose red 5")
    match.play(0, "choose red 2")
    assert match.actors == [1, 3]
    with pytest.raises(NotYourTurn):
        match.play(2, "choose red 6")
    match.play(3, "choose red 7")
    match.play(1, "choose red 4")
    assert match.actors == [0]
    assert match.choices(0) == ["play red 1"]


@pytest.mark.rule("SE-2")
def test_no_card_is_laid_before_all_have_chosen():
    match = Match(game("stick-em", 3), seed=1)
    for seat in (0, 1):
        match.play(seat, f"choose {match.hand(seat)[0]}")
    with pytest.raises(NotYourTurn):
        match.play(0, f"play {match.hand(0)[0]}")


@pytest.mark.rule("SE-2")
def test_a_curse_is_secret_until_all_have_chosen():
    def views(curse):
        match = stage(game("stick-em", 3), hand=["red 1, blue 8", "red 2, blue 2", "red 3, blue 3"])
        match.play(0, f"choose {curse}")
        match.play(1, "choose blue 2")
        return [match.view(seat).tobytes() for seat in (-1, 1, 2)]

    assert views("red 1") == views("blue 8")


@pytest.mark.rule("SE-2")
def test_one_knows_ones_own_curse_at_once():
    match = stage(game("stick-em", 3), hand=["red 1, blue 8", "red 2, blue 2", "red 3, blue 3"])
    match.play(0, "choose blue 8")
    assert match.view(0).curse[0, 0] == card(match.setup, "blue 8")


@pytest.mark.rule("SE-2")
def test_the_last_choice_reveals_all_of_them():
    match = stage(game("stick-em", 3), hand=["red 1, blue 8", "red 2, blue 2", "red 3, blue 3"])
    choose(match, "blue 8", "red 2", "blue 3")
    for seat in (-1, 0, 1, 2):
        shown = match.view(seat).curse[:3, 0]
        assert list(shown) == [card(match.setup, name) for name in ("blue 8", "red 2", "blue 3")]


@pytest.mark.rule("SE-2")
def test_several_players_may_curse_the_same_colour():
    hand = ["red 1, blue 0", "red 2, blue 1", "red 3, green 0"]
    match = stage(game("stick-em", 3), hand=hand, tricks=13)
    choose(match, "red 1", "red 2", "red 3")
    assert lay(match, "blue 0", "blue 1", "green 0")[-1]["scores"] == [-1, -2 + 3, -3]


@pytest.mark.rule("SE-2", "SE-12")
def test_the_curse_holds_for_its_round_only():
    match = stage(game("stick-em", 3), hand=["red 5, blue 1", "red 2, blue 0", "red 3, green 0"], tricks=13)
    choose(match, "red 5", "red 2", "red 3")
    lay(match, "blue 1", "blue 0", "green 0")
    assert match.actors == [0, 1, 2]  # all of them choose anew
    assert not match.view(0).cursed.any()
    assert not match.view(0).curse.any()


@pytest.mark.rule("SE-3")
def test_the_curse_card_leaves_the_hand_and_stays_in_sight_all_round():
    hand = ["red 1, blue 1, blue 2", "red 2, green 1, green 2", "red 3, yellow 1, yellow 2"]
    match = stage(game("stick-em", 3), hand=hand, tricks=12)
    choose(match, "red 1", "red 2", "red 3")
    assert match.hand(0) == ["blue 1", "blue 2"]
    for name in ("blue 1", "green 1", "yellow 1", "green 2", "yellow 2"):
        lay(match, name)
        assert list(match.view(-1).curse[:3, 0]) == [card(match.setup, f"red {number}") for number in (1, 2, 3)]


@pytest.mark.rule("SE-3")
@pytest.mark.parametrize("number", [0, 1, 14])
def test_the_curse_card_counts_in_ones_own_score(number):
    assert round_score(f"red {number}") == -number


# ---- tricks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SE-4")
@pytest.mark.parametrize(("players", "first"), [(3, 0), (4, 1), (5, 2), (6, 5)])
def test_each_seat_opens_one_round_clockwise(players, first):
    # Two cards each: a curse card and one trick a round.
    match = tiny(game("stick-em", players, first=first), colours=2, top=players - 1, hand_size=2)
    openers = []
    while not match.over:
        choose(match, *(match.hand(seat)[0] for seat in range(players)))
        openers += match.actors
        lay(match, *(match.hand((match.actors[0] + step) % players)[0] for step in range(players)))
    assert openers == [(first + number) % players for number in range(players)]


@pytest.mark.rule("SE-5")
def test_any_card_may_be_played_at_any_time():
    hand = ["red 1, red 2", "red 3, blue 0, green 4", "red 5, red 6", "red 7"]
    match = stage(game("stick-em", 4), phase=PLAY, hand=hand)
    lay(match, "red 1")
    assert match.choices(1) == ["play red 3", "play green 4", "play blue 0"]


@pytest.mark.rule("SE-5")
def test_one_plays_a_card_of_ones_own_hand_in_ones_turn():
    match = stage(game("stick-em", 3), phase=PLAY, hand=["red 1, red 2", "red 3", "red 5"])
    with pytest.raises(IllegalAction):
        match.play(0, "play red 3")
    with pytest.raises(NotYourTurn):
        match.play(1, "play red 3")
    lay(match, "red 1")
    assert match.actors == [1]
    assert [len(match.choices(seat)) for seat in range(3)] == [0, 1, 0]
    assert match.hand(0) == ["red 2"]


@pytest.mark.rule("SE-6", "SE-7", "SE-8")
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("blue 3, blue 10, yellow 0, blue 7", "blue 10"),
        ("yellow 9, green 5, red 6, blue 4", "red 6"),
        ("green 11, red 5, yellow 5, green 8", "red 5"),
    ],
)
def test_worked_tricks(cards, winner, leader):
    assert winning_card(*cards.split(", "), leader=leader) == winner


@pytest.mark.rule("SE-6")
@pytest.mark.parametrize("leader", range(3))
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["red 7", "red 2", "red 5"], "red 7"),
        (["red 2", "red 5", "red 7"], "red 7"),
        (["red 1", "red 8", "red 7"], "red 8"),
    ],
)
def test_the_highest_of_the_led_colour_wins_where_it_is_alone(cards, winner, leader):
    assert winning_card(*cards, leader=leader) == winner


@pytest.mark.rule("SE-7")
@pytest.mark.parametrize("leader", range(3))
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["red 8", "blue 1", "red 7"], "blue 1"),
        (["red 8", "blue 1", "violet 2"], "violet 2"),
        (["red 1", "blue 7", "blue 8"], "blue 8"),
        (["blue 8", "violet 1", "red 4"], "red 4"),  # no colour of its own is above another
    ],
)
def test_another_colour_beats_the_led_one(cards, winner, leader):
    assert winning_card(*cards, leader=leader) == winner


@pytest.mark.rule("SE-7")
@pytest.mark.parametrize("leader", range(4))
def test_of_equal_cards_the_earliest_wins_whoever_led(leader):
    assert winning_card("red 9", "blue 5", "green 5", "violet 5", leader=leader) == "blue 5"
    assert winning_card("red 9", "violet 4", "green 5", "blue 5", leader=leader) == "green 5"


@pytest.mark.rule("SE-8")
@pytest.mark.parametrize("leader", range(3))
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["red 1", "blue 0", "green 0"], "red 1"),  # zeros of other colours do not take the trick
        (["red 1", "blue 0", "red 2"], "red 2"),
        (["red 0", "red 5", "blue 1"], "blue 1"),  # a zero that is led sets the colour
        (["red 0", "red 5", "red 3"], "red 5"),
        (["red 0", "blue 0", "red 1"], "red 1"),
        (["red 0", "blue 1", "green 0"], "blue 1"),
    ],
)
def test_a_zero_never_wins(cards, winner, leader):
    assert winning_card(*cards, leader=leader) == winner


@pytest.mark.rule("SE-9")
@pytest.mark.parametrize("leader", range(3))
def test_the_winner_takes_the_trick_and_leads_the_next(leader):
    match = trick(game("stick-em", 3), ["red 8", "blue 3", "blue 1"], leader)
    winner = (leader + 1) % 3
    assert match.actors == [winner]
    assert names(match, match.state.won[winner]) == ["red 8", "blue 1", "blue 3"]
    assert not match.state.won[[leader, (leader + 2) % 3]].any()


@pytest.mark.rule("SE-10")
@pytest.mark.parametrize("leader", range(4))
def test_nobody_wins_a_trick_of_zeros_and_the_same_player_leads_again(leader):
    match = trick(game("stick-em", 4), ["red 0", "blue 0", "green 0", "violet 0"], leader)
    assert match.results[0]["winner"] is None
    assert match.actors == [leader]
    assert not match.state.won.any()
    assert names(match, match.state.lost) == ["red 0", "green 0", "blue 0", "violet 0"]


@pytest.mark.rule("SE-10")
def test_the_cards_of_a_trick_of_zeros_score_for_nobody():
    match = stage(game("stick-em", 3), tricks=13, hand=["red 1, red 0", "red 2, blue 0", "red 3, green 0"])
    choose(match, "red 1", "red 2", "red 3")
    assert lay(match, "red 0", "blue 0", "green 0")[-1]["scores"] == [-1, -2, -3]
    assert names(match, match.state.lost) == []  # they come back with the next deal


@pytest.mark.rule("SE-15")
@pytest.mark.parametrize("leader", range(4))
def test_with_zeros_to_the_leader_whoever_led_wins_them(leader):
    match = trick(game("stick-em", 4, zeros_to_leader=True), ["red 0", "blue 0", "green 0", "violet 0"], leader)
    assert match.results[0]["winner"] == leader
    assert match.actors == [leader]
    assert names(match, match.state.won[leader]) == ["red 0", "green 0", "blue 0", "violet 0"]
    assert not match.state.lost.any()


@pytest.mark.rule("SE-15", "SE-12")
def test_zeros_that_the_leader_won_count_like_any_card():
    setup = game("stick-em", 3, zeros_to_leader=True)
    match = stage(setup, tricks=13, hand=["red 1, red 0", "red 2, blue 0", "red 3, green 0"])
    choose(match, "red 1", "red 2", "red 3")
    assert lay(match, "red 0", "blue 0", "green 0")[-1]["scores"] == [-1 + 2, -2, -3]


@pytest.mark.rule("SE-15", "SE-8")
def test_with_zeros_to_the_leader_a_zero_still_loses_to_anything_else():
    match = trick(game("stick-em", 3, zeros_to_leader=True), ["red 0", "blue 0", "red 1"])
    assert match.results[0]["winner"] == 2


# ---- rounds and scores ----------------------------------------------------------------------------------------


@pytest.mark.rule("SE-11")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_round_has_14_tricks(players):
    match = play_on(Match(game("stick-em", players, rounds=1), seed=2), random.Random(2))
    assert [result["kind"] for result in match.results] == ["curses"] + ["trick"] * 14 + ["round"]
    assert all(match.hand(seat) == [] for seat in range(players))


@pytest.mark.rule("SE-12")
@pytest.mark.parametrize(
    ("curse", "won", "score"),
    [
        ("yellow 2", "yellow 5, yellow 4, red 1, red 2, green 8, green 0, blue 10, violet 14", -5),
        (
            "red 0",
            "red 2, red 4, red 1, yellow 1, yellow 2, yellow 3, blue 0, blue 7, blue 8, violet 1, violet 2, violet 9",
            2,
        ),
    ],
)
def test_worked_scores(curse, won, score):
    assert round_score(curse, *won.split(", ")) == score


@pytest.mark.rule("SE-12")
@pytest.mark.parametrize(
    ("won", "score"),
    [
        ("", -3),  # the curse card alone
        ("red 0", -3),
        ("red 14", -17),
        ("blue 0", -2),
        ("blue 14", -2),
        ("blue 1, yellow 1, green 1, violet 2, grey 1", 2),
    ],
)
def test_cursed_cards_cost_their_number_and_all_others_earn_1(won, score):
    assert round_score("red 3", *won.split(", ")) == score


@pytest.mark.rule("SE-13")
@pytest.mark.parametrize("players", PLAYERS)
def test_there_are_as_many_rounds_as_players(players):
    match = tiny(game("stick-em", players), colours=2, top=players - 1, hand_size=2)
    play_on(match, random.Random(3))
    rounds = [result["scores"] for result in match.results if result["kind"] == "round"]
    assert len(rounds) == players
    assert match.scores == [sum(points) for points in zip(*rounds, strict=True)]


def last_trick(total):
    """The end of a match in which seat 1 scores 1 in the last round, and the others −1 and −2."""
    hand = ["red 1, blue 0", "red 2, blue 1", "green 2, green 0"]
    match = stage(game("stick-em", 3), round_no=2, tricks=13, leader=0, turn=0, hand=hand, total=total)
    choose(match, "red 1", "red 2", "green 2")
    assert match.winners == []
    lay(match, "blue 0", "blue 1", "green 0")
    assert match.over
    assert match.actors == []
    return match


@pytest.mark.rule("SE-13")
@pytest.mark.parametrize(
    ("total", "scores", "winners"),
    [
        ([0, 0, 0], [-1, 1, -2], [1]),
        ([30, 20, 10], [29, 21, 8], [0]),
        ([10, 8, 11], [9, 9, 9], [0, 1, 2]),
        ([10, 8, 3], [9, 9, 1], [0, 1]),
        ([-20, -30, -19], [-21, -29, -21], [0, 2]),
    ],
)
def test_the_highest_total_wins_and_equals_share(total, scores, winners):
    match = last_trick(total)
    assert match.scores == scores
    assert match.winners == winners


# ---- the rules against a plain telling of them ------------------------------------------------------------------

CARDS = [f"{colour} {number}" for colour in ("red", "yellow", "green", "blue", "violet") for number in range(6)]


@pytest.mark.rule("SE-6", "SE-7", "SE-8", "SE-10")
@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(CARDS), min_size=3, max_size=6, unique=True), st.integers(0, 2))
def test_any_trick_goes_where_a_plain_reading_of_the_rules_sends_it(cards, leader):
    winner = cursed_winner([read(name) for name in cards])
    assert winning_card(*cards, leader=leader) == (None if winner is None else cards[winner])


@pytest.mark.rule("SE-6", "SE-7", "SE-8", "SE-10")
def test_every_trick_of_a_tiny_deck():
    deck = [f"{colour} {number}" for colour in ("red", "blue") for number in range(3)]
    for cards in itertools.permutations(deck, 3):
        winner = cursed_winner([read(name) for name in cards])
        assert winning_card(*cards) == (None if winner is None else cards[winner]), cards


@pytest.mark.rule("SE-12")
@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(CARDS), min_size=1, unique=True))
def test_any_cards_score_what_a_plain_reading_of_the_rules_gives(cards):
    curse, *won = cards
    assert round_score(curse, *won) == cursed_points([read(name) for name in cards], {read(curse)[0]})


@pytest.mark.rule("SE-2", "SE-4", "SE-9", "SE-11", "SE-12", "SE-13", "SE-15")
@settings(max_examples=15, deadline=None)
@given(st.sampled_from(PLAYERS), st.integers(0, 2), st.booleans(), st.randoms(use_true_random=False))
def test_any_match_comes_out_as_in_a_plain_telling(players, first, zeros, chance):
    setup = game("stick-em", players, rounds=2, first=first, zeros_to_leader=zeros)
    match = play_on(Match(setup, seed=chance.random()), chance)
    record = match.record()
    assert record["results"] == cursed_results(record)
    rounds = [result["scores"] for result in record["results"] if result["kind"] == "round"]
    assert record["scores"] == [sum(points) for points in zip(*rounds, strict=True)]
    assert record["winners"] == [seat for seat in range(players) if record["scores"][seat] == max(record["scores"])]


@pytest.mark.rule("SE-1", "SE-9", "SE-10")
@settings(max_examples=3, deadline=None)
@given(st.sampled_from(PLAYERS), st.randoms(use_true_random=False))
def test_at_any_time_every_card_is_in_one_place(players, chance):
    match = Match(game("stick-em", players, rounds=1), seed=chance.random())
    deck = sorted(itertools.chain(*(match.hand(seat) for seat in range(players))))
    while match.state.tricks < 14 and not match.over:
        s = match.state
        places = [names(match, cards) for cards in (*s.hand, *s.won, s.lost, s.aside)]
        places += [[name] for name in deck if card(match.setup, name) in (*s.trick, *s.curse[:, 0])]
        assert sorted(itertools.chain(*places)) == deck
        assert match.rules.status(s) == 0
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.legal(seat)))


@pytest.mark.rule("SE-2", "SE-5", "SE-11", "SE-12")
@pytest.mark.parametrize("seed", range(3))
def test_every_way_to_play_a_tiny_round(seed):
    # Any of three cards is the curse, the two others are laid in either order, whatever the others do.
    match = tiny(game("stick-em", 3, rounds=1), seed, colours=3, top=2, hand_size=3)
    hands = [match.hand(seat) for seat in range(3)]
    lines = list(all_lines(match))
    assert len(lines) == (3 * factorial(2)) ** 3
    assert len({str(line) for line, _ in lines}) == len(lines)
    for line, scores in lines:
        record = match.record() | {"deals": [{"opener": 0, "hands": hands}], "actions": line}
        assert cursed_results(record)[-1]["scores"] == scores
