"""Matches between bots, and what they prove."""

from tablee.arena.chair import Fault
from tablee.arena.ladder import ladder
from tablee.arena.report import report
from tablee.arena.table import Played, line_up, play
from tablee.arena.tournament import Outcome, fixtures, tournament

__all__ = ["Fault", "Outcome", "Played", "fixtures", "ladder", "line_up", "play", "report", "tournament"]
