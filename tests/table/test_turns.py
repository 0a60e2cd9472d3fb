"""Stop it! by turns: nothing runs by the clock, and everybody moves once before anybody moves again."""

import pytest
from tables import ANN, BEN, EVE, Log, started

from tablee.dice import Dice
from tablee.errors import BadOption
from tablee.match import Match
from tablee.record import dumps, loads, replay
from tablee.rules import stop_it
from tablee.table import Refusal, Scene, Terms, Viewer, requests, setup_of, table_of
from tablee.table.entries import Acted, Waited, decode, encode
from tablee.table.referee import is_claim, wait
from tablee.table.sights import Glance, TableView

TURNS = Terms("stop-it", 4, turns=True, timer="blitz")


def open_table(terms: Terms = TURNS) -> Log:
    log = started(terms, (ANN,))
    log.act(0, "go")
    return log


def match_of(log: Log) -> Match:
    assert log.table.match is not None
    return log.table.match


def seen(log: Log, seat: int = 0) -> TableView:
    glance = Glance(log.table.setup, match_of(log).state)
    return Scene(log.table, "CODE", set(), glance).for_viewer(Viewer("ann" if seat == 0 else "", (seat,)))


def refused(log: Log, seat: int, do: str) -> str:
    with pytest.raises(Refusal) as refusal:
        log.act(seat, do)
    return refusal.value.code


def with_a_stop(log: Log) -> tuple[int, int]:
    """Play until whose turn it is may call a stop while others hold cards; gives the seat, and the pile from 1 on."""
    for _ in range(2000):
        (seat,) = log.table.waiting_for
        choices = match_of(log).choices(seat)
        calls = [choice for choice in choices if choice.startswith("call")]
        if calls and sum(match_of(log).state.holding[:4] > 0) > 2 and match_of(log).state.holding[seat] == 0:
            return seat, int(calls[0].split()[1])
        log.act(seat, next(choice for choice in choices if choice.startswith(("file", "take"))))
    raise AssertionError("no stop came up")


def test_everybody_moves_once_in_the_order_of_the_seats() -> None:
    log = open_table()
    assert log.table.waiting_for == [1]
    for seat in (1, 2, 3, 0, 1, 2, 3):
        assert log.table.waiting_for == [seat]
        for other in {0, 1, 2, 3} - {seat}:
            assert refused(log, other, "take 1") == "not_your_turn"
        log.act(seat, match_of(log).choices(seat)[0])


def test_who_does_not_want_to_act_lets_the_others_move() -> None:
    log = open_table()
    for seat in (1, 2, 3):
        log.act(seat, "take 1", "bot")
    before = match_of(log).state.tobytes()
    (waited,) = log.ask(ANN, requests.Wait(0), "key")
    assert waited == Waited(at=log.now, key="key", seat=0)
    assert log.table.waiting_for == [1]
    assert match_of(log).state.tobytes() == before
    with pytest.raises(Refusal, match="seat 1"):
        log.ask(ANN, requests.Wait(0))


def test_nobody_waits_for_nobody() -> None:
    log = started(TURNS, (ANN,))
    with pytest.raises(Refusal) as refusal:
        log.ask(ANN, requests.Wait(0))  # the "go" is theirs
    assert refusal.value.code == "illegal"
    assert not seen(log).sights[0].may_wait


def test_in_real_time_nobody_is_waited_for_and_other_games_have_their_turns() -> None:
    with pytest.raises(Refusal) as refusal:
        started(Terms("stop-it", 3)).ask(ANN, requests.Wait(0))
    assert refusal.value.code == "nothing"
    with pytest.raises(BadOption, match="Stick 'Em is played in turns anyway"):
        setup_of(Terms("stick-em", turns=True))


@pytest.mark.rule("SI-6")
def test_after_a_call_whoever_holds_a_card_files_it_or_lets_it_fall_by_waiting() -> None:
    log = open_table()
    caller, pile = with_a_stop(log)
    log.act(caller, f"call {pile}")
    holders = [seat for seat in range(4) if match_of(log).state.holding[seat]]
    clockwise = sorted(holders, key=lambda seat: (seat - caller) % 4)
    last = clockwise[-1]
    for seat in clockwise:
        assert log.table.waiting_for == [seat]
        assert log.table.deadline(seat) is None
        assert not log.table.may_wait(seat)
        if seat == last:
            (dropped,) = log.add(wait(log.table, seat, log.now))
            assert isinstance(dropped, Acted)
            assert (dropped.do, dropped.by) == ("drop", "table")
        else:
            log.act(seat, next(choice for choice in match_of(log).choices(seat) if choice.startswith("file")))
    assert match_of(log).results[-1]["kind"] == "stop"
    assert log.table.waiting_for == [caller]  # who says "go"


