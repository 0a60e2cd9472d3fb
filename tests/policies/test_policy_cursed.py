"""How Stick 'Em and Sticheln are played: positions with one good answer."""

import random

import numpy as np
import pytest
from stage import stage

from tablee import game
from tablee.cards import number_of
from tablee.match import as_record
from tablee.policies import cursed, cursed_lay, cursed_sight, policy_of
from tablee.rng import seed_from, words
from tablee.rules.cursed import COLOUR_CHOICE, PLAY, round_points, tricks_per_round

SEEDS = range(8)  # no answer here hangs on luck


def decide(match, seat=0, policy=cursed.choose):
    """What the policy does, from the seat's view alone; the same with every seed."""
    view = match.view(seat)
    [action] = {int(policy(view, seat, words(seed_from(seed)))) for seed in SEEDS}
    return match.setup.say(action), cursed.reason(view, seat, action)


def colours(setup, *names):
    """Each seat's cursed colour as a mask."""
    return [1 << setup.game.rules.COLOUR_NAMES.index(name) for name in names]


def last_to_play(setup, hand, trick, curses, **fields):
    """Seat 0 plays last in a trick led by seat 1, the others' cards given in order."""
    return stage(
        setup,
        phase=PLAY,
        tricks=11,
        leader=1,
        turn=0,
        laid=len(trick),
        hand=[hand],
        trick=[0, *trick],
        cursed=colours(setup, *curses),
        chosen=[1] * setup.players,
        **fields,
    )


def in_stick_em(hand, trick, curses, **fields):
    return last_to_play(game("stick-em", 4), hand, trick, curses, **fields)


# ---- tricks ---------------------------------------------------------------------------------------------------


def test_the_last_to_play_ducks_under_a_trick_with_their_colour():
    match = in_stick_em("red 3, green 11", ["red 5", "blue 9", "red 8"], ["blue", "red", "yellow", "yellow"])
    assert decide(match) == ("play red 3", "duck")


def test_the_last_to_play_takes_a_harmless_trick():
    match = in_stick_em("red 1, green 11", ["red 5", "green 2", "yellow 3"], ["blue", "violet", "violet", "violet"])
    assert decide(match) == ("play green 11", "win")


def test_whoever_is_ahead_is_fed_their_colour():
    match = in_stick_em("green 8, violet 1", ["green 2", "blue 9", "yellow 3"], ["red", "yellow", "green", "yellow"])
    assert decide(match) == ("play green 8", "feed")


def test_high_cards_of_the_own_colour_go_into_others_tricks():
    match = in_stick_em("blue 10, violet 1", ["red 5", "green 11", "red 3"], ["blue", "yellow", "yellow", "yellow"])
    assert decide(match) == ("play blue 10", "rid")


def test_a_trick_is_not_taken_with_the_own_colour():
    # Both cards take the trick; the blue one would cost its number on top.
    match = in_stick_em("blue 10, violet 9", ["red 5", "green 2", "red 3"], ["blue", "yellow", "yellow", "yellow"])
    assert decide(match) == ("play violet 9", "win")


def test_with_nothing_to_duck_with_the_trick_is_taken():
    match = in_stick_em("green 9, violet 10", ["red 5", "blue 8", "blue 7"], ["blue", "red", "yellow", "yellow"])
    assert decide(match)[1] == "stuck"


def test_who_leads_does_not_lead_high():
    setup = game("stick-em", 4)
    curses = colours(setup, "blue", "red", "yellow", "violet")
    fields = {"phase": PLAY, "tricks": 11, "leader": 0, "turn": 0, "cursed": curses, "chosen": [1] * 4}
    match = stage(setup, hand=["blue 11, blue 1, green 10"], **fields)
    assert decide(match)[0] == "play blue 1"


def test_reverse_takes_lucky_cards_with_the_lowest_trump():
    setup = game("sticheln", 4, reverse=True)
    trick, luck = ["red 5", "blue 9", "green 10"], ["blue", "yellow", "yellow", "yellow"]
    assert decide(last_to_play(setup, "yellow 1, red 3", trick, luck)) == ("play yellow 1", "win")
    # Without a lucky card there is nothing in it but a loss.
    assert decide(last_to_play(setup, "brown 1, red 3", trick, ["yellow"] * 4))[0] == "play red 3"


