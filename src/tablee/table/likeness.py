"""Names that look alike. At one table no two people's names do, nor a bot's and a person's.

The idea is Unicode's (UTS #39, skeletons): two names look alike if the same is left of both without case, accents,
spaces, signs and whatever cannot be seen, each letter put as the plain one that it can be taken for. That is strict:
"Zoé" looks like "Zoe", and "Bill" like "Bi11". Nobody is turned away for it: who comes second gets a number.
"""

import unicodedata
from collections.abc import Collection
from functools import lru_cache
from itertools import count
from pathlib import Path

from tablee.table.requests import NAME
from tablee.table.writing import leaves_ink
from tablee.texts import texts

TABLE = Path(__file__).with_name("lookalikes.txt")
ALPHABETS = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC"}  # that have letters in common
REMEMBERED = 4096  # names
PAIRS = {"vv": "w", "cl": "d"}  # of letters that look like one


def read_table() -> dict[int, str]:
    """Of each letter what it is taken for."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    pairs = [line.split(" ") for line in lines if not line.startswith("#")]
    return {ord(letter): target for target, letters in pairs for letter in letters}


def bare(text: str) -> str:
    """Without accents, and with letters of all styles as plain ones."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    return "".join(letter for letter in apart if unicodedata.category(letter)[0] != "M")


@lru_cache(REMEMBERED)
def likeness(name: str) -> str:
    """The same for all names that look alike."""
    # Of many a letter only the capital looks like another, so they are compared before case is left aside and after.
    plain = bare(bare(name).translate(LOOKALIKES).casefold()).translate(LOOKALIKES)
    kinds = ((letter, unicodedata.category(letter)) for letter in plain)
    seen = "".join(letter for letter, kind in kinds if kind[0] in "LNS" and kind != "Sk" and leaves_ink(letter))
    for pair, one in PAIRS.items():
        seen = seen.replace(pair, one)
    return seen


def told_apart(name: str, others: Collection[str]) -> str:
    """The name, with a number behind it if it looks like one of the others."""
    taken = {likeness(other) for other in others}
    if likeness(name) not in taken:
        return name
    marked = (f"{name[: NAME - len(mark)].rstrip()}{mark}" for mark in (f" {number}" for number in count(2)))
    return next(one for one in marked if likeness(one) not in taken)


def mixed(name: str) -> tuple[str, str] | None:
    """Two alphabets of which letters stand in one word, though one can be taken for the other; None: there are none."""
    for word in "".join(letter if letter.isalpha() else " " for letter in name).split():
        kinds = {unicodedata.name(letter, "").partition(" ")[0] for letter in word} & ALPHABETS
        if len(kinds) > 1:
            one, other = sorted(kinds)[:2]
            return one, other
    return None


LOOKALIKES = read_table()
BOTS = [text for key, text in texts("en").items() if key.startswith("names.")]  # the same in all languages
