"""The arena: fair fixtures, the same outcome whoever computes it, and no bot that can end a match."""

import json
import math
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

import odd_bots
from odd_bots import First
from tablee import Match, Setup, game
from tablee.arena import Fault, Outcome, ladder, play, report, tournament
from tablee.arena.chair import OURS, place
from tablee.arena.figures import interval, ratings, student
from tablee.arena.programme import Fixture, fixtures
from tablee.arena.table import line_up
from tablee.bots import BOTS, find_bot
from tablee.errors import BadBot, BadOption, TableeError

pytestmark = pytest.mark.xdist_group("stick-em")  # one worker compiles for all of these

SETUP = game("stick-em", players=3, rounds=1)


def strictly(figures: Any) -> str:
    """As JSON proper: no Infinity, no NaN."""
    return json.dumps(figures, allow_nan=False)


# ---- who sits where ----


def test_bots_by_name_or_as_entries() -> None:
    entries = [find_bot("random")] * 3
    assert play(SETUP, ["random"] * 3, 1).match.record() == play(SETUP, entries, 1).match.record()


@pytest.mark.parametrize("count", [0, 2, 4])
def test_a_bot_for_each_seat(count: int) -> None:
    with pytest.raises(BadOption, match=f"takes 3 bots; got {count}"):
        play(SETUP, ["random"] * count, 1)


def test_a_game_of_ones_own() -> None:
    other = replace(SETUP.game, slug="another").setup(3, rounds=1)
    assert len(tournament(other, ["random"] * 3, 3, seed=1, jobs=1)) == 3
    with pytest.raises(BadOption, match="jobs=1"):
        tournament(other, ["random"] * 3, 3, seed=1, jobs=2)


# ---- fixtures ----


@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_each_deal_is_played_with_every_rotation(players: int) -> None:
    programme = fixtures(players, 5 * players, duplicate=True)
    assert [one.number for one in programme] == list(range(5 * players))
    for deal in range(5):
        seatings = [one.seating for one in programme if one.deal == deal]
        assert len(set(seatings)) == players
        for seating in seatings:
            assert sorted(seating) == list(range(players))
            turn = seating.index(0)
            assert seating[turn:] + seating[:turn] == tuple(range(players))  # the neighbours stay the same
        for bot in range(players):
            assert sorted(seating.index(bot) for seating in seatings) == list(range(players))


def test_the_number_of_games_is_rounded_up_to_whole_deals() -> None:
    assert [len(fixtures(4, games, duplicate=True)) for games in (1, 4, 5, 8)] == [4, 4, 8, 8]
    assert [len(fixtures(4, games, duplicate=False)) for games in (1, 4, 5)] == [1, 4, 5]


def test_single_deals_rotate_the_seats_too() -> None:
    programme = fixtures(3, 9, duplicate=False)
    assert [one.deal for one in programme] == list(range(9))
    seats = Counter((place, seat) for one in programme for seat, place in enumerate(one.seating))
    assert set(seats.values()) == {3}


