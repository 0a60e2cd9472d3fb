"""`tablee simulate`."""

import io
import json

import numpy as np
import pytest
from rich.console import Console

from tablee.cli.report import progress_bar
from tablee.cli.simulate import seat_figures


def test_figures_of_a_seat():
    first, second = seat_figures(np.array([[3, 1], [2, 2], [0, 4], [5, 4]], np.int32))
    assert (first["min"], first["max"], first["mean"]) == (0, 5, 2.5)
    assert first["sd"] == pytest.approx(2.0817, abs=1e-4)
    assert (first["wins"], second["wins"]) == (0.625, 0.375)


def test_one_game_has_no_spread():
    assert [seat["sd"] for seat in seat_figures(np.array([[3, 1]], np.int32))] == [0, 0]


def test_json(tablee):
    result = tablee("simulate", "shit", "--players", 3, "--games", 50, "--seed", 1, "--json")
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert (figures["game"], figures["players"], figures["games"], figures["seed"]) == ("shit", 3, 50, "1")
    assert sum(seat["wins"] for seat in figures["seats"]) == pytest.approx(1, abs=1e-4)
    assert figures["decisions"] > 50
    again = json.loads(tablee("simulate", "shit", "-p", 3, "-g", 50, "--seed", 1, "--jobs", 1, "--json").stdout)
    assert again["seats"] == figures["seats"]


def test_for_people(tablee):
    result = tablee("simulate", "shit", "--games", 50, "--seed", 1, "--option", "target=30")
    assert result.exit_code == 0, result.output
    assert "SHIT!, 4 players, target=30: 50 games, seed 1" in result.stdout
    assert "games/s" in result.stdout
    assert "wins" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_progress_bar():
    out = io.StringIO()
    with progress_bar(Console(file=out, force_terminal=True, width=80), "playing", 10) as step:
        step(4)
        step(6)
    assert "compiling" in out.getvalue()
    assert "playing" in out.getvalue()
    assert "10/10" in out.getvalue()


def test_no_progress_bar_in_a_file():
    out = io.StringIO()
    with progress_bar(Console(file=out, width=80), "playing") as step:
        step(of=1)
    assert out.getvalue().strip() == ""


@pytest.mark.parametrize("words", [["--games", 0], ["--jobs", 0], ["--players", 99], ["--option", "no"]])
def test_refusals(tablee, words):
    assert tablee("simulate", "shit", *words).exit_code == 2
