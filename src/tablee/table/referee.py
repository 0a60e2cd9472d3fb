"""What becomes of a request: the entries it adds to the log, or a refusal. Nothing is changed here."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from tablee.catalogue.game import Rules, Setup, is_whole
from tablee.errors import BadAction, IllegalAction, NotYourTurn
from tablee.fairness import new_secret
from tablee.match import Match
from tablee.mirror import blank_mirror, mirror_of
from tablee.pictures import choices_of
from tablee.rng import seed_from, words
from tablee.table import entries, requests
from tablee.table.entries import AnyEntry, Hand, alias_of
from tablee.table.likeness import told_apart
from tablee.table.names import new_id
from tablee.table.race import CLOSE, Race, Timing
from tablee.table.refusal import AWAY, Refusal
from tablee.table.requests import LONG, WORD, AnyRequest, Request
from tablee.table.table import Table
from tablee.table.writing import is_seen, plain

BEFORE = 500  # entries of a log, after which only the host may add to it before the match begins
WORLDS = 2  # in which an action is tried out, to see whether it shows what somebody did not know;
SAID = 1000  # things that are said at a table in all,
LINGER = 3600 * 1000  # and milliseconds after the end of the match for which people go on talking
GUESSES, ENOUGH = 8, 1  # what each of the others may take them for, and of those how many it must be possible in


@dataclass(frozen=True)
class Person:
    """Somebody who asks, by the name they go by."""

    id: str
    name: str


def decide(
    table: Table,
    person: Person,
    request: AnyRequest,
    at: int,
    key: str = "",
    timing: Timing | None = None,
    gone: Collection[str] = (),
) -> list[AnyEntry]:
    """What a person's request leads to; `timing`: of a claim; `gone`: people who have not been connected for long."""
    if table.closed:
        raise Refusal("closed", "this table is closed")
    check_room(table, person, request)
    return ANSWERS[type(request)](Referee(table, person, at, key, timing, gone), request)


def check_room(table: Table, person: Person, request: AnyRequest) -> None:
    """Refuse what would let a log grow for ever before the match begins. The host has some room to the last."""
    most = 2 * BEFORE if person.id == table.host else BEFORE
    always = isinstance(request, requests.Start | requests.Close | requests.Stand)
    if table.match is None and table.version >= most and not always:
        raise Refusal("full", "so much has happened at this table: let the match begin, or open another")


def hand_on(table: Table, present: Collection[str], at: int) -> list[AnyEntry]:
    """A host for a table that waits for one who is gone: the first who sits at it and is there."""
    if table.match is not None or table.closed or table.host in present:
        return []
    heirs = [chair.person for chair in table.chairs if chair.person in present]
    return [entries.Hosted(at=at, person=heirs[0])] if heirs else []


def act(
    table: Table, seat: int, do: str, at: int, by: Hand, key: str = "", timing: Timing | None = None
) -> list[AnyEntry]:
    """An action of a seat, whoever's hand it was: the one way for people and bots."""
    if table.closed:
        raise Refusal("closed", "this table is closed")
    if table.match is None:
        raise Refusal("not_started", "the match has not begun")
    if table.match.over:
        raise Refusal("over", "the match is over")
    setup = table.setup
    try:
        action = setup.parse(do)
        if table.terms.turns:
            in_turn(table, seat)
        if table.opening:
            raise Refusal("not_your_turn", "not everybody is ready yet: the race begins when all have said go")
        if table.race is not None and timing is not None:
            in_time(table.race, action, timing)
        if not table.match.rules.is_legal(table.match.state, seat, action):
            raise table.match.refusal(seat, action)
    except BadAction as error:
        raise Refusal("no_action", str(error)) from None
    except NotYourTurn as error:
        raise Refusal("not_your_turn", str(error)) from None
    except IllegalAction as error:
        raise Refusal("illegal", str(error)) from None
    return [entries.Acted(at=at, key=key, seat=seat, do=setup.say(action), by=by, timing=timing)]


