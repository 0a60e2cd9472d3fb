"""A server with its page, and a browser to look at it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from wire import WIRE

from browser import PATIENCE, launch, seated
from process import Server

expect.set_options(timeout=PATIENCE)


# Playwright has an event loop of its own in this thread, and others need it back: so not for the whole session.
@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), "--crowd", "100000")
    yield running
    running.stop()
    assert "Traceback" not in running.said(), running.said()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open the page: at a size, in a language. Whatever goes wrong in it fails the test."""
    wrong: list[str] = []
    contexts = []

    def opened(path: str = "/", size: str = "desk", language: str = "en", **settings: Any) -> Page:
        context = seated(browser, server.address, size, language, **settings)
        contexts.append(context)
        context.add_init_script(WIRE)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"{error}"))
        page.on("console", lambda line: wrong.append(line.text) if is_wrong(line) else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong, wrong


EXCUSED = (
    "404",  # who has a code of no table is told so,
    "401",  # and who is signed out that they are
    "Service Worker registration blocked by Playwright",
    "was preloaded using link preload but not used",  # yet: the machine is slow
)


def is_wrong(line: ConsoleMessage) -> bool:
    return line.type in ("error", "warning") and not any(excuse in line.text for excuse in EXCUSED)


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))  # one server and one browser for a module
