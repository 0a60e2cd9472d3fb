"""Matches on paper: `tablee record` and `tablee replay`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from tablee import record
from tablee.arena import Fault, play
from tablee.bots import find_bot
from tablee.catalogue import Setup
from tablee.catalogue.game import Json
from tablee.cli.layout import laid_out
from tablee.cli.report import counted
from tablee.cli.screens import screen_for
from tablee.cli.talk import Talk
from tablee.cli.voice import Voice
from tablee.errors import BadRecord, TableeError
from tablee.match import Match
from tablee.sight import watch

STDIO = "-"


def played(setup: Setup, bots: Sequence[str], seed: str, limit: float) -> tuple[Match, Sequence[Fault]]:
    """A whole match between bots, and what they did wrong; the same seed, the same match, where none has a clock."""
    outcome = play(setup, [find_bot(name) for name in bots], seed, limit)
    return outcome.match, outcome.faults


def write(path: str, paper: Json) -> None:
    if path == STDIO:
        sys.stdout.write(record.dumps(paper))
        return
    try:
        record.write(path, paper)
    except OSError as error:
        raise TableeError(f"cannot write {path}: {error.strerror}") from None


def read(path: str) -> Json:
    if path != STDIO:
        return record.read(Path(path))
    try:
        return record.loads(sys.stdin.buffer.read().decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord("the standard input is not a text in UTF-8") from None


def verdict(match: Match) -> str:
    """One line on a record that holds."""
    setup = match.setup
    options = "".join(f", {name}={value}" for name, value in setup.chosen.items())
    seats = f"seat{'s' * (len(match.winners) > 1)} {' and '.join(map(str, match.winners))}"
    state = f"won by {seats}" if match.over else "not finished"
    scores = ", ".join(map(str, match.scores))
    actions = counted(len(match.actions), "action")
    deck = ", the deck as committed to" if match.fairness else ""
    return f"OK: {setup.game.slug}, {setup.players} players{options}, {actions}, {state} ({scores}){deck}"


def show_table(paper: Json, seat: int, before: int, language: str, talk: Talk) -> None:
    """The table as the seat saw it before the action of that number, and what it was asked if it was to act."""
    last = len(paper["actions"]) + 1 if isinstance(paper.get("actions"), list) else before
    if before > last:
        raise BadRecord(f"the record has {last - 1} actions, so there is a table before 1 to {last}; got {before}")
    match = record.replay(paper, upto=before - 1)
    match.setup.check_seat(seat, spectator=True)
    screen, view = screen_for(match.setup, Voice(language, seat)), match.view(seat)
    talk.show(*screen.table(view))
    if seat in match.actors:
        talk.show(Text(), screen.question(view), *laid_out(screen.menu(view, match.legal(seat)), talk.console.width))


def tell(paper: Json, seat: int, language: str, talk: Talk) -> None:
    """The match from the first deal to the last score, as the seat (-1: a spectator) saw it."""
    actions = record.replay(paper).actions
    match = record.replay(paper, upto=0)
    match.setup.check_seat(seat, spectator=True)
    voice = Voice(language, seat)
    screen = screen_for(match.setup, voice)
    screen.tells_hands = True
    names = Text(", ").join([voice.seat_name(other) for other in range(match.setup.players)])
    talk.show(voice.say("play.seats", names=names), Text())
    talk.tell(screen.opening(match.view(seat)))
    for actor, action in actions:
        talk.tell(screen.tell(watch(match, seat, actor, action)))
    if match.over:
        talk.show(Text(), voice.say("final.over"), *screen.final(match.results, match.scores))
    else:
        talk.show(Text(), voice.say("final.unfinished"))
