"""A table as its log has made it."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from tablee.fairness import Fairness, commitment_to
from tablee.match import Mark, Match
from tablee.table import entries
from tablee.table.entries import AnyEntry, Hand, Opened, Said, alias_of
from tablee.table.race import Race
from tablee.table.refusal import Refusal
from tablee.table.terms import SECONDS, Level, setup_of

TALK = 80  # things said that are kept at hand
LAST = 1 / 3  # of the time to think: then somebody is warned
MARKS = 20  # actions that can be taken back without playing the match again
KEYS = 200  # requests of a person that are known again when they come twice


@dataclass
class Chair:
    """A seat, and who has it: a person, a bot, or nobody."""

    person: str = ""
    name: str = ""
    bot: Level | None = None
    word: str = ""
    away: bool = False  # the stand-in plays

    @property
    def free(self) -> bool:
        return not self.person and self.bot is None


@dataclass
class Question:
    """Whether somebody may take back their last action."""

    seat: int
    to: int  # actions that would be left
    agreed: set[int] = field(default_factory=set)


class Table:
    """What is on a table, and who sits at it. `take` is the only way to change it."""

    def __init__(self, opened: Opened) -> None:
        self.id = opened.table
        self.terms = opened.terms
        self.host = opened.host
        self.follows = opened.follows
        self.setup = setup_of(opened.terms).as_of(opened.rules)
        self.secret = opened.secret
        self.commitment = commitment_to(opened.secret)
        self.chairs = [Chair() for _ in range(self.setup.players)]
        self.match: Match | None = None
        self.question: Question | None = None
        self.talk: list[Said] = []
        self.rematch = ""
        self.closed = False
        self.version = 1  # entries of the log,
        self.last: AnyEntry = opened  # and the last of them
        self.waiting_for: list[int] = []  # the seats that may act now
        self.awaited: list[int] = []  # those of them for whom all others wait
        self._actors: list[int] = []  # by the rules, whoever's turn it is
        self.over = False  # the match is
        self.began = self.ended = 0  # when the match did, in milliseconds since 1970
        self.since = [opened.at] * self.setup.players  # when each seat came to be waited for
        self.acts: list[tuple[int, Hand]] = []  # of each action of the match: the version it led to, and whose hand
        self._marks: deque[Mark] = deque(maxlen=MARKS)  # the match before each of the last ones
        self._known: dict[str, tuple[str, int]] = {}  # by person and id: the last requests, and the version each led to
        self._ids: dict[str, list[str]] = {}  # the same by person, in order
        self._returned: dict[int, int] = {}  # by seat: how many actions there were when it last came back
        game = self.setup.game.real_time
        self.race = None if game is None or opened.terms.turns else Race(game, opened.terms.pace)
        self.ready: set[int] = set()  # the seats of those who have said that a race may begin
        self._moved = -1  # by turns: the seat that acted or waited last
        self.took_part: set[str] = set()  # the people who did anything since the match began, if only to leave
        self.called: dict[str, str] = {}  # by name: who sat or spoke by it, also if they left
        self.kicked: dict[str, str] = {}  # those whom the host sent away for good, and the names they went by
        self.muted: dict[str, set[str]] = {}  # by person: those they do not want to hear
        self.gone: set[str] = set()  # the aliases of those who had what is kept of them deleted
        self.said = 0  # things that were said, or not to be heard
        self.declined = -1  # after how many actions a take-back was declined

    # ---- how it stands ----

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if person and chair.person == person]

    def may_watch(self, person: str) -> bool:
        """Whether somebody may look at it who knows where it is."""
        return self.terms.public or person not in self.kicked

    def player_of(self, seat: int) -> Level | None:
        """The bot that plays the seat now; None: a person, or nobody."""
        chair = self.chairs[seat]
        return self.terms.stand_in if chair.away else chair.bot

    @property
    def opening(self) -> bool:
        """Whether a race waits for people to say that it may begin (SI-15). If there are none, bots begin it."""
        return bool(self.unready or (self.ready and self.match is not None and not self.acts))

    @property
    def unready(self) -> list[int]:
        """The seats of the people who have not said yet that a race may begin: it does when all have."""
        if self.race is None or self.match is None or self.acts:
            return []
        chairs = enumerate(self.chairs)
        return [seat for seat, chair in chairs if chair.person and not chair.away and seat not in self.ready]

    def deadline(self, seat: int) -> int | None:
        """Until when a seat may think, in milliseconds since 1970. Then somebody stands in, or the table acts."""
        if self.race is not None and (late := self.race.deadline(seat)) is not None:
            return late
        seconds = SECONDS[self.terms.timer]
        if seconds is None or self.player_of(seat) or seat not in self.awaited:
            return None
        if self.terms.turns and len({chair.person for chair in self.chairs if chair.person and not chair.away}) < 2:
            return None  # who plays by turns alone has all the time in the world
        if self.race is not None and self.acts and len(self.awaited) > 1:
            return None  # who does nothing then loses by it, and keeps nobody waiting
        return self.since[seat] + int(seconds * 1000)

    def warning(self, seat: int) -> int | None:
        """When the person at a seat is to be warned that their time is running out."""
        seconds, deadline = SECONDS[self.terms.timer], self.deadline(seat)
        if seconds is None or deadline is None or (self.race is not None and self.race.deadline(seat) is not None):
            return None
        return deadline - int(seconds * 1000 * LAST)

    def may_wait(self, seat: int) -> bool:
        """Whether it is the seat's turn, and others can move instead."""
        return self.terms.turns and self.waiting_for == [seat] and self.late(seat) is None and len(self._actors) > 1

    def late(self, seat: int) -> int | None:
        """What the game wants of a seat that keeps all others waiting, in real time or by turns; None: it does not."""
        game = self.setup.game.real_time
        return None if game is None or self.match is None else game.overdue(self.match.state, seat)

    def came_back(self, seat: int) -> bool:
        """Whether the seat was taken over again from the stand-in for this very decision: once is enough."""
        if self.opening:  # nothing is decided yet
            return False
        return self._returned.get(seat) == len(self.acts)

    def match_at(self, actions: int) -> Match:
        """The match as it was after so many of its actions."""
        assert self.match is not None
        for mark in self._marks:
            if mark.actions == actions:
                return self.match.back_at(mark)
        return replayed(self.match, actions)

    def to_agree(self, asker: int) -> set[int]:
        """The seats of people other than the one who asks to take something back; bots never mind."""
        mine = self.chairs[asker].person
        chairs = enumerate(self.chairs)
        return {seat for seat, chair in chairs if chair.person not in ("", mine) and not chair.away}

    # ---- what happens ----

    def take(self, entry: AnyEntry) -> None:
        """Let the next entry of the log happen. It has been checked, when it was made."""
        waited_for = self.awaited
        match entry:
            case entries.Sat(seat=seat, person=person, name=name):
                self.chairs[seat] = Chair(person, name)
                self.called[name] = person
            case entries.Stood(seat=seat):
                self.chairs[seat] = Chair()
            case entries.Placed(seat=seat, level=level):
                self.chairs[seat] = Chair(bot=level)
            case entries.Kicked(person=person, name=name):
                for seat in self.seats_of(person):
                    self.chairs[seat] = Chair()
                self.kicked[person] = name
            case entries.Admitted(person=person):
                del self.kicked[person]
            case entries.Worded(seat=seat, word=word):
                self.chairs[seat].word = word
            case entries.Hosted(person=person):
                self.host = person
            case entries.Started():
                self.match = Match(self.setup, fairness=self._fairness())
                self.began = entry.at
            case entries.Readied(seat=seat):
                self.ready.add(seat)
            case entries.Acted(seat=seat, do=do, by=by):
                assert self.match is not None
                self._marks.append(self.match.mark())
                self.match.play(seat, do)
                self._moved = seat
                self.acts.append((self.version + 1, by))
                if by == "person":
                    self.took_part.add(self.chairs[seat].person)
                self.question = None
                if self.race is not None:
                    self.race.acted(self.version + 1, entry.at, self.setup.parse(do), entry.timing)
            case entries.Waited(seat=seat):
                self._moved = seat
            case entries.Asked(seat=seat):
                self.question = Question(seat, self._before_last(seat))
            case entries.Answered(seat=seat, yes=yes):
                assert self.question is not None
                self.question.agreed.add(seat)
                if not yes:
                    self.question = None
                    self.declined = len(self.acts)
            case entries.TakenBack(to=to):
                assert self.match is not None
                self._moved = self.match.actions[to][0] - 1  # it is that seat's turn again
                self.match = self.match_at(to)
                if to == 0 and self.race is not None:  # it has not begun any more
                    self.ready.clear()
                    self.race.opens = 0
                    self.since = [entry.at] * len(self.chairs)
                del self.acts[to:]
                self._marks = deque((mark for mark in self._marks if mark.actions < to), MARKS)
                self.question = None
            case entries.StoodIn(seat=seat):
                self.chairs[seat].away = True
            case entries.Returned(seat=seat):
                self.chairs[seat].away = False
                if not self.came_back(seat):  # time to think anew, but once for a decision
                    self._returned[seat] = len(self.acts)
                    self.since[seat] = entry.at
            case entries.Said(person=person, name=name):
                self.called[name] = person
                self.talk = [*self.talk, entry][-TALK:]
                self.said += 1
            case entries.Muted(person=person, whom=whom, on=on):
                muted = self.muted.setdefault(person, set())
                (muted.add if on else muted.discard)(whom)
                self.said += 1
            case entries.Gone(whom=whom):
                self._forget(whom)
            case entries.Hushed():
                self.talk = []
            case entries.Rematched(table=table):
                self.rematch = table
            case entries.Closed():
                self.closed = True
            case entries.Beaten(seat=seat, do=do):
                assert self.race is not None
                self.race.beaten(self.setup.parse(do), seat)
            case entries.Opened():
                pass
            case _:
                assert_never(entry)
        self.version += 1
        self.last = entry
        self._actors = self.match.actors if self.match is not None else []
        before, self.over = self.over, self.match is not None and not self._actors
        if self.over and not before:
            self.ended = entry.at
        self.waiting_for = [] if self.closed else self._in_turn()
        self.awaited = self._awaited()
        for seat in self.awaited:
            fresh = isinstance(entry, entries.Acted | entries.Waited) and entry.seat == seat
            if seat not in waited_for or fresh:
                self.since[seat] = entry.at
        if self.race is not None and self.match is not None:
            self.race.note(self.version, entry.at)
            self.race.wait(self.match.state, len(self.chairs), entry.at)
        if entry.key:
            self._remember(entry.key)

    def _in_turn(self) -> list[int]:
        """Those who may act; by turns, the first of them clockwise from whoever moved last."""
        if self.opening:
            return self.unready
        if not self.terms.turns or not self._actors:
            return self._actors
        return [min(self._actors, key=lambda seat: (seat - self._moved - 1) % len(self.chairs))]

    def _awaited(self) -> list[int]:
        awaited = self.setup.game.awaited
        if awaited is None or self.match is None:
            return self.waiting_for
        mask = awaited(self.match.state)
        return [seat for seat in self.waiting_for if mask >> seat & 1]

    def wake(self, at: int) -> None:
        """Nobody's time runs while a table is away: it begins anew."""
        self.since = [at] * len(self.since)
        if self.race is not None:
            self.race.wake(at)

    def led_to(self, key: str) -> int | None:
        """The version that this request led to; None: it is new. An id that stands for another request is refused."""
        id, _, content = key.rpartition(" ")  # noqa: A001
        if id not in self._known:
            return None
        was, version = self._known[id]
        if content != was:
            raise Refusal("id_used", "this id stands for something else that you asked of this table; take a new one")
        return version

    def _forget(self, alias: str) -> None:
        """Let nothing of somebody be left but their seat, if there was a match."""

        def is_them(person: str) -> bool:
            return person != "" and alias in (person, alias_of(self.id, person))

        for seat, chair in enumerate(self.chairs):
            if is_them(chair.person):
                left = replace(chair, person=alias, name="", away=True)
                self.chairs[seat] = Chair() if self.match is None else left
        self.host = alias if is_them(self.host) else self.host
        self.talk = [said for said in self.talk if not is_them(said.person)]
        self.called = {name: person for name, person in self.called.items() if not is_them(person)}
        self.kicked = {person: name for person, name in self.kicked.items() if not is_them(person)}
        muted = {person: {whom for whom in theirs if not is_them(whom)} for person, theirs in self.muted.items()}
        self.muted = {person: theirs for person, theirs in muted.items() if not is_them(person)}
        self.took_part = {person for person in self.took_part if not is_them(person)}
        for person in [person for person in self._ids if is_them(person)]:
            for id in self._ids.pop(person):  # noqa: A001
                del self._known[id]
        self.gone.add(alias)

    def _remember(self, key: str) -> None:
        """Know a request again. Each person's own are forgotten for new ones, nobody else's."""
        person, (id, _, content) = key.partition(" ")[0], key.rpartition(" ")  # noqa: A001
        ids = self._ids.setdefault(person, [])
        if id not in self._known:
            ids.append(id)
        if self.match is not None and not self.over:
            self.took_part.add(person)
        self._known[id] = content, self.version
        if len(ids) > KEYS:
            del self._known[ids.pop(0)]

    def _fairness(self) -> Fairness:
        return Fairness(self.secret, self.id, tuple(chair.word for chair in self.chairs))

    def _before_last(self, seat: int) -> int:
        """How many actions there were before the seat's last one."""
        assert self.match is not None
        return max(number for number, (actor, _) in enumerate(self.match.actions) if actor == seat)


def table_of(log: Sequence[AnyEntry]) -> Table:
    """The table that a log has made."""
    opened, *rest = log
    assert isinstance(opened, Opened)
    table = Table(opened)
    for entry in rest:
        table.take(entry)
    return table


def replayed(match: Match, upto: int) -> Match:
    """The match as it was after so many of its actions."""
    again = Match(match.setup, fairness=match.fairness)
    for seat, action in match.actions[:upto]:
        again.play(seat, action)
    return again
