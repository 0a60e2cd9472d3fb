"""What several commands take: a game, players, options, a seed, a language."""

import os
import secrets
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer

from tablee.catalogue import Setup, find, games
from tablee.errors import BadBot, BadOption
from tablee.texts import default_language

BOT = "casual"  # whom one plays against, unless one asks for others

WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Language(StrEnum):
    en = "en"
    fr = "fr"


def slugs(incomplete: str) -> list[str]:
    return [game.slug for game in games() if game.slug.startswith(incomplete)]


GameSlug = Annotated[str, typer.Argument(metavar="GAME", help="As `tablee games` lists them.", autocompletion=slugs)]
Players = Annotated[
    int | None,
    typer.Option(
        "--players", "-p", metavar="N", help="How many sit at the table. [dim]Default: the game's usual number.[/]"
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME[=N]", help="An option of the game: `mild`, `rounds=2`. Give it again for more."
    ),
]
Seed = Annotated[
    str | None, typer.Option(metavar="TEXT", help="The same seed, the same cards. [dim]Default: a new one.[/]")
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        "--bot",
        metavar="NAME,NAME…",
        help="As `tablee bots` lists them, or your own as `module:Class`. The last takes all seats left.",
    ),
]
Rungs = Annotated[
    str,
    typer.Option(
        "--bots",
        "--bot",
        metavar="NAME,NAME…",
        help="From the lowest to the highest; as `tablee bots` lists them, or your own as `module:Class`.",
    ),
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="J", min=1, help="Processes. [dim]Default: one a core.[/]")
]
Limit = Annotated[
    float, typer.Option(metavar="SECONDS", min=0.01, max=3600, help="For a decision of a bot of your own.")
]
Lang = Annotated[Language | None, typer.Option("--lang", help="[dim]Default: from $LANG.[/]", show_default=False)]


def language(chosen: Language | None) -> str:
    return chosen.value if chosen is not None else default_language(os.environ)


def set_up(slug: str, players: int | None, options: Sequence[str] | None) -> Setup:
    """A game for so many players with options given as `mild` or `rounds=2`."""
    given: dict[str, object] = {}
    for option in options or []:
        name, equals, value = option.strip().partition("=")
        if name in given:
            raise BadOption(f"option {name!r} is given twice")
        given[name] = value_of(value) if equals else True
    return find(slug).setup(players, **given)


def value_of(text: str) -> object:
    """A number or a yes or no; anything else stays a text, which the option then refuses."""
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


def names_of(bots: str) -> list[str]:
    """The names in `expert,casual`."""
    names = [name.strip() for name in bots.split(",")]
    if not all(names):
        raise BadBot(f"bots are names with commas between them, `expert,casual,casual`; got {bots!r}")
    return names


def fill_seats(bots: str, seats: int) -> list[str]:
    """The bots of `expert,casual` for so many seats: the last of them takes all that are left."""
    names = names_of(bots)
    if len(names) > seats:
        raise BadBot(f"there is room for {seats} bot{'s' * (seats != 1)}; got {len(names)}: {', '.join(names)}")
    return names + names[-1:] * (seats - len(names))


def seed_or_new(seed: str | None) -> str:
    """The seed asked for, or a new one that is short enough to be typed again."""
    return str(secrets.randbelow(10**9)) if seed is None else seed
