"""The catalogue: which games there are, and everything about them that is not a rule."""

import difflib

from tablee.catalogue.cursed import STICHELN, STICK_EM
from tablee.catalogue.game import Conflict, Game, Option, Paper, Setup
from tablee.catalogue.hat_trick import HAT_TRICK
from tablee.catalogue.shit import SHIT
from tablee.catalogue.stoick import STOICK
from tablee.catalogue.stop_it import STOP_IT
from tablee.errors import BadOption, UnknownGame

__all__ = ["GAMES", "Conflict", "Game", "Option", "Paper", "Setup", "check_setup", "find", "game", "games"]

GAMES = {entry.slug: entry for entry in (STICK_EM, STICHELN, HAT_TRICK, SHIT, STOICK, STOP_IT)}


def check_setup(setup: object) -> None:
    """Refuse what is no game set up for its players."""
    if not isinstance(setup, Setup):
        raise BadOption(f'a game set up for its players, such as tablee.game("stick-em", players=4); got {setup!r}')


def games() -> list[Game]:
    """Every game of the cabinet."""
    return list(GAMES.values())


def find(slug: object) -> Game:
    """The game with that slug."""
    if not isinstance(slug, str) or slug not in GAMES:
        near = difflib.get_close_matches(str(slug), GAMES, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there is {', '.join(GAMES)}"
        raise UnknownGame(f"no game is called {slug!r}; {hint}")
    return GAMES[slug]


def game(slug: str, /, players: int | None = None, **options: object) -> Setup:
    """A game set up for so many players: `game("sticheln", players=5, mild=True, aggravated=True)`."""
    return find(slug).setup(players, **options)
