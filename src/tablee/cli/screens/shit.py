"""SHIT! on the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from tablee.cards import colour_of, number_of
from tablee.catalogue.game import Json
from tablee.cli.ink import joined
from tablee.cli.screens.base import Aside, Choice, Menu, News, Row, Screen, bits_of
from tablee.rules.common import OVER
from tablee.rules.shit import COLOUR_NAMES, SHIT, distance
from tablee.sight import Sighting


class ShitScreen(Screen):
    def card(self, card: Any) -> Text:
        if card == SHIT:
            return Text("SHIT!", style="bold reverse")
        return self.voice.card(COLOUR_NAMES[colour_of(card)], number_of(card))

    # ---- the table ----

    def table(self, v: Any) -> list[RenderableType]:
        say = self.voice.say
        title = say("shit.turn", title=self.setup.game.title, turn=v.turns + 1, target=v.target)
        grid = self.grid(say("score.player"), say("score.in_hand"), say("shit.laid"), say("score.points"))
        for seat in self.seats:
            ready = bool(v.ready >> seat & 1)
            laid = self.card(v.laid[seat]) if v.laid[seat] else Text("✓" if ready else "–", style="dim")
            cards = str(int(v.held[seat].sum()))  # a number card that lies face down counts too: nobody knows it is one
            on_turn = v.phase != OVER and not ready
            grid.add_row(self.player(seat, on_turn), cards, laid, str(int(v.total[seat])))
        shown: list[RenderableType] = [Rule(title, align="left", style="dim"), grid]
        if v.phase != OVER:
            shown.append(say("shit.centre", card=self.card(v.centre), pile=v.pile_size - v.drawn))
        return shown

    def question(self, v: Any) -> Text:
        return self.voice.say("shit.your_card")

    def menu(self, v: Any, legal: Sequence[int]) -> Menu:
        near_first = sorted(legal, key=lambda action: 99 if action == SHIT else int(distance(v.centre, action)))
        return Menu([Row([Choice(action, self.label(v, action)) for action in near_first])])

    def label(self, v: Any, action: int) -> Text:
        if action == SHIT:
            return self.voice.say("shit.lay_shit", card=self.card(action))
        return self.voice.say("shit.lay", card=self.card(action), distance=int(distance(v.centre, action)))

    def moment(self, v: Any, action: int) -> Text:
        return self.voice.say("shit.moment", turn=v.turns + 1)

    # ---- what happened ----

    def opening(self, v: Any) -> list[News]:
        if self.me < 0 or not self.tells_hands:
            return [self.voice.say("shit.centre", card=self.card(v.centre), pile=v.pile_size - v.drawn)]
        hand = [self.card(32 * colour + bit) for colour, mask in enumerate(v.hand[self.me]) for bit in bits_of(mask)]
        return [
            self.voice.say("shit.hand", cards=joined(hand, "  ")),
            self.voice.say("shit.centre", card=self.card(v.centre), pile=v.pile_size - v.drawn),
        ]

    def tell(self, step: Sighting) -> list[News]:
        if step.action is None:
            news: list[News] = [Aside(self.voice.say("shit.has_laid", name=self.voice.name(step.actor)))]
        else:
            news = [self.voice.say("shit.you_lay", card=self.card(step.action))]
        if step.after.turns > step.before.turns:
            news += self.tell_turn(step)
        return news

    def tell_turn(self, step: Sighting) -> list[News]:
        v = step.after
        laid = {seat: v.last_laid[seat] for seat in self.seats}
        order = sorted(
            self.seats, key=lambda seat: 99 if laid[seat] == SHIT else int(distance(v.last_centre, laid[seat]))
        )
        grid = self.grid("", "", "", "")
        grid.show_header = False
        for seat in order:
            far = (
                ""
                if laid[seat] == SHIT
                else self.voice.say("shit.away", distance=int(distance(v.last_centre, laid[seat])))
            )
            scored = Text(f"+{int(v.last_points)}", style="bold green") if seat == v.last_winner else ""
            grid.add_row(self.player(seat), self.card(laid[seat]), far, scored)
        news: list[News] = [Text(), self.voice.say("shit.revealed", card=self.card(v.last_centre)), grid]
        if v.last_winner < 0:
            news.append(self.voice.say("shit.nobody"))
        else:
            winner = int(v.last_winner)
            total = int(v.total[winner])
            news.append(self.voice.tell("shit.scores", winner, points=int(v.last_points), total=total))
        if v.phase != OVER:
            if v.shuffles > step.before.shuffles:
                news.append(self.voice.say("shit.shuffled"))
            news += self.tell_draws(step)
            news += self.opening(v)[-1:]
        elif v.last_winner < 0:
            news.append(self.voice.say("shit.idle"))
        return [*news, Text()]

    def tell_draws(self, step: Sighting) -> list[News]:
        """Who laid SHIT! has drawn; one's own new card is seen in the hand."""
        if self.me < 0 or step.after.last_laid[self.me] != SHIT:
            return []
        hands = [
            (int(old), int(new)) for old, new in zip(step.before.hand[self.me], step.after.hand[self.me], strict=True)
        ]
        drawn = [32 * colour + bit for colour, (old, new) in enumerate(hands) for bit in bits_of(new & ~old)]
        return [self.voice.say("shit.drawn", card=self.card(card)) for card in drawn]

    def final(self, results: Sequence[Json], scores: Sequence[int]) -> list[RenderableType]:
        turns = [result for result in results if result["kind"] == "turn"]
        won = [[turn["points"] for turn in turns if turn["winner"] == seat] for seat in self.seats]
        return [
            self.sheet(
                {
                    self.voice.word("shit.turns_won", turns=len(turns)): [str(len(points)) for points in won],
                    self.voice.word("shit.best_turn"): [str(max(points, default=0)) for points in won],
                    self.voice.word("score.total"): [Text(str(score), style="bold") for score in scores],
                }
            ),
            self.verdict(scores),
        ]
