"""Bots against bots: `tablee arena` and `tablee ladder`."""

import shlex
from collections import defaultdict
from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from tablee import chart
from tablee.arena.figures import DEALS
from tablee.catalogue.game import Json
from tablee.cli.report import counted, draw_picture, headline, light_table, show_table

FAULTS = 10  # kinds of them that are shown
LABEL = 20  # letters of a bot's name in a picture


def show(console: Console, figures: Json) -> None:
    """A tournament's report."""
    console.print(escape(f"{headline(figures)}, seed {figures['seed']}"))
    console.print(
        f"{counted(figures['games'], 'match', 'es')} over {counted(figures['deals'], 'deal')}"
        f"{', each deal with every rotation of the seats' if figures['duplicate'] else ''}; "
        f"par is {figures['par']:.1%}; {how_sure(figures['deals'])}"
    )
    console.print()
    faults = ["faults in"] if figures["faults"] else []
    table = light_table("bot", "seats", "wins", "margin", "rating", *faults)
    for bot in sorted(figures["bots"], key=lambda bot: -bot["wins"]["mean"]):
        table.add_row(
            escape(bot["bot"]),
            str(bot["seats"]),
            share(bot["wins"]),
            points(bot["margin"]),
            points(bot["rating"]),
            *(f"{bot['replaced']} of {figures['games']}" for _ in faults),
        )
    show_table(console, table)
    show_faults(console, figures, figures["faults"])


def show_ladder(console: Console, figures: Json) -> None:
    faults = [fault for rung in figures["rungs"] for fault in rung["faults"]]
    lowest_rung = figures["rungs"][0]
    console.print(escape(f"{headline(figures)}, seed {lowest_rung['seed']}"))
    console.print(
        f"Each bot alone at a table of the one below; par is {figures['par']:.1%}; {how_sure(lowest_rung['deals'])}"
    )
    console.print()
    table = light_table("bot", "against", "games", "wins", "margin", "rating", *(["faults in"] if faults else []))
    for rung in reversed(figures["rungs"]):
        upper, lower = rung["bots"]
        table.add_row(
            escape(upper["bot"]),
            f"{lower['seats']} × {escape(lower['bot'])}",
            str(rung["games"]),
            share(upper["wins"]),
            points(upper["margin"]),
            points(figures["ratings"][upper["bot"]]),
            *([str(len({fault["game"] for fault in rung["faults"]}))] if faults else []),
        )
    lowest = lowest_rung["bots"][1]["bot"]
    table.add_row(escape(lowest), "", "", "", "", points(figures["ratings"][lowest]))
    show_table(console, table)
    show_faults(console, figures, faults)


def draw_ladder(path: str, figures: Json) -> None:
    """The rungs as a picture."""
    rows = []
    for rung in reversed(figures["rungs"]):
        upper, lower = rung["bots"]
        wins = upper["wins"]
        low, high = (wins["mean"] if wins[end] is None else wins[end] for end in ("low", "high"))
        rows.append((f"{label(upper['bot'])} among {label(lower['bot'])}", wins["mean"], low, high))
    across = f"matches won ({how_sure(figures['rungs'][0]['deals'])}); dashed: the share of an equal"
    draw_picture(path, chart.intervals(headline(figures), rows, across, figures["par"]))


def label(bot: str) -> str:
    """A bot's name for a picture. Of a long one it is the end that tells it from others: `module:Class`."""
    return bot if len(bot) <= LABEL else f"…{bot[1 - LABEL :]}"


def how_sure(deals: int) -> str:
    return "95 % intervals" if deals >= DEALS else f"an interval takes at least {DEALS} deals"


def share(interval: Json) -> str:
    if interval["low"] is None:
        return f"{interval['mean']:.1%}"
    return rf"{interval['mean']:.1%} \[{interval['low']:.0%}–{interval['high']:.0%}]"


def points(interval: Json) -> str:
    if interval["low"] is None:
        return f"{interval['mean']:.1f}"
    return f"{interval['mean']:.1f} ±{interval['high'] - interval['mean']:.1f}"


def show_faults(console: Console, figures: Json, faults: Sequence[Json]) -> None:
    """Who failed, and how; a bot that fails is replaced by `casual` for the rest of the match."""
    if not faults:
        return
    console.print()
    console.print(f"[bold]{counted(len(faults), 'fault')}[/]; after one, casual plays on in the bot's place")
    alike: dict[tuple[str, str], list[Json]] = defaultdict(list)
    for fault in faults:
        alike[fault["bot"], fault["what"]].append(fault)
    for (bot, what), (first, *others) in list(alike.items())[:FAULTS]:
        again = f" (and {counted(len(others), 'time')} more)" if others else ""
        console.print(
            f"  {escape(bot)}, game {first['game']}, seat {first['seat']}, "
            f"after {counted(first['after'], 'action')}: {escape(what)}{again}"
        )
    if len(alike) > FAULTS:
        console.print(f"  and {len(alike) - FAULTS} of other kinds: --json lists them all")
    console.print(Text(f"the first of these matches again: {match_again(figures, faults[0])}"), soft_wrap=True)


def match_again(figures: Json, fault: Json) -> str:
    """The command that plays the match of a fault, and writes it down."""
    words = ["tablee", "record", figures["game"], "--players", str(figures["players"])]
    for name, value in figures["options"].items():
        words += ["--option", f"{name}={value}"]
    return shlex.join([*words, "--bots", ",".join(fault["seated"]), "--seed", fault["seed"], "-o", "match.json"])