def is_go(table: Table, do: str) -> bool:
    """Whether somebody says with it that a race may begin."""
    if not table.opening or table.race is None:
        return False
    try:
        return table.race.game.starts(table.setup.parse(do))
    except BadAction:
        return False


def get_ready(table: Table, seat: int, at: int, key: str) -> list[AnyEntry]:
    """A person says "go". It counts once everybody has (SI-15)."""
    if seat in table.ready:
        raise Refusal("not_your_turn", "the others are not ready yet")
    readied = entries.Readied(at=at, key=key, seat=seat)
    return [readied, *([] if {*table.unready} - {seat} else begin(table, at))]


def begin(table: Table, at: int) -> list[AnyEntry]:
    """The first "go", which the table says for all."""
    assert table.match is not None
    [seat] = table.match.actors
    [go] = table.match.choices(seat)
    return [entries.Acted(at=at, seat=seat, do=go, by="table")]


def wait(table: Table, seat: int, at: int, key: str = "") -> list[AnyEntry]:
    """A seat lets the others move: the one way for people and bots. What they wait for, the table does then."""
    if not table.terms.turns:
        raise Refusal("nothing", "only at a table of a game in real time that is played by turns")
    if table.match is None:
        raise Refusal("not_started", "the match has not begun")
    if table.match.over:
        raise Refusal("over", "the match is over")
    in_turn(table, seat)
    if (late := table.late(seat)) is not None:
        return act(table, seat, table.setup.say(late), at, "table", key)
    if not table.may_wait(seat):
        raise Refusal("illegal", "nobody else can move")
    return [entries.Waited(at=at, key=key, seat=seat)]


def stand_in(table: Table, seat: int, at: int, key: str = "") -> list[AnyEntry]:
    """From now on the stand-in plays for somebody. If only they had not yet agreed to a take-back, all have."""
    stood: list[AnyEntry] = [entries.StoodIn(at=at, key=key, seat=seat)]
    question = table.question
    if question is not None and table.to_agree(question.seat) - {seat} <= question.agreed:
        stood.append(entries.TakenBack(at=at, to=question.to))
    if table.unready == [seat] and table.ready:  # it was for them alone that the others waited
        stood += begin(table, at)
    return stood


def depart(table: Table, person: str, at: int) -> list[AnyEntry]:
    """What becomes of a table when somebody has all that is kept of them deleted: ask again, until there is nothing."""
    alias = alias_of(table.id, person)
    if alias in table.gone:
        return []
    on = not table.closed and not table.over
    for seat in table.seats_of(person):
        if on and table.match is not None and not table.chairs[seat].away:
            return stand_in(table, seat, at)
    made: list[AnyEntry] = [entries.Gone(at=at, whom=alias)]
    if on and table.host == person:
        others = [chair.person for chair in table.chairs if chair.person not in ("", person, *table.gone)]
        made.append(entries.Hosted(at=at, person=others[0]) if others else entries.Closed(at=at))
    return made


def in_turn(table: Table, seat: int) -> None:
    if table.waiting_for and seat not in table.waiting_for:
        raise Refusal("not_your_turn", f"it is the turn of seat {table.waiting_for[0]}")


def in_time(race: Race, action: int, timing: Timing) -> None:
    """Refuse a claim that came too early, or too late."""
    if timing.moment < race.opens:
        raise Refusal("too_early", f"cards can be taken in {race.opens - timing.moment} ms")
    if race.faster(action, timing.seen) is not None:
        raise Refusal("faster", "somebody else was faster")


def is_claim(table: Table, do: str) -> bool:
    """Whether others may reach for the same thing, so that it matters who was first."""
    if table.race is None or table.match is None:
        return False
    try:
        return table.race.game.reaches_for(table.setup.parse(do)) is not None
    except BadAction:
        return False


