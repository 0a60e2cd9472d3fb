"""The bots at the tables: they think in threads, and act at a pace that people can follow.

How long a bot takes tells nothing of its cards: it acts when its pause is over, and the pause is longer than it thinks.

Who plays by habit decides at once, and never waits for who searches. When many search at once they wait for each other,
and think for less: every address has the same share of the threads, and there every table. A table's address is the one
that it was opened from. (Not those of who looks at it: they come and go, and anybody may look at anybody's table.) At
the end of an address' line its bots play by habit; and how much its bots do in a second, over all its tables, is
bounded. People who ask for advice wait behind all bots, in a line of their own.
"""

import asyncio
import logging
import os
import random
from dataclasses import dataclass, field
from typing import Any

from tablee.bots import LEVELS, Bot, Thought, find_bot
from tablee.bots.levels import Budget, Searcher
from tablee.bots.tempo import delay, still_stands
from tablee.dice import Dice
from tablee.server.clock import now
from tablee.server.hall import Hall
from tablee.server.limits import Buckets
from tablee.server.room import Room
from tablee.server.shares import Job, Line, Path, Pool, TooMany
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
HABIT: Level = "casual"  # who plays where there is no time to search
LEAST = 20.0  # milliseconds that a search is left with, however many wait
SEARCHES, OF_ONE = 256, 32  # that may wait for a thread, and of one address
QUESTIONS, ASKING = 30, 0.5  # that a person may put to the coach at once, and a second from then on
ASKED = 64  # people who may wait for advice: a quarter of a crowd from one address, and a person at so many tables
TABLES = 2
PATIENCE = 10.0  # seconds for which somebody waits for advice
ANSWERS = 1000  # that are kept for who asks again
IDLE, KINDS = 2, 64  # bots of a kind that are kept for the next table, and of how many kinds

logger = logging.getLogger("tablee.server")


@dataclass
class Coming:
    """A seat's bot that is about to act."""

    task: "asyncio.Task[None]"
    seen: Any = None  # the view it was chosen from,
    action: int | None = None  # and what it will do; None: still thinking, or it waits
    acting: bool = False  # too late to stop it: it is being written to the log


class Past(Exception):
    """The table has moved on: advice would be of no use any more."""


@dataclass
class Asked:
    """Advice for a seat in a position: one answer, for all who ask meanwhile."""

    seen: bytes  # what the seat knew,
    choice: object  # and what it had to choose from: with that the advice is past
    answer: "asyncio.Task[tuple[int | None, Thought]]"
    askers: int = field(default=0)


