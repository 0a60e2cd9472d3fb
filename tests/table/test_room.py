"""How much may happen at a table before the match begins."""

import pytest
from tables import ANN, BEN, EVE, Log

from tablee.table import Refusal, Terms, requests
from tablee.table.referee import BEFORE


def test_the_same_word_again_is_nothing_new() -> None:
    log = Log(Terms("stick-em", 3))
    log.ask(ANN, requests.Sit(0))
    assert len(log.ask(ANN, requests.Word(0, "trout"))) == 1
    assert log.ask(ANN, requests.Word(0, "trout")) == []


def test_a_log_does_not_grow_for_ever_before_the_match() -> None:
    log = Log(Terms("stick-em", 3))
    log.ask(BEN, requests.Sit(1))
    for number in range(BEFORE - log.table.version):
        log.ask(BEN, requests.Word(1, str(number)))
    with pytest.raises(Refusal) as refusal:
        log.ask(BEN, requests.Word(1, "once more"))
    assert refusal.value.code == "full"
    with pytest.raises(Refusal):
        log.ask(EVE, requests.Sit(2))
    log.ask(ANN, requests.Sit(0))  # the host can still see to it that the match begins
    log.ask(ANN, requests.Bot(2, "novice"))
    log.ask(ANN, requests.Start())
    log.ask(BEN, requests.Say(phrase="hello"))


def test_not_even_for_the_host() -> None:
    log = Log(Terms("stick-em", 3))
    log.ask(ANN, requests.Sit(0))
    for number in range(2 * BEFORE - log.table.version):
        log.ask(ANN, requests.Word(0, str(number)))
    with pytest.raises(Refusal):
        log.ask(ANN, requests.Word(0, "once more"))
    log.ask(ANN, requests.Stand(0))
    log.ask(ANN, requests.Close())