def test_mild_makes_low_cards_of_the_own_colour_as_bad_as_any():
    trick, curses = ["red 8", "blue 0", "blue 1"], ["blue", "red", "yellow", "yellow"]
    mild = last_to_play(game("sticheln", 4, mild=True), "red 3, green 11", trick, curses)
    plain = last_to_play(game("sticheln", 4), "red 3, green 11", trick, curses)
    assert decide(mild)[0] == "play red 3"
    assert decide(plain)[0] == "play green 11"


def some_trick(setup, rng):
    """A trick of three cards led by seat 1, seat 0 to lay the last; each seat has won cards, and has its curses."""
    match = stage(setup, phase=PLAY, tricks=5, leader=1, turn=0, laid=3, cursed=[0b1, 0b10, 0b101, 0b1000])
    deck = [(colour, number) for colour in range(5) for number in range(12)]
    rng.shuffle(deck)
    for seat in range(4):
        for colour, number in (deck.pop() for _ in range(rng.randrange(9))):
            match.state.won[seat, colour] |= 2 << number
    for seat in (1, 2, 3):
        colour, number = deck.pop()
        match.state.trick[seat] = 32 * colour + number + 1
    return match.state, deck.pop()


def points_with(setup, state, seat, more):
    """What the seat's cards are worth with some more of them; in Delayed with the colours picked that cost it least."""
    held = state.copy()
    for colour, number in more:
        held.won[seat, colour] |= 2 << number
    if setup.options["delayed"]:
        held.cursed[seat] = 0
        for _ in range(1 + setup.options["aggravated"]):
            worth = {}
            for colour in range(5):
                if held.won[seat, colour] and not held.cursed[seat] >> colour & 1:
                    picked = held.copy()
                    picked.cursed[seat] |= 1 << colour
                    worth[colour] = round_points(picked, seat)
            if worth:
                held.cursed[seat] |= 1 << max(worth, key=worth.get)
    return round_points(held, seat)


@pytest.mark.parametrize(
    "variants",
    [
        "",
        "reverse",
        "mild",
        "aggravated",
        "delayed",
        "delayed reverse",
        "delayed aggravated",
        "delayed mild",
        "delayed aggravated reverse",
        "reverse mild",
        "delayed reverse mild",
    ],
)
def test_the_last_trick_is_worth_the_points_it_brings(variants):
    setup = game("sticheln", 4, **dict.fromkeys(variants.split(), True))
    rng = random.Random(variants)
    for _ in range(60):
        state, (colour, number) = some_trick(setup, rng)
        state.tricks = tricks_per_round(state) - 1
        trick = [(int(card) >> 5, (int(card) & 31) - 1) for card in state.trick[1:4]]
        prices = cursed_sight.lying(state)
        for seat in range(4):
            now, owed = points_with(setup, state, seat, []), cursed_sight.bill(state, seat)
            assert cursed_sight.trick_worth(state, owed, prices) == 8 * (points_with(setup, state, seat, trick) - now)
            before = cursed_sight.laid_before(state, owed, prices)
            more = points_with(setup, state, seat, [*trick, (colour, number)]) - now
            assert cursed_sight.with_card(state, owed, prices, before, colour, number + 1) == 8 * more


@pytest.mark.parametrize("variants", ["", "reverse", "mild", "aggravated", "aggravated reverse", "reverse mild"])
def test_in_delayed_what_is_due_in_the_last_trick_are_the_colours_that_would_be_picked(variants):
    setup = game("sticheln", 4, **dict.fromkeys(["delayed", *variants.split()], True))
    rng = random.Random(variants)
    for _ in range(60):
        state, _ = some_trick(setup, rng)
        state.tricks = tricks_per_round(state) - 1
        for seat in range(4):
            taken = tolls = 0
            for _ in range(1 + setup.options["aggravated"]):
                colour = cursed_sight.best_colour(state, seat, taken)
                if colour >= 0:
                    taken |= 1 << colour
                    tolls += cursed_sight.toll(state, seat, colour)
            assert cursed_sight.due(state, cursed_sight.bill(state, seat)) == 8 * tolls


