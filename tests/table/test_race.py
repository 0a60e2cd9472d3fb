"""Who is first in a game in real time, when it opens, and what becomes of who is late."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import ANN, BEN, EVE, Log, started

from tablee.catalogue import find
from tablee.table import Glance, Person, Refusal, Scene, Terms, Viewer, decide, requests, stand_in, table_of
from tablee.table.entries import Acted, TakenBack
from tablee.table.race import CLOSE, GRACE, LONGEST, SLACK, Race, Timing, lot, timed
from tablee.table.referee import close_call, is_claim
from tablee.table.terms import SECONDS

wires = st.integers(1, LONGEST)
reactions = st.integers(0, 5000)


def race_at(at: int) -> Race:
    game = find("stop-it").real_time
    assert game is not None
    race = Race(game, "normal")
    race.note(7, at)
    return race


def heard(at: int, wire: int, reaction: int) -> int:
    """When somebody is heard who was shown the table after half their wire, and acted so long after that."""
    return at + wire // 2 + reaction + (wire - wire // 2)


@given(wires, reactions)
def test_a_claim_counts_as_if_there_were_no_wire(wire: int, reaction: int) -> None:
    assert timed(race_at(10_000), heard(10_000, wire, reaction), wire, 7, reaction).moment == 10_000 + reaction


@given(wires, reactions, st.integers(-(10**9), 10**9), st.integers(0, 10))
def test_a_liar_gains_the_slack_and_no_more(wire: int, reaction: int, said: int, seen: int) -> None:
    arrived = heard(10_000, wire, reaction)
    moment = timed(race_at(10_000), arrived, wire, seen, said).moment
    assert 10_000 + reaction - SLACK <= moment <= arrived


@given(st.integers(LONGEST, 10_000), reactions)
def test_of_a_very_long_wire_only_so_much_is_made_up_for(wire: int, reaction: int) -> None:
    arrived = heard(10_000, wire, reaction)
    assert timed(race_at(10_000), arrived, wire, 7, reaction).moment >= arrived - LONGEST - SLACK


@given(reactions)
def test_who_says_nothing_counts_from_their_arrival(reaction: int) -> None:
    assert timed(race_at(0), 5000 + reaction, 200, 7, None).moment == 5000 + reaction


def test_the_lot_is_drawn_anew_each_time_and_can_be_drawn_again() -> None:
    firsts = [min(range(4), key=lambda seat: lot("secret", version, seat)) for version in range(400)]
    assert all(70 < firsts.count(seat) < 130 for seat in range(4))
    assert firsts == [min(range(4), key=lambda seat: lot("secret", version, seat)) for version in range(400)]


# ---- at a table ----


def test_in_a_race_nobody_has_two_seats() -> None:
    log = Log(Terms("stop-it", 3))
    log.ask(ANN, requests.Sit())
    with pytest.raises(Refusal, match="nobody can be at two seats"):
        log.ask(ANN, requests.Sit())
    by_turns = Log(Terms("stop-it", 3, turns=True))
    by_turns.ask(ANN, requests.Sit())
    by_turns.ask(ANN, requests.Sit())
    assert by_turns.table.seats_of(ANN.id) == [0, 1]


def open_table(pace: str = "normal") -> Log:
    log = started(Terms("stop-it", 3, pace=pace, timer="blitz"))  # type: ignore[arg-type]
    log.go()
    return log


def claim(log: Log, seat: int, do: str, moment: int, seen: int) -> None:
    log.now += 1
    timing = Timing(moment, log.now, seen=seen)
    log.add(decide(log.table, (ANN, BEN)[seat], requests.Act(seat, do), log.now, "", timing))


def opens(log: Log) -> int:
    assert log.table.race is not None
    return log.table.race.opens


def choices(log: Log, person: Person) -> list[str]:
    table = log.table
    assert table.match is not None
    scene = Scene(table, "", set(), Glance(table.setup, table.match.state))
    [sight] = scene.for_viewer(Viewer(person.id, tuple(table.seats_of(person.id)))).sights
    return [choice.do for choice in sight.choices]


@pytest.mark.rule("SI-15")
def test_a_race_begins_when_everybody_has_said_go() -> None:
    log = started(Terms("stop-it", 4), (ANN, BEN, EVE))
    assert log.table.waiting_for == log.table.awaited == [0, 1, 2]  # and not the bot
    assert [choices(log, person) for person in (ANN, BEN, EVE)] == [["go"]] * 3
    log.ask(EVE, requests.Act(2, "go"))
    log.ask(ANN, requests.Act(0, "go"))
    assert log.table.awaited == [1]
    assert [choices(log, person) for person in (ANN, BEN, EVE)] == [[], ["go"], []]
    for early in (lambda: log.ask(ANN, requests.Act(0, "go")), lambda: log.act(0, "go", "bot")):
        with pytest.raises(Refusal, match="ready yet"):
            early()
    for seat, person in ((1, BEN), (0, ANN)):
        with pytest.raises(Refusal, match="not everybody is ready yet"):
            log.ask(person, requests.Act(seat, "take 1"))
    assert log.table.acts == []
    log.ask(BEN, requests.Act(1, "go"), "key")
    assert log.table.match is not None
    assert log.table.match.record()["actions"] == [{"seat": 0, "do": "go"}]
    assert log.entries[-1] == Acted(at=log.now, seat=0, do="go", by="table")
    assert log.table.led_to("key") is not None
    assert table_of(log.entries).waiting_for == log.table.waiting_for == [0, 1, 2, 3]


def test_who_leaves_keeps_no_race_waiting() -> None:
    log = started(Terms("stop-it", 3))
    log.ask(ANN, requests.Act(0, "go"))
    log.ask(BEN, requests.Stand(1))
    assert len(log.table.acts) == 1
    empty = started(Terms("stop-it", 3))
    for seat, person in enumerate((ANN, BEN)):
        empty.ask(person, requests.Stand(seat))
    assert empty.table.acts == []
    assert empty.table.waiting_for == [0]  # the stand-in says it
    empty.ask(BEN, requests.Return(1))
    assert empty.table.waiting_for == [1]
    empty.ask(BEN, requests.Act(1, "go"))  # the only one
    assert len(empty.table.acts) == 1


def test_who_is_not_ready_has_as_much_time_as_for_anything_else() -> None:
    log = started(Terms("stop-it", 3, timer="blitz"))
    assert log.table.deadline(0) == log.table.deadline(1) == log.now + 1000 * SECONDS["blitz"]
    log.ask(BEN, requests.Act(1, "go"))
    assert log.table.deadline(1) is None
    log.add(stand_in(log.table, 0, log.now))
    assert len(log.table.acts) == 1


def test_who_comes_and_goes_before_a_race_begins_can_always_come_back() -> None:
    log = started(Terms("stop-it", 3, timer="blitz"))
    for _ in range(3):
        log.ask(ANN, requests.Stand(0))
        log.ask(ANN, requests.Return(0))
    log.ask(ANN, requests.Act(0, "go"))
    log.ask(ANN, requests.Stand(0))
    log.ask(ANN, requests.Act(0, "go"), "again")  # said before: that is how to come back, too
    assert not log.table.chairs[0].away
    assert log.table.led_to("again") is not None
    assert log.table.waiting_for == [1]
    log.ask(BEN, requests.Act(1, "go"))
    assert len(log.table.acts) == 1


def test_a_go_that_is_taken_back_leaves_everybody_all_their_time() -> None:
    log = started(Terms("stop-it", 3, timer="blitz"))
    log.go()
    log.now += 60_000
    log.add([TakenBack(at=log.now, to=0)])
    assert log.table.waiting_for == [0, 1]
    assert log.table.deadline(0) == log.now + 1000 * SECONDS["blitz"]
    assert opens(log) == 0
    log.go()
    assert len(log.table.acts) == 1


@pytest.mark.parametrize("first", [0, 1])
def test_nobody_is_offered_anything_between_the_last_go_and_the_start(first: int) -> None:
    log = started(Terms("stop-it", 2, {"first": first}))
    log.ask(ANN, requests.Act(0, "go"))
    readied, acted = decide(log.table, BEN, requests.Act(1, "go"), log.now)
    log.add([readied])
    assert log.table.waiting_for == log.table.awaited == []
    assert not log.table.over
    assert [choices(log, person) for person in (ANN, BEN)] == [[], []]
    log.add([acted])
    assert log.table.waiting_for == [0, 1]


def test_by_turns_the_first_go_is_the_openers() -> None:
    log = started(Terms("stop-it", 3, turns=True))
    assert log.table.waiting_for == [0]
    log.ask(ANN, requests.Act(0, "go"))
    assert len(log.table.acts) == 1


@pytest.mark.parametrize(("pace", "countdown"), [("instant", 0), ("normal", 2000), ("slow", 3000)])
def test_nobody_takes_a_card_before_the_countdown_has_ended(pace: str, countdown: int) -> None:
    log = open_table(pace)
    assert opens(log) == log.now + countdown
    with pytest.raises(Refusal) as refusal:
        claim(log, 0, "take 1", opens(log) - 1, log.table.version)
    assert refusal.value.code == "too_early"
    claim(log, 0, "take 1", opens(log), log.table.version)


def test_the_second_who_reaches_for_a_card_does_not_get_the_one_below() -> None:
    log = open_table()
    seen = log.table.version
    claim(log, 0, "take 1", opens(log) + 400, seen)
    with pytest.raises(Refusal) as refusal:
        claim(log, 1, "take 1", opens(log) + 410, seen)
    assert refusal.value.code == "faster"
    claim(log, 1, "take 2", opens(log) + 410, seen)  # nobody has touched that pile


def test_who_has_seen_the_next_card_may_take_it() -> None:
    log = open_table()
    claim(log, 0, "take 1", opens(log) + 400, log.table.version)
    claim(log, 1, "take 1", opens(log) + 900, log.table.version)


def test_a_close_call_is_written_down_and_a_late_one_is_not() -> None:
    log = open_table()
    seen = log.table.version
    claim(log, 0, "take 1", opens(log) + 400, seen)
    near, far = (Timing(opens(log) + 400 + after, log.now, seen=seen) for after in (CLOSE, CLOSE + 1))
    assert len(close_call(log.table, requests.Act(1, "take 1"), log.now, near)) == 1
    assert close_call(log.table, requests.Act(1, "take 1"), log.now, far) == []
    log.add(close_call(log.table, requests.Act(1, "take 1"), log.now, near))
    assert close_call(log.table, requests.Act(1, "take 1"), log.now, near) == []  # once is enough


def with_a_stop(log: Log) -> int:
    """Play until a stop tops a pile while seat 0 holds a card; gives the pile, numbered from 1."""
    match = log.table.match
    assert match is not None
    for _ in range(2000):
        calls = [choice for choice in match.choices(0) if choice.startswith("call")]
        if calls and match.state.holding[0]:
            return int(calls[0].split()[1])
        for seat in range(3):
            choices = [choice for choice in match.choices(seat) if choice.startswith(("file", "take"))]
            log.act(seat, choices[0])
    raise AssertionError("no stop came up")


def test_a_call_stops_whatever_anybody_reaches_for() -> None:
    log = open_table()
    pile = with_a_stop(log)
    seen = log.table.version
    claim(log, 1, f"call {pile}", log.now, seen)
    other = pile % 5 + 1
    with pytest.raises(Refusal) as refusal:
        claim(log, 1, f"take {other}", log.now, seen)
    assert refusal.value.code == "faster"


@pytest.mark.rule("SI-6")
def test_after_a_call_there_is_a_grace_to_file_the_card_one_holds() -> None:
    log = open_table()
    pile = with_a_stop(log)
    assert log.table.deadline(0) is None
    log.act(1, f"call {pile}")
    assert log.table.deadline(0) == log.now + GRACE
    assert log.table.warning(0) is None
    log.act(0, "drop", by="table")
    assert log.table.deadline(0) is None


def emptied(log: Log) -> None:
    """Take all cards of all piles, and file them; the last ones are still in somebody's fingers."""
    match = log.table.match
    assert match is not None
    while match.state.height.any():
        for seat in range(3):
            if match.state.height.any():
                log.act(seat, next(do for do in match.choices(seat) if do.startswith(("file", "take"))))


