"""SHIT!, rule by rule."""

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stage import card, names
from stage_more import actions, lay_all, light, light_view, light_world, seats, shit_table, view_bytes, words

from tablee import BadOption, IllegalAction, Match, NotYourTurn, game
from tablee.catalogue.shit import card as name_of
from tablee.rules import shit

PLAYERS = range(2, 7)
COLOURS = ("blue", "red", "green", "yellow", "violet")
RING = [f"{colour} {number}" for colour in COLOURS for number in range(1, 11)]
SETUP = game("shit", 4)


def naive_distance(centre, laid):
    """Walk forward round the ring, card by card."""
    steps, here = 0, RING.index(centre)
    while RING[here] != laid:
        here = 0 if here == 49 else here + 1
        steps += 1
    return steps


def pile(match):
    """What is left of the pile, its top first."""
    return [name_of(int(one)) for one in match.state.pile[match.state.drawn : match.state.pile_size]]


def aside(match):
    return names(match, match.state.aside)


# ---- the cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SH-1", "SH-2", "SH-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_four_of_the_fifty_cards_each_one_in_the_centre_and_the_rest_a_pile(players):
    match = Match(game("shit", players), seed=3)
    hands = [match.hand(seat) for seat in range(players)]
    assert [len(hand) for hand in hands] == [4] * players
    assert len(pile(match)) == 50 - 4 * players - 1
    centre = name_of(int(match.state.centre))
    assert sorted([*itertools.chain(*hands), centre, *pile(match)]) == sorted(RING)
    assert aside(match) == []


@pytest.mark.rule("SH-1")
def test_the_ring_goes_blue_red_green_yellow_violet_and_closes():
    assert [int(shit.place_on_ring(card(SETUP, name))) for name in RING] == list(range(50))
    assert shit.distance(card(SETUP, "violet 10"), card(SETUP, "blue 1")) == 1


@pytest.mark.rule("SH-1", "SH-7")
def test_everybody_always_has_their_own_shit_card():
    match = shit_table(["blue 1", "red 1", ""], "green 1")
    for _ in range(3):
        assert all("lay shit" in match.choices(seat) for seat in range(3))
        lay_all(match, "shit", "shit", "shit")


# ---- a turn ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SH-3")
def test_each_turn_the_top_of_the_pile_becomes_the_centre():
    match = shit_table(["blue 1, blue 2", "red 1, red 2"], "green 1", pile="violet 3, yellow 9, green 4")
    lay_all(match, "blue 1", "red 1")
    assert name_of(int(match.state.centre)) == "violet 3"
    lay_all(match, "blue 2", "red 2")
    assert name_of(int(match.state.centre)) == "yellow 9"
    assert pile(match) == ["green 4"]


@pytest.mark.rule("SH-3")
def test_all_lay_at_once_in_any_order_and_only_once():
    match = shit_table(["blue 1, blue 2", "red 1", "red 2"], "green 1")
    assert match.actors == [0, 1, 2]
    match.play(2, "lay red 2")
    assert match.actors == [0, 1]
    with pytest.raises(NotYourTurn):
        match.play(2, "lay shit")
    match.play(0, "lay blue 2")
    assert match.play(1, "lay shit")[0]["cards"] == ["blue 2", "shit", "red 2"]
    assert match.actors == [0, 1, 2]


@pytest.mark.rule("SH-3")
def test_one_lays_a_card_of_ones_own_hand():
    match = shit_table(["blue 1, blue 2", "red 1"], "green 1")
    assert match.choices(0) == ["lay blue 1", "lay blue 2", "lay shit"]
    for foreign in ("lay red 1", "lay green 1", "lay green 2"):
        with pytest.raises(IllegalAction):
            match.play(0, foreign)


@pytest.mark.rule("SH-3")
def test_what_lies_face_down_is_secret_until_all_have_laid():
    seen = {}
    for laid in ("blue 1", "violet 8", "shit"):
        match = shit_table(["blue 1, violet 8", "red 1, red 5", "red 2"], "green 1")
        match.play(0, f"lay {laid}")
        match.play(1, "lay red 5")
        seen[laid] = [view_bytes(match, observer) for observer in (-1, 1, 2)]
        assert int(match.view(0).laid[0]) == (shit.SHIT if laid == "shit" else card(SETUP, laid))
    assert seen["blue 1"] == seen["violet 8"] == seen["shit"]
    match.play(2, "lay red 2")
    for observer in (-1, 0, 1, 2):
        assert [name_of(int(one)) for one in match.view(observer).last_laid[:3]] == ["shit", "red 5", "red 2"]


