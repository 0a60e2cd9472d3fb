"""Decks that can be checked: bound before the words, different with every word, refused when anything was changed."""

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tablee import Match, game
from tablee.errors import BadOption, BadRecord
from tablee.fairness import Fairness, commitment_to, fairness_in, new_secret

SECRET = "ab" * 32
FAIR = Fairness(SECRET, "quiet-otter", ("rain", "", "été"))


def test_the_formula_that_anybody_can_compute() -> None:
    assert FAIR.commitment == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    text = f'["{SECRET}","quiet-otter","rain","","été"]'
    assert FAIR.seed == hashlib.sha256(text.encode()).hexdigest()


def test_a_secret_is_new_each_time() -> None:
    assert new_secret() != new_secret()
    assert len(commitment_to(new_secret())) == 64


words = some.text(max_size=12)


@given(some.tuples(words, words, words), some.tuples(words, words, words), words, words)
def test_other_words_another_deck(one: Any, other: Any, table: str, elsewhere: str) -> None:
    seeds = {Fairness(SECRET, table, one).seed, Fairness(SECRET, elsewhere, other).seed}
    assert len(seeds) == (1 if (one, table) == (other, elsewhere) else 2)


def test_a_record_tells_where_its_cards_came_from() -> None:
    match = Match(game("stick-em", players=3, rounds=1), fairness=FAIR)
    assert match.seed == FAIR.seed
    match.play(0, match.legal(0)[0])
    record = match.record()
    assert record["fairness"] == FAIR.as_json()
    again = Match.replay(record)
    assert again.fairness == FAIR
    assert again.record() == record
    assert match.copy().record() == record


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"secret": "cd" * 32}, "not the one that was committed to"),
        ({"secret": "cd" * 32, "commitment": commitment_to("cd" * 32)}, "seed: not what the secret"),
        ({"words": ["rain", "", "ete"]}, "seed: not what the secret"),
        ({"table": "loud-otter"}, "seed: not what the secret"),
        ({"words": ["rain", ""]}, "a word for each of 3 seats"),
        ({"words": "abc"}, "words is a list of texts"),
        ({"words": [1, 2, 3]}, "words is a list of texts"),
        ({"words": ["x" * 65, "", ""]}, "up to 64 characters"),
        ({"table": None}, "the table's name is a text"),
        ({"secret": "AB" * 32}, "64 hexadecimal digits"),
        ({"commitment": 7}, "64 hexadecimal digits"),
        ({"more": 1}, "has commitment, secret, table, words"),
    ],
)
def test_a_record_whose_deck_does_not_hold(change: dict[str, Any], message: str) -> None:
    record = Match(game("stick-em", players=3, rounds=1), fairness=FAIR).record()
    record["fairness"] |= change
    with pytest.raises(BadRecord, match=message):
        Match.replay(record)


def test_nothing_is_missing() -> None:
    with pytest.raises(BadRecord, match="got nothing"):
        fairness_in({}, 3)


@pytest.mark.parametrize(
    ("secret", "table", "words", "message"),
    [
        ("AB" * 32, "t", ("a",), "64 hexadecimal digits"),
        ("ab", "t", ("a",), "64 hexadecimal digits"),
        (SECRET, "t" * 65, ("a",), "table's name"),
        (SECRET, "t", ("a", 7), "list of texts"),
    ],
)
def test_a_deck_that_no_record_could_hold(secret: Any, table: Any, words: Any, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Fairness(secret, table, words)


def test_a_match_takes_a_word_of_each_seat_and_no_other_seed() -> None:
    with pytest.raises(BadOption, match="a word for each of 4 seats; got 3"):
        Match(game("stick-em", players=4), fairness=FAIR)
    with pytest.raises(BadOption, match="do not name another"):
        Match(game("stick-em", players=3), seed=7, fairness=FAIR)
