"""A browser for tests, pictures and measures: the machine's own Chromium, or one that is fetched."""

import json
import shutil
import subprocess
import sys
from functools import cache
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Playwright

PATIENCE = 60_000  # milliseconds for anything that should come to be, on however busy a machine
SIZES = {"phone": (390, 844), "desk": (1280, 800)}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENTLY = ("-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3")  # somebody else may be installing


@cache
def browser_path() -> str | None:
    """Where Chromium is; None: where Playwright puts its own."""
    if found := next(filter(None, map(shutil.which, NAMES)), None):
        return found
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True).returncode == 0:
        return None
    for command in (["update"], ["install", "-y", "chromium"]):
        subprocess.run(["apt-get", *PATIENTLY, *command], capture_output=True, check=True)
    return shutil.which("chromium")


def launch(playwright: Playwright, *flags: str) -> Browser:
    return playwright.chromium.launch(executable_path=browser_path(), args=[*FLAGS, *flags])


def seated(
    browser: Browser,
    address: str,
    size: str,
    language: str,
    workers: Literal["allow", "block"] = "block",
    **likes: Any,
) -> BrowserContext:
    """Somebody's browser, of that size and language, who has those settings unless the page has been told others."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size == "phone",
        locale=LOCALES[language],
        base_url=f"http://{address}",
        service_workers=workers,
    )
    context.set_default_timeout(PATIENCE)
    likes = {"pace": "instant", "sound": False, **likes}
    context.add_init_script(keep("tablee.settings", json.dumps(likes)))
    return context


def keep(name: str, value: str) -> str:
    """A script that has the browser remember that, if it remembers nothing else."""
    return f"localStorage.getItem({json.dumps(name)}) ?? localStorage.setItem({json.dumps(name)}, {json.dumps(value)});"


if __name__ == "__main__":  # before several processes want one at once
    browser_path()
