"""Many matches between the same bots, on several processes.

With `duplicate`, each deal is played as often as there are seats, the bots moving on by one seat each time: who had
the better cards no longer matters. Without it each match has a deal of its own; the seats still rotate.
"""

import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass

from tablee.arena.chair import Fault
from tablee.arena.table import Played, line_up, play
from tablee.batch import jobs_or_cores
from tablee.beside import leave_with
from tablee.bots import BOTS, Bot, find_bot, register
from tablee.catalogue import GAMES, Setup, game
from tablee.catalogue.game import is_whole
from tablee.defaults import LIMIT
from tablee.errors import BadOption, TableeError


@dataclass(frozen=True)
class Fixture:
    """One match to be played: which deal, and which bot of the line-up sits where."""

    number: int
    deal: int
    seating: tuple[int, ...]  # for each seat the place in the line-up


@dataclass(frozen=True)
class Outcome:
    """What came of a fixture, by place in the line-up."""

    fixture: Fixture
    scores: tuple[int, ...]
    wins: tuple[float, ...]  # a shared victory is a share
    decisions: int
    faults: tuple[Fault, ...]


def fixtures(players: int, games: int, duplicate: bool, first: int = 0) -> list[Fixture]:
    """The programme, from game `first` on. With `duplicate`, the number of games is rounded up to whole deals."""
    count = -(-games // players) * players if duplicate else games
    return [
        Fixture(
            number=number,
            deal=number // players if duplicate else number,
            seating=tuple((seat - number) % players for seat in range(players)),
        )
        for number in range(first, first + count)
    ]


def seed_of(seed: object, deal: int) -> str:
    """The seed of the matches of a deal, for who wants to play one of them again."""
    return f"{seed} deal {deal}"


def whole_deals(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Those of the deals of which every rotation was played, in the order of the programme."""
    played = Counter(one.fixture.deal for one in outcomes)
    whole = [one for one in outcomes if played[one.fixture.deal] == len(one.scores)]
    return sorted(whole, key=lambda one: one.fixture.number)


def tournament(
    setup: Setup,
    bots: Sequence[str],
    games: int,
    seed: object = 0,
    *,
    duplicate: bool = True,
    jobs: int | None = None,
    limit: float = LIMIT,
    progress: Callable[[Outcome], object] | None = None,
    first: int = 0,
) -> list[Outcome]:
    """Play it all. `progress` is told of each match as it ends; the outcomes come in the order of the programme.

    A tournament can be played on another day where the last one ended: `first` is the number of the next game.
    """
    entries = line_up(setup, bots)
    for what, number in (("games", games), ("jobs", 1 if jobs is None else jobs)):
        if not is_whole(number) or number < 1:
            raise BadOption(f"the number of {what} is a whole number of at least 1; got {number!r}")
    if not is_whole(first) or first < 0 or (duplicate and first % setup.players):
        raise BadOption(f"a tournament goes on from the first game of a deal; got first={first!r}")
    for entry in entries:
        if entry.ours:  # compile once, rather than in every process
            entry.make(setup, 0).prepare()
    programme = fixtures(setup.players, games, duplicate, first)
    jobs = min(jobs_or_cores(jobs), len(programme))
    if jobs > 1 and GAMES.get(setup.game.slug) is not setup.game:
        raise BadOption(f"{setup.game.title} is not in the cabinet, so other processes cannot play it: ask for jobs=1")
    tasks = [Task(setup.game.slug, dict(setup.options), tuple(bots), seed, limit, one) for one in programme]
    outcomes = []
    with closing(run(tasks, jobs, setup)) as coming:
        for outcome in coming:
            outcomes.append(outcome)
            if progress is not None:
                progress(outcome)
    return sorted(outcomes, key=lambda outcome: outcome.fixture.number)


@dataclass(frozen=True)
class Task:
    """A fixture with all that a process needs to play it: plain data, for it may be another process."""

    slug: str
    options: dict[str, int]
    bots: tuple[str, ...]  # the line-up
    seed: object
    limit: float
    fixture: Fixture


def run(tasks: Sequence[Task], jobs: int, setup: Setup) -> Generator[Outcome]:
    if jobs == 1:
        yield from (play_fixture(task, setup) for task in tasks)
        return
    # Fresh processes rather than forks: a fork of a process with threads may hang.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, fresh, introduce, (os.getpid(), registered(tasks[0].bots))) as pool:
        coming = [pool.submit(play_fixture, task) for task in tasks]
        try:
            for played in as_completed(coming):
                yield played.result()
        except BrokenProcessPool:
            strangers = [name for name in dict.fromkeys(tasks[0].bots) if not find_bot(name).ours]
            who = f"a bot ended it ({' or '.join(strangers)})" if strangers else "somebody ended it"
            raise TableeError(f"a process ended in the middle of a match: {who}, or memory ran out") from None
        finally:  # whatever ended it: what has not begun is not begun any more
            for one in coming:
                one.cancel()


def registered(bots: Sequence[str]) -> dict[str, type[Bot]]:
    """Those of the line-up that somebody registered by name: fresh processes do not know them."""
    entries = [find_bot(name) for name in bots]
    names = {entry.name.partition("@")[0] for entry in entries if not entry.ours and ":" not in entry.name}
    return {name: BOTS[name] for name in names}


def introduce(parent: int, bots: dict[str, type[Bot]]) -> None:
    """Get a process ready. What its bots print goes to stderr: the standard output is for the report.

    It ends with the tournament, even one that is killed: it would wait for another match for ever.
    """
    sys.stdout = sys.stderr
    leave_with(parent)
    for name, bot in bots.items():
        register(name, bot)


def play_fixture(task: Task, setup: Setup | None = None) -> Outcome:
    """Play it; in another process without the setup, which does not travel."""
    setup = setup or game(task.slug, players=len(task.bots), **task.options)
    seated = [task.bots[place] for place in task.fixture.seating]
    return outcome_of(task.fixture, play(setup, seated, seed_of(task.seed, task.fixture.deal), task.limit))


def outcome_of(fixture: Fixture, played: Played) -> Outcome:
    """The scores and wins of the seats, told by place in the line-up."""
    match, seats = played.match, [fixture.seating.index(place) for place in range(len(fixture.seating))]
    scores = tuple(match.scores[seat] for seat in seats)
    wins = tuple((seat in match.winners) / len(match.winners) for seat in seats)
    return Outcome(fixture, scores, wins, len(match.actions), played.faults)
