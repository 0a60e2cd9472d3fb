"""The rule pages: the files of docs/games, which a wheel carries as tablee/pages."""

from importlib.resources import files
from pathlib import Path

from tablee.errors import TableeError


def page(slug: str, language: str) -> str:
    """A game's rules in Markdown."""
    packaged = files("tablee").joinpath("pages", language, f"{slug}.md")
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    checkout = Path(__file__).parents[3] / "docs" / "games" / language / f"{slug}.md"
    try:
        return checkout.read_text(encoding="utf-8")
    except OSError:
        raise TableeError(f"the rules of {slug} are not here: no {packaged} and no {checkout}") from None
