"""The two languages say the same things, all of which are said somewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import tablee.cli
from tablee import games
from tablee.errors import TableeError
from tablee.texts import LANGUAGES, default_language, texts

PACKAGE = Path(tablee.cli.__file__).parent.parent
SOURCES = sorted([*(PACKAGE / "cli").rglob("*.py"), *(PACKAGE / "policies").rglob("*.py")])  # where anything is said


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def literals() -> Iterator[str]:
    """Every string of those sources that could be a key, f-strings as patterns."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(p.value) if isinstance(p, ast.Constant) else r"[^.]+" for p in node.values]
                if any(isinstance(p, ast.Constant) and "." in str(p.value) for p in node.values):
                    yield "".join(parts)


def test_both_languages_have_the_same_keys() -> None:
    assert texts("en").keys() == texts("fr").keys()


def test_both_languages_have_the_same_places() -> None:
    assert {key: places(text) for key, text in texts("en").items()} == {
        key: places(text) for key, text in texts("fr").items()
    }


def test_no_text_is_unused() -> None:
    said = re.compile("|".join(f"(?:{pattern})" for pattern in set(literals()) if pattern))
    unused = [
        key for key in texts("en") if not said.fullmatch(key) and not said.fullmatch(re.sub(r"\.(you|they)$", "", key))
    ]
    assert unused == []


def test_every_key_in_the_source_exists() -> None:
    sections = {key.partition(".")[0] for key in texts("en") if "." in key}
    known = set(texts("en")) | {re.sub(r"\.(you|they)$", "", key) for key in texts("en")}
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"[a-z]+\.[a-z_.-]*[a-z]", node.value) and node.value.partition(".")[0] in sections:
                    assert node.value in known, f"{source.name}: {node.value}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_and_option_is_told(language: str) -> None:
    for game in games():
        assert len(texts(language)[f"pitch.{game.slug}"]) <= 75
        for option in game.options:
            assert texts(language)[f"option.{option.name}"]


def test_language_of_the_environment() -> None:
    assert default_language({"LANG": "fr_FR.UTF-8"}) == "fr"
    assert default_language({"LANG": "de_DE.UTF-8"}) == "en"
    assert default_language({}) == "en"


def test_unknown_language() -> None:
    with pytest.raises(TableeError, match="there is en, fr"):
        texts("de")