def outlook(setup, state, seat, more):
    """Delayed: what the seat's cards promise with some more of them, in eighths, while there are tricks to come."""
    later = tricks_per_round(state) - int(state.tricks) - 1
    held = [[number for number in range(12) if state.won[seat, colour] >> number + 1 & 1] for colour in range(5)]
    for colour, number in more:
        held[colour].append(number)
    hope = cursed_sight.HOPE + cursed_sight.HOPE_FADES // later + 1
    costs = [sum(6 if setup.options["mild"] else number + 1 for number in cards) or hope for cards in held]
    cheapest, second = sorted(costs)[:2]
    promise = 8 * sum(map(len, held)) - 8 * cheapest
    if setup.options["aggravated"]:
        return promise - 8 * second
    return promise - (cursed_sight.SPARE * min(second - cheapest, cursed_sight.SPARE_MOST) * later >> 7)


@pytest.mark.parametrize("variants", ["", "aggravated", "mild"])
def test_in_delayed_what_is_not_won_yet_may_still_come_cheap(variants):
    setup = game("sticheln", 4, **dict.fromkeys(["delayed", *variants.split()], True))
    rng = random.Random(variants)
    for _ in range(60):
        state, (colour, number) = some_trick(setup, rng)
        state.tricks = rng.randrange(tricks_per_round(state) - 1)
        trick = [(int(card) >> 5, (int(card) & 31) - 1) for card in state.trick[1:4]]
        prices = cursed_sight.lying(state)
        for seat in range(4):
            now, owed = outlook(setup, state, seat, []), cursed_sight.bill(state, seat)
            assert cursed_sight.trick_worth(state, owed, prices) == outlook(setup, state, seat, trick) - now
            before = cursed_sight.laid_before(state, owed, prices)
            more = outlook(setup, state, seat, [*trick, (colour, number)]) - now
            assert cursed_sight.with_card(state, owed, prices, before, colour, number + 1) == more


@pytest.mark.parametrize(("tricks", "wanted"), [(0, True), (14, False)])
def test_in_delayed_a_dear_trick_is_welcome_while_another_colour_may_come_cheap(tricks, wanted):
    setup = game("sticheln", 3, delayed=True)
    state = stage(
        setup, phase=PLAY, leader=1, turn=0, laid=2, trick=[0, "red 7", "blue 8"], tricks=tricks, hand=["green 8"]
    ).state
    worth = cursed_sight.trick_worth(state, cursed_sight.bill(state, 0), cursed_sight.lying(state))
    assert (worth > 0) == wanted


@pytest.mark.parametrize("mild", [False, True])
def test_the_dearest_colour_fits_its_eight_bits(mild):
    # Eight players, the last of six colours, all of it won but the card that is laid now.
    setup = game("sticheln", 8, delayed=True, mild=mild)
    state = stage(setup, phase=PLAY, leader=1, turn=0, laid=0).state
    state.won[0, 5] = (2 << 18) - 2
    state.won[0, 4] = 2
    owed, prices = cursed_sight.bill(state, 0), cursed_sight.lying(state)
    before = cursed_sight.laid_before(state, owed, prices)
    assert owed >> 40 == (5 * 18 if mild else sum(range(18))) + 18
    # The cheapest colour is another one, so the card is simply won.
    assert cursed_sight.with_card(state, owed, prices, before, 5, 19) == 8


def test_who_likes_a_trick_is_feared_the_more():
    # In Reverse the trick is worth taking for whom blue is lucky: they are still to come, or have played.
    setup = game("sticheln", 4, reverse=True)
    trick = ["red 3", "blue 11"]
    eager, calm = (
        stage(
            setup,
            phase=PLAY,
            leader=2,
            turn=0,
            laid=2,
            trick=[0, 0, *trick],
            cursed=colours(setup, *luck),
            chosen=[1] * 4,
        ).state
        for luck in (["red", "blue", "green", "green"], ["red", "green", "blue", "green"])
    )
    fears = [cursed_lay.eagerness(state, cursed_lay.REVERSE, 0, cursed_sight.lying(state)) for state in (eager, calm)]
    assert fears[0] > fears[1]


