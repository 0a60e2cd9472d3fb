"""`tablee bots`, `tablee arena` and `tablee ladder`, and bots at the other commands."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_cli_exits import shell

import odd_bots
from tablee import Match
from tablee.cli.arena import label
from tablee.record import loads

pytestmark = pytest.mark.xdist_group("stick-em")  # one worker compiles for all of these

SMALL = ("stick-em", "--players", 3, "--option", "rounds=1", "--seed", 4)
PYTHONPATH = os.pathsep.join([str(Path(odd_bots.__file__).parent), os.environ.get("PYTHONPATH", "")])
FIGURES = ("game", "players", "options", "seed", "games", "deals", "duplicate", "par", "bots", "faults")


def refused(result, message):
    """Ended with one clear line on stderr, and no traceback."""
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stdout == ""


def refused_in_a_line(result, message):
    refused(result, message)
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("tablee: ")


# ---- bots ----


@pytest.mark.parametrize(("lang", "words"), [("en", "Plays every Friday"), ("fr", "Joue tous les vendredis")])
def test_bots(tablee, lang, words):
    result = tablee("bots", "--lang", lang)
    assert result.exit_code == 0
    told = " ".join(result.stdout.split())
    for name in ("novice", "casual", "expert", "master", "random", "Marius", "Irène", "expert@20ms", "module:Class"):
        assert name in told
    assert words in told
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    starts = [line.index(start) for line in lines for start in ("Learnt", "Connaît", words) if start in line]
    assert len(starts) == 2
    assert len(set(starts)) == 1  # a column
    assert lines.count("") == 1  # before how to seat them


# ---- arena ----


def test_arena_table(tablee):
    result = tablee("arena", *SMALL, "--bots", "casual,random", "--games", 15, "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert "Stick 'Em, 3 players, rounds=1, seed 4\n" in result.stdout
    told = "15 matches over 5 deals, each deal with every rotation of the seats; par is 33.3%; 95 % intervals"
    assert told in " ".join(result.stdout.split())
    assert "fault" not in result.stdout
    rows = [line.split() for line in result.stdout.splitlines() if line.startswith(("casual", "random"))]
    assert [row[:2] for row in rows] == [["casual", "1"], ["random", "2"]]
    assert all("[" in " ".join(row) and "%" in row[2] for row in rows)
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_arena_json(tablee):
    words = ("arena", *SMALL, "--bots", "casual,odd_bots:First,random", "--games", 4, "--json")
    result = tablee(*words, "--jobs", 1)
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert tuple(figures) == FIGURES
    assert (figures["game"], figures["players"], figures["options"]) == ("stick-em", 3, {"rounds": 1})
    assert (figures["games"], figures["deals"], figures["seed"], figures["duplicate"]) == (6, 2, "4", True)
    assert [bot["bot"] for bot in figures["bots"]] == ["casual", "odd_bots:First", "random"]
    assert sum(bot["wins"]["mean"] for bot in figures["bots"]) == pytest.approx(1)
    for bot in figures["bots"]:
        assert bot["seats"] == 1
        for figure in ("wins", "margin", "rating"):
            assert set(bot[figure]) == {"mean", "low", "high"}
    assert tablee(*words, "--jobs", 2).stdout == result.stdout


def test_arena_of_one_deal_is_json(tablee):
    def constant(name):
        raise AssertionError(f"{name} is no JSON")

    result = tablee("arena", *SMALL, "--bots", "random", "--games", 1, "--jobs", 1, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout, parse_constant=constant)["games"] == 3
    shown = tablee("arena", *SMALL, "--bots", "random", "--games", 1, "--jobs", 1)
    assert shown.exit_code == 0
    assert "inf" not in shown.stdout
    assert "nan" not in shown.stdout
    told = (
        "3 matches over 1 deal, each deal with every rotation of the seats; par is 33.3%; an interval takes at least 5"
    )
    assert told in " ".join(shown.stdout.split())
    assert "[" not in shown.stdout
    single = tablee("arena", *SMALL, "--bots", "random", "--games", 1, "--single", "--jobs", 1)
    assert "1 match over 1 deal; par" in single.stdout


def test_arena_single(tablee):
    result = tablee("arena", *SMALL, "--bots", "random", "--games", 4, "--single", "--jobs", 1, "--json")
    figures = json.loads(result.stdout)
    assert (figures["games"], figures["deals"], figures["duplicate"]) == (4, 4, False)
    (bot,) = figures["bots"]
    assert (bot["seats"], bot["wins"]["mean"]) == (3, pytest.approx(1 / 3))


def test_arena_names_who_failed(tablee):
    result = tablee("arena", *SMALL, "--bots", "odd_bots:Raises,random", "--games", 12, "--jobs", 1)
    assert result.exit_code == 0, result.output
    told = " ".join(result.stdout.split())
    assert "12 faults; after one, casual plays on in the bot's place" in told
    assert "odd_bots:Raises, game 0, seat 0, after" in told
    assert [line.split()[-3:] for line in result.stdout.splitlines() if line.startswith(("odd_bots:R", "random"))] == [
        ["12", "of", "12"],
        ["0", "of", "12"],
    ]
    assert "raised ZeroDivisionError: three ways" in told
    assert "(and 11 times more)" in told
    again = "tablee record stick-em --players 3 --option rounds=1 --bots odd_bots:Raises,random,random --seed"
    assert f"the first of these matches again: {again} '4 deal 0' -o match.json" in told
    assert "Traceback" not in result.output


def test_arena_that_is_stopped_tells_what_there_is():
    """Nothing of what was played is lost."""
    words = ["stick-em", "--players", "3", "--option", "rounds=1", "--bots", "odd_bots:Chatty", "--games", "3000"]
    command = [sys.executable, "-m", "tablee", "arena", *words, "--jobs", "1"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    stopped = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": PYTHONPATH}, **streams)
    for _ in range(1000):  # more than six matches
        assert "I may do" in stopped.stderr.readline()
    stopped.send_signal(signal.SIGINT)
    told, complaints = stopped.communicate(timeout=60)
    assert stopped.returncode == 130
    assert re.search(r"stopped: \d+ of 3000 matches count here\n$", complaints)
    assert re.search(r"\d+ matches over \d+ deals", told)


def test_arena_with_a_limit(tablee):
    words = ("--games", 1, "--limit", 0.2, "--jobs", 1, "--json")
    result = tablee("arena", *SMALL, "--bots", "odd_bots:Hangs,random", *words)
    assert {fault["what"] for fault in json.loads(result.stdout)["faults"]} == {"took longer than 0.2 s"}


def test_ladder_with_a_limit(tablee):
    words = ("--games", 1, "--limit", 0.2, "--jobs", 1, "--json")
    result = tablee("ladder", *SMALL, "--bots", "random,odd_bots:Hangs", *words)
    (rung,) = json.loads(result.stdout)["rungs"]
    assert {fault["what"] for fault in rung["faults"]} == {"took longer than 0.2 s"}


def test_arena_with_a_bot_of_the_present_folder(tablee, tmp_path, monkeypatch):
    source = "from tablee.bots import Bot\nclass Mine(Bot):\n    def choose(self, *_):\n        return nothing"
    (tmp_path / "folder_bots_of_arena.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = tablee("arena", *SMALL, "--bots", "folder_bots_of_arena:Mine,random", "--games", 3, "--jobs", 1)
    assert result.exit_code == 0
    assert "(folder_bots_of_arena.py:4)" in " ".join(result.stdout.split())


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_bot_prints_is_not_in_the_figures(jobs):
    """In processes of its own too, so in a real shell."""
    words = "--players 3 --option rounds=1 --games 3 --json"
    ended = shell(f"tablee arena stick-em {words} --bots odd_bots:Chatty,random --jobs {jobs}", PYTHONPATH=PYTHONPATH)
    assert json.loads(ended.stdout)["faults"] == []
    assert "I may do 15 things" in ended.stderr


def test_what_a_bot_prints_is_not_in_a_ladder_nor_a_record(tablee):
    words = ("--bots", "random,odd_bots:Chatty", "--games", 3, "--jobs", 1, "--json")
    result = tablee("ladder", *SMALL, *words)
    assert json.loads(result.stdout)["rungs"]
    assert "I may do" in result.stderr
    result = tablee("record", *SMALL, "--bots", "odd_bots:Chatty")
    assert Match.replay(loads(result.stdout)).over
    assert "I may do" in result.stderr


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ("exprt,casual", "no bot is named 'exprt'; did you mean 'expert'?"),
        ("casual,casual,casual,casual", "there is room for 3 bots; got 4: casual, casual, casual, casual"),
        (",", "bots are names with commas between them, `expert,casual,casual`; got ','"),
        ("", "bots are names with commas between them"),
        ("casual,,casual", "bots are names with commas between them"),
        ("casual@20ms", "'casual' does not search, so it takes no budget"),
        ("expert@0", "a number of passes is a whole number from 1 to 1,000,000,000; got 0"),
        ("expert@" + "9" * 5000, "tablee: "),
        ("nowhere_at_all:Bot", "cannot import 'nowhere_at_all'"),
        ("odd_bots:Absent", "'odd_bots' has no 'Absent'"),
        ("odd_bots:NotABot", "is not a subclass of tablee.bots.Bot"),
        ("odd_bots:NoChoose", "is not a subclass of tablee.bots.Bot with a `choose(view, legal, rng)`"),
    ],
    ids=lambda value: value[:20],
)
@pytest.mark.parametrize("command", ["arena", "ladder", "record", "play"])
def test_bad_bots(tablee, command, bots, message):
    if command == "ladder":
        if "room for" in message:  # a ladder has room for any number, each of them once
            message = "a ladder takes at least two bots, each once"
        bots = f"random,{bots}"
        message = message.replace("got ','", "got 'random,,'")
    elif command == "play":  # one seat is the player's
        message = message.replace("room for 3", "room for 2")
    result = tablee(command, *SMALL, "--bots", bots)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "words",
    [
        ["--games", 0],
        ["--games", -5],
        ["--games", "many"],
        ["--games", 10**12],
        ["--jobs", 0],
        ["--limit", 0],
        ["--limit", "nan"],
        ["--limit", "inf"],
        ["--players", 99],
        ["--option", "no"],
    ],
    ids=str,
)
def test_arena_refusals(tablee, words):
    refused(tablee("arena", "stick-em", "--bots", "random", *words), "")


def test_arena_without_a_game(tablee):
    refused(tablee("arena"), "Missing argument")
    refused_in_a_line(tablee("arena", "stickem"), "did you mean 'stick-em'?")


# ---- ladder ----


def test_ladder(tablee, tmp_path):
    plot = tmp_path / "ladder.svg"
    words = ("--bots", "random,novice,casual", "--games", 6, "--jobs", 1, "--plot", plot)
    result = tablee("ladder", *SMALL, *words)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    rows = [line.split() for line in result.stdout.splitlines() if line.startswith(("casual", "novice", "random"))]
    assert [row[0] for row in rows] == ["casual", "novice", "random"]  # the highest stands at the top
    assert rows[0][1:5] == ["2", "×", "novice", "6"]
    assert "Stick 'Em, 3 players, rounds=1, seed 4\n" in result.stdout
    assert "an interval takes at least 5 deals" in " ".join(result.stdout.split())
    assert "fault" not in result.stdout
    root = ElementTree.fromstring(plot.read_text(encoding="utf-8"))
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"casual among novice", "novice among random", "Stick 'Em, 3 players, rounds=1"} <= set(texts)


def test_ladder_counts_the_games_with_a_fault(tablee):
    words = ("--bots", "casual,odd_bots:Raises,random", "--games", 3, "--jobs", 1)
    result = tablee("ladder", *SMALL, *words)
    rows = [line.split() for line in result.stdout.splitlines() if line.startswith(("odd_bots", "random"))]
    assert [row[-1] for row in rows] == ["3", "3"]  # in the upper rung two of them fail in each game
    assert "9 faults" in result.stdout


def test_of_a_long_name_a_picture_shows_the_end():
    assert label("expert@100ms") == "expert@100ms"
    assert label("my_bots.reinforcement.learning:Proximal") == "…t.learning:Proximal"


def test_ladder_help_says_how_bots_are_named(tablee):
    told = " ".join(tablee("ladder", "--help").stdout.replace("│", " ").split())
    assert "From the lowest to the highest" in told
    assert "seats left" not in told


def test_ladder_json(tablee):
    result = tablee("ladder", *SMALL, "--bots", "random,casual", "--games", 6, "--jobs", 1, "--json")
    figures = json.loads(result.stdout)
    assert list(figures) == ["game", "players", "options", "par", "ratings", "rungs"]
    assert tuple(figures["rungs"][0]) == FIGURES
    assert set(figures["ratings"]) == {"random", "casual"}


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ("casual", "a ladder takes at least two bots"),
        ("casual,casual", "each once"),
        (",", "tablee: "),
        ("", "tablee: "),
        ("random,exprt", "did you mean 'expert'?"),
    ],
)
def test_no_ladder(tablee, bots, message):
    refused_in_a_line(tablee("ladder", *SMALL, "--bots", bots, "--games", 3), message)


@pytest.mark.parametrize("place", ["nowhere/ladder.svg", "."])
def test_a_plot_that_cannot_be_written(tablee, tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tablee.arena.ladder", None)  # refused before anything is played
    words = ("--bots", "random,casual", "--games", 3, "--jobs", 1, "--plot", place)
    refused_in_a_line(tablee("ladder", *SMALL, *words), f"cannot write {place}: ")


# ---- at the other commands ----


def test_record_between_bots(tablee):
    words = ("record", *SMALL, "--bots", "expert@50,casual")
    once, twice = tablee(*words), tablee(*words)
    assert (once.exit_code, once.stderr) == (0, "")
    assert once.stdout == twice.stdout
    assert Match.replay(loads(once.stdout)).over
    assert once.stdout != tablee("record", *SMALL, "--bots", "casual").stdout


def test_record_says_who_failed(tablee):
    result = tablee("record", *SMALL, "--bots", "casual,odd_bots:Raises,casual")
    assert result.exit_code == 0
    assert Match.replay(loads(result.stdout)).over
    assert result.stderr.splitlines() == [
        "tablee: the bot odd_bots:Raises at seat 1 raised ZeroDivisionError: three ways… "
        f"(odd_bots.py:{odd_bots.Raises.choose.__code__.co_firstlineno + 1}); casual played on in its place"
    ]


def test_record_and_play_with_a_limit(tablee):
    words = ("--bots", "odd_bots:Hangs,random", "--limit", 0.2)
    assert "took longer than 0.2 s" in tablee("record", *SMALL, *words).stderr
    result = tablee("play", *SMALL, *words, typed="1\n" * 40)
    assert "took longer than 0.2 s" in " ".join(result.output.split())
    assert "--limit 0.2 --seed 4" in " ".join(result.output.split())


def test_play_against_ones_own_bot(tablee):
    result = tablee("play", *SMALL, "--bots", "odd_bots:First,odd_bots:Last", typed="1\n" * 40)
    assert result.exit_code == 0, result.output
    assert "The game is over." in result.output
    assert "At the table: 0 you, 1 Ben (odd_bots:First), 2 Rose (odd_bots:Last)." in result.output
    assert "--bots odd_bots:First,odd_bots:Last" in " ".join(result.output.split())
    again = tablee("play", *SMALL, "--bots", "odd_bots:First,odd_bots:Last", typed="1\n" * 40)
    assert again.output == result.output


@pytest.mark.parametrize("bots", ["casual", "expert@20", "novice,master@20"])
def test_play_against_levels(tablee, bots):
    result = tablee("play", *SMALL, "--bots", bots, typed="1\n" * 40)
    assert result.exit_code == 0, result.output
    assert "The game is over." in result.output


def test_play_says_who_failed(tablee):
    result = tablee("play", *SMALL, "--bots", "odd_bots:Raises,casual", typed="1\n" * 40)
    assert result.exit_code == 0, result.output
    assert "The game is over." in result.output
    assert "Traceback" not in result.output
    assert "ZeroDivisionError" in result.output


@pytest.mark.parametrize("command", ["arena", "ladder"])
@pytest.mark.parametrize("columns", [40, 80])
def test_no_figure_is_cut(tablee, monkeypatch, command, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    words = ("--bots", "odd_bots:Chatty,odd_bots:First", "--option", "rounds=1", "--games", 20, "--jobs", 1)
    shown = tablee(command, "stick-em", *words, "--seed", 1).stdout
    figures = json.loads(tablee(command, "stick-em", *words, "--seed", 1, "--json").stdout)
    assert "…" not in shown
    (first, *_) = figures["bots"] if command == "arena" else figures["rungs"][0]["bots"]
    wins = first["wins"]
    assert f"{wins['mean']:.1%} [{wins['low']:.0%}–{wins['high']:.0%}]" in shown
    assert "odd_bots" in shown
