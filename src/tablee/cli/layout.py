"""Laying out lines: texts that do not break a card in two, and menus in columns."""

from rich.cells import cell_len
from rich.text import Text

from tablee.cli.ink import UNBREAKABLE
from tablee.cli.screens import Menu, Row


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
    """A menu as lines, each choice behind its number; with `more`, the choices that are shown only on demand."""
    rows = [Row(menu.more)] if more else menu.rows
    number = menu.shown + 1 if more else 1
    numbered = []
    for row in rows:
        numbered.append([_numbered(number + place, choice.label) for place, choice in enumerate(row.choices)])
        number += len(row.choices)
    indent = max((row.heading.cell_len + 2 for row in rows if row.heading is not None), default=0)
    column = max((cell.cell_len + 2 for cells in numbered for cell in cells), default=1)
    columns = max(1, (width - indent + 2) // column)
    lines = []
    for row, cells in zip(rows, numbered, strict=True):
        for first in range(0, len(cells), columns):
            line = row.heading.copy() if row.heading is not None and first == 0 else Text()
            line.pad_right(indent - line.cell_len)
            for cell in cells[first : first + columns]:
                line.append_text(cell)
                line.pad_right(column - cell.cell_len)
            line.rstrip()
            lines.append(line)
    return lines


def _numbered(number: int, label: Text) -> Text:
    return Text.assemble((f"{number:>2}", "bold cyan"), (") ", "dim"), label)
