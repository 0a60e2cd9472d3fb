"""Somebody leaves in the middle of something: nobody who stays is stuck."""

import pytest
from tables import ANN, BEN, EVE, Log, started

from tablee.dice import Dice
from tablee.match import Match
from tablee.table import Refusal, Terms, follow_up, requests, stand_in, table_of
from tablee.table.entries import Rematched, StoodIn
from tablee.table.table import MARKS


def match_of(log: Log) -> Match:
    assert log.table.match is not None
    return log.table.match


def asked(terms: Terms, *people: object) -> Log:
    """Ann has laid a card, and would like to take it back."""
    log = started(terms, people)  # type: ignore[arg-type]
    log.ask(ANN, requests.Act(0, match_of(log).choices(0)[0]))
    log.ask(ANN, requests.Back(0))
    assert log.table.question is not None
    return log


def test_who_asks_for_a_rematch_sits_at_it() -> None:
    log = started(Terms("stick-em", 3, {"rounds": 1}))
    log.add([StoodIn(at=log.now, seat=0), StoodIn(at=log.now, seat=1)])
    log.play_on(Dice(3))
    (rematched,) = log.ask(BEN, requests.Rematch())
    assert isinstance(rematched, Rematched)
    again = table_of(follow_up(log.table, rematched, BEN.id))
    assert again.host == BEN.id
    assert [chair.person for chair in again.chairs] == ["", BEN.id, ""]  # Ann has left, and need not come along


def test_who_leaves_does_not_mind_a_take_back() -> None:
    log = asked(Terms("hat-trick", 4), ANN, BEN)
    log.ask(BEN, requests.Stand(1))
    assert (log.table.question, match_of(log).actions) == (None, [])
    log = asked(Terms("hat-trick", 4), ANN, BEN, EVE)
    log.add(stand_in(log.table, 2, log.now))  # her time was up
    assert log.table.question is not None
    log.ask(BEN, requests.Answer(1, True))
    assert (log.table.question, match_of(log).actions) == (None, [])


def test_who_leaves_last_of_those_who_had_not_agreed() -> None:
    log = asked(Terms("hat-trick", 4), ANN, BEN, EVE)
    log.ask(BEN, requests.Answer(1, True))
    log.ask(EVE, requests.Stand(2))
    assert (log.table.question, match_of(log).actions) == (None, [])


def test_who_has_left_cannot_say_no() -> None:
    log = asked(Terms("hat-trick", 4), ANN, BEN, EVE)
    log.ask(EVE, requests.Stand(2))
    with pytest.raises(Refusal, match="nothing to answer"):
        log.ask(EVE, requests.Answer(2, False))
    assert log.table.question is not None


def test_filing_a_card_shows_nobody_anything() -> None:
    log = started(Terms("stop-it", 3, turns=True), (ANN, BEN, EVE))
    match = match_of(log)
    people = (ANN, BEN, EVE)
    while not (match.actions and match.setup.say(match.actions[-1][1]).startswith("file")):
        (seat,) = log.table.waiting_for
        choices = match.choices(seat)
        log.act(seat, next((do for do in choices if do.startswith("file")), choices[0]))
    seat = match.actions[-1][0]
    log.ask(people[seat], requests.Back(seat))
    assert log.table.question is not None


@pytest.mark.parametrize("count", [1, 5, MARKS + 5])
def test_a_match_with_actions_taken_back_is_the_same_as_without(count: int) -> None:
    """Whether it is known how the match was then, or it has to be played again."""
    log = started(Terms("shit", 3, {"target": 200}), (ANN,))
    log.play_on(Dice(1), 60)
    twin = table_of(log.entries).match_at(60 - count)
    match = log.table.match_at(60 - count)
    again = Match(match.setup, fairness=match.fairness)
    for seat, action in match_of(log).actions[: 60 - count]:
        again.play(seat, action)
    for one in (match, twin):
        dice, other = Dice(2), Dice(2)
        assert one.record() == again.record()
        copy = again.copy()
        while not one.over:
            seat = one.actors[0]
            one.play(seat, dice.pick(one.choices(seat)))
            copy.play(seat, other.pick(copy.choices(seat)))
        assert one.record() == copy.record()
    assert len(match_of(log).actions) == 60
