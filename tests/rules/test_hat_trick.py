"""Hat Trick, rule by rule."""

import itertools
import random
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import (
    hat_trick_leader,
    hat_trick_lines,
    hat_trick_points,
    hat_trick_results,
    hat_trick_winners,
    read,
    split,
    write,
)
from stage import all_lines, lay, names, play_on, stage, tiny, trick

from tablee import BadOption, IllegalAction, Match, NotYourTurn, game
from tablee.pictures import picture_of

PLAYERS = range(4, 8)


def hat_trick(players, **options):
    return game("hat-trick", players, **options)


def laid(*cards, leader=0):
    return trick(hat_trick(len(cards)), cards, leader)


def next_leader(*cards, leader=0):
    """The card whose player leads after a trick of these, the first of them laid by the leader."""
    [seat] = laid(*cards, leader=leader).actors
    return cards[(seat - leader) % len(cards)]


def choices(*cards, hand):
    """What the next player, with that hand, may do once these cards lie."""
    match = stage(hat_trick(7), hand=[*cards, hand, *["red 20"] * (6 - len(cards))])
    lay(match, *cards)
    return match.choices(len(cards))


def round_score(won, passed=()):
    """What a seat scores that has won and passed these cards."""
    # The last trick of seven players, won by seat 6; what is left in the hands counts for nobody.
    last = [f"red {number}" for number in range(7)]
    hand = [f"{name}, green {number}" for number, name in enumerate(last)]
    match = stage(hat_trick(7), tricks=7, hand=hand, won=[", ".join(won)], passed=[", ".join(passed)])
    return lay(match, *last)[-1]["scores"][0]


# ---- the cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("HT-1")
@pytest.mark.parametrize(("players", "low", "each"), [(4, 1, 15), (5, 1, 12), (6, 1, 10), (7, 0, 9)])
def test_red_blue_and_green_are_dealt_out(players, low, each):
    match = Match(hat_trick(players), seed=1)
    hands = [match.hand(seat) for seat in range(players)]
    assert [len(hand) for hand in hands] == [each] * players
    deck = [f"{colour} {number}" for colour in ("red", "blue", "green") for number in range(low, 21)]
    assert sorted(itertools.chain(*hands)) == sorted(deck)
    assert names(match, match.state.aside) == []


# ---- double tricks and passing --------------------------------------------------------------------------------


