"""A chair at the table: asks its bot, checks the answer, and seats the casual bot when it fails.

A bot of somebody's own may raise, hang or answer nonsense. None of that ends the match: the fault is noted with the
bot's name, and `casual` plays on in its place.
"""

import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tablee.bots import Bot, Casual, Entry
from tablee.bots.tempo import check_tempo
from tablee.catalogue import Setup
from tablee.defaults import LIMIT
from tablee.dice import Dice
from tablee.match import Match

PREPARATION = 300.0  # seconds for what a bot does once, before the match: compiling takes long
WORDS = 120  # characters of what it says that are kept
OURS = Path(__file__).parents[1]


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, at which seat, after how many actions of the match."""

    bot: str
    seat: int
    after: int
    what: str


class Late(Exception):
    """The answer did not come in time."""


class Quit(Exception):
    """The bot raised what would have ended the program; its one argument is that."""


class Chair:
    def __init__(self, entry: Entry, setup: Setup, seat: int, seed: object, limit: float = LIMIT) -> None:
        self.name = entry.name
        self.seat = seat
        self.limit = limit
        self.seed = seed
        self.dice = Dice(f"{seed} seat {seat}")
        self.faults: list[Fault] = []
        self.trusted = entry.ours
        self.home = getattr(sys.modules.get(entry.make.__module__), "__file__", None)  # where its code is
        self.bot: Bot = Casual(setup, seat)
        self.tempo = self.bot.tempo
        try:
            bot = self._in_time(lambda: entry.make(setup, seat))
            self._in_time(bot.prepare, PREPARATION)
            check_tempo(bot.tempo)
            self.bot, self.tempo = bot, bot.tempo
        except Exception as error:
            self._replace(setup, 0, told(error, "was not made", self.home))

    def ask(self, match: Match) -> int | None:
        """The seat's action; None: it waits."""
        legal = match.legal(self.seat)
        try:
            # The bot is handed its view and nothing that leads to the match.
            answer = self._in_time(partial(self.bot.choose, match.view(self.seat), list(legal), self.dice))
        except Exception as error:
            return self._instead(match, told(error, "did not answer", self.home))
        if answer is None:
            if len(match.actors) > 1:
                return None
            return self._instead(match, "answered None, to wait, while nobody else may act")
        action = number_of(answer)
        if action not in legal:
            return self._instead(match, f"answered {in_a_line(repr, answer)}, which is not among its choices")
        return action

    def hurry(self, match: Match) -> int:
        """An action from a seat that waits while everybody does."""
        answer = self._instead(match, "waited while nobody else did anything")
        return self.dice.pick(match.legal(self.seat)) if answer is None else answer

    def dismiss(self, match: Match, what: str) -> None:
        """Casual plays on for a bot of somebody's own."""
        if not self.trusted:
            self._replace(match.setup, len(match.actions), what)

    def _instead(self, match: Match, what: str) -> int | None:
        self._replace(match.setup, len(match.actions), what)
        try:
            return self.bot.choose(match.view(self.seat), match.legal(self.seat), self.dice)
        except Exception as error:  # a bug of ours must not end somebody's tournament either
            self._replace(match.setup, len(match.actions), told(error, "did not answer", self.home))
            return self.dice.pick(match.legal(self.seat))

    def _replace(self, setup: Setup, after: int, what: str) -> None:
        self.faults.append(Fault(self.name, self.seat, after, what))
        self.dice = Dice(f"{self.seed} seat {self.seat} instead")  # a bot that hangs may still draw from the other
        self.bot = Casual(setup, self.seat)
        self.tempo = self.bot.tempo
        self.trusted = True

    def _in_time(self, call: Any, limit: float | None = None) -> Any:
        """What the call gives; raises Late when that takes too long. Our own bots keep their time themselves."""
        if self.trusted:
            return call()
        limit = limit or self.limit
        outcome: dict[str, Any] = {}

        def run() -> None:
            try:
                outcome["answer"] = call()
            except BaseException as error:
                outcome["error"] = error

        # A thread that hangs cannot be ended: it is left behind, and as a daemon it does not keep the process alive.
        thread = threading.Thread(target=run, daemon=True)
        began = time.monotonic()
        thread.start()
        thread.join(limit)
        # Code that keeps Python's lock keeps us from looking at the clock too, until it is done.
        if thread.is_alive() or time.monotonic() - began > limit:
            raise Late(f"took longer than {limit:g} s")
        if "error" in outcome:
            error = outcome["error"]
            raise error if isinstance(error, Exception) else Quit(error)
        return outcome["answer"]


def number_of(answer: object) -> int | None:
    """The whole number that an answer is, whatever its class makes of that; None: it is none."""
    value: Any = answer
    if issubclass(type(value), np.integer) and not issubclass(type(value), np.timedelta64):
        value = np.generic.item(value)
    return int.__index__(value) if issubclass(type(value), int) and type(value) is not bool else None


def told(error: BaseException, otherwise: str, home: str | None) -> str:
    """The error in one line, with the place in the bot's own code where it came from."""
    if isinstance(error, Late):
        return str(error)
    if isinstance(error, Quit):
        error = error.args[0]
    if isinstance(error, SystemExit):
        code = in_a_line(code_of, error)
        return f"called sys.exit({code}){place(error, home)}"
    words = in_a_line(str, error)
    return f"raised {type(error).__name__}{f': {words}' if words else f' and {otherwise}'}{place(error, home)}"


def code_of(ended: Any) -> str:
    return "" if ended.code is None else repr(ended.code)


def place(error: BaseException, home: str | None) -> str:
    """The last line of the file `home` that the error went through; failing that, of any file that is not ours."""
    lines = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    theirs = [(file, line) for file, line in lines if not Path(file).is_relative_to(OURS)]
    own = [(file, line) for file, line in theirs if file == home] or theirs
    return f" ({Path(own[-1][0]).name}:{own[-1][1]})" if own else ""


def in_a_line(say: Callable[[object], str], thing: object) -> str:
    """The first line of what a thing of a bot's says of itself, which may be anything, on its way to a terminal."""
    try:
        words = str.splitlines(say(thing))
    except BaseException:  # it may even want to end the program
        return f"something of type {type(thing).__name__}"
    lines = ["".join(letter if letter.isprintable() else "�" for letter in line) for line in words]
    return f"{lines[0][:WORDS]}{'…' if lines[1:] or len(lines[0]) > WORDS else ''}" if lines else ""
