"""Guests. A name is all it takes; a token, kept by their browser, says that they are the same as before.

A token is signed, so that a forged one is refused without asking the database; and its digest is in the database, so
that it can be revoked. The token itself is kept nowhere.
"""

import base64
import hashlib
import hmac
import secrets
import time

import sqlalchemy as sql

from tablee.errors import TableeError
from tablee.server.clock import now
from tablee.server.store import Store, people, tokens
from tablee.table import Person
from tablee.table.names import new_code
from tablee.table.requests import NAME
from tablee.table.writing import JOINERS, is_seen, plain

KNOWN, FRESH = 10_000, 30.0  # tokens that are remembered, and seconds after which the database is asked again
CODE_LENGTH = 20  # of a recovery code: a hundred bits, in four groups of five


class BadName(TableeError):
    """What was given for a name is none."""


class People:
    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._secret = secret
        self._known: dict[str, tuple[Person, float]] = {}  # by a token's digest, and until when

    async def join(self, name: str) -> tuple[Person, str]:
        """A new guest, and their token."""
        person = Person(secrets.token_urlsafe(12), check_name(name))
        token = self._new_token(person.id)
        joined = now()

        def write(connection: sql.Connection) -> None:
            connection.execute(sql.insert(people).values(id=person.id, name=person.name, joined=joined))
            connection.execute(sql.insert(tokens).values(_line(token, person.id)))

        await self._store.write(write)
        return person, token

    async def known_by(self, token: str) -> Person | None:
        """Whose token it is; None: nobody's, or not any more."""
        if not self._is_signed(token):
            return None
        digest = digest_of(token)
        person, until = self._known.get(digest, (None, 0.0))
        if time.monotonic() > until:  # another process may have revoked it, or the name may have changed
            wanted = (
                sql.select(people.c.id, people.c.name)
                .join(tokens, tokens.c.person == people.c.id)
                .where(tokens.c.digest == digest, sql.not_(tokens.c.recovers))
            )
            found = await self._store.read(lambda connection: connection.execute(wanted).first())
            if found is None:
                self._known.pop(digest, None)
                return None
            person = Person(*found)
            self._known[digest] = person, time.monotonic() + FRESH
            while len(self._known) > KNOWN:
                del self._known[next(iter(self._known))]
        return person

    async def again(self, person: Person) -> Person:
        """The same person by the name they have now."""
        wanted = sql.select(people.c.id, people.c.name).where(people.c.id == person.id)
        found = await self._store.read(lambda connection: connection.execute(wanted).first())
        return person if found is None else Person(*found)

    async def rename(self, person: Person, name: str) -> Person:
        renamed = Person(person.id, check_name(name))
        change = sql.update(people).where(people.c.id == person.id).values(name=renamed.name)
        await self._store.write(lambda connection: connection.execute(change))
        self._forget(person)
        return renamed

    async def revoke(self, person: Person) -> None:
        """Make all of somebody's tokens worthless; their recovery code goes on."""
        gone = sql.delete(tokens).where(tokens.c.person == person.id, sql.not_(tokens.c.recovers))
        await self._store.write(lambda connection: connection.execute(gone))
        self._forget(person)

    async def recovery_code(self, person: Person) -> str:
        """A code with which somebody finds their name again on another device. It replaces the one before."""
        code = new_code(CODE_LENGTH)

        def write(connection: sql.Connection) -> None:
            connection.execute(sql.delete(tokens).where(tokens.c.person == person.id, tokens.c.recovers))
            connection.execute(sql.insert(tokens).values(_line(code, person.id, recovers=True)))

        await self._store.write(write)
        return "-".join(code[place : place + 5] for place in range(0, CODE_LENGTH, 5))

    async def recover(self, code: str) -> tuple[Person, str] | None:
        """Whoever has that code, and a token for this device."""
        plain = "".join(letter for letter in code.upper() if letter.isalnum())
        wanted = (
            sql.select(people.c.id, people.c.name)
            .join(tokens, tokens.c.person == people.c.id)
            .where(tokens.c.digest == digest_of(plain), tokens.c.recovers)
        )
        found = await self._store.read(lambda connection: connection.execute(wanted).first())
        if found is None:
            return None
        person = Person(*found)
        token = self._new_token(person.id)
        new = sql.insert(tokens).values(_line(token, person.id))
        await self._store.write(lambda connection: connection.execute(new))
        return person, token

    def _new_token(self, person: str) -> str:
        body = f"{person}.{secrets.token_urlsafe(18)}"
        return f"{body}.{self._signature(body)}"

    def _is_signed(self, token: str) -> bool:
        body, _, signature = token.rpartition(".")
        return token.isascii() and len(token) < 200 and hmac.compare_digest(signature, self._signature(body))

    def _signature(self, body: str) -> str:
        digest = hmac.digest(self._secret, body.encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:18]).decode()

    def _forget(self, person: Person) -> None:
        for digest in [digest for digest, (known, _) in self._known.items() if known.id == person.id]:
            del self._known[digest]


def check_name(name: str) -> str:
    """A name without needless spaces; refused if there is nothing to see of it, or too much."""
    letters = "".join(letter for letter in plain(name) if letter not in JOINERS)  # or two names could look the same
    tidy = " ".join(letters.split())
    if not 1 <= len(tidy) <= NAME:
        raise BadName(f"a name has from 1 to {NAME} characters; got {len(tidy)}")
    if not is_seen("".join(letter for letter in tidy if letter.isalnum())):
        raise BadName("a name has at least one letter or digit")
    return tidy


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _line(token: str, person: str, recovers: bool = False) -> dict[str, object]:
    return {"digest": digest_of(token), "person": person, "made": now(), "recovers": recovers}
