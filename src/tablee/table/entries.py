"""The log of a table: all that ever happened at it, in order. A table is what its log makes of it, and nothing else."""

from hashlib import sha256
from typing import Literal

import msgspec

from tablee.table.race import Timing
from tablee.table.requests import Phrase
from tablee.table.terms import Level, Terms

Hand = Literal["person", "bot", "stand-in", "table"]  # the table's own: for somebody who was too late, or for all


class Entry(
    msgspec.Struct, frozen=True, tag_field="what", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True
):
    at: int  # milliseconds since 1970
    key: str = ""  # of the request that led to it, so that asking again changes nothing


class Opened(Entry, frozen=True, kw_only=True):
    table: str
    terms: Terms
    host: str
    secret: str  # of the deck: published when the match is over
    follows: str = ""  # the table of which this is the rematch
    rules: int = 1  # their version: a match is played to its end by those that its table was opened with


class Sat(Entry, frozen=True, kw_only=True):
    seat: int
    person: str
    name: str


class Stood(Entry, frozen=True, kw_only=True):
    """A seat became free."""

    seat: int


class Placed(Entry, frozen=True, kw_only=True):
    """A bot was given a seat."""

    seat: int
    level: Level


class Kicked(Entry, frozen=True, kw_only=True):
    """The host sent somebody away for good."""

    person: str
    name: str


class Admitted(Entry, frozen=True, kw_only=True):
    """They may come back."""

    person: str


class Worded(Entry, frozen=True, kw_only=True):
    seat: int
    word: str


class Hosted(Entry, frozen=True, kw_only=True):
    """The host was gone: somebody else is, from now on."""

    person: str


class Started(Entry, frozen=True, kw_only=True):
    pass


class Readied(Entry, frozen=True, kw_only=True):
    """Somebody has said the "go" with which a race begins once all have."""

    seat: int


class Acted(Entry, frozen=True, kw_only=True):
    seat: int
    do: str
    by: Hand = "person"
    timing: Timing | None = None  # of a claim, in a game in real time


class Beaten(Entry, frozen=True, kw_only=True):
    """Somebody reached for a card, and another was a little faster."""

    seat: int
    do: str
    timing: Timing


class Waited(Entry, frozen=True, kw_only=True):
    """Somebody let the others move, in a game in real time that is played by turns."""

    seat: int


class Asked(Entry, frozen=True, kw_only=True):
    """Somebody would like to take back what they did last."""

    seat: int


class Answered(Entry, frozen=True, kw_only=True):
    seat: int
    yes: bool


class TakenBack(Entry, frozen=True, kw_only=True):
    to: int  # so many actions are left


class StoodIn(Entry, frozen=True, kw_only=True):
    """From now on the stand-in plays for somebody."""

    seat: int


class Returned(Entry, frozen=True, kw_only=True):
    seat: int


class Said(Entry, frozen=True, kw_only=True):
    person: str
    name: str
    phrase: Phrase | None = None
    text: str = ""


class Muted(Entry, frozen=True, kw_only=True):
    """Somebody wants to hear nothing of what another says."""

    person: str
    whom: str
    on: bool


class Gone(Entry, frozen=True, kw_only=True):
    """Somebody had all that is kept of them deleted: nothing of them is shown from now on."""

    whom: str  # their alias at this table


class Hushed(Entry, frozen=True, kw_only=True):
    """What was said up to here is not kept any longer."""


class Rematched(Entry, frozen=True, kw_only=True):
    table: str


class Closed(Entry, frozen=True, kw_only=True):
    pass


AnyEntry = (
    Opened | Sat | Stood | Placed | Kicked | Admitted | Worded | Hosted | Started | Readied | Acted | Beaten | Waited
    | Asked | Answered | TakenBack | StoodIn | Returned | Said | Muted | Gone | Hushed | Rematched | Closed
)  # fmt: skip


ALIAS = "~"  # with which an alias begins, and no person's id


def alias_of(table: str, person: str) -> str:
    """What stands in a table's log for somebody who is gone. It cannot be followed to the person, or another table."""
    return f"{ALIAS}{sha256(f'{table} {person}'.encode()).hexdigest()[:16]}"


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
