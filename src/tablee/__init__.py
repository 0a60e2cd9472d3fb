"""Tablée: a cabinet of small card games, one set of rules for a table, a script and a GPU.

    import tablee

    match = tablee.Match(tablee.game("stick-em", players=4), seed=7)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    print(match.scores, match.winners)

`tablee.batch` plays thousands of games at once, compiled; `tablee.conformance` checks that a game keeps what every
game promises. Neither is loaded until it is imported.
"""

from importlib.metadata import PackageNotFoundError, version

from tablee.catalogue import Game, Option, Setup, find, game, games
from tablee.errors import (
    BadAction,
    BadOption,
    BadPlayers,
    BadRecord,
    BadSeat,
    BadSeed,
    IllegalAction,
    NotYourTurn,
    TableeError,
    UnknownGame,
)
from tablee.match import Match

try:
    __version__ = version("tablee")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0"

__all__ = [
    "BadAction",
    "BadOption",
    "BadPlayers",
    "BadRecord",
    "BadSeat",
    "BadSeed",
    "Game",
    "IllegalAction",
    "Match",
    "NotYourTurn",
    "Option",
    "Setup",
    "TableeError",
    "UnknownGame",
    "__version__",
    "find",
    "game",
    "games",
]
