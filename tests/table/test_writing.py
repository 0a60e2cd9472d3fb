"""What people write, as others may be shown it."""

import pytest
from tables import ANN, Log, started

from tablee.server.people import BadName, check_name
from tablee.table import Refusal, Terms, requests
from tablee.table.entries import Said
from tablee.table.writing import MARKS, plain


@pytest.mark.parametrize(
    "text",
    [
        "Bravo\u202f!",
        "Bravo\u00a0!",
        "\U0001f469\u200d\U0001f680",
        "\u2764\ufe0f",
        "می\u200cخواهم",
        "é",
        "Việt",
        "नमस्ते",
    ],
)
def test_what_stays_as_it_is(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\u202eb", "ab"),  # what follows would run backwards
        ("a\x00b", "ab"),
        ("a\nb", "a b"),
        ("  a ", "a"),
        ("a" + 23 * "\u0323", "\u1ea1" + MARKS * "\u0323"),
    ],
)
def test_what_does_not(text: str, left: str) -> None:
    assert plain(text) == left


@pytest.mark.parametrize("text", ["\u200b", "\x00", " ", "\u00a0", "\u200d", "\u3164", "\u2800", "\u0301", "\u202e"])
def test_nothing_to_see_is_nothing_said(text: str) -> None:
    log = started(Terms("stick-em", 3))
    with pytest.raises(Refusal) as refusal:
        log.ask(ANN, requests.Say(text=text))
    assert refusal.value.code == "nothing"
    (said,) = log.ask(ANN, requests.Say(phrase="ha", text=text))
    assert isinstance(said, Said)
    assert said.text == ""
    with pytest.raises(BadName):
        check_name(text)


def test_a_word_for_the_deck() -> None:
    log = Log(Terms("stick-em", 3))
    log.ask(ANN, requests.Sit(0))
    log.ask(ANN, requests.Word(0, "tr\u202eo\x00ut"))
    assert log.table.chairs[0].word == "trout"


def test_a_name_is_no_tower() -> None:
    assert check_name("An\u200dn") == "Ann"
    assert len(check_name("a" + 23 * "\u0323")) == 1 + MARKS
