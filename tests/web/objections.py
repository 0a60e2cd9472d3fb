"""What axe has to say about a page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from wire import stillness


def faults(page: Page) -> list[Any]:
    """Looked at while nothing moves: halfway through a fade any text is too faint."""
    with stillness(page):
        found = Axe().run(page).response["violations"]
    return [(one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in found]