def close_call(table: Table, claim: requests.Act, at: int, timing: Timing) -> list[AnyEntry]:
    """What is written down of a claim that somebody else was faster than, if it was close."""
    assert table.race is not None
    action = table.setup.parse(claim.do)
    first = table.race.faster(action, timing.seen)
    if first is None or timing.moment - first > CLOSE or table.race.is_noted(action, claim.seat):
        return []
    return [entries.Beaten(at=at, seat=claim.seat, do=table.setup.say(action), timing=timing)]


def follow_up(table: Table, rematched: entries.Rematched, host: str) -> list[AnyEntry]:
    """The log of a rematch: the same terms and seats, the opener moved on by one."""
    terms, setup = table.terms, table.setup
    if "first" in setup.options:
        options = {**terms.options, "first": (setup.options["first"] + 1) % setup.players}
        terms = replace(terms, options=options)
    at = rematched.at
    log: list[AnyEntry] = [
        entries.Opened(
            at=at,
            table=rematched.table,
            terms=terms,
            host=host,
            secret=new_secret(),
            follows=table.id,
            rules=setup.game.version,
        )
    ]
    for seat, chair in enumerate(table.chairs):
        if chair.bot is not None:
            log.append(entries.Placed(at=at, seat=seat, level=chair.bot))
        elif chair.person and (not chair.away or chair.person == host):  # who asks for another match is there
            log.append(entries.Sat(at=at, seat=seat, person=chair.person, name=chair.name))
    return log + [entries.Kicked(at=at, person=person, name=name) for person, name in table.kicked.items()]


