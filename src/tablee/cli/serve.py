"""`tablee serve`: the tables as a service."""

import contextlib
import ipaddress
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from importlib.metadata import version
from typing import IO, Any

import uvicorn
from rich.console import Console

from tablee.errors import TableeError
from tablee.server import logs
from tablee.server.alone import claim, for_me_only
from tablee.server.app import make_app
from tablee.server.checkup import check, check_file, go_by_its_clock, in_play, wait_for
from tablee.server.database import address, file_of, in_words, room_on_disk
from tablee.server.gate import Gate, files_allowed
from tablee.server.hosts import check_host_name
from tablee.server.http import MB
from tablee.server.protocols import Config
from tablee.server.schema import migrate, newest
from tablee.server.settings import (
    HERE,
    SECRET,
    Settings,
    check_origin,
    data_folder,
    default_database,
    load_secret,
    read_networks,
)
from tablee.server.store import engine_for

logger = logging.getLogger("tablee.server")


class CannotServe(TableeError):
    """The address is taken or not ours, or there is no way to hear of other processes."""


def settings_of(
    database: str | None,
    redis: str | None,
    *,
    make: bool = True,
    origins: Sequence[str] | None,
    host_names: Sequence[str] | None,
    proxies: Sequence[str] | None,
    figures: Sequence[str] | None,
    **others: Any,
) -> Settings:
    """What a command line says, checked; the rest is Settings' own. `make`: a secret, if there is none yet."""
    return Settings(
        database=database or default_database(),
        secret=load_secret(data_folder(), make),
        redis=redis,
        origins=frozenset(check_origin(origin) for origin in origins or ()),
        host_names=frozenset(check_host_name(name) for given in host_names or () for name in given.split(",")),
        proxies=read_networks("--proxy", (*HERE, *(proxies or ()))),
        figures=read_networks("--figures", (*HERE, *(figures or ()))),
        **others,
    )


def run(out: Console, settings: Settings, host: str, port: int, wait: int, show: bool) -> None:
    logs.set_up()
    for_me_only()
    with in_words(settings.database):
        lock = sqlite_lock(settings.database)  # held until the process ends
    with in_words(settings.database):
        engine = engine_for(settings.database)
        wait_for(engine, wait)
        migrate(engine)
        check(engine)
        go_by_its_clock(engine)
        found = in_play(engine)
        engine.dispose()
    if settings.redis:
        check_redis(settings.redis)
    if lock is None and not os.environ.get(SECRET):
        logger.warning("the secret is this machine's own: several processes need the same one in $%s", SECRET)
    listener = listen(host, port)
    pages = [page_at(one, listener.getsockname()[1]) for one in addresses(host)]
    for page in pages:
        out.out(page, highlight=False)
    out.file.flush()
    logger.info(
        "tablee %s serves at %s; database %s, schema %s; %s; %d people may come from one address; %d tables open, %d "
        "being played",
        version("tablee"),
        ", ".join(pages),
        address(settings.database),
        newest(),
        "other processes are heard of by Redis" if settings.redis else "no Redis",
        settings.crowd,
        found["open"],
        found["playing"],
    )
    free = room_on_disk(settings.database)
    if free is not None and free < settings.room * MB:
        logger.warning("only %d MB are free on the database's disk: no new tables below %d", free // MB, settings.room)
    if show and has_desktop():
        threading.Thread(target=webbrowser.open, args=(pages[0],), daemon=True).start()  # some wait for their browser
    gate = Gate(files_allowed(), settings.connections, settings.proxies)
    server = Server(Config(make_app(settings, gate), gate))
    server.run(sockets=[listener])
    if not server.started:
        sys.exit(1)


def sqlite_lock(database: str) -> IO[str] | None:
    """The lock of a SQLite database; None: it is another one, which several may serve."""
    file = file_of(database)
    if file is None:
        return None
    check_file(file)
    lock = claim(file)
    if lock is None:
        raise CannotServe(f"another server uses {file}; several processes need PostgreSQL and Redis")
    return lock


class Server(uvicorn.Server):
    """Says goodbye before the sockets are closed."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        service = getattr(self.config.app.state, "service", None)  # type: ignore[union-attr]
        if service is not None:
            await service.say_goodbye()
        await super().shutdown(sockets)


def check_redis(url: str) -> None:
    """Whether it can be talked to at all. It need not answer now: nothing is lost while it is away."""
    try:
        from redis import Redis

        Redis.from_url(url).close()
    except ModuleNotFoundError:
        raise CannotServe("to hear of other processes redis is missing: pip install 'tablee[redis]'") from None
    except ValueError as error:
        raise CannotServe(f"the Redis is given as redis://host:6379: {error}") from None


def addresses(host: str) -> list[str]:
    """Where the page is found: on this machine first, then, if it listens everywhere, from the same network."""
    if host in ("0.0.0.0", ""):
        return ["127.0.0.1", *own_addresses(socket.AF_INET)]
    if host == "::":
        return ["::1", *own_addresses(socket.AF_INET6), *own_addresses(socket.AF_INET)]
    return [host]


SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # set aside for documents: nobody is there


def own_addresses(family: socket.AddressFamily) -> list[str]:
    """This machine's, as others in its network see it: the one it would speak from, then those of its name."""
    found = []
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as out:
        out.connect((SOMEWHERE[family], 9))  # sends nothing
        found.append(str(out.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_STREAM)]
    useful = (one for one in found if "%" not in one and not ipaddress.ip_address(one).is_loopback)
    return list(dict.fromkeys(useful))


def page_at(address: str, port: int) -> str:
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def has_desktop() -> bool:
    """Whether there is a screen on which a browser can open. Without one, one of the terminal would take it over."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; an error says why it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()  # whoever comes before all is ready waits a moment, and is not sent away
    except (OSError, OverflowError) as error:
        listener.close()
        raise CannotServe(f"cannot listen at {host}, port {port}: {error}") from None
    listener.set_inheritable(True)
    return listener
