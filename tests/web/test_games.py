"""Whole games in a browser, as somebody would play them."""

from collections.abc import Callable

import pytest
from objections import faults
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
    assert not faults(page)  # the result, too, and what lies behind it
