"""Bots by name: the ones that come with the games, and anybody's own as `module:Class`.

novice   casual   expert   master   random        as they are
expert@20ms   expert@5000   master@2000ms         with so many milliseconds, or passes, a decision
mybots:First                                      the class First of mybots.py, here or on the Python path
"""

import difflib
import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

from tablee.bots.bot import Bot
from tablee.bots.levels import Budget, Casual, Expert, Master, Novice, Random, Searcher
from tablee.catalogue import Setup
from tablee.errors import BadBot, BadOption
from tablee.search import check_budget

LEVELS: dict[str, type[Bot]] = {"novice": Novice, "casual": Casual, "expert": Expert, "master": Master}
BOTS: dict[str, type[Bot]] = {"random": Random, **LEVELS}

LONG = 200  # characters of a name
SHOWN = 8  # bots of a module that are named where another was meant


@dataclass(frozen=True)
class Entry:
    """A bot that can be seated: its name as it was asked for, and how to make one for a seat."""

    name: str
    make: Callable[[Setup, int], Bot]
    ours: bool  # one that comes with the games


def register(name: str, bot: type[Bot]) -> None:
    """Let a bot of your own be called by a name."""
    if not name.isidentifier():
        raise BadBot(f"a bot's name is one word of letters, digits and _; got {name!r}")
    if name in BOTS and BOTS[name] is not bot:
        raise BadBot(f"there is a bot named {name!r} already")
    BOTS[name] = check_class(name, bot)


def find_bot(name: str) -> Entry:
    """The bot of that name, as the lines above have it."""
    check_name(name)
    name = name.strip()
    if ":" in name:
        return Entry(name, imported(name), ours=False)
    word, at, budget = name.partition("@")
    if word not in BOTS:
        near = difflib.get_close_matches(word, BOTS, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there is {', '.join(BOTS)}, or your own as module:Class"
        raise BadBot(f"no bot is named {word!r}; {hint}")
    bot = BOTS[word]
    ours = bot.__module__.startswith("tablee.")
    if not at:
        return Entry(name, bot, ours)
    if not issubclass(bot, Searcher):
        raise BadBot(f"{word!r} does not search, so it takes no budget; got {name!r}")
    allowed = parse_budget(budget, name)
    return Entry(name, lambda setup, seat: bot(setup, seat, allowed), ours)


def check_name(name: object) -> None:
    if not isinstance(name, str):
        raise BadBot(f"a bot's name is a text, such as 'expert'; got {name!r}")
    if len(name) > LONG:
        raise BadBot(f"a bot's name has at most {LONG} characters; got {name[:20]!r}… with {len(name)}")


def parse_budget(text: str, name: str) -> Budget:
    number = text.removesuffix("ms")
    if not (number.isascii() and number.isdecimal()):
        raise BadBot(f"a budget is so many milliseconds or passes, `expert@100ms` or `expert@5000`; got {name!r}")
    budget = Budget(ms=int(number)) if text.endswith("ms") else Budget(passes=int(number))
    try:
        check_budget(budget.passes, budget.ms)
    except BadOption as wrong:
        raise BadBot(f"{wrong}, in {name!r}") from None
    return budget


def imported(name: str) -> type[Bot]:
    """The class of `module:Class`; modules of the present folder count."""
    module_name, _, class_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # whatever the module does when it is imported
        what = ": ".join([type(error).__name__, *str(error).splitlines()[:1]])
        missing = isinstance(error, ModuleNotFoundError) and error.name == module_name
        looked = f"; it is looked for in {here} and on the Python path" if missing else ""
        if module_name.endswith(".py"):
            looked = f"; a module is named without .py: {name.replace('.py:', ':')!r}"
        raise BadBot(f"cannot import {module_name!r} for the bot {name!r}: {what}{looked}") from error
    if not hasattr(module, class_name):
        raise BadBot(f"{module_name!r} has no {class_name!r}; {bots_of(module)}")
    return check_class(name, getattr(module, class_name))


def bots_of(module: ModuleType) -> str:
    """The bots that the module defines, in words."""
    names = [name for name, thing in vars(module).items() if is_bot(thing) and thing.__module__ == module.__name__]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"its bots are {', '.join(names[:SHOWN])}{more}" if names else "there is no bot in it"


def check_class(name: str, bot: object) -> type[Bot]:
    if not is_bot(bot):
        raise BadBot(f"the bot {name!r} is not a subclass of tablee.bots.Bot with a `choose(view, legal, rng)`")
    return bot


def is_bot(thing: object) -> TypeGuard[type[Bot]]:
    return isinstance(thing, type) and issubclass(thing, Bot) and thing.choose is not Bot.choose
