"""A browser for the tests: the machine's own Chromium, or one that is fetched."""

import shutil
import subprocess
import sys
from functools import cache

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


@cache
def browser_path() -> str | None:
    """Where Chromium is; None: where Playwright puts its own."""
    if found := next(filter(None, map(shutil.which, NAMES)), None):
        return found
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True).returncode == 0:
        return None
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]):
        subprocess.run(command, capture_output=True, check=True)
    return shutil.which("chromium")
