"""Compile what the bots search with, before one needs it: `python -m tablee.bots.prepare stick-em stoick`.

That takes long, but once on a machine: the result stays in the cache. Without names, all games. It gives way to
whatever else wants the processor.
"""

import argparse

from tablee.beside import give_way, leave_with
from tablee.bots.levels import Expert
from tablee.catalogue import find, games


def prepare(slug: str) -> None:
    Expert(find(slug).setup(), 0).prepare()  # the master searches with the same code


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile what the bots search with.")
    parser.add_argument("games", nargs="*", choices=[game.slug for game in games()], metavar="GAME")
    parser.add_argument("--parent", type=int, metavar="PID", help="end when this parent does")
    arguments = parser.parse_args()
    give_way()
    if arguments.parent:
        leave_with(arguments.parent)
    for slug in arguments.games or [game.slug for game in games()]:
        prepare(slug)


if __name__ == "__main__":
    main()