@pytest.mark.rule("SI-18")
def test_a_stop_that_nobody_has_to_call_is_let_be_when_the_grace_is_over() -> None:
    log = started(Terms("stop-it", 3, {"end_when_empty": True, "points": 200}))
    log.go()
    emptied(log)
    table, match = log.table, log.table.match
    assert match is not None
    late = [seat for seat in range(3) if match.state.holding[seat]]
    began = log.now
    holding = [seat for seat in range(3) if match.state.stops[seat].any()]
    assert set(table.waiting_for) == {*late, *holding}
    assert all(table.deadline(seat) == began + GRACE for seat in table.waiting_for)
    for seat in late:
        log.act(seat, "drop", by="table")
    caller, *others = holding
    log.act(caller, next(do for do in match.choices(caller) if do.startswith("call")))
    assert set(others) <= set(table.waiting_for)
    assert all(table.deadline(seat) == log.now + GRACE for seat in table.waiting_for)  # it begins anew
    while not table.over:
        seat = table.waiting_for[0]
        overdue = table.late(seat)
        assert overdue is not None
        log.act(seat, table.setup.say(overdue), by="table")
    assert match.actions[-1][1] == table.setup.parse("pass")
    assert match.state.stops.any()  # they stay uncalled
    assert table_of(log.entries).over


