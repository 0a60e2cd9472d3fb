"""Chance for the bots and for the order of play, from a seed of its own: the match's is for the cards alone."""

from collections.abc import Sequence
from typing import TypeVar

from tablee.rng import below, seed_from, words

Thing = TypeVar("Thing")


class Chance:
    def __init__(self, seed: object) -> None:
        self._rng = words(seed_from(f"bots {seed}"))

    def below(self, n: int) -> int:
        return int(below(self._rng, n))

    def pick(self, things: Sequence[Thing]) -> Thing:
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[Thing]) -> list[Thing]:
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in things]
