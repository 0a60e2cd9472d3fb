"""The examples run; and the game that CONTRIBUTING.md builds keeps every promise."""

import importlib.util
import re
import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tablee import Match, conformance

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


def test_contributing_shows_the_example_as_it_is() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    source = (EXAMPLES / "duel.py").read_text(encoding="utf-8")
    fences = re.findall(r"^( *)```python\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
    shown = [re.sub(f"^{indent}", "", code, flags=re.MULTILINE) for indent, code in fences]
    assert shown
    assert [code for code in shown if code not in source] == []
