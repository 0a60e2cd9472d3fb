"""Compile what the bots search with, before one needs it: `python -m tablee.bots.prepare stick-em stoick`.

Some seconds a game, once on a machine: the result stays in the cache. Without names, all games. It gives way to
whatever else wants the processor.
"""

import argparse
import os
import threading
import time

from tablee.bots.levels import Expert
from tablee.catalogue import find, games

NICE = 10
LOOK = 1.0  # seconds between two looks whether the parent is still there


def prepare(slug: str) -> None:
    Expert(find(slug).setup(), 0).prepare()  # the master searches with the same code


def leave_with(parent: int) -> None:
    """End when the process that wants it has gone, however that ended."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile what the bots search with.")
    parser.add_argument("games", nargs="*", choices=[game.slug for game in games()], metavar="GAME")
    parser.add_argument("--parent", type=int, metavar="PID", help="end when this parent does")
    arguments = parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(NICE)
    if arguments.parent:
        leave_with(arguments.parent)
    for slug in arguments.games or [game.slug for game in games()]:
        prepare(slug)


if __name__ == "__main__":
    main()
