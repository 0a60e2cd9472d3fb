"""`tablee games` and `tablee rules`."""

import json
from pathlib import Path

import pytest
from rich.console import Console

from tablee import __version__, games
from tablee.cli import shelf
from tablee.cli.pages import page

DOCS = Path(__file__).parents[2] / "docs" / "games"


def test_games(tablee):
    result = tablee("games")
    assert result.exit_code == 0
    for game in games():
        assert game.title in result.output
        assert game.slug in result.output
    assert "rounds=5" in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_games_in_french(tablee, monkeypatch):
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Joueurs" in tablee("games").output
    assert "Players" in tablee("games", "--lang", "en").output


def test_games_as_json(tablee):
    shelves = json.loads(tablee("games", "--json").stdout)
    assert [entry["slug"] for entry in shelves] == [game.slug for game in games()]
    shit = next(entry for entry in shelves if entry["slug"] == "shit")
    assert shit["options"][0]["default"] == {"2": 150, "3": 120, "4": 120, "5": 120, "6": 120}
    assert shit["players"] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("slug", [game.slug for game in games()])
def test_rules_in_a_pipe_are_the_page_itself(tablee, slug, lang):
    result = tablee("rules", slug, "--lang", lang)
    assert result.stdout == (DOCS / lang / f"{slug}.md").read_text(encoding="utf-8") == page(slug, lang)


def test_rules_in_a_terminal_are_laid_out(capsys):
    shelf.show_rules(Console(force_terminal=True, width=80), "stick-em", "en")
    shown = capsys.readouterr().out
    assert "\x1b[" in shown
    assert "**" not in shown


def test_version(tablee):
    assert tablee("--version").output == f"tablee {__version__}\n"


@pytest.mark.parametrize("command", ["games", "rules", "play", "simulate", "record", "replay"])
def test_help_shows_examples(tablee, command):
    result = tablee(command, "--help")
    assert result.exit_code == 0
    assert f"$ tablee {command}" in result.output


def test_without_a_command_the_help_is_shown(tablee):
    assert "$ tablee play" in tablee().output
