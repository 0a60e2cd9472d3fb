"""Dice for whoever sits at a table, from a seed of its own: a match's seed is for the cards alone."""

import math
from collections.abc import Sequence
from typing import TypeVar

from tablee.rng import below, next64, seed_from, words

Thing = TypeVar("Thing")


class Dice:
    def __init__(self, seed: object) -> None:
        self.words = words(seed_from(f"bots {seed}"))  # the generator itself, for rules that want one

    def below(self, n: int) -> int:
        """A whole number from 0 up to n - 1, each as likely; n is at most 2**31."""
        if not 1 <= n <= 1 << 31:
            raise ValueError(f"dice have from 1 to 2**31 sides; got {n!r}")
        return int(below(self.words, n))

    def pick(self, things: Sequence[Thing]) -> Thing:
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[Thing]) -> list[Thing]:
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in things]

    def unit(self) -> float:
        """A number from 0 up to 1."""
        return int(next64(self.words) >> 11) / 2.0**53

    def happens(self, probability: float) -> bool:
        return self.unit() < probability

    def around(self, median: float, spread: float) -> float:
        """A log-normal number, as people's reaction times are: half of them below the median, a long tail above."""
        normal = math.sqrt(-2 * math.log(1 - self.unit())) * math.cos(2 * math.pi * self.unit())
        return median * math.exp(spread * normal)
