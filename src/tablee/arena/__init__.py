"""Matches between bots, and what they prove."""

from tablee.arena.chair import Fault
from tablee.arena.figures import report
from tablee.arena.programme import Outcome, fixtures, outcome_of, seed_of, tournament, whole_deals
from tablee.arena.rungs import ladder
from tablee.arena.table import Played, line_up, play

__all__ = [
    "Fault",
    "Outcome",
    "Played",
    "fixtures",
    "ladder",
    "line_up",
    "outcome_of",
    "play",
    "report",
    "seed_of",
    "tournament",
    "whole_deals",
]
