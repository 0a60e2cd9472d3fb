"""A server that is killed while people play loses nothing: a short run of bench/kill.py."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_killed_again_and_again() -> None:
    command = [sys.executable, str(ROOT / "bench" / "kill.py"), "--kills", "5", "--tables", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost: 0, done twice: 0" in done.stdout
