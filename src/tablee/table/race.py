"""A game in real time: who was first, when play begins, and who is late.

Somebody with a long wire sees a card later than the others, and is heard later when they reach for it. So a claim (a
card taken, a stop called) does not count from when it arrives but from the moment at which its player would have acted
without a wire: the table knows when it changed to what they saw, and they say how long they looked at it. That is
believed as far as their wire allows, which the server measures itself; nobody gains more than `LONGEST`, and
a little slack.

Everything is in milliseconds, moments since 1970.
"""

import hashlib
from typing import Any

import msgspec

from tablee.catalogue.game import RealTime
from tablee.table.terms import Pace

LONGEST = 300  # of a wire, there and back, that is made up for
SLACK = 25  # that an unsteady wire may take longer than it was measured to
GRACE = 2000  # to file a card that was taken when somebody called (SI-6)
KEPT = 500  # versions back that somebody may still be reacting to
CLOSE = 500  # a claim that comes so soon after the one that was faster is written down, too
COUNTDOWN: dict[Pace, int] = {"instant": 0, "quick": 1000, "normal": 2000, "slow": 3000}  # from "go" to the first card


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a claim was made, and what that was worked out from."""

    moment: int  # from which it counts
    arrived: int
    wire: int = 0  # to its player and back, as measured
    seen: int = 0  # the version of the table that its player saw,
    reaction: int | None = None  # and for how long, by their own clock; None: they did not say


def timed(race: "Race", arrived: int, wire: int, seen: int, reaction: int | None) -> Timing:
    """A claim of somebody who saw that version for so long before they acted."""
    moment = arrived
    if reaction is not None:
        earliest = arrived - min(wire, LONGEST) - (SLACK if wire else 0)
        moment = min(arrived, max(earliest, race.shown(seen) + reaction))
    return Timing(moment, arrived, wire, seen, reaction)


def lot(secret: str, version: int, seat: int) -> bytes:
    """Who comes first of those with the same moment: drawn, and nobody can foresee it. Published with the secret."""
    return hashlib.sha256(f"{secret} {version} {seat}".encode()).digest()


class Race:
    """What a table keeps of a match in real time."""

    def __init__(self, game: RealTime, pace: Pace) -> None:
        self.game = game
        self.opens = 0  # when cards may be taken: after the countdown
        self._countdown = COUNTDOWN[pace]
        self._times: dict[int, int] = {}  # when each version came to be
        self._reached: dict[int, tuple[int, int]] = {}  # by pile: the version in which it changed, and the moment
        self._noted: set[tuple[int | None, int]] = set()  # what a seat was beaten to since that changed
        self._late: dict[int, int] = {}  # by seat: since when the table waits for it, play being interrupted

    def note(self, version: int, at: int) -> None:
        """The table has changed to that version."""
        self._times[version] = at
        self._times.pop(version - KEPT, None)

    def acted(self, version: int, at: int, action: int, timing: Timing | None) -> None:
        if self.game.starts(action):
            self.opens = at + self._countdown
        moment = timing.moment if timing is not None else at
        if self.game.interrupts(action):  # whatever anybody was reaching for, and whoever was waited for
            self._late.clear()
            self._reached = dict.fromkeys(range(self.game.places), (version, moment))
            self._noted.clear()
        elif (place := self.game.reaches_for(action)) is not None:
            self._reached[place] = version, moment
            self._noted = {(noted, seat) for noted, seat in self._noted if noted != place}

    def wait(self, state: Any, seats: int, at: int) -> None:
        """Note for whom play waits."""
        for seat in range(seats):
            if self.game.overdue(state, seat) is None:
                self._late.pop(seat, None)
            else:
                self._late.setdefault(seat, at)

    def wake(self, at: int) -> None:
        """Time begins anew: the table was away."""
        self._late = dict.fromkeys(self._late, at)

    def shown(self, version: int) -> int:
        """When there was something to react to: the table as it was then, or the end of the countdown."""
        return max(self._times.get(version, 0), self.opens)

    def deadline(self, seat: int) -> int | None:
        """When the table acts for a seat that keeps all others waiting."""
        return self._late[seat] + GRACE if seat in self._late else None

    def newest(self, before: int) -> int:
        """The newest version that somebody can have seen who is shown none after that moment."""
        return max((version for version, at in self._times.items() if at <= before), default=0)

    def beaten(self, action: int, seat: int) -> None:
        self._noted.add((self.game.reaches_for(action), seat))

    def is_noted(self, action: int, seat: int) -> bool:
        """Whether it is written down that the seat was beaten to what it reaches for: once is enough."""
        return (self.game.reaches_for(action), seat) in self._noted

    def faster(self, action: int, seen: int) -> int | None:
        """The moment at which somebody was faster than a player who saw that version; None: nobody was."""
        place = self.game.reaches_for(action)
        version, moment = self._reached.get(place, (0, 0)) if place is not None else (0, 0)
        return moment if version > seen else None
