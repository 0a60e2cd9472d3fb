"""A match, then a tournament, with a bot of one's own: `python examples/arena.py`."""

from mybots import Ducker

import tablee
from tablee.arena import play, report, tournament
from tablee.bots import find_bot, register

register("ducker", Ducker)
setup = tablee.game("stick-em", players=4, rounds=1)


def one_match():
    entries = [find_bot(name) for name in ("ducker", "novice", "casual", "random")]  # by seat
    played = play(setup, entries, seed="friday")
    print(played.match.scores, "won by seat", *played.match.winners)


def many():
    bots = ["ducker", "random", "random", "random"]
    outcomes = tournament(setup, bots, games=40, seed=7)
    figures = report(setup, bots, outcomes, seed=7, duplicate=True)
    for bot in figures["bots"]:
        wins = bot["wins"]
        print(f"{bot['bot']}: {wins['mean']:.0%} of the matches ({wins['low']:.0%} to {wins['high']:.0%})")
    print("faults:", figures["faults"])


if __name__ == "__main__":  # the tournament starts processes, and each of them imports this file
    one_match()
    many()
