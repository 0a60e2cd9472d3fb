"""How a server is set up: by its command line, or by the environment."""

import ipaddress
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path

from tablee.errors import TableeError

SECRET = "TABLEE_SECRET"
ALONE = 60  # things that a person may do, by HTTP, at once and in a minute from then on
SHORT = 16  # characters,
VARIED = 6  # and different ones among them, that a secret has at least, without
GUESSED = (
    *("change", "secret", "password", "passwort", "motdepasse", "tablee", "example", "default", "please", "insert"),
    *("qwerty", "azerty", "qwertz", "asdf", "admin", "letmein", "0123456789", "123456789", "12345678", "abcdef"),
)


class BadSecret(TableeError):
    """A secret that could be guessed."""


class BadFolder(TableeError):
    """There is nowhere to keep anything."""


LONGEST = 36_500  # days: a hundred years


class BadRetention(TableeError):
    """Nothing is kept for so many days."""


class BadOrigin(TableeError):
    """What was given for a page's address is none."""


class BadNetwork(TableeError):
    """What was given for an address, or a network of them, is none."""


@dataclass(frozen=True)
class Networks:
    """Addresses, one by one or whole networks of them."""

    networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()

    def __contains__(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self.networks)


HERE = ("127.0.0.1", "::1")  # this machine itself
ANYBODY = ("0.0.0.0/0", "::/0")


def read_networks(option: str, names: Iterable[str]) -> Networks:
    """Addresses, or networks such as 10.0.0.0/8; `*` is whoever reaches us."""
    given = [one.strip() for name in names for one in name.split(",") if one.strip()]
    networks = []
    for name in (one for each in given for one in (ANYBODY if each == "*" else (each,))):
        try:
            networks.append(ipaddress.ip_network(name, strict=False))
        except ValueError:
            takes = f"{option} takes an address, a network such as 10.0.0.0/8, or `*`"
            raise BadNetwork(f"{takes}; got {name!r}") from None
    return Networks(tuple(networks))


@dataclass(frozen=True)
class Retention:
    """For how many days something is kept; 0: for ever."""

    talk: float = 7  # what was said at a table, after the end of its match;
    unused: float = 7  # a table at which no match begins;
    logs: float = 90  # and of a log what the record does not need: ids and timings of requests
    abandoned: float = 30  # a match in which nobody does anything any more

    devices: float = 365  # a device that nobody uses, and who has no other

    def __post_init__(self) -> None:
        for kept in fields(self):
            days = getattr(self, kept.name)
            if not 0 <= days <= LONGEST:  # nor is what is no number
                raise BadRetention(f"{kept.name}: to be kept for at most {LONGEST} days, or 0 for ever; got {days:g}")

    @property
    def shortest(self) -> float:
        return min((days for days in (self.talk, self.unused, self.logs, self.abandoned) if days), default=0)


@dataclass(frozen=True)
class Settings:
    database: str
    secret: bytes = field(repr=False)  # signs tokens; never shown
    redis: str | None = None  # where several processes hear of each other
    origins: frozenset[str] = frozenset()  # other addresses that pages may come from; the server's own is one
    host_names: frozenset[str] = frozenset()  # by which it is called, beside addresses and names of a home's network
    crowd: int = 100  # people who may come from one address: a club behind one wire, or a school
    threads: int | None = None  # for bots; None: all cores but one
    room: int = 200  # MB that must be free on the disk for a new table to be opened: those that run need it
    keep: Retention = Retention()
    proxies: Networks = field(default_factory=lambda: read_networks("--proxy", HERE))  # web servers in front of this
    # one: what they say of who asks, and how, is believed
    figures: Networks = field(default_factory=lambda: read_networks("--figures", HERE))  # who may ask for figures

    @property
    def sockets(self) -> int:
        """That an address may have open at a time."""
        return 2 * self.crowd

    @property
    def connections(self) -> int:
        """That it may have in all: a browser opens some beside its socket."""
        return 3 * self.crowd

    @property
    def requests(self) -> int:
        """That it may make of a kind, at once and in a minute from then on; never fewer than somebody alone."""
        return max(ALONE, self.crowd)

    @property
    def tables(self) -> int:
        """That it may open in an hour."""
        return self.crowd

    @property
    def public(self) -> int:
        """Public tables of it that are listed, and that may wait for players at a time."""
        return max(4, self.crowd // 10)

    @property
    def guests(self) -> int:
        """New names that it may take in an hour."""
        return 3 * self.crowd


def data_folder() -> Path:
    """Where a server keeps what it must not lose: `$TABLEE_DATA`, or the user's folder for such things."""
    if "TABLEE_DATA" in os.environ:
        return Path(os.environ["TABLEE_DATA"])
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "tablee" / "data"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "tablee"
    return Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share")) / "tablee"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'tablee.db'}"


def load_secret(folder: Path, make: bool = True) -> bytes:
    """The secret of `$TABLEE_SECRET`, or of a file that only its owner can read, made at the first start. Who
    only looks (`make` is false) gets none before that."""
    if given := os.environ.get(SECRET):
        if weakness := weakness_of(given):
            raise BadSecret(f"${SECRET} {weakness}; `openssl rand -hex 32` gives a good one")
        return given.encode()
    file = folder / "secret"
    try:
        if not file.exists():
            if not make:
                return b""
            folder.mkdir(parents=True, exist_ok=True)
            make_secret(file)
        secret = file.read_bytes()
    except OSError as error:
        remedy = "set $TABLEE_DATA to a folder that whoever runs this may write"
        raise BadFolder(f"cannot use {folder}: {error.strerror}; {remedy}") from None
    if weakness := weakness_of(secret.decode("latin-1").strip()):
        raise BadSecret(f"{file} {weakness}; remove it, and a new one is made: all sign in anew")
    return secret


def weakness_of(secret: str) -> str:
    """Why somebody might guess it; "": nobody will."""
    rest = secret.lower()
    for word in GUESSED:
        rest = rest.replace(word, "")
    if len(secret) < SHORT:
        return f"has fewer than {SHORT} characters"
    if len(rest) < SHORT:
        return "is made of words and rows that anybody would try"
    if len(set(rest)) < VARIED or any(rest.startswith(rest[length:]) for length in range(1, SHORT)):
        return "is the same again and again"
    return ""


def make_secret(file: Path) -> None:
    """Write a new one, all of it or nothing. Of several who come at once the first one's counts."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".secret-")  # which only its owner can read
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(secrets.token_hex(32).encode())
        try:
            os.link(name, file)
        except FileExistsError:
            pass
        except OSError:  # a disk that knows no links
            os.replace(name, file)
    finally:
        Path(name).unlink(missing_ok=True)


def check_origin(origin: str) -> str:
    """The address of a page as a browser names it: no path, and no slash at the end."""
    plain = origin.strip().lower().removesuffix("/")
    if not re.fullmatch(r"https?://[^\s/?#@]+", plain):
        raise BadOrigin(f"--origin takes an address such as https://cards.example.org; got {origin!r}")
    return plain
