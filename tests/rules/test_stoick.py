"""Stoïck, rule by rule. What each player can remember has its own file, test_stoick_memory."""

import itertools
from collections import Counter
from math import comb

import pytest
from stage_more import (
    KIND,
    blank,
    discards_of,
    hand_of,
    kinds,
    pile_of,
    play_all,
    seen_by,
    seen_in_pile,
    steal_card,
    stoick_table,
    view_bytes,
)

from tablee import BadOption, IllegalAction, Match, NotYourTurn, game
from tablee.rules import stoick
from tablee.rules.stoick_cards import copies

PLAYERS = range(2, 7)
HANDS = (  # seat 0, in turn, holds five
    "red clover, red draw, red steal, red swap, red anti-joker",
    "yellow clover, yellow draw, yellow steal, yellow swap",
    "green clover, green draw, green steal, green swap",
)


def names_in(hand):
    """The cards of `3 red clover, joker`, one by one."""
    return [name for kind in kinds(hand) for name, other in KIND.items() if other == kind]


def table(*hands, **options):
    """A table with seat 0 in turn, who holds five cards."""
    return stoick_table(list(hands), **options)


def strict_table(*hands, **options):
    return stoick_table(list(hands), strict=1, **options)


def total_cards(match):
    return Counter([*pile_of(match), *discards_of(match)]) + sum(
        (Counter(hand_of(match, seat)) for seat in range(match.setup.players)), Counter()
    )


def after_discard(match, name, seat=0):
    match.play(seat, f"discard {name}")
    return match


# ---- the cards and the deal -----------------------------------------------------------------------------------


@pytest.mark.rule("SK-1")
@pytest.mark.parametrize(
    ("players", "colours", "jokers", "size"),
    [
        (2, "red yellow green", 1, 25),
        (3, "red yellow green", 1, 25),
        (4, "red yellow green blue", 2, 34),
        (5, "red yellow green blue violet", 2, 42),
        (6, "red yellow green blue violet orange", 3, 51),
    ],
)
def test_the_deck_grows_with_the_players(players, colours, jokers, size):
    deck = Counter({"joker": jokers})
    for colour in colours.split():
        deck[f"{colour} clover"] = 4
        deck.update(f"{colour} {face}" for face in ("draw", "steal", "anti-joker", "swap"))
    found = total_cards(Match(game("stoick", players), seed=players))
    assert found == deck
    assert found.total() == size


