"""Stoïck on the terminal."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from tablee.catalogue.game import Json
from tablee.cli.ink import SYMBOLS, UNBREAKABLE, joined, painted
from tablee.cli.screens.base import Choice, Menu, News, Row, Screen, bits_of
from tablee.dice import Dice
from tablee.rules.common import OVER
from tablee.rules.stoick import (
    ANSWER,
    BARE_FAMILY,
    CALL,
    DENY,
    DISCARD,
    DRAW_CARD,
    DRAWING,
    FAMILY,
    GIVE_JOKER,
    LEAVE,
    PASS,
    SWAPPED,
    TARGET,
    TARGET_SEAT,
    can_be_called,
)
from tablee.rules.stoick_cards import (
    ANTI_JOKER,
    COLOUR_NAMES,
    DRAW,
    FACE_NAMES,
    HAND,
    JOKER,
    KINDS,
    NO_CARD,
    PUBLIC,
    STEAL,
    colour_of,
    face_of,
    kind_of,
)
from tablee.sight import Sighting

COMING = 5  # known cards of the draw pile that are shown


def kinds(tokens: Any) -> list[int]:
    """The kinds of the cards that a view shows, in order of kind."""
    return sorted(int(kind_of(token)) for token in tokens if token != NO_CARD)


class StoickScreen(Screen):
    def card(self, kind: Any) -> Text:
        """A card in full: ♥ red clover."""
        if kind == JOKER:
            return Text(self.voice.word("stoick.joker"), style="bold")
        colour, face = COLOUR_NAMES[colour_of(kind)], FACE_NAMES[face_of(kind)]
        name = self.voice.word(
            "stoick.card", colour=self.tint(colour, face), face=self.voice.word(f"stoick.face.{face}")
        )
        return painted(f"{SYMBOLS[colour]} {name}", colour)

    def short(self, kind: Any) -> Text:
        """A card where room is scarce: ♥ clover."""
        if kind == JOKER:
            return self.card(kind)
        colour, face = COLOUR_NAMES[colour_of(kind)], FACE_NAMES[face_of(kind)]
        return painted(f"{SYMBOLS[colour]} {self.voice.word(f'stoick.face.{face}')}", colour)

    def tint(self, colour: str, face: str) -> str:
        """The colour's name as it agrees with the face."""
        gender = "colour_f" if self.voice.word(f"stoick.gender.{face}") == "f" else "colour"
        return self.voice.word(f"{gender}.{colour}")

    def cards(self, some: Sequence[int]) -> Text:
        """Cards, equal ones counted: ♥ clover ×2."""
        parts = [
            self.short(kind) if number == 1 else self.short(kind).append(f"{UNBREAKABLE}×{number}")
            for kind, number in sorted(Counter(some).items())
        ]
        return joined(parts, ", ")

    # ---- the table ----

    def table(self, v: Any) -> list[RenderableType]:
        say = self.voice.say
        title = Text(self.setup.game.title)
        if v.games > 1:
            title = say("stoick.game", title=title, game=min(v.game_no + 1, v.games), games=v.games)
        grid = self.grid(say("score.player"), say("score.in_hand"), "" if v.unaided else say("stoick.known"))
        if v.games > 1:
            grid.add_column(say("stoick.games_won"))
        for seat in self.seats:
            on_turn = bool(v.phase != OVER and v.turn == seat)
            won = [str(int(v.total[seat]))] if v.games > 1 else []
            grid.add_row(self.player(seat, on_turn), str(int(v.hand_size[seat])), self.known(v, seat), *won)
        shown: list[RenderableType] = [Rule(title, align="left", style="dim"), grid, self.piles(v)]
        astray = [kind for kind in range(1, KINDS) for _ in range(v.astray[kind])]
        if astray and not v.unaided:
            holders = bits_of(v.loose[self.me if self.me >= 0 else PUBLIC])
            names = self.voice.one_of([seat for seat in holders if seat != self.me])
            shown.append(say("stoick.astray", cards=self.cards(astray), names=names))
        if coming := self.coming(v):
            shown.append(say("stoick.coming", cards=joined([self.short(kind) for kind in coming], ", ")))
        if self.me >= 0:
            shown.append(say("stoick.hand", cards=self.cards(kinds(v.hand[self.me]))))
        return shown

    def moment(self, v: Any, action: int) -> Text:
        if v.games == 1:
            return super().moment(v, action)
        return self.voice.say("stoick.moment", game=v.game_no + 1, action=action)

    def piles(self, v: Any) -> Text:
        if v.discards_size == 0:
            return self.voice.say("stoick.draw_pile", pile=v.pile_size)
        top = self.card(v.discards[v.discards_size - 1])
        return self.voice.say("stoick.piles", pile=v.pile_size, discards=v.discards_size, top=top)

    def known(self, v: Any, seat: int) -> Text:
        """What is known of a hand, and what the strict table says of its owner; without aids who is out, or skipped."""
        marks = []
        if v.out >> seat & 1:
            marks.append(self.voice.say("stoick.is_out"))
        if v.skip >> seat & 1:
            marks.append(self.voice.say("stoick.is_skipped"))
        if v.unaided:
            return joined(marks, "; ")
        if v.denied >> seat & 1 and not v.out >> seat & 1:
            marks.append(self.voice.say("stoick.has_denied"))
        if seat != self.me and kinds(v.hand[seat]):
            marks.append(self.cards(kinds(v.hand[seat])))
        return joined(marks, "; ")

    def coming(self, v: Any) -> list[int]:
        """The next cards of the draw pile, as far as they are remembered."""
        known: list[int] = []
        if v.unaided:
            return known
        for place in range(int(v.pile_size) - 1, -1, -1):
            if v.pile[place] == NO_CARD or len(known) == COMING:
                break
            known.append(int(kind_of(v.pile[place])))
        return known

    def question(self, v: Any) -> Text:
        short = v.hand_size[self.me] < HAND + (v.turn == self.me and v.phase == DISCARD)
        if self.me != self.due(v):
            return self.voice.say("stoick.you_are_short" if short else "stoick.out_of_turn")
        if v.phase == TARGET:
            return self.voice.say(f"stoick.whom.{FACE_NAMES[v.pending]}")
        if v.phase == SWAPPED:
            return self.voice.say("stoick.swapped")
        if v.phase == ANSWER:
            return self.voice.say("stoick.answer")
        if v.phase == DRAWING:
            return self.voice.say("stoick.drawing")
        return self.voice.say("stoick.your_discard_or_draw" if short else "stoick.your_discard")

    def menu(self, v: Any, legal: Sequence[int]) -> Menu:
        return Menu([Row([Choice(action, self.label(v, action)) for action in legal])])

    def label(self, v: Any, action: int) -> Text:
        say = self.voice.say
        if action < FAMILY:
            held = kinds(v.hand[self.me]).count(action)
            card = self.card(action)
            return card.append(f" ×{held}") if held > 1 and not self.in_full else card
        if action < TARGET_SEAT:
            return say("stoick.do_family", card=self.card(action - FAMILY))
        if action < BARE_FAMILY:
            name = self.voice.name(action - TARGET_SEAT)
            return say(f"stoick.do_target.{FACE_NAMES[v.pending]}", name=name) if self.in_full else name
        if action >= CALL:
            return say("stoick.do_call", name=self.voice.name(action - CALL))
        if action == DRAW_CARD and v.turn != self.me and v.hand_size[self.me] >= HAND:
            return say("stoick.do_draw_out_of_turn")
        plain = {
            BARE_FAMILY: "stoick.do_bare_family",
            PASS: "stoick.do_pass",
            DRAW_CARD: "stoick.do_draw",
            GIVE_JOKER: "stoick.do_give",
            DENY: "stoick.do_deny",
            LEAVE: "stoick.do_leave",
        }
        return say(plain[action])

    # ---- the order of play ----

    def order(self, v: Any, actors: Sequence[int], dice: Dice) -> list[int]:
        """At the strict table those who have a reason to speak up come before the one whose turn it is."""
        if not v.strict:
            return super().order(v, actors, dice)
        due = self.due(v)
        return [*dice.shuffled([seat for seat in actors if seat != due and self.has_reason(v, seat)]), due]

    def due(self, v: Any) -> int:
        """The seat that the game waits for."""
        return int(v.named if v.phase == ANSWER else v.turn)

    def has_part(self, v: Any, seat: int) -> bool:
        return not v.strict or seat == self.due(v) or self.has_reason(v, seat)

    def has_reason(self, v: Any, seat: int) -> bool:
        short = v.hand_size[seat] < HAND and v.turn != seat
        return bool(short) or any(can_be_called(v, seat, other) for other in self.seats)

    def may_wait(self, v: Any) -> bool:
        return bool(v.strict) and self.me != self.due(v)

    # ---- what happened ----

    def opening(self, v: Any) -> list[News]:
        news: list[News] = [self.voice.tell("stoick.starts", int(v.turn))]
        if self.tells_hands and self.me >= 0:
            news.insert(0, self.voice.say("stoick.hand", cards=self.cards(kinds(v.hand[self.me]))))
        return news

    def tell(self, step: Sighting) -> list[News]:
        before, after, action = step.before, step.after, step.action or 0
        over = after.game_no > before.game_no
        if action >= CALL:
            news = self.tell_call(step, action - CALL)
        elif action == DRAW_CARD:
            news = self.tell_draw(step)
        elif action in (GIVE_JOKER, DENY):
            news = [self.voice.tell("stoick.gives" if action == GIVE_JOKER else "stoick.denies", step.actor)]
        elif action == PASS:
            news = [self.voice.tell("stoick.passes", step.actor)]
        elif action == LEAVE:
            news = [self.voice.tell("stoick.leaves", step.actor)]
        elif action == BARE_FAMILY:
            news = [self.voice.tell("stoick.family", step.actor)]
        elif action >= TARGET_SEAT:
            news = self.tell_target(step, action - TARGET_SEAT, over)
        elif action >= FAMILY:
            news = [self.voice.tell("stoick.family_with", step.actor, card=self.card(action - FAMILY))]
        else:
            news = self.tell_discard(step, action, over)
        news += [self.voice.tell("stoick.eliminated", seat) for seat in bits_of(after.eliminated)]
        served = [] if over and after.version == 1 else bits_of(before.skip & ~after.skip & ~after.eliminated)
        skipped = [self.voice.tell("stoick.skipped", seat) for seat in served]
        if over:
            return [*news, *self.tell_game(after), *skipped]
        news += skipped
        if after.discards_size < before.discards_size:
            news.append(self.voice.say("stoick.turned_over"))
        if self.begins_turn(step):
            news.append(self.tell_own_draw(step))
        return news

    def begins_turn(self, step: Sighting) -> bool:
        """Whether the seat has just drawn the card that opens its turn."""
        before, after, action = step.before, step.after, step.action or 0
        if after.turn != self.me or after.phase != DISCARD:
            return False
        if before.turn != self.me:
            return True
        # The turn may come straight back where the others are out or lose theirs.
        if action < FAMILY:
            return bool(after.drew == 0)
        if action in range(TARGET_SEAT, BARE_FAMILY):
            return bool(before.pending != STEAL)
        return action in (PASS, LEAVE, GIVE_JOKER, DENY)

    def tell_own_draw(self, step: Sighting) -> Text:
        drawn = self.drawn(step)
        return self.voice.say("stoick.draws_one" if drawn is None else "stoick.draws.you", card=drawn or "")

    def drawn(self, step: Sighting) -> Text | None:
        """The card that the seat has just drawn; None if all of its cards are new, after a swap, and nobody can say."""
        held, now = Counter(kinds(step.before.hand[self.me])), Counter(kinds(step.after.hand[self.me]))
        action = step.action or 0
        if step.actor == self.me and action < FAMILY:
            held -= Counter([action])
        if step.before.pending == STEAL and TARGET_SEAT <= action < BARE_FAMILY:
            if step.actor == self.me:
                now -= Counter([int(step.after.stolen)])
            elif action - TARGET_SEAT == self.me:
                held -= Counter([int(step.after.stolen)])
        new = list((now - held).elements())
        return self.card(new[0]) if len(new) == 1 else None

    def tell_discard(self, step: Sighting, kind: int, over: bool) -> list[News]:
        card = self.card(kind)
        discards: list[News] = [self.voice.tell("stoick.discards", step.actor, card=card)]
        if kind != JOKER and face_of(kind) == STEAL and step.after.phase != TARGET:
            return [*discards, self.voice.say("stoick.nobody_to_rob")]
        if kind == JOKER or face_of(kind) != DRAW or over:
            return discards
        if step.before.drew:
            return [self.voice.tell("stoick.draw_twice", step.actor, card=card)]
        if step.after.phase == DRAWING:
            return discards
        if step.actor == self.me:
            return [self.voice.say("stoick.draws_again.you", card=card, drawn=self.drawn(step) or "")]
        return [self.voice.tell("stoick.draws_again", step.actor, card=card)]

    def tell_target(self, step: Sighting, target: int, over: bool) -> list[News]:
        face = step.before.pending
        whom = self.voice.name(target)
        if face == STEAL:
            return self.tell_steal(step, target, over)
        if face != ANTI_JOKER:
            return [self.voice.tell("stoick.swaps", step.actor, other=whom)]
        asked = self.voice.tell("stoick.asks", step.actor, other=whom)
        if step.before.strict:
            return [asked]
        return [asked, self.voice.tell("stoick.gave" if self.joker_given(step.after) else "stoick.has_none", target)]

    def joker_given(self, v: Any) -> bool:
        """Whether an ANTI-JOKER has just hit: the joker lies on it, or under it if the pile was turned over since."""
        if v.discards_size:
            return bool(v.discards[v.discards_size - 1] == JOKER)
        return bool(kind_of(v.pile[0]) == JOKER)

    def tell_steal(self, step: Sighting, victim: int, over: bool) -> list[News]:
        before, after = step.before, step.after
        if over or self.me not in (step.actor, victim) or after.out & ~before.out:
            return [self.voice.tell("stoick.steals", step.actor, other=self.voice.name(victim))]
        lost = self.card(int(after.stolen))
        if step.actor == self.me:
            return [self.voice.say("stoick.you_steal", other=self.voice.name(victim), card=lost)]
        thief = self.voice.name(step.actor)
        drawn = None if before.strict else self.drawn(step)
        if drawn is None:
            return [self.voice.say("stoick.steals_yours", name=thief, card=lost)]
        return [self.voice.say("stoick.robs_you", name=thief, card=lost, drawn=drawn)]

    def tell_call(self, step: Sighting, seat: int) -> list[News]:
        called = self.voice.tell("stoick.calls", step.actor, other=self.voice.name(seat))
        return [called, self.voice.tell("stoick.mends", seat)]

    def tell_draw(self, step: Sighting) -> list[News]:
        before = step.before
        if before.turn != step.actor and before.hand_size[step.actor] >= HAND:
            if step.actor != self.me:
                return [self.voice.tell("stoick.draws_out_of_turn", step.actor)]
            return [self.voice.say("stoick.draws_out_of_turn.you", card=self.card(int(kind_of(step.after.pile[0]))))]
        if step.actor != self.me:
            return [self.voice.tell("stoick.draws", step.actor)]
        return [self.tell_own_draw(step)]

    def tell_game(self, v: Any) -> list[News]:
        news: list[News] = [Text(), self.voice.tell("stoick.wins", int(v.last_winner), game=v.game_no), Text()]
        return news + (self.opening(v) if v.phase != OVER else [])

    def final(self, results: Sequence[Json], scores: Sequence[int]) -> list[RenderableType]:
        games = [result["winner"] for result in results if result["kind"] == "game"]
        if self.setup.options["games"] == 1:
            return []  # who won has just been told
        rows: dict[str, Sequence[Text | str]] = {
            self.voice.word("stoick.game_number", game=number): ["★" if seat == winner else "" for seat in self.seats]
            for number, winner in enumerate(games, 1)
        }
        rows[self.voice.word("score.total")] = [Text(str(score), style="bold") for score in scores]
        return [self.sheet(rows), self.verdict(scores)]
