"""A match on paper: reading, writing and checking the open JSON form (docs/record-format.md).

Header and actions are the whole game; deals, results and scores stand there for people and other programs, and are
checked against the rules: `replay` plays the actions again and refuses a record that says anything else, with the
place where it goes wrong.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablee.catalogue import find
from tablee.catalogue.game import Game, Json, Setup
from tablee.errors import BadRecord, TableeError
from tablee.fairness import Fairness, fairness_in
from tablee.match import FORMAT, Match
from tablee.rng import words

KEYS: dict[str, type | tuple[type, ...]] = {
    "format": str,
    "game": str,
    "rules": int,
    "players": int,
    "options": dict,
    "seed": str,
    "fairness": (dict, type(None)),  # how the seed came about, where a table has promised it beforehand
    "deals": list,
    "actions": list,
    "results": list,
    "scores": list,
    "winners": list,
}


def dumps(record: Json) -> str:
    """A record as JSON text, one deal, action or result a line, so that two records can be compared line by line."""
    lines = []
    for key, value in record.items():
        if key in ("deals", "actions", "results") and value:
            items = ",\n    ".join(json.dumps(item, ensure_ascii=False) for item in value)
            lines.append(f'  "{key}": [\n    {items}\n  ]')
        else:
            lines.append(f'  "{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def loads(text: str) -> Json:
    """The record in a JSON text. Only its form as JSON is checked; `replay` checks the rest."""
    try:
        record = json.loads(text)
    except ValueError as error:
        raise BadRecord(f"not a whole JSON text: {error}") from None
    except RecursionError:
        raise BadRecord("not a record: its JSON is nested too deeply") from None
    if not isinstance(record, dict):
        raise BadRecord(f"a record is a JSON object; got {_kind(record)}")
    return record


def write(path: str | Path, record: Json) -> None:
    Path(path).write_text(dumps(record), encoding="utf-8")


def read(path: str | Path) -> Json:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a text in UTF-8") from None
    try:
        return loads(text)
    except BadRecord as error:
        raise BadRecord(f"{path} is not a record: {error}") from None


def replay(record: Mapping[str, Any], game: Game | None = None, upto: int | None = None) -> Match:
    """Play a record again, checking everything it says; with `upto`, only its first so many actions.

    What comes after `upto` is then not checked, nor are the final scores. `game` is for a game that is not in the
    catalogue.
    """
    setup = _setup(record, game)
    match = Match(setup, _seed(record), _fairness(record, setup))
    actions = record["actions"]
    if upto is not None and not 0 <= upto <= len(actions):
        raise BadRecord(f"the record has {len(actions)} actions; got {upto} to replay")
    _compare(record, match, "deals", 0)
    for index, entry in enumerate(actions[:upto]):
        seen = len(match.results), len(match.deals)
        try:
            match.play(*_action(entry, match.setup))
        except TableeError as error:
            raise BadRecord(f"actions[{index}]: {error}") from None
        _compare(record, match, "results", seen[0])
        _compare(record, match, "deals", seen[1])
    if upto is None:
        _check_end(record, match)
    return match


def _setup(record: Mapping[str, Any], game: Game | None) -> Setup:
    if not isinstance(record, Mapping):
        raise BadRecord(f"a record is a mapping; got {_kind(record)}")
    for key, kind in KEYS.items():
        if key not in record:
            raise BadRecord(f"{key}: missing; a record has {', '.join(KEYS)}")
        if not isinstance(record[key], kind) or isinstance(record[key], bool):
            raise BadRecord(f"{key}: of the wrong kind, {_kind(record[key])}")
    for key in record:
        if key not in KEYS:
            raise BadRecord(f"{key}: unknown; a record has {', '.join(KEYS)}")
    if record["format"] != FORMAT:
        raise BadRecord(f"format: {record['format']!r}; this version reads {FORMAT!r}")
    try:
        game = game or find(record["game"])
    except TableeError as error:
        raise BadRecord(f"game: {error}") from None
    if record["game"] != game.slug:
        raise BadRecord(f"game: {record['game']!r}; to be replayed as {game.slug!r}")
    try:
        version = game.check_version(record["rules"])
    except TableeError as error:
        raise BadRecord(f"rules: {error}") from None
    if not all(isinstance(name, str) for name in record["options"]):
        raise BadRecord("options: names and whole numbers")
    try:
        setup = game.setup(record["players"], **record["options"])
    except TableeError as error:
        raise BadRecord(f"players, options: {error}") from None
    if not _same(record["options"], setup.chosen):
        raise BadRecord(f"options: only those that differ from the default, as numbers: {setup.chosen}")
    return setup.as_of(version)


def _seed(record: Mapping[str, Any]) -> str:
    try:
        words(record["seed"])
    except TableeError as error:
        raise BadRecord(f"seed: {error}") from None
    return str(record["seed"])


def _fairness(record: Mapping[str, Any], setup: Setup) -> Fairness | None:
    if record["fairness"] is None:
        return None
    fairness = fairness_in(record["fairness"], setup.players)
    if fairness.seed != record["seed"]:
        raise BadRecord(f"seed: not what the secret, the table and the words give, {fairness.seed}")
    return fairness


def _action(entry: Any, setup: Setup) -> tuple[int, str]:
    if not isinstance(entry, dict) or set(entry) != {"seat", "do"} or not isinstance(entry["do"], str):
        raise BadRecord('an action is {"seat": 0, "do": "play red 3"}' + f"; got {entry!r}")
    spelled = setup.say(setup.parse(entry["do"]))
    if entry["do"] != spelled:
        raise BadRecord(f"{entry['do']!r}; a record spells it {spelled!r}")
    return entry["seat"], spelled


def _compare(record: Mapping[str, Any], match: Match, key: str, start: int) -> None:
    """Compare what the rules have just given with what the record says."""
    ours = getattr(match, key)
    for index in range(start, len(ours)):
        if index >= len(record[key]):
            raise BadRecord(f"{key}[{index}]: missing; the rules give {ours[index]}")
        if not _same(record[key][index], ours[index]):
            raise BadRecord(f"{key}[{index}]: {record[key][index]!r}; the rules give {ours[index]}")


def _check_end(record: Mapping[str, Any], match: Match) -> None:
    for key in ("deals", "results"):
        extra = len(getattr(match, key))
        if len(record[key]) > extra:
            raise BadRecord(f"{key}[{extra}]: the rules give no such thing after {len(match.actions)} actions")
    for key in ("scores", "winners"):
        if not _same(record[key], getattr(match, key)):
            raise BadRecord(f"{key}: {record[key]}; the rules give {getattr(match, key)}")


def _same(theirs: Any, ours: Any) -> bool:
    """Equal as JSON, where true is not 1 and 1.0 is not 1."""
    try:
        return json.dumps(theirs, sort_keys=True) == json.dumps(ours, sort_keys=True)
    except (TypeError, ValueError, RecursionError):  # what JSON cannot hold is nothing that the rules give
        return False


def _kind(value: object) -> str:
    return type(value).__name__
