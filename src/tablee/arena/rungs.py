"""A ladder: each bot alone at a table of the bot below."""

from collections.abc import Callable, Sequence

from tablee.arena.figures import ratings, report
from tablee.arena.programme import Outcome, tournament
from tablee.bots import find_bot
from tablee.catalogue import Setup
from tablee.catalogue.game import Json
from tablee.defaults import LIMIT
from tablee.errors import BadBot


def ladder(
    setup: Setup,
    bots: Sequence[str],
    games: int,
    seed: object = 0,
    *,
    jobs: int | None = None,
    limit: float = LIMIT,
    progress: Callable[[Outcome], object] | None = None,
) -> Json:
    """Every bot but the lowest plays so many games, alone among bots of the rung below. The lowest is named first."""
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise BadBot(f"a ladder takes at least two bots, each once, the lowest first; got {', '.join(bots) or 'none'}")
    for name in bots:  # refuse the highest before the lower rungs are played
        find_bot(name)
    rungs, played = [], []
    for lower, upper in zip(bots, bots[1:], strict=False):
        line_up = [upper, *[lower] * (setup.players - 1)]
        outcomes = tournament(setup, line_up, games, seed, duplicate=True, jobs=jobs, limit=limit, progress=progress)
        rungs.append(report(setup, line_up, outcomes, seed, duplicate=True))
        played += [(line_up, outcome) for outcome in outcomes]
    return {
        "game": setup.game.slug,
        "players": setup.players,
        "options": setup.chosen,
        "par": 1 / setup.players,
        "ratings": ratings(played),
        "rungs": rungs,
    }
