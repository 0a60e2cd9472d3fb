"""Hat Trick on the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from tablee.bits import count
from tablee.cards import colour_of
from tablee.cli.ink import joined, painted, symbol
from tablee.cli.screens.base import Menu, News, cards_in
from tablee.cli.screens.tricks import TrickScreen
from tablee.rules.common import OVER
from tablee.rules.hat_trick import PASS, round_points
from tablee.sight import Sighting


class HatTrickScreen(TrickScreen):
    def tricks_per_round(self, v: Any) -> int:
        return int(v.hand_size) - 1

    def standings(self, v: Any) -> Table:
        say = self.voice.say
        heads = [symbol(colour) for colour in self.colours]
        grid = self.grid(say("score.player"), *heads, say("hat.passed"), say("score.so_far"), say("score.total"))
        for seat in self.seats:
            won = [painted(str(int(count(int(v.won[seat, i])))), name) for i, name in enumerate(self.colours)]
            points = self.voice.signed(int(round_points(v, seat)))
            on_turn = bool(v.phase != OVER and v.turn == seat)
            passed = str(cards_in(v.passed[seat]))
            grid.add_row(self.player(seat, on_turn), *won, passed, points, str(int(v.total[seat])))
        return grid

    def laid(self, v: Any, seat: int) -> Text:
        card = v.trick[seat]
        if int(v.on_table) >> int(colour_of(card)) & 1:
            return self.short(card)
        return self.voice.say("hat.pass", card=self.short(card))

    def question(self, v: Any) -> Text:
        if count(v.on_table) == 2:
            return self.voice.say("hat.your_card_or_pass")
        return self.voice.say("tricks.your_card")

    def menu(self, v: Any, legal: Sequence[int]) -> Menu:
        return self.hand_menu(legal, {action: action % PASS for action in legal})

    def hand_label(self, action: int, card: int) -> Text:
        label = super().hand_label(action, card)
        return self.voice.say("hat.pass", card=label) if action >= PASS else label

    # ---- what happened ----

    def tell(self, step: Sighting) -> list[News]:
        news = self.tell_play(step, self.hand_label(step.action or 0, (step.action or 0) % PASS))
        if step.after.round_no > step.before.round_no:
            news += self.tell_round(step.after)
        return news

    def tell_trick(self, v: Any) -> list[News]:
        taken = []
        for colour, winner in enumerate(v.last_winner):
            if winner >= 0:
                cards = [self.short(card) for card in self.last_trick(v) if colour_of(card) == colour]
                taken.append(self.voice.tell("hat.takes", int(winner), cards=joined(cards)))
        if v.phase != OVER and v.tricks > 0:
            taken.append(self.voice.tell("hat.leads_next", int(v.leader)))
        return [joined(taken, " ")]
