"""A server with its page, and a browser to look at it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import FLAGS, browser_path
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from process import Server

SIZES = {"phone": (390, 844), "desk": (1280, 800)}


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
        chromium = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open the page: at a size, in a language. Whatever goes wrong in it fails the test."""
    wrong: list[str] = []
    contexts = []

    def opened(path: str = "/", size: str = "desk", language: str = "en", **settings: Any) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            locale="fr-FR" if language == "fr" else "en-GB",
            base_url=f"http://{server.address}",
            service_workers="block",
        )
        contexts.append(context)
        likes = {"pace": "instant", "sound": False, **settings}
        script = f"localStorage.getItem('tablee.settings') ?? localStorage.setItem('tablee.settings', {jstext(likes)})"
        context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"{error}"))
        page.on("console", lambda line: wrong.append(line.text) if is_wrong(line) else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong, wrong


def is_wrong(line: ConsoleMessage) -> bool:
    told = ("401", "404")  # who is nobody yet, or has a code of no table, is told so
    return line.type == "error" and not any(status in line.text for status in told)


def jstext(value: Any) -> str:
    """As a text in JavaScript."""
    import json

    return json.dumps(json.dumps(value))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("web"))  # one browser for all of these