@pytest.mark.parametrize(
    ("variants", "kind"),
    [
        ("", cursed_lay.PLAIN),
        ("reverse", cursed_lay.REVERSE),
        ("delayed", cursed_lay.DELAYED),
        ("delayed mild", cursed_lay.DELAYED),
        ("delayed reverse", cursed_lay.DELAYED_REVERSE),
        ("hazy", cursed_lay.HAZY),
        ("hazy mild", cursed_lay.HAZY),
        ("mild", cursed_lay.MILD),
        ("aggravated", cursed_lay.AGGRAVATED),
        ("aggravated delayed", cursed_lay.AGGRAVATED),
        ("aggravated mild", cursed_lay.MILD),
        ("aggravated reverse", cursed_lay.REVERSE),
        ("reverse mild", cursed_lay.REVERSE),
        ("delayed reverse mild", cursed_lay.REVERSE),
    ],
)
def test_every_table_is_of_a_kind(variants, kind):
    setup = game("sticheln", 4, **dict.fromkeys(variants.split(), True))
    assert cursed_lay.kind_of_table(stage(setup).state) == kind


def test_when_the_cards_are_counted_only_the_best_colour_is_considered():
    setup = game("sticheln", 4, delayed=True)
    match = stage(setup, phase=COLOUR_CHOICE, tricks=15, hand=[], won=["red 2, green 0, green 1, green 2, blue 6"])
    mask = setup.empty_mask()
    setup.game.rules.legal(match.state, 0, mask)
    cursed.without_folly(match.state, 0, mask)
    assert [setup.say(action) for action in range(32 * len(mask)) if mask[action >> 5] >> (action & 31) & 1] == [
        "choose red"
    ]


# ---- curses ---------------------------------------------------------------------------------------------------


def test_the_curse_is_a_low_card_of_a_long_colour():
    long = "red 0, red 2, red 3, red 5, red 7, red 9, green 0, green 11, blue 4, blue 8, yellow 3, yellow 10"
    match = stage(game("stick-em", 4), hand=[long + ", violet 1, violet 6, violet 8"])
    assert decide(match) == ("choose red 0", "curse_low")


def test_luck_is_a_high_card():
    hand = "red 0, red 2, red 11, green 1, green 7, green 5, blue 4, blue 8, yellow 3, yellow 9, brown 2, brown 4"
    match = stage(game("sticheln", 4, reverse=True), hand=[hand])
    assert decide(match) == ("choose red 11", "luck_high")


@pytest.mark.parametrize(
    ("reverse", "answer"), [(False, ("choose red", "cheap_colour")), (True, ("choose blue", "dear_colour"))]
)
def test_delayed_picks_by_the_sum_of_each_colour(reverse, answer):
    # Red costs 2, and the 1 it would be worth; green 3, and three times 1.
    setup = game("sticheln", 4, delayed=True, reverse=reverse)
    won = ["red 2, green 0, green 1, green 2, blue 6, blue 9"]
    match = stage(setup, phase=COLOUR_CHOICE, tricks=15, hand=[], won=won)
    assert decide(match) == answer


def test_aggravated_curses_differ():
    match = stage(
        game("sticheln", 4, aggravated=True), hand=["red 0, red 1, red 2, red 3, red 4, red 5, green 9, blue 8"]
    )
    first = decide(match)[0]
    match.play(0, first)
    assert first == "choose red 0"
    assert not decide(match)[0].startswith("choose red")


# ---- secrets --------------------------------------------------------------------------------------------------


def hazy_worlds(believing):
    """The others' curse cards in worlds drawn for seat 0, in the middle of a Hazy round."""
    setup = game("sticheln", 4, hazy=True, aggravated=True)
    match = stage(setup)
    for seat in (0, 1, 2, 3, 0, 1, 2, 3):
        match.play(seat, match.legal(seat)[0])
    for _ in range(10):
        [seat] = match.actors
        match.play(seat, match.legal(seat)[-1])
    rules, view, found = setup.game.rules, match.view(0), []
    for seed in range(60):
        rng = words(seed_from(seed))
        world = as_record(np.zeros(1, rules.STATE))
        rules.world(view, 0, rng, world)
        if believing:
            cursed.believe(world, 0, rng)
        again = as_record(np.zeros(1, rules.STATE))
        rules.view(world, 0, again)
        assert rules.status(world) == 0
        assert again.tobytes() == view.tobytes()
        found += [int(card) for seat in (1, 2, 3) for card in world.curse[seat]]
    return found


