"""The README's picture, docs/play.svg: how a game begins in `tablee play`. Run: python docs/picture.py"""

import io
import re
import sys
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from tablee import find
from tablee.cli.play import Table
from tablee.cli.talk import Talk
from tablee.rng import seed_from

TYPED = "6\n10\n"  # a curse and a card; then the player is called away


def main() -> None:
    console = Console(record=True, width=84, force_terminal=True, file=io.StringIO())
    sys.stdin = io.StringIO(TYPED)
    with suppress(EOFError):
        Table(find("stick-em").setup(4), 0, seed_from("picture"), "en", Talk(console)).play()
    svg = console.export_svg(title="tablee play stick-em")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # whatever monospace the reader has will do
    (Path(__file__).parent / "play.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
