"""How Hat Trick is played: positions with one good answer."""

import pytest
from stage import card, stage

from tablee import game
from tablee.policies import hat_trick as policy
from tablee.rng import seed_from, words

SEEDS = range(8)  # no answer here hangs on luck
REDS = "red 3, red 4, red 5, red 6, red 7, red 8"  # won already: the player collects red


def to_play(hand, trick="", won=REDS, players=4, played=""):
    """Seat 0 with that hand comes after the cards of the trick, laid by the seats before it; others to come if any."""
    setup = game("hat-trick", players)
    cards = [name for name in trick.split(", ") if name]
    seats = [(place - len(cards)) % players for place in range(len(cards))]
    lying = [0] * players
    on_table = 0
    for seat, name in zip(seats, cards, strict=True):
        lying[seat] = card(setup, name)
        if bin(on_table | 1 << (lying[seat] >> 5)).count("1") <= 2:
            on_table |= 1 << (lying[seat] >> 5)
    gone = ", ".join(filter(None, [trick, won, played]))
    return stage(
        setup,
        hand=[hand],
        won=[won],
        played=["", gone],
        trick=lying,
        on_table=on_table,
        laid=len(cards),
        leader=-len(cards) % players,
        turn=0,
        tricks=3,
    )


def decide(match, choose=policy.choose):
    """What the policy does, from the seat's view alone; the same with every seed."""
    view = match.view(0)
    [action] = {int(choose(view, 0, words(seed_from(seed)))) for seed in SEEDS}
    return match.setup.say(action), policy.reason(view, 0, action)


def test_last_to_play_takes_the_cards_of_the_own_colour():
    assert decide(to_play("red 12, blue 2, green 9", "red 10, red 2, red 9")) == ("play red 12", "collect")


def test_takes_them_no_dearer_than_needed():
    match = to_play("red 12, red 20, blue 2, green 9", "red 10, red 2, red 9")
    assert decide(match) == ("play red 12", "collect")


def test_last_to_play_ducks_with_the_highest_card_that_loses():
    match = to_play("blue 3, blue 14, blue 19, red 12", "blue 17, blue 2, blue 9", played="red 20, red 19")
    assert decide(match) == ("play blue 14", "unload")


def test_a_dreaded_card_goes_under_a_higher_one():
    match = to_play("blue 19, blue 2, red 9, red 10", "blue 20, blue 5, green 3")
    assert decide(match) == ("play blue 19", "unload")


@pytest.mark.parametrize("players", range(4, 8))
def test_who_has_only_the_third_colour_passes(players):
    match = to_play("green 4, green 9", "red 10, blue 2", players=players)
    action, why = decide(match)
    assert action.startswith("pass green")
    assert why == "must_pass"


def test_passes_rather_than_take_a_big_trick_of_the_wrong_colour():
    match = to_play("blue 20, green 2", "blue 3, red 5, blue 4, blue 6, blue 7, blue 8", won="red 9, red 10", players=7)
    assert decide(match) == ("pass green 2", "pass")


def test_takes_a_lone_card_rather_than_pass():
    match = to_play("blue 20, green 2", "red 13, red 5, blue 3", won="red 9, red 10")
    assert decide(match) == ("play blue 20", "take")


@pytest.mark.parametrize(("spent", "led"), [("blue", "green"), ("green", "blue")])
def test_remembers_what_was_played(spent, led):
    """Of two unwanted tens the one is led that others can still beat."""
    played = ", ".join(f"{spent} {number}" for number in range(11, 21))
    assert decide(to_play("blue 10, green 10", played=played)) == (f"play {led} 10", "offer")


def test_collects_what_was_won_rather_than_what_is_held():
    """A red and a blue card would both win alone: the colour of the pile decides."""
    trick, hand = "red 2, red 3, blue 4", "red 19, blue 19"
    red = to_play(hand, trick, won="red 5, red 6, red 7")
    blue = to_play(hand, trick, won="blue 5, blue 6, blue 7")
    assert decide(red) == ("play red 19", "collect")
    assert decide(blue) == ("play blue 19", "collect")


def test_a_beginner_lays_the_highest_card_of_the_longest_colour_to_win():
    match = to_play("red 12, red 20, blue 2, green 9", "red 10, red 2, red 9")
    actions = {int(policy.careless(match.view(0), 0, words(seed_from(seed)))) for seed in range(40)}
    assert card(match.setup, "red 20") in actions
    assert len(actions) > 1  # and has slips
