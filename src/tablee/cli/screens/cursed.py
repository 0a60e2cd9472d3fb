"""Stick 'Em and Sticheln on the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from tablee.cards import NO_CARD
from tablee.cli.ink import joined
from tablee.cli.screens.base import Aside, Choice, Menu, News, Row, bits_of, cards_in
from tablee.cli.screens.tricks import TrickScreen
from tablee.rules.cursed import (
    CHOOSE,
    COLOUR,
    COLOUR_CHOICE,
    CURSE,
    PLAY,
    actors,
    curses_in_sight,
    heaps_in_sight,
    round_points,
    tricks_per_round,
)
from tablee.sight import Sighting


class CursedScreen(TrickScreen):
    # ---- the table ----

    def tricks_per_round(self, v: Any) -> int:
        return int(tricks_per_round(v))

    def in_tricks(self, v: Any) -> bool:
        return bool(v.phase == PLAY)

    def standings(self, v: Any) -> Table:
        say = self.voice.say
        head = say("cursed.lucky" if v.reverse else "cursed.curse")
        counted = heaps_in_sight(v)
        heads = [say("score.cards"), say("score.so_far")] if counted else []
        grid = self.grid(say("score.player"), head, *heads, say("score.total"))
        for seat in self.seats:
            on_turn = bool(actors(v) >> seat & 1)
            cells: list[Text | str] = [str(cards_in(v.won[seat])), self.so_far(v, seat)] if counted else []
            grid.add_row(self.player(seat, on_turn), self.curse(v, seat), *cells, str(int(v.total[seat])))
        return grid

    def curse(self, v: Any, seat: int) -> Text:
        """The curse cards as far as they are known."""
        known = [self.short(card) for card in v.curse[seat] if card != NO_CARD]
        if known:
            return joined(known)
        if v.delayed and v.cursed[seat]:
            return joined([self.voice.colour(self.colours[colour]) for colour in bits_of(v.cursed[seat])])
        return Text("?" if v.chosen[seat] and not curses_in_sight(v) else "–", style="dim")

    def so_far(self, v: Any, seat: int) -> Text:
        """What the round would be worth if it ended now, where the curse is known."""
        if v.cursed[seat] == 0:
            return Text("–", style="dim")
        return self.voice.signed(int(round_points(v, seat)))

    def question(self, v: Any) -> Text:
        if v.phase == PLAY:
            return self.voice.say("tricks.your_card")
        if v.phase == COLOUR_CHOICE:
            return self.voice.say("cursed.your_lucky_colour" if v.reverse else "cursed.your_colour")
        if v.chosen[self.me]:
            return self.voice.say("cursed.your_second")
        return self.voice.say("cursed.your_lucky" if v.reverse else "cursed.your_curse")

    def moment(self, v: Any, action: int) -> Text:
        if v.phase == PLAY:
            return super().moment(v, action)
        return self.voice.say("cursed.moment_lucky" if v.reverse else "cursed.moment", round=v.round_no + 1)

    def menu(self, v: Any, legal: Sequence[int]) -> Menu:
        if v.phase == COLOUR_CHOICE:
            return Menu([Row([Choice(action, self.won_colour(v, action - COLOUR)) for action in legal])])
        first = CHOOSE if v.phase == CURSE else 0
        return self.hand_menu(legal, {action: action - first for action in legal})

    def won_colour(self, v: Any, colour: int) -> Text:
        """A colour with the cards of it that one has won."""
        numbers = " ".join(str(bit - 1) for bit in bits_of(v.won[self.me, colour]))
        return self.voice.say("cursed.won_colour", colour=self.voice.colour(self.colours[colour]), numbers=numbers)

    # ---- what happened ----

    def tell(self, step: Sighting) -> list[News]:
        before, after = step.before, step.after
        if before.phase == PLAY:
            news = self.tell_play(step, self.short(step.action))
            if after.phase == COLOUR_CHOICE:
                news.append(self.voice.say("cursed.choose_now"))
        else:
            news = self.tell_choice(step)
            if before.phase == CURSE and after.phase == PLAY:
                news += self.tell_curses(after)
        if after.round_no > before.round_no:
            if after.hazy or after.delayed:
                news += self.tell_colours(after)
            news += self.tell_round(after)
        return news

    def tell_choice(self, step: Sighting) -> list[News]:
        if step.action is not None:
            if step.before.phase == COLOUR_CHOICE:
                what = self.voice.colour(self.colours[step.action - COLOUR])
                return [self.voice.say("cursed.you_choose", what=what)]
            return [self.voice.say("cursed.you_choose", what=self.card(step.action - CHOOSE))]
        still = step.after.phase == step.before.phase and bool(actors(step.after) >> step.actor & 1)
        return [] if still else [Aside(self.voice.say("cursed.has_chosen", name=self.voice.name(step.actor)))]

    def tell_curses(self, v: Any) -> list[News]:
        if v.hazy:
            return [self.voice.say("cursed.face_down")]
        curses = [Text.assemble(self.voice.name(seat), " ", self.curse(v, seat)) for seat in self.seats]
        return [
            self.voice.say("cursed.revealed_lucky" if v.reverse else "cursed.revealed", curses=joined(curses, "  "))
        ]

    def tell_colours(self, v: Any) -> list[News]:
        """The colours of the round that has just ended, which not all have seen before."""
        colours = [
            Text.assemble(self.voice.name(seat), " ", joined([self.voice.colour(self.colours[c]) for c in picked]))
            for seat in self.seats
            if (picked := bits_of(v.last_cursed[seat]))
        ]
        return [self.voice.say("cursed.colours", colours=joined(colours, "  "))]

    def tell_trick(self, v: Any) -> list[News]:
        if v.last_winner < 0:
            return [self.voice.say("cursed.nobody")]
        cards = joined([self.short(card) for card in self.last_trick(v)], "  ")
        return [self.voice.tell("cursed.takes", int(v.last_winner), cards=cards)]
