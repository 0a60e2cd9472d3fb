"""Records: the same game again, and a changed or cut record refused with the place where it goes wrong."""

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee import BadRecord, Match, game, record

GOLDEN = Path(__file__).parent / "golden"


def played(setup: tablee.Setup, seed: object, stop: int | None = None) -> Match:
    """A match played at random, to its end or to so many actions."""
    match, choose = Match(setup, seed), random.Random(str(seed))
    while not match.over and (stop is None or len(match.actions) < stop):
        seat = choose.choice(match.actors)
        match.play(seat, choose.choice(match.legal(seat)))
    return match


def a_record() -> dict[str, Any]:
    return json.loads(record.dumps(played(game("stick-em", players=3, rounds=2), seed=3).record()))


WHOLE = a_record()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record.write(path, WHOLE)
    assert record.read(path) == WHOLE
    again = Match.replay(record.read(path))
    assert record.dumps(again.record()) == path.read_text(encoding="utf-8")


def test_a_record_of_an_unfinished_match() -> None:
    match = played(game("hat-trick"), seed=1, stop=33)
    again = Match.replay(match.record())
    assert again.state.tobytes() == match.state.tobytes()
    assert again.record()["winners"] == []


def test_replaying_a_part() -> None:
    match = record.replay(WHOLE, upto=10)
    assert len(match.actions) == 10
    with pytest.raises(BadRecord, match="the record has 90 actions; got 91 to replay"):
        record.replay(WHOLE, upto=91)


def changed(path: str, value: object) -> dict[str, Any]:
    """The record with one place changed; `None` for the value takes the place out."""
    text = copy.deepcopy(WHOLE)
    *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split(".")]
    place: Any = text
    for step in way:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return text


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("format", "tablee-record/2", "format: 'tablee-record/2'; this version reads 'tablee-record/1'"),
        ("format", None, "format: missing; a record has format, game, rules"),
        ("game", "poker", "game: no game is called 'poker'"),
        ("rules", 99, "rules: version 99; Stick 'Em here has version 1"),
        ("players", 9, "players, options: Stick 'Em is for 3 to 6 players; got 9"),
        ("players", 4, "deals[0]:"),
        ("players", True, "players: of the wrong kind, bool"),
        ("options", {"rounds": 0}, "players, options: option 'rounds' takes a whole number from 1 to 100; got 0"),
        ("options", {"rounds": 2, "first": 0}, "options: only those that differ from the default"),
        ("options", {"rounds": 1}, "actions[45]: seat "),
        ("seed", "0" * 63 + "1", "deals[0]:"),
        ("seed", "12", "seed: a seed is 64 hexadecimal digits in lower case, not all zero; got '12'"),
        ("seed", "z" * 64, "seed: a seed is 64 hexadecimal digits"),
        ("fairness", {}, "fairness: has commitment, secret, table, words; got nothing"),
        ("fairness", [], "fairness: of the wrong kind, list"),
        ("options", {"players": 3}, "players, options: Stick 'Em has no option 'players'"),
        ("options", {"self": 1}, "players, options: Stick 'Em has no option 'self'"),
        ("options", {"rounds": 2.0}, "players, options: option 'rounds' takes a whole number"),
        ("actions.0.do", "CHOOSE  violet 0", "actions[0]: "),
        ("extra", 1, "extra: unknown; a record has format, game"),
        ("deals.0.opener", 1, "deals[0]:"),
        ("deals.1.hands.0.0", "red 99", "deals[1]:"),
        ("deals.1", None, "deals[1]: missing; the rules give"),
        ("actions.7.do", "play red 77", "actions[7]: Stick 'Em has no action 'play red 77'"),
        ("actions.7.do", "choose red 1", "actions[7]: seat"),
        ("actions.7.seat", 9, "actions[7]: the seats are 0 to 2; got 9"),
        ("actions.7.do", 5, 'actions[7]: an action is {"seat": 0, "do": "play red 3"}'),
        ("actions.7", None, "actions["),
        ("actions.7", "x", "actions[7]: an action is"),
        ("results.0.winner", 7, "results[0]:"),
        ("results.3.cards.1", "blue 0 ", "results[3]:"),
        ("results.0.after", 5, "results[0]:"),
        ("results.31", None, "results[31]: missing; the rules give"),
        ("scores.0", 1000, "scores: ["),
        ("winners", [0, 1, 2], "winners: [0, 1, 2]; the rules give"),
    ],
)
def test_a_changed_record_is_refused_with_the_place(path: str, value: object, message: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(message)):
        Match.replay(changed(path, value))


