"""Matches between bots, and what they prove."""

from tablee.arena.chair import Fault
from tablee.arena.ladder import ladder
from tablee.arena.report import report
from tablee.arena.table import Played, play
from tablee.arena.tournament import Outcome, check_line_up, fixtures, tournament

__all__ = ["Fault", "Outcome", "Played", "check_line_up", "fixtures", "ladder", "play", "report", "tournament"]
