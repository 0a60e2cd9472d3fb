"""A lesson on paper: one TOML file a game, `tablee/lessons/stick_em.toml`."""

import tomllib
from importlib.resources import files
from typing import Literal

import msgspec

from tablee.catalogue import find

Look = Literal["centre", "hand", "me", "seat 1", "seat 2", "seat 3"]  # where something matters now
LEARNER = 0  # the learner's seat


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens, what is said of it, and what the learner is then to do."""

    text: str  # a key of the lesson's words
    happens: tuple[str, ...] = ()  # what the others do first, each as "2 play red 3"
    look: tuple[Look, ...] = ()
    want: str | None = None  # what the learner does next; None: there is nothing to decide
    why: dict[str, tuple[str, ...]] = {}  # a key of the words, and the choices that it says something about
    otherwise: str | None = None  # what is said of any other choice


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    players: int
    deck: str  # any word: the cards come from it
    step: tuple[Step, ...]
    options: dict[str, int] = {}


def script_of(slug: str) -> Script:
    """The script of that game's lesson."""
    name = find(slug).slug.replace("-", "_")
    text = files("tablee").joinpath("lessons", f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Script)
