"""Both languages say the same things, with the same places to fill."""

import inspect
import re
import tomllib
from pathlib import Path
from typing import Any, get_args

from tablee.catalogue import rulings
from tablee.table.refusal import Code

WEB = Path(__file__).parents[2] / "web" / "src"


def flat(words: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in words.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return found


def words(language: str) -> dict[str, str]:
    """The words of the page, with those that come with a lesson."""
    own, lessons = (
        tomllib.loads((WEB / "words" / f"{name}.toml").read_text(encoding="utf-8"))
        for name in (language, f"lessons.{language}")
    )
    return flat({**own, "lessons": lessons})


def test_both_languages_are_complete() -> None:
    english, french = words("en"), words("fr")
    assert list(english) == list(french)
    places = {key: [sorted(re.findall(r"{(\w+)}", one[key])) for one in (english, french)] for key in english}
    assert not {key: pair for key, pair in places.items() if pair[0] != pair[1]}


def test_every_refusal_and_every_rule_that_is_told_has_its_words() -> None:
    known = words("en")
    codes = {*get_args(Code)} | {"too_fast"}
    assert not {code for code in codes if f"refused.{code}" not in known}
    named = set(re.findall(r'"([A-Z]{2}-\d+)"', inspect.getsource(rulings)))
    assert len(named) > 10
    assert {key.removeprefix("rule.") for key in known if key.startswith("rule.")} == named


def test_every_text_that_the_page_names_is_there() -> None:
    shared = flat(tomllib.loads((WEB.parents[1] / "src/tablee/texts/en.toml").read_text(encoding="utf-8")))
    known = {re.sub(r"_(one|other)$", "", key) for key in words("en")} | {f"shared.{key}" for key in shared}
    source = "\n".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*") if path.suffix in (".svelte", ".ts"))
    named = set(re.findall(r"\bt\('([\w.-]+)'", source))
    assert len(named) > 60
    assert not named - known
