"""Makes the table of letters that look like others: `python bench/lookalikes.py confusables.txt`.

`confusables.txt` is Unicode's own (https://www.unicode.org/Public/security/latest/confusables.txt, UTS #39). Kept are
the letters and digits that can be taken for plain Latin ones: that is where a second "Ann" comes from. Names are
compared without case and accents, so a letter stands for its capital, too, where it has no likeness of its own.
"""

import sys
from pathlib import Path

from tablee.table import likeness

HEAD = """\
# Letters that look like others: first what they are taken for, then all that are. Made by bench/lookalikes.py from
# {version}'s confusables.txt (© Unicode, Inc.; https://www.unicode.org/license.txt).
"""


def plain(text: str) -> str:
    return "".join(letter for letter in likeness.bare(text) if letter.isalnum())


def pairs(text: str) -> dict[str, str]:
    """Of each letter what it is taken for."""
    own: dict[str, str] = {}
    of_capital: dict[str, str] = {}
    for line in text.splitlines():
        columns = [column.split() for column in line.partition("#")[0].split(";")[:2]]
        if len(columns) < 2:
            continue
        letter, target = ("".join(chr(int(code, 16)) for code in column) for column in columns)
        taken_for = plain(target).casefold()
        if plain(letter) != letter or not taken_for.isascii() or taken_for in ("", letter.casefold()):
            continue
        own[letter] = taken_for
        if len(letter.lower()) == 1:
            of_capital[letter.lower()] = taken_for
    return of_capital | own


def main() -> None:
    text = Path(sys.argv[1]).read_text(encoding="utf-8-sig")
    known = pairs(text)
    lines: dict[str, list[str]] = {}
    for letter in sorted(known):
        taken_for = "".join(known.get(one, one) for one in known[letter])  # which may itself be taken for another
        lines.setdefault(taken_for, []).append(letter)
    version = next(line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("# Version:"))
    body = "".join(f"{target} {''.join(letters)}\n" for target, letters in sorted(lines.items()))
    likeness.TABLE.write_text(HEAD.format(version=f"Unicode {version}") + body, encoding="utf-8")
    print(f"{len(known)} letters, taken for {len(lines)} others")


if __name__ == "__main__":
    main()