@pytest.mark.rule("SH-4")
@pytest.mark.parametrize(
    ("centre", "laid", "distance"),
    [
        ("blue 2", "red 2", 10),
        ("green 5", "yellow 5", 10),
        ("yellow 3", "yellow 8", 5),
        ("blue 9", "red 3", 4),
        ("yellow 4", "blue 7", 23),
        ("red 9", "yellow 5", 16),
        ("blue 5", "blue 4", 49),
        ("blue 4", "blue 5", 1),
    ],
)
def test_distance_runs_forward_from_the_centre(centre, laid, distance):
    assert shit.distance(card(SETUP, centre), card(SETUP, laid)) == distance
    match = shit_table([laid, ""], centre, target=50)
    assert lay_all(match, laid, "shit")[0]["points"] == distance


@pytest.mark.rule("SH-4")
def test_distance_is_the_walk_round_the_ring_for_every_pair():
    assert all(
        shit.distance(card(SETUP, centre), card(SETUP, laid)) == naive_distance(centre, laid)
        for centre in RING
        for laid in RING
    )


@pytest.mark.rule("SH-5")
def test_centre_9_red_nearest_5_yellow_scores_16():
    match = shit_table(["red 8", "yellow 6", "yellow 5", "violet 1"], "red 9")
    [turn] = lay_all(match, "red 8", "yellow 6", "yellow 5", "violet 1")
    assert (turn["winner"], turn["points"]) == (2, 16)
    assert match.scores == [0, 0, 16, 0]


@pytest.mark.rule("SH-5")
def test_shit_is_no_number_card_and_never_nearest():
    match = shit_table(["red 8", "", ""], "red 9")
    [turn] = lay_all(match, "red 8", "shit", "shit")
    assert (turn["winner"], turn["points"]) == (0, 49)


@pytest.mark.rule("SH-5")
def test_nobody_scores_when_all_lay_shit():
    match = shit_table(["red 8", "blue 1", ""], "red 9", total=[3, 4, 5])
    [turn] = lay_all(match, "shit", "shit", "shit")
    assert (turn["winner"], turn["points"]) == (None, 0)
    assert match.scores == [3, 4, 5]
    assert aside(match) == ["red 9"]
    assert match.state.turns == 1


@given(st.data())
@settings(max_examples=60, deadline=None)
@pytest.mark.rule("SH-5")
def test_the_nearest_by_walking_scores_alone(data):
    players = data.draw(st.integers(2, 6))
    centre, *hands = data.draw(st.permutations(RING))[: players + 1]
    laid = [data.draw(st.sampled_from([hand, "shit"])) for hand in hands]
    match = shit_table(hands, centre, target=50)
    lay_all(match, *laid)
    walked = {naive_distance(centre, name): seat for seat, name in enumerate(laid) if name != "shit"}
    scores = [0] * players
    if walked:
        scores[walked[min(walked)]] = min(walked)
    assert match.scores == scores


@pytest.mark.rule("SH-6")
def test_laid_cards_and_the_centre_are_set_aside():
    match = shit_table(["blue 1, blue 2", "red 1, red 2", "green 8"], "green 1")
    lay_all(match, "blue 1", "red 2", "shit")
    assert aside(match) == ["blue 1", "red 2", "green 1"]
    assert match.hand(0) == ["blue 2"]
    assert match.hand(1) == ["red 1"]
    # Seat 2 has drawn the blue 3, the blue 4 was the second centre: neither comes back either.
    lay_all(match, "blue 2", "red 1", "blue 3")
    assert aside(match) == ["blue 1", "blue 2", "blue 3", "blue 4", "red 1", "red 2", "green 1"]
    assert [match.hand(seat) for seat in range(3)] == [[], [], ["green 8"]]


@pytest.mark.rule("SH-7")
def test_who_laid_shit_draws_and_nobody_else():
    match = shit_table(["blue 1, blue 2", "red 1", "green 8, green 9"], "green 1", pile="violet 3, yellow 9, green 4")
    lay_all(match, "blue 1", "shit", "green 9")
    assert [match.hand(seat) for seat in range(3)] == [["blue 2"], ["red 1", "violet 3"], ["green 8"]]