@pytest.mark.rule("HT-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_leader_lays_any_card(players):
    match = Match(hat_trick(players), seed=1)
    assert match.actors == [0]
    assert match.choices(0) == [f"play {name}" for name in match.hand(0)]


@pytest.mark.rule("HT-2")
@pytest.mark.parametrize("cards", [["red 5"], ["red 5", "red 6"], ["red 5", "red 6", "red 1"]])
def test_while_one_colour_lies_one_follows_or_opens_a_second(cards):
    found = choices(*cards, hand="red 2, blue 3, green 4")
    assert found == ["play red 2", "play blue 3", "play green 4"]


@pytest.mark.rule("HT-2")
def test_a_double_trick_never_has_a_third_colour():
    match = stage(hat_trick(4), hand=["red 5", "blue 6", "green 4, green 9", "red 1"])
    lay(match, "red 5", "blue 6")
    with pytest.raises(IllegalAction):
        match.play(2, "play green 4")


@pytest.mark.rule("HT-2")
def test_cards_are_laid_in_turn_from_ones_own_hand():
    match = stage(hat_trick(4), hand=["red 5, red 7", "blue 6", "green 4", "red 1"])
    with pytest.raises(NotYourTurn):
        match.play(1, "play blue 6")
    with pytest.raises(IllegalAction):
        match.play(0, "play blue 6")
    lay(match, "red 5")
    assert match.actors == [1]
    assert [len(match.choices(seat)) for seat in range(4)] == [0, 1, 0, 0]
    assert match.hand(0) == ["red 7"]


@pytest.mark.rule("HT-3")
@pytest.mark.parametrize("cards", [[], ["red 5"], ["red 5", "red 6"]])
def test_nobody_passes_before_two_colours_lie(cards):
    assert not [choice for choice in choices(*cards, hand="blue 3, green 4") if choice.startswith("pass")]


@pytest.mark.rule("HT-3")
@pytest.mark.parametrize(
    ("cards", "third"),
    [
        (["red 5", "blue 6"], "green"),
        (["blue 5", "red 6"], "green"),
        (["red 5", "green 6"], "blue"),
        (["green 5", "green 7", "blue 6"], "red"),
        (["red 5", "blue 6", "green 7"], "green"),  # somebody has passed already
    ],
)
def test_a_card_of_the_third_colour_is_a_pass_even_for_who_could_follow(cards, third):
    found = choices(*cards, hand="red 2, blue 3, green 4")
    held = ["red 2", "blue 3", "green 4"]
    assert sorted(found) == sorted(f"{'pass' if third in name else 'play'} {name}" for name in held)


@pytest.mark.rule("HT-3")
def test_who_holds_only_the_third_colour_must_pass():
    assert choices("red 5", "blue 6", hand="green 4, green 9") == ["pass green 4", "pass green 9"]


@pytest.mark.rule("HT-3")
def test_one_cannot_pass_a_card_that_follows():
    match = stage(hat_trick(4), hand=["red 5", "blue 6", "red 4, green 9", "red 1"])
    lay(match, "red 5", "blue 6")
    with pytest.raises(IllegalAction):
        match.play(2, "pass red 4")


@pytest.mark.rule("HT-3")
def test_a_passed_card_is_shown_and_stays_with_its_owner():
    match = stage(hat_trick(4), hand=["red 5", "blue 6", "green 20", "red 1"])
    lay(match, "red 5", "blue 6", "green 20")
    for seat in range(-1, 4):
        assert names(match, match.view(seat).passed[2]) == ["green 20"]
    lay(match, "red 1")
    assert names(match, match.state.passed[2]) == ["green 20"]
    assert not match.state.won[:, 2].any()
    assert match.results[0]["winners"] == {"red": 0, "blue": 1}


@pytest.mark.rule("HT-3")
def test_each_trick_starts_with_an_empty_table():
    match = stage(hat_trick(4), hand=["red 5, blue 1, green 1", "blue 4", "green 20", "red 1"])
    lay(match, "red 5", "blue 4", "green 20", "red 1")
    assert match.choices(0) == ["play blue 1", "play green 1"]


# ---- who wins what, and who leads -----------------------------------------------------------------------------


@pytest.mark.rule("HT-4")
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize(
    ("cards", "winners"),
    [
        (["red 5", "red 9", "red 7", "red 1"], {"red": 1}),
        (["red 5", "blue 9", "red 7", "blue 1"], {"red": 2, "blue": 1}),
        (["red 5", "red 9", "green 1", "red 1"], {"red": 1, "green": 2}),  # a lone card is a trick
        (["green 5", "blue 9", "red 20", "blue 12"], {"green": 0, "blue": 3}),  # the pass wins nothing
        (["blue 19", "blue 20", "red 1", "green 2"], {"blue": 1, "red": 2}),
    ],
)
def test_the_highest_of_each_colour_wins_that_colour(cards, winners, leader):
    match = laid(*cards, leader=leader)
    assert match.results[0]["winners"] == {colour: (leader + step) % 4 for colour, step in winners.items()}
    for step in range(4):
        mine = sorted(name for name in cards if winners.get(name.split()[0]) == step)
        assert sorted(names(match, match.state.won[(leader + step) % 4])) == mine


@pytest.mark.rule("HT-4")
def test_a_20_always_wins():
    for cards in itertools.permutations(["red 20", "red 19", "blue 20", "blue 18"]):
        winners = laid(*cards).results[0]["winners"]
        assert winners == {"red": cards.index("red 20"), "blue": cards.index("blue 20")}


@pytest.mark.rule("HT-4")
def test_a_lone_zero_is_a_trick():
    match = laid("red 5", "red 9", "green 0", "red 1", "red 2", "red 3", "red 4")
    assert match.results[0]["winners"] == {"red": 1, "green": 2}


@pytest.mark.rule("HT-5")
def test_won_cards_lie_open_for_everybody():
    match = laid("red 5", "blue 9", "red 7", "blue 1")
    for seat in range(-1, 4):
        assert names(match, match.view(seat).won[1]) == ["blue 1", "blue 9"]
        assert names(match, match.view(seat).won[2]) == ["red 5", "red 7"]


@pytest.mark.rule("HT-5")
def test_won_cards_gather_over_the_round():
    match = trick(hat_trick(4), ["red 5", "blue 9", "red 7", "blue 1"], won=["", "blue 2, red 1"])
    assert names(match, match.state.won[1]) == ["red 1", "blue 1", "blue 2", "blue 9"]


@pytest.mark.rule("HT-5")
def test_hands_stay_secret():
    match = Match(hat_trick(4), seed=1)
    assert not match.view(-1).hand.any()
    assert names(match, match.view(2).hand[2]) == match.hand(2)
    assert not match.view(2).hand[[0, 1, 3]].any()


@pytest.mark.rule("HT-6")
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize(
    ("cards", "leads"),
    [
        # A single trick: its winner.
        (["red 5", "red 9", "red 7", "red 1"], "red 9"),
        (["red 9", "red 5", "red 7", "red 1"], "red 9"),
        # A double trick: the highest number of all.
        (["red 5", "blue 9", "red 7", "blue 1"], "blue 9"),
        (["blue 5", "blue 9", "red 10", "blue 1"], "red 10"),
        (["green 5", "blue 9", "green 10", "blue 1"], "green 10"),
        # It was laid twice: the next highest, though that player has won nothing.
        (["red 17", "blue 17", "red 12", "blue 9"], "red 12"),
        (["blue 4", "red 17", "blue 17", "red 3"], "blue 4"),
        (["green 17", "red 2", "red 17", "green 1"], "red 2"),
        # A number laid twice in the middle does not matter.
        (["red 7", "blue 7", "red 12", "blue 9"], "red 12"),
        # Every number was laid twice: the highest number, red before blue before green.
        (["red 8", "blue 8", "red 5", "blue 5"], "red 8"),
        (["blue 8", "red 5", "blue 5", "red 8"], "red 8"),
        (["green 8", "red 8", "red 9", "green 9"], "red 9"),
        (["green 8", "blue 8", "blue 3", "green 3"], "blue 8"),
        (["green 3", "green 8", "blue 3", "blue 8"], "blue 8"),
        # Passed cards do not count: neither as the highest, nor as a second time.
        (["red 5", "blue 9", "green 20", "red 7"], "blue 9"),
        (["red 5", "blue 9", "green 9", "red 7"], "blue 9"),
        (["red 9", "blue 9", "green 12", "green 13"], "red 9"),
        (["blue 9", "green 9", "red 9", "red 13"], "blue 9"),
        (["blue 9", "green 9", "red 8", "green 8"], "green 8"),
    ],
)
def test_who_leads_next(cards, leads, leader):
    assert next_leader(*cards, leader=leader) == leads


@pytest.mark.rule("HT-6")
def test_two_numbers_laid_twice_leave_the_third():
    assert next_leader("red 17", "blue 17", "red 12", "blue 12", "blue 1") == "blue 1"
    assert next_leader("red 2", "blue 17", "red 17", "blue 12", "red 12", "blue 3") == "blue 3"


@pytest.mark.rule("HT-6")
def test_worked_example_of_a_leader_without_a_trick():
    match = laid("red 12", "blue 17", "red 17", "green 4", "blue 9")
    assert match.results[0]["winners"] == {"red": 2, "blue": 1}
    assert match.actors == [0]


# ---- rounds and scores ----------------------------------------------------------------------------------------


@pytest.mark.rule("HT-7")
@pytest.mark.parametrize(("players", "tricks"), [(4, 14), (5, 11), (6, 9), (7, 8)])
def test_the_last_card_of_each_hand_is_not_played(players, tricks):
    match = play_on(Match(hat_trick(players, rounds=1), seed=2), random.Random(2))
    assert [result["kind"] for result in match.results] == ["trick"] * tricks + ["round"]
    assert [len(match.hand(seat)) for seat in range(players)] == [1] * players


@pytest.mark.rule("HT-7")
@pytest.mark.parametrize("kept", ["green 20", "blue 20"])
def test_the_last_card_does_not_count(kept):
    hand = [f"red 5, {kept}", "red 6, green 2", "red 7, green 3", "red 8, green 4"]
    match = stage(hat_trick(4), tricks=13, hand=hand)
    assert lay(match, "red 5", "red 6", "red 7", "red 8")[-1]["scores"] == [0, 0, 0, 4]


def some(colour, count, first=1):
    return [f"{colour} {number}" for number in range(first, first + count)]


@pytest.mark.rule("HT-8")
def test_worked_score():
    won = some("red", 9, 7) + some("blue", 2) + some("green", 4, 7)
    assert round_score(won, ["blue 5"]) == 1


@pytest.mark.rule("HT-8")
@pytest.mark.parametrize(
    ("reds", "blues", "greens", "score"),
    [
        (0, 0, 0, 0),
        (5, 0, 0, 5),
        (0, 5, 0, 5),
        (0, 0, 5, 5),
        (5, 2, 1, 2),
        (1, 2, 5, 2),
        (2, 5, 1, 2),
        (3, 3, 0, 0),  # equals: either one
        (0, 3, 3, 0),
        (3, 0, 3, 0),
        (4, 4, 4, -4),
        (2, 3, 3, -2),
    ],
)
def test_the_colour_one_has_most_of_counts_for_and_the_others_against(reds, blues, greens, score):
    assert round_score(some("red", reds, 10) + some("blue", blues, 10) + some("green", greens, 10)) == score


@pytest.mark.rule("HT-8")
@pytest.mark.parametrize(
    ("passed", "score"),
    [(["red 20"], 1), (["blue 20"], 1), (["green 20"], 1), (["red 20", "blue 20", "green 20", "blue 0"], -5)],
)
def test_every_passed_card_costs_2_whatever_its_colour(passed, score):
    assert round_score(["red 10", "red 11", "red 12"], passed) == score


@pytest.mark.rule("HT-8")
def test_the_numbers_do_not_matter():
    assert round_score(["red 20", "red 10", "blue 20"]) == round_score(["red 11", "red 12", "blue 0"]) == 1


@pytest.mark.rule("HT-9")
@pytest.mark.parametrize(("players", "first"), [(4, 0), (5, 1), (6, 5), (7, 3)])
def test_the_opener_moves_left_for_five_rounds(players, first):
    match = tiny(hat_trick(players, first=first), colours=3, low=1, top=players, hand_size=3)
    openers = []
    while not match.over:
        if match.state.tricks == match.state.laid == 0:
            openers += match.actors
        lay(match, match.hand(match.actors[0])[0])
    assert openers == [(first + number) % players for number in range(5)]


@pytest.mark.rule("HT-9")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_points_of_the_rounds_add_up(players):
    match = play_on(tiny(hat_trick(players), colours=3, low=1, top=players, hand_size=3), random.Random(3))
    rounds = [result["scores"] for result in match.results if result["kind"] == "round"]
    assert len(rounds) == 5
    assert match.scores == [sum(points) for points in zip(*rounds, strict=True)]


@pytest.mark.rule("HT-9")
def test_won_and_passed_cards_count_for_one_round_only():
    hand = ["red 5, green 1", "blue 6, green 2", "green 7, green 3", "red 8, green 4"]
    match = stage(hat_trick(4), tricks=13, hand=hand)
    lay(match, "red 5", "blue 6", "green 7", "red 8")
    assert match.scores == [0, 1, -2, 2]
    assert not any(match.state[field].any() for field in ("won", "passed", "played", "trick"))
    assert [len(match.hand(seat)) for seat in range(4)] == [15] * 4


@pytest.mark.rule("HT-9")
@pytest.mark.parametrize(
    ("total", "scores", "winners"),
    [
        ([0, 0, 0, 0], [0, 1, -2, 2], [3]),
        ([9, 0, 0, 0], [9, 1, -2, 2], [0]),
        ([2, 1, 4, -5], [2, 2, 2, -3], [0, 1, 2]),
        ([-9, -9, -9, -10], [-9, -8, -11, -8], [1, 3]),
    ],
)
def test_the_highest_total_wins_and_equals_share(total, scores, winners):
    hand = ["red 5, green 1", "blue 6, green 2", "green 7, green 3", "red 8, green 4"]
    match = stage(hat_trick(4), round_no=4, tricks=13, hand=hand, total=total, leader=0, turn=0)
    assert match.winners == []
    lay(match, "red 5", "blue 6", "green 7", "red 8")
    assert match.over
    assert match.actors == []
    assert match.scores == scores
    assert match.winners == winners


@pytest.mark.rule("HT-10", "HT-5")
def test_what_was_won_or_passed_is_always_shown():
    with pytest.raises(BadOption, match="no option 'unaided'"):
        hat_trick(4, unaided=True)
    hand = ["red 5, green 1", "blue 6, green 2", "green 7, green 3", "red 8, green 4"]
    match = stage(hat_trick(4), hand=hand)
    lay(match, "red 5", "blue 6", "green 7", "red 8")
    for seat in range(-1, 4):
        shown = picture_of(match.setup, match.view(seat), seat).seats
        assert [line.won for line in shown] == [(), ("blue 6",), (), ("red 5", "red 8")]
        assert [line.passed for line in shown] == [(), (), ("green 7",), ()]


# ---- the rules against a plain telling of them ------------------------------------------------------------------

CARDS = [(colour, number) for colour in ("red", "blue", "green") for number in range(1, 6)]


def check_trick(cards, leader=0):
    match = laid(*(write(card) for card in cards), leader=leader)
    owner = {card: (leader + step) % len(cards) for step, card in enumerate(cards)}
    on_table, passed = split(list(cards))
    assert match.results[0]["winners"] == {c: owner[card] for c, card in hat_trick_winners(on_table).items()}
    assert match.actors == [owner[hat_trick_leader(on_table)]]
    assert [read(name) for seat in match.state.passed for name in names(match, seat)] == sorted(passed, key=owner.get)


@pytest.mark.rule("HT-2", "HT-3", "HT-4", "HT-6")
@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(CARDS), min_size=4, max_size=7, unique=True), st.integers(0, 3))
def test_any_trick_goes_as_in_a_plain_reading_of_the_rules(cards, leader):
    check_trick(cards, leader)


