"""The examples run; and the game that CONTRIBUTING.md builds keeps every promise."""

import importlib.util
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import tablee
from tablee import Match, conformance
from tablee.arena import play
from tablee.bots import find_bot
from tablee.search import Search

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`examples/duel.py` as a module."""
    spec = importlib.util.spec_from_file_location("duel", EXAMPLES / "duel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "duel", module)
    spec.loader.exec_module(module)
    return module


def test_duel_conforms(duel: ModuleType) -> None:
    conformance.check(duel.DUEL, games=5)


def test_duel_by_hand(duel: ModuleType) -> None:
    match = Match(duel.DUEL.setup(duels=1), seed=7)
    low, high = match.choices(0)[0], match.choices(1)[-1]
    assert match.play(0, low) == []
    assert match.actors == [1]
    assert match.play(1, high)[0]["winner"] == 1
    assert (match.scores, match.winners) == ([0, 1], [1])


def test_play_random(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "play_random.py"))
    assert re.fullmatch(r"\[.+, .+, .+, .+\] won by seat [0-3 ]+\n", capsys.readouterr().out)


def run(name: str) -> str:
    """What a program of the examples prints, in a process of its own."""
    program = [sys.executable, str(EXAMPLES / name)]
    return subprocess.run(program, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


def test_arena() -> None:
    match, ducker, others, faults = run("arena.py").splitlines()
    assert re.fullmatch(r"\[.+, .+, .+, .+\] won by seat [0-3 ]+", match)
    shares = [int(re.fullmatch(r"\w+: (\d+)% of the matches \(.+\)", line)[1]) for line in (ducker, others)]
    assert shares[0] > 2 * shares[1], "a bot that reads its view beats those that do not"
    assert faults == "faults: []"


def test_thinking() -> None:
    lines = run("thinking.py").splitlines()
    assert re.fullmatch(r"choose \w+ \d+ wins \d+%, after \d+ passes", lines[0])
    assert all(re.fullmatch(r"  choose \w+ \d+: .+%, \d+% of the passes", line) for line in lines[1:4])
    assert re.fullmatch(r"choose \w+ \d+", lines[4])
    assert re.fullmatch(r"seat 0 gave away \d+% of its chance in a decision", lines[5])


@pytest.mark.parametrize("bot", ["First", "Ducker", "Follower", "Thinker"])
def test_bots_of_the_docs(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    setup = tablee.game("stick-em", players=3, rounds=1)
    Search(setup).prepare()
    played = play(setup, [find_bot(f"mybots:{bot}"), *[find_bot("random")] * 2], seed=7)
    assert played.faults == ()
    assert played.match.over


def code_lines(text: str) -> str:
    """The lines of a program without imports, empty lines and indents: a page may show a part of a function."""
    lines = [line.strip() for line in text.splitlines()]
    return "\n".join(line for line in lines if line and not re.match("import |from ", line)) + "\n"


def test_the_docs_of_bots_show_the_examples_as_they_are() -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    shown = [code_lines(code) for code in re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)]
    assert shown
    sources = [code_lines(path.read_text(encoding="utf-8")) for path in EXAMPLES.glob("*.py")]
    assert [code for code in shown if not any(code in source for source in sources)] == []


def test_what_the_docs_of_bots_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    for line in re.findall(r"^(?:import|from) .+", text, re.MULTILINE):
        exec(line)


def test_contributing_shows_the_example_as_it_is() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    source = (EXAMPLES / "duel.py").read_text(encoding="utf-8")
    fences = re.findall(r"^( *)```python\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
    shown = [re.sub(f"^{indent}", "", code, flags=re.MULTILINE) for indent, code in fences]
    assert shown
    assert [code for code in shown if code not in source] == []
