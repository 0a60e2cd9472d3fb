"""The README's picture, docs/play.svg: how a game begins in `tablee play`. Run: python docs/picture.py"""

import io
import re
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

from rich.console import Console

from tablee import find
from tablee.bots import find_bot
from tablee.cli.play import Table
from tablee.cli.talk import Talk
from tablee.rng import seed_from

TYPED = "6\n10\n"  # a curse and a card; then the player is called away


def drawn() -> str:
    console = Console(record=True, width=84, force_terminal=True, file=io.StringIO())
    bots = [find_bot("casual")] * 3
    with patch("sys.stdin", io.StringIO(TYPED)), suppress(EOFError):
        Table(find("stick-em").setup(4), 0, bots, seed_from("picture"), "en", Talk(console)).play()
    svg = console.export_svg(title="tablee play stick-em")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # whatever monospace the reader has will do


if __name__ == "__main__":
    (Path(__file__).parent / "play.svg").write_text(drawn(), encoding="utf-8")