class Company:
    """`crowd`: people who may come from one address."""

    def __init__(self, hall: Hall, threads: int | None = None, crowd: int = 100) -> None:
        threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self.seconds = 0.0  # that bots have thought so far
        self._searches: Line[Job] = Line(threads * SEARCHES, threads * OF_ONE)
        self._questions: Line[Job] = Line(threads * ASKED, threads * max(4, crowd // 4), TABLES)
        self._habits: Line[Job] = Line(1_000_000)  # a seat waits once at most
        self._search = Pool("search", threads, [self._searches, self._questions])
        self._habit = Pool("habit", 1, [self._habits])
        self._moves = Buckets(crowd, crowd)  # of an address' bots at once, and a second from then on
        self._asked: dict[tuple[str, int], Asked] = {}  # by table and seat
        self._workshop = Workshop()
        self._coming: dict[tuple[str, int], Coming] = {}  # by table and seat
        self._idle: dict[str, list[Bot]] = {}
        self._lots = random.Random()
        self._closed = False
        hall.on_change.append(self.look)

    @property
    def thinking(self) -> int:
        """Bots that think or wait for a thread."""
        return self._search.load + self._habit.load

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
            if place in self._asked and self._asked[place].choice != choice_at(room, seat):
                self._asked.pop(place).answer.cancel()
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
        view, done, version = match.view(seat), len(match.actions), table.version
        dice = Dice(f"{table.secret} {seat} {done} {self._lots.random()}")
        path = room.opener, table.id
        action, _ = await self._think(self._searches, path, room, seat, level, dice)
        coming = self._coming[table.id, seat]
        coming.seen, coming.action = view, action
        pause = PAUSES[table.terms.pace] * self._lots.uniform(1 - SPREAD, 1 + SPREAD)
        if action is None and not table.terms.turns:
            pause = NAP
        elif action is not None and table.race is not None:
            pause = delay(LEVELS[level].tempo, action, dice) + self._until_open(room)
        elif searches(level):  # however soon it knew
            pause = max(pause, budget_of(level) / 1000 + MARGIN)
        await asyncio.sleep(pause - (asyncio.get_running_loop().time() - began))
        if action is not None and (turn := self._moves.reserve(room.opener)) > 0:
            await asyncio.sleep(turn)
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
        self, line: Line[Job], path: Path, room: Room, seat: int, level: Level, dice: Dice
    ) -> tuple[int | None, Thought]:
        """What that level does at a seat, and why; by habit if its search is not there yet, or its line is full."""
        setup, match = room.table.setup, room.table.match
        assert match is not None
        view, legal = match.view(seat), match.legal(seat)
        if searches(level) and not await self._workshop.has(setup.game.slug):
            level = HABIT
        if searches(level) and line is self._searches and line.is_full(path):
            level = HABIT
        kind = f"{level} {setup!r}"
        if setup.game.real_time:
            kind += f" {room.table.id} {seat}"  # it remembers what it has seen
        kept = self._idle.setdefault(kind, [])
        loop = asyncio.get_running_loop()

        def think(share: float) -> tuple[Bot, int | None]:
            try:  # not before its turn: no more of them are needed than there are threads
                thinker = kept.pop()
            except IndexError:
                thinker = find_bot(level).make(setup, seat)
            thinker.seat = seat
            if isinstance(thinker, Searcher):
                thinker.budget = Budget(ms=max(LEAST, budget_of(level) * share))
            began = loop.time()
            answer = thinker.choose(view, legal, dice)
            self.seconds += loop.time() - began
            return thinker, answer

        if searches(level):
            thinker, answer = await self._search.do(line, path, think)
        else:
            thinker, answer = await self._habit.do(self._habits, path, think)
        if len(kept) < IDLE:
            kept.append(thinker)
        while len(self._idle) > KINDS:
            del self._idle[next(iter(self._idle))]
        return answer, thinker.thought or Thought()

    async def advise(self, room: Room, seat: int, address: str) -> tuple[int | None, Thought]:
        """What somebody who sits there might do, and what speaks for it, from what the seat knows.

        Raises `Past` once they have something else to decide, `TooMany` if others were first for too long.
        """
        match = room.table.match
        assert match is not None
        place, seen = (room.table.id, seat), match.view(seat).tobytes()
        asked = self._asked.get(place)
        if asked is None or asked.seen != seen or failed(asked.answer):
            if asked is not None:
                asked.answer.cancel()
            path = address, room.table.chairs[seat].person
            answer = asyncio.create_task(self._advice(room, seat, path))
            asked = self._asked[place] = Asked(seen, choice_at(room, seat), answer)
        asked.askers += 1
        try:
            return await asyncio.shield(asked.answer)
        except asyncio.CancelledError:
            if asked.answer.cancelled():
                raise Past from None
            raise
        finally:
            asked.askers -= 1
            if not asked.askers and not asked.answer.done():  # nobody wants to know any more
                asked.answer.cancel()
            while len(self._asked) > ANSWERS:
                self._asked.pop(next(iter(self._asked))).answer.cancel()

    async def _advice(self, room: Room, seat: int, path: Path) -> tuple[int | None, Thought]:
        dice = Dice(f"advice {seat} {len(room.table.acts)}")  # to who asks again, advice from the same worlds
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._think(self._questions, path, room, seat, COACH, dice)
        except TimeoutError:
            raise TooMany("the bots at the tables have much to think about; ask again in a while") from None

    def close(self) -> None:
        self._closed = True
        for coming in self._coming.values():
            coming.task.cancel()
        for asked in self._asked.values():
            asked.answer.cancel()
        self._workshop.close()
        self._search.close()
        self._habit.close()


def budget_of(level: Level) -> float:
    """Milliseconds for which a level thinks, where nobody else does."""
    kind = LEVELS[level]
    return kind.budget.ms or 0.0 if issubclass(kind, Searcher) else 0.0


def searches(level: Level | None) -> bool:
    return level is not None and issubclass(LEVELS[level], Searcher)


def choice_at(room: Room, seat: int) -> object:
    """What a seat has to decide, to tell whether it still is the same."""
    table, match = room.table, room.table.match
    if match is None or seat not in table.waiting_for:
        return None
    return sum(actor == seat for actor, _ in match.actions), match.legal(seat)


def failed(answer: "asyncio.Task[Any]") -> bool:
    return answer.done() and (answer.cancelled() or answer.exception() is not None)