@pytest.mark.rule("HT-2", "HT-3", "HT-4", "HT-6")
def test_every_trick_of_a_tiny_deck():
    deck = [(colour, number) for colour in ("red", "blue", "green") for number in (1, 2)]
    for cards in itertools.permutations(deck, 4):
        check_trick(cards)


@pytest.mark.rule("HT-8")
@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(CARDS), unique=True), st.integers(0, 15))
def test_any_cards_score_what_a_plain_reading_of_the_rules_gives(cards, where):
    higher = [(colour, number + 10) for colour, number in cards]
    passed, won = higher[:where], higher[where:]
    score = round_score([write(card) for card in won], [write(card) for card in passed])
    assert score == hat_trick_points(won, passed)


@pytest.mark.rule("HT-6", "HT-7", "HT-8", "HT-9")
@settings(max_examples=15, deadline=None)
@given(st.sampled_from(PLAYERS), st.integers(0, 3), st.randoms(use_true_random=False))
def test_any_match_comes_out_as_in_a_plain_telling(players, first, chance):
    match = play_on(Match(hat_trick(players, rounds=2, first=first), seed=chance.random()), chance)
    record = match.record()
    assert record["results"] == hat_trick_results(record)
    rounds = [result["scores"] for result in record["results"] if result["kind"] == "round"]
    assert len(rounds) == 2
    assert record["scores"] == [sum(points) for points in zip(*rounds, strict=True)]
    assert record["winners"] == [seat for seat in range(players) if record["scores"][seat] == max(record["scores"])]


