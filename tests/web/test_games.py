"""Whole games in a browser, as somebody would play them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from player import play_now, play_on

TITLES = ["Stick 'Em", "Sticheln", "Hat Trick", "SHIT!", "Stoïck", "Stop it!"]


@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_against_bots(visit: Callable[..., Page], title: str, size: str) -> None:
    page = visit(size=size, language="fr" if size == "phone" else "en")
    play_now(page, title)
    assert play_on(page) > 3
    assert page.locator("section ol li").count() >= 3


def test_stop_it_by_drag_and_by_keys(visit: Callable[..., Page]) -> None:
    page = visit(motion="off")
    play_now(page, "Stop it!")
    page.get_by_role("button", name="Go!").click()
    mine = page.locator(".fan .group:not(.new):not(.stops)")
    filed = 0
    for _ in range(400):
        held = page.locator(".fingers .held")
        if held.count() and page.locator(".fingers .main:enabled").count():
            target = page.locator(".fan [data-group='new'], .fan [data-group='0']").first
            if target.count() and filed == 0:
                held.drag_to(target)
                filed = 1
            else:
                page.keyboard.press("1")  # the first group, as it is while one holds a card
                filed += 1
        elif page.locator(".calls .main").count():
            page.locator(".calls .main").first.click()
        else:
            page.keyboard.press("2")
        if mine.count() and filed > 2:
            break
        page.wait_for_timeout(50)
    assert mine.count()
    assert filed > 2