@pytest.mark.parametrize(
    "setup",
    [
        game("stick-em", players=3, rounds=2),
        game("sticheln", players=3, rounds=2, aggravated=True),
        game("hat-trick", players=4, rounds=2),
    ],
    ids=repr,
)
def test_the_same_cards_in_every_rotation(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """All rounds of a duplicate deal are the same, whatever was played before."""
    matches: list[Match] = []

    def remembered(*arguments: Any) -> Any:
        matches.append((played := play(*arguments)).match)
        return played

    monkeypatch.setattr("tablee.arena.programme.play", remembered)
    bots = ["odd_bots:First", "odd_bots:Last", *["random"] * (setup.players - 2)]
    tournament(setup, bots, 2 * setup.players, seed=1, jobs=1)
    deals = [[{**deal, "after": None} for deal in match.deals] for match in matches]
    one, other = deals[: setup.players], deals[setup.players :]
    assert all(len(deal) == 2 for deal in deals)
    assert all(deal == one[0] for deal in one)
    assert all(deal == other[0] for deal in other)
    assert one[0] != other[0]
    assert len({tuple(match.actions) for match in matches[: setup.players]}) > 1


# ---- outcomes ----


def test_outcomes_are_by_place_in_the_line_up() -> None:
    bots = ["odd_bots:First", "odd_bots:Last", "random"]
    outcomes = tournament(SETUP, bots, 6, seed="places", jobs=1)
    for outcome in outcomes:
        seating = outcome.fixture.seating
        seed = f"places deal {outcome.fixture.deal}"
        match = play(SETUP, [find_bot(bots[place]) for place in seating], seed).match
        assert [outcome.scores[place] for place in seating] == match.scores
        assert [outcome.wins[place] > 0 for place in seating] == [seat in match.winners for seat in range(3)]
        assert outcome.decisions == len(match.actions) == 45
        assert outcome.faults == ()
    assert {outcome.fixture.seating for outcome in outcomes} == {(0, 1, 2), (2, 0, 1), (1, 2, 0)}


def test_a_shared_victory_is_a_share() -> None:
    outcomes = tournament(SETUP, ["random"] * 3, 60, seed=2, jobs=1)
    shared = 0
    for outcome in outcomes:
        winners = [score == max(outcome.scores) for score in outcome.scores]
        assert list(outcome.wins) == [won / sum(winners) for won in winners]
        assert sum(outcome.wins) == pytest.approx(1)
        shared += sum(winners) > 1
    assert shared > 0


def test_processes_change_nothing() -> None:
    bots = ["expert@16", "casual", "odd_bots:First"]
    told: list[Outcome] = []
    one = tournament(SETUP, bots, 6, seed="same", jobs=1)
    two = tournament(SETUP, bots, 6, seed="same", jobs=2, progress=told.append)
    assert one == two
    assert sorted(outcome.fixture.number for outcome in told) == list(range(6))
    assert report(SETUP, bots, one, "same", True) == report(SETUP, bots, two, "same", True)
    assert one != tournament(SETUP, bots, 6, seed="other", jobs=1)


def test_a_tournament_goes_on_another_day() -> None:
    setup = game("shit", players=3)
    whole = tournament(setup, ["casual", "random", "random"], 12, "days", jobs=1)
    days = [tournament(setup, ["casual", "random", "random"], 6, "days", jobs=1, first=first) for first in (0, 6)]
    assert [*days[0], *days[1]] == whole
    with pytest.raises(BadOption, match="deal"):
        tournament(setup, ["casual", "random", "random"], 6, "days", jobs=1, first=4)


def test_a_registered_bot_plays_in_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "first", First)
    one, two = (tournament(SETUP, [" first", "random", "random"], 3, seed=1, jobs=jobs) for jobs in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (["casual"] * 2, "Stick 'Em is set up for 3 players, so it takes 3 bots; got 2: casual, casual"),
        (["casual"] * 4, "so it takes 3 bots; got 4"),
        ([], "so it takes 3 bots; got 0"),
        (["casual", "casual", "exprt"], "did you mean 'expert'?"),
    ],
)
def test_a_wrong_line_up(bots: list[str], message: str) -> None:
    with pytest.raises(TableeError) as refused:
        line_up(SETUP, bots)
    assert message in str(refused.value)
    with pytest.raises(TableeError):
        tournament(SETUP, bots, 3, jobs=1)


@pytest.mark.parametrize("wrong", [{"games": 0}, {"games": -3}, {"games": 2.5}, {"games": 3, "jobs": 0}])
def test_wrong_numbers(wrong: dict) -> None:
    with pytest.raises(BadOption, match="whole number of at least 1"):
        tournament(SETUP, ["random"] * 3, **wrong)


# ---- bots that fail ----

