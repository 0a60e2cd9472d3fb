"""The page's line to the server, in the hands of a test: cut in one direction or both, and mended when it suits.

Whatever is said or would be heard meanwhile waits, and arrives in its order.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

WIRE = """(() => {
  const wire = (window.wire = { deaf: false, mute: false, unheard: [], unsaid: [] });
  wire.mend = () => {
    wire.deaf = wire.mute = false;
    for (const go of [...wire.unsaid.splice(0), ...wire.unheard.splice(0)]) go();
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (message) {
    if (wire.mute) wire.unsaid.push(() => send.call(this, message));
    else send.call(this, message);
  };
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(listen) {
      set.call(this, (event) => {
        if (wire.deaf) wire.unheard.push(() => listen.call(this, event));
        else listen.call(this, event);
      });
    },
  });
})()"""


def deafen(page: Page) -> None:
    """From now on the page hears nothing of what happens at the table."""
    page.evaluate("wire.deaf = true")


def mute(page: Page) -> None:
    """From now on nothing that the page says gets through."""
    page.evaluate("wire.mute = true")


def mend(page: Page) -> None:
    page.evaluate("wire.mend()")


@contextmanager
def stillness(page: Page) -> Iterator[None]:
    """Nothing changes meanwhile: nobody else's move arrives, and what was moving or fading has come to rest."""
    deafen(page)
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    yield
    mend(page)
