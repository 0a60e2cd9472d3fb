"""Guests. A name is all it takes; a token, kept by their browser, says that they are the same as before.

A token is signed, so that a forged one is refused without asking the database; and its digest is in the database, so
that it can be revoked. The token itself is kept nowhere. When a token was last used is kept by the day: whoever comes
is not forgotten, and that costs a write a day at most.
"""

import base64
import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Callable, Collection
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sql

from tablee.errors import TableeError
from tablee.server.clock import DAY, now
from tablee.server.conduct import Ban, bans_now, blocked_by
from tablee.server.store import Store, blocks, people, tokens
from tablee.table import Person
from tablee.table.likeness import mixed
from tablee.table.names import new_code
from tablee.table.requests import NAME
from tablee.table.sights import Shown
from tablee.table.writing import is_seen, leaves_ink, plain

KNOWN, FRESH = 10_000, 5.0  # tokens that are remembered, and seconds after which the database is asked again
HANDLE = 16  # letters of a token's digest, by which its owner names it
CODE_LENGTH = 20  # of a recovery code: a hundred bits, in four groups of five

logger = logging.getLogger("tablee.server")
Done = TypeVar("Done")


class Stranger(Exception):
    """Whoever asks was signed out after they had been let in."""


class BadName(TableeError):
    """What was given for a name is none."""


class Known(NamedTuple):
    """Whose token it is, and what else is to be known of who comes in with it."""

    person: Person
    token: str  # its digest
    ban: Ban | None
    blocked: frozenset[str]  # those they want to hear nothing of


class Device(Shown, frozen=True):
    """A browser, or a program, that is signed in."""

    device: str  # to sign it out by
    kind: str  # such as "Firefox, Android"; empty: it never said
    made: int  # when it was signed in, in milliseconds since 1970,
    seen: int  # and the day on which it was last here
    here: bool  # it is the one that asks


