"""Bots of somebody's own, good and bad, for the tests to seat as `odd_bots:Class`."""

import json
import os
import sys
import threading
from typing import Any

import numpy as np

from tablee.bots import Bot, Casual
from tablee.bots.tempo import BEGINNER, SHARP


class First(Bot):
    """The example of the interface."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return legal[0]


class Chatty(Bot):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        print(f"I may do {len(legal)} things")
        return legal[0]


class Last(Bot):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return np.int64(legal[-1])


class Swift(Casual):
    """The casual bot with a master's hands."""

    tempo = SHARP


class Slow(Casual):
    """And with a beginner's."""

    tempo = BEGINNER


class Vandal(First):
    """Tries to change the match by what it is given."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        answer = legal[0]
        legal.clear()
        for name in view.dtype.names:
            view[name] = 0
        return answer


class Spy(First):
    """Keeps what it is given."""

    seen: list[Any] = []  # noqa: RUF012

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        self.seen.append((view, legal, rng))
        return legal[0]


# ---- bots that fail ----


class Raises(First):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        raise ZeroDivisionError("three ways\nout of here")


class RaisesNothing(First):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        raise RuntimeError


class RaisesElsewhere(First):
    """In a library that it uses."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return json.loads("no JSON")


class RaisesLater(First):
    asked = 0

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        self.asked += 1
        if self.asked == 3:
            raise IndexError("enough")
        return legal[0]


class RaisesWhenMade(First):
    def __init__(self, setup: Any, seat: int) -> None:
        raise OSError("no model on this machine")


class TakesNoSeat(First):
    def __init__(self) -> None:
        super().__init__(None, 0)  # type: ignore[arg-type]


class NoChoose(Bot):
    pass


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ValueError("not even my name")


class RaisesTheUnspeakable(First):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        raise Unspeakable


class Exits(First):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        sys.exit(3)


class Interrupts(First):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        raise KeyboardInterrupt


class ExitsWhenMade(First):
    def __init__(self, setup: Any, seat: int) -> None:
        sys.exit(3)


class Hangs(First):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        threading.Event().wait()


class HangsWhenMade(First):
    def __init__(self, setup: Any, seat: int) -> None:
        threading.Event().wait()


class HoldsThePython(First):
    """Takes its time in C, where Python cannot look at the clock meanwhile."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        sum(range(30_000_000))
        return legal[0]


class EndsTheProcess(First):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        os._exit(3)


class Mute:
    def __repr__(self) -> str:
        raise ValueError("no words")


class Answers(First):
    """Answers the same, whatever it is asked."""

    answer: Any = None

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return self.answer


class AnswersNone(Answers):
    pass


class Waits(Bot):
    """Never does anything where it may wait."""

    def choose(self, view, legal, rng):
        return None


class AnswersFloat(Answers):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return float(legal[0])


class AnswersNan(Answers):
    answer = float("nan")


class AnswersWords(Answers):
    answer = "play red 3"


class AnswersTrue(Answers):
    answer = True


class AnswersNumpyTrue(Answers):
    answer = np.True_


class AnswersHuge(Answers):
    answer = 10**30


class AnswersTooHugeToPrint(Answers):
    answer = 10**5000


class AnswersNegative(Answers):
    answer = -1


class AnswersList(Answers):
    answer = [33]  # noqa: RUF012


class AnswersArray(Answers):
    answer = np.arange(3000).reshape(50, 60)


class AnswersAll(Answers):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return np.array(legal)


class AnswersAtLength(Answers):
    answer = "x" * 10_000


class AnswersMute(Answers):
    answer = Mute()


class Trick(int):
    """A whole number that is not what it says."""

    def __eq__(self, other: object) -> bool:
        raise KeyError("equal")

    def __int__(self) -> int:
        return 77777

    __index__ = __int__

    def __hash__(self) -> int:
        raise KeyError("hash")

    def __repr__(self) -> str:
        raise SystemExit(4)


class AnswersTricks(First):
    """Legal ones, if one looks closely."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return Trick(legal[0])


class Disguised:
    """Nothing at all, that says it is a whole number."""

    __class__ = np.int64  # type: ignore[assignment]


class Lines(str):
    def splitlines(self, keepends: bool = False) -> list[str]:
        raise RuntimeError("no lines")


class Talkative:
    def __repr__(self) -> str:
        return Lines("one\ntwo")


class Leaving(SystemExit):
    @property
    def code(self) -> Any:  # type: ignore[override]
        raise RuntimeError("no code")


class AnswersADisguise(Answers):
    answer = Disguised()


class AnswersSpans(First):
    """A time, which NumPy counts among the whole numbers."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return np.timedelta64(legal[0], "ns")


class AnswersTalk(Answers):
    answer = Talkative()


class Leaves(First):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        raise Leaving


class Tallied(First):
    """Leaves a line for every seat it takes."""

    def __init__(self, setup: Any, seat: int) -> None:
        super().__init__(setup, seat)
        with open(os.environ["TALLY"], "a", encoding="utf-8") as tally:
            tally.write("here\n")


class AnswersATrick(Answers):
    answer = Trick(-3)


class RaisesEscapes(First):
    """What it says would clear the terminal."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        raise ValueError("\x1b[2J\x07bye")


class ChangesTheOptions(First):
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        self.setup.options["rounds"] = 2  # type: ignore[index]
        return legal[0]


class Illegal(First):
    """An action of the game, but not one it may take."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return next(action for action in self.setup.action_names if action not in legal)


class Sleeper(Bot):
    """Waits whenever it has a choice; after very many questions it gives up, so that a test ends."""

    asked = 0

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        self.asked += 1
        if self.asked > 1000:
            raise TimeoutError("asked without end")
        return legal[0] if len(legal) == 1 else None


class TempoNone(First):
    tempo = None  # type: ignore[assignment]


class TempoStill(Casual):
    """Hands that never arrive."""

    tempo = BEGINNER.__class__(reaction=float("nan"), hand=-1.0, spread=0.0, slips=2.0, memory=0.5)


class NotABot:
    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return legal[0]


def no_class() -> None:
    pass