@pytest.mark.rule("HT-1", "HT-3", "HT-5", "HT-7")
@settings(max_examples=3, deadline=None)
@given(st.sampled_from(PLAYERS), st.randoms(use_true_random=False))
def test_at_any_time_every_card_is_in_one_place(players, chance):
    match = Match(hat_trick(players, rounds=1), seed=chance.random())
    deck = sorted(itertools.chain(*(match.hand(seat) for seat in range(players))))
    while not match.over:
        s = match.state
        places = [names(match, cards) for cards in (*s.hand, *s.won, *s.passed)]
        now = [action["do"] for action in match.record()["actions"][-int(s.laid) :]] if s.laid else []
        places += [[do.removeprefix("play ")] for do in now if do.startswith("play")]
        assert sorted(itertools.chain(*places)) == deck
        assert match.rules.status(s) == 0
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.legal(seat)))


@pytest.mark.rule("HT-2", "HT-3", "HT-6", "HT-7", "HT-8")
def test_every_way_to_play_a_tiny_round():
    # Twelve cards for four: any of three, then any of the two left; the last one is kept.
    match = tiny(hat_trick(4, rounds=1, first=2), colours=3, low=1, top=4, hand_size=3)
    hands = [[read(name) for name in match.hand(seat)] for seat in range(4)]
    found = {tuple(action["do"] for action in line): scores for line, scores in all_lines(match)}
    assert len(found) == factorial(3) ** 4
    assert found == {tuple(line): points for line, points in hat_trick_lines(hands, leader=2)}