def test_others_are_believed_to_have_chosen_low_cards_but_not_always_the_same():
    blind, believed = hazy_worlds(False), hazy_worlds(True)
    assert np.mean([number_of(card) for card in believed]) < np.mean([number_of(card) for card in blind]) - 2
    assert len(set(believed)) > 10


# ---- reasons --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "why"), [({}, "feed"), ({"reverse": True}, "duck")])
def test_nobody_is_said_to_be_hurt_by_a_lucky_card(options, why):
    setup = game("sticheln", 4, **options)
    state = stage(
        setup,
        phase=PLAY,
        leader=3,
        turn=0,
        laid=1,
        trick=[0, 0, 0, "red 9"],
        hand=["red 5, green 7"],
        cursed=colours(setup, "green", "blue", "blue", "red"),
        chosen=[1] * 4,
    ).state
    assert cursed.reason(state, 0, setup.parse("play red 5")) == why


@pytest.mark.parametrize(("trick", "why"), [(["red 5", "blue 9"], "ahead"), (["red 5", "blue 9", "red 8"], "pay")])
def test_the_last_to_lay_is_not_ahead_for_now(trick, why):
    match = in_stick_em("red 3, green 11", trick, ["blue", "red", "yellow", "yellow"])
    assert cursed.reason(match.view(0), 0, match.setup.parse("play green 11")) == why


def test_that_nothing_goes_below_speaks_for_no_card():
    match = in_stick_em("blue 10, violet 9", ["red 5", "green 2", "red 3"], ["blue", "yellow", "yellow", "yellow"])
    blue, violet = (match.setup.parse(f"play {card}") for card in ("blue 10", "violet 9"))
    view = match.view(0)
    assert [cursed.reason(view, 0, card) for card in (blue, violet)] == ["stuck", "win"]
    assert policy_of(match.setup.game).merit(view, 0, blue, violet) == ""


# Of fifteen cards nine are red; of the others there are one or two of each colour.
NINE_REDS = "red 0, red 1, red 2, red 3, red 4, red 5, red 6, red 7, red 8"
UNEVEN = NINE_REDS + ", yellow 9, green 8, green 11, blue 1, blue 10, violet 9"


@pytest.mark.parametrize(
    ("pick", "why"),
    [("red 1", "curse_low"), ("red 8", "curse_long"), ("green 8", "curse_best"), ("yellow 9", "curse_best")],
)
def test_a_colour_is_long_that_makes_up_much_of_the_hand(pick, why):
    match = stage(game("stick-em", 4), hand=[UNEVEN])
    assert cursed.reason(match.view(0), 0, match.setup.parse(f"choose {pick}")) == why


@pytest.mark.parametrize("pick", ["yellow 9", "green 8", "blue 10"])
def test_a_second_curse_is_of_no_long_colour_because_the_long_one_is_gone(pick):
    match = stage(game("sticheln", 4, aggravated=True), hand=[UNEVEN.replace("violet", "brown")])
    match.play(0, "choose red 0")
    assert cursed.reason(match.view(0), 0, match.setup.parse(f"choose {pick}")) == "curse_best"


@pytest.mark.parametrize(("pick", "why"), [("red 0", "curse_long"), ("blue 1", "curse_best")])
def test_in_mild_a_low_curse_costs_as_much_as_any(pick, why):
    match = stage(game("sticheln", 4, mild=True), hand=[UNEVEN.replace("violet", "brown")])
    assert cursed.reason(match.view(0), 0, match.setup.parse(f"choose {pick}")) == why


@pytest.mark.parametrize(
    ("pick", "why"),
    [("green 11", "luck_high"), ("red 6", "luck_high"), ("red 5", "luck_best"), ("red 0", "luck_best")],
)
def test_a_low_card_is_no_high_lucky_one(pick, why):
    match = stage(game("sticheln", 4, reverse=True), hand=[UNEVEN.replace("violet", "brown")])
    assert cursed.reason(match.view(0), 0, match.setup.parse(f"choose {pick}")) == why


