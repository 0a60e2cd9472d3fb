import os
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="write the golden records that are missing")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Of tests with the same name several processes would run only one."""
    names = [item.nodeid for item in session.items]
    twice = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else set()
    if twice:
        raise pytest.UsageError(f"several tests have the same name: {', '.join(sorted(twice))}")


@pytest.fixture(scope="session", autouse=True)
def _compiled_code_in_the_repository() -> None:
    """Keep what the tests compile beside them, so that a second run is quick and the user's cache is left alone."""
    os.environ.setdefault("TABLEE_CACHE", str(Path(__file__).parent.parent / ".cache" / "compiled"))
