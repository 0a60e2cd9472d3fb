"""A deck that nobody could choose, and that everybody can check.

Before the deal a table draws a secret and publishes its SHA-256, the commitment: from then on it is bound. Then each
seat may add a word. The seed of the match is the SHA-256 of the secret, the table's name and the words: the table could
not know the words when it drew the secret, and no player knew the secret when adding a word. When the match is over the
secret is published, and anybody can see that it is the one committed to, and that the cards came from it.

What it cannot exclude: a table that tells its secret to whoever adds the last word, who may then try words until the
cards suit them both.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.catalogue.game import Json
from tablee.errors import BadOption, BadRecord

KEYS = ("commitment", "secret", "table", "words")
LONG = 64  # characters of a word, or of a table's name


def new_secret() -> str:
    """64 hexadecimal digits that nobody can guess."""
    return secrets.token_hex(32)


def commitment_to(secret: str) -> str:
    """What is published before the deal."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


@dataclass(frozen=True)
class Fairness:
    """Where the seed of a match comes from."""

    secret: str  # 64 hexadecimal digits
    table: str  # its name, so that one secret never serves two tables alike
    words: tuple[str, ...]  # one for each seat; empty: none was added

    def __post_init__(self) -> None:
        if not _is_digits(self.secret):
            raise BadOption("fairness: the secret is 64 hexadecimal digits in lower case")
        if not _is_word(self.table):
            raise BadOption(f"fairness: the table's name is a text of up to {LONG} characters")
        if not all(map(_is_word, self.words)):
            raise BadOption(f"fairness: words is a list of texts of up to {LONG} characters")

    @property
    def commitment(self) -> str:
        return commitment_to(self.secret)

    @property
    def seed(self) -> str:
        """As JSON without spaces, so that no two lists of words run together to the same text."""
        text = json.dumps([self.secret, self.table, *self.words], ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    def as_json(self) -> Json:
        return {"commitment": self.commitment, "secret": self.secret, "table": self.table, "words": [*self.words]}


def fairness_in(data: Mapping[str, Any], players: int) -> Fairness:
    """What a record says of its deck; refused if it is malformed, or the secret is not the one committed to."""
    if sorted(data, key=str) != [*KEYS]:
        raise BadRecord(f"fairness: has {', '.join(KEYS)}; got {', '.join(map(str, data)) or 'nothing'}")
    secret, table, words = data["secret"], data["table"], data["words"]
    if not _is_digits(data["commitment"]):
        raise BadRecord("fairness: the commitment is 64 hexadecimal digits in lower case")
    if not isinstance(words, Sequence) or isinstance(words, str):
        raise BadRecord(f"fairness: words is a list of texts of up to {LONG} characters")
    if len(words) != players:
        raise BadRecord(f"fairness: a word for each of {players} seats, be it empty; got {len(words)}")
    try:
        fairness = Fairness(secret, table, tuple(words))
    except BadOption as error:
        raise BadRecord(str(error)) from None
    if data["commitment"] != fairness.commitment:
        raise BadRecord("fairness: the secret is not the one that was committed to before the deal")
    return fairness


def _is_digits(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONG
