"""Printing news as it comes, and asking."""

import sys
import time
from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from tablee.cli.layout import wrapped
from tablee.cli.screens import Aside, News

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

    def show_command(self, text: Text) -> None:
        """A text with a command to be copied: not broken, however long."""
        self.end_line()
        self.console.print(text, soft_wrap=True)
        self._blank = False

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
        drop_typed_ahead()
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


def drop_typed_ahead() -> None:
    """Forget what was typed before the question was asked: the choices are numbered anew each time."""
    if sys.platform != "win32" and sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def number_in(typed: str, low: int, high: int) -> bool:
    """Whether that is a whole number within bounds."""
    return typed.isdecimal() and len(typed) <= len(str(high)) and low <= int(typed) <= high
