"""Many random games at once: `tablee simulate`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console

from tablee.catalogue import Setup
from tablee.catalogue.game import Json
from tablee.cli.report import counted, headline, light_table, show_table


def simulate(setup: Setup, games: int, seed: str, jobs: int | None, progress: Callable[[int], object]) -> Json:
    """Play, and give the figures."""
    from tablee.batch import playouts  # loads the compiler, which nothing else here needs

    played = playouts(setup, games=games, seed=seed, jobs=jobs, progress=progress)
    decisions = int(played.decisions.sum())
    seconds = max(played.seconds, 1e-9)
    return {
        "game": setup.game.slug,
        "players": setup.players,
        "options": setup.chosen,
        "seed": seed,
        "games": games,
        "decisions": decisions,
        "seconds": round(played.seconds, 6),
        "games_per_second": round(games / seconds, 1),
        "decisions_per_second": round(decisions / seconds, 1),
        "seats": seat_figures(played.scores),
    }


def seat_figures(scores: Any) -> list[Json]:
    """Each seat's scores; a win shared by two counts one half for each."""
    best = scores == scores.max(axis=1, keepdims=True)
    wins = (best / best.sum(axis=1, keepdims=True)).mean(axis=0)
    return [
        {
            "seat": seat,
            "mean": round(float(column.mean()), 4),
            "sd": round(float(np.std(column, ddof=1)) if len(column) > 1 else 0.0, 4),
            "min": int(column.min()),
            "max": int(column.max()),
            "wins": round(float(wins[seat]), 6),
        }
        for seat, column in enumerate(scores.T)
    ]


def show(console: Console, figures: Json) -> None:
    console.print(f"{headline(figures)}: {counted(figures['games'], 'game')}, seed {figures['seed']}")
    console.print(
        f"{figures['seconds']:.2f} s   {figures['games_per_second']:,.0f} games/s   "
        f"{figures['decisions_per_second']:,.0f} decisions/s   "
        f"{figures['decisions'] / figures['games']:.1f} decisions a game"
    )
    console.print()
    table = light_table("seat", "mean", "sd", "min", "max", "wins")
    for seat in figures["seats"]:
        table.add_row(
            str(seat["seat"]),
            f"{seat['mean']:.2f}",
            f"{seat['sd']:.2f}",
            str(seat["min"]),
            str(seat["max"]),
            f"{seat['wins']:.1%}",
        )
    show_table(console, table)