class People:
    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._secret = secret
        self._known: dict[str, tuple[Known, float]] = {}  # by a token's digest, and until when

    async def join(self, name: str, device: str = "") -> tuple[Person, str]:
        """A new guest, and the token of their device."""
        person = Person(secrets.token_urlsafe(12), check_name(name))
        token = self._new_token(person.id)
        joined = now()

        def write(connection: sql.Connection) -> None:
            connection.execute(
                sql.insert(people).values(id=person.id, name=person.name, joined=joined, seen=day(joined))
            )
            connection.execute(sql.insert(tokens).values(_line(token, person.id, device)))

        await self._store.write(write)
        return person, token

    async def known_by(self, token: str) -> Known | None:
        """Whose token it is; None: nobody's, or not any more."""
        if not self._is_signed(token):
            return None
        digest = digest_of(token)
        known, until = self._known.pop(digest, (None, 0.0))
        if time.monotonic() > until:  # another process may have revoked it, or the name may have changed
            known, until = (await self.look_up([digest])).get(digest), time.monotonic() + FRESH
        if known is not None:
            self._known[digest] = known, until
            while len(self._known) > KNOWN:
                del self._known[next(iter(self._known))]
        return known

    async def look_up(self, digests: Collection[str]) -> dict[str, Known]:
        """Whose tokens these are, of all that are still worth something, straight from the database."""
        today = day(now())
        wanted = (
            sql.select(tokens.c.digest, tokens.c.seen, people.c.id, people.c.name)
            .join(people, people.c.id == tokens.c.person)
            .where(tokens.c.digest.in_(digests), sql.not_(tokens.c.recovers))
        )

        def read(connection: sql.Connection) -> tuple[dict[str, Known], set[str]]:
            found = connection.execute(wanted).all()
            banned, blocked = bans_now(connection), blocked_by(connection, {person for _, _, person, _ in found})
            known = {
                digest: Known(Person(person, name), digest, banned.get(person), blocked.get(person, frozenset()))
                for digest, _, person, name in found
            }
            return known, {digest for digest, seen, _, _ in found if seen < today}

        known, first = await self._store.read(read)
        for digest in set(digests) & set(self._known):  # who has been banned meanwhile is not let in as they were
            if digest in known:
                self._known[digest] = known[digest], time.monotonic() + FRESH
            else:
                del self._known[digest]
        if first:
            try:
                await self._store.write(lambda connection: self._note(connection, first, known, today))
            except Exception as error:  # a full disk keeps nobody out: it is written down when they next come
                logger.warning("when somebody was here is not written down: %s", type(error).__name__)
        return known

    def _note(self, connection: sql.Connection, digests: set[str], known: dict[str, Known], today: int) -> None:
        """Write down that these tokens were used today."""
        those = {known[digest].person.id for digest in digests}
        connection.execute(sql.update(people).where(people.c.id.in_(those)).values(seen=today))
        connection.execute(sql.update(tokens).where(tokens.c.digest.in_(digests)).values(seen=today))

    async def write(self, known: Known, work: Callable[[sql.Connection], Done]) -> Done:
        """Do what somebody asks who was let in by a token, if that is still worth something by then."""

        def run(connection: sql.Connection) -> Done:
            if held(connection, known.token) is None:
                raise Stranger
            return work(connection)

        return await self._store.write(run)

    async def again(self, person: Person) -> Person:
        """The same person by the name they have now."""
        wanted = sql.select(people.c.id, people.c.name).where(people.c.id == person.id)
        found = await self._store.read(lambda connection: connection.execute(wanted).first())
        return person if found is None else Person(*found)

    async def has_blocked(self, person: str, whom: str) -> bool:
        """Whether somebody wants to have nothing to do with another."""
        wanted = sql.select(blocks.c.whom).where(blocks.c.person == person, blocks.c.whom == whom)
        return await self._store.read(lambda connection: connection.execute(wanted).first()) is not None

    async def rename(self, known: Known, name: str) -> Person:
        renamed = Person(known.person.id, check_name(name))
        change = sql.update(people).where(people.c.id == renamed.id).values(name=renamed.name)
        await self.write(known, lambda connection: connection.execute(change))
        self.forget(renamed.id)
        return renamed

    async def devices(self, known: Known) -> tuple[Device, ...]:
        """Where somebody is signed in, the latest first."""
        t = tokens.c
        theirs = sql.select(t.digest, t.device, t.made, t.seen).where(t.person == known.person.id, sql.not_(t.recovers))
        found = await self._store.read(
            lambda connection: connection.execute(theirs.order_by(t.seen.desc(), t.made.desc())).all()
        )
        return tuple(
            Device(digest[:HANDLE], kind, made, seen, digest == known.token) for digest, kind, made, seen in found
        )

    async def sign_out(self, known: Known, device: str) -> bool:
        """Make one device's token worthless; False: there is none such."""
        one = sql.func.substr(tokens.c.digest, 1, HANDLE) == device
        gone = sql.delete(tokens).where(one, tokens.c.person == known.person.id, sql.not_(tokens.c.recovers))
        return bool(await self.write(known, lambda connection: connection.execute(gone).rowcount))

    async def sign_out_all(self, known: Known, but: str = "") -> str | None:
        """Make all of somebody's tokens worthless, but perhaps one: that of this device.

        Whoever else may know their recovery code could come back with it, so it goes as well. Who had one is given
        another.
        """
        person = known.person.id
        theirs = tokens.c.person == person
        code = new_code(CODE_LENGTH)

        def write(connection: sql.Connection) -> bool:
            connection.execute(sql.delete(tokens).where(theirs, tokens.c.digest != but, sql.not_(tokens.c.recovers)))
            had = connection.execute(sql.delete(tokens).where(theirs, tokens.c.recovers)).rowcount > 0
            if had:
                connection.execute(sql.insert(tokens).values(_line(code, person, recovers=True)))
            return had

        return in_groups(code) if await self.write(known, write) else None

    async def recovery_code(self, known: Known) -> str:
        """A code with which somebody finds their name again on another device. It replaces the one before."""
        person = known.person.id
        code = new_code(CODE_LENGTH)

        def write(connection: sql.Connection) -> None:
            connection.execute(sql.delete(tokens).where(tokens.c.person == person, tokens.c.recovers))
            connection.execute(sql.insert(tokens).values(_line(code, person, recovers=True)))

        await self.write(known, write)
        return in_groups(code)

    async def forget_code(self, known: Known) -> None:
        """Make somebody's recovery code worthless."""
        gone = sql.delete(tokens).where(tokens.c.person == known.person.id, tokens.c.recovers)
        await self.write(known, lambda connection: connection.execute(gone))

    async def recover(self, code: str, device: str = "") -> tuple[Person, str] | None:
        """Whoever has that code, and a token for this device."""
        digest = digest_of("".join(letter for letter in code.upper() if letter.isalnum()))

        def write(connection: sql.Connection) -> tuple[Person, str] | None:
            person = held(connection, digest, recovers=True)
            if person is None:
                return None
            token = self._new_token(person.id)
            connection.execute(sql.insert(tokens).values(_line(token, person.id, device)))
            return person, token

        return await self._store.write(write)

    def _new_token(self, person: str) -> str:
        body = f"{person}.{secrets.token_urlsafe(18)}"
        return f"{body}.{self._signature(body)}"

    def _is_signed(self, token: str) -> bool:
        body, _, signature = token.rpartition(".")
        return token.isascii() and len(token) < 200 and hmac.compare_digest(signature, self._signature(body))

    def _signature(self, body: str) -> str:
        digest = hmac.digest(self._secret, body.encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:18]).decode()

    def forget(self, person: str) -> None:
        """Ask the database again when they come next."""
        for digest in [digest for digest, (known, _) in self._known.items() if known.person.id == person]:
            del self._known[digest]