SHORT = 0.3  # seconds: for bots that hang. A busy machine may keep any other waiting for as long
FAILING = {
    "Raises": "raised ZeroDivisionError: three ways",
    "RaisesNothing": "raised RuntimeError",
    "RaisesLater": "raised IndexError: enough",
    "RaisesWhenMade": "raised OSError: no model on this machine",
    "RaisesTheUnspeakable": "raised Unspeakable",
    "TakesNoSeat": "raised TypeError",
    "Exits": "called sys.exit(3)",
    "ExitsWhenMade": "called sys.exit(3)",
    "Interrupts": "KeyboardInterrupt",
    "Hangs": f"took longer than {SHORT} s",
    "HangsWhenMade": f"took longer than {SHORT} s",
    "AnswersNone": "answered None, to wait, while nobody else may act",
    "AnswersFloat": "which is not among its choices",
    "AnswersNan": "answered nan",
    "AnswersWords": "answered 'play red 3'",
    "AnswersTrue": "answered True",
    "AnswersNumpyTrue": "which is not among its choices",
    "AnswersHuge": "answered 1000000000000000000000000000000",
    "AnswersTooHugeToPrint": "which is not among its choices",
    "AnswersNegative": "answered -1",
    "AnswersList": "answered [33]",
    "AnswersArray": "which is not among its choices",
    "AnswersAll": "which is not among its choices",
    "AnswersAtLength": "which is not among its choices",
    "AnswersMute": "which is not among its choices",
    "AnswersATrick": "answered something of type Trick, which is not among its choices",
    "AnswersADisguise": "which is not among its choices",
    "AnswersSpans": "which is not among its choices",
    "AnswersTalk": "answered one…, which is not among its choices",
    "Leaves": "called sys.exit(something of type Leaving)",
    "RaisesEscapes": "raised ValueError: \ufffd[2J\ufffdbye",
    "ChangesTheOptions": "raised TypeError",
    "Illegal": "which is not among its choices",
    "Sleeper": "answered None",
}


def limit_for(bot: str) -> float:
    return SHORT if bot.startswith("Hangs") else 60


@pytest.mark.parametrize(("bot", "what"), FAILING.items(), ids=FAILING)
def test_a_bot_that_fails_is_named_and_replaced(bot: str, what: str) -> None:
    name = f"odd_bots:{bot}"
    entries = [find_bot("random"), find_bot(name), find_bot("random")]
    played = play(SETUP, entries, seed=4, limit=limit_for(bot))
    assert played.match.over
    assert len(played.faults) == 1
    fault = played.faults[0]
    assert (fault.bot, fault.seat) == (name, 1)
    assert what in fault.what
    assert "\n" not in fault.what
    assert len(fault.what) < 300
    assert 0 <= fault.after < len(played.match.actions)
    assert strictly(asdict(fault))


def test_whose_turn_it_is_is_hurried_and_nobody_else() -> None:
    bots = [find_bot(name) for name in ("casual", "odd_bots:Waits", "casual", "odd_bots:Waits")]
    played = play(game("stoick", players=4, strict=True), bots, seed=1)
    assert {fault.bot for fault in played.faults} == {"odd_bots:Waits"}
    assert {fault.seat for fault in played.faults} == {1, 3}


def test_casual_plays_on_in_its_place() -> None:
    """From the first decision on, just as if it had sat there from the start."""
    entries = [find_bot("random"), find_bot("odd_bots:RaisesWhenMade"), find_bot("odd_bots:First")]
    failed = play(SETUP, entries, seed=4)
    entries[1] = find_bot("casual")
    assert failed.match.record() == play(SETUP, entries, seed=4).match.record()
    assert failed.faults == (
        Fault("odd_bots:RaisesWhenMade", 1, 0, f"raised OSError: no model on this machine ({line_of('no model')})"),
    )


def line_of(words: str) -> str:
    """The place in odd_bots.py where these words first stand."""
    lines = Path(odd_bots.__file__).read_text(encoding="utf-8").splitlines()
    return f"odd_bots.py:{next(number for number, line in enumerate(lines, 1) if words in line)}"


@pytest.mark.parametrize(
    ("bot", "what"),
    [
        ("Raises", f"raised ZeroDivisionError: three ways… ({line_of('three ways')})"),
        ("RaisesNothing", f"raised RuntimeError and did not answer ({line_of('raise RuntimeError')})"),
        ("RaisesElsewhere", f"raised JSONDecodeError: Expecting value: line 1 column 1 (char 0) ({line_of('loads')})"),
        ("Exits", f"called sys.exit(3) ({line_of('sys.exit')})"),
        ("Interrupts", f"raised KeyboardInterrupt and did not answer ({line_of('raise KeyboardInterrupt')})"),
    ],
)
def test_a_fault_says_where_in_the_bots_own_code(bot: str, what: str) -> None:
    (fault,) = play(SETUP, [find_bot(f"odd_bots:{bot}"), *[find_bot("random")] * 2], seed=4).faults
    assert fault.what == what


