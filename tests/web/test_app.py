"""The page as an app: how much of it there is, what it keeps, whom it talks to, and what it does without a network."""

import re
import shutil
import signal
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from client import PATIENCE
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser import seated
from player import act, patiently, play_now, play_on
from process import Server
from tablee.server.page import folder

Visit = Callable[..., Page]
BUDGET = 150_000  # bytes of script and style, packed, from the front door to the first decision
KEPT = {"tablee.settings", "tablee.language", "tablee.been", "tablee.told"}  # by the browser, beside the token


# ---- what is sent ----


def test_the_first_load_is_small(visit: Visit) -> None:
    page = visit(size="phone")
    play_now(page, "Stick 'Em")
    page.locator(".hand .playable").first.wait_for()
    sent: list[Any] = page.evaluate(
        """performance.getEntriesByType('resource').filter((one) => /\\.(js|css)$/.test(one.name))
             .map((one) => [one.name, one.encodedBodySize, one.decodedBodySize])"""
    )
    assert {name.rsplit(".", 1)[1] for name, *_ in sent} == {"js", "css"}
    assert all(packed < size for _, packed, size in sent)
    assert sum(packed for _, packed, _ in sent) < BUDGET, sent


@pytest.mark.parametrize("path", ["/", "/worker.js", "/manifest.webmanifest", "/icon.svg", "/icon-192.png", "script"])
def test_files_come_packed_and_once(server: Server, path: str) -> None:
    if path == "script":
        path = "/assets/" + next((folder() / "assets").glob("index-*.js")).name
    file = folder() / ("index.html" if path == "/" else path[1:])
    with httpx.Client(base_url=f"http://{server.address}", timeout=PATIENCE) as client:
        found = client.get(path)
        assert found.content == file.read_bytes()
        assert (found.headers.get("content-encoding") == "gzip") == (file.suffix != ".png")
        assert ("immutable" in found.headers["cache-control"]) == path.startswith("/assets/")
        plain = client.get(path, headers={"accept-encoding": "identity"})
        assert plain.content == file.read_bytes()
        assert "content-encoding" not in plain.headers
        again = client.get(path, headers={"if-none-match": found.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


# ---- what it can be installed as ----


def pixels(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_it_can_be_installed(visit: Visit, server: Server) -> None:
    page = visit()
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    told = {error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert told <= {"in-incognito"}  # as every browser of a test is
    with httpx.Client(base_url=f"http://{server.address}", timeout=PATIENCE) as client:
        manifest = client.get("/manifest.webmanifest").json()
        assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
        drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
        for icon in drawn:
            width, height = pixels(client.get(icon["src"]).content)
            assert f"{width}x{height}" == icon["sizes"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in drawn}
    assert any(icon.get("purpose") == "maskable" for icon in drawn)


# ---- whom it talks to, and what it remembers ----


def test_it_talks_to_nobody_else_and_keeps_little(visit: Visit, server: Server) -> None:
    page = visit()
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.reload()
    play_now(page, "SHIT!")
    for name in ("Rules", "Talk", "More"):
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog").wait_for()
        page.get_by_role("button", name="Close").click()
    play_on(page)
    page.get_by_role("button", name="Go through it again").click()
    page.get_by_text("The cards are dealt.").wait_for()
    origin = re.compile(rf"(http|ws)://{re.escape(server.address)}/|data:")
    assert any(url.startswith("ws:") for url in asked)
    assert not [url for url in asked if not origin.match(url)]
    cookies = page.context.cookies()
    assert [(one["name"], one["httpOnly"], one["sameSite"]) for one in cookies] == [("tablee", True, "Lax")]
    assert set(page.evaluate("Object.keys(localStorage)")) <= KEPT
    seals = page.evaluate("Object.keys(sessionStorage)")
    assert [name[:12] for name in seals] == ["tablee.seal."], seals  # of the deck, to compare it at the end


# ---- without a network, and after a restart ----


class Edition(Server):
    """A server with a page of its own, which can be changed."""

    @property
    def page(self) -> Path:
        return self.folder / "page"

    def start(self) -> None:
        if not self.page.exists():
            shutil.copytree(folder(), self.page)
        place = f"from tablee.server import page; page.folder = lambda: Path({str(self.page)!r})"
        self.program = ("-c", f"from pathlib import Path; {place}; from tablee.cli import main; main()")
        super().start()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Edition]:
    """A server that may be stopped: the others' goes on."""
    running = Edition(tmp_path, "--crowd", "100000")
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def somebody(own: Edition, browser: Browser) -> Iterator[BrowserContext]:
    """Whose browser lets the worker in."""
    context = seated(browser, own.address, "phone", "en", workers="allow", motion="off")
    yield context
    context.close()


ALL_KEPT = """async () => {
  const paths = (await (await caches.open('tablee-shell')).keys()).map((one) => new URL(one.url).pathname);
  const loaded = performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname);
  return ['/', ...loaded.filter((path) => path.startsWith('/assets/'))].every((path) => paths.includes(path))
    && loaded.some((path) => path.includes('TablePage'));
}"""


def first_visit(context: BrowserContext) -> Page:
    """Once, until all of it is kept; what the browser itself would keep is thrown away."""
    page = context.new_page()
    page.goto("/")
    page.locator("article").last.wait_for()
    for _ in patiently(page):  # `wait_for_function` would take the promise for an answer
        if page.evaluate(ALL_KEPT):
            break
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    return page


def test_the_front_door_opens_without_a_network_and_comes_back(own: Edition, somebody: BrowserContext) -> None:
    page = first_visit(somebody)
    own.kill()
    page.reload()
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    expect(page.get_by_role("heading", name="Tablée")).to_be_visible()
    assert page.locator("article").count() == 0
    own.start()
    page.locator("article").last.wait_for()
    expect(page.get_by_text("The server cannot be reached.")).to_be_hidden()
    play_now(page, "SHIT!")
    page.locator(".hand .playable").first.wait_for()


def test_who_has_only_part_of_the_page_waits_for_the_server(own: Edition, somebody: BrowserContext) -> None:
    page = first_visit(somebody)
    page.evaluate(
        """async () => {
          const shell = await caches.open('tablee-shell');
          for (const one of await shell.keys()) if (one.url.includes('/en-')) await shell.delete(one);
        }"""
    )
    own.kill()
    opened: list[str] = []
    page.on("framenavigated", lambda frame: opened.append(frame.url))
    page.reload()
    page.wait_for_timeout(3000)
    assert len(opened) == 1  # and not over and over
    own.start()
    page.locator("article").last.wait_for()


def test_a_table_outlasts_a_restart_without_a_reload(own: Edition, somebody: BrowserContext) -> None:
    page = somebody.new_page()
    page.goto("/")
    play_now(page, "SHIT!")
    page.locator(".hand .playable").first.wait_for()
    act(page)
    act(page)
    page.evaluate("window.same = true")
    own.kill()
    expect(page.get_by_text("The line is down.")).to_be_visible()
    own.start()
    expect(page.get_by_text("The line is down.")).to_be_hidden()
    play_on(page)
    assert page.evaluate("window.same")


def test_a_server_that_falls_silent_is_noticed_and_found_again(own: Edition, somebody: BrowserContext) -> None:
    """A process that is stopped hangs up on nobody."""
    page = somebody.new_page()
    page.goto("/")
    play_now(page, "SHIT!")
    page.locator(".hand .playable").first.wait_for()
    own.process.send_signal(signal.SIGSTOP)
    expect(page.get_by_text("The line is down.")).to_be_visible()
    own.process.send_signal(signal.SIGCONT)
    expect(page.get_by_text("The line is down.")).to_be_hidden()
    act(page)


def test_a_table_opened_without_a_network_opens_when_it_is_back(own: Edition, somebody: BrowserContext) -> None:
    page = first_visit(somebody)
    play_now(page, "SHIT!")
    page.locator(".hand .playable").first.wait_for()
    own.kill()
    page.reload()
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    own.start()
    page.locator(".hand .playable").first.wait_for()


def test_a_new_page_is_picked_up_and_the_old_one_forgotten(own: Edition, somebody: BrowserContext) -> None:
    page = first_visit(somebody)
    own.stop()
    old = next((own.page / "assets").glob("index-*.js"))
    new = old.with_name("index-changed1.js")
    old.rename(new)
    new.write_text(new.read_text(encoding="utf-8") + ";document.documentElement.dataset.edition='2'", encoding="utf-8")
    for file in (own.page / "index.html", *(own.page / "assets").glob("*.js")):
        file.write_text(file.read_text(encoding="utf-8").replace(old.name, new.name), encoding="utf-8")
    own.start()
    page.goto("/")
    page.locator("html[data-edition='2']").wait_for(state="attached")
    page.locator("article").last.wait_for()
    kept = page.evaluate(
        "caches.open('tablee-shell').then((shell) => shell.keys()).then((all) => all.map((one) => one.url))"
    )
    assert not [url for url in kept if old.name in url]
    assert [url for url in kept if new.name in url]


def test_nothing_of_a_table_is_kept(own: Edition, somebody: BrowserContext) -> None:
    page = first_visit(somebody)
    play_now(page, "SHIT!")
    page.locator(".hand .playable").first.wait_for()
    names = page.evaluate("caches.keys()")
    urls = page.evaluate(
        "caches.open('tablee-shell').then((shell) => shell.keys()).then((all) => all.map((one) => one.url))"
    )
    assert names == ["tablee-shell"]
    assert not [url for url in urls if "/api/" in url or "/t/" in url]
