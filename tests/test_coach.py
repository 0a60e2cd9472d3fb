"""The coach: fair with every seat, blind to what the seat could not know."""

import json
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from tablee import Match, Setup, game
from tablee.arena import play
from tablee.bots import find_bot
from tablee.coach import FEW, FORMAT, MANY, SLIGHT, WORST, Analysis, Decision, analyse, was_on_its_way, weighed
from tablee.dice import Dice
from tablee.errors import BadOption, BadRecord, BadSeat
from tablee.policies import policy_of
from tablee.search import Search
from tablee.texts import texts

SETUPS = [
    game("stick-em", players=3, rounds=1),
    game("sticheln", players=3, rounds=1, hazy=True),
    game("hat-trick", players=4, rounds=1),
    game("shit", players=3, target=10),
    game("stoick", players=3, games=1),
    game("stoick", players=3, games=1, strict=True),
    game("stop-it", players=2, points=1),
]
STICK_EM = SETUPS[0]
together = pytest.mark.xdist_group("stick-em")  # one worker compiles for all of these


def grouped(setups: list[Setup]) -> list[Any]:
    return [pytest.param(setup, marks=pytest.mark.xdist_group(setup.game.slug), id=repr(setup)) for setup in setups]


def recorded(setup: Setup, *bots: str, seed: object = 5) -> dict:
    names = [*bots, *[bots[-1]] * (setup.players - len(bots))]
    return play(setup, [find_bot(name) for name in names], seed).match.record()


@pytest.fixture(scope="module")
def small() -> Analysis:
    return analyse(recorded(STICK_EM, "random"), passes=10)


# ---- every decision ----


@pytest.mark.parametrize("setup", grouped(SETUPS))
def test_every_decision_with_a_choice_is_weighed(setup: Setup) -> None:
    record = recorded(setup, "casual")
    analysis = analyse(record, passes=4)
    actions = analysis.match.actions
    assert [decision.after for decision in analysis.decisions] == sorted({one.after for one in analysis.decisions})
    match = Match(setup, record["seed"])
    weighed_ones = {decision.after: decision for decision in analysis.decisions}
    for number, (seat, action) in enumerate(actions):
        legal = match.legal(seat)
        if number in weighed_ones:
            decision = weighed_ones[number]
            assert (decision.seat, decision.action) == (seat, action)
            assert action in decision.values
            assert 2 <= len(decision.values) <= FEW + 1
            assert decision.rival == action or decision.values.keys() == {decision.rival, action}
            assert len(decision.values | decision.rough) == len(decision.values) + len(decision.rough) <= MANY
            assert decision.values.keys() <= set(legal)
            assert all(0 <= value <= 1 for value in decision.values.values())
            assert 0 <= decision.loss <= 1
            assert decision.chance == decision.values[decision.best] >= decision.values[action]
            if decision.mistaken:
                told = policy_of(setup.game).reason(match.view(seat), seat, decision.best)
                assert decision.why in ("", f"reason.{policy_of(setup.game).name}.{told}")
            assert not decision.why or texts("en")[decision.why]
        elif setup.game.slug in ("stick-em", "sticheln"):  # elsewhere nobody would consider some of the choices
            assert len(legal) == 1
        match.play(seat, action)
    assert analysis.decisions


def decided(gap: float, error: float) -> Decision:
    return Decision(3, 1, action=40, rival=41, values={40: 0.5 - gap, 41: 0.5}, rough={}, gap=gap, error=error)


def test_a_loss_is_a_share_of_the_chance() -> None:
    decision = decided(gap=0.1, error=0.04)
    assert (decision.best, decision.chance, decision.loss) == (41, 0.5, 0.2)


@pytest.mark.parametrize(("gap", "error"), [(0.1, 0.06), (0.0, 0.0), (-0.1, 0.01)])
def test_what_may_be_chance_is_no_loss(gap: float, error: float) -> None:
    decision = decided(gap, error)
    assert (decision.best, decision.chance, decision.loss) == (40, 0.5 - gap, 0)


@together
def test_the_same_analysis_again(small: Analysis) -> None:
    again = analyse(small.match.record(), passes=10)
    assert again.decisions == small.decisions
    other = analyse(small.match.record(), passes=10, seed=1)
    assert [one.values for one in other.decisions] != [one.values for one in small.decisions]


@together
def test_progress(small: Analysis) -> None:
    told: list[tuple[int, int]] = []
    analyse(small.match.record(), seats=[0], passes=1, progress=lambda done, of: told.append((done, of)))
    assert told == [(number + 1, 45) for number in range(45)]


