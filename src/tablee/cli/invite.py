"""Sitting down: which game, for how many; then playing it."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.text import Text

from tablee.bots import find_bot
from tablee.catalogue import Game, Setup, find, games
from tablee.cli import paper
from tablee.cli.options import BOT, fill_seats, set_up
from tablee.cli.play import Left, Table
from tablee.cli.report import check_writable
from tablee.cli.talk import Talk, number_in
from tablee.cli.voice import Voice, spoken
from tablee.defaults import LIMIT
from tablee.errors import BadOption, TableeError
from tablee.match import Match

Answer = TypeVar("Answer")


def menu_of_games(talk: Talk, language: str) -> Game:
    voice = Voice(language)
    talk.show(voice.say("menu.welcome"), Text())
    entries = games()
    for number, game in enumerate(entries, 1):
        players = f"{game.players[0]}–{game.players[-1]}"
        title = Text(game.title, style="bold")
        talk.show(voice.say("menu.game", number=number, title=title, players=players, minutes=game.minutes))
        talk.show(Text("     ").append(voice.word(f"pitch.{game.slug}")))
    talk.show(Text())

    def pick(typed: str) -> Game | None:
        if number_in(typed, 1, len(entries)):
            return entries[int(typed) - 1]
        try:
            return find(typed.lower())
        except TableeError:
            return None

    return asked(talk, voice, voice.say("menu.which", number=len(entries)), pick)


def ask_players(talk: Talk, language: str, game: Game) -> int:
    voice = Voice(language)
    low, high = game.players[0], game.players[-1]

    def pick(typed: str) -> int | None:
        if not typed:
            return game.usual
        return int(typed) if number_in(typed, low, high) else None

    return asked(talk, voice, voice.say("menu.players", low=low, high=high, usual=game.usual), pick)


def asked(talk: Talk, voice: Voice, prompt: Text, pick: Callable[[str], Answer | None]) -> Answer:
    """Ask until the answer is one; `q` leaves."""
    while True:
        typed = talk.ask(prompt)
        if typed.lower() == "q":
            raise Left
        answer = pick(typed)
        if answer is not None:
            return answer
        talk.show(voice.say("menu.again"))


@dataclass(frozen=True)
class Invitation:
    """What was asked for on the command line."""

    slug: str | None
    players: int | None
    options: Sequence[str]
    seat: int
    bots: str
    seed: str
    limit: float
    output: str | None  # where the record goes
    language: str

    def check(self) -> None:
        """Refuse what would only show when the game is over."""
        if self.output == paper.STDIO:
            raise BadOption("the standard output is the table's: the record of a game goes into a file")
        if self.output is not None:
            check_writable(self.output)

    def set_up(self, talk: Talk) -> Setup:
        """The game asked for; without one, a menu."""
        if self.slug is not None:
            return set_up(self.slug, self.players, self.options)
        game = menu_of_games(talk, self.language)
        players = ask_players(talk, self.language, game) if self.players is None else self.players
        return set_up(game.slug, players, self.options)

    def command(self, setup: Setup) -> str:
        """The command that deals the same cards again."""
        words = ["tablee", "play", setup.game.slug, "--players", str(setup.players)]
        for name, value in setup.chosen.items():
            words += ["--option", f"{name}={value}"]
        if self.seat:
            words += ["--seat", str(self.seat)]
        if self.bots != BOT:
            words += ["--bots", self.bots]
        if self.limit != LIMIT:
            words += ["--limit", f"{self.limit:g}"]
        return shlex.join([*words, "--seed", self.seed, *spoken(self.language)])


def accept(invitation: Invitation, talk: Talk) -> int:
    """Play what was asked for. Gives the exit status."""
    invitation.check()
    voice = Voice(invitation.language)
    table = None
    status = 0
    try:
        setup = invitation.set_up(talk)
        bots = [find_bot(name) for name in fill_seats(invitation.bots, setup.players - 1)]
        seat, seed, language = invitation.seat, invitation.seed, invitation.language
        table = Table(setup, seat, bots, seed, language, talk, invitation.limit)
        table.play()
    except (Left, EOFError, KeyboardInterrupt) as leaving:
        talk.show(Text(), voice.say("play.bye"))
        status = 130 if isinstance(leaving, KeyboardInterrupt) else 0
    if table is not None:
        again = Text(invitation.command(table.match.setup), style="dim")
        talk.show_command(voice.say("play.same_cards", command=again))
        if invitation.output is not None:
            keep(table.match, invitation.output, invitation.seat, voice, talk)
    return status


def keep(match: Match, file: str, seat: int, voice: Voice, talk: Talk) -> None:
    """Write the game's record, and say what can be done with it."""
    if seat not in [actor for actor, _ in match.actions]:  # the file may hold an earlier game
        talk.show(voice.say("play.not_begun", file=file))
        return
    paper.write(file, match.record())
    if not match.over:
        talk.show(voice.say("play.unfinished", file=file))
    command = shlex.join(["tablee", "analyse", file, "--seat", str(seat), *spoken(voice.language)])
    talk.show_command(voice.say("play.analyse", command=Text(command, style="dim")))
