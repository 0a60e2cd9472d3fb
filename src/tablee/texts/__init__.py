"""The words of the interface: one TOML file a language in `tablee/texts`, the same keys in each.

A key is the path to a text, `play.leave`; a text may hold places to fill, `{name}`.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from tablee.errors import TableeError

LANGUAGES = ("en", "fr")
SPACED = re.compile(r"(?<=«) | (?=[;:?!»])")  # the spaces that French sets, at which no line may end


@cache
def texts(language: str) -> Mapping[str, str]:
    """All texts of a language, by key."""
    if language not in LANGUAGES:
        raise TableeError(f"no texts in {language!r}; there is {', '.join(LANGUAGES)}")
    raw = files("tablee").joinpath("texts", f"{language}.toml").read_text(encoding="utf-8")
    flat = dict(_flat(tomllib.loads(raw)))
    return {key: SPACED.sub("\N{NO-BREAK SPACE}", text) for key, text in flat.items()} if language == "fr" else flat


def default_language(environment: Mapping[str, str]) -> str:
    """French where $LANG says so, English everywhere else."""
    return "fr" if environment.get("LANG", "").lower().startswith("fr") else "en"


def _flat(table: Mapping[str, object], prefix: str = "") -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in table.items():
        if isinstance(value, Mapping):
            pairs += _flat(value, f"{prefix}{name}.")
        else:
            pairs.append((f"{prefix}{name}", str(value)))
    return pairs
