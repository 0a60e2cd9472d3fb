"""What a bot is, and what it can say of its thoughts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablee.bots.tempo import STEADY, Tempo
from tablee.catalogue import Setup
from tablee.dice import Dice


@dataclass(frozen=True)
class Thought:
    """What a bot thought of its choices: whatever of this it can tell."""

    reason: str | None = None  # why, in a word: a key of the texts, such as `reason.cursed.duck`
    values: Mapping[int, float] = field(default_factory=dict)  # the chance to win after each action
    shares: Mapping[int, float] = field(default_factory=dict)  # how much of its thinking went to each action


class Bot:
    """Plays one seat of one match. Your own is a class with a `choose`:

        class First(Bot):
            def choose(self, view, legal, rng):
                return legal[0]

    `view` is what the seat knows (never the state), `legal` the actions it may take, `rng` the only chance it should
    use: with the same three it should choose the same. The answer is one of `legal`; or None, to wait, where others
    may act too.
    """

    tempo: Tempo = STEADY  # in a real-time game: how quick its hands are

    def __init__(self, setup: Setup, seat: int) -> None:
        self.setup = setup
        self.seat = seat
        self.thought: Thought | None = None  # of the last choice

    def prepare(self) -> None:
        """Whatever takes long, before anybody waits for a choice. Called for every seat of every match."""

    def choose(self, view: Any, legal: Sequence[int], rng: Dice) -> int | None:
        raise NotImplementedError
