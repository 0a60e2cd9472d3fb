"""The coach in a process of its own: a record in, a review out."""

import argparse
import sys

import msgspec

from tablee.beside import give_way, leave_with
from tablee.catalogue.game import Json
from tablee.coach import Analysis, analyse
from tablee.pictures import choice_of


def main() -> None:
    parser = argparse.ArgumentParser(description="Go through a record with the coach.")
    parser.add_argument("seat", type=int)
    parser.add_argument("--parent", type=int, required=True, help="end when this parent does")
    arguments = parser.parse_args()
    give_way()
    leave_with(arguments.parent)
    record = msgspec.json.decode(sys.stdin.buffer.read())
    sys.stdout.buffer.write(msgspec.json.encode(review_of(analyse(record, [arguments.seat]))))


def review_of(analysis: Analysis) -> Json:
    """The analysis, and with each decision what the two actions that it names concern."""
    setup, review = analysis.match.setup, analysis.as_json()
    for decision, told in zip(analysis.decisions, review["decisions"], strict=True):
        told["choice"] = choice_of(setup, decision.action)
        told["best_choice"] = choice_of(setup, decision.best)
    return review


if __name__ == "__main__":
    main()
