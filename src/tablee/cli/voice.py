"""Speaking to one seat in one language: its texts, with names and coloured cards in their places."""

import os
from collections.abc import Sequence
from string import Formatter

from rich.text import Text

from tablee.cli.ink import SYMBOLS, joined, painted
from tablee.texts import default_language, texts

SPECTATOR = -1
NAMES = 8  # as many as the largest table has seats

Value = str | int | Text


def spoken(language: str) -> list[str]:
    """The words of a command that speaks this language, where it would not by itself."""
    return [] if language == default_language(os.environ) else ["--lang", language]


class Voice:
    """Who is spoken to, and how the others are called."""

    def __init__(self, language: str, me: int = SPECTATOR) -> None:
        self.language = language
        self.me = me
        self._texts = texts(language)
        self._names = [self._texts[f"names.{seat}"] for seat in range(NAMES)]

    def say(self, key: str, **values: Value) -> Text:
        """A text with its places filled."""
        said = Text()
        for words, place, _, _ in Formatter().parse(self._texts[key]):
            said.append(words)
            if place is not None:
                value = values[place]
                said.append_text(value) if isinstance(value, Text) else said.append(str(value))
        return said

    def word(self, key: str, **values: Value) -> str:
        """The same as a plain string."""
        return self.say(key, **values).plain

    def tell(self, key: str, seat: int, **values: Value) -> Text:
        """What a seat does: `KEY.you` to the seat itself, `KEY.they` to the others."""
        if seat == self.me:
            return self.say(f"{key}.you", **values)
        return self.say(f"{key}.they", name=self.name(seat), **values)

    def name(self, seat: int) -> Text:
        """A seat's name; one's own is the word for you."""
        if seat == self.me:
            return Text(self._texts["you"], style="bold underline")
        return Text(self._names[seat], style="bold")

    def seat_name(self, seat: int) -> Text:
        """The name with the seat's number, which some actions ask for."""
        return Text(f"{seat} ").append_text(self.name(seat))

    def names(self, seats: Sequence[int]) -> Text:
        """Several names: Ben, Cleo and you."""
        return self._list("list", seats)

    def one_of(self, seats: Sequence[int]) -> Text:
        """One of several: Ben, Cleo or Dan."""
        return self._list("list_or", seats)

    def _list(self, key: str, seats: Sequence[int]) -> Text:
        names = [self.name(seat) for seat in seats]
        if len(names) < 2:
            return joined(names)
        return self.say(key, first=joined(names[:-1], ", "), last=names[-1])

    # ---- cards ----

    def colour(self, colour: str) -> Text:
        return painted(f"{SYMBOLS[colour]} {self._texts[f'colour.{colour}']}", colour)

    def card(self, colour: str, number: int) -> Text:
        """A card of a colour and a number, in full: ◆ blue 7."""
        name = self.word("card", colour=self._texts[f"colour.{colour}"], number=number)
        return painted(f"{SYMBOLS[colour]} {name}", colour)

    def short_card(self, colour: str, number: int) -> Text:
        return painted(f"{SYMBOLS[colour]} {number}", colour)

    def signed(self, points: int) -> Text:
        """Points with their sign, as in a round's score."""
        style = "green" if points > 0 else "red" if points < 0 else ""
        return Text(f"{points:+d}" if points else "0", style=style)
