"""What somebody can ask of a table."""

from typing import Literal

import msgspec

from tablee.table.terms import Level

Phrase = Literal["hello", "well_played", "thanks", "sorry", "oops", "hurry", "thinking", "ha", "ouch", "again", "bye"]
LONG = 200  # characters of what is said,
WORD = 64  # of a word for the deck,
NAME = 24  # and of a name


class Request(
    msgspec.Struct, frozen=True, tag_field="ask", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True
):
    """Something asked of a table."""


class Sit(Request, frozen=True):
    seat: int | None = None  # None: any that is free


class Stand(Request, frozen=True):
    """Leave a seat. Once the match has begun the stand-in plays on."""

    seat: int


class Bot(Request, frozen=True):
    seat: int
    level: Level


class Clear(Request, frozen=True):
    """Send a bot or a person away from a seat (the host); in a match, let the stand-in play for who is gone."""

    seat: int


class Kick(Request, frozen=True):
    """Send a person away for good (the host, before the match): they cannot sit here again, nor watch in private."""

    seat: int


class Admit(Request, frozen=True):
    """Let somebody back in who was sent away for good (the host)."""

    name: str


class Word(Request, frozen=True):
    """Add a word to the deck."""

    seat: int
    word: str


class Start(Request, frozen=True):
    pass


class Act(Request, frozen=True):
    seat: int
    do: str  # in the words of a record
    seen: int | None = None  # in a game in real time: the version of the table that one saw,
    reaction: int | None = None  # and for how long: milliseconds to the action, by one's own clock


class Wait(Request, frozen=True):
    """Let the others move, in a game in real time that is played by turns."""

    seat: int


class Back(Request, frozen=True):
    """Ask to take back one's last action."""

    seat: int


class Answer(Request, frozen=True):
    """Agree to that, or not."""

    seat: int
    yes: bool


class Return(Request, frozen=True):
    """Take the seat over again from the stand-in."""

    seat: int


class Say(Request, frozen=True):
    """A phrase that every page has in its own language, or words of one's own."""

    phrase: Phrase | None = None
    text: str = ""


class Mute(Request, frozen=True):
    """Hear nothing any more of what somebody says; or hear them again."""

    seat: int
    on: bool = True


class Rematch(Request, frozen=True):
    pass


class Close(Request, frozen=True):
    pass


AnyRequest = (
    Sit | Stand | Bot | Clear | Kick | Admit | Word | Start | Act | Wait | Back | Answer | Return | Say | Mute | Rematch
    | Close
)  # fmt: skip