@pytest.mark.rule("SI-18", "SI-19")
def test_with_the_piles_empty_the_turn_goes_round_who_has_a_stop_until_nobody_calls() -> None:
    options = {"end_when_empty": True, "false_alarm": True, "points": 200}
    log = started(Terms("stop-it", 4, options, turns=True), (ANN,))
    log.act(0, "go")
    log.act(1, "take 4")  # the only stop in sight
    log.act(2, "call")
    assert match_of(log).scores == [0, 0, -1, 0]
    assert log.table.waiting_for == [3]  # and play goes on
    while match_of(log).state.phase == stop_it.TAKE:
        (seat,) = log.table.waiting_for
        log.act(seat, next(do for do in match_of(log).choices(seat) if do.startswith(("file", "take"))))
    met = []
    while not log.table.over:
        (seat,) = log.table.waiting_for
        assert not log.table.may_wait(seat)
        (done,) = log.add(wait(log.table, seat, log.now))
        assert isinstance(done, Acted)
        met.append((done.do, done.by))
    assert set(met) <= {("drop", "table"), ("pass", "table")}
    assert ("pass", "table") in met
    assert not match_of(log).results[1:]  # nothing but the false alarm


def test_nothing_runs_by_the_clock() -> None:
    log = open_table()
    assert log.table.race is None
    assert not is_claim(log.table, "take 1")
    assert seen(log).opens is None
    for _ in range(200):
        assert all(log.table.deadline(seat) is None and log.table.warning(seat) is None for seat in range(4))
        log.play_on(Dice(f"clock {log.table.version}"), 1)


def test_with_others_the_time_to_think_is_as_agreed() -> None:
    log = started(TURNS, (ANN, BEN))
    log.act(0, "go")
    assert log.table.deadline(1) == log.now + 15_000
    assert log.table.deadline(0) is None


def test_only_whose_turn_it_is_is_offered_anything() -> None:
    log = open_table()
    for _ in range(60):
        (turn,) = log.table.waiting_for
        for seat in range(4):
            view = seen(log, seat)
            assert view.turn == turn
            assert bool(view.sights[0].choices) == (seat == turn)
            assert view.sights[0].may_wait == log.table.may_wait(seat)
        log.play_on(Dice(f"offers {log.table.version}"), 1)
    assert Scene(log.table, "C", set(), None).for_viewer(Viewer(EVE.id, ())).turn == log.table.waiting_for[0]


def test_what_is_taken_back_is_done_again_by_the_same_seat() -> None:
    log = started(TURNS, (ANN, BEN))
    log.act(0, "go")
    log.act(1, "take 1")
    with pytest.raises(Refusal) as refusal:
        log.ask(BEN, requests.Back(1))  # the card below has been seen
    assert refusal.value.code == "shown"
    log.play_on(Dice("back"), 3)
    assert log.table.waiting_for == [1]
    log.act(1, "drop")
    log.ask(BEN, requests.Back(1))
    log.ask(ANN, requests.Answer(0, yes=True))
    assert log.table.waiting_for == [1]
    assert match_of(log).state.holding[1]


def test_a_whole_match_is_what_its_log_and_its_record_make_of_it() -> None:
    log, dice = open_table(), Dice("whole")
    while not log.table.over:
        (seat,) = log.table.waiting_for
        if dice.below(4) == 0 and log.table.may_wait(seat):
            log.add(wait(log.table, seat, log.now))
        else:
            log.play_on(dice, 1)
    again = table_of([decode(encode(entry)) for entry in log.entries])
    assert match_of(log).actions == again.match.actions  # type: ignore[union-attr]
    assert any(isinstance(entry, Waited) for entry in log.entries)
    assert replay(loads(dumps(match_of(log).record()))).scores == match_of(log).scores
    moved = [entry.seat for entry in log.entries if isinstance(entry, Acted | Waited)]
    assert moved[:6] == [0, 1, 2, 3, 0, 1]
