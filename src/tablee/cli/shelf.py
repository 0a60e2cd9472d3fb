"""What is on the shelf: `tablee games`, `tablee rules` and `tablee bots`."""

import json

from rich import box
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from tablee.bots import BOTS, LEVELS
from tablee.catalogue import Game, Option, find, games
from tablee.catalogue.game import Json
from tablee.cli.pages import page
from tablee.cli.voice import Voice


def show_games(console: Console, language: str) -> None:
    voice = Voice(language)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    for column in ("title", "slug", "players", "minutes", "age", "options"):
        table.add_column(voice.say(f"games.{column}"), overflow="fold")
    for game in games():
        table.add_row(
            Text(game.title, style="bold"),
            Text(game.slug, style="cyan"),
            f"{game.players[0]}–{game.players[-1]}",
            game.minutes,
            f"{game.age}+",
            ", ".join(option_and_default(option, game) for option in game.options),
        )
    console.print(table)
    console.print()
    console.print(voice.say("games.by_players"))
    console.print()
    console.print(voice.say("games.how"))
    names = list(dict.fromkeys(option.name for game in games() for option in game.options))
    lines = Table.grid(padding=(0, 2))
    for name in names:
        lines.add_row("", Text(name, style="cyan"), voice.say(f"option.{name}"))
    console.print(lines)


def option_and_default(option: Option, game: Game) -> str:
    """`mild`, `rounds=5`, or `rounds=4*` where the default goes with the number of players."""
    if option.is_flag:
        return option.name
    return f"{option.name}={option.default_for(game.usual)}{'*' if callable(option.default) else ''}"


def games_as_json(language: str) -> str:
    return json.dumps([_game(game, Voice(language)) for game in games()], ensure_ascii=False, indent=2)


def _game(game: Game, voice: Voice) -> Json:
    return {
        "slug": game.slug,
        "title": game.title,
        "authors": game.authors,
        "pitch": voice.word(f"pitch.{game.slug}"),
        "players": list(game.players),
        "usual": game.usual,
        "minutes": game.minutes,
        "age": game.age,
        "rules": game.version,
        "options": [_option(option, game, voice) for option in game.options],
        "conflicts": [[clash.one, clash.other] for clash in game.conflicts],
    }


def _option(option: Option, game: Game, voice: Voice) -> Json:
    """An option; `default` has one entry for each number of players."""
    return {
        "name": option.name,
        "kind": option.kind,
        "low": option.low,
        "high": option.high,
        "default": {str(players): option.default_for(players) for players in game.players},
        "text": voice.word(f"option.{option.name}"),
    }


def show_rules(console: Console, slug: str, language: str) -> None:
    """A game's page: laid out in a terminal, as it stands elsewhere."""
    text = page(find(slug).slug, language)
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        console.file.write(text)


def show_bots(console: Console, language: str) -> None:
    """The company, from the lowest level up."""
    voice = Voice(language)
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    for level in LEVELS:
        name, about = Text(voice.word(f"bot.{level}.name"), style="bold"), voice.say(f"bot.{level}.about")
        table.add_row(Text(level, style="cyan"), name, about)
    for other in BOTS.keys() - LEVELS.keys():
        table.add_row(Text(other, style="cyan"), "", voice.say("bot.random") if other == "random" else "")
    console.print(table)
    console.print()
    console.print(voice.say("bot.how"))
