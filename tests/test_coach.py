"""The coach: fair with every seat, blind to what the seat could not know."""

import json
from statistics import fmean
from typing import Any

import pytest

from tablee import Match, Setup, game
from tablee.arena import play
from tablee.bots import find_bot
from tablee.chance import Chance
from tablee.coach import FORMAT, MANY, WORST, Analysis, Decision, analyse, weighed
from tablee.errors import BadOption, BadRecord, BadSeat
from tablee.search import Search

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
            assert 2 <= len(decision.values) <= MANY
            assert decision.values.keys() <= set(legal)
            assert all(0 <= value <= 1 for value in decision.values.values())
            assert decision.loss >= 0
            assert decision.values[decision.best] == max(decision.values.values()) == decision.chance
        elif setup.game.slug in ("stick-em", "sticheln"):  # elsewhere nobody would consider some of the choices
            assert len(legal) == 1
        match.play(seat, action)
    assert analysis.decisions


def test_a_decision() -> None:
    decision = Decision(after=3, seat=1, action=40, values={40: 0.25, 41: 0.5}, rough={42: 0.1})
    assert (decision.best, decision.chance, decision.loss) == (41, 0.5, 0.25)
    good = Decision(after=3, seat=1, action=41, values={40: 0.5, 41: 0.5}, rough={})
    assert (good.best, good.loss) == (41, 0)  # of equals the one that was played


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
        worst = [decision.loss for decision in small.worst(seat)]
        assert worst == sorted((loss for loss in losses if loss > 0), reverse=True)[:WORST]
    assert any(small.worst(seat) for seat in small.seats)


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
        assert list(decision) == ["after", "seat", "do", "best", "chance", "loss", "values", "rough"]
        assert record["actions"][decision["after"]] == {"seat": decision["seat"], "do": decision["do"]}
        values = list(decision["values"].values())
        assert values == sorted(values, reverse=True)
        assert decision["values"][decision["best"]] == decision["chance"] == values[0]
        assert decision["loss"] == pytest.approx(values[0] - decision["values"][decision["do"]])
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
    match, chance, search = Match(setup, seed="hindsight"), Chance("hindsight"), Search(setup)
    differing = 0
    for number in range(24):
        if match.over:
            break
        seat = chance.pick(match.actors)
        legal = match.legal(seat)
        played = chance.pick(legal)
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
    match, chance = Match(STICK_EM, small.match.seed), Chance("another end")
    for seat, action in small.match.actions[:21]:
        match.play(seat, action)
    while not match.over:
        seat = chance.pick(match.actors)
        match.play(seat, chance.pick(match.legal(seat)))
    assert match.actions != small.match.actions
    other = analyse(match.record(), passes=10)
    assert [one for one in other.decisions if one.after < 21] == [one for one in small.decisions if one.after < 21]


# ---- and it knows who plays well ----


LONGER = [  # long enough for luck to even out
    (game("stick-em", players=3, rounds=1), 60),
    (game("sticheln", players=3, rounds=1, hazy=True), 60),
    (game("hat-trick", players=4, rounds=1), 60),
    (game("shit", players=3, target=40), 60),
    (game("stoick", players=3, games=2), 60),
    (game("stop-it", players=3, points=8), 60),
]


@pytest.mark.parametrize(
    ("setup", "passes"),
    [pytest.param(*one, marks=pytest.mark.xdist_group(one[0].game.slug), id=one[0].game.slug) for one in LONGER],
)
def test_random_play_loses_more_than_an_expert(setup: Setup, passes: int) -> None:
    analysis = analyse(recorded(setup, "expert@200", "random", seed="coach"), passes=passes)
    assert analysis.seats == list(range(setup.players))
    assert analysis.loss(0) < fmean(analysis.loss(seat) for seat in analysis.seats if seat != 0)
