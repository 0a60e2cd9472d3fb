"""What is taken out of a log leaves everything else as it was."""

from typing import Any

import pytest
from msgspec.structs import replace
from tables import ANN, BEN, EVE, Log, started

from tablee.dice import Dice
from tablee.record import replay
from tablee.server import messages
from tablee.table import AnyEntry, Person, Refusal, Scene, Table, Terms, Viewer, depart, requests, table_of
from tablee.table.entries import Hushed, Said, alias_of, encode
from tablee.table.erasing import bare, unsaid, without
from tablee.table.referee import LINGER, SAID
from tablee.table.sights import Glance, phase_of

ZOE = Person("zoe-zoe-zoe-zoe1", "Zoé the Great")


def called(log: Log, table: str) -> Log:
    """A table at which nothing has happened yet, by another id."""
    log.entries = [replace(log.entries[0], table=table)]
    log.table = table_of(log.entries)
    return log


def talked(actions: int = 10_000, table: str = "t") -> Log:
    """A match of Zoé, Ben and Eve in which much was said."""
    log = called(Log(Terms("shit", 3), host=ZOE), table)
    for person in (ZOE, BEN, EVE):
        log.ask(person, requests.Sit(), f"{person.id} sits 0")
    log.ask(ZOE, requests.Word(0, "owl"))
    log.ask(ZOE, requests.Say(text="good evening"), f"{ZOE.id} says 0")
    log.ask(BEN, requests.Mute(0))
    log.ask(ZOE, requests.Mute(1))
    log.ask(ZOE, requests.Start())
    log.play_on(Dice("talk"), actions)
    log.ask(EVE, requests.Say(phrase="thanks"))
    log.ask(ZOE, requests.Say(text="bye now"))
    return log


def leave(log: Log, person: Person) -> None:
    while made := depart(log.table, person.id, log.now):
        log.add(made)


def shown(table: Table, person: Person) -> bytes:
    """All that somebody is shown of it."""
    glance = None if table.match is None else Glance(table.setup, table.match.state)
    viewer = Viewer(person.id, tuple(table.seats_of(person.id)))
    return messages.encode(messages.Table(Scene(table, "CODE", {BEN.id, EVE.id}, glance).for_viewer(viewer)))


def made_of(table: Table) -> Any:
    return (table.chairs, table.talk, table.kicked, table.muted, table.called, table.host, table.gone, table.closed)


@pytest.mark.parametrize("actions", [10_000, 7, 0])
def test_who_is_gone_is_in_no_entry_and_all_else_is_as_it_was(actions: int) -> None:
    log = talked(actions=actions)
    match = log.table.match
    assert match is not None
    record = match.record() if match.over else None
    known = table_of(log.entries)  # in another process, which hears of it by the entry
    number = len(log.entries)
    leave(log, ZOE)
    for entry in log.entries[number:]:
        known.take(entry)
    rewritten = [*(without(entry, "t", ZOE.id) for entry in log.entries[:-1]), log.entries[-1]]
    assert len(rewritten) == len(log.entries)
    raw = b"\n".join(map(encode, rewritten))
    for trace in (ZOE.id, ZOE.name, "Zo", "evening", "bye now"):
        assert trace.encode() not in raw
    again = table_of(rewritten)
    for table in (log.table, known, again):
        assert made_of(table) == made_of(log.table)
        assert phase_of(table) == ("over" if record else "playing")
        assert shown(table, BEN) == shown(again, BEN)
        assert ZOE.name.encode() not in shown(table, BEN)
        assert [line.person for line in table.talk] == [EVE.id]
        assert table.chairs[0].away
        assert table.chairs[0].word == "owl"  # the deck comes from it
    if record:
        assert again.match is not None
        assert again.match.record() == record
        assert replay(record).over
    assert [without(entry, "t", ZOE.id) for entry in rewritten] == rewritten
    assert depart(log.table, ZOE.id, log.now) == []


def test_a_match_goes_on_with_the_stand_in_and_another_host() -> None:
    log = talked(actions=7)
    leave(log, ZOE)
    assert log.table.host == BEN.id
    assert log.table.player_of(0) == "casual"
    log.play_on(Dice("rest"))
    assert log.table.over
    assert log.table.seats_of(ZOE.id) == []


def test_before_the_match_a_seat_is_free_again_or_the_table_closes() -> None:
    log = Log(Terms("shit", 3), host=ZOE)
    log.ask(ZOE, requests.Sit())
    log.ask(BEN, requests.Sit())
    leave(log, ZOE)
    assert (log.table.chairs[0].free, log.table.host, log.table.closed) == (True, BEN.id, False)
    leave(log, BEN)
    assert log.table.closed


def test_who_was_sent_away_and_is_gone() -> None:
    log = Log(Terms("shit", 3), host=ANN)
    log.ask(ANN, requests.Sit())
    log.ask(ZOE, requests.Sit())
    log.ask(ANN, requests.Kick(1))
    log.ask(ANN, requests.Admit(ZOE.name))
    log.ask(ZOE, requests.Sit())
    log.ask(ANN, requests.Kick(1))
    leave(log, ZOE)
    rewritten: list[AnyEntry] = [without(entry, "t", ZOE.id) for entry in log.entries]
    assert made_of(table_of(rewritten)) == made_of(log.table)
    assert log.table.kicked == {}


def test_the_alias_differs_from_table_to_table() -> None:
    assert alias_of("t", ZOE.id) != alias_of("u", ZOE.id) != ZOE.id


def test_what_was_said_goes_and_nothing_else() -> None:
    log = talked()
    hushed = Hushed(at=log.now)
    log.add([hushed])
    rewritten = [unsaid(entry) for entry in log.entries]
    again = table_of(rewritten)
    assert again.talk == log.table.talk == []
    assert [
        entry for entry in rewritten if isinstance(entry, Said) and entry != Said(at=entry.at, person="", name="")
    ] == []
    assert shown(again, BEN) == shown(log.table, BEN)
    assert again.match is not None
    assert log.table.match is not None
    assert again.match.record() == log.table.match.record()


@pytest.mark.parametrize("game", ["shit", "stop-it"])
def test_a_bare_log_makes_the_same_record(game: str) -> None:
    log = started(Terms(game, 3), people=(ANN, BEN))
    log.play_on(Dice("bare"))
    again = table_of([bare(entry) for entry in log.entries])
    assert log.table.match is not None
    assert again.match is not None
    assert again.match.record() == log.table.match.record()
    assert again.chairs == log.table.chairs
    assert (again.began, again.ended) == (log.table.began, log.table.ended)


def test_talk_ends_a_while_after_the_match() -> None:
    log = talked()
    log.now += LINGER
    for request in (requests.Say(text="still there?"), requests.Mute(1)):
        with pytest.raises(Refusal) as refusal:
            log.ask(EVE, request)
        assert refusal.value.code == "over"


def test_a_log_does_not_grow_for_ever_by_talk() -> None:
    log = talked(actions=3)
    for number in range(SAID):
        if log.table.said == SAID:
            break
        log.ask(BEN, requests.Say(text=f"{number}"))
    with pytest.raises(Refusal) as refusal:
        log.ask(BEN, requests.Say(text="one more"))
    assert refusal.value.code == "full"
    assert isinstance(log.entries[-1], Said)