def test_true_is_not_one_in_json() -> None:
    where = next(i for i, result in enumerate(WHOLE["results"]) if result["kind"] == "trick" and result["winner"] == 1)
    with pytest.raises(BadRecord, match=re.escape(f"results[{where}]")):
        Match.replay(changed(f"results.{where}.winner", True))


def test_a_cut_record_is_refused() -> None:
    cut = copy.deepcopy(WHOLE)
    cut["actions"] = cut["actions"][:20]
    with pytest.raises(BadRecord, match=re.escape("deals[1]: the rules give no such thing after 20 actions")):
        Match.replay(cut)


@pytest.mark.parametrize("text", ["", "{", '{"format": 1', "nonsense", '"text"', "[]", "[" * 100_000, "null", "NaN"])
def test_what_is_no_record_at_all(text: str) -> None:
    with pytest.raises(BadRecord):
        Match.replay(record.loads(text))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot read"):
        record.read(tmp_path / "none.json")
    with pytest.raises(BadRecord, match="cannot read"):
        record.read(tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="not a text in UTF-8"):
        record.read(tmp_path / "bytes")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(sorted(WHOLE)), json_values)
def test_no_value_anywhere_crashes_the_reader(key: str, value: Any) -> None:
    spoiled = {**WHOLE, key: value}
    if json.dumps(spoiled) == json.dumps(WHOLE):
        Match.replay(spoiled)
    else:
        with pytest.raises(BadRecord, match=r"\w"):
            Match.replay(spoiled)


# ---- golden records: what was played with these rules must be played alike for ever ----


def golden_setups() -> list[tuple[str, tablee.Setup, int | None]]:
    """A record for every game, for each of its flags, and for two of them that change each other's meaning."""
    both = tablee.game("sticheln", reverse=True, mild=True, rounds=2)
    chosen: list[tuple[str, tablee.Setup, int | None]] = [("sticheln-reverse-mild", both, None)]
    for entry in tablee.games():
        stop = 150 if entry.slug in ("stoick", "stop-it") else None
        length = {"rounds": 2} if any(option.name == "rounds" for option in entry.options) else {}
        chosen.append((entry.slug, entry.setup(**length), stop))
        for option in entry.options:
            if option.is_flag:
                chosen.append((f"{entry.slug}-{option.name}", entry.setup(**{option.name: True}, **length), stop))
    return chosen


@pytest.mark.parametrize(
    ("name", "setup", "stop"), golden_setups(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_golden_records(name: str, setup: tablee.Setup, stop: int | None, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"{name}.json"
    if not path.exists() and request.config.getoption("--write-golden"):
        record.write(path, played(setup, f"golden {name}", stop).record())
    assert path.exists(), f"no golden record: run pytest --write-golden once and commit {path.name}"
    again = Match.replay(record.read(path))
    assert record.dumps(again.record()) == path.read_text(encoding="utf-8")


def old_records() -> list[Path]:
    return sorted(GOLDEN.glob("*-version-*.json"))


@pytest.mark.parametrize("path", old_records(), ids=lambda path: path.stem)
def test_golden_records_of_older_rules_hold_by_those(path: Path) -> None:
    again = Match.replay(record.read(path))
    assert again.setup.version < again.setup.game.version
    assert record.dumps(again.record()) == path.read_text(encoding="utf-8")


def test_every_older_version_that_can_be_played_has_a_golden_record() -> None:
    older = {f"{entry.slug}-version-{v}" for entry in tablee.games() for v in range(entry.oldest, entry.version)}
    assert older <= {path.stem for path in old_records()}