@pytest.mark.rule("SH-7")
def test_a_drawn_card_is_hidden_from_the_others():
    seen = []
    for pile_order in ("violet 3, yellow 9, green 4", "green 4, yellow 9, violet 3"):
        match = shit_table(["blue 1", "red 1", "green 8"], "green 1", pile=pile_order)
        lay_all(match, "blue 1", "shit", "green 8")
        assert match.hand(1) == ["red 1", pile_order.split(", ")[0]]
        seen.append([view_bytes(match, observer) for observer in (-1, 0, 2)])
    assert seen[0] == seen[1]


@pytest.mark.rule("SH-9")
def test_without_number_cards_one_can_only_lay_shit():
    match = shit_table(["", "red 1"], "green 1")
    assert match.choices(0) == ["lay shit"]
    with pytest.raises(IllegalAction):
        match.play(0, "lay red 1")


# ---- the pile -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SH-8")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_draws_go_clockwise_whoever_laid_first(order):
    match = shit_table(["blue 1", "red 1", "green 8", ""], "green 1", pile="violet 3, yellow 9, green 4, red 7")
    for seat in order:
        match.play(seat, f"lay {('blue 1', 'shit', 'shit', 'shit')[seat]}")
    assert [match.hand(seat) for seat in range(4)] == [[], ["red 1", "violet 3"], ["green 8", "yellow 9"], ["green 4"]]
    assert name_of(int(match.state.centre)) == "red 7"


PILE = "violet 3, yellow 9, green 4, red 7, red 9, red 10"


@pytest.mark.rule("SH-8")
def test_draws_begin_after_the_seat_that_drew_last():
    match = shit_table(["blue 1", "red 1, red 2", "green 8"], "green 1", pile=PILE)
    lay_all(match, "shit", "red 1", "green 8")  # seat 0 draws the violet 3; the yellow 9 is the next centre
    lay_all(match, "shit", "shit", "shit")  # so seat 1 is the first now, and seat 0 the last
    assert [match.hand(seat) for seat in range(3)] == [["blue 1", "red 9", "violet 3"], ["red 2", "green 4"], ["red 7"]]


@pytest.mark.rule("SH-8")
def test_a_draw_that_was_skipped_comes_first_the_next_time():
    hands = [", ".join(RING[3::3]), ", ".join(RING[4::3]), ", ".join(RING[5::3])]
    match = shit_table(hands, RING[0], pile=", ".join(RING[1:3]))
    lay_all(match, "shit", "shit", "shit")  # two of the three cards that are left can be drawn: the third is a centre
    assert match.state.draws_first == 2
    lay_all(match, match.hand(0)[0], match.hand(1)[0], "shit")
    assert match.state.draws_first == 0


@pytest.mark.rule("SH-8")
def test_by_version_1_draws_always_begin_with_seat_0():
    match = shit_table(["blue 1", "red 1, red 2", "green 8"], "green 1", pile=PILE, version=1)
    lay_all(match, "shit", "red 1", "green 8")
    lay_all(match, "shit", "shit", "shit")
    assert [match.hand(seat) for seat in range(3)] == [["blue 1", "green 4", "violet 3"], ["red 2", "red 7"], ["red 9"]]


@pytest.mark.rule("SH-8")
def test_an_empty_pile_is_refilled_with_all_that_was_set_aside_this_turn_included():
    match = shit_table(["blue 1, blue 2", "red 1, red 2"], "green 1", pile="")
    assert len(aside(match)) == 45
    lay_all(match, "blue 1", "red 1")
    centre = name_of(int(match.state.centre))
    assert sorted([centre, *pile(match)]) == sorted({*RING} - {"blue 2", "red 2"})
    assert aside(match) == []
    assert match.state.shuffles == 2


@pytest.mark.rule("SH-8")
def test_the_new_pile_is_shuffled():
    piles = set()
    for seed in range(20):
        match = shit_table(["blue 1", "red 1"], "green 1", pile="", seed=seed)
        lay_all(match, "blue 1", "red 1")
        piles.add(tuple(pile(match)))
    assert len(piles) == 20


@pytest.mark.rule("SH-8")
def test_a_pile_is_refilled_only_when_a_card_is_needed():
    match = shit_table(["blue 1, blue 2", "red 1, red 2"], "green 1", pile="violet 3")
    lay_all(match, "blue 1", "red 1")
    assert name_of(int(match.state.centre)) == "violet 3"
    assert (pile(match), match.state.shuffles) == ([], 1)
    assert len(aside(match)) == 47


