"""Players made of code: one interface, `choose(view, legal, rng)`, and the levels that come with the games."""

from tablee.bots.bot import Bot, Thought
from tablee.bots.levels import Budget, Casual, Expert, Master, Novice, Random
from tablee.bots.roster import BOTS, LEVELS, Entry, find_bot, register

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "Budget",
    "Casual",
    "Entry",
    "Expert",
    "Master",
    "Novice",
    "Random",
    "Thought",
    "find_bot",
    "register",
]
