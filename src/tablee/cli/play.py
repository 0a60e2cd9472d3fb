"""A game at the terminal, against bots."""

import difflib
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.markdown import Markdown
from rich.text import Text

from tablee.catalogue import Game, Setup, find, games
from tablee.cli.bots import choose
from tablee.cli.chance import Chance
from tablee.cli.options import set_up
from tablee.cli.pages import page
from tablee.cli.screens import Menu, Screen, Step, screen_for
from tablee.cli.talk import Talk, laid_out
from tablee.cli.voice import Voice
from tablee.errors import BadAction, TableeError
from tablee.match import Match

Answer = TypeVar("Answer")
ROOM = 6  # columns kept free for an answer


class Left(Exception):
    """The player has left the table."""


def watch(match: Match, screen: Screen, seat: int, action: int) -> Step:
    """Carry an action out, and give it as the screen's seat saw it."""
    before = match.view(screen.me)
    results = match.play(seat, action)
    shown = action if seat == screen.me or screen.is_public(before, action) else None
    return Step(seat, shown, before, match.view(screen.me), results)


class Table:
    """A match, one seat of which is played from the keyboard."""

    def __init__(self, setup: Setup, me: int, seed: str, language: str, talk: Talk) -> None:
        self.match = Match(setup, seed)
        self.me = setup.check_seat(me)
        self.chance = Chance(seed)
        self.voice = Voice(language, me)
        self.screen = screen_for(setup, self.voice)
        self.talk = talk

    def play(self) -> None:
        """To the end. Raises Left if the player leaves, EOFError if the input ends."""
        game = self.match.setup.game
        pitch = self.voice.say(f"pitch.{game.slug}")
        self.talk.show(Text(), Text(game.title, style="bold"), pitch, Text())
        self.talk.show(self.voice.say("play.seats", names=self.seats()))
        self.talk.tell(self.screen.opening(self.match.view(self.me)))
        while not self.match.over:
            for seat in self.screen.order(self.match.view(self.me), self.match.actors, self.chance):
                if seat in self.match.actors and self.screen.has_part(self.match.view(self.me), seat):
                    self.turn(seat)
        self.talk.show(Text(), self.voice.say("final.over"))
        self.talk.show(*self.screen.final(self.match.results, self.match.scores))

    def seats(self) -> Text:
        return Text(", ").join([self.voice.seat_name(seat) for seat in range(self.match.setup.players)])

    def turn(self, seat: int) -> None:
        if seat != self.me:
            view, legal = self.match.view(seat), self.match.legal(seat)
            self.act(seat, choose(self.match.setup.game.slug, view, seat, legal, self.chance))
            return
        action = self.decide()
        if action is not None:
            self.act(seat, action)

    def act(self, seat: int, action: int) -> None:
        self.talk.tell(self.screen.tell(watch(self.match, self.screen, seat, action)), wait=seat != self.me)

    # ---- at the keyboard ----

    def look(self) -> Menu:
        """Show the table as the player sees it, and what can be done."""
        view = self.match.view(self.me)
        menu = self.screen.menu(view, self.match.legal(self.me))
        self.talk.show(Text(), *self.screen.table(view), Text(), *laid_out(menu, self.talk.console.width))
        if menu.more:
            self.talk.show(self.voice.say("play.more", number=len(menu.more)))
        return menu

    def decide(self) -> int | None:
        """What the player wants to do; None: wait and see."""
        menu = self.look()
        choices = list(menu)
        view = self.match.view(self.me)
        may_wait = self.screen.may_wait(view)
        number = self.voice.word("play.enter") if len(choices) == 1 else f"1–{menu.shown}"
        keys = self.voice.word("play.keys_wait" if may_wait else "play.keys", choices=number)
        question = self.screen.question(view)
        question.stylize("bold")
        prompt = Text.assemble((keys, "dim"), " ")
        if question.cell_len + prompt.cell_len + ROOM > self.talk.console.width:
            self.talk.show(question)
        else:
            prompt = Text.assemble(question, " ", prompt)
        while True:
            typed = self.talk.ask(prompt)
            word = typed.lower()
            if word == "q":
                if self.wants_to_leave():
                    raise Left
            elif word == "?":
                self.talk.show(Markdown(page(self.match.setup.game.slug, self.voice.language)))
                self.look()
            elif word == "m" and menu.more:
                self.talk.show(*laid_out(menu, self.talk.console.width, more=True))
            elif word == "w" and may_wait:
                return None
            elif not word and len(choices) == 1:
                return choices[0].action
            elif word.isdecimal() and 1 <= int(word) <= len(choices):
                return choices[int(word) - 1].action
            elif typed:
                action = self.understand(typed)
                if action is not None:
                    return action

    def wants_to_leave(self) -> bool:
        answer = self.talk.ask(self.voice.say("play.leave"))
        return answer.lower()[:1] in self.voice.word("play.yes")

    def understand(self, typed: str) -> int | None:
        """The legal action of these words; otherwise say what is wrong with them."""
        legal = self.match.legal(self.me)
        words = [self.match.setup.say(action) for action in legal]
        try:
            action = self.match.setup.parse(typed)
        except BadAction:
            near = difflib.get_close_matches(typed.lower(), words, 1)
            example = near[0] if near else words[0]
            self.talk.show(self.voice.say("play.unknown", typed=typed, example=example))
            return None
        if action not in legal:
            self.talk.show(self.voice.say("play.not_now", typed=typed))
            return None
        return action


# ---- choosing a game ----


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
        if typed.isdecimal() and 1 <= int(typed) <= len(entries):
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
        return int(typed) if typed.isdecimal() and int(typed) in game.players else None

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
    seed: str
    language: str

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
        return shlex.join([*words, "--seed", self.seed])


def accept(invitation: Invitation, talk: Talk) -> int:
    """Play what was asked for. Gives the exit status."""
    voice = Voice(invitation.language)
    setup = None
    status = 0
    try:
        setup = invitation.set_up(talk)
        Table(setup, invitation.seat, invitation.seed, invitation.language, talk).play()
    except (Left, EOFError, KeyboardInterrupt) as leaving:
        talk.show(Text(), voice.say("play.bye"))
        status = 130 if isinstance(leaving, KeyboardInterrupt) else 0
    if setup is not None:
        talk.show(voice.say("play.same_cards", command=Text(invitation.command(setup), style="dim")))
    return status
