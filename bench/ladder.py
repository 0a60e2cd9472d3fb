"""The ladder of the shipped levels, for every rule set at its usual number of players (and Hat Trick with four, too).

    python bench/ladder.py play --rungs novice:random,casual:novice,casual:random,expert:casual   # hours, all cores
    python bench/ladder.py write

`play` keeps every match's outcome in bench/ladder/*.json, one file for a setup and a rung, and goes on where it ended;
`write` makes bench/ladder.md and a picture for each setup of them. Each deal is played with every rotation of the
seats. A rung `upper:lower` is one `upper` at a table of `lower`. A file also says how its bots played (`conduct`): with
bots that play otherwise by now a rung is not gone on with, and in the table it is marked. To find that out, both let
every bot play a few matches first.
"""

import argparse
import hashlib
import json
import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import tablee
from run import machine
from tablee import chart
from tablee.arena import Outcome, tournament, whole_deals
from tablee.arena import play as play_match
from tablee.arena.chair import Fault
from tablee.arena.figures import fared
from tablee.arena.programme import Fixture
from tablee.bots import BOTS
from tablee.bots.levels import Searcher
from tablee.catalogue import Setup
from tablee.catalogue.game import Json

HERE = Path(__file__).parent
KEPT = HERE / "ladder"

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("stick-em", {}),
    ("sticheln", {}),
    ("sticheln", {"aggravated": True}),
    ("sticheln", {"reverse": True}),
    ("sticheln", {"delayed": True}),
    ("hat-trick", {}),
    ("hat-trick", {"players": 4}),
    ("shit", {}),
    ("stoick", {}),
    ("stop-it", {}),
]
RUNGS = ("novice:random", "casual:novice", "casual:random", "expert:casual", "master:expert")
SEED = "ladder"
EARLIER = "†"
SAMPLE, PASSES = 4, 60  # matches that show how a bot plays, and passes of a searcher for each decision in them
ACROSS = "share of the matches won, with 95 % intervals; dashed: par"


def name_of(setup: Setup) -> str:
    players = [] if setup.players == setup.game.usual else [str(setup.players)]
    return "-".join([setup.game.slug, *players, *setup.chosen])


def file_of(setup: Setup, rung: str) -> Path:
    return KEPT / f"{name_of(setup)}.{rung.replace(':', '-')}.json"


def table_of(setup: Setup, rung: str) -> list[str]:
    upper, lower = rung.split(":")
    return [upper, *[lower] * (setup.players - 1)]


@cache
def conduct(setup: Setup, bot: str) -> str:
    """Eight letters for how a bot plays: for all that it does in a few matches among its equals.

    Whoever searches does so by passes here, so it does not matter how fast.
    """
    name = f"{bot}@{PASSES}" if issubclass(BOTS[bot], Searcher) else bot
    matches = [play_match(setup, [name] * setup.players, f"fingerprint {number}").match for number in range(SAMPLE)]
    deeds = "".join(json.dumps(match.record()["actions"]) for match in matches)
    return hashlib.sha256(deeds.encode()).hexdigest()[:8]


def conducts(setup: Setup, rung: str) -> dict[str, str]:
    return {bot: conduct(setup, bot) for bot in rung.split(":")}


@dataclass
class Kept:
    """A rung as it was played: on which machines, how each bot played then, and what came of it."""

    machines: list[str]
    bots: dict[str, str]
    matches: list[Outcome]


def play(setups: list[Setup], rungs: list[str], games: int, jobs: int | None, to: Path) -> None:
    for setup in setups:
        for rung in rungs:
            file = to / file_of(setup, rung).name
            kept = read(file) if file.exists() else Kept([], conducts(setup, rung), [])
            kept.matches = without_gaps(kept.matches)
            if len(kept.matches) >= games:
                continue
            if kept.bots != conducts(setup, rung):
                sys.exit(f"{file} was played by bots that play otherwise by now: remove it, and the rung begins anew")
            kept.machines += [machine()] * (machine() not in kept.machines)
            go_on(setup, rung, games, jobs, file, kept)


def go_on(setup: Setup, rung: str, games: int, jobs: int | None, file: Path, kept: Kept) -> None:
    """Play a rung on, to so many matches."""

    def keep(outcome: Outcome) -> None:
        kept.matches.append(outcome)  # written at once: a run that is cut short can be reported, and gone on with
        file.write_text(json.dumps(asdict(kept)) + "\n", encoding="utf-8")

    first = len(kept.matches)
    tournament(setup, table_of(setup, rung), games - first, SEED, jobs=jobs, progress=keep, first=first)
    print(file.name, len(kept.matches), "matches", flush=True)


