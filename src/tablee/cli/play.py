"""A game at the terminal, against bots."""

import difflib
from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.markdown import Markdown
from rich.text import Text

from tablee.arena.chair import Chair, Fault
from tablee.arena.table import PATIENCE, due
from tablee.bots import Entry
from tablee.catalogue import Setup
from tablee.cli.ink import UNBREAKABLE
from tablee.cli.layout import laid_out
from tablee.cli.pages import page
from tablee.cli.screens import Menu, screen_for
from tablee.cli.talk import Talk, number_in
from tablee.cli.voice import Voice
from tablee.defaults import LIMIT
from tablee.dice import Dice
from tablee.errors import BadAction
from tablee.match import Match
from tablee.sight import watch

Answer = TypeVar("Answer", int, int | None)

ROOM = 6  # columns kept free for an answer


class Left(Exception):
    """The player has left the table."""


class Table:
    """A match, one seat of which is played from the keyboard."""

    def __init__(
        self,
        setup: Setup,
        me: int,
        bots: Sequence[Entry],
        seed: str,
        language: str,
        talk: Talk,
        limit: float = LIMIT,
    ) -> None:
        self.match = Match(setup, seed)
        self.me = setup.check_seat(me)
        others = [seat for seat in range(setup.players) if seat != me]
        self.chairs = {seat: Chair(bot, setup, seat, seed, limit) for seat, bot in zip(others, bots, strict=True)}
        self.dice = Dice(seed)
        self.voice = Voice(language, me)
        self.screen = screen_for(setup, self.voice)
        self.talk = talk

    def play(self) -> None:
        """To the end. Raises Left if the player leaves, EOFError if the input ends."""
        game = self.match.setup.game
        pitch = self.voice.say(f"pitch.{game.slug}")
        self.talk.show(Text(), Text(game.title, style="bold"), pitch, Text())
        self.talk.show(self.voice.say("play.seats", names=self.seats()))
        for seat, chair in self.chairs.items():
            self.own_up(seat, chair.faults)  # somebody may have failed before the first card
        self.talk.tell(self.screen.opening(self.match.view(self.me)))
        idle = 0
        while not self.match.over:
            done = len(self.match.actions)
            for seat in self.screen.order(self.match.view(self.me), self.match.actors, self.dice):
                if seat in self.match.actors and self.screen.has_part(self.match.view(self.me), seat):
                    self.turn(seat)
            idle = idle + 1 if len(self.match.actions) == done else 0
            if idle == PATIENCE:
                self.hurry()
                idle = 0
        self.talk.show(Text(), self.voice.say("final.over"))
        self.talk.show(*self.screen.final(self.match.results, self.match.scores))

    def seats(self) -> Text:
        """Who sits where, and what they are."""
        return Text(", ").join([self.presented(seat) for seat in range(self.match.setup.players)])

    def presented(self, seat: int) -> Text:
        named = self.voice.seat_name(seat)
        if seat != self.me:
            named.append(f" ({self.chairs[seat].name})")
        named.plain = named.plain.replace(" ", UNBREAKABLE)
        return named

    def turn(self, seat: int) -> None:
        action = self.decide() if seat == self.me else self.ask_bot(seat)
        if action is not None:
            self.act(seat, action)

    def hurry(self) -> None:
        """Nobody does anything: if that is because of a bot, another plays on in its place."""
        seat = due(self.match, self.dice)
        if seat != self.me:
            self.act(seat, self.answer(seat, self.chairs[seat].hurry))

    def ask_bot(self, seat: int) -> int | None:
        return self.answer(seat, self.chairs[seat].ask)

    def answer(self, seat: int, ask: Callable[[Match], Answer]) -> Answer:
        """A bot's action; where it has failed, say so: `casual` plays on in its place."""
        chair = self.chairs[seat]
        known = len(chair.faults)
        action = ask(self.match)
        self.own_up(seat, chair.faults[known:])
        return action

    def own_up(self, seat: int, faults: Sequence[Fault]) -> None:
        for fault in faults:
            self.talk.show(self.voice.say("play.fault", name=self.voice.name(seat), bot=fault.bot, what=fault.what))

    def act(self, seat: int, action: int) -> None:
        self.talk.tell(self.screen.tell(watch(self.match, self.me, seat, action)), wait=seat != self.me)

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
            elif number_in(word, 1, len(choices)):
                return choices[int(word) - 1].action
            elif typed:
                action = self.understand(typed)
                if action is not None:
                    return action

    def wants_to_leave(self) -> bool:
        answer = self.talk.ask(self.voice.say("play.leave"))
        return answer[:1].lower() in list(self.voice.word("play.yes"))

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
