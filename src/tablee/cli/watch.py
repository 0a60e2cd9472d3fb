"""Actions as one seat sees them."""

from tablee.cli.screens import Screen, Step
from tablee.match import Match


def watch(match: Match, screen: Screen, seat: int, action: int) -> Step:
    """Carry an action out, and give it as the screen's seat saw it."""
    before = match.view(screen.me)
    results = match.play(seat, action)
    shown = action if seat == screen.me or match.setup.game.paper.is_public(before, action) else None
    return Step(seat, shown, before, match.view(screen.me), results)
