"""What the screens of the three games of tricks share."""

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tablee.cards import NO_CARD, colour_of, number_of
from tablee.catalogue import Setup
from tablee.catalogue.game import Json
from tablee.cli.ink import joined
from tablee.cli.screens.base import Aside, Choice, Menu, News, Row, Screen, bits_of
from tablee.cli.voice import Voice
from tablee.rules.common import OVER
from tablee.sight import Sighting


class TrickScreen(Screen):
    def __init__(self, setup: Setup, voice: Voice) -> None:
        super().__init__(setup, voice)
        self.colours: Sequence[str] = setup.game.colours

    def card(self, card: Any) -> Text:
        return self.voice.card(self.colours[colour_of(card)], number_of(card))

    def short(self, card: Any) -> Text:
        return self.voice.short_card(self.colours[colour_of(card)], number_of(card))

    def cards(self, masks: Any) -> Text:
        """A set of cards, one mask per colour."""
        return joined(
            [self.short(32 * colour + bit) for colour, mask in enumerate(masks) for bit in bits_of(mask)], "  "
        )

    # ---- the table ----

    def tricks_per_round(self, v: Any) -> int:
        raise NotImplementedError

    def standings(self, v: Any) -> Table:
        """Each player's line."""
        raise NotImplementedError

    def laid(self, v: Any, seat: int) -> Text:
        """A card in the current trick."""
        return self.short(v.trick[seat])

    def table(self, v: Any) -> list[RenderableType]:
        title = self.voice.say("tricks.round", title=self.setup.game.title, round=v.round_no + 1, rounds=v.rounds)
        shown: list[RenderableType] = [Rule(title, align="left", style="dim"), self.standings(v)]
        if self.in_tricks(v):
            shown.append(self.current_trick(v))
        return shown

    def in_tricks(self, v: Any) -> bool:
        """Whether cards are being laid."""
        return True

    def current_trick(self, v: Any) -> Text:
        number, tricks = v.tricks + 1, self.tricks_per_round(v)
        if v.laid == 0:
            leads = self.voice.tell("tricks.leads", int(v.leader))
            return self.voice.say("tricks.current", number=number, tricks=tricks, cards=leads)
        order = [(int(v.leader) + step) % int(v.players) for step in range(v.laid)]
        laid = [Text.assemble(self.voice.name(seat), " ", self.laid(v, seat)) for seat in order]
        return self.voice.say("tricks.current", number=number, tricks=tricks, cards=joined(laid, "  "))

    def hand_menu(self, legal: Sequence[int], card_of: dict[int, int]) -> Menu:
        """The hand, a row a colour; `card_of` gives each action's card."""
        rows = []
        for colour, name in enumerate(self.colours):
            actions = [action for action in legal if colour_of(card_of[action]) == colour]
            if actions:
                choices = [Choice(action, self.hand_label(action, card_of[action])) for action in actions]
                rows.append(Row(choices, self.voice.colour(name)))
        return Menu(rows)

    def hand_label(self, action: int, card: int) -> Text:
        return self.card(card) if self.in_full else self.short(card)

    def moment(self, v: Any, action: int) -> Text:
        return self.voice.say("tricks.moment", round=v.round_no + 1, trick=v.tricks + 1)

    # ---- what happened ----

    def opening(self, v: Any) -> list[News]:
        news: list[News] = [
            self.voice.say("tricks.deal", round=v.round_no + 1, cards=v.hand_size),
            self.voice.tell("tricks.opens", int(v.leader)),
        ]
        if any(int(mask) for mask in v.aside):
            news.append(self.voice.say("tricks.aside", cards=self.cards(v.aside)))
        if self.tells_hands and self.me >= 0:
            news.append(self.voice.say("tricks.hand", cards=self.cards(v.hand[self.me])))
        return news

    def tell_play(self, step: Sighting, card: Text) -> list[News]:
        """A card into the trick, and the trick if that made it full."""
        news: list[News] = [Aside(Text.assemble(self.voice.name(step.actor), " ", card))]
        if step.after.tricks_done > step.before.tricks_done:
            news += self.tell_trick(step.after)
        return news

    def tell_trick(self, v: Any) -> list[News]:
        raise NotImplementedError

    def tell_round(self, v: Any) -> list[News]:
        """The scores of the round that has just ended, and the next deal."""
        points = [self.voice.signed(int(v.last_points[seat])) for seat in self.seats]
        totals = [str(int(v.total[seat])) for seat in self.seats]
        said = self.voice.say("tricks.round_over", round=v.round_no)
        news: list[News] = [
            Text(),
            said,
            self.sheet({self.voice.word("score.round"): points, self.voice.word("score.total"): totals}),
            Text(),
        ]
        return news + (self.opening(v) if v.phase != OVER else [])

    def final(self, results: Sequence[Json], scores: Sequence[int]) -> list[RenderableType]:
        rounds = [result["scores"] for result in results if result["kind"] == "round"]
        rows: dict[str, Sequence[Text | str]] = {
            self.voice.word("score.round_number", round=number): [self.voice.signed(points) for points in row]
            for number, row in enumerate(rounds, 1)
        }
        rows[self.voice.word("score.total")] = [Text(str(score), style="bold") for score in scores]
        return [self.sheet(rows), self.verdict(scores)]

    def last_trick(self, v: Any) -> list[int]:
        """The cards of the last finished trick, in the order in which they were laid."""
        order = [(int(v.last_leader) + step) % int(v.players) for step in range(v.players)]
        return [int(v.last_trick[seat]) for seat in order if v.last_trick[seat] != NO_CARD]
