"""One match between bots, from the deal to the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablee.arena.chair import Chair, Fault
from tablee.bots import Casual, Entry, find_bot
from tablee.bots.tempo import delay, still_stands
from tablee.catalogue import Setup
from tablee.defaults import LIMIT
from tablee.dice import Dice
from tablee.errors import BadOption
from tablee.match import Match

NAP = 0.25  # seconds after which a bot that waits, in a real-time game, looks again
PATIENCE = 40  # such looks of everybody's that come to nothing, before somebody has to act
STALLED = 10_000  # actions without a point for anybody, after which bots of somebody's own are taken to play for ever


@dataclass(frozen=True)
class Played:
    """A match that is over."""

    match: Match
    faults: tuple[Fault, ...]
    seconds: float | None  # of a real-time game: how long it took


def play(setup: Setup, bots: Sequence[str | Entry], seed: object, limit: float = LIMIT) -> Played:
    """Seat the bots, given by name or as entries, one for each seat, and let them play."""
    entries = line_up(setup, bots)
    match = Match(setup, seed)
    chairs = [Chair(entry, setup, seat, seed, limit) for seat, entry in enumerate(entries)]
    order = Dice(f"{seed} order")
    seconds = None
    if setup.game.real_time:
        seconds = by_the_clock(match, chairs, order)
    else:
        in_turn(match, chairs, order)
    return Played(match, tuple(fault for chair in chairs for fault in chair.faults), seconds)


def line_up(setup: Setup, bots: Sequence[str | Entry]) -> list[Entry]:
    """The bots for the seats. Refuses what cannot be seated, before anything is played."""
    entries = [bot if isinstance(bot, Entry) else find_bot(bot) for bot in bots]
    if len(entries) != setup.players:
        raise BadOption(
            f"{setup.game.title} is set up for {setup.players} players, so it takes {setup.players} bots; "
            f"got {len(entries)}: {', '.join(entry.name for entry in entries)}"
        )
    return entries


class Watch:
    """Sees to it that a match ends, whatever bots of somebody's own are after.

    Play at random gets nowhere for some 3,000 actions at the longest: in Stoïck with six players.
    """

    def __init__(self, match: Match, chairs: Sequence[Chair]) -> None:
        self.match, self.chairs = match, chairs
        self.scores, self.since = match.scores, 0

    def look(self) -> None:
        actions = len(self.match.actions)
        if actions - self.since < STALLED:
            return
        if self.match.scores == self.scores:
            for chair in self.chairs:
                chair.dismiss(self.match, f"got nowhere: {STALLED:,} actions at the table, and nobody's points changed")
        self.scores, self.since = self.match.scores, actions


def in_turn(match: Match, chairs: Sequence[Chair], order: Dice) -> None:
    """Ask whoever may act; where several may, in random order. Secret choices are none the wiser for it."""
    watch = Watch(match, chairs)
    while not match.over:
        watch.look()
        waiting = order.shuffled(match.actors)
        action = None
        while action is None and waiting:
            seat = waiting.pop()
            action = chairs[seat].ask(match)
        if action is None:  # all of them wait for each other
            seat = due(match, order)
            action = chairs[seat].hurry(match)
        match.play(seat, action)


def due(match: Match, dice: Dice) -> int:
    """Whom a match is waiting for when everybody waits: somebody who would act now in casual play, as at a strict table
    of Stoïck whoever's turn it is."""
    ready = [
        seat
        for seat in match.actors
        if Casual(match.setup, seat).choose(match.view(seat), match.legal(seat), dice) is not None
    ]
    return dice.pick(ready or match.actors)


class Coming(NamedTuple):
    """An action that is on its way."""

    when: float
    lot: float  # which of two comes first that arrive at once
    action: int | None  # None: a look that comes to nothing
    seen: Any  # the view it was chosen from


def by_the_clock(match: Match, chairs: Sequence[Chair], order: Dice) -> float:
    """Everybody acts at once, each as fast as their hands are; the clock is a count of seconds, not a wait for them."""
    now, idle = 0.0, 0
    coming: dict[int, Coming] = {}  # by seat
    watch = Watch(match, chairs)
    while not match.over:
        watch.look()
        for seat in match.actors:
            if seat not in coming:
                action = chairs[seat].ask(match)
                wait = delay(chairs[seat].tempo, action, order) if action is not None else NAP
                coming[seat] = Coming(now + wait, order.unit(), action, match.view(seat))
        seat = min(coming, key=lambda seat: (coming[seat].when, coming[seat].lot))
        now, _, action, _ = coming.pop(seat)
        if action is None or action not in match.legal(seat):
            idle += 1
            if idle < PATIENCE * len(chairs):
                continue
            seat = due(match, order)
            coming.pop(seat, None)
            action = chairs[seat].hurry(match)
        idle = 0
        match.play(seat, action)
        for other, plan in list(coming.items()):
            if other not in match.actors or not still_stands(plan.seen, match.view(other), plan.action):
                del coming[other]
    return now
