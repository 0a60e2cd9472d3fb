"""Stop it! on the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tablee.catalogue.game import Json
from tablee.catalogue.stop_it import is_filing, is_told
from tablee.cli.ink import SYMBOLS, joined, painted, symbol
from tablee.cli.screens.base import Aside, Choice, Menu, News, Row, Screen
from tablee.dice import Dice
from tablee.rules.common import OVER
from tablee.rules.stop_it import (
    CALL_HAND,
    CALL_NOTHING,
    CALL_PILE,
    COLOUR_NAMES,
    DROP,
    FILE,
    FILE_NEW,
    FILE_STOP,
    GO,
    GRACE,
    LAST,
    MOVE,
    MOVES_TO,
    NEW,
    PASS,
    PICK,
    PILES,
    READY,
    TAKE,
    TAKE_PILE,
    actors,
    count_points,
    pays_for_fall,
    top_of,
)
from tablee.rules.stop_it_hand import (
    COLOURS,
    FIRST_STOP,
    GROUPS,
    NO_CARD,
    SPECIAL,
    in_hand,
    is_sorted,
    is_stop,
)
from tablee.sight import Sighting


def last_resorts(action: int) -> int:
    """The order of choices: what one does all the time, then calls, then letting a card go, then a false alarm."""
    if action == CALL_NOTHING:
        return 3
    return 2 if action == DROP else int(CALL_PILE <= action <= CALL_HAND + SPECIAL)


class StopItScreen(Screen):
    # ---- cards ----

    def stop(self, stop: Any) -> Text:
        """A stop card: STOP ♥ red."""
        if stop == SPECIAL:
            return Text(self.voice.word("stop.special"), style="bold reverse")
        colour = COLOUR_NAMES[stop]
        name = self.voice.word("stop.stop", colour=f"{SYMBOLS[colour]} {self.voice.word(f'colour.{colour}')}")
        return painted(name, colour).copy()

    def card(self, kind: Any) -> Text:
        if is_stop(kind):
            return self.stop(kind - FIRST_STOP)
        colour = COLOUR_NAMES[kind - 1]
        return painted(f"{SYMBOLS[colour]} {self.voice.word(f'colour_f.{colour}')}", colour)

    def counted(self, counts: Sequence[int]) -> Text:
        """So many cards of each kind from kind 1 on: ♥ ×3 ★ ×1."""
        parts = []
        for kind, number in enumerate(counts, 1):
            if number and is_stop(kind):
                parts.append(self.card(kind) if number == 1 else self.card(kind).append(f" ×{number}"))
            elif number:
                parts.append(painted(f"{SYMBOLS[COLOUR_NAMES[kind - 1]]}×{number}", COLOUR_NAMES[kind - 1]))
        return joined(parts)

    # ---- the table ----

    def table(self, v: Any) -> list[RenderableType]:
        title = self.voice.say("stop.title", title=self.setup.game.title, left=v.points_left, points=v.points)
        shown: list[RenderableType] = [Rule(title, align="left", style="dim"), self.standings(v), Text(), self.piles(v)]
        if self.me >= 0:
            shown.append(self.hand(v))
        return shown

    def standings(self, v: Any) -> Table:
        say = self.voice.say
        heads = [symbol(colour) for colour in COLOUR_NAMES]
        grid = self.grid(say("score.player"), *heads, say("stop.holds"), say("stop.beside"), say("score.points"))
        for seat in self.seats:
            told = is_told(v, seat, self.me)
            counts = [Text(str(int(in_hand(v, seat, colour))) if told else "") for colour in range(COLOURS)]
            holds = self.card(v.holding[seat]) if v.holding[seat] != NO_CARD else Text("–", style="dim")
            on_turn = bool(v.phase not in (TAKE, OVER) and actors(v) >> seat & 1)
            points = str(-int(v.total[seat]))
            grid.add_row(self.player(seat, on_turn), *counts, holds, self.beside(v, seat), points)
        return grid

    def beside(self, v: Any, seat: int) -> Text:
        """What a player has outside the groups: stops, and cards dropped."""
        parts = []
        stops = self.counted([0] * COLOURS + [int(n) for n in v.stops[seat]])
        if stops and is_told(v, seat, self.me):
            parts.append(stops)
        dropped = self.counted([int(n) for n in v.dropped[seat][1:]])
        if dropped:
            parts.append(self.voice.say("stop.dropped", cards=dropped))
        elif pays_for_fall(v, seat):
            parts.append(self.voice.say("stop.fell"))
        return joined(parts, " ") if parts else Text("–", style="dim")

    def piles(self, v: Any) -> Table:
        grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim", pad_edge=False)
        grid.add_column("")
        for pile in range(PILES):
            grid.add_column(self.voice.say("stop.pile", pile=pile + 1))
        tops = [self.card(top_of(v, pile)) if v.height[pile] else Text("–", style="dim") for pile in range(PILES)]
        grid.add_row(self.voice.say("stop.top"), *tops)
        grid.add_row(self.voice.say("stop.height"), *(str(int(v.height[pile])) for pile in range(PILES)))
        return grid

    def hand(self, v: Any) -> Text:
        groups = [Text(f"{place + 1}: ").append_text(self.group(v, place)) for place in range(int(v.groups[self.me]))]
        if not groups:
            return self.voice.say("stop.empty_hand")
        key = "stop.hand" if is_sorted(v, self.me) else "stop.unsorted_hand"
        return self.voice.say(key, groups=joined(groups, "   "))

    def group(self, v: Any, place: int) -> Text:
        return self.counted([int(n) for n in v.group[self.me, place]])

    def moment(self, v: Any, action: int) -> Text:
        return self.voice.say("stop.moment", left=v.points_left, points=v.points, action=action)

    # ---- choices ----

    def question(self, v: Any) -> Text:
        if v.phase == READY:
            return self.voice.say("stop.say_go")
        if v.holding[self.me] != NO_CARD:
            card = self.card(v.holding[self.me])
            return self.voice.say("stop.file_late" if v.phase == GRACE else "stop.file_it", card=card)
        if v.phase == LAST:
            return self.voice.say("stop.may_call" if v.end_when_empty else "stop.must_call")
        return self.voice.say("stop.what_now")

    def menu(self, v: Any, legal: Sequence[int]) -> Menu:
        """Filing as a new group anywhere but at the right end, and moving cards about, are kept for later."""
        rare = [
            action
            for action in legal
            if action >= MOVE or FILE_NEW <= action < FILE_NEW + min(v.groups[self.me], GROUPS)
        ]
        common = sorted((action for action in legal if action not in rare), key=last_resorts)
        choices = [Choice(action, self.label(v, action)) for action in common]
        return Menu([Row(choices)], [Choice(action, self.label(v, action)) for action in rare])

    def label(self, v: Any, action: int) -> Text:
        say = self.voice.say
        if action == GO:
            return say("stop.do_go")
        if action == DROP:
            return say("stop.do_drop")
        if action < CALL_PILE:
            return say("stop.do_take", card=self.card(top_of(v, action - TAKE_PILE)), pile=action - TAKE_PILE + 1)
        if action < CALL_HAND:
            return say("stop.do_call_pile", card=self.card(top_of(v, action - CALL_PILE)), pile=action - CALL_PILE + 1)
        if action <= CALL_HAND + SPECIAL:
            return say("stop.do_call_hand", card=self.stop(action - CALL_HAND))
        if action < FILE:
            return say("stop.do_pick", card=self.card(action - PICK + 1))
        if action < FILE_NEW:
            return say("stop.do_file", group=self.group(v, action - FILE), place=action - FILE + 1)
        if action < FILE_STOP:
            key = "stop.do_file_new" if action - FILE_NEW == v.groups[self.me] else "stop.do_file_at"
            return say(key, place=action - FILE_NEW + 1) if key == "stop.do_file_at" else say(key)
        if action == FILE_STOP:
            return say("stop.do_file_stop")
        if action == CALL_NOTHING:
            return say("stop.do_call_nothing")
        if action == PASS:
            return say("stop.do_pass")
        return self.move_label(action - MOVE)

    def move_label(self, move: int) -> Text:
        place, colour, to = move // 64, move % 64 // MOVES_TO, move % 64 % MOVES_TO
        card = self.card(colour + 1)
        if to == NEW:
            return self.voice.say("stop.do_move_new", card=card, place=place + 1)
        return self.voice.say("stop.do_move", card=card, place=place + 1, to=to + 1)

    # ---- the order of play ----

    def order(self, v: Any, actors: Sequence[int], dice: Dice) -> list[int]:
        """While all take at once: the player at the keyboard, then about one action for each of the others."""
        if v.phase != TAKE:
            return super().order(v, actors, dice)
        others = [seat for seat in actors if seat != self.me]
        return [self.me, *(dice.pick(others) for _ in others)]

    def may_wait(self, v: Any) -> bool:
        return bool(v.phase == TAKE)

    # ---- what happened ----

    def opening(self, v: Any) -> list[News]:
        return [self.voice.say("stop.deal"), *([self.piles(v)] if self.tells_hands else [])]

    def tell(self, step: Sighting) -> list[News]:
        news = self.tell_action(step)
        if step.after.phase == LAST and step.before.phase == TAKE:
            news.append(self.voice.say("stop.piles_empty_may" if step.after.end_when_empty else "stop.piles_empty"))
        if step.after.calls > step.before.calls:
            news += self.tell_count(step)
        return news

    def tell_action(self, step: Sighting) -> list[News]:
        before, action, actor = step.before, step.action, step.actor
        tell = self.voice.tell
        if action is None or is_filing(action):
            if before.holding[actor] != NO_CARD:
                return [Aside(tell("stop.files", actor, card=self.card(before.holding[actor])))]
            return [Aside(self.voice.say("stop.you_sort"))] if actor == self.me else []
        if action == GO:
            return [tell("stop.goes", actor)]
        if action in (CALL_NOTHING, PASS):
            return [tell("stop.alarms" if action == CALL_NOTHING else "stop.passes", actor)]
        if action in (DROP, FILE_STOP):
            key = "stop.drops" if action == DROP else "stop.keeps"
            return [Aside(tell(key, actor, card=self.card(before.holding[actor])))]
        if action < CALL_PILE:
            return [Aside(tell("stop.takes", actor, card=self.card(top_of(before, action - TAKE_PILE))))]
        if action < CALL_HAND:
            return [tell("stop.calls", actor, card=self.card(top_of(before, action - CALL_PILE)))]
        if action <= CALL_HAND + SPECIAL:
            return [tell("stop.calls", actor, card=self.stop(action - CALL_HAND))]
        return [Aside(tell("stop.picks", actor, card=self.card(action - PICK + 1)))]

    def tell_count(self, step: Sighting) -> list[News]:
        """The hands are counted: who had how many, and what it cost them."""
        v, say = step.after, self.voice.say
        heads = say("stop.counted", card=self.stop(v.last_stop)), say("stop.points")
        grid = self.grid(say("score.player"), *heads, say("stop.why"))
        for seat in self.seats:
            why = [
                say(key)
                for key, seats in (
                    ("stop.fewest", v.last_fewest),
                    ("stop.was_unsorted", v.last_unsorted),
                    ("stop.had_dropped", v.last_dropped),
                )
                if seats >> seat & 1
            ]
            points = int(count_points(v, seat))
            cells = str(int(v.last_counted[seat])), self.voice.signed(-points), joined(why, ", ")
            grid.add_row(self.player(seat), *cells)
        return [Text(), grid, say("stop.left", left=v.points_left), Text()]

    def final(self, results: Sequence[Json], scores: Sequence[int]) -> list[RenderableType]:
        rows: dict[str, Sequence[Text | str]] = {}
        for number, stop in enumerate((result for result in results if result["kind"] == "stop"), 1):
            causes = [stop[cause] for cause in ("fewest", "unsorted", "dropped")]
            points = [-sum(seat in seats for seats in causes) for seat in self.seats]
            name = self.voice.word("stop.number", number=number, stop=self.named_stop(stop["stop"]))
            rows[name] = [self.voice.signed(cost) for cost in points]
        alarms = [result["seat"] for result in results if result["kind"] == "alarm"]
        if alarms:
            rows[self.voice.word("stop.alarms_sum")] = [self.voice.signed(-alarms.count(seat)) for seat in self.seats]
        rows[self.voice.word("score.total")] = [Text(str(score), style="bold") for score in scores]
        return [self.sheet(rows), self.verdict(scores)]

    def named_stop(self, name: str) -> str:
        """A stop as a record calls it, in the language of the table."""
        return self.stop(SPECIAL if name == "special" else COLOUR_NAMES.index(name)).plain