class Referee:
    """One request of one person, at one moment."""

    def __init__(
        self, table: Table, person: Person, at: int, key: str, timing: Timing | None, gone: Collection[str]
    ) -> None:
        self.table = table
        self.person = person
        self.at = at
        self.key = key
        self.timing = timing
        self.gone = gone

    # ---- before the match ----

    def sit(self, request: requests.Sit) -> list[AnyEntry]:
        self._before_the_start()
        seat = self._free_seat() if request.seat is None else self._seat(request.seat)
        if not self.table.chairs[seat].free:
            raise Refusal("taken", f"somebody sits at seat {seat}")
        if self.table.race is not None and self.table.seats_of(self.person.id):
            raise Refusal("one_seat", "in a race nobody can be at two seats; with `turns` they can")
        if self.person.id in self.table.kicked:
            raise Refusal(*AWAY)
        own = [self.table.chairs[other].name for other in self.table.seats_of(self.person.id)]
        name = told_apart(self.person.name, [*self._others(), *own])
        return [entries.Sat(at=self.at, key=self.key, seat=seat, person=self.person.id, name=name)]

    def bot(self, request: requests.Bot) -> list[AnyEntry]:
        self._host()
        self._before_the_start()
        seat = self._seat(request.seat)
        if self.table.chairs[seat].person:
            raise Refusal("taken", f"somebody sits at seat {seat}")
        return [entries.Placed(at=self.at, key=self.key, seat=seat, level=request.level)]

    def clear(self, request: requests.Clear) -> list[AnyEntry]:
        seat = self._seat(request.seat)
        if self.table.match is not None:
            return self._replace(seat)
        self._host()
        if self.table.chairs[seat].free:
            raise Refusal("empty", f"nobody sits at seat {seat}")
        return [entries.Stood(at=self.at, key=self.key, seat=seat)]

    def _replace(self, seat: int) -> list[AnyEntry]:
        """Whoever plays may call the stand-in for somebody who is gone: the clock, if there is any, need not."""
        self._match()
        if not any(not self.table.chairs[own].away for own in self.table.seats_of(self.person.id)):
            raise Refusal("not_seated", "only those who play may")
        chair = self.table.chairs[seat]
        if not chair.person or chair.away:
            raise Refusal("nothing", "no person plays there")
        if chair.person not in self.gone:
            raise Refusal("started", "the match has begun, and they have been there a moment ago")
        return stand_in(self.table, seat, self.at, self.key)

    def kick(self, request: requests.Kick) -> list[AnyEntry]:
        self._host()
        self._before_the_start()
        chair = self.table.chairs[self._seat(request.seat)]
        if chair.person in ("", self.person.id):
            raise Refusal("nothing", "nobody else sits there; a bot is sent away by `clear`")
        name = self.table.chairs[self.table.seats_of(chair.person)[0]].name
        return [entries.Kicked(at=self.at, key=self.key, person=chair.person, name=name)]

    def admit(self, request: requests.Admit) -> list[AnyEntry]:
        self._host()
        for person, name in self.table.kicked.items():
            if name == request.name:
                return [entries.Admitted(at=self.at, key=self.key, person=person)]
        raise Refusal("nothing", "nobody of that name was sent away")

    def word(self, request: requests.Word) -> list[AnyEntry]:
        self._before_the_start()
        seat = self._own(request.seat)
        if len(request.word) > WORD:
            raise Refusal("too_long", f"a word has at most {WORD} characters")
        word = plain(request.word)
        if word == self.table.chairs[seat].word:
            return []
        return [entries.Worded(at=self.at, key=self.key, seat=seat, word=word)]

    def start(self, request: requests.Start) -> list[AnyEntry]:
        self._host()
        self._before_the_start()
        if any(chair.free for chair in self.table.chairs):
            raise Refusal("not_full", "every seat needs somebody, a person or a bot")
        return [entries.Started(at=self.at, key=self.key)]

    # ---- the match ----

    def act(self, request: requests.Act) -> list[AnyEntry]:
        seat = self._own(request.seat)
        if is_go(self.table, request.do):
            if self.table.chairs[seat].away and seat in self.table.ready:  # they said it before they left
                return self.come_back(requests.Return(seat))
            return self._returning(seat, get_ready(self.table, seat, self.at, self.key))
        return self._returning(seat, act(self.table, seat, request.do, self.at, "person", self.key, self.timing))

    def _returning(self, seat: int, made: list[AnyEntry]) -> list[AnyEntry]:
        """Who does something is back."""
        return [entries.Returned(at=self.at, seat=seat), *made] if self.table.chairs[seat].away else made

    def wait(self, request: requests.Wait) -> list[AnyEntry]:
        seat = self._own(request.seat)
        return self._returning(seat, wait(self.table, seat, self.at, self.key))

    def back(self, request: requests.Back) -> list[AnyEntry]:
        seat = self._own(request.seat)
        match = self._match()
        if self.table.question is not None:
            raise Refusal("pending", "the others have not answered yet")
        if not match.actions or match.actions[-1][0] != seat or self.table.declined == len(match.actions):
            raise Refusal("nothing", "only the very last action can be taken back, by whoever did it")
        if shows(match, self.table.match_at(len(match.actions) - 1)):
            raise Refusal("shown", "a hidden card was shown since")
        asked = entries.Asked(at=self.at, key=self.key, seat=seat)
        if self.table.to_agree(seat):
            return [asked]
        return [asked, entries.TakenBack(at=self.at, to=len(match.actions) - 1)]

    def answer(self, request: requests.Answer) -> list[AnyEntry]:
        seat = self._own(request.seat)
        question = self.table.question
        if question is None or seat not in self.table.to_agree(question.seat):
            raise Refusal("nothing", "there is nothing to answer")
        answered = entries.Answered(at=self.at, key=self.key, seat=seat, yes=request.yes)
        if request.yes and self.table.to_agree(question.seat) <= question.agreed | {seat}:
            return [answered, entries.TakenBack(at=self.at, to=question.to)]
        return [answered]

    # ---- coming and going ----

    def stand(self, request: requests.Stand) -> list[AnyEntry]:
        seat = self._own(request.seat)
        if self.table.match is None:
            return [entries.Stood(at=self.at, key=self.key, seat=seat)]
        self._match()
        if self.table.chairs[seat].away:
            raise Refusal("nothing", "the stand-in is playing already")
        return stand_in(self.table, seat, self.at, self.key)

    def come_back(self, request: requests.Return) -> list[AnyEntry]:
        seat = self._own(request.seat)
        if not self.table.chairs[seat].away:
            raise Refusal("nothing", "you are playing already")
        if self.table.came_back(seat):
            raise Refusal("too_late", "the stand-in decides this once more; come back after that, or act")
        return [entries.Returned(at=self.at, key=self.key, seat=seat)]

    def say(self, request: requests.Say) -> list[AnyEntry]:
        self._still_talking()
        if request.text and not self.table.terms.chat:
            raise Refusal("no_chat", "there is no chat at this table; phrases can be said")
        text = plain(request.text)
        if not is_seen(text) and request.phrase is None:
            raise Refusal("nothing", "there is nothing to say")
        if len(request.text) > LONG:
            raise Refusal("too_long", f"a text has at most {LONG} characters")
        if not self.table.seats_of(self.person.id) and self.person.id != self.table.host:
            raise Refusal("not_seated", "only those who sit at the table talk at it")
        said = entries.Said(
            at=self.at,
            key=self.key,
            person=self.person.id,
            name=self._name(),
            phrase=request.phrase,
            text=text if is_seen(text) else "",
        )
        return [said]

    def mute(self, request: requests.Mute) -> list[AnyEntry]:
        self._still_talking()
        if not self.table.seats_of(self.person.id):
            raise Refusal("not_seated", "only those who sit at the table may")
        whom = self.table.chairs[self._seat(request.seat)].person
        if whom in ("", self.person.id):
            raise Refusal("nothing", "nobody else is to be heard from that seat")
        if (whom in self.table.muted.get(self.person.id, ())) == request.on:
            raise Refusal("nothing", "it is so already")
        return [entries.Muted(at=self.at, key=self.key, person=self.person.id, whom=whom, on=request.on)]

    def rematch(self, request: requests.Rematch) -> list[AnyEntry]:
        """Another table with the same people. Its own log begins with `follow_up`."""
        if self.table.match is None or not self.table.match.over:
            raise Refusal("not_over", "the match is not over")
        if not self.table.seats_of(self.person.id):
            raise Refusal("not_seated", "only those who sit at the table may")
        if self.table.rematch:
            raise Refusal("rematched", "there is a new table already")
        return [entries.Rematched(at=self.at, key=self.key, table=new_id())]

    def close(self, request: requests.Close) -> list[AnyEntry]:
        self._host()
        if self.table.over:
            raise Refusal("over", "the match is over, and what came of it stays")
        others = {chair.person for chair in self.table.chairs if not chair.away} - {"", self.person.id, *self.gone}
        if self.table.match is not None and others:
            raise Refusal("started", "others are playing; leave your seat, and the stand-in plays on for you")
        return [entries.Closed(at=self.at, key=self.key)]

    # ---- who may ----

    def _host(self) -> None:
        if self.person.id != self.table.host:
            raise Refusal("not_host", "only the host of the table may do that")

    def _others(self) -> list[str]:
        """The names that others go by, or went by, at this table."""
        return [name for name, person in self.table.called.items() if person != self.person.id]

    def _name(self) -> str:
        """By which the one who asks goes at this table."""
        own = self.table.seats_of(self.person.id)
        return self.table.chairs[own[0]].name if own else told_apart(self.person.name, self._others())

    def _still_talking(self) -> None:
        """A log does not grow for ever."""
        if self.table.over and self.at - self.table.ended > LINGER:
            raise Refusal("over", "the match has been over for a while; talk goes on at the next table")
        if self.table.said >= SAID:
            raise Refusal("full", "so much has been said at this table; talk goes on at the next one")

    def _seat(self, seat: int) -> int:
        if not is_whole(seat) or not 0 <= seat < len(self.table.chairs):
            raise Refusal("no_seat", f"seats are numbered from 0 to {len(self.table.chairs) - 1}; got {seat}")
        return seat

    def _own(self, seat: int) -> int:
        if self.table.chairs[self._seat(seat)].person != self.person.id:
            raise Refusal("not_yours", f"seat {seat} is not yours")
        return seat

    def _free_seat(self) -> int:
        for seat, chair in enumerate(self.table.chairs):
            if chair.free:
                return seat
        raise Refusal("taken", "all seats are taken")

    def _before_the_start(self) -> None:
        if self.table.match is not None:
            raise Refusal("started", "the match has begun")

    def _match(self) -> Match:
        if self.table.match is None:
            raise Refusal("not_started", "the match has not begun")
        if self.table.match.over:
            raise Refusal("over", "the match is over")
        return self.table.match


