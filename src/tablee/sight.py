"""What one seat sees of an action: the only way in which anybody should be told of one.

A table announces, a screen tells and a replay shows `Sighting`s. They are made of the seat's own views, and of the
action itself only where everybody sees it; so nothing in them can be more than the seat knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablee.catalogue.game import Json
from tablee.match import Match


@dataclass(frozen=True)
class Sighting:
    """One action as a seat (-1: a spectator) saw it."""

    actor: int
    action: int | None  # None: what was done is a secret
    before: Any  # the watching seat's views
    after: Any
    results: Sequence[Json]  # as far as that seat knows them


def watch(match: Match, watcher: int, actor: int, action: int) -> Sighting:
    """Carry an action out, and give it as the watcher saw it."""
    before = match.view(watcher)
    match.play(actor, action)
    after = match.view(watcher)
    paper = match.setup.game.paper
    shown = action if actor == watcher or paper.is_public(before, action) else None
    return Sighting(actor, shown, before, after, paper.results(before, after))
