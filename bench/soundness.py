"""A million random games over every game, player count and set of options, the status of every position taken.

    python bench/soundness.py [--games 1000000]

writes bench/soundness.md. A game that breaks an invariant or does not end is named, and the exit code is 1.
"""

import argparse
import itertools
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import tablee
from tablee.batch import playouts
from tablee.catalogue import Game, Setup
from tablee.errors import BadOption

HERE = Path(__file__).parent


def setups(game: Game) -> Iterator[Setup]:
    """Every number of players with every set of flags that may be combined; and longer matches of some."""
    flags = [option.name for option in game.options if option.is_flag]
    for players in game.players:
        for chosen in itertools.product((False, True), repeat=len(flags)):
            try:
                yield game.setup(players, **dict(zip(flags, chosen, strict=True)))
            except BadOption:  # a combination that the game refuses
                continue
        if game.slug == "stop-it":
            yield game.setup(players, points=200)  # long enough to empty the piles (SI-14, SI-18)
            yield game.setup(players, points=200, end_when_empty=True)
        if game.slug == "stoick":
            yield game.setup(players, games=3, first=players - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", default="soundness")
    arguments = parser.parse_args()
    entries = {game: list(setups(game)) for game in tablee.games()}
    lines, played, flawed = [], 0, 0
    began = time.perf_counter()
    for game, listed in entries.items():
        games, decisions, longest = 0, 0, 0
        # Each rule set gets the same share, spread over its setups.
        share = -(-arguments.games // (len(entries) * len(listed)))
        for setup in listed:
            result = playouts(setup, share, seed=f"{arguments.seed} {setup!r}", checked=True)
            wrong = int((result.decisions < 0).sum())
            if wrong:
                print(f"{setup!r}: {wrong} games with a flaw, or without end", file=sys.stderr)
            flawed += wrong
            games += share
            decisions += int(result.decisions.clip(0).sum())
            longest = max(longest, int(result.decisions.max()))
        played += games
        lines.append(f"| {game.title} | {len(listed)} | {games:,} | {decisions:,} | {longest:,} |")
        print(lines[-1], flush=True)
    text = "\n".join(
        [
            "# Random games, every position checked",
            "",
            f"Made by `python bench/soundness.py --games {arguments.games}` in {time.perf_counter() - began:,.0f} s.",
            f"{played:,} games, {flawed} with a flaw or without end.",
            "",
            "| game | setups | games | decisions | longest game |",
            "| --- | ---: | ---: | ---: | ---: |",
            *lines,
            "",
        ]
    )
    (HERE / "soundness.md").write_text(text, encoding="utf-8")
    print(text)
    sys.exit(1 if flawed else 0)


if __name__ == "__main__":
    main()
