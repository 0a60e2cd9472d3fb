"""How good the page is, by figures: `python bench/page.py` writes bench/page.md.

Lighthouse on the front door and on a table in play; how long it takes from opening the page to the first decision; and
how even the pictures follow each other while cards move.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from browser import FLAGS, browser_path, launch, seated
from friends import Party
from load_hosts import ready_node
from player import act, play_now
from process import Server
from run import machine, table

HERE = Path(__file__).parent
LIGHTHOUSE = HERE / "lighthouse"
GOAL = 95  # of a hundred, in every category
SOON, TAPS = 10, 3  # seconds and taps to the first decision
LATE = 20  # milliseconds after which a picture is late
CATEGORIES = ("performance", "accessibility", "best-practices")
PRESETS = {"phone": (), "desk": ("--preset=desktop",)}
GAMES = ("Stick 'Em", "Sticheln", "Hat Trick", "SHIT!", "Stoïck", "Stop it!")
# Slow 4G and a phone's processor, as Lighthouse applies them in a browser.
SLOW = {"offline": False, "latency": 562.5, "downloadThroughput": 1474.56 * 128, "uploadThroughput": 675 * 128}
SLOWER = 4  # times, the processor


# ---- Lighthouse ----


@contextmanager
def fresh_browser(address: str, token: str = "") -> Iterator[str]:
    """A browser that has never been here, but for who it is; gives its port."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        chromium = browser_path()
        assert chromium, "Lighthouse needs a Chromium of the machine's own"
        command = [chromium, *FLAGS, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
        process = subprocess.Popen([*command, "about:blank"], stderr=subprocess.DEVNULL)
        try:
            told = Path(profile) / "DevToolsActivePort"
            while not told.exists() or not told.read_text().strip():
                time.sleep(0.05)
            port = told.read_text().split()[0]
            if token:
                introduce(address, port, token)
            yield port
        finally:
            process.terminate()
            process.wait()


def introduce(address: str, port: str, token: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        context = browser.contexts[0]
        context.add_cookies([{"name": "tablee", "value": token, "url": f"http://{address}"}])
        page = context.new_page()
        page.goto(f"http://{address}/healthz")
        page.evaluate("localStorage.setItem('tablee.been', '1')")
        page.close()
        browser.close()


def lighthouse(address: str, path: str, preset: str, token: str = "") -> dict[str, Any]:
    with fresh_browser(address, token) as port:
        program = LIGHTHOUSE / "node_modules" / "lighthouse" / "cli" / "index.js"
        options = [f"--port={port}", "--quiet", "--output=json", f"--only-categories={','.join(CATEGORIES)}"]
        command = [ready_node(LIGHTHOUSE), program, f"http://{address}{path}", *options, *PRESETS[preset]]
        if token:
            command.append("--disable-storage-reset")
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def scores(found: dict[str, Any]) -> dict[str, float]:
    return {name: round(100 * found["categories"][name]["score"]) for name in CATEGORIES}


def lighthouse_part(server: Server, runs: int) -> list[str]:
    party = Party(server.address, ["Ann", "Ben", "Cleo", "Dov"], "stick-em")
    party.deal()
    party.play(lambda picture: picture["phase"] == "play" and picture["tricks"] > 3 and picture["actors"] == [0])
    pages = {"the front door": ("/", ""), "a table in play": (f"/t/{party.code}", party.me.token)}
    rows, short = [], []
    for page, (path, token) in pages.items():
        for preset in PRESETS:
            found = [lighthouse(server.address, path, preset, token) for _ in range(runs)]
            median = {name: statistics.median(scores(one)[name] for one in found) for name in CATEGORIES}
            paint = statistics.median(one["audits"]["largest-contentful-paint"]["numericValue"] for one in found) / 1000
            shift = statistics.median(one["audits"]["cumulative-layout-shift"]["numericValue"] for one in found)
            figures = [f"{median[name]:.0f}" for name in CATEGORIES]
            rows.append([f"{page}, {preset}", *figures, f"{paint:.1f} s", f"{shift:.3f}"])
            print(*rows[-1], flush=True)
            short += [f"{page}, {preset}: {name} {value:.0f}" for name, value in median.items() if value < GOAL]
    party.close()
    version = json.loads((LIGHTHOUSE / "package.json").read_text())["dependencies"]["lighthouse"]
    verdict = "All are met." if not short else f"Short of it: {'; '.join(short)}."
    head = ["page", *CATEGORIES, "largest paint", "layout shift"]
    return [
        "## Lighthouse",
        f"Lighthouse {version}, the median of {runs} runs, each in a browser that has never been here; for the phone "
        f"with its simulated slow 4G and a processor {SLOWER} times slower. The goal is {GOAL} everywhere. {verdict}",
        table(head, rows),
    ]


# ---- to the first decision ----

COUNT = "window.taps = 0; addEventListener('click', (event) => (taps += event.isTrusted), true);"


def first_decision(browser: Browser, server: Server, game: str, slow: bool) -> tuple[float, float, int]:
    """Seconds until the door stands open, and from then to the first decision; and taps."""
    context = seated(browser, server.address, "phone", "en", pace="normal")
    page = context.new_page()
    page.add_init_script(COUNT)
    if slow:
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    began = time.monotonic()
    page.goto("/", wait_until="commit")
    page.get_by_role("heading", name=game, exact=True).wait_for()
    opened = time.monotonic()
    play_now(page, game)
    page.locator(".prompt.mine").wait_for(timeout=60_000)
    decided = time.monotonic()
    taps = int(page.evaluate("taps"))
    context.close()
    return opened - began, decided - opened, taps


def decision_part(browser: Browser, server: Server) -> list[str]:
    rows, worst, most = [], 0.0, 0
    for game in GAMES:
        figures = []
        for slow in (False, True):
            opened, decided, taps = first_decision(browser, server, game, slow)
            worst, most = max(worst, opened + decided), max(most, taps)
            figures += [f"{opened:.1f} s", f"{opened + decided:.1f} s"]
        rows.append([game, *figures, str(taps)])
        print(*rows[-1], flush=True)
    verdict = "met" if worst <= SOON and most <= TAPS else "missed"
    return [
        "## From opening the page to the first decision",
        f"On a phone's screen, with nothing kept from before: until the games can be seen, and until the first "
        f"decision is there to be made, against bots at their usual pace (in some games bots act first). Slow: 562 ms "
        f"for every question, 1.4 Mbit/s, and a processor {SLOWER} times slower. The goal, {SOON} seconds and at most "
        f"{TAPS} taps even so, is {verdict}.",
        table(["game", "games seen", "decision", "games seen, slow", "decision, slow", "taps"], rows),
    ]


# ---- frames ----

WATCH = """() => {
  window.frames = [];
  let before = performance.now();
  const look = (now) => {
    const moving = document.getAnimations().some((one) => one.playState === 'running');
    window.frames.push([now - before, moving]);
    before = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def frames(page: Page, seconds: float) -> list[float]:
    """Milliseconds from picture to picture while something moved, over that long a time of play."""
    page.evaluate(WATCH)
    until = time.monotonic() + seconds
    while time.monotonic() < until and not page.locator("section .won").count():
        act(page)
        page.wait_for_timeout(250)
    told: list[tuple[float, bool]] = page.evaluate("window.frames")
    return [taken for taken, moving in told if moving]


def frame_part(browser: Browser, server: Server, seconds: float) -> list[str]:
    rows = []
    for size in ("phone", "desk"):
        for title, players in (("Sticheln", 8), ("Hat Trick", 7)):
            context = seated(browser, server.address, size, "en", pace="normal", motion="on", level="novice")
            page = context.new_page()
            page.goto("/")
            page.get_by_role("button", name=f"{title}: more choices").click()
            page.get_by_label("Players").select_option(str(players))
            page.get_by_role("dialog").get_by_role("button", name="Play now").click()
            page.locator(".hand .playable").first.wait_for()
            taken = sorted(frames(page, seconds))
            context.close()
            late = sum(one > LATE for one in taken) / len(taken)
            at = [statistics.median(taken), taken[int(0.95 * len(taken))], taken[-1]]
            rows.append(
                [
                    f"{title}, {players} players, {size}",
                    f"{len(taken)}",
                    *(f"{one:.1f} ms" for one in at),
                    f"{late:.1%}",
                ]
            )
            print(*rows[-1], flush=True)
    return [
        "## Frames",
        f"From picture to picture while something on the page moves, with motion on, against bots at their usual pace, "
        f"{seconds:.0f} seconds each; a screen of 60 Hz takes one every 16.7 ms. Drawn without a graphics card, on a "
        "machine that runs the server, the bots and the browser at once.",
        table(["table", "frames", "median", "95 %", "worst", f"over {LATE} ms"], rows),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="How good the page is.")
    parser.add_argument("--runs", type=int, default=3, help="of Lighthouse, for each page and screen (default 3)")
    parser.add_argument("--seconds", type=float, default=20, help="of play for the frames (default 20)")
    arguments = parser.parse_args()
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), "--crowd", "100000") as server:
        parts = lighthouse_part(server, arguments.runs)
        with sync_playwright() as playwright:
            browser = launch(playwright)
            parts += decision_part(browser, server) + frame_part(browser, server, arguments.seconds)
            browser.close()
    said = (
        f"Made by `python bench/page.py` on {machine()}, {os.cpu_count()} cores, under a load of {busy:.1f} from other "
        "work: a real server, a real Chromium."
    )
    (HERE / "page.md").write_text("\n\n".join(["# How good the page is", said, *parts]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
