"""What is right about a server's surroundings, what is not, and what to do about it: `tablee doctor`.

It looks from outside, by the settings that the server is started with, so that the server may run meanwhile, or fail to
start. What it finds is a fact, and where the fact is not as it should be, what would be right.
"""

import contextlib
import json
import os
import shutil
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import sqlalchemy as sql
from rich.console import Console
from rich.text import Text
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from tablee.cli.serve import check_redis
from tablee.compiler import cache_folder
from tablee.errors import TableeError
from tablee.server.alone import for_me_only
from tablee.server.checkup import check, check_file, in_play
from tablee.server.database import BadDatabase, address, file_of, in_words, room_on_disk
from tablee.server.gate import KEPT_BACK, files_allowed
from tablee.server.http import MB
from tablee.server.moving import gaps
from tablee.server.page import folder
from tablee.server.schema import newest, version_of
from tablee.server.settings import SECRET, Settings, data_folder
from tablee.server.sockets import NOT_A_GUEST
from tablee.server.store import POOL, engine_for

PATIENCE = 5  # seconds for anything to answer
ASTRAY = 2.0  # seconds by which two clocks may differ
FEW = 1024  # connections, of which more than these are good to have

State = Literal["good", "look", "bad"]


class Finding(NamedTuple):
    state: State
    about: str
    found: str
    remedy: str = ""


Findings = Iterator[Finding]


def findings(settings: Settings, url: str | None) -> Findings:
    """All of it. `url`: where browsers find the server, if it runs."""
    looks: list[tuple[str, Callable[[], Findings]]] = [
        ("program", program),
        ("secret", lambda: secret(settings)),
        ("database", lambda: database(settings)),
        ("redis", lambda: redis(settings)),
        ("clock", clock),
        ("disk", lambda: disk(settings)),
        ("connections", connections),
    ]
    if url is not None:
        looks.append(("page", lambda: page(url.rstrip("/"), settings)))
    for about, look in looks:
        try:
            yield from look()
        except (TableeError, OSError) as error:
            yield Finding("bad", about, str(error))


def program() -> Findings:
    yield Finding("good", "program", f"tablee {version('tablee')}, Python {sys.version.split()[0]}")
    if not (folder() / "index.html").is_file():
        yield Finding("bad", "program", "the page was not built", "install the package: pip install .")


def secret(settings: Settings) -> Findings:
    if os.environ.get(SECRET):
        yield Finding("good", "secret", f"from ${SECRET}")
        return
    file = data_folder() / "secret"
    others = settings.redis is not None
    if others:
        remedy = f"several processes, on several machines, need the same one in ${SECRET}"
        yield Finding("look", "secret", f"this machine's own, in {file}", remedy)
    elif not file.exists():
        yield Finding("good", "secret", f"the first start makes one, in {file}")
    elif os.name == "posix" and file.stat().st_mode & 0o077:
        yield Finding("look", "secret", f"others may read {file}", f"chmod 600 {file}")
    else:
        yield Finding("good", "secret", f"in {file}; keep a copy beside those of the database")


# ---- the database ----


def database(settings: Settings) -> Findings:
    file, url = file_of(settings.database), sql.make_url(settings.database)
    lite = file is not None
    if lite and settings.redis is not None:
        yield Finding("bad", "database", "SQLite, and a Redis", "several processes need PostgreSQL: tablee admin copy")
    if file is not None:
        if not file.exists():
            yield Finding("good", "database", f"{file} is not there yet: the first start makes it")
            return
        check_file(file)
    else:
        url = url.update_query_dict({"connect_timeout": str(PATIENCE)})
    with in_words(settings.database):
        engine = engine_for(url.render_as_string(hide_password=False))
    try:
        with in_words(settings.database):
            yield from schema(engine, address(settings.database))
            if not lite:
                with engine.connect() as connection:
                    yield from postgres(connection)
    except BadDatabase as error:
        if not isinstance(error.__context__, sql.exc.OperationalError) or lite:
            raise
        yield Finding("bad", "database", str(error), "start it, if it does not run; is the address right?")
    finally:
        engine.dispose()


