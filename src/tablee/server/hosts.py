"""By which names the server is called. A foreign one in `Host` means that a browser was led astray.

A page of evil.example may have its name point at a club's own server, all of a sudden: browsers then hold both for one
site, and let the page ask there what it likes (DNS rebinding). Nobody can do so by an address, nor by a name that
nobody can register: `localhost`, a name without a dot, or one that ends like those of a home's network. Any other is
named to the server, by `--host-name`, or is that of a page which may come from elsewhere (`--origin`).
"""

import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tablee.errors import TableeError
from tablee.server.endpoint import Failure, refuse

ANY = "*"
OURS_ALONE = (".localhost", ".local", ".home.arpa", ".internal")  # endings that are set aside for networks of one's own
ASTRAY = 421  # Misdirected Request
SHOWN = 80  # characters of a name, to whoever came by it


class BadHostName(TableeError):
    """What was given for a name of the server is none."""


def check_host_name(name: str) -> str:
    plain = name.strip().lower().removesuffix(".")
    if plain != ANY and not re.fullmatch(r"[^\s/:?#@\[\]]+", plain):
        raise BadHostName(f"--host-name takes a name such as cards.example.org, without scheme and port; got {name!r}")
    return plain


def name_in(host: str) -> str:
    """The name or address of a `Host`, without its port."""
    name, bracket, _ = host.strip().lower().partition("]")
    return name.removeprefix("[") if bracket else name.partition(":")[0].removesuffix(".")


class Hosts:
    """Those of a server."""

    def __init__(self, names: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        self._names = {*names, *(urlsplit(origin).hostname or "" for origin in origins)}

    def __contains__(self, host: str) -> bool:
        name = name_in(host)
        if "." not in name or name.endswith(OURS_ALONE) or name in self._names or ANY in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


class OnlyOurs:
    """Refuses what came by a foreign name, whatever it asks."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = Headers(scope=scope).get("host", "") if scope["type"] in ("http", "websocket") else ""
        if host in self.hosts:
            await self.app(scope, receive, send)
            return
        why = f"this server does not go by {name_in(host)[:SHOWN]!r}; --host-name says by which names it does"
        await refuse(Failure(ASTRAY, "not_here", why))(scope, receive, send)
