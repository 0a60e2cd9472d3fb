"""The bots at the tables: they think in threads, and act at a pace that people can follow.

How long a bot takes tells nothing of its cards: it acts when its pause is over, and the pause is longer than it thinks.
When many tables think at once the bots queue up, one table as good as the next, and each thinks for less.
"""

import asyncio
import logging
import os
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tablee.bots import LEVELS, Bot, Casual, Thought, find_bot
from tablee.bots.levels import Budget, Searcher
from tablee.bots.tempo import delay, still_stands
from tablee.dice import Dice
from tablee.server.clock import now
from tablee.server.hall import Hall
from tablee.server.room import Room
from tablee.server.workshop import Workshop
from tablee.table import Refusal
from tablee.table.terms import Level, Pace

PAUSES: dict[Pace, float] = {"instant": 0.0, "quick": 0.4, "normal": 1.0, "slow": 2.0}  # seconds before an action,
SPREAD = 0.25  # give or take so much of it
MARGIN = 0.05  # seconds beyond the time that a level has to think, so that it never shows how long it took
COURTESY = 20.0  # seconds for which bots wait while people answer each other
AGAIN = 2.0  # seconds before something that failed is tried again
NAP = 0.5  # seconds after which a bot that waits looks again
COACH: Level = "expert"  # who is asked for advice
LEAST = 20.0  # milliseconds that a search is left with, however many wait
IDLE, KINDS = 2, 64  # bots of a kind that are kept for the next table, and of how many kinds

logger = logging.getLogger("tablee.server")


@dataclass
class Coming:
    """A seat's bot that is about to act."""

    task: "asyncio.Task[None]"
    seen: Any = None  # the view it was chosen from,
    action: int | None = None  # and what it will do; None: still thinking, or it waits
    acting: bool = False  # too late to stop it: it is being written to the log