def test_a_fault_that_did_not_come_from_the_bots_code_names_no_place() -> None:
    (fault,) = play(SETUP, [find_bot("odd_bots:TakesNoSeat"), *[find_bot("random")] * 2], seed=4).faults
    assert ".py" not in fault.what


def test_a_folder_whose_name_begins_like_ours_is_not_ours() -> None:
    file = f"{OURS}_bots/mine.py"
    with pytest.raises(ZeroDivisionError) as raised:
        exec(compile("1 / 0", file, "exec"), {})
    assert place(raised.value, file) == " (mine.py:1)"


def test_a_fault_says_when() -> None:
    (fault,) = play(SETUP, [find_bot("odd_bots:RaisesLater"), *[find_bot("odd_bots:First")] * 2], seed=1).faults
    assert fault.after >= 6  # its curse, its first card; the third time it is asked, in the second trick


def test_two_that_fail_are_both_named() -> None:
    entries = [find_bot("odd_bots:Raises"), find_bot("odd_bots:Illegal"), find_bot("odd_bots:Raises")]
    faults = play(SETUP, entries, seed=4).faults
    assert sorted((fault.seat, fault.bot) for fault in faults) == [
        (0, "odd_bots:Raises"),
        (1, "odd_bots:Illegal"),
        (2, "odd_bots:Raises"),
    ]


def test_being_late_in_c_is_being_late() -> None:
    played = play(SETUP, [find_bot("odd_bots:HoldsThePython"), *[find_bot("random")] * 2], seed=4, limit=0.05)
    assert [fault.what for fault in played.faults] == ["took longer than 0.05 s"]