@pytest.mark.rule("SK-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_four_cards_each_and_the_first_draws_a_fifth(players):
    for first in range(players):
        match = Match(game("stoick", players, first=first), seed=7)
        assert match.actors == [first]
        assert [len(hand_of(match, seat)) for seat in range(players)] == [
            4 + (seat == first) for seat in range(players)
        ]
        assert discards_of(match) == []


@pytest.mark.rule("SK-2")
def test_seat_0_starts_unless_the_table_says_otherwise():
    assert Match(game("stoick", 4), seed=1).actors == [0]


@pytest.mark.rule("SK-2", "SK-3")
def test_turns_go_clockwise():
    match = table(*HANDS, pile="joker, red clover, red clover")
    after_discard(match, "red clover")
    assert match.actors == [1]
    after_discard(match, "yellow clover", 1)
    assert match.actors == [2]
    after_discard(match, "green clover", 2)
    assert match.actors == [0]


@pytest.mark.rule("SK-2", "SK-11")
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_the_seat_to_the_left_of_the_winner_starts_the_next_game(winner):
    hands = ["4 red clover", "4 yellow clover", "4 green clover"]
    hands[winner] += ", red swap"
    match = table(*hands, turn=winner, games=2)
    match.play(winner, "family red swap")
    assert not match.over
    assert match.scores == [int(seat == winner) for seat in range(3)]
    assert match.actors == [(winner + 1) % 3]
    assert [len(hand_of(match, seat)) for seat in range(3)] == [4 + (seat == (winner + 1) % 3) for seat in range(3)]
    assert discards_of(match) == []
    assert total_cards(match).total() == 25


@pytest.mark.rule("SK-2")
def test_a_match_is_as_many_games_as_the_table_wants():
    match = table("4 red clover, red swap", "4 yellow clover", games=3, game_no=1)
    match.state.total[0] = 1
    match.play(0, "family red swap")
    assert (match.over, match.scores) == (False, [2, 0])
    match = table("4 red clover, red swap", "4 yellow clover", games=3, game_no=2)
    match.state.total[1] = 2
    match.play(0, "family red swap")
    assert (match.over, match.scores, match.winners) == (True, [1, 2], [1])
    with pytest.raises(BadOption):
        game("stoick", 3, games=0)


# ---- a turn ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-3", "SK-4")
@pytest.mark.parametrize("card", ["red clover", "joker"])
def test_a_clover_or_a_joker_is_discarded_and_the_next_draws_from_the_pile(card):
    match = table(HANDS[0].replace("red clover", card), *HANDS[1:], pile="yellow clover, green clover")
    after_discard(match, card)
    assert discards_of(match) == [card]
    assert hand_of(match, 0) == ["red draw", "red steal", "red anti-joker", "red swap"]
    assert match.actors == [1]
    # From the draw pile, never from the discard pile.
    assert sorted(hand_of(match, 1)) == sorted(["yellow clover", *names_in(HANDS[1])])
    assert discards_of(match) == [card]


@pytest.mark.rule("SK-3")
def test_one_discards_a_card_one_holds():
    match = table(*HANDS)
    assert match.choices(0) == [f"discard red {face}" for face in ("clover", "draw", "steal", "anti-joker", "swap")]
    for foreign in ("discard yellow clover", "discard joker"):
        with pytest.raises(IllegalAction):
            match.play(0, foreign)
    for seat in (1, 2):
        assert match.choices(seat) == []
        with pytest.raises(NotYourTurn):
            match.play(seat, "discard yellow clover")


@pytest.mark.rule("SK-4")
def test_nothing_is_ever_drawn_from_the_discard_pile():
    # A turn, a DRAW, a victim of STEAL, a victim of ANTI-JOKER: all draw from the top of the draw pile.
    match = table(
        "red draw, red steal, red clover, red swap, yellow steal",
        "yellow clover, yellow draw, yellow anti-joker, joker",
        HANDS[2],
        pile="green clover, 2 red clover, 2 yellow clover, green clover",
        discards="red anti-joker",
    )
    after_discard(match, "red draw")
    assert hand_of(match, 0).count("green clover") == 1
    after_discard(match, "red steal")
    steal_card(match, 0, 1, "yellow draw")
    assert hand_of(match, 1).count("red clover") == 1
    after_discard(match, "yellow draw")
    assert hand_of(match, 0).count("red clover") == 2
    assert discards_of(match) == ["red anti-joker", "red draw", "red steal", "yellow draw"]
    after_discard(match, "red clover")
    assert hand_of(match, 1).count("yellow clover") == 2
    match.play(1, "discard yellow anti-joker")
    match.play(1, "target 2")
    assert hand_of(match, 2).count("yellow clover") == 1
    assert discards_of(match)[-2:] == ["red clover", "yellow anti-joker"]


@pytest.mark.rule("SK-5")
def test_draw_draws_and_discards_again():
    match = table(*HANDS, pile="joker")
    after_discard(match, "red draw")
    assert match.actors == [0]
    assert hand_of(match, 0) == ["red clover", "red steal", "red anti-joker", "red swap", "joker"]
    after_discard(match, "red clover")
    assert match.actors == [1]


@pytest.mark.rule("SK-5")
def test_a_draw_directly_after_a_draw_does_nothing_and_ends_the_turn():
    match = table(
        "red draw, yellow draw, red clover, red swap, green clover", "4 yellow clover", "3 green clover, joker"
    )
    after_discard(match, "red draw")
    assert match.actors == [0]
    before = hand_of(match, 0)
    after_discard(match, "yellow draw")
    assert match.actors == [1]
    before.remove("yellow draw")
    assert hand_of(match, 0) == before
    assert discards_of(match) == ["red draw", "yellow draw"]


@pytest.mark.rule("SK-5", "SK-6")
def test_draw_and_steal_may_alternate_as_long_as_one_likes():
    match = table("red draw, yellow draw, green draw, red steal, yellow steal", "4 yellow clover", "4 green clover")
    for card in ("red draw", "red steal", "yellow draw", "yellow steal", "green draw"):
        after_discard(match, card)
        if card.endswith("steal"):
            match.play(0, "target 2")
        assert match.actors == [0]
        assert len(hand_of(match, 0)) == 5
    assert discards_of(match) == ["red draw", "red steal", "yellow draw", "yellow steal", "green draw"]


@pytest.mark.rule("SK-5")
def test_a_draw_after_another_players_draw_counts():
    match = table(
        "red draw, yellow draw, red clover, red swap, green clover", "3 yellow clover, green draw", pile="joker"
    )
    play_all(match, (0, "discard red draw"), (0, "discard yellow draw"), (1, "discard green draw"))
    assert match.actors == [1]
    assert len(hand_of(match, 1)) == 5


@pytest.mark.rule("SK-5")
def test_a_draw_in_ones_next_turn_counts_again():
    # Seat 0 ends its turn on the clover it drew by DRAW, and has the next DRAW in its next turn.
    match = table(
        "red draw, yellow draw, red clover, red swap, green clover", "3 yellow clover, green swap", pile="joker"
    )
    play_all(match, (0, "discard red draw"), (0, "discard joker"), (1, "discard yellow clover"))
    after_discard(match, "yellow draw")
    assert match.actors == [0]


@pytest.mark.rule("SK-6")
def test_steal_takes_a_card_and_the_victim_redraws_at_once():
    match = table("red steal, red clover, red draw, red swap, green clover", *HANDS[1:], pile="joker, 2 red clover")
    after_discard(match, "red steal")
    assert match.choices(0) == ["target 1", "target 2"]
    assert match.actors == [0]
    steal_card(match, 0, 2, "green swap")
    assert hand_of(match, 2) == ["green clover", "green draw", "green steal", "joker"]
    assert hand_of(match, 0) == ["red clover", "red draw", "red swap", "green clover", "green swap"]
    assert match.actors == [0]
    assert all(choice.startswith("discard") for choice in match.choices(0))


@pytest.mark.rule("SK-6")
def test_the_stolen_card_is_any_of_the_victims():
    stolen = Counter()
    for seed in range(120):
        match = table("red steal, 3 red clover, red draw", *HANDS[1:], seed=seed)
        play_all(match, (0, "discard red steal"), (0, "target 1"))
        [card] = set(hand_of(match, 0)) & set(names_in(HANDS[1]))
        stolen[card] += 1
    assert set(stolen) == set(names_in(HANDS[1]))
    assert min(stolen.values()) >= 15


@pytest.mark.rule("SK-6")
def test_steal_may_follow_steal():
    match = table("red steal, yellow steal, green steal, red draw, red swap", "4 yellow clover", "4 green clover")
    for card in ("red steal", "yellow steal", "green steal"):
        after_discard(match, card)
        match.play(0, "target 1")
        assert match.actors == [0]
    assert hand_of(match, 0).count("yellow clover") >= 1
    assert [len(hand_of(match, seat)) for seat in range(3)] == [5, 4, 4]


@pytest.mark.rule("SK-7")
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_anti_joker_costs_the_named_player_one_joker_at_most(jokers):
    # Four players: the deck has two jokers.
    named = f"{jokers} joker, " * (jokers > 0) + f"{4 - jokers} yellow clover"
    match = table(
        "red anti-joker, 3 red clover, red draw",
        "green clover, green draw, green steal, green swap",
        named,
        "blue clover, blue draw, blue steal, blue swap",
        pile="red swap, red steal",
    )
    after_discard(match, "red anti-joker")
    assert match.choices(0) == ["target 1", "target 2", "target 3"]
    match.play(0, "target 2")
    assert match.actors == [1]
    if jokers == 0:
        assert discards_of(match) == ["red anti-joker"]
        assert hand_of(match, 2) == ["yellow clover"] * 4
        assert "red swap" in hand_of(match, 1)
    else:
        assert discards_of(match) == ["red anti-joker", "joker"]
        assert sorted(hand_of(match, 2)) == ["joker"] * (jokers - 1) + ["red swap"] + ["yellow clover"] * (4 - jokers)
        assert "red steal" in hand_of(match, 1)


@pytest.mark.rule("SK-7")
def test_everybody_knows_afterwards_whether_the_named_player_had_a_joker():
    match = table("red anti-joker, 3 red clover, red draw", *HANDS[1:])
    play_all(match, (0, "discard red anti-joker"), (0, "target 2"))
    assert [int(number) for number in match.view(-1).jokers_max[:3]] == [1, 1, 0]
    match.play(1, "discard yellow clover")
    # Seat 2 has drawn a card since: it may be the joker.
    assert [int(number) for number in match.view(-1).jokers_max[:3]] == [1, 1, 1]


@pytest.mark.rule("SK-8")
def test_swap_exchanges_the_four_cards():
    match = table("red swap, 3 red clover, red draw", *HANDS[1:])
    after_discard(match, "red swap")
    assert match.choices(0) == ["target 1", "target 2"]
    match.play(0, "target 2")
    assert sorted(hand_of(match, 0)) == sorted(names_in(HANDS[2]))
    assert hand_of(match, 2) == ["red clover"] * 3 + ["red draw"]
    assert sorted(hand_of(match, 1)) == sorted(names_in(HANDS[1]))
    assert discards_of(match) == ["red swap"]


@pytest.mark.rule("SK-8")
def test_both_know_what_they_gave_away_in_a_swap():
    match = table("red swap, 3 red clover, red draw", *HANDS[1:])
    play_all(match, (0, "discard red swap"), (0, "target 2"))
    assert seen_by(match, 0, 2) == ["red clover"] * 3 + ["red draw"]
    assert seen_by(match, 2, 0) == ["green clover", "green draw", "green steal", "green swap"]
    for onlooker in (1, -1):
        assert seen_by(match, onlooker, 0) == seen_by(match, onlooker, 2) == []


@pytest.mark.rule("SK-9")
def test_the_discard_pile_is_turned_over_unshuffled():
    match = table(
        "red clover, 3 yellow clover, red swap",
        "4 green clover",
        "yellow clover, yellow draw, yellow swap, joker",
        pile="green draw",
        discards="red draw, red steal, yellow steal, red anti-joker",
        bottom=False,
    )
    older = discards_of(match)
    after_discard(match, "red clover")  # seat 1 draws the last card
    assert pile_of(match) == []
    match.play(1, "discard green clover")
    # What was discarded first comes first; seat 2 has drawn it.
    assert pile_of(match) == [*older, "red clover", "green clover"][1:]
    assert discards_of(match) == []
    assert older[0] in hand_of(match, 2)


@pytest.mark.rule("SK-9", "SK-4")
def test_all_know_who_draws_which_card_of_a_turned_over_pile():
    match = table(
        "red clover, 3 yellow clover, red swap",
        "4 green clover",
        "yellow clover, yellow draw, yellow swap, joker",
        bottom=False,
        discards="red draw, red steal",
    )
    older = discards_of(match)
    after_discard(match, "red clover")
    for observer in (-1, 0, 2):
        assert seen_by(match, observer, 1) == [older[0]]
        assert seen_in_pile(match, observer) == [*older[1:], "red clover"]


@pytest.mark.rule("SK-9")
def test_a_redraw_turns_the_pile_over_too():
    match = table(
        "red steal, red clover, 2 yellow clover, red swap",
        "4 green clover",
        "yellow draw, yellow steal, yellow swap, joker",
        bottom=False,
    )
    older = discards_of(match)
    play_all(match, (0, "discard red steal"), (0, "target 1"))
    assert older[0] in hand_of(match, 1)
    assert pile_of(match) == [*older[1:], "red steal"]
    assert seen_by(match, -1, 1) == [older[0]]


# ---- the family -----------------------------------------------------------------------------------------------


OTHERS = (
    "red draw, red swap, red anti-joker, blue draw",
    "blue swap, blue anti-joker, violet draw, violet swap",
    "orange draw, orange swap, orange steal, blue steal",
    "4 orange clover",
    "4 violet clover",
)


def declarations(hand):
    """How one of six players may declare in their turn, with these cards and, where they are four, the red STEAL."""
    match = table(hand if len(kinds(hand)) == 5 else f"{hand}, red steal", *OTHERS)
    return [choice for choice in match.choices(0) if choice.startswith("family")]


@pytest.mark.rule("SK-10")
@pytest.mark.parametrize(
    "hand", ["4 red clover", "3 red clover, joker", "2 red clover, 2 joker", "4 green clover", "2 blue clover, 2 joker"]
)
def test_a_family_is_four_clovers_of_a_colour_two_of_them_jokers_at_most(hand):
    assert declarations(hand) == ["family red steal"]


@pytest.mark.rule("SK-10")
@pytest.mark.parametrize(
    "hand",
    [
        "red clover, 3 joker",
        "3 red clover, yellow clover",
        "2 red clover, yellow clover, joker",
        "3 red clover, yellow steal",
        "2 red clover, 2 yellow clover",
        "2 red clover, joker, yellow steal",
        "yellow steal, green steal, 2 joker",
    ],
)
def test_anything_else_is_no_family(hand):
    assert declarations(hand) == []
    match = table(f"{hand}, red steal", *OTHERS)
    with pytest.raises(IllegalAction):
        match.play(0, "family red steal")


@pytest.mark.rule("SK-10", "SK-11")
def test_which_card_is_the_fifth_may_be_a_choice():
    assert declarations("3 red clover, 2 joker") == ["family red clover", "family joker"]
    assert declarations("2 red clover, 3 joker") == ["family joker"]
    assert declarations("4 red clover, joker") == ["family red clover", "family joker"]
    assert declarations("4 red clover, yellow clover") == ["family yellow clover"]


def can_declare(s, hand):
    """Whether some family can be declared with a hand of five kinds, in seat 0's turn."""
    for slot, kind in enumerate(hand):
        s.hand[0, slot] = kind | 1 << 8
    mask = [0, 0, 0]
    stoick.legal(s, 0, mask)
    return mask[1] != 0


def naive_can_declare(hand):
    for four in itertools.combinations(hand, 4):
        plain = [kind for kind in four if kind != KIND["joker"]]
        if len(plain) >= 2 and len(set(plain)) == 1 and (plain[0] - 1) % 5 == 0:
            return True
    return False


def hands_of_five(deck):
    """Every hand of five by kinds, with the number of ways to draw it from the deck (kind: copies)."""

    def build(left, room):
        if room == 0:
            yield (), 1
        elif left:
            (kind, number), *rest = left
            for taken in range(min(number, room) + 1):
                for more, ways in build(rest, room - taken):
                    yield (kind,) * taken + more, ways * comb(number, taken)

    return build(list(deck.items()), 5)


def discard_state(players):
    s = blank(stoick)
    s.players = players
    s.hand_size[0] = 5
    return s


@pytest.mark.rule("SK-10")
def test_every_hand_of_the_deck_of_25():
    s = discard_state(3)
    deck = {kind: int(copies(s, kind)) for kind in range(1, 32) if copies(s, kind)}
    hands = families = 0
    for hand, ways in hands_of_five(deck):
        declares = can_declare(s, hand)
        assert declares == naive_can_declare(hand)
        hands += ways
        families += ways * declares
    assert hands == comb(25, 5)
    # Four clovers and any fifth; or just three of a colour, the joker, and a fifth that is not the missing clover.
    assert families == 3 * 21 + 3 * comb(4, 3) * 20


@pytest.mark.rule("SK-10")
@pytest.mark.parametrize(("players", "colours", "jokers"), [(4, 4, 2), (5, 5, 2), (6, 6, 3)])
def test_as_many_hands_as_can_be_worked_out_may_declare(players, colours, jokers):
    # The actions are all alike here, so one of them stands for all.
    deck = {1 + 5 * colour: 4 for colour in range(colours)} | {KIND["red steal"]: 4 * colours, KIND["joker"]: jokers}
    s = discard_state(players)
    families = sum(ways for hand, ways in hands_of_five(deck) if can_declare(s, hand))
    others = 8 * colours - 4  # neither jokers nor clovers of the one colour
    four = others + jokers
    three = comb(4, 3) * (jokers * others + comb(jokers, 2))
    two = comb(4, 2) * (comb(jokers, 2) * others + comb(jokers, 3))
    assert families == colours * (four + three + two)


@pytest.mark.rule("SK-11")
@pytest.mark.parametrize("fifth", ["red steal", "red draw", "red swap", "red anti-joker", "green clover"])
def test_family_wins_and_the_fifth_card_does_nothing(fifth):
    match = table(f"3 red clover, joker, {fifth}", "4 yellow clover", "3 green clover, green swap", pile="green steal")
    before = [hand_of(match, seat) for seat in (1, 2)]
    family = ["joker", "red clover", "red clover", "red clover"]
    assert match.play(0, f"family {fifth}") == [{"after": 1, "kind": "game", "winner": 0, "family": family}]
    assert (match.over, match.scores, match.winners) == (True, [1, 0, 0], [0])
    assert match.actors == []
    assert discards_of(match) == [fifth]
    assert hand_of(match, 0) == ["red clover"] * 3 + ["joker"]
    assert [hand_of(match, seat) for seat in (1, 2)] == before
    assert pile_of(match)[0] == "green steal"


@pytest.mark.rule("SK-11")
def test_family_is_declared_in_ones_own_turn_only():
    match = table("3 yellow clover, red draw, red swap", "4 red clover", HANDS[2])
    assert match.choices(1) == []
    for declared in ("family", "family red clover"):
        with pytest.raises(NotYourTurn):
            match.play(1, declared)
    match.play(0, "discard red draw")
    with pytest.raises(NotYourTurn):
        match.play(1, "family")
    match.play(0, "discard yellow clover")
    assert [choice for choice in match.choices(1) if choice.startswith("family")] != []


@pytest.mark.rule("SK-11")
def test_nobody_declares_for_the_player():
    match = table("4 red clover, red swap", "4 yellow clover", HANDS[2])
    assert not match.over
    match.play(0, "discard red clover")
    assert not match.over
    assert match.actors == [1]


@pytest.mark.rule("SK-11")
def test_family_after_a_draw_or_a_steal_of_ones_own():
    match = table("3 red clover, red draw, yellow swap", "4 yellow clover", HANDS[2], pile="red clover")
    play_all(match, (0, "discard red draw"), (0, "family yellow swap"))
    assert match.winners == [0]
    match = table("3 red clover, red steal, yellow swap", "red clover, 3 yellow clover", HANDS[2])
    match.play(0, "discard red steal")
    assert match.choices(0) == ["target 1", "target 2"]  # not while a target is to be named
    steal_card(match, 0, 1, "red clover")
    match.play(0, "family yellow swap")
    assert match.winners == [0]


@pytest.mark.rule("SK-11")
def test_right_after_ones_own_swap_one_declares_bare():
    match = table("red swap, 3 green clover, red draw", "3 red clover, joker", HANDS[1])
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert match.choices(0) == ["family", "pass"]
    assert match.actors == [0]
    match.play(0, "family")
    assert match.winners == [0]
    assert discards_of(match) == ["red swap"]


@pytest.mark.rule("SK-11")
def test_after_ones_own_swap_one_always_answers_and_may_pass():
    for other, choices in (("3 red clover, joker", ["family", "pass"]), ("3 red clover, yellow clover", ["pass"])):
        match = table(
            "red swap, 3 green clover, red draw", other, "yellow clover, yellow draw, yellow steal, yellow swap"
        )
        play_all(match, (0, "discard red swap"), (0, "target 1"))
        assert match.choices(0) == choices
        match.play(0, "pass")
        assert not match.over
        assert match.actors == [1]
        assert len(hand_of(match, 1)) == 5


@pytest.mark.rule("SK-11")
def test_who_is_given_a_family_by_anothers_swap_waits_for_their_turn():
    match = table("red swap, 4 green clover", "3 red clover, yellow clover", HANDS[1].replace("yellow clover", "joker"))
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert match.choices(1) == []
    match.play(0, "pass")
    assert any(choice.startswith("family") for choice in match.choices(1))


@pytest.mark.rule("SK-11")
def test_the_pause_after_a_swap_tells_nobody_whether_there_is_a_family():
    seen = []
    for hand, pile in (("3 red clover, joker", "yellow draw"), ("3 red clover, yellow draw", "joker")):
        match = table("red swap, 3 green clover, red draw", hand, "4 yellow clover", pile=f"yellow swap, {pile}")
        play_all(match, (0, "discard red swap"), (0, "target 1"))
        seen.append([view_bytes(match, observer) for observer in (-1, 2)])
    assert seen[0] == seen[1]


@pytest.mark.rule("SK-12")
@pytest.mark.parametrize("target", [1, 2])
def test_victims_hold_four_before_play_goes_on(target):
    for card in ("red steal", "red anti-joker"):
        match = table(f"{card}, 3 red clover, red draw", "3 yellow clover, joker", HANDS[2])
        play_all(match, (0, f"discard {card}"), (0, f"target {target}"))
        assert len(hand_of(match, target)) == 4 + (match.actors == [target])
        assert stoick.status(match.state) == 0


# ---- the strict table -----------------------------------------------------------------------------------------

STRICT_MOVES = ("draw", "call", "give joker", "deny")
SHORT = "yellow clover, yellow draw, yellow steal"  # a hand of three


def is_strict_move(choice):
    return choice.startswith(STRICT_MOVES)


@pytest.mark.rule("SK-13")
def test_nothing_of_the_strict_table_is_offered_when_it_is_off():
    match = table(
        "red steal, red anti-joker, red swap, 2 red clover", "joker, yellow clover, yellow draw, yellow steal", HANDS[2]
    )
    for move in ("discard red steal", "target 1", "discard red anti-joker", "target 1"):
        for seat in range(3):
            assert not any(is_strict_move(choice) for choice in match.choices(seat))
        assert len(match.actors) == 1
        match.play(match.actors[0], move)
    for seat in range(3):
        assert not any(is_strict_move(choice) for choice in match.choices(seat))
    for strict_move in ("draw", "call 2", "give joker", "deny"):
        for seat in range(3):
            with pytest.raises((IllegalAction, NotYourTurn)):
                match.play(seat, strict_move)


@pytest.mark.rule("SK-13")
def test_the_strict_table_is_off_unless_asked_for():
    assert Match(game("stoick", 3), 0).state.strict == 0
    assert Match(game("stoick", 3, strict=True), 0).state.strict == 1


# (a) hands that are short


def after_steal():
    """Seat 0 of a strict table has stolen the yellow clover from seat 1, who is short now."""
    match = strict_table(HANDS[0], HANDS[1], HANDS[2])
    match.play(0, "discard red steal")
    steal_card(match, 0, 1, "yellow clover")
    return match


@pytest.mark.rule("SK-13", "SK-6")
def test_a_victim_is_not_given_a_card_but_draws_for_themselves():
    match = after_steal()
    assert len(hand_of(match, 1)) == 3
    top = pile_of(match)[0]
    assert "draw" in match.choices(1)
    match.play(1, "draw")
    assert len(hand_of(match, 1)) == 4
    assert top in hand_of(match, 1)
    assert match.state.skip == 0
    assert match.actors == [0, 1, 2]
    assert not any(choice.startswith("call") for seat in range(3) for choice in match.choices(seat))


@pytest.mark.rule("SK-13", "SK-7")
def test_who_gave_a_joker_draws_for_themselves():
    match = strict_table("red anti-joker, 3 red clover, red draw", HANDS[1], HANDS[2].replace("green clover", "joker"))
    play_all(match, (0, "discard red anti-joker"), (0, "target 2"), (2, "give joker"))
    assert discards_of(match) == ["red anti-joker", "joker"]
    assert len(hand_of(match, 2)) == 3
    assert match.state.turn == 1
    match.play(2, "draw")
    assert len(hand_of(match, 2)) == 4
    assert match.state.skip == 0


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize("caller", [0, 2])
def test_any_opponent_may_call_a_short_hand_which_is_mended_and_loses_a_turn(caller):
    match = after_steal()
    assert [choice for choice in match.choices(caller) if choice.startswith("call")] == ["call 1"]
    match.play(caller, "call 1")
    assert len(hand_of(match, 1)) == 4
    assert not any(choice.startswith("call") for seat in range(3) for choice in match.choices(seat))
    match.play(0, "discard red clover")
    assert match.state.turn == 2  # seat 1 has lost its turn
    match.play(2, "discard green clover")
    assert match.state.turn == 0
    match.play(0, "discard yellow clover")
    assert match.state.turn == 1  # one turn only


@pytest.mark.rule("SK-13")
def test_nobody_calls_themselves_nor_a_full_hand_nor_the_player_in_turn():
    match = after_steal()
    assert not any(choice.startswith("call") for choice in match.choices(1))
    for seat, call in ((1, "call 1"), (0, "call 2"), (2, "call 0"), (1, "call 0")):
        with pytest.raises(IllegalAction):
            match.play(seat, call)
    # A short hand in its own turn is nobody's business either.
    match = strict_table("3 red clover", HANDS[1], HANDS[2])
    assert not any(choice.startswith("call") for seat in range(3) for choice in match.choices(seat))


@pytest.mark.rule("SK-13")
def test_a_called_hand_is_mended_up_to_four():
    match = strict_table("red clover, red draw, red steal, red swap, yellow swap", "yellow clover", HANDS[2])
    match.play(2, "call 1")
    assert len(hand_of(match, 1)) == 4
    assert match.choices(1) == []  # full by now, and the next turn is lost already


@pytest.mark.rule("SK-13")
def test_while_an_answer_is_awaited_one_may_still_call():
    match = strict_table("red anti-joker, 3 red clover, red draw", SHORT, HANDS[2], phase=stoick.ANSWER, named=2)
    assert match.choices(0) == ["call 1"]
    match.play(0, "call 1")
    assert 0 not in match.actors
    assert match.choices(0) == []


@pytest.mark.rule("SK-13")
def test_in_ones_own_turn_a_short_hand_is_mended_up_to_five_for_nothing():
    match = strict_table("red clover, red draw, red steal", HANDS[1], HANDS[2], pile="joker, 3 red clover")
    match.play(0, "draw")
    match.play(0, "draw")
    assert hand_of(match, 0) == ["red clover", "red clover", "red draw", "red steal", "joker"]
    assert match.state.skip == 0
    assert "draw" not in match.choices(0)
    with pytest.raises(IllegalAction):
        match.play(0, "draw")


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize("phase", [stoick.TARGET, stoick.SWAPPED])
def test_in_ones_own_turn_one_mends_only_before_a_discard(phase):
    match = strict_table("red clover, red draw, red steal", HANDS[1], HANDS[2], phase=phase, pending=stoick.SWAP)
    assert "draw" not in match.choices(0)


@pytest.mark.rule("SK-13")
def test_a_short_hand_that_was_never_called_goes_into_its_turn_short():
    match = after_steal()
    match.play(0, "discard red clover")
    assert match.state.turn == 1
    assert len(hand_of(match, 1)) == 4
    assert "draw" in match.choices(1)
    match.play(1, "discard yellow steal")
    assert match.choices(1) == ["target 0", "target 2"]


@pytest.mark.rule("SK-13", "SK-11")
def test_a_short_hand_is_no_family():
    match = strict_table("3 red clover, red steal", HANDS[1], HANDS[2])
    assert not any(choice.startswith("family") for choice in match.choices(0))
    match = strict_table("red swap, 3 red clover, red draw", "3 green clover", HANDS[1])
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert "family" not in match.choices(0)


@pytest.mark.rule("SK-13", "SK-8")
def test_swap_with_a_short_hand_exchanges_the_hands_as_they_are():
    match = strict_table("red swap, 3 red clover, red draw", SHORT, HANDS[2])
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert hand_of(match, 0) == ["yellow clover", "yellow draw", "yellow steal"]
    assert hand_of(match, 1) == ["red clover"] * 3 + ["red draw"]
    match.play(0, "pass")
    assert "call 0" in match.choices(2)


@pytest.mark.rule("SK-13", "SK-6")
def test_nothing_can_be_stolen_from_an_empty_hand():
    match = strict_table("red steal, 3 red clover, red draw", "", HANDS[2])
    match.play(0, "discard red steal")
    assert [choice for choice in match.choices(0) if choice.startswith("target")] == ["target 2"]
    for options in ({}, {"optional_actions": 1}):  # nobody has a card: there is nothing to do, and nothing to leave
        match = strict_table("red steal, 3 red clover, red draw", "", "", **options)
        match.play(0, "discard red steal")
        assert (match.state.turn, match.state.phase) == (1, stoick.DISCARD)
        assert hand_of(match, 0) == ["red clover"] * 3 + ["red draw"]


# (b) drawing out of turn


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_card_drawn_out_of_turn_goes_under_the_pile_and_costs_the_next_turn(seat):
    match = strict_table(*HANDS, pile="joker, yellow clover")
    before, pile = hand_of(match, seat), pile_of(match)
    assert "draw" in match.choices(seat)
    match.play(seat, "draw")
    assert hand_of(match, seat) == before
    assert pile_of(match) == [*pile[1:], "joker"]
    match.play(0, "discard red clover")
    assert match.state.turn == (2 if seat == 1 else 1)
    assert stoick.status(match.state) == 0


@pytest.mark.rule("SK-13")
def test_only_who_drew_it_has_seen_the_card_under_the_pile():
    match = strict_table(*HANDS, pile="joker, yellow clover")
    match.play(1, "draw")
    size = match.state.pile_size
    assert seen_in_pile(match, 1) == [None] * (size - 1) + ["joker"]
    for observer in (-1, 0, 2):
        assert seen_in_pile(match, observer) == [None] * size


@pytest.mark.rule("SK-13")
def test_drawing_with_three_cards_out_of_turn_is_no_fault():
    match = strict_table(HANDS[0], SHORT, HANDS[2], pile="joker")
    match.play(1, "draw")
    assert "joker" in hand_of(match, 1)
    assert match.state.skip == 0
    match.play(0, "discard red clover")
    assert match.state.turn == 1


@pytest.mark.rule("SK-13", "SK-9")
def test_drawing_out_of_turn_turns_an_empty_pile_over_first():
    match = strict_table(*HANDS, bottom=False)
    older = discards_of(match)
    match.play(1, "draw")
    assert pile_of(match) == [*older[1:], older[0]]
    assert discards_of(match) == []


@pytest.mark.rule("SK-13")
def test_lost_turns_do_not_add_up():
    match = strict_table(
        "red clover, red draw, red steal, red swap, joker", HANDS[1], HANDS[2], pile="3 red clover, 3 yellow clover"
    )
    match.play(1, "draw")
    # Drawing once more would cost nothing, so it is not to be had.
    assert match.choices(1) == []
    match.play(0, "discard red clover")
    assert match.state.turn == 2
    play_all(match, (2, "discard green clover"), (0, "discard joker"))
    assert match.state.turn == 1


@pytest.mark.rule("SK-13")
def test_several_lost_turns_and_both_of_two_players():
    match = strict_table(*HANDS)
    play_all(match, (1, "draw"), (2, "draw"), (0, "discard red clover"))
    assert match.state.turn == 0
    assert match.state.skip == 0
    match = strict_table(HANDS[0], HANDS[1])
    play_all(match, (1, "draw"), (0, "discard red clover"))
    assert match.state.turn == 0


FAMILY = "4 red clover, red draw"


@pytest.mark.rule("SK-13", "SK-2")
@pytest.mark.parametrize(("debtor", "starts"), [(0, 1), (1, 2), (2, 1)])
def test_a_lost_turn_that_was_not_served_is_served_in_the_next_game(debtor, starts):
    match = strict_table(FAMILY, HANDS[1], "green draw, green steal, green swap, joker", games=2, skip=1 << debtor)
    match.play(0, "family red draw")  # seat 1 starts, or the next if it has lost that turn
    assert (match.state.turn, match.state.starter) == (starts, starts)
    assert match.deals[1]["opener"] == starts
    assert [len(hand_of(match, seat)) for seat in range(3)] == [4 + (seat == starts) for seat in range(3)]
    turns = [starts]
    while len(turns) < 5:
        while match.state.turn == turns[-1]:
            match.play(turns[-1], match.choices(turns[-1])[0])
        turns.append(int(match.state.turn))
    order = [1, 2, 0, 1, 2, 0]
    order.remove(debtor)
    assert turns == order[:5]


@pytest.mark.rule("SK-13")
def test_by_version_1_nobody_owed_a_turn_when_a_game_began():
    match = strict_table(FAMILY, HANDS[1], HANDS[2], games=2, skip=0b010, version=1)
    match.play(0, "family red draw")
    assert (match.state.turn, match.state.skip) == (1, 0)


@pytest.mark.rule("SK-13")
def test_when_all_owe_a_turn_each_serves_it():
    match = strict_table(FAMILY, HANDS[1], games=2, skip=0b11)
    match.play(0, "family red draw")
    assert (match.state.turn, match.state.skip) == (1, 0)


# (c) hiding a joker

HIDER = "yellow clover, yellow draw, yellow steal, joker"


def hidden(match, seat):
    """Seat `seat` has denied a joker that it holds."""
    match.state.denied |= 1 << seat
    match.state.hides |= 1 << seat
    return match


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize(
    ("hand", "choices"),
    [(HIDER, ["give joker", "deny"]), ("yellow clover, yellow draw, yellow steal, yellow swap", ["deny"])],
)
def test_the_named_player_is_always_asked_and_play_waits(hand, choices):
    match = strict_table("red anti-joker, 3 red clover, red draw", hand, HANDS[2])
    play_all(match, (0, "discard red anti-joker"), (0, "target 1"))
    assert match.choices(1) == ["draw", *choices]
    assert match.actors == [1, 2]
    assert match.choices(2) == ["draw"]
    match.play(1, "deny")
    assert match.state.turn == 1
    assert discards_of(match) == ["red anti-joker"]


@pytest.mark.rule("SK-13")
def test_a_lie_looks_like_the_truth_to_the_others():
    seen = []
    for hand, top in ((HIDER, "yellow swap"), ("yellow clover, yellow draw, yellow steal, yellow swap", "joker")):
        match = strict_table("red anti-joker, 3 red clover, red draw", hand, HANDS[2], pile=f"red swap, {top}")
        views = []
        for seat, move in ((0, "discard red anti-joker"), (0, "target 1"), (1, "deny"), (2, "draw")):
            match.play(seat, move)
            views += [view_bytes(match, observer) for observer in (-1, 0)]
        seen.append(views)
        assert bool(match.view(1).hides) == (hand == HIDER)
    # Seat 2 drew a card of its own on the way, which is the same in both.
    assert seen[0] == seen[1]


@pytest.mark.rule("SK-13")
def test_a_hidden_joker_that_is_stolen_puts_its_owner_out():
    match = hidden(strict_table("red steal, 3 red clover, red draw", HIDER, HANDS[2]), 1)
    match.play(0, "discard red steal")
    steal_card(match, 0, 1, "joker")
    assert match.state.out == 0b010
    assert hand_of(match, 1) == []
    # In the order of the cards, on top of the discard pile.
    assert discards_of(match) == ["red steal", "yellow clover", "yellow draw", "yellow steal"]
    assert "joker" in hand_of(match, 0)
    assert match.state.turn == 0
    assert match.actors == [0, 2]
    assert stoick.status(match.state) == 0
    match.play(0, "discard joker")  # the thief hid nothing
    assert match.state.out == 0b010
    assert match.state.turn == 2


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize("swapper", [0, 1])
def test_who_swapped_is_eliminated_first(swapper):
    hands = ["3 red clover, joker", "3 yellow clover, joker", HANDS[2], "4 blue clover"]
    hands[swapper] += ", red swap"
    match = hidden(hidden(strict_table(*hands, turn=swapper), 0), 1)
    play_all(match, (swapper, "discard red swap"), (swapper, f"target {1 - swapper}"))
    assert [result["seat"] for result in match.results] == [swapper, 1 - swapper]


@pytest.mark.rule("SK-13")
def test_an_elimination_is_a_result_of_the_action_that_led_to_it():
    for version, told in ((1, []), (2, [{"after": 2, "kind": "elimination", "seat": 1}])):
        match = hidden(strict_table("red steal, 3 red clover, red draw", HIDER, HANDS[2], version=version), 1)
        match.play(0, "discard red steal")
        steal_card(match, 0, 1, "joker")
        assert match.results[1:] == told
        assert match.play(0, "discard red clover") == []  # told once


@pytest.mark.rule("SK-13")
def test_another_card_stolen_brings_nothing_to_light():
    match = hidden(strict_table("red steal, 3 red clover, red draw", HIDER, HANDS[2]), 1)
    match.play(0, "discard red steal")
    steal_card(match, 0, 1, "yellow draw")
    assert match.state.out == 0


@pytest.mark.rule("SK-13")
def test_a_hidden_joker_swapped_away_by_its_owner_puts_them_out():
    match = hidden(strict_table("red swap, 3 red clover, joker", HANDS[1], HANDS[2]), 0)
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert match.state.out == 0b001
    assert discards_of(match) == ["red swap", "yellow clover", "yellow draw", "yellow steal", "yellow swap"]
    assert Counter(hand_of(match, 1)) - Counter({"red clover": 3, "joker": 1}) != Counter()  # and the card of its turn
    assert match.state.turn == 1
    assert match.state.phase == stoick.DISCARD


@pytest.mark.rule("SK-13")
def test_a_hidden_joker_swapped_away_by_another_puts_its_owner_out():
    match = hidden(strict_table("red swap, 3 red clover, red draw", HANDS[2], HIDER), 2)
    play_all(match, (0, "discard red swap"), (0, "target 2"))
    assert match.state.out == 0b100
    assert discards_of(match) == ["red swap", "red clover", "red clover", "red clover", "red draw"]
    assert hand_of(match, 0) == ["yellow clover", "yellow draw", "yellow steal", "joker"]
    assert match.choices(0) == ["pass"]
    match.play(0, "pass")
    assert match.state.turn == 1


@pytest.mark.rule("SK-13")
def test_two_hidden_jokers_swapped_put_both_out():
    hands = ["red swap, 3 red clover, joker", "3 yellow clover, joker", HANDS[2], "4 blue clover"]
    match = hidden(hidden(strict_table(*hands), 0), 1)
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert match.state.out == 0b0011
    assert [result for result in match.results if result["kind"] == "elimination"] == [
        {"after": 2, "kind": "elimination", "seat": 0},  # who swapped goes first
        {"after": 2, "kind": "elimination", "seat": 1},
    ]
    assert match.state.turn == 2
    assert (hand_of(match, 0), hand_of(match, 1)) == ([], [])
    assert stoick.status(match.state) == 0
    # Who swapped goes first, with the hand just received.
    assert discards_of(match)[:5] == ["red swap", "yellow clover", "yellow clover", "yellow clover", "joker"]
    assert discards_of(match)[-1] == "joker"


@pytest.mark.rule("SK-13")
def test_when_a_swap_puts_all_but_one_out_that_one_wins():
    hands = ["red swap, 3 red clover, joker", "3 yellow clover, joker", HANDS[2], ""]
    match = hidden(hidden(strict_table(*hands, out=0b1000), 0), 1)
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert match.winners == [2]


@pytest.mark.rule("SK-13")
def test_when_a_swap_leaves_one_of_two_who_hid_a_joker_that_one_wins():
    hands = ["red swap, 3 red clover, joker", "3 yellow clover, joker", "", ""]
    match = hidden(hidden(strict_table(*hands, out=0b1100, games=2), 0), 1)
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert match.scores == [0, 1, 0, 0]
    # The next game is untouched by what was going on in the last.
    assert (match.state.out, match.state.turn) == (0, 2)
    assert [len(hand_of(match, seat)) for seat in range(4)] == [4, 4, 5, 4]


@pytest.mark.rule("SK-13")
def test_a_joker_given_by_the_last_opponent_who_hid_it_ends_the_game():
    match = hidden(strict_table("red anti-joker, 3 red clover, red draw", HIDER, "", out=0b100, games=2), 1)
    play_all(match, (0, "discard red anti-joker"), (0, "target 1"), (1, "give joker"))
    assert match.scores == [1, 0, 0]
    assert (match.state.out, match.state.turn) == (0, 1)
    assert [len(hand_of(match, seat)) for seat in range(3)] == [4, 5, 4]


@pytest.mark.rule("SK-13")
def test_a_hidden_joker_discarded_puts_its_owner_out():
    match = hidden(strict_table("3 red clover, red draw, joker", HANDS[1], HANDS[2]), 0)
    match.play(0, "discard joker")
    assert match.state.out == 0b001
    assert discards_of(match) == ["joker", "red clover", "red clover", "red clover", "red draw"]
    assert match.state.turn == 1


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize("fifth", ["red draw", "joker"])
def test_a_hidden_joker_in_a_declared_family_puts_its_owner_out_instead_of_winning(fifth):
    exposed = ["red clover", "red clover", "red clover", "joker" if fifth == "red draw" else "red clover"]
    match = hidden(strict_table(", ".join([*exposed, fifth]), HANDS[1], HANDS[2]), 0)
    match.play(0, f"family {fifth}")
    assert not match.over
    assert match.state.out == 0b001
    assert discards_of(match) == [fifth, *exposed]
    assert match.state.turn == 1


@pytest.mark.rule("SK-13")
def test_a_hidden_joker_given_later_puts_its_owner_out():
    match = hidden(strict_table("red anti-joker, 3 red clover, red draw", HANDS[2], HIDER), 2)
    play_all(match, (0, "discard red anti-joker"), (0, "target 2"), (2, "give joker"))
    assert match.state.out == 0b100
    assert discards_of(match) == ["red anti-joker", "joker", "yellow clover", "yellow draw", "yellow steal"]
    assert match.state.turn == 1


@pytest.mark.rule("SK-13")
def test_hiding_is_denying_with_a_joker_in_hand_from_the_first_to_the_last():
    match = strict_table("red anti-joker, red steal, 2 red clover, red draw", HIDER, HANDS[2])
    play_all(match, (0, "discard red anti-joker"), (0, "target 1"), (1, "deny"))
    assert match.state.hides == 0b010
    match.play(1, "discard joker")
    assert match.state.out == 0b010


@pytest.mark.rule("SK-13")
def test_a_joker_drawn_after_an_honest_answer_is_no_hidden_joker():
    match = strict_table("red anti-joker, red steal, 2 red clover, red draw", HANDS[1], HANDS[2], pile="joker")
    play_all(match, (0, "discard red anti-joker"), (0, "target 1"), (1, "deny"), (1, "discard joker"))
    assert match.state.out == 0
    assert match.state.turn == 2


@pytest.mark.rule("SK-13")
def test_an_honest_player_discards_gives_and_declares_jokers_freely():
    match = strict_table("3 red clover, joker, red draw", HANDS[1], HANDS[2])
    match.play(0, "family red draw")
    assert match.winners == [0]
    match = strict_table("red anti-joker, 3 red clover, red draw", HIDER, HANDS[2])
    play_all(match, (0, "discard red anti-joker"), (0, "target 1"), (1, "give joker"))
    assert match.state.out == 0


@pytest.mark.rule("SK-13")
def test_who_is_out_plays_no_more_and_is_nobodys_target():
    match = strict_table("red steal, 3 red clover, red draw", "", HANDS[2], HANDS[1], out=0b0010, pile="blue clover")
    assert match.actors == [0, 2, 3]
    assert match.choices(1) == []
    assert not any(choice.startswith("call") for seat in range(4) for choice in match.choices(seat))
    match.play(0, "discard red steal")
    assert [choice for choice in match.choices(0) if choice.startswith("target")] == ["target 2", "target 3"]
    match.play(0, "target 2")
    match.play(0, "discard red clover")
    assert match.state.turn == 2


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize("players", [2, 3])
def test_the_last_one_left_wins_the_game(players):
    hands = ["3 red clover, red draw, joker", HANDS[1], *([""] if players == 3 else [])]
    match = hidden(strict_table(*hands, out=0b100 if players == 3 else 0, games=2), 0)
    [elimination, won] = match.play(0, "discard joker")
    assert elimination == {"after": 1, "kind": "elimination", "seat": 0}
    assert won == {"after": 1, "kind": "game", "winner": 1, "family": []}
    assert match.scores[1] == 1
    # In the next game everybody plays again, and nothing is left of the old one.
    assert match.state.turn == 2 % players
    assert (match.state.out, match.state.hides, match.state.denied, match.state.skip) == (0, 0, 0, 0)
    assert match.actors == list(range(players))


@pytest.mark.rule("SK-13")
def test_a_thief_who_puts_the_last_opponent_out_wins():
    match = hidden(strict_table("red steal, 3 red clover, red draw", HIDER), 1)
    match.play(0, "discard red steal")
    steal_card(match, 0, 1, "joker")
    assert match.winners == [0]


@pytest.mark.rule("SK-13", "SK-11")
def test_at_the_strict_table_too_one_declares_in_ones_own_turn_only():
    match = strict_table("3 yellow clover, red draw, red swap", "4 red clover", HANDS[2])
    assert match.choices(1) == ["draw"]
    with pytest.raises(IllegalAction):
        match.play(1, "family red clover")


# ---- the options SK-14 to SK-16 -------------------------------------------------------------------------------


@pytest.mark.rule("SK-14")
def test_without_aids_a_view_holds_what_somebody_who_forgets_nothing_knows():
    aided, unaided = (
        table("red swap, 3 red clover, red draw", HANDS[1], HANDS[2], unaided=unaided) for unaided in (0, 1)
    )
    for match in (aided, unaided):
        play_all(match, (0, "discard red swap"), (0, "target 1"), (0, "pass"))
        assert seen_by(match, 0, 1).count("red clover") == 3
    unaided.state.unaided = 0
    assert view_bytes(aided, 0) == view_bytes(unaided, 0)


@pytest.mark.rule("SK-3", "SK-15")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("card", ["red steal", "red anti-joker", "red swap"])
def test_an_action_may_be_left_undone_where_actions_are_optional(card, strict):
    hand = f"{card}, 3 red clover, red draw"
    match = table(hand, HANDS[1], HANDS[2], strict=strict)
    assert "leave" not in after_discard(match, card).choices(0)  # else one has to
    match = table(hand, HANDS[1], HANDS[2], strict=strict, optional_actions=1)
    assert match.choices(0).count("leave") == 0
    after_discard(match, card)
    assert match.choices(0) == ["target 1", "target 2", "leave"]
    hands = [hand_of(match, seat) for seat in (0, 2)]
    match.play(0, "leave")
    assert (match.state.turn, match.state.phase) == (1, stoick.DISCARD)
    assert [hand_of(match, seat) for seat in (0, 2)] == hands
    assert discards_of(match) == [card]


@pytest.mark.rule("SK-5", "SK-15")
@pytest.mark.parametrize("strict", [False, True])
def test_a_draw_may_be_left_undone_where_actions_are_optional(strict):
    hand = "red draw, yellow draw, 3 red clover"
    match = table(
        hand, "4 yellow clover", "4 green clover", pile="joker, green draw", strict=strict, optional_actions=1
    )
    after_discard(match, "red draw")
    assert match.choices(0) == ["draw", "leave"]
    assert len(hand_of(match, 0)) == 4
    left = match.copy()
    left.play(0, "leave")
    assert (left.state.turn, pile_of(left)[0]) == (1, "green draw")  # seat 1 has drawn the joker
    match.play(0, "draw")
    assert (match.state.turn, "joker" in hand_of(match, 0)) == (0, True)
    after_discard(match, "yellow draw")  # directly after a DRAW there is nothing to be left
    assert match.state.turn == 1


@pytest.mark.rule("SK-5", "SK-15")
def test_a_draw_carried_out_after_a_steal_works_again_where_actions_are_optional():
    match = table("red draw, yellow draw, red steal, 2 red clover", HANDS[2], pile="joker", optional_actions=1)
    play_all(match, (0, "discard red draw"), (0, "draw"), (0, "discard red steal"), (0, "target 1"))
    after_discard(match, "yellow draw")
    assert match.choices(0) == ["draw", "leave"]


@pytest.mark.rule("SK-15")
def test_only_who_discarded_draws_or_leaves():
    match = strict_table("red draw, 4 red clover", HANDS[1], HANDS[2], optional_actions=1, skip=0b010)
    after_discard(match, "red draw")
    assert match.actors == [0, 2]
    assert match.choices(2) == ["draw"]  # out of turn
    match.play(2, "draw")
    assert (match.state.skip, match.state.phase) == (0b110, stoick.DRAWING)


@pytest.mark.rule("SK-11", "SK-16")
@pytest.mark.parametrize("strict", [False, True])
def test_a_family_made_by_a_swap_waits_for_the_next_turn(strict):
    hands = ["red swap, yellow draw, yellow steal, yellow swap, red draw", "4 red clover"]
    match = table(*hands, pile="2 green clover", strict=strict, family_next_turn=1)
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert (match.state.turn, match.over) == (1, False)  # there is nothing to say
    match.play(1, "discard green clover")
    assert match.state.turn == 0
    assert "family green clover" in match.choices(0)
    match.play(0, "family green clover")
    assert match.winners == [0]


@pytest.mark.rule("SK-16", "SK-11")
def test_a_family_that_is_drawn_is_declared_at_once_all_the_same():
    match = table("4 red clover, red draw", HANDS[1], family_next_turn=1)
    assert "family red draw" in match.choices(0)


@pytest.mark.rule("SK-16", "SK-13")
def test_a_swap_that_puts_somebody_out_ends_the_turn_too():
    hands = ["red swap, 3 red clover, red draw", HIDER, HANDS[2]]
    match = hidden(strict_table(*hands, family_next_turn=1), 1)
    play_all(match, (0, "discard red swap"), (0, "target 1"))
    assert (match.state.out, match.state.turn, match.state.phase) == (0b010, 2, stoick.DISCARD)


def test_the_options_are_off_unless_asked_for():
    s = Match(game("stoick", 3), 0).state
    assert (s.unaided, s.optional_actions, s.family_next_turn) == (0, 0, 0)