def check_name(name: str) -> str:
    """A name without needless spaces; refused if there is nothing to see of it, or too much."""
    letters = "".join(letter for letter in plain(name) if letter == " " or letter.isspace() or leaves_ink(letter))
    tidy = " ".join(letters.split())
    if not 1 <= len(tidy) <= NAME:
        raise BadName(f"a name has from 1 to {NAME} characters; got {len(tidy)}")
    if not is_seen("".join(letter for letter in tidy if letter.isalnum())):
        raise BadName("a name has at least one letter or digit")
    if (alphabets := mixed(tidy)) is not None:  # letters that look like those of a name that is somebody else's
        one, other = (alphabet.capitalize() for alphabet in alphabets)
        raise BadName(f"a word of a name is written in one alphabet; got letters of {one} and {other} in one")
    return tidy


def held(connection: sql.Connection, digest: str, recovers: bool = False) -> Person | None:
    """Whose token, or recovery code, it is, while nobody else may change anything about them; None: nobody's any more.

    The first statement changes nothing, but waits for whoever is at it: in PostgreSQL for that person, in SQLite, which
    would otherwise only read up to here, for all. So what is seen after it holds until this transaction has ended.
    """
    owner = sql.select(tokens.c.person).where(tokens.c.digest == digest)
    connection.execute(sql.update(people).where(people.c.id.in_(owner)).values(seen=people.c.seen))
    wanted = sql.select(people.c.id, people.c.name).join(tokens, tokens.c.person == people.c.id)
    is_one = tokens.c.recovers if recovers else sql.not_(tokens.c.recovers)
    found = connection.execute(wanted.where(tokens.c.digest == digest, is_one)).first()
    return None if found is None else Person(*found)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def in_groups(code: str) -> str:
    return "-".join(code[place : place + 5] for place in range(0, CODE_LENGTH, 5))


def day(moment: int) -> int:
    """When the day of a moment began: nobody needs to know more of when somebody was here."""
    return moment - moment % DAY


def _line(token: str, person: str, device: str = "", recovers: bool = False) -> dict[str, Any]:
    made = now()
    line = {"digest": digest_of(token), "person": person, "made": made, "recovers": recovers}
    return {**line, "seen": day(made), "device": device}