def schema(engine: sql.Engine, shown: str) -> Findings:
    here = version_of(engine)
    if here is None:
        yield Finding("good", "database", f"{shown} is empty: the first start makes its tables")
        return
    if here > newest():
        remedy = "install the newer program again, or put a backup of before in its place"
        yield Finding("bad", "database", f"{shown} has schema {here}, and this program knows {newest()}", remedy)
        return
    if here < newest():
        remedy = "make a backup first: there is no way back but by one"
        yield Finding("look", "database", f"{shown}: the next start brings schema {here} to {newest()}", remedy)
        return
    check(engine)
    found = in_play(engine)
    yield Finding(
        "good", "database", f"{shown} can be written; {found['open']} tables open, {found['playing']} being played"
    )
    with engine.connect() as connection:
        broken = gaps(connection)
    if broken:
        remedy = "they cannot be opened any more; a backup of before has them whole"
        yield Finding("bad", "database", f"{len(broken)} logs have a gap: {', '.join(broken[:3])}", remedy)


def postgres(connection: sql.Connection) -> Findings:
    def show(name: str) -> str:
        return str(connection.execute(sql.text(f"SHOW {name}")).scalar())

    off = [name for name in ("fsync", "synchronous_commit") if show(name) == "off"]
    if off:
        remedy = "turn it on: what was acknowledged may be lost in a crash"
        yield Finding("bad", "database", f"PostgreSQL runs without {' and '.join(off)}", remedy)
    most = int(show("max_connections")) - int(show("superuser_reserved_connections"))
    yield Finding("good", "database", f"PostgreSQL {show('server_version')}: room for {most // POOL} processes")
    ours, theirs = time.time(), connection.execute(sql.text("SELECT extract(epoch FROM clock_timestamp())")).scalar()
    yield apart("PostgreSQL", float(str(theirs)) - ours)


# ---- what else it needs ----


def redis(settings: Settings) -> Findings:
    if settings.redis is None:
        return
    check_redis(settings.redis)
    from redis import Redis
    from redis.exceptions import RedisError

    client = Redis.from_url(settings.redis, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
    try:
        ours, (seconds, micros) = time.time(), client.time()
        yield Finding("good", "redis", "answers")
        yield apart("Redis", seconds + micros / 1e6 - ours)
    except RedisError as error:
        remedy = "start it; until then news from other processes come within seconds instead of at once"
        yield Finding("bad", "redis", f"does not answer: {error}", remedy)
    finally:
        client.close()


def apart(whose: str, seconds: float) -> Finding:
    if abs(seconds) > ASTRAY:
        way = "ahead of" if seconds > 0 else "behind"
        remedy = "keep all machines in step (chrony, systemd-timesyncd)"
        return Finding("look", "clock", f"{whose}'s is {abs(seconds):.0f} s {way} ours", remedy)
    return Finding("good", "clock", f"{whose}'s agrees with ours")


def clock() -> Findings:
    """Whether something keeps this machine's clock right, where systemd can tell."""
    if shutil.which("timedatectl") is None:
        return
    asked = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    said = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE).stdout.strip()
    if said == "no":
        yield Finding("look", "clock", "nothing keeps it right", "timedatectl set-ntp true, or install chrony")
    elif said == "yes":
        yield Finding("good", "clock", "is kept right")


def disk(settings: Settings) -> Findings:
    free = None
    with contextlib.suppress(BadDatabase):  # which was told of above
        free = room_on_disk(settings.database) if file_of(settings.database) else None
    if free is not None:
        enough = free >= 5 * settings.room * MB
        remedy = f"make room: below {settings.room} MB (--room) no new tables can be opened"
        yield Finding("good" if enough else "look", "disk", f"{free // MB} MB are free", "" if enough else remedy)
    cache = cache_folder()
    there = next(one for one in (cache, *cache.parents) if one.exists())
    if not os.access(there, os.W_OK):
        remedy = "set $TABLEE_CACHE to a folder that can be written, or each start compiles anew what bots search with"
        yield Finding("look", "disk", f"{there} cannot be written", remedy)


