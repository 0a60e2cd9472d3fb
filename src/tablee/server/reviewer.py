"""The coach in a process of its own: a record in, a review out."""

import argparse
import sys

import msgspec

from tablee.beside import give_way, leave_with
from tablee.coach import analyse


def main() -> None:
    parser = argparse.ArgumentParser(description="Go through a record with the coach.")
    parser.add_argument("seat", type=int)
    parser.add_argument("--parent", type=int, required=True, help="end when this parent does")
    arguments = parser.parse_args()
    give_way()
    leave_with(arguments.parent)
    record = msgspec.json.decode(sys.stdin.buffer.read())
    sys.stdout.buffer.write(msgspec.json.encode(analyse(record, [arguments.seat]).as_json()))


if __name__ == "__main__":
    main()
