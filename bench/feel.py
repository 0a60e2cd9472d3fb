"""How quick Stop it! feels in a browser, with and without a long wire: `python bench/feel.py`.

Chromium plays Stop it! against bots through a proxy that holds back every byte, both ways, for half of the wire's
length. The player in the page looks for about half a second, clicks a pile, files the card, and so on. Measured in the
page: from a click to the card being in the player's fingers (in the DOM, and painted), from a click to the server's
answer, and how many takes the server decided otherwise.
"""

import argparse
import asyncio
import contextlib
import tempfile
import threading
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

from browser import launch, seated
from player import play_now
from process import Server
from run import machine, table

HERE = Path(__file__).parent
WIRES = (0, 150)  # milliseconds there and back
LEVELS = ("casual", "expert")
FRAME = 16.7  # milliseconds of a frame, at sixty in a second

PLAYER = """
(() => {
  const sent = new Map();  // by id of a request: its click
  const send = WebSocket.prototype.send;
  const heard = new WeakSet();
  window.takes = [];
  let clicked = null;
  WebSocket.prototype.send = function (text) {
    if (!heard.has(this)) {
      heard.add(this);
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(data);
        const take = (message.type === 'done' || message.type === 'refused') && sent.get(message.id);
        if (take) Object.assign(take, { answered: performance.now() - take.at, code: message.code ?? 'done' });
      });
    }
    const message = JSON.parse(text);
    if (clicked && message.type === 'ask' && message.request.do?.startsWith('take')) {
      sent.set(message.id, clicked);
      clicked = null;
    }
    send.call(this, text);
  };

  const frame = () => new Promise(requestAnimationFrame);
  const nap = (median, spread) => new Promise((wake) => {
    const bell = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
    setTimeout(wake, median * Math.exp(spread * bell));
  });
  const painted = async () => { await frame(); await new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  }); };

  async function take(pile) {
    const one = { at: 0, effect: null, painted: null, frames: 0, answered: null, code: null };
    const seen = new Promise((done) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('.held')) return;
        observer.disconnect();
        done(performance.now());
      });
      observer.observe(document.querySelector('.slot'), { childList: true, subtree: true });
      setTimeout(done, 1000, null);
    });
    await frame();
    clicked = one;
    one.at = performance.now();
    pile.click();
    window.takes.push(one);
    const count = (async () => {
      while (one.effect === null && one.frames < 60) { await frame(); one.frames += 1; }
    })();
    const shown = await seen;
    if (shown !== null) {
      one.effect = shown - one.at;
      await painted();
      one.painted = performance.now() - one.at;
    }
    await count;
  }

  window.play = async (until) => {
    while (performance.now() < until) {
      await nap(500, 0.3);
      const find = (what) => document.querySelector(what);
      const piles = [...document.querySelectorAll('.pile.open')];
      if (find('section .won')) find('section .main')?.click();
      else if (find('.go')) find('.go').click();
      else if (find('.held')) find('.do .main').click();
      else if (piles.length) await take(piles[Math.floor(Math.random() * piles.length)]);
    }
    await new Promise((wake) => setTimeout(wake, 1500));
    return window.takes;
  };
})()
"""


class Wire:
    """A proxy in a thread of its own that lets every byte wait."""

    def __init__(self, port: int, milliseconds: int) -> None:
        self.target, self.late = port, milliseconds / 2000
        self.loop = asyncio.new_event_loop()
        self.listening = threading.Event()
        self.port = 0
        threading.Thread(target=self._run, daemon=True).start()
        self.listening.wait()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(asyncio.start_server(self._meet, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self.listening.set()
        self.loop.run_forever()
        carrying = asyncio.all_tasks(self.loop)
        for task in carrying:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*carrying, return_exceptions=True))

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        with contextlib.suppress(asyncio.CancelledError):  # the wire is taken down
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer), return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """In order: each piece is written so long after it was read."""
        while data := await reader.read(65536):
            self.loop.call_later(self.late, self._write, writer, data)
        self.loop.call_later(self.late, writer.close)

    def _write(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        if not writer.is_closing():
            writer.write(data)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)


def sit_down(page: Page) -> None:
    page.add_init_script(PLAYER)
    page.goto("/")
    play_now(page, "Stop it!")
    page.locator(".fan").wait_for()


def measured(page: Page, seconds: int) -> list[dict[str, Any]]:
    return list(page.evaluate(f"play(performance.now() + {1000 * seconds})"))


def line(wire: int, level: str, takes: list[dict[str, Any]]) -> list[str]:
    seen = [take for take in takes if take["effect"] is not None]
    answered = [take for take in takes if take["answered"] is not None]
    beaten = [take for take in answered if take["code"] == "faster"]
    return [
        f"{wire} ms",
        level,
        str(len(takes)),
        both([take["effect"] for take in seen]),
        both([take["painted"] for take in seen]),
        f"{max(take['frames'] for take in seen)}",
        both([take["answered"] for take in answered]),
        f"{100 * len(beaten) / len(answered):.0f}%",
    ]


def both(times: list[float]) -> str:
    """The median, and what nine in ten are within."""
    return f"{median(times):.1f} / {quantiles(times, n=10)[-1]:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=45, help="of play for each line")
    parser.add_argument("--to", type=Path, default=HERE)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), "--crowd", "100000")
        browser = launch(playwright)
        for wire in WIRES:
            proxy = Wire(server.port, wire)
            for level in LEVELS:
                context = seated(browser, f"127.0.0.1:{proxy.port}", "desk", "en", level=level, motion="on")
                page = context.new_page()
                sit_down(page)
                rows.append(line(wire, level, measured(page, arguments.seconds)))
                print(" | ".join(rows[-1]), flush=True)
                context.close()
            proxy.close()
        browser.close()
        version = browser.version
        server.stop()
    head = ["wire", "bots", "takes", "in the fingers", "painted", "frames, at most", "answered", "corrected"]
    words = (
        f"# How quick Stop it! feels\n\nMade by `python bench/feel.py --seconds {arguments.seconds}` on {machine()}, "
        f"in Chromium {version}, without a screen: Stop it! in the page, against three bots, through a proxy that "
        "makes the wire so long there and back. The player looks for about half a second, then clicks any pile. Each "
        "time: the median, and what nine in ten are within.\n\n"
        "- *in the fingers*: from the click until the card is there in the page; *painted*: until that frame is "
        f"done (one in {FRAME} ms); *frames*: that began until then\n"
        "- *answered*: from the click to the server's answer\n"
        "- *corrected*: takes that the server gave to somebody else, so that the card went back\n"
    )
    (arguments.to / "feel.md").write_text(words + "\n" + table(head, rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
