"""Running the command line as a shell would, without a shell."""

from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from tablee.cli import app

Run = Callable[..., Result]


@pytest.fixture
def tablee(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`tablee("play", "shit", typed="1\\n")`: the result of a command with that input."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*words: object, typed: str = "") -> Result:
        return CliRunner().invoke(app, [str(word) for word in words], input=typed)

    return run