@together
def test_only_some_seats(small: Analysis) -> None:
    some = analyse(small.match.record(), seats=[2, 0], passes=10)
    assert some.seats == [0, 2]
    assert some.of(2) == small.of(2)
    assert some.of(1) == []
    assert small.seats == [0, 1, 2]


@together
def test_losses_and_mistakes(small: Analysis) -> None:
    for seat in small.seats:
        losses = [decision.loss for decision in small.of(seat)]
        assert small.loss(seat) == pytest.approx(sum(losses) / len(losses))
        gaps = [decision.gap for decision in small.of(seat) if decision.mistaken and decision.gap >= SLIGHT]
        assert [decision.gap for decision in small.worst(seat)] == sorted(gaps, reverse=True)[:WORST]
    assert any(small.worst(seat) for seat in small.seats)


def test_no_seats(small: Analysis) -> None:
    nobody = analyse(small.match.record(), seats=[], passes=1)
    assert nobody.decisions == []
    with pytest.raises(BadSeat, match="no decision of seat 1"):
        nobody.loss(1)


def test_a_game_of_ones_own(small: Analysis) -> None:
    record = small.match.record() | {"game": "another"}
    with pytest.raises(BadRecord, match="another"):
        analyse(record, seats=[], passes=1)
    other = replace(small.match.setup.game, slug="another")
    assert analyse(record, seats=[], passes=1, game=other).match.setup.game is other


def test_trifles_are_not_listed() -> None:
    dear, cheap = decided(gap=0.011, error=0.001), decided(gap=0.009, error=0.001)
    assert cheap.mistaken
    assert Analysis(Match(STICK_EM, seed=1), [cheap, dear]).worst(1) == [dear]


@together
def test_an_unfinished_record(small: Analysis) -> None:
    match = Match(STICK_EM, small.match.seed)
    for seat, action in small.match.actions[:20]:
        match.play(seat, action)
    assert not match.over
    half = analyse(match.record(), passes=10)
    assert half.decisions == [decision for decision in small.decisions if decision.after < 20]
    assert half.as_json()["winners"] == []


@together
def test_a_match_that_has_not_begun() -> None:
    analysis = analyse(Match(STICK_EM, seed=1).record(), passes=10)
    assert (analysis.decisions, analysis.seats, analysis.as_json()["seats"]) == ([], [], [])


@pytest.mark.parametrize("seat", [3, -1, "0", True, 1.0])
def test_a_wrong_seat(seat: Any) -> None:
    with pytest.raises(BadSeat, match="the seats are 0 to 2; got"):
        analyse(Match(STICK_EM, seed=1).record(), seats=[seat])


def test_seats_are_a_list() -> None:
    one: Any = 0
    with pytest.raises(BadSeat, match=r"a list, such as \[0\]; got 0"):
        analyse(Match(STICK_EM, seed=1).record(), seats=one)


@pytest.mark.parametrize("passes", [0, -4, 2.5, "many", None])
def test_a_wrong_number_of_passes(passes: Any) -> None:
    with pytest.raises(BadOption):
        analyse(recorded(STICK_EM, "random"), passes=passes)


def test_what_is_no_record() -> None:
    with pytest.raises(BadRecord):
        analyse({"format": "something/1"})
    with pytest.raises(BadRecord, match="scores"):
        analyse({**recorded(STICK_EM, "random"), "scores": [0, 0, 99]})


# ---- on paper ----


@together
def test_json(small: Analysis) -> None:
    page = json.loads(json.dumps(small.as_json(), allow_nan=False))
    assert list(page) == ["format", "game", "players", "options", "scores", "winners", "seats", "decisions"]
    assert (page["format"], page["game"], page["players"]) == (FORMAT, "stick-em", 3)
    assert FORMAT == "tablee-analysis/1"
    assert page["options"] == {"rounds": 1}
    assert (page["scores"], page["winners"]) == (small.match.scores, small.match.winners)
    assert len(page["decisions"]) == len(small.decisions)
    record = small.match.record()
    for decision in page["decisions"]:
        keys = ["after", "seat", "do", "best", "rival", "why", "chance", "loss", "gap", "error", "values", "rough"]
        assert list(decision) == keys
        assert record["actions"][decision["after"]] == {"seat": decision["seat"], "do": decision["do"]}
        values = list(decision["values"].values())
        assert values == sorted(values, reverse=True)
        assert decision["values"][decision["best"]] == decision["chance"]
        assert decision["loss"] == 0 or decision["chance"] == max(values)
        lost = decision["chance"] - decision["values"][decision["do"]]
        assert decision["loss"] * decision["chance"] == pytest.approx(lost)
        assert decision["why"] == "" or decision["why"].startswith("reason.cursed.")
        assert not decision["values"].keys() & decision["rough"].keys()
    for seat in page["seats"]:
        assert list(seat) == ["seat", "decisions", "loss", "chances", "worst"]
        own = [decision for decision in page["decisions"] if decision["seat"] == seat["seat"]]
        assert seat["decisions"] == len(own)
        assert seat["chances"] == [[decision["after"], decision["chance"]] for decision in own]
        assert set(seat["worst"]) <= {decision["after"] for decision in own}
        assert len(seat["worst"]) <= WORST