def read(file: Path) -> Kept:
    """A rung that was kept. A deal of which not every rotation was played is left out."""

    def outcome(kept: Any) -> Outcome:
        fixture = Fixture(kept["fixture"]["number"], kept["fixture"]["deal"], tuple(kept["fixture"]["seating"]))
        faults = tuple(Fault(**fault) for fault in kept["faults"])
        return Outcome(fixture, tuple(kept["scores"]), tuple(kept["wins"]), kept["decisions"], faults)

    content = json.loads(file.read_text(encoding="utf-8"))
    return Kept(content["machines"], content["bots"], whole_deals([outcome(kept) for kept in content["matches"]]))


def without_gaps(outcomes: list[Outcome]) -> list[Outcome]:
    """Those before the first that is missing, where a run that was cut short is gone on with."""
    in_order = sorted(outcomes, key=lambda one: one.fixture.number)
    return [one for place, one in enumerate(in_order) if one.fixture.number == place]


def write(setups: list[Setup]) -> None:
    used: dict[str, None] = {}
    lines = [
        "# The ladder",
        "",
        "Made by `python bench/ladder.py`, first `play`, then `write`: one bot at a table of another, each deal with "
        "every rotation of the seats. Wins with a 95 % interval (the matches of one deal count as one); the margin is "
        "in points over the mean of the others. The setups of Sticheln share their deals. Rungs that told too little "
        "were played on, which flatters an interval a little.",
        "",
        "| game | players | bot | among | matches | par | wins | interval | margin | interval | faults |",
        "| --- | ---: | --- | --- | ---: | ---: | ---: | --- | ---: | --- | ---: |",
    ]
    for setup in setups:
        rows = []
        for rung in RUNGS:
            if not file_of(setup, rung).exists():
                continue
            kept = read(file_of(setup, rung))
            used |= dict.fromkeys(kept.machines)
            lines.append(line(setup, rung, kept, "" if kept.bots == conducts(setup, rung) else EARLIER))
            wins = fared(rung.split(":")[0], table_of(setup, rung), kept.matches)["wins"]
            if wins["low"] is not None:
                rows.append((rung.replace(":", " among "), wins["mean"], wins["low"], wins["high"]))
        if rows:
            title = f"{title_of(setup)}, {setup.players} players"
            picture = chart.intervals(title, rows[::-1], ACROSS, 1 / setup.players)
            (KEPT / f"{name_of(setup)}.svg").write_text(picture, encoding="utf-8")
    names = [name_of(setup) for setup in setups]
    pictures = [f"![{name}](ladder/{name}.svg)" for name in names if (KEPT / f"{name}.svg").exists()]
    where = f"Played on: {'; '.join(used)}. Who searches thinks for so many milliseconds, so the machine matters."
    if any(EARLIER in line for line in lines):
        lines += ["", f"{EARLIER} One of the bots has come to play otherwise since."]
    (HERE / "ladder.md").write_text("\n".join([*lines, "", where, "", *pictures]) + "\n", encoding="utf-8")


def title_of(setup: Setup) -> str:
    return ", ".join([setup.game.title, *setup.chosen])


def line(setup: Setup, rung: str, kept: Kept, mark: str = "") -> str:
    """A rung as a line of the table."""
    upper, lower = rung.split(":")
    figures = fared(upper, table_of(setup, rung), kept.matches)
    wins, margin = figures["wins"], figures["margin"]
    cells = [
        title_of(setup),
        str(setup.players),
        upper,
        lower,
        f"{len(kept.matches)}{mark}",
        f"{1 / setup.players:.1%}",
    ]
    cells += [f"{wins['mean']:.1%}", span(wins, ".1%"), f"{margin['mean']:+.1f}", span(margin, "+.1f")]
    return f"| {' | '.join(cells)} | {sum(len(one.faults) for one in kept.matches)} |"


def span(figure: Json, form: str) -> str:
    return "too few deals" if figure["low"] is None else f"{figure['low']:{form}} to {figure['high']:{form}}"


def main() -> None:
    setups = [tablee.game(slug, **options) for slug, options in SETUPS]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "write"])
    parser.add_argument("--rungs", default=",".join(RUNGS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--only", choices=[name_of(setup) for setup in setups], help="one setup")
    parser.add_argument("--to", type=Path, default=KEPT)
    arguments = parser.parse_args()
    if arguments.what == "write":
        write(setups)
        return
    if arguments.only is not None:
        setups = [setup for setup in setups if name_of(setup) == arguments.only]
    arguments.to.mkdir(parents=True, exist_ok=True)
    play(setups, arguments.rungs.split(","), arguments.games, arguments.jobs, arguments.to)


if __name__ == "__main__":
    main()