def test_the_processes_of_a_tournament_that_is_killed_end_too() -> None:
    """They hold its output open for as long as they live."""
    bots = ["--bots", "odd_bots:Chatty", "--games", "4000", "--jobs", "2"]
    command = [sys.executable, "-m", "tablee", "arena", "stick-em", *bots]
    here, pipe = Path(odd_bots.__file__).parent, subprocess.PIPE
    killed = subprocess.Popen(
        command, cwd=here, stdout=pipe, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    assert killed.stdout is not None
    try:
        assert "I may do" in killed.stdout.readline()  # somebody plays
        killed.kill()
        killed.communicate(timeout=60)  # to the end of what they all say
    finally:
        with suppress(ProcessLookupError):  # as it should be
            os.killpg(killed.pid, signal.SIGKILL)


def test_what_has_not_begun_when_a_tournament_ends_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALLY", str(tmp_path / "tally"))

    def enough(outcome: Outcome) -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        tournament(SETUP, ["odd_bots:Tallied", "random", "random"], 600, jobs=2, progress=enough)
    assert len((tmp_path / "tally").read_text(encoding="utf-8").splitlines()) < 100


def test_faults_are_in_the_report_with_their_match() -> None:
    bots = ["odd_bots:Raises", "random", "random"]
    outcomes = tournament(SETUP, bots, 6, seed=3, jobs=2)
    figures = json.loads(strictly(report(SETUP, bots, outcomes, 3, True)))
    assert [fault["game"] for fault in figures["faults"]] == list(range(6))
    assert {fault["bot"] for fault in figures["faults"]} == {"odd_bots:Raises"}
    for fault, outcome in zip(figures["faults"], outcomes, strict=True):
        assert fault["seat"] == outcome.fixture.seating.index(0)
        assert fault["what"].startswith("raised ZeroDivisionError")


def test_a_bot_that_ends_its_process_is_reported() -> None:
    with pytest.raises(TableeError, match="a process ended"):
        tournament(SETUP, ["odd_bots:EndsTheProcess", "random", "random"], 3, seed=1, jobs=2)


# ---- the report ----


def outcome(number: int, deal: int, scores: tuple[int, ...]) -> Outcome:
    best = [score == max(scores) for score in scores]
    wins = tuple(won / sum(best) for won in best)
    return Outcome(Fixture(number, deal, tuple(range(len(scores)))), scores, wins, 45, ())


def test_intervals_count_deals_and_not_matches() -> None:
    scores = [(9, 1, 1) if deal % 2 == 0 else (1, 9, 1) for deal in range(6)]
    outcomes = [outcome(number, number // 3, scores[number // 3]) for number in range(18)]
    figure = interval(outcomes, lambda one: one.wins[0])
    half = student(5) * math.sqrt(0.3) / math.sqrt(6)
    assert figure == pytest.approx({"mean": 0.5, "low": 0.5 - half, "high": 0.5 + half})
    apart = [outcome(number, number, one.scores) for number, one in enumerate(outcomes)]
    narrower = interval(apart, lambda one: one.wins[0])
    assert figure["low"] < narrower["low"] < 0.5 < narrower["high"] < figure["high"]


def test_what_is_in_a_report() -> None:
    bots = ["a", "b", "b"]
    scores = [(7, 3, 1), (2, 4, 4), (5, 5, 5), (0, 6, 3)]
    outcomes = [outcome(number, number // 2, scores[number % 4]) for number in range(12)]
    figures = report(SETUP, bots, outcomes, "seed", duplicate=True)
    assert list(figures) == [
        "game",
        "players",
        "options",
        "seed",
        "games",
        "deals",
        "duplicate",
        "par",
        "bots",
        "faults",
    ]
    assert (figures["games"], figures["deals"], figures["par"], figures["seed"]) == (12, 6, 1 / 3, "seed")
    assert figures["options"] == {"rounds": 1}
    a, b = figures["bots"]
    assert list(a) == ["bot", "seats", "wins", "margin", "score", "rating", "replaced"]
    assert [(bot["bot"], bot["seats"]) for bot in (a, b)] == [("a", 1), ("b", 2)]
    assert a["wins"]["mean"] == pytest.approx((1 + 0 + 1 / 3 + 0) / 4)
    assert a["wins"]["mean"] + 2 * b["wins"]["mean"] == pytest.approx(1)
    assert a["margin"]["mean"] == pytest.approx((5 - 2 + 0 - 4.5) / 4)
    assert b["margin"]["mean"] == pytest.approx(-a["margin"]["mean"])
    assert (a["score"], b["score"]) == (3.5, (4 + 8 + 10 + 9) / 8)
    for bot in (a, b):
        for figure in ("wins", "margin", "rating"):
            assert bot[figure]["low"] <= bot[figure]["mean"] <= bot[figure]["high"]


@pytest.mark.parametrize(("deals", "sure"), [(1, False), (2, False), (4, False), (5, True)])
def test_few_deals_that_agree_prove_nothing(deals: int, sure: bool) -> None:
    outcomes = [outcome(deal, deal, (9, 1, 1)) for deal in range(deals)]
    figure = interval(outcomes, lambda one: one.wins[0], seats=1)
    if sure:  # five of five: from 57 %, by Wilson's interval
        assert figure == {"mean": 1, "low": pytest.approx(0.566, abs=0.001), "high": 1}
    else:
        assert figure == {"mean": 1, "low": None, "high": None}


def test_how_often_a_bot_was_replaced() -> None:
    """Twice in a match is one match."""
    faulty = replace(outcome(0, 0, (7, 3, 1)), faults=(Fault("b", 1, 0, "x"), Fault("b", 2, 0, "x")))
    figures = report(SETUP, ["a", "b", "b"], [faulty, outcome(1, 1, (7, 3, 1))], 0, True)
    assert {bot["bot"]: bot["replaced"] for bot in figures["bots"]} == {"a": 0, "b": 1}


@pytest.mark.parametrize("wins", [0, 1, 3, 8])
def test_what_one_bot_does_not_win_the_other_does(wins: int) -> None:
    """Of one against two of the other kind the intervals say the same thing."""
    scores = [(9, 1, 5) if number < wins else (1, 9, 5) for number in range(8)]
    bots = report(SETUP, ["a", "b", "b"], [outcome(number, number, scores[number]) for number in range(8)], 0, True)
    one, two = (bot["wins"] for bot in bots["bots"])
    assert one["mean"] + 2 * two["mean"] == pytest.approx(1)
    assert one["low"] + 2 * two["high"] == pytest.approx(1)
    assert one["high"] + 2 * two["low"] == pytest.approx(1)


def test_one_deal_gives_no_interval_but_json() -> None:
    figures = report(SETUP, ["a", "b", "b"], [outcome(0, 0, (7, 3, 1))], 0, True)
    assert json.loads(strictly(figures))["bots"][0]["wins"]["mean"] == 1


def test_a_table_of_one_bot() -> None:
    outcomes = tournament(SETUP, ["random"] * 3, 6, seed=1, jobs=1)
    (bot,) = report(SETUP, ["random"] * 3, outcomes, 1, True)["bots"]
    assert bot["seats"] == 3
    assert bot["wins"]["mean"] == pytest.approx(1 / 3)
    assert bot["margin"]["mean"] == pytest.approx(0)


@pytest.mark.parametrize("bots", [["casual", "random", "random"], ["random", "random", "casual"]])
def test_the_better_bot_comes_first(bots: list[str]) -> None:
    outcomes = tournament(SETUP, bots, 30, seed=5, jobs=1)
    figures = report(SETUP, bots, outcomes, 5, True)
    casual, random = sorted(figures["bots"], key=lambda bot: bot["bot"])
    assert casual["wins"]["low"] > 1 / 3 > random["wins"]["high"]
    assert casual["wins"]["mean"] + 2 * random["wins"]["mean"] == pytest.approx(1)
    assert casual["margin"]["low"] > 0 > random["margin"]["high"]
    assert casual["rating"]["mean"] > random["rating"]["high"]


def test_ratings_do_not_depend_on_the_place_in_the_line_up() -> None:
    one = ratings([(["a", "b", "c"], outcome(0, 0, (5, 3, 1)))])
    other = ratings([(["c", "a", "b"], outcome(0, 0, (1, 5, 3)))])
    assert one == {bot: pytest.approx(figure) for bot, figure in other.items()}
    assert one["a"]["mean"] > one["b"]["mean"] > one["c"]["mean"]


def test_ratings_do_not_depend_on_the_order_of_the_matches() -> None:
    lower = [(["b", "a", "a"], outcome(number, number, (number % 5, 2, 1))) for number in range(20)]
    upper = [(["c", "b", "b"], outcome(number, number, (number % 4, 2, 1))) for number in range(20)]
    assert ratings(lower + upper) == ratings(upper + lower) == ratings((lower + upper)[::-1])


# ---- ladders ----


def test_a_ladder() -> None:
    told: list[Outcome] = []
    figures = ladder(SETUP, ["random", "novice", "casual"], 30, seed=6, jobs=1, progress=told.append)
    assert list(figures) == ["game", "players", "options", "par", "ratings", "rungs"]
    assert len(told) == 60
    assert [[bot["bot"] for bot in rung["bots"]] for rung in figures["rungs"]] == [
        ["novice", "random"],
        ["casual", "novice"],
    ]
    assert [[bot["seats"] for bot in rung["bots"]] for rung in figures["rungs"]] == [[1, 2], [1, 2]]
    assert [rung["games"] for rung in figures["rungs"]] == [30, 30]
    mean = {bot: rating["mean"] for bot, rating in figures["ratings"].items()}
    assert mean["random"] < mean["novice"] < mean["casual"]
    assert strictly(figures)


@pytest.mark.parametrize("bots", [[], ["casual"], ["casual", "casual"], ["casual", "expert@9", "casual"]])
def test_no_ladder(bots: list[str]) -> None:
    with pytest.raises(
        BadBot, match=f"at least two bots, each once, the lowest first; got {', '.join(bots) or 'none'}"
    ):
        ladder(SETUP, bots, 3)


def test_a_ladder_with_a_limit() -> None:
    figures = ladder(SETUP, ["random", "odd_bots:Hangs"], 3, seed=1, jobs=1, limit=SHORT)
    assert {fault["what"] for fault in figures["rungs"][0]["faults"]} == {f"took longer than {SHORT} s"}


def test_a_ladder_with_a_stranger() -> None:
    played: list[Outcome] = []
    with pytest.raises(BadBot, match="did you mean 'expert'"):
        ladder(SETUP, ["random", "casual", "exprt"], 3, jobs=1, progress=played.append)
    assert played == []


def test_a_number_in_disguise_is_taken_for_what_it_is() -> None:
    entries = [find_bot("random"), find_bot("odd_bots:AnswersTricks"), find_bot("random")]
    played = play(SETUP, entries, seed=4)
    entries[1] = find_bot("odd_bots:First")
    assert played.faults == ()
    assert played.match.record() == play(SETUP, entries, seed=4).match.record()


@pytest.mark.parametrize("slug", ["shit", "stop-it"])
def test_no_match_goes_on_for_ever(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In SHIT!, by its first rules, all lay SHIT!; in Stop it! somebody moves cards about in their hand for ever."""
    monkeypatch.setattr("tablee.arena.table.STALLED", 300)
    played = play(game(slug).as_of(1), [find_bot("odd_bots:Last")] * 4, seed=1)
    assert played.match.over
    got_nowhere = "got nowhere: 300 actions at the table, and nobody's points changed"
    assert [(fault.seat, fault.what) for fault in played.faults] == [(seat, got_nowhere) for seat in range(4)]


def test_only_bots_of_ones_own_are_taken_to_play_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.arena.table.STALLED", 30)
    assert play(SETUP, ["random"] * 3, seed=1).faults == ()


def test_the_match_of_a_fault_can_be_played_again() -> None:
    bots = ["odd_bots:RaisesLater", "random", "random"]
    outcomes = tournament(SETUP, bots, 6, seed="again", jobs=1)
    for fault, outcome in zip(report(SETUP, bots, outcomes, "again", True)["faults"], outcomes, strict=True):
        again = play(SETUP, fault["seated"], fault["seed"])
        assert [again.match.scores[seat] for seat in map(outcome.fixture.seating.index, range(3))] == [*outcome.scores]
        assert again.faults[0].after == fault["after"]


# ---- against the clock ----

STOP_IT = game("stop-it", players=3, points=2)


@pytest.mark.parametrize("name", ["random", "novice", "casual", "odd_bots:First"])
def test_a_real_time_match_ends(name: str) -> None:
    played = play(STOP_IT, [find_bot(name)] * 3, seed=7)
    assert played.match.over
    assert played.faults == ()
    assert played.seconds is not None
    assert 0.2 < played.seconds / len(played.match.actions) < 5
    assert play(STOP_IT, [find_bot(name)] * 3, seed=7).seconds == played.seconds
    assert play(SETUP, [find_bot("random")] * 3, seed=7).seconds is None


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_sleepers_do_not_hold_up_a_real_time_match(seats: int) -> None:
    entries = [find_bot("odd_bots:Sleeper")] * seats + [find_bot("casual")] * (3 - seats)
    played = play(STOP_IT, entries, seed=7)
    assert played.match.over
    assert not any("asked without end" in fault.what for fault in played.faults)


@pytest.mark.parametrize("bot", ["TempoNone", "TempoStill"])
def test_hands_that_are_none(bot: str) -> None:
    played = play(STOP_IT, [find_bot(f"odd_bots:{bot}"), find_bot("casual"), find_bot("casual")], seed=7)
    assert played.match.over
    assert [(fault.bot, fault.seat) for fault in played.faults] == [(f"odd_bots:{bot}", 0)]


@pytest.mark.parametrize(
    ("bot", "what"), [(bot, FAILING[bot]) for bot in ("Raises", "Hangs", "Illegal", "AnswersTrue")]
)
def test_failing_against_the_clock(bot: str, what: str) -> None:
    entries = [find_bot("casual"), find_bot(f"odd_bots:{bot}"), find_bot("casual")]
    played = play(STOP_IT, entries, seed=7, limit=limit_for(bot))
    assert played.match.over
    assert [(fault.bot, fault.seat) for fault in played.faults] == [(f"odd_bots:{bot}", 1)]
    assert what in played.faults[0].what


def test_quick_hands_beat_slow_ones() -> None:
    bots = ["odd_bots:Swift", "odd_bots:Slow", "odd_bots:Slow"]
    outcomes = tournament(STOP_IT, bots, 24, seed="hands", jobs=1)
    figures = report(STOP_IT, bots, outcomes, "hands", True)
    swift = figures["bots"][0]
    assert swift["wins"]["low"] > 1 / 3
    assert figures["faults"] == []
