"""A table: who may do what, and that its log is all there is of it."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tables import ANN, BEN, EVE, Log, started

from tablee import game
from tablee.bots import LEVELS
from tablee.dice import Dice
from tablee.errors import BadVersion
from tablee.record import replay
from tablee.table import AnyRequest, Refusal, Terms, follow_up, requests, steps_of, table_of
from tablee.table.entries import Closed, Opened, Rematched, StoodIn, decode, encode
from tablee.table.referee import ANSWERS
from tablee.table.requests import LONG, WORD
from tablee.table.table import KEYS
from tablee.table.terms import Level

STICK_EM = Terms("stick-em", 3, {"rounds": 1})


def standing(table: Any) -> Any:
    """All of a table that could differ."""
    match = table.match
    return {**vars(table), "setup": repr(table.setup), "match": match and (match.record(), match.state.tobytes())}


def refused(code: str, log: Log, person: Any, request: Any) -> None:
    before = standing(log.table)
    with pytest.raises(Refusal) as refusal:
        log.ask(person, request)
    assert refusal.value.code == code
    assert str(refusal.value)
    assert standing(log.table) == before


# ---- a match at a table ----


@pytest.mark.parametrize("slug", ["stick-em", "sticheln", "hat-trick", "shit", "stoick", "stop-it"])
def test_a_whole_match(slug: str) -> None:
    log = started(Terms(slug))
    log.play_on(Dice(slug))
    match = log.table.match
    assert match is not None
    assert match.over
    assert replay(match.record()).scores == match.scores  # with its fairness, which is checked
    assert match.record()["fairness"]["commitment"] == log.table.commitment


@pytest.mark.parametrize("slug", ["stick-em", "sticheln", "hat-trick", "shit", "stoick", "stop-it"])
def test_news_name_what_an_action_concerned_or_nothing(slug: str) -> None:
    log = started(Terms(slug))
    log.play_on(Dice(slug))
    secrets = 0
    for step in steps_of(log.table, 1, 1, len(log.table.acts)):
        assert step.news is not None
        assert (step.news.choice and step.news.choice.do) == step.news.do
        secrets += step.news.choice is None
    assert (secrets > 0) == (slug in ("stick-em", "sticheln", "shit", "stop-it"))


def test_in_stoick_results_tell_of_an_answer_and_of_a_family() -> None:
    """So whoever tells of them need not tell of the action as well."""
    found = set()
    for lot in (6, 27):
        log = started(Terms("stoick", 4, {"strict": 1}))
        log.play_on(Dice(lot))
        for step in steps_of(log.table, 2, 1, len(log.table.acts)):
            assert step.news is not None
            assert step.news.choice is not None
            kinds = {result["kind"] for result in step.news.results}
            verb = step.news.choice.verb
            told = {"give": "anti-joker", "deny": "anti-joker", "family": "game"}.get(verb)
            assert told is None or told in kinds
            found |= {verb} if told else set()
            found |= {"alone" for one in step.news.results if one["kind"] == "game" and not one["family"]}
    assert found == {"give", "deny", "family", "alone"}


def test_the_log_is_all_there_is() -> None:
    log = started(Terms("shit", 3, {"target": 30}))
    dice = Dice(1)
    for _ in range(6):
        log.play_on(dice, 5)
        log.ask(BEN, requests.Say(phrase="ha"))
        again = table_of([decode(encode(entry)) for entry in log.entries])
        assert standing(again) == standing(log.table)


def test_a_match_goes_on_by_the_rules_that_its_table_was_opened_with() -> None:
    log = started(Terms("shit", 2, {"target": 60}))
    log.play_on(Dice(1), 5)
    opened = log.entries[0]
    assert isinstance(opened, Opened)
    assert opened.rules == game("shit").version
    older = [
        replace(opened, rules=1),
        *log.entries[1:],
    ]  # of a server that knew no other yet, so its log does not say so
    assert b"rules" not in encode(older[0])
    again = table_of([decode(encode(entry)) for entry in older])
    assert again.match is not None
    assert again.match.record()["rules"] == 1
    assert again.match.state.version == 1
    with pytest.raises(BadVersion, match="version 99; SHIT! here has 1 to 2"):
        table_of([replace(opened, rules=99)])


def test_words_change_the_deck_and_nobody_elses() -> None:
    def deal(word: str) -> str:
        log = Log(STICK_EM)
        for person in (ANN, BEN, EVE):
            log.ask(person, requests.Sit())
        log.ask(BEN, requests.Word(1, word))
        log.ask(ANN, requests.Start())
        assert log.table.match is not None
        return log.table.match.seed

    assert deal("rain") == deal("rain") != deal("snow")


# ---- who may do what ----


def test_sitting_down() -> None:
    log = Log(STICK_EM)
    log.ask(BEN, requests.Sit(2))
    refused("taken", log, EVE, requests.Sit(2))
    refused("taken", log, ANN, requests.Bot(2, "expert"))
    refused("no_seat", log, EVE, requests.Sit(3))
    refused("no_seat", log, EVE, requests.Sit(-1))
    refused("not_full", log, ANN, requests.Start())
    refused("not_yours", log, EVE, requests.Stand(2))
    refused("not_host", log, BEN, requests.Clear(2))
    refused("empty", log, ANN, requests.Clear(0))
    log.ask(ANN, requests.Clear(2))
    log.ask(EVE, requests.Sit(2))
    log.ask(EVE, requests.Sit())
    assert log.table.seats_of(EVE.id) == [0, 2]  # one device may hold several seats
    log.ask(ANN, requests.Bot(1, "master"))
    refused("not_host", log, EVE, requests.Start())
    refused("not_started", log, EVE, requests.Act(0, "play red 3"))
    log.ask(ANN, requests.Start())
    refused("started", log, BEN, requests.Sit())
    refused("started", log, ANN, requests.Start())


def test_only_ones_own_seat_and_only_what_the_rules_allow() -> None:
    log = started(Terms("hat-trick", 4))
    refused("not_yours", log, BEN, requests.Act(0, "play red 1"))
    refused("not_your_turn", log, BEN, requests.Act(1, "play red 1"))
    refused("no_action", log, ANN, requests.Act(0, "sing"))
    match = log.table.match
    assert match is not None
    illegal = next(do for do in match.setup.action_names.values() if do not in match.choices(0))
    refused("illegal", log, ANN, requests.Act(0, illegal))
    log.ask(ANN, requests.Act(0, match.choices(0)[0]))
    assert len(match.actions) == 1


def test_a_closed_table() -> None:
    log = started(STICK_EM)
    refused("not_host", log, BEN, requests.Close())
    log.ask(BEN, requests.Stand(1))
    log.ask(ANN, requests.Close())
    refused("closed", log, ANN, requests.Say(phrase="bye"))
    assert log.table.waiting_for == []


def test_a_finished_table_keeps_its_secret_open_when_it_is_closed() -> None:
    log = started(STICK_EM)
    assert not log.table.over
    log.play_on(Dice(9))
    refused("over", log, ANN, requests.Close())  # what came of it is everybody's
    log.add([Closed(at=log.now)])  # as it could be once
    assert log.table.over
    assert log.table.closed
    with pytest.raises(Refusal):
        log.act(0, "pass")


def test_talk() -> None:
    log = started(Terms("stick-em", 3, chat=False))
    refused("no_chat", log, ANN, requests.Say(text="hello"))
    refused("nothing", log, ANN, requests.Say())
    refused("not_seated", log, EVE, requests.Say(phrase="hello"))
    log.ask(BEN, requests.Say(phrase="hello"))
    assert [(said.name, said.phrase) for said in log.table.talk] == [("Ben", "hello")]
    refused("too_long", Log(STICK_EM), ANN, requests.Say(text="x" * (LONG + 1)))
    seated = Log(STICK_EM)
    seated.ask(ANN, requests.Sit())
    refused("too_long", seated, ANN, requests.Word(0, "x" * (WORD + 1)))


# ---- coming and going ----


def test_the_stand_in_and_the_return() -> None:
    log = started(STICK_EM)
    log.ask(BEN, requests.Stand(1))
    assert log.table.player_of(1) == "casual"
    assert log.table.deadline(1) is None
    refused("nothing", log, BEN, requests.Stand(1))
    log.ask(BEN, requests.Return(1))
    assert log.table.player_of(1) is None
    refused("nothing", log, BEN, requests.Return(1))
    log.add([StoodIn(at=log.now, seat=1)])
    match = log.table.match
    assert match is not None
    log.ask(BEN, requests.Act(1, match.choices(1)[0]))  # who acts is back
    assert not log.table.chairs[1].away


def test_how_long_somebody_may_think() -> None:
    log = started(Terms("hat-trick", 4, timer="blitz"))
    first = log.table.deadline(0)
    assert first == log.now + 15_000
    assert [log.table.deadline(seat) for seat in (1, 2, 3)] == [None] * 3  # not theirs to act, or a bot's
    match = log.table.match
    assert match is not None
    log.ask(ANN, requests.Act(0, match.choices(0)[0]))
    assert log.table.deadline(1) == log.now + 15_000
    assert started(Terms("hat-trick", 4, timer="none")).table.deadline(0) is None


def test_coming_back_gives_time_but_once_for_a_decision() -> None:
    log = started(Terms("hat-trick", 4, timer="blitz"))
    before = log.table.deadline(0)
    log.ask(ANN, requests.Stand(0))
    log.ask(ANN, requests.Return(0))
    assert log.table.deadline(0) != before
    log.ask(ANN, requests.Stand(0))
    refused("too_late", log, ANN, requests.Return(0))


def test_nobody_makes_a_table_forget_what_others_asked() -> None:
    log = started(STICK_EM)
    log.ask(ANN, requests.Say(phrase="hello"), key="ann 1 x")
    for number in range(300):
        log.ask(BEN, requests.Say(phrase="hurry"), key=f"ben {number} x")
    assert log.table.led_to("ann 1 x") is not None
    assert log.table.led_to("ben 299 x") == log.table.version
    remembered = [number for number in range(300) if log.table.led_to(f"ben {number} x") is not None]
    assert remembered == [*range(300 - KEYS, 300)]


def test_an_id_stands_for_one_request_alone() -> None:
    log = started(STICK_EM)
    log.ask(ANN, requests.Say(phrase="hello"), key="ann my first id x")
    with pytest.raises(Refusal) as refusal:
        log.table.led_to("ann my first id y")
    assert refusal.value.code == "id_used"
    assert log.table.led_to("ann my second id y") is None
    assert log.table.led_to("ben my first id y") is None  # everybody has ids of their own


def test_a_secret_choice_of_somebody_else_gives_no_more_time() -> None:
    log = started(STICK_EM)
    first = log.table.deadline(0)
    match = log.table.match
    assert match is not None
    log.ask(BEN, requests.Act(1, match.choices(1)[0]))
    assert log.table.deadline(0) == first


def test_a_rematch_with_the_opener_moved_on() -> None:
    log = started(Terms("stick-em", 3, {"rounds": 1, "first": 2}))
    refused("not_over", log, ANN, requests.Rematch())
    log.play_on(Dice(3))
    refused("not_seated", log, EVE, requests.Rematch())
    (rematched,) = log.ask(BEN, requests.Rematch())
    assert isinstance(rematched, Rematched)
    refused("rematched", log, ANN, requests.Rematch())
    again = table_of(follow_up(log.table, rematched, BEN.id))
    assert again.setup.options["first"] == 0
    assert (again.host, again.follows, again.id) == (BEN.id, "t", log.table.rematch)
    assert [(chair.person, chair.bot) for chair in again.chairs] == [("ann", None), ("ben", None), ("", "casual")]
    assert again.commitment != log.table.commitment
    assert again.setup.version == again.setup.game.version


# ---- taking back ----


def test_taking_back_by_consent() -> None:
    log = started(Terms("hat-trick", 4), (ANN, BEN, EVE))
    match = log.table.match
    assert match is not None
    state = match.state.tobytes()
    refused("nothing", log, ANN, requests.Back(0))
    log.ask(ANN, requests.Act(0, match.choices(0)[0]))
    refused("nothing", log, BEN, requests.Back(1))
    log.ask(ANN, requests.Back(0))
    refused("pending", log, ANN, requests.Back(0))
    refused("nothing", log, ANN, requests.Answer(0, True))
    log.ask(BEN, requests.Answer(1, True))
    assert log.table.match is match
    log.ask(EVE, requests.Answer(2, True))
    assert log.table.match is not None
    assert log.table.match.state.tobytes() == state
    assert log.table.match.actions == []
    assert standing(table_of(log.entries)) == standing(log.table)


def test_one_no_is_enough_and_so_is_playing_on() -> None:
    log = started(Terms("hat-trick", 4), (ANN, BEN, EVE))
    match = log.table.match
    assert match is not None
    log.ask(ANN, requests.Act(0, match.choices(0)[0]))
    log.ask(ANN, requests.Back(0))
    log.ask(BEN, requests.Answer(1, False))
    assert log.table.question is None
    refused("nothing", log, ANN, requests.Back(0))  # no is no
    log.ask(BEN, requests.Act(1, match.choices(1)[0]))
    log.ask(BEN, requests.Back(1))
    log.ask(EVE, requests.Act(2, match.choices(2)[0]))
    assert log.table.question is None
    assert len(match.actions) == 3


def test_among_bots_nobody_is_asked() -> None:
    log = started(Terms("hat-trick", 4), (ANN,))
    match = log.table.match
    assert match is not None
    log.ask(ANN, requests.Act(0, match.choices(0)[0]))
    log.ask(ANN, requests.Back(0))
    assert log.table.match is not None
    assert log.table.match.actions == []


@pytest.mark.parametrize(
    ("terms", "shown"),
    [
        (Terms("hat-trick", 4), False),  # a card laid, and nothing turned up
        (Terms("stick-em", 3), False),  # a secret choice
        (Terms("shit", 3), False),
        (Terms("stoick", 3), True),  # a discard, and the next player draws
        (Terms("stop-it", 3, turns=True), False),  # `go`
    ],
)
def test_what_was_shown_stays_shown(terms: Terms, shown: bool) -> None:
    log = started(terms, (ANN, BEN, EVE))
    match = log.table.match
    assert match is not None
    seat = match.actors[0]
    person = (ANN, BEN, EVE)[seat]
    do = next(do for do in match.choices(seat) if not do.startswith("family"))
    log.ask(person, requests.Act(seat, do))
    if shown:
        refused("shown", log, person, requests.Back(seat))
    else:
        log.ask(person, requests.Back(seat))
        assert log.table.question is not None


def test_the_end_of_a_round_deals_new_cards() -> None:
    log = started(Terms("stick-em", 3, {"rounds": 2}), (ANN, BEN, EVE))
    dice = Dice(2)
    match = log.table.match
    assert match is not None
    while len(match.deals) == 1:
        log.play_on(dice, 1)
    seat = match.actions[-1][0]
    refused("shown", log, (ANN, BEN, EVE)[seat], requests.Back(seat))


def test_who_comes_back_has_time_anew_and_nobody_else() -> None:
    log = started(Terms("stick-em", 3, timer="blitz"), (ANN, BEN, EVE))  # all choose at once, in secret
    log.add([StoodIn(at=log.now, seat=2)])
    before = list(log.table.since)
    log.ask(EVE, requests.Return(2))
    assert log.table.since == [before[0], before[1], log.now]
    log.ask(EVE, requests.Stand(2))
    refused("too_late", log, EVE, requests.Return(2))  # once for a decision: otherwise nobody would ever stand in
    log.act(2, log.table.match.choices(2)[0], by="stand-in")  # type: ignore[union-attr]
    log.ask(EVE, requests.Return(2))


def test_every_request_has_an_answer() -> None:
    assert set(ANSWERS) == set(get_args(AnyRequest))


def test_levels_are_those_of_the_bots() -> None:
    assert set(get_args(Level)) == set(LEVELS)


def test_a_host_does_not_close_a_match_that_others_play() -> None:
    log = started(STICK_EM)
    refused("started", log, ANN, requests.Close())
    log.ask(BEN, requests.Stand(1))  # the stand-in plays for them: nobody else is left
    log.ask(ANN, requests.Close())
    assert log.table.closed
