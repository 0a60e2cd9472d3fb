"""Somebody at the page who plays what it offers: a card, a button, a seat, a pile."""

import time
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

PATIENCE = 600  # seconds for a whole match, on however busy a machine
CHOICES = (
    ".actions .main",
    ".curtain .main",
    ".calls .main",
    ".fingers .do .main",
    ".plate.target",
    ".hand .playable",
    ".actions .do",
    ".calls .call:enabled",
    ".pile.open",
)


def play_now(page: Page, title: str) -> None:
    """From the front door to the first decision against bots: one tap."""
    tile(page, title).get_by_role("button").first.click()
    page.locator(".table").wait_for()


def new_table(page: Page, **terms: Any) -> str:
    """The path of a new table on these terms, of somebody called Ann."""
    code = page.evaluate(
        """async (terms) => {
          const ask = (path, body) => fetch(path, {
            method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
          });
          await ask('/api/people', { name: 'Ann' });
          localStorage.setItem('tablee.been', '1');
          return (await (await ask('/api/tables', terms)).json()).code;
        }""",
        terms,
    )
    return f"/t/{code}"


def tile(page: Page, title: str):  # type: ignore[no-untyped-def]
    return page.locator("article").filter(has=page.get_by_role("heading", name=title, exact=True))


def play_on(page: Page, until: str = "section .won") -> int:
    """Do what is wanted until that is there. Gives how often something was done."""
    done = 0
    for _ in patiently(page):
        if page.locator(until).count():
            break
        done += act(page)
    return done


def patiently(page: Page) -> Iterator[None]:
    """Over and over, with a breath in between, for as long as a match may take."""
    deadline = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < deadline, page.inner_text("body")
        yield
        page.wait_for_timeout(15)


def act(page: Page) -> bool:
    """One thing, if there is one to do."""
    return any(tap(page, choice) for choice in CHOICES)


def tap(page: Page, choice: str) -> bool:
    """Click by script: a card that is on its way may be gone by the time a hand is there."""
    return bool(
        page.evaluate(
            """(choice) => {
              const found = [...document.querySelectorAll(choice)].filter((one) => one.checkVisibility())[0];
              found?.click();
              return Boolean(found);
            }""",
            choice,
        )
    )
