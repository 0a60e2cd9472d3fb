"""How quick and how sure somebody's hands are: what a level means in Stop it!, the game in real time.

People's reaction times are skewed, with a long tail of slow ones; a log-normal fits them well. Noticing and choosing
among several cards takes most people 0.4 to 0.8 s, moving a card a little less, and a practised player is about twice
as fast as a beginner. The figures below are set by these rules of thumb, not fitted to players of this game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablee.dice import Dice
from tablee.rules.stop_it import (
    CALL_HAND,
    CALL_NOTHING,
    CALL_PILE,
    DROP,
    FILE,
    FILE_STOP,
    GO,
    PASS,
    PICK,
    PILES,
    TAKE_PILE,
    top_of,
)
from tablee.rules.stop_it_hand import FIRST_STOP, is_stop

BREATH = 1.5  # seconds from a count to the next "go"


@dataclass(frozen=True)
class Tempo:
    reaction: float  # median seconds to see and to decide,
    hand: float  # and to move a card
    spread: float  # of both: the deviation of their logarithm
    slips: float  # the chance that a card ends up where it does not belong
    memory: float  # the chance to have kept count of a card that somebody else took
    alarms: float = 0.0  # the chance to cry out at nothing instead of taking a card, where one can (SI-19)


BEGINNER = Tempo(reaction=0.85, hand=0.75, spread=0.40, slips=0.08, memory=0.5, alarms=0.01)
STEADY = Tempo(reaction=0.60, hand=0.55, spread=0.35, slips=0.03, memory=0.75)
QUICK = Tempo(reaction=0.45, hand=0.42, spread=0.30, slips=0.012, memory=0.9)
SHARP = Tempo(reaction=0.36, hand=0.34, spread=0.25, slips=0.004, memory=0.98)


def check_tempo(tempo: object) -> None:
    """Refuse hands that nobody could have."""
    if not isinstance(tempo, Tempo):
        raise TypeError(f"a bot's tempo is a tablee.bots.tempo.Tempo; got one of {type(tempo).__name__}")
    times, chances = (tempo.reaction, tempo.hand), (tempo.slips, tempo.memory, tempo.alarms)
    if not (all(0 < time < 60 for time in times) and 0 <= tempo.spread < 3 and all(0 <= one <= 1 for one in chances)):
        raise ValueError(f"no hands have such a tempo: {tempo}")


def delay(tempo: Tempo, action: int, rng: Dice) -> float:
    """Seconds from seeing the table to the end of the action."""
    if action == GO:
        return BREATH
    if CALL_PILE <= action < PICK or action in (CALL_NOTHING, PASS):
        return rng.around(tempo.reaction, tempo.spread)
    if FILE <= action <= FILE_STOP or action == DROP:
        return rng.around(tempo.hand, tempo.spread)  # what to do with a card in the hand needs no decision
    return rng.around(tempo.reaction, tempo.spread) + rng.around(tempo.hand, tempo.spread)


def still_stands(before: Any, now: Any, action: int | None) -> bool:
    """Whether a hand that was on its way when the table looked like `before` still wants to arrive. After a count
    everything is thought over."""
    if before.calls != now.calls:
        return False
    if action == CALL_NOTHING:
        return not any(is_stop(top_of(now, pile)) for pile in range(PILES))
    if action is None or not TAKE_PILE <= action < CALL_HAND:
        return True
    pile = (action - TAKE_PILE) % (CALL_PILE - TAKE_PILE)
    return int(top_of(before, pile)) == int(top_of(now, pile))


def slip(tempo: Tempo, action: int, legal: Sequence[int], rng: Dice) -> int:
    """The action, or now and then a card filed in the wrong place, or let fall; or a false alarm."""
    if FILE <= action <= FILE_STOP and rng.happens(tempo.slips):
        return rng.pick([other for other in legal if FILE <= other <= FILE_STOP or other == DROP])
    if TAKE_PILE <= action < CALL_PILE and CALL_NOTHING in legal and rng.happens(tempo.alarms):
        return CALL_NOTHING
    return action


class Memory:
    """What somebody remembers of the cards that others took: of each card it is settled once whether it was noticed."""

    def __init__(self, tempo: Tempo) -> None:
        self.tempo = tempo
        self._noticed: dict[tuple[int, int], list[bool]] = {}  # by player and kind, one for each such card

    def blur(self, view: Any, seat: int, rng: Dice) -> Any:
        """The view, less what slipped the seat's mind. Stops, which lie open, are seen."""
        blurred = view.copy()
        if view.open_hands:
            return blurred
        for other in range(int(view.players)):
            for kind in range(1, FIRST_STOP if other != seat else 0):
                taken = int(view.owned[other, kind])
                noticed = self._noticed.setdefault((other, kind), [])
                noticed += [rng.happens(self.tempo.memory) for _ in range(taken - len(noticed))]
                del noticed[taken:]  # cards went back: in the next round there are others
                in_sight = int(view.dropped[other, kind]) + (view.holding[other] == kind)
                blurred.owned[other, kind] = max(sum(noticed), in_sight)
        return blurred