@pytest.mark.rule("SH-8")
def test_the_pile_can_run_out_between_two_draws():
    match = shit_table(["blue 1", "red 1", "green 8"], "green 1", pile="violet 3")
    before = {*aside(match), "green 1"}
    lay_all(match, "shit", "shit", "shit")
    assert match.hand(0) == ["blue 1", "violet 3"]
    drawn = [*({*match.hand(1)} - {"red 1"}), *({*match.hand(2)} - {"green 8"})]
    assert len(drawn) == 2
    assert {*drawn, name_of(int(match.state.centre)), *pile(match)} == before
    assert match.state.shuffles == 2


@pytest.mark.rule("SH-8")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_the_last_card_there_is_is_kept_for_the_centre(left):
    # All but the centre and `left` cards of the pile are in hands; at most the first `left` seats can draw.
    in_hands = RING[left + 1 :]
    hands = [", ".join(in_hands[seat::3]) for seat in range(3)]
    match = shit_table(hands, RING[0], pile=", ".join(RING[1 : left + 1]))
    sizes = [len(match.hand(seat)) for seat in range(3)]
    lay_all(match, "shit", "shit", "shit")
    grown = [len(match.hand(seat)) - size for seat, size in enumerate(sizes)]
    assert grown == [1] * left + [0] * (3 - left)
    assert shit.available(match.state) == 0
    if left == 0:
        assert name_of(int(match.state.centre)) == RING[0]
    assert shit.status(match.state) == 0


# ---- the end --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SH-10")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_target_is_120_points_150_with_two(players):
    assert Match(game("shit", players), 0).state.target == (150 if players == 2 else 120)


@pytest.mark.rule("SH-10")
@pytest.mark.parametrize(("before", "over"), [(109, False), (110, True), (111, True)])
def test_the_first_to_reach_the_target_wins_at_once(before, over):
    match = shit_table(["blue 1, red 3", "red 4, blue 2", "blue 3"], "blue 4", total=[119, before, 119])
    lay_all(match, "blue 1", "red 4", "blue 3")
    assert match.over is over
    assert match.scores == [119, before + 10, 119]
    assert match.winners == ([1] if over else [])
    if over:
        assert match.actors == []
        assert match.choices(0) == []
        with pytest.raises(NotYourTurn):
            match.play(0, "lay red 3")


@pytest.mark.rule("SH-11")
@pytest.mark.parametrize(("version", "over"), [(1, False), (2, True)])
def test_fifty_turns_of_nothing_but_shit_end_the_match(version, over):
    match = Match(game("shit", 3).as_of(version), seed=11)
    lay_all(match, *(match.hand(seat)[0] for seat in range(3)))
    scores = match.scores
    for _ in range(shit.IDLE - 1):
        lay_all(match, "shit", "shit", "shit")
    assert not match.over
    lay_all(match, "shit", "shit", "shit")
    assert match.over == over
    assert match.scores == scores
    assert match.winners == ([scores.index(max(scores))] if over else [])


@pytest.mark.rule("SH-11")
def test_a_number_card_begins_the_count_anew():
    match = Match(game("shit", 3), seed=11)
    for _ in range(2):
        for _ in range(shit.IDLE - 1):
            lay_all(match, "shit", "shit", "shit")
        lay_all(match, match.hand(0)[0], "shit", "shit")
    assert not match.over


@pytest.mark.rule("SH-10")
def test_a_table_may_set_its_own_target():
    match = shit_table(["red 8", "red 7"], "red 1", target=7)
    lay_all(match, "red 8", "shit")
    assert match.winners == [0]
    for wrong in (0, 10_001):
        with pytest.raises(BadOption):
            game("shit", 3, target=wrong)


# ---- what everybody knows -------------------------------------------------------------------------------------


def worlds(match, observer, count):
    """So many worlds drawn from what the observer sees, each checked to be sound and to look the same."""
    seen = light_view(shit, light(match.state), observer)
    luck = words(observer)
    for _ in range(count):
        world = light_world(shit, seen, observer, luck)
        assert shit.status(world) == 0
        assert light_view(shit, world, observer) == seen
        yield world


def hands_of(world):
    return [frozenset(name for name in RING if shit.has(world.hand[seat], card(SETUP, name))) for seat in range(6)]