def shows(match: Match, earlier: Match) -> bool:
    """Whether the match's last action showed anybody more than the action itself: a card drawn, dealt or turned up.

    `earlier`: the match before it. The answer is made of what its seat knows and nothing else, so that asking tells
    nothing: it is yes if in any of some worlds that this knowledge allows, somebody would see what they could not have
    worked out.
    """
    seat, action = match.actions[-1]
    rules, players = match.rules, match.setup.players
    known = mirror_of(earlier.view(seat))
    after = mirror_of(match.view(seat))
    for lot in range(WORLDS):
        lots = words(seed_from(f"world {lot}"))
        world = blank_mirror(rules.STATE)
        rules.world(known, seat, lots, world)
        before = [view_of(rules, world, watcher) for watcher in range(players)]
        rules.apply(world, seat, action, lots)
        if view_of(rules, world, seat) != after:
            return True
        for watcher in range(players):
            if watcher != seat and learns(match.setup, watcher, before[watcher], world, seat, action):
                return True
    return False


def learns(setup: Setup, watcher: int, known: Any, world: Any, seat: int, action: int) -> bool:
    """Whether a watcher who knew so much sees something in that world that does not follow from what was done."""
    rules = setup.game.rules
    after = view_of(rules, world, watcher)
    open_to_all = setup.game.paper.is_public(known, action)  # otherwise it may have been any, for all one knows
    tried = 0
    for lot in range(GUESSES):
        lots = words(seed_from(f"guess {lot}"))
        guess = blank_mirror(rules.STATE)
        rules.world(known, watcher, lots, guess)
        done = action if open_to_all else hidden(setup, guess, known, seat)
        if done is None or not rules.is_legal(guess, seat, done):
            continue  # it was done, so this is not how the cards lay
        rules.apply(guess, seat, done, lots)
        if view_of(rules, guess, watcher) != after:
            return True
        tried += 1
    return tried < ENOUGH


def hidden(setup: Setup, guess: Any, known: Any, seat: int) -> int | None:
    """Something that the seat may do there without a watcher who knew so much seeing what; None: nothing."""
    is_public = setup.game.paper.is_public
    return next((one.action for one in choices_of(setup, guess, seat) if not is_public(known, one.action)), None)


def view_of(rules: Rules, state: Any, seat: int) -> Any:
    seen = blank_mirror(rules.STATE)
    rules.view(state, seat, seen)
    return seen


ANSWERS: dict[type[Request], Callable[[Referee, Any], list[AnyEntry]]] = {
    requests.Sit: Referee.sit,
    requests.Bot: Referee.bot,
    requests.Clear: Referee.clear,
    requests.Kick: Referee.kick,
    requests.Admit: Referee.admit,
    requests.Word: Referee.word,
    requests.Start: Referee.start,
    requests.Act: Referee.act,
    requests.Wait: Referee.wait,
    requests.Back: Referee.back,
    requests.Answer: Referee.answer,
    requests.Stand: Referee.stand,
    requests.Return: Referee.come_back,
    requests.Say: Referee.say,
    requests.Mute: Referee.mute,
    requests.Rematch: Referee.rematch,
    requests.Close: Referee.close,
}
