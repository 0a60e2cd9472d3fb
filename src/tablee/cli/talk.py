"""Printing news as it comes, and asking."""

import sys
import time
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text

from tablee.cli.ink import UNBREAKABLE
from tablee.cli.screens import Aside, Menu, News

BETWEEN = "  "  # asides that share a line


class Talk:
    """The terminal as a place where things are told one after the other, with a pause after each."""

    def __init__(self, console: Console, pause: float = 0) -> None:
        self.console = console
        self.pause = pause
        self._column = 0  # where the line of asides stands; 0: at the start of a line
        self._blank = True  # whether an empty line came last

    def tell(self, news: Sequence[News], wait: bool = True) -> None:
        for item in news:
            if isinstance(item, Aside):
                self._aside(item.text)
            else:
                self.show(item)
        if wait and news:
            self._wait()

    def show(self, *shown: RenderableType) -> None:
        self.end_line()
        for item in shown:
            blank = isinstance(item, Text) and not item.plain
            if not (blank and self._blank):
                self.console.print(*wrapped(item, self.console.width) if isinstance(item, Text) else [item], sep="\n")
            self._blank = blank

    def end_line(self) -> None:
        if self._column:
            self.console.print()
            self._column = 0

    def ask(self, prompt: Text) -> str:
        """A line from the keyboard; raises EOFError where there is no more."""
        self.end_line()
        self.console.print(prompt, end="", soft_wrap=True)
        self.console.file.flush()
        self._blank = False
        typed = input().strip()
        if not sys.stdin.isatty():
            self.console.print(Text(typed))  # so that what was piped in stands in what comes out
        return typed

    def _aside(self, text: Text) -> None:
        if self._column and self._column + len(BETWEEN) + text.cell_len > self.console.width:
            self.end_line()
        if self._column:
            self.console.print(BETWEEN, end="")
            self._column += len(BETWEEN)
        self.console.print(text, end="", soft_wrap=True)
        self.console.file.flush()
        self._column += text.cell_len
        self._blank = False

    def _wait(self) -> None:
        if self.pause > 0:
            time.sleep(self.pause)


def wrapped(text: Text, width: int) -> list[Text]:
    """A text in lines no wider than that, broken at spaces; a card's are unbreakable, and plain again afterwards."""
    breaks = []
    start = end = 0
    for place, character in enumerate([*text.plain, " "]):
        if character == " ":
            if cell_len(text.plain[start:place]) > width and end > start:
                breaks.append(end)
                start = end
            end = place + 1
    lines = list(text.divide(breaks))
    for line in lines:
        line.plain = line.plain.replace(UNBREAKABLE, " ")
        line.rstrip()
    return lines


def laid_out(menu: Menu, width: int, more: bool = False) -> list[Text]:
    """A menu as lines: each choice behind its number, in columns, rows with a heading on lines of their own."""
    lines: list[Text] = []
    number = 1
    indent = max((row.heading.cell_len for row in menu.rows if row.heading is not None), default=-2) + 2
    rows = [(row.heading, row.choices) for row in menu.rows] if not more else [(None, menu.more)]
    if more:
        number += menu.shown
    cells = [
        (heading, [_numbered(number, choice.label) for number, choice in enumerate(choices, start)])
        for (heading, choices), start in zip(rows, _starts(number, [len(choices) for _, choices in rows]), strict=True)
    ]
    column = max((cell.cell_len for _, row in cells for cell in row), default=0) + 2
    columns = max(1, (width - indent) // column)
    for heading, row in cells:
        for first in range(0, len(row), columns):
            line = Text()
            if heading is not None and first == 0:
                line.append_text(heading)
            line.pad_right(indent - line.cell_len)
            for cell in row[first : first + columns]:
                line.append_text(cell)
                line.pad_right(column - cell.cell_len)
            line.rstrip()
            lines.append(line)
    return lines


def _starts(first: int, sizes: Sequence[int]) -> list[int]:
    return [first + sum(sizes[:place]) for place in range(len(sizes))]


def _numbered(number: int, label: Text) -> Text:
    return Text.assemble((f"{number:>2}", "bold cyan"), (") ", "dim"), label)
