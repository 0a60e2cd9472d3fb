"""Compiled code is kept on disk, and never plays rules that have changed since."""

import subprocess
import sys
from pathlib import Path

import pytest

from tablee import compiler
from tablee.playout import play_on_of
from tablee.rules import cursed, stick_em, tricks

SHARED = "from tablee.rule import rule\n\n@rule\ndef worth(card):\n    return card + {}\n"
GAME = (
    "from shared import worth\nfrom tablee.rule import rule\n\n@rule\ndef score(card):\n    return 10 * worth(card)\n"
)
RUN = "import game; from tablee.compiler import compiled; print(compiled(game.score, 'toy')(4))"


def run(folder: Path, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=folder,
        env={"TABLEE_CACHE": str(folder / "cache"), "PATH": "", "PYTHONPATH": ":".join([str(folder), *sys.path])},
        capture_output=True,
        text=True,
        check=True,
        timeout=timeout,
    )


def test_a_change_in_a_shared_module_is_noticed(tmp_path: Path) -> None:
    """The trap: the changed file is not the one that holds the compiled function."""
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "shared.py").write_text(SHARED.format(1))
    first = run(tmp_path)
    assert first.stdout.split() == ["50"]
    assert "compiling toy: score" in first.stderr
    again = run(tmp_path)
    assert again.stdout.split() == ["50"]
    assert "compiling" not in again.stderr
    (tmp_path / "shared.py").write_text(SHARED.format(20))
    changed = run(tmp_path)
    assert changed.stdout.split() == ["240"]
    assert "compiling" in changed.stderr


def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "shared.py").write_text(SHARED.format(1))
    run(tmp_path)
    for kept in (tmp_path / "cache").rglob("*.nb?"):
        kept.write_bytes(kept.read_bytes()[:40])
    again = run(tmp_path)
    assert again.stdout.split() == ["50"]
    assert "damaged" in again.stderr


def test_what_a_game_reaches() -> None:
    reached = compiler.reachable([stick_em.apply])
    assert {stick_em.apply, cursed.take_trick, tricks.clear_trick, tricks.deal} <= reached
    assert stick_em.view not in reached


def test_a_rule_that_calls_through_a_module_is_refused() -> None:
    def apply(s: object) -> None:
        tricks.deal(s, s)

    with pytest.raises(TypeError, match=r"apply: a rule imports what it calls by name, not tablee\.rules\.tricks"):
        compiler.reachable([apply])


def test_closures_are_looked_into() -> None:
    assert cursed.finish_round in compiler.reachable([play_on_of(stick_em, checked=False)])


def test_without_a_place_for_the_cache_it_still_runs(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "shared.py").write_text(SHARED.format(1))
    (tmp_path / "cache").write_text("a file where the folder should be")
    result = run(tmp_path)
    assert result.stdout.split() == ["50"]
    assert "compiled code is not kept" in result.stderr


def test_one_process_at_a_time_compiles_into_a_folder(tmp_path: Path) -> None:
    """Numba numbers its files by an index read beforehand: two at once would number different code alike."""
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "shared.py").write_text(SHARED.format(1))
    run(tmp_path)
    (folder,) = (tmp_path / "cache").glob("*/toy")
    with compiler._alone_in(folder), pytest.raises(subprocess.TimeoutExpired):
        run(tmp_path, timeout=4)
    assert run(tmp_path).stdout.split() == ["50"]


KIN = """
import sys
import numpy as np
from tablee.compiler import compiled
from tablee.rule import rule


def adding(k):
    @rule
    def more(s):
        total = s.x + k + len(s.row)
        LONG
        return total

    def add(records):
        total = 0
        for i in range(len(records)):
            total += more(records[i])
        return total

    return add


for word in sys.argv[1:]:
    k, places = map(int, word.split(","))
    records = np.zeros(1, np.dtype([("row", np.int32, (places,)), ("x", np.int32)]))
    print(compiled(adding(k), f"toy{word}")(records))
"""


@pytest.mark.parametrize("words", [("100,1", "200,1"), ("100,1", "100,7")], ids=["closures", "records"])
def test_code_that_other_processes_compiled_is_told_apart(tmp_path: Path, words: tuple[str, str]) -> None:
    """Each of two processes compiles one of a kind; a third loads both, and calls the right one."""
    long = "\n        ".join(f"if s.x == {n}:\n            total ^= s.row[0] * {n}" for n in range(1, 200))
    (tmp_path / "kin.py").write_text(KIN.replace("LONG", long))  # too long to be inlined: it must be called

    def printed(*words: str) -> list[str]:
        command = [sys.executable, str(tmp_path / "kin.py"), *words]
        environment = {"TABLEE_CACHE": str(tmp_path / "cache"), "PATH": "", "PYTHONPATH": ":".join(sys.path)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()

    apart = [printed(word) for word in words]
    assert printed(*words) == [*apart[0], *apart[1]] == [str(sum(map(int, word.split(",")))) for word in words]
