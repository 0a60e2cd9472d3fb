"""At one table nobody looks like anybody else; and who was sent away for good stays away."""

import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import ANN, BEN, EVE, Log

from tablee.server.people import BadName, check_name
from tablee.table import Person, Refusal, Scene, Terms, Viewer, requests, table_of
from tablee.table.entries import Said, Sat
from tablee.table.likeness import BOTS, likeness, mixed, told_apart
from tablee.table.requests import NAME
from tablee.table.writing import is_seen
from tablee.texts import LANGUAGES, texts

TERMS = Terms("stick-em", 4)
ALIKE = [
    "Ann",
    "ann",
    "ANN",
    "Ann.",
    "A nn",
    "Ànn",
    "\u0391nn",  # Greek
    "\u0410nn",  # Cyrillic
    "\uff21nn",  # wide
    "\U0001d4d0nn",  # of mathematics
    "A\u200bnn",
    "A\u00adnn",
    "A\u2060nn",
    "\u202eAnn",
]


def view(log: Log, person: Person) -> object:
    return Scene(log.table, "CODE", set(), None).for_viewer(Viewer(person.id, tuple(log.table.seats_of(person.id))))


def test_what_looks_like_ann() -> None:
    assert {likeness(name) for name in ALIKE} == {likeness("Ann")}
    assert len({likeness(name) for name in ("Ann", "Anne", "Hann", "Ann 2", "安", "Ann \u2764")}) == 6


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bill", "Bi11"),
        ("Olga", "0lga"),
        ("Ian", "lan"),
        ("modern", "rnodern"),
        ("Will", "vvill"),
        ("dan", "clan"),
        ("Иван", "ИBaн"),
        ("Nick", "Νісk"),
    ],
)
def test_pairs_that_look_alike(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


def test_who_comes_second_is_told_apart() -> None:
    log = Log(TERMS)
    for number, name in enumerate(["Ann", "\u0410nn", "ann", "Ann 2"]):
        log.ask(Person(f"p{number}", name), requests.Sit())
    assert [chair.name for chair in log.table.chairs] == ["Ann", "\u0410nn 2", "ann 3", "Ann 2 2"]
    log.ask(Person("p1", "\u0410nn"), requests.Say("hello"))
    assert log.table.talk[-1].name == "\u0410nn 2"
    log.ask(ANN, requests.Say("hello"))  # the host, who does not sit
    assert log.table.talk[-1].name == "Ann 4"
    again = table_of(log.entries)
    assert [chair.name for chair in again.chairs] == [chair.name for chair in log.table.chairs]


def test_who_was_heard_and_left_is_not_imitated_either() -> None:
    log = Log(TERMS)
    log.ask(BEN, requests.Sit(0))
    log.ask(BEN, requests.Say("hello"))
    log.ask(BEN, requests.Stand(0))
    log.ask(Person("other", "BEN"), requests.Sit(0))
    assert log.table.chairs[0].name == "BEN 2"
    log.ask(BEN, requests.Sit(1))  # their own name is still theirs
    assert log.table.chairs[1].name == "Ben"


def test_seats_of_one_person_are_told_apart_too() -> None:
    log = Log(TERMS)
    log.ask(ANN, requests.Sit(0))
    log.ask(ANN, requests.Sit(1))
    log.ask(Person("other", "Ann"), requests.Sit(2))
    assert [chair.name for chair in log.table.chairs[:3]] == ["Ann", "Ann 2", "Ann 3"]
    log.ask(ANN, requests.Say("hello"))
    assert log.table.talk[-1].name == "Ann"


PIECES = st.sampled_from(
    ["A", "a", "n", "\u0410", "\u0430", "\u0391", "l", "I", "1", "0", "O", "m", "rn", " ", "2", "."]
)
NAMES = st.lists(PIECES, min_size=1, max_size=NAME // 2).map("".join) | st.text(min_size=1, max_size=NAME)
MOVES = st.tuples(st.integers(0, 5), NAMES, st.sampled_from(["sit", "stand", "say"]))


@settings(max_examples=150, deadline=None)
@given(st.lists(MOVES, max_size=12), st.integers(2, 6))
def test_two_people_at_one_table_never_look_alike(moves: list[tuple[int, str, str]], players: int) -> None:
    log = Log(Terms("shit", players))
    for number, name, move in moves:
        try:
            person = Person(f"p{number}", check_name(name))
        except BadName:
            continue
        seats = log.table.seats_of(person.id)
        try:
            if move == "sit":
                log.ask(person, requests.Sit())
            elif move == "stand" and seats:
                log.ask(person, requests.Stand(seats[0]))
            else:
                log.ask(person, requests.Say("hello"))
        except Refusal:
            continue
    by_likeness: dict[str, set[str]] = {}
    for entry in log.entries:
        if isinstance(entry, Sat | Said):
            assert 1 <= len(entry.name) <= NAME
            by_likeness.setdefault(likeness(entry.name), set()).add(entry.person)
    assert all(len(people) == 1 for people in by_likeness.values())
    seated = [likeness(chair.name) for chair in log.table.chairs if chair.person]
    assert len(set(seated)) == len(seated)
    for seat, chair in enumerate(log.table.chairs):
        if chair.free:
            log.ask(ANN, requests.Bot(seat, "novice"))
    shown = [chair.name or BOTS[chair.alias] for chair in Scene(log.table, "C", set(), None).chairs]
    assert len({likeness(name) for name in shown}) == players


def test_no_letter_that_cannot_be_seen_makes_a_second_name() -> None:
    unseen = [chr(code) for code in range(sys.maxunicode + 1) if not is_seen(chr(code))]
    marks = [letter for letter in unseen if unicodedata.category(letter)[0] == "M"]  # which are seen on a letter
    assert {"\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\U0001d159"} <= set(unseen) - set(marks)
    assert {letter for letter in unseen if likeness.__wrapped__(f"A{letter}nn") != likeness("Ann")} == set()
    kept = {letter for letter in set(unseen) - set(marks) if check_name(f"An{letter}n") not in ("Ann", "An n")}
    assert kept == set()


@given(st.lists(NAMES, max_size=6), NAMES)
def test_a_name_that_is_told_apart_is_new_and_no_longer_than_names_are(others: list[str], name: str) -> None:
    new = told_apart(name, others)
    assert likeness(new) not in {likeness(other) for other in others}
    assert len(new) <= NAME


def test_a_bot_gives_way_to_a_person_of_its_name() -> None:
    log = Log(TERMS)
    log.ask(ANN, requests.Bot(1, "casual"))
    assert view(log, EVE).chairs[1].alias == 1  # type: ignore[attr-defined]
    log.ask(Person("real", "B\u0435n"), requests.Sit(0))  # the e is Cyrillic
    assert log.table.chairs[0].name == "B\u0435n"
    assert BOTS[view(log, EVE).chairs[1].alias] == "Mia"  # type: ignore[attr-defined]


def test_bots_go_by_the_same_names_in_all_languages() -> None:
    for language in LANGUAGES:
        assert [text for key, text in texts(language).items() if key.startswith("names.")] == BOTS


@pytest.mark.parametrize("name", ["\u0410nn", "B\u0435n", "Nic\u03bf", "Анна\u0061"])
def test_a_word_in_two_alphabets_is_no_name(name: str) -> None:
    with pytest.raises(BadName, match="one alphabet"):
        check_name(name)


@pytest.mark.parametrize(
    "name", ["Анна", "Νίκος", "Ann Анна", "Jean-Luc", "Łukasz", "Nguyễn", "李雷 Li", "あんアン安", "R2D2"]
)
def test_names_of_all_kinds(name: str) -> None:
    assert check_name(name) == name
    assert mixed(name) is None


# ---- sent away for good ----


def kicked() -> Log:
    log = Log(TERMS)
    log.ask(BEN, requests.Sit(0))
    log.ask(BEN, requests.Sit(1))
    log.ask(ANN, requests.Kick(1))
    return log


def test_who_was_kicked_leaves_all_seats_and_cannot_sit_down_again() -> None:
    log = kicked()
    assert all(chair.free for chair in log.table.chairs)
    with pytest.raises(Refusal) as refused:
        log.ask(BEN, requests.Sit())
    assert refused.value.code == "kicked"
    assert not log.table.may_watch(BEN.id)
    assert view(log, ANN).kicked == ("Ben",)  # type: ignore[attr-defined]
    assert view(log, EVE).kicked == ()  # type: ignore[attr-defined]
    assert table_of(log.entries).kicked == {BEN.id: "Ben"}
    log.ask(ANN, requests.Admit("Ben"))
    log.ask(BEN, requests.Sit())
    assert log.table.may_watch(BEN.id)


def test_at_a_public_table_they_may_look_on() -> None:
    log = Log(Terms("stick-em", 4, public=True))
    log.ask(BEN, requests.Sit(0))
    log.ask(ANN, requests.Kick(0))
    assert log.table.may_watch(BEN.id)


def test_only_the_host_kicks_and_only_others_and_only_before_the_match() -> None:
    log = Log(Terms("stick-em", 3))
    for person in (ANN, BEN):
        log.ask(person, requests.Sit())
    log.ask(ANN, requests.Bot(2, "casual"))
    for person, seat, code in ((BEN, 0, "not_host"), (ANN, 0, "nothing"), (ANN, 2, "nothing"), (ANN, 7, "no_seat")):
        with pytest.raises(Refusal) as refused:
            log.ask(person, requests.Kick(seat))
        assert refused.value.code == code
    with pytest.raises(Refusal, match="nobody of that name"):
        log.ask(ANN, requests.Admit("Ben"))
    log.ask(ANN, requests.Start())
    with pytest.raises(Refusal) as refused:
        log.ask(ANN, requests.Kick(1))
    assert refused.value.code == "started"
