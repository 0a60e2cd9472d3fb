"""What the commands that compute for a while share: a bar meanwhile, and figures or a picture at the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tablee.catalogue import find
from tablee.catalogue.game import Json
from tablee.errors import TableeError

WIDE = 1000  # cells: more than any table takes
SHARP = 2  # pixels of a PNG for one of the SVG


class Step(Protocol):
    def __call__(self, more: int = 1, of: int | None = None) -> None: ...


@contextmanager
def progress_bar(console: Console, what: str, total: int | None = None, first: str = "compiling") -> Iterator[Step]:
    """A bar, at a terminal only: `first` until something is done, `what` from then on."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(first, total=total)

        def step(more: int = 1, of: int | None = None) -> None:
            bar.update(task, advance=more, total=of, description=what)

        yield step


def light_table(*columns: str | Text) -> Table:
    """A table of figures, with who they belong to in the first column."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def show_table(console: Console, table: Table) -> None:
    """Nothing of it is cut where there is little room: a narrow terminal breaks its lines."""
    wanted = Measurement.get(console, console.options.update(max_width=WIDE), table).maximum
    table.width = wanted if wanted > console.width else None
    console.print(table, crop=False)


def counted(number: int, noun: str, more: str = "s") -> str:
    """1 deal, 2 deals."""
    return f"{number:,} {noun}{'' if number == 1 else more}"


def headline(figures: Json) -> str:
    """The game, the players, and the options that are not as usual."""
    game = find(figures["game"])
    flags = {option.name for option in game.options if option.is_flag}
    options = [name if name in flags and value else f"{name}={value}" for name, value in figures["options"].items()]
    return ", ".join([game.title, f"{figures['players']} players", *options])


def check_picture(path: str) -> None:
    """Refuse a file that no picture can be drawn into, before anybody has waited for it."""
    suffix = Path(path).suffix
    name = f"name the file {path.removesuffix(suffix)}.svg"
    if suffix.lower() == ".png" and find_spec("resvg_py") is None:
        raise TableeError(f'a PNG takes one package more: pip install "tablee[png]"; or {name}')
    if suffix.lower() not in ("", ".svg", ".png"):
        raise TableeError(f"pictures are drawn as SVG or PNG: {name}; got {path}")
    check_writable(path)


def check_writable(path: str) -> None:
    """Refuse a file that cannot be written, before anybody has waited for what goes into it."""
    target = Path(path)
    if target.is_fifo():  # somebody reads it, and to open and close it would be its end
        return
    new = not target.exists()
    try:
        target.open("ab").close()
    except OSError as error:
        raise TableeError(f"cannot write {path}: {error.strerror}") from None
    if new:
        target.unlink()


def draw_picture(path: str, picture: str) -> None:
    """Write a picture, given as SVG, in the form that the file's name asks for."""
    content = picture.encode()
    if Path(path).suffix.lower() == ".png":
        from resvg_py import svg_to_bytes

        content = bytes(svg_to_bytes(svg_string=picture, zoom=SHARP, background="white"))
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise TableeError(f"cannot write {path}: {error.strerror}") from None