def connections() -> Findings:
    most = files_allowed() - KEPT_BACK
    if most < FEW:
        remedy = "raise the limit of open files: LimitNOFILE with systemd, `ulimit -n` in a shell"
        yield Finding("look", "connections", f"{max(0, most)} at the most", remedy)
    else:
        yield Finding("good", "connections", f"{most} at the most")


# ---- the way from a browser ----


def page(url: str, settings: Settings) -> Findings:
    """Through whatever stands in front of the server."""
    if urlsplit(url).scheme not in ("http", "https"):
        yield Finding("bad", "page", f"{url} is no address of a page", f"begin with https://, as in https://{url}")
        return
    try:
        seen = ask(f"{url}/api/seen")
    except urllib.error.HTTPError as error:
        why = reason(error)
        if error.code == 421:
            remedy = f"--host-name {urlsplit(url).hostname}; and let the web server pass on the Host header as it came"
            yield Finding("bad", "page", why, remedy)
        else:
            yield Finding("bad", "page", f"{url} answers {error.code} {why}", "is that this server, and does it run?")
        return
    except (OSError, ValueError) as error:
        cause = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(cause, ssl.SSLError):
            said = getattr(cause, "verify_message", "") or cause.reason
            yield Finding("bad", "page", f"{url} has no certificate that browsers believe: {said}", "see to its own")
            return
        yield Finding("bad", "page", f"{url} cannot be asked: {cause}", "does it run, and does the name lead here?")
        return
    yield Finding("good", "page", f"{url} answers; it sees us as {seen['address']}, by {seen['scheme']}")
    yield from proxied(url, seen, settings)
    yield socket(url)
    yield hidden(url)


def proxied(url: str, seen: Any, settings: Settings) -> Findings:
    near = urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
    if not near and seen["address"] in settings.proxies:
        remedy = "let the web server pass on X-Forwarded-For, or limits take all people for one"
        yield Finding("look", "page", f"the server takes us for {seen['address']}, where its web server is", remedy)
    if urlsplit(url).scheme != seen["scheme"]:
        remedy = "let the web server pass on X-Forwarded-Proto, and name it by --proxy: cookies are not kept safe"
        yield Finding("bad", "page", f"the server takes {url} for {seen['scheme']}", remedy)


def socket(url: str) -> Finding:
    """That of somebody who is nobody: the server itself must say so."""
    remedy = "let the web server pass on Upgrade and Connection (deploy/nginx.conf does)"
    try:
        where, who = f"ws{url.removeprefix('http')}/api/socket", {"origin": url}
        with connect(where, additional_headers=who, open_timeout=PATIENCE) as line:
            line.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        if closed.rcvd is not None and closed.rcvd.code == NOT_A_GUEST:
            return Finding("good", "page", "sockets come through")
        return Finding("bad", "page", f"a socket was closed: {closed}", remedy)
    except (WebSocketException, OSError) as error:
        return Finding("bad", "page", f"sockets do not come through: {error}", remedy)
    return Finding("bad", "page", "a socket was answered by something else", remedy)


def hidden(url: str) -> Finding:
    """The figures are nobody's business."""
    try:
        ask(f"{url}/metrics")
    except (urllib.error.HTTPError, ValueError) as error:
        if isinstance(error, urllib.error.HTTPError):
            return Finding("good", "page", "its figures are not for everybody")
    if urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1"):
        return Finding("good", "page", "its figures are for this machine")
    return Finding("look", "page", "its figures can be had from outside", "refuse /metrics in the web server")


def ask(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return json.load(answer)


def reason(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["why"])
    except (ValueError, KeyError, TypeError):
        return ""


# ---- on the terminal ----

MARKS: dict[State, tuple[str, str]] = {"good": ("✓", "green"), "look": ("!", "yellow"), "bad": ("✗", "bold red")}


def run(out: Console, settings: Settings, url: str | None) -> bool:
    """Tell of it all, as it is found. Gives whether nothing is bad."""
    for_me_only()
    well = True
    for state, about, found, remedy in findings(settings, url):
        mark, style = MARKS[state]
        line = Text.assemble((mark, style), f" {about}: {found}")
        if remedy:
            line.append(f"\n    → {remedy}")
        out.print(line, soft_wrap=True)
        well = well and state != "bad"
    return well