@pytest.mark.rule("SH-8")
def test_after_a_shuffle_all_know_which_cards_make_up_the_new_pile():
    match = shit_table(["blue 1, blue 2, blue 3", "red 1, red 2, red 3", "red 4"], "green 1", pile="")
    lay_all(match, "blue 1", "shit", "shit")
    centre = name_of(int(match.state.centre))
    old = {"blue 2", "blue 3", "red 1", "red 2", "red 3", "red 4"}
    for observer, mine in ((0, {"blue 2", "blue 3"}), (-1, set())):
        splits = set()
        for world in worlds(match, observer, 150):
            hands = hands_of(world)
            assert [len(hand & old) for hand in hands] == [2, 3, 1, 0, 0, 0]
            assert [len(hand - old) for hand in hands] == [0, 1, 1, 0, 0, 0]
            assert not any(centre in hand for hand in hands)
            assert mine <= hands[0]
            splits.add(tuple(hand & old for hand in hands[:3]))
        if observer == 0:
            # Which of the old ones seat 2 holds is open: all four that seat 0 cannot see may be it.
            assert len(splits) == 4


@pytest.mark.rule("SH-8")
def test_worlds_are_just_those_that_can_be_each_as_likely():
    # Nearly all cards are in the hand of seat 0, so that few worlds are left: the new pile is of four cards.
    in_hand = ", ".join(RING[8:])
    match = shit_table([in_hand, "blue 1, blue 2", "blue 3, blue 4"], "blue 5", pile="")
    lay_all(match, "shit", "shit", "shit")
    assert match.state.shuffles == 2
    unknown = {"blue 1", "blue 2", "blue 3", "blue 4"}
    new = {"blue 5", "blue 6", "blue 7", "blue 8"} - {name_of(int(match.state.centre))} - {*match.hand(0)}
    assert len(new) == 2
    possible = set()
    for pair in itertools.combinations(sorted(unknown), 2):
        for first, second in itertools.permutations(sorted(new)):
            possible.add((frozenset(pair) | {first}, frozenset(unknown - set(pair)) | {second}))
    assert len(possible) == 12
    found = Counter((hands_of(world)[1], hands_of(world)[2]) for world in worlds(match, 0, 600))
    assert set(found) == possible
    assert all(25 <= times <= 80 for times in found.values())


def test_in_a_world_the_pile_is_shuffled_and_any_card_may_have_been_laid():
    match = shit_table(["blue 1, blue 2", "red 1, red 2", "red 3"], "green 1")
    match.play(1, "lay red 2")
    drawn = list(worlds(match, 0, 120))
    assert len({world.pile[0] for world in drawn}) > 30
    assert {world.laid[1] == shit.SHIT for world in drawn} == {True, False}
    assert all(sum(map(len, hands_of(world))) + (world.laid[1] != shit.SHIT) == 5 for world in drawn)


@pytest.mark.rule("SH-3", "SH-8")
@pytest.mark.parametrize("players", PLAYERS)
def test_worlds_fit_what_one_sees_all_through_a_match(players):
    match = Match(game("shit", players, target=10_000), seed=players)
    s, luck, choice = light(match.state), words(players), random.Random(players)
    while s.shuffles < 4:
        seat = choice.choice(seats(shit.actors(s)))
        shit.apply(s, seat, choice.choice(actions(shit, s, seat)), luck)
        assert shit.status(s) == 0
        if choice.random() < 0.25:
            observer = choice.randrange(-1, players)
            seen = light_view(shit, s, observer)
            world = light_world(shit, seen, observer, luck)
            assert shit.status(world) == 0
            assert light_view(shit, world, observer) == seen


class Memory:
    """Someone who remembers in which shuffle each card last was, and from which shuffle each seat drew its cards."""

    def __init__(self, players):
        self.shuffle = 1
        self.last_in = dict.fromkeys(RING, 1)
        self.drawn = [Counter({1: 4}) for _ in range(players)]
        self.in_pile = 50 - 4 * players - 1
        self.aside = set()
        self.first = 0  # to draw

    def see_turn(self, centre, laid):
        self.aside |= {centre, *laid} - {"shit"}
        for seat, name in enumerate(laid):
            if name != "shit":
                self.drawn[seat][self.last_in[name]] -= 1
        for seat in [*range(self.first, len(laid)), *range(self.first)]:
            if laid[seat] == "shit" and self.in_pile + len(self.aside) > 1:
                self.see_draw()
                self.drawn[seat][self.shuffle] += 1
                self.first = (seat + 1) % len(laid)
        self.see_draw()

    def see_draw(self):
        if self.in_pile == 0:
            self.shuffle += 1
            self.last_in |= dict.fromkeys(self.aside, self.shuffle)
            self.in_pile, self.aside = len(self.aside), set()
        self.in_pile -= 1

    def generations(self):
        """Of each shuffle its cards, and how many of them each seat holds."""
        return {
            frozenset(name for name in RING if self.last_in[name] == shuffle): [drawn[shuffle] for drawn in self.drawn]
            for shuffle in set(self.last_in.values())
        }


