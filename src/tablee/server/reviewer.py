"""The coach in a process of its own: a record in, a review out.

The record is the first line that comes in. For each further one the coach works for as long as a turn is, and answers
with a line: an empty one, or the review.
"""

import argparse
import sys
import time

import msgspec

from tablee.beside import give_way, leave_with
from tablee.catalogue.game import Json
from tablee.coach import Analysis, analyse
from tablee.pictures import choice_of


class Turns:
    """Told of each action gone through, it waits for the next turn when this one is over."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = 0.0

    def wait(self) -> None:
        if not sys.stdin.buffer.readline():
            sys.exit()  # nobody wants to know any more
        self._until = time.monotonic() + self._seconds

    def __call__(self, done: int, of: int) -> None:
        if time.monotonic() >= self._until and done < of:
            say(b"")
            self.wait()


def say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description="Go through a record with the coach.")
    parser.add_argument("seat", type=int)
    parser.add_argument("--turn", type=float, required=True, help="seconds")
    parser.add_argument("--parent", type=int, required=True, help="end when this parent does")
    arguments = parser.parse_args()
    give_way()
    leave_with(arguments.parent)
    record = msgspec.json.decode(sys.stdin.buffer.readline())
    turns = Turns(arguments.turn)
    turns.wait()
    say(msgspec.json.encode(review_of(analyse(record, [arguments.seat], progress=turns))))


def review_of(analysis: Analysis) -> Json:
    """The analysis, and with each decision what the two actions that it names concern."""
    setup, review = analysis.match.setup, analysis.as_json()
    for decision, told in zip(analysis.decisions, review["decisions"], strict=True):
        told["choice"] = choice_of(setup, decision.action)
        told["best_choice"] = choice_of(setup, decision.best)
    return review


if __name__ == "__main__":
    main()
