"""`tablee bots`, `tablee arena` and `tablee ladder`, and bots at the other commands."""

import json
from xml.etree import ElementTree

import pytest

from tablee import Match
from tablee.record import loads

pytestmark = pytest.mark.xdist_group("stick-em")  # one worker compiles for all of these

SMALL = ("stick-em", "--players", 3, "--option", "rounds=1", "--seed", 4)
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
    assert max(map(len, result.stdout.splitlines())) <= 80


# ---- arena ----


def test_arena_table(tablee):
    result = tablee("arena", *SMALL, "--bots", "casual,random", "--games", 6, "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert "Stick 'Em, 3 players, rounds=1" in result.stdout
    assert "6 matches over 2 deals, each deal with every rotation of the seats; par is 33.3%" in " ".join(
        result.stdout.split()
    )
    assert "faults" not in result.stdout
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
    assert "raised ZeroDivisionError: three ways" in told
    assert "and 2 more: --json lists them all" in told
    assert "Traceback" not in result.output


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
    source = "from tablee.bots import Bot\nclass [x](Bot): pass".replace("[x]", "Mine")
    (tmp_path / "folder_bots_of_arena.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = tablee("arena", *SMALL, "--bots", "folder_bots_of_arena:Mine,random", "--games", 3, "--jobs", 1)
    assert result.exit_code == 0
    assert "raised NotImplementedError" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ("exprt,casual", "no bot is named 'exprt'; did you mean 'expert'?"),
        ("casual,casual,casual,casual", "there is room for 3 bots; got 4: casual, casual, casual, casual"),
        (",", "bots are names with commas between them, `expert,casual,casual`; got ','"),
        ("", "bots are names with commas between them"),
        ("casual,,casual", "bots are names with commas between them"),
        ("casual@20ms", "'casual' does not search, so it takes no budget"),
        ("expert@0", "a budget is so many milliseconds or passes"),
        ("expert@" + "9" * 5000, "tablee: "),
        ("nowhere_at_all:Bot", "cannot import 'nowhere_at_all'"),
        ("odd_bots:Absent", "'odd_bots' has no 'Absent'"),
        ("odd_bots:NotABot", "is not a subclass of tablee.bots.Bot"),
    ],
    ids=lambda value: value[:20],
)
@pytest.mark.parametrize("command", ["arena", "ladder", "record", "play"])
def test_bad_bots(tablee, command, bots, message):
    if command == "ladder":
        bots, message = f"random,{bots}", "tablee: "
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
    root = ElementTree.fromstring(plot.read_text(encoding="utf-8"))
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"casual among novice", "novice among random", "Stick 'Em, 3 players, rounds=1"} <= set(texts)


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
        "tablee: the bot odd_bots:Raises at seat 1 raised ZeroDivisionError: three ways…; casual played on in its place"
    ]


def test_play_against_ones_own_bot(tablee):
    result = tablee("play", *SMALL, "--bots", "odd_bots:First,odd_bots:Last", typed="1\n" * 40)
    assert result.exit_code == 0, result.output
    assert "The game is over." in result.output
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
