"""What people write, as others may be shown it: nothing that cannot be seen, or that disturbs what stands around it."""

import unicodedata

JOINERS = "\u200c\u200d"  # between letters of some scripts, and within an emoji made of several
BLANK = "\u2800"  # a braille cell without a dot
SILENT = "NULL NOTEHEAD"  # of music, without a head
MARKS = 3  # on one letter, one above the other


def plain(text: str) -> str:
    """The text without control characters, changes of direction and towers of accents. Its spaces stay as they are."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > MARKS:
            continue
        if letter.isprintable() or letter in JOINERS or unicodedata.category(letter) == "Zs":
            kept.append(letter)
        elif letter.isspace():
            kept.append(" ")
    return "".join(kept).strip()


def is_seen(text: str) -> bool:
    """Whether there is anything to see of it."""
    return any(unicodedata.category(letter)[0] != "M" and leaves_ink(letter) for letter in text)


def leaves_ink(letter: str) -> bool:
    """Whether it changes what one sees, if only what it stands on."""
    name = unicodedata.name(letter, "")
    return (
        unicodedata.category(letter)[0] not in "CZ"
        and letter != BLANK
        and "FILLER" not in name
        and not name.endswith(SILENT)
    )