@pytest.mark.parametrize(("pick", "why"), [("green 11", "luck_spare"), ("red 5", "luck_best")])
def test_with_mild_a_high_lucky_card_brings_no_more_than_another(pick, why):
    match = stage(game("sticheln", 4, reverse=True, mild=True), hand=[UNEVEN.replace("violet", "brown")])
    assert cursed.reason(match.view(0), 0, match.setup.parse(f"choose {pick}")) == why


@pytest.mark.parametrize(
    ("variants", "done", "pick", "why"),
    [
        # Red costs 2, and the 1 it would be worth; green 3, and three times 1; blue 15 and twice 1.
        ("", 0, "red", "cheap_colour"),
        ("", 0, "green", "poor_colour"),
        ("reverse", 0, "blue", "dear_colour"),
        ("reverse", 0, "red", "poor_colour"),
        ("aggravated", 0, "red", "cheap_pair"),
        ("aggravated", 0, "green", "cheap_pair"),
        ("aggravated", 0, "blue", "poor_colour"),
        ("aggravated", "red", "green", "cheap_pair"),
        ("aggravated", "red", "blue", "poor_colour"),
        ("aggravated", "blue", "green", "cheap_pair"),
        ("aggravated reverse", 0, "green", "dear_pair"),
        ("aggravated reverse", "blue", "red", "poor_colour"),
    ],
)
def test_a_colour_that_others_outdo_is_not_said_to_be_the_best(variants, done, pick, why):
    setup = game("sticheln", 4, delayed=True, **dict.fromkeys(variants.split(), True))
    won = ["red 2, green 0, green 1, green 2, blue 6, blue 9"]
    match = stage(setup, phase=COLOUR_CHOICE, tricks=15, hand=[], won=won * 4)
    if done:
        match.play(0, f"choose {done}")
    assert cursed.reason(match.view(0), 0, setup.parse(f"choose {pick}")) == why


def test_whoever_won_one_colour_alone_is_not_said_to_have_two():
    setup = game("sticheln", 4, delayed=True, aggravated=True)
    match = stage(setup, phase=COLOUR_CHOICE, tricks=15, hand=[], won=["red 2, red 3"])
    assert decide(match) == ("choose red", "cheap_colour")


def delayed_trick(won, trick=(), **options):
    """Seat 0 leads, or comes after a card laid by seat 3, when the seats have won these cards."""
    setup = game("sticheln", 4, delayed=True, **options)
    cards = [0, 0, 0, *trick]
    fields = {"leader": 3 if trick else 0, "turn": 0, "laid": len(trick), "tricks": 5}
    return stage(setup, phase=PLAY, trick=cards, hand=["red 5, red 9, green 7, blue 3"], won=won, **fields).view(0)


@pytest.mark.parametrize(("options", "why"), [({}, "feed_coming"), ({"aggravated": True}, "feed_coming")])
def test_what_nobody_has_chosen_yet_is_not_said_to_hurt_whoever_is_ahead(options, why):
    view = delayed_trick(["blue 2", "", "", "red 1"], ["red 10"], **options)
    parse = game("sticheln", 4).parse
    assert [cursed.reason(view, 0, parse(f"play {card}")) for card in ("red 5", "red 9")] == [why, why]
    # As things stand somebody else would choose green, and whoever is ahead red.
    view = delayed_trick(["blue 2", "green 1", "", "red 1"], ["red 10"], **options)
    assert cursed.reason(view, 0, parse("play red 5")) == why


def test_what_nobody_has_chosen_yet_is_not_said_to_be_dreaded():
    view = delayed_trick(["blue 2", "", "green 0", ""])
    parse = game("sticheln", 4).parse
    reasons = {card: cursed.reason(view, 0, parse(f"play {card}")) for card in ("blue 3", "green 7", "red 5")}
    assert reasons == {"blue 3": "lead_coming", "green 7": "lead_feed_coming", "red 5": "lead_low"}