@pytest.mark.rule("SH-8")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_generations_are_what_a_good_memory_keeps(players):
    match = Match(game("shit", players, target=10_000), seed=players)
    s, luck, choice = light(match.state), words(players), random.Random(players)
    memory = Memory(players)
    while s.shuffles < 7:
        for seat in range(players):
            # SHIT! so often that old cards stay in hands over many shuffles.
            shit.apply(s, seat, choice.choice([shit.SHIT, choice.choice(actions(shit, s, seat))]), luck)
        memory.see_turn(name_of(s.last_centre), [name_of(laid) for laid in s.last_laid[:players]])
        kept = {}
        for generation in range(shit.GENERATIONS):
            born = frozenset(name for name in RING if shit.has(s.born[generation], card(SETUP, name)))
            if born:
                kept[born] = [s.held[seat, generation] for seat in range(players)]
        assert kept == memory.generations()


@pytest.mark.rule("SH-8")
def test_more_shuffles_alive_than_are_kept_apart_are_merged_soundly():
    # Seat 0 holds a card of each shuffle that can be kept apart; one more is due.
    last = shit.GENERATIONS - 1
    match = shit_table([", ".join(RING[: 2 * shit.GENERATIONS : 2]), "violet 10"], "violet 9", pile="")
    s = match.state
    s.born[:], s.held[:] = 0, 0
    for place, name in enumerate(RING):
        shit.add(s.born[min(place // 2, last)], card(SETUP, name))
    s.held[0, :] = 1
    s.held[1, last] = 1
    assert shit.status(s) == 0
    old = {*match.hand(0), "violet 10"}
    lay_all(match, "shit", "shit")
    assert shit.status(s) == 0
    assert sum(int(number) for number in s.held[0]) == shit.GENERATIONS + 1
    for observer in (-1, 0, 1):
        for world in worlds(match, observer, 20):
            assert [len(hand & old) for hand in hands_of(world)[:2]] == [shit.GENERATIONS, 1]


# ---- all of it told a second time -----------------------------------------------------------------------------


def naive_results(record):
    """What a record should say, from its deals and actions alone."""
    first, *shuffles = record["deals"]
    hands = [list(hand) for hand in first["hands"]]
    deck, set_aside, results = list(first["piles"][0]), [], []
    players, actions_left = record["players"], list(record["actions"])
    totals = [0] * players

    def draw():
        nonlocal deck, set_aside
        if not deck:
            deck = list(shuffles.pop(0)["piles"][0])
            assert sorted(deck) == sorted(set_aside)
            set_aside = []
        return deck.pop(0)

    centre, done, next_to_draw = draw(), 0, 0
    while actions_left:
        turn, actions_left, done = actions_left[:players], actions_left[players:], done + players
        laid = [name for _, name in sorted((entry["seat"], entry["do"].removeprefix("lay ")) for entry in turn)]
        walks = {naive_distance(centre, name): seat for seat, name in enumerate(laid) if name != "shit"}
        winner, points = (walks[min(walks)], min(walks)) if walks else (None, 0)
        results.append(
            {"after": done, "kind": "turn", "centre": centre, "cards": laid, "winner": winner, "points": points}
        )
        if winner is not None:
            totals[winner] += points
        for seat, name in enumerate(laid):
            if name != "shit":
                hands[seat].remove(name)
        set_aside += [centre, *(name for name in laid if name != "shit")]
        if max(totals) >= record_target(record):
            assert not actions_left
            break
        for seat in [*range(next_to_draw, players), *range(next_to_draw)]:
            if laid[seat] == "shit" and len(deck) + len(set_aside) > 1:
                hands[seat].append(draw())
                next_to_draw = (seat + 1) % players
        centre = draw()
    assert not shuffles
    return results, totals


def record_target(record):
    return record["options"].get("target", 150 if record["players"] == 2 else 120)


@pytest.mark.rule("SH-5", "SH-6", "SH-7", "SH-8", "SH-10")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_match_is_what_a_naive_retelling_makes_of_it(players):
    match = Match(game("shit", players), seed=players)
    choice = random.Random(players)
    while not match.over:
        seat = choice.choice(match.actors)
        # SHIT! often enough that the pile runs out.
        match.play(seat, "lay shit" if choice.random() < 0.4 else choice.choice(match.legal(seat)))
    record = match.record()
    results, totals = naive_results(record)
    assert record["results"] == results
    assert match.scores == totals