@pytest.mark.rule("SI-19")
def test_a_false_alarm_is_nobodys_claim_and_interrupts_nobody() -> None:
    log = started(Terms("stop-it", 3, {"false_alarm": True}))
    log.go()
    while "call" not in (offered := choices(log, ANN)):  # for as long as a stop is in sight
        log.act(1, next(do for do in offered if do.startswith("call")).replace("call", "take"))
        log.act(1, "drop")
    seen = log.table.version
    log.act(0, "call")
    assert log.table.waiting_for == [0, 1, 2]
    assert [log.table.deadline(seat) for seat in range(3)] == [None] * 3
    claim(log, 1, "take 1", opens(log) + 300, seen)  # who was reaching for a card gets it


def test_only_what_others_may_reach_for_is_a_claim() -> None:
    log = open_table()
    names = ("take 1", "call 2", "call red", "call", "pass", "drop", "file 1", "go", "nonsense")
    claims = [do for do in names if is_claim(log.table, do)]
    assert claims == ["take 1", "call 2", "call red"]
    assert not is_claim(started(Terms("stick-em", 3)).table, "play red 3")


# ---- hearing nothing of somebody ----


def test_who_is_muted_is_not_heard_by_that_one_person() -> None:
    log = started(Terms("stick-em", 3))

    def lines(person: str, seat: int) -> list[str]:
        view = Scene(log.table, "CODE", set(), None).for_viewer(Viewer(person, (seat,)))
        return [line.text for line in view.talk]

    log.ask(BEN, requests.Say(text="first"))
    log.ask(ANN, requests.Mute(1))
    with pytest.raises(Refusal):
        log.ask(ANN, requests.Mute(1))
    log.ask(BEN, requests.Say(text="second"))
    assert lines("ann", 0) == []
    assert lines("ben", 1) == ["first", "second"]
    assert Scene(log.table, "CODE", set(), None).for_viewer(Viewer("ann", (0,))).muted == (1,)
    log.ask(ANN, requests.Mute(1, on=False))
    assert lines("ann", 0) == ["first", "second"]


@pytest.mark.parametrize("seat", [0, 2, 9])
def test_one_mutes_another_person(seat: int) -> None:
    log = started(Terms("stick-em", 3))
    with pytest.raises(Refusal):
        log.ask(ANN, requests.Mute(seat))