class Company:
    def __init__(self, hall: Hall, threads: int | None = None) -> None:
        self.threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self.thinking = 0  # bots that think or wait for a thread
        self.seconds = 0.0  # they have thought so far
        self._pool = ThreadPoolExecutor(self.threads, "bot")
        self._workshop = Workshop()
        self._coming: dict[tuple[str, int], Coming] = {}  # by table and seat
        self._idle: dict[str, list[Bot]] = {}
        self._lots = random.Random()
        self._closed = False
        hall.on_change.append(self.look)

    def look(self, room: Room) -> None:
        """See which bots have something to do at a table that has changed."""
        if self._closed:
            return
        table = room.table
        ours = room.kept and bool(room.clients)  # a table that nobody looks at waits
        if ours and any(searches(table.player_of(seat)) for seat in range(len(table.chairs))):
            self._workshop.order(table.terms.game)  # before there is anything for them to do
        for seat in range(len(table.chairs)):
            place = (table.id, seat)
            wanted = ours and seat in table.waiting_for and table.player_of(seat) is not None
            coming = self._coming.get(place)
            if coming is not None and not coming.acting and (not wanted or self._has_changed(room, seat, coming)):
                coming.task.cancel()
                del self._coming[place]
                coming = None
            if wanted and coming is None:
                self._coming[place] = Coming(asyncio.create_task(self._play(room, seat)))

    def _has_changed(self, room: Room, seat: int, coming: Coming) -> bool:
        """Whether the reasons for what it is about to do are gone."""
        match = room.table.match
        if match is None or coming.seen is None:
            return False
        if room.table.setup.game.real_time:
            return not still_stands(coming.seen, match.view(seat), coming.action)
        return coming.action is None or coming.action not in match.legal(seat)

    async def _play(self, room: Room, seat: int) -> None:
        place = (room.table.id, seat)
        try:
            await self._act(room, seat)
        except asyncio.CancelledError:
            raise
        except Refusal:
            pass  # somebody else was faster: whoever it is for now is looked after below
        except Exception:
            logger.exception("table %s: the bot at seat %d failed", room.table.id, seat)
            await asyncio.sleep(AGAIN)
        finally:
            if place in self._coming and self._coming[place].task is asyncio.current_task():
                del self._coming[place]
        self.look(room)

    async def _act(self, room: Room, seat: int) -> None:
        table, match = room.table, room.table.match
        level = table.player_of(seat)
        if match is None or level is None:
            return
        began = asyncio.get_running_loop().time()
        view, legal, done, version = match.view(seat), match.legal(seat), len(match.actions), table.version
        dice = Dice(f"{table.secret} {seat} {done} {self._lots.random()}")
        bot, action = await self._think(room, seat, level, view, legal, dice)
        coming = self._coming[table.id, seat]
        coming.seen, coming.action = view, action
        pause = PAUSES[table.terms.pace] * self._lots.uniform(1 - SPREAD, 1 + SPREAD)
        if action is None and not table.terms.turns:
            pause = NAP
        elif action is not None and table.race is not None:
            pause = delay(bot.tempo, action, dice) + self._until_open(room)
        elif isinstance(bot, Searcher):  # however soon it knew
            pause = max(pause, (type(bot).budget.ms or 0) / 1000 + MARGIN)
        await asyncio.sleep(pause - (asyncio.get_running_loop().time() - began))
        until = asyncio.get_running_loop().time() + COURTESY
        while table.question is not None and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.1)  # somebody would like to take back what they did: wait for the answer
        coming.acting = action is not None or table.terms.turns
        if action is not None:
            await room.act(seat, table.setup.say(action), "stand-in" if table.chairs[seat].away else "bot", version)
        elif table.terms.turns:
            await room.wait(seat)

    def _until_open(self, room: Room) -> float:
        """Seconds until cards may be taken."""
        race = room.table.race
        return 0.0 if race is None else max(0, race.opens - now()) / 1000

    async def _think(
        self, room: Room, seat: int, level: Level, view: Any, legal: list[int], dice: Dice
    ) -> tuple[Bot, int | None]:
        setup = room.table.setup
        ready = not searches(level) or await self._workshop.has(setup.game.slug)
        kind = f"{level} {setup!r}"
        if setup.game.real_time:
            kind += f" {room.table.id} {seat}"  # it remembers what it has seen
        bot = self._idle[kind].pop() if self._idle.get(kind) else None
        self.thinking += 1
        share = min(1.0, self.threads / self.thinking)
        loop = asyncio.get_running_loop()

        def think() -> tuple[Bot, int | None]:
            thinker = bot or find_bot(level).make(setup, seat)
            thinker.seat = seat
            if isinstance(thinker, Searcher):
                full = type(thinker).budget.ms or LEAST
                thinker.budget = Budget(ms=max(LEAST, full * share))
            began = loop.time()
            chooser = thinker if ready else Casual(setup, seat)  # by habit, until the search is there
            answer = chooser.choose(view, legal, dice)
            thinker.thought = chooser.thought
            self.seconds += loop.time() - began
            return thinker, answer

        try:
            thinker, answer = await loop.run_in_executor(self._pool, think)
        finally:
            self.thinking -= 1
        kept = self._idle.setdefault(kind, [])
        if len(kept) < IDLE:
            kept.append(thinker)
        while len(self._idle) > KINDS:
            del self._idle[next(iter(self._idle))]
        return thinker, answer

    async def advise(self, room: Room, seat: int) -> tuple[int | None, Thought]:
        """What somebody who sits there might do, and what speaks for it, from what the seat knows."""
        match = room.table.match
        assert match is not None
        dice = Dice(f"advice {seat} {len(match.actions)}")  # to who asks again, advice from the same worlds
        bot, action = await self._think(room, seat, COACH, match.view(seat), match.legal(seat), dice)
        return action, bot.thought or Thought()

    def close(self) -> None:
        self._closed = True
        for coming in self._coming.values():
            coming.task.cancel()
        self._workshop.close()
        self._pool.shutdown(wait=False, cancel_futures=True)


def searches(level: Level | None) -> bool:
    return level is not None and issubclass(LEVELS[level], Searcher)
