"""What a table agrees on before anybody sits down."""

from typing import Literal

import msgspec

from tablee.catalogue import Setup, find
from tablee.errors import BadOption

Level = Literal["novice", "casual", "expert", "master"]
Timer = Literal["none", "relaxed", "blitz"]
Pace = Literal["instant", "quick", "normal", "slow"]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str  # its slug
    players: int | None = None  # None: the usual number
    options: dict[str, int | bool] = {}
    public: bool = False  # whether the lobby lists it; otherwise one needs the code
    timer: Timer = "relaxed"  # how long somebody may think before the stand-in plays for them
    pace: Pace = "normal"  # how fast bots act, so that people can follow
    stand_in: Level = "casual"  # who plays for somebody who is away
    hints: bool = False  # whether people may ask what to do while others play against them; alone one always may
    chat: bool = True  # free words; phrases can always be said
    turns: bool = False  # a game in real time is played seat by seat, and nothing runs by the clock


SECONDS: dict[Timer, float | None] = {"none": None, "relaxed": 90.0, "blitz": 15.0}


def setup_of(terms: Terms) -> Setup:
    """The game as the terms have it; an error says what would be right."""
    game = find(terms.game)
    if terms.turns and game.real_time is None:
        raise BadOption(f"{game.title} is played in turns anyway; `turns` is for games in real time")
    return game.setup(terms.players, **terms.options)