# ---- no hindsight ----


@pytest.mark.parametrize("setup", grouped(SETUPS))
def test_how_the_cards_really_lay_plays_no_part(setup: Setup) -> None:
    """Two matches in which a seat knows the same are weighed alike, however they differ."""
    match, dice, search = Match(setup, seed="hindsight"), Dice("hindsight"), Search(setup)
    differing = 0
    for number in range(24):
        if match.over:
            break
        seat = dice.pick(match.actors)
        legal = match.legal(seat)
        played = dice.pick(legal)
        if number % 4 == 0 and len(legal) > 1:
            twin = match.copy()
            twin.state = match.world(seat, seed=number)
            assert twin.view(seat).tobytes() == match.view(seat).tobytes()
            differing += twin.state.tobytes() != match.state.tobytes()
            one, other = (weighed(search, which, seat, played, 4, "seed") for which in (match, twin))
            assert one == other
        match.play(seat, played)
    assert differing > 0


@together
def test_what_came_later_plays_no_part(small: Analysis) -> None:
    """Another end of the same match: the decisions before are weighed the same."""
    match, dice = Match(STICK_EM, small.match.seed), Dice("another end")
    for seat, action in small.match.actions[:21]:
        match.play(seat, action)
    while not match.over:
        seat = dice.pick(match.actors)
        match.play(seat, dice.pick(match.legal(seat)))
    assert match.actions != small.match.actions
    other = analyse(match.record(), passes=10)
    assert [one for one in other.decisions if one.after < 21] == [one for one in small.decisions if one.after < 21]


# ---- against the clock ----


@pytest.mark.xdist_group("stop-it")
def test_a_hand_on_its_way_is_no_mistake() -> None:
    """Somebody files a card, and the card before it uncovered a stop that should have been called instead."""
    record = recorded(game("stop-it", players=3), "expert@200", seed="hands")
    match, search = Match(game("stop-it", players=3), record["seed"]), Search(game("stop-it", players=3))
    acquitted = 0
    for number, (seat, action) in enumerate(Match.replay(record).actions[:80]):
        if len(match.legal(seat)) > 1:
            decision = weighed(search, match, seat, action, 20, f"{number}")
            if decision is not None and was_on_its_way(search, match, decision, 20, f"{number} before"):
                assert decision.mistaken
                assert match.actions[-1][0] != seat
                acquitted += 1
        match.play(seat, action)
    assert acquitted > 0


# ---- and it knows who plays well ----


MATCHES = [  # short ones; where there is little to decide, or much to get wrong, several
    (game("stick-em", players=3, rounds=1), 1),
    (game("sticheln", players=3, rounds=1), 1),
    (game("sticheln", players=3, rounds=1, aggravated=True), 1),
    (game("sticheln", players=3, rounds=1, delayed=True), 3),
    (game("hat-trick", players=4, rounds=1), 1),
    (game("shit", players=3), 2),
    (game("stoick", players=3, games=1), 3),
    (game("stop-it", players=3), 2),
]


@pytest.mark.parametrize(
    ("setup", "matches"),
    [pytest.param(*one, marks=pytest.mark.xdist_group(one[0].game.slug), id=repr(one[0])) for one in MATCHES],
)
def test_random_play_loses_far_more_than_an_expert(setup: Setup, matches: int) -> None:
    analyses = [analyse(recorded(setup, "expert@2000", "random", seed=seed), passes=80) for seed in range(matches)]
    decisions = [decision for analysis in analyses for decision in analysis.decisions]
    expert, random = (
        fmean(decision.loss for decision in decisions if (decision.seat == 0) == whose) for whose in (True, False)
    )
    assert random > 0.01
    assert random > 3 * expert
