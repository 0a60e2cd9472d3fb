"""Stoïck told a second time, with lists and counters and no thought of speed, to hold the rules against.

A `Tale` plays the rules and notes what each observer (-1: everybody at once) gets to see; what they can remember of it
it keeps as plain numbers: so many red clovers known with that seat, so many lost from sight and with whom. It never
asks which of two like cards is which. `Worlds` forgets nothing: it keeps every position that fits what one observer
has seen.
"""

import itertools
from collections import Counter
from typing import Any

from tablee.catalogue.stoick import kind_name

JOKER = "joker"
ASK, NAME, SWAPPED, ANSWER, DRAWING, OVER = "ask", "name", "swapped", "answer", "drawing", "over"


def colour_and_face(card: str) -> tuple[str, str]:
    colour, face = card.split()
    return colour, face


def is_family(cards: list[str]) -> bool:
    plain = {card for card in cards if card != JOKER}
    return len(cards) == 4 and cards.count(JOKER) <= 2 and len(plain) == 1 and plain.pop().endswith("clover")


class Tale:
    """A game from a position on: hands, the draw pile (its top last) and the discard pile (its top last).

    `choosy`: actions are optional, and a family made by a SWAP waits for the next turn.
    """

    def __init__(
        self,
        hands: list[list[str]],
        pile: list[str],
        discards: list[str],
        turn: int,
        strict: bool,
        choosy: bool = False,
    ) -> None:
        self.players = len(hands)
        self.choosy = choosy
        self.hands = [list(hand) for hand in hands]
        self.pile: list[tuple[str, frozenset[int]]] = [(card, frozenset()) for card in pile]  # who knows it is there
        self.discards = list(discards)
        self.turn, self.strict = turn, strict
        self.phase, self.face, self.named = ASK, "", -1
        self.drew = False
        self.out: set[int] = set()
        self.skip: set[int] = set()
        self.liars: set[int] = set()
        self.winner = -1
        self.observers = [*range(self.players), -1]
        self.log: dict[int, list[Any]] = {seat: [("hand", sorted(hand))] for seat, hand in enumerate(self.hands)}
        self.log[-1] = []
        self.known = {
            observer: {seat: Counter[str]() for seat in range(self.players) if seat != observer}
            for observer in self.observers
        }
        self.astray = {observer: Counter[str]() for observer in self.observers}
        self.loose: dict[int, set[int]] = {observer: set() for observer in self.observers}

    # ---- what may be done ----

    def moves(self, seat: int) -> set[str]:
        if self.phase == OVER or seat in self.out:
            return set()
        hand, found = self.hands[seat], set()
        if seat == self.turn:
            if self.phase == ASK:
                found |= {f"discard {card}" for card in hand}
                found |= {f"family {card}" for card in hand if is_family(without(hand, card))}
            elif self.phase == NAME:
                found |= {f"target {other}" for other in self.targets()} | ({"leave"} if self.choosy else set())
            elif self.phase == DRAWING:
                found |= {"draw", "leave"}
            elif self.phase == SWAPPED:
                found |= {"pass", "family"} if is_family(hand) else {"pass"}
        if self.strict:
            mending = self.phase == ASK and len(hand) < 5 if seat == self.turn else len(hand) < 4
            if mending or (seat != self.turn and seat not in self.skip):
                found.add("draw")
            if self.phase == ANSWER and seat == self.named:
                found |= {"deny", "give joker"} if JOKER in hand else {"deny"}
            found |= {
                f"call {other}" for other in self.in_play() if other not in (seat, self.turn) if self.short(other)
            }
        return found

    def in_play(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.out]

    def short(self, seat: int) -> bool:
        return len(self.hands[seat]) != 4

    def targets(self) -> list[int]:
        others = [seat for seat in self.in_play() if seat != self.turn]
        return [seat for seat in others if self.hands[seat]] if self.face == "steal" else others

    # ---- what it does ----

    def play(self, seat: int, move: str, stolen: str = "") -> None:
        """Carry out a move; where it is a theft, `stolen` says of which card. ValueError if it cannot be."""
        if move not in self.moves(seat):
            raise ValueError(move)
        for log in self.log.values():
            log.append((seat, move))
        verb, _, what = move.partition(" ")
        if verb == "call":
            while len(self.hands[int(what)]) < 4:
                self.draw(int(what))
            self.skip.add(int(what))
        elif verb == "draw":
            self.draw_alone(seat)
        elif verb == "family":
            joker = JOKER in self.hands[seat]
            if what:
                self.discard(seat, what)
            if joker and seat in self.liars:
                self.put_out(seat)
            else:
                self.winner, self.phase = seat, OVER
        elif verb == "discard":
            self.discard(seat, what)
            self.act_on(seat, what)
        elif verb == "target":
            self.hit(seat, int(what), stolen)
        elif verb in ("pass", "leave"):
            self.next_turn()
        else:
            self.reply(seat, verb == "give")

    def act_on(self, seat: int, card: str) -> None:
        if card == JOKER and seat in self.liars:
            self.put_out(seat)
            return
        face = "" if card == JOKER else colour_and_face(card)[1]
        if face == "draw" and not self.drew:
            self.phase = DRAWING
            if not self.choosy:
                self.draw_alone(seat)
            return
        self.drew = False
        self.face = face
        if face in ("steal", "swap", "anti-joker") and self.targets():
            self.phase = NAME
        else:
            self.next_turn()

    def hit(self, seat: int, target: int, stolen: str) -> None:
        if self.face == "steal":
            self.steal(seat, target, stolen)
            if not self.strict:
                self.draw(target)
            self.phase = ASK
            if stolen == JOKER and target in self.liars:
                self.put_out(target)
        elif self.face == "swap":
            caught = [who for who in (seat, target) if who in self.liars and JOKER in self.hands[who]]
            self.swap(seat, target)
            self.phase = SWAPPED
            for who in caught:
                if len(self.in_play()) > 1:
                    self.leave(who)
            if caught:
                self.go_on()
            if self.choosy and self.phase == SWAPPED:
                self.next_turn()
        elif self.strict:
            self.named, self.phase = target, ANSWER
        else:
            self.reply(target, JOKER in self.hands[target])

    def reply(self, named: int, gives: bool) -> None:
        for log in self.log.values():
            log.append(("joker", named, gives))
        if gives:
            self.discard(named, JOKER)
            if not self.strict:
                self.draw(named)
            if named in self.liars:
                self.put_out(named)
        elif JOKER in self.hands[named]:
            self.liars.add(named)
        if self.phase != OVER:
            self.next_turn()

    def put_out(self, seat: int) -> None:
        self.leave(seat)
        self.go_on()

    def leave(self, seat: int) -> None:
        order = {kind_name(kind): kind for kind in range(1, 32)}
        for card in sorted(self.hands[seat], key=lambda card: order[card]):
            self.discard(seat, card)
        self.out.add(seat)
        self.skip.discard(seat)

    def go_on(self) -> None:
        if len(self.in_play()) == 1:
            [self.winner] = self.in_play()
            self.phase = OVER
        elif self.turn in self.out:
            self.next_turn()

    def next_turn(self) -> None:
        while True:
            self.turn = (self.turn + 1) % self.players
            if self.turn not in self.out and self.turn not in self.skip:
                break
            self.skip.discard(self.turn)
        self.phase, self.drew = ASK, False
        self.draw(self.turn)

    def draw_alone(self, seat: int) -> None:
        if seat == self.turn and self.phase == DRAWING:
            self.phase, self.drew = ASK, True
        if seat == self.turn or self.short(seat):
            self.draw(seat)
            return
        card, knowers = self.top()
        self.pile.insert(0, (card, knowers | {seat}))
        self.log[seat].append(("under", card))
        self.skip.add(seat)

    # ---- cards that move, and who sees it ----

    def top(self) -> tuple[str, frozenset[int]]:
        if not self.pile:
            self.pile = [(card, frozenset(self.observers)) for card in reversed(self.discards)]
            self.discards = []
        return self.pile.pop()

    def draw(self, seat: int) -> None:
        card, knowers = self.top()
        self.hands[seat].append(card)
        for observer in self.observers:
            self.log[observer].append(("draw", seat, card if observer == seat else None))
            if observer != seat and observer in knowers:
                self.known[observer][seat][card] += 1

    def discard(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.discards.append(card)
        for observer in self.observers:
            self.log[observer].append(("discard", seat, card))
            if observer != seat:
                self.sees_leave(observer, seat, card)

    def sees_leave(self, observer: int, seat: int, card: str) -> None:
        """Whoever knew of such a card there now knows of one fewer."""
        if self.known[observer][seat][card]:
            self.known[observer][seat][card] -= 1
        elif seat in self.loose[observer] and self.astray[observer][card]:
            self.astray[observer][card] -= 1

    def steal(self, thief: int, victim: int, card: str) -> None:
        self.hands[victim].remove(card)
        self.hands[thief].append(card)
        self.sees_leave(thief, victim, card)
        self.known[victim][thief][card] += 1
        for observer in self.observers:
            party = observer in (thief, victim)
            self.log[observer].append(("steal", thief, victim, card if party else None))
            if party:
                continue
            moved = +self.known[observer][victim]
            if not self.astray[observer].total():
                self.loose[observer] = set()
            if moved or victim in self.loose[observer]:
                self.astray[observer] += moved
                self.known[observer][victim].clear()
                self.loose[observer] |= {thief, victim}

    def swap(self, seat: int, other: int) -> None:
        for me, you in ((seat, other), (other, seat)):
            seen = Counter(self.hands[you]) - self.known[me][you]  # new to me
            if you in self.loose[me]:
                self.astray[me] -= seen
            self.known[me][you] = Counter(self.hands[me])
            self.loose[me].discard(you)
            self.log[me].append(("swap", seat, other, tuple(sorted(self.hands[you]))))
        for observer in self.observers:
            if observer not in (seat, other):
                known, loose = self.known[observer], self.loose[observer]
                known[seat], known[other] = known[other], known[seat]
                swapped = {seat: other, other: seat}
                self.loose[observer] = {swapped.get(holder, holder) for holder in loose}
                self.log[observer].append(("swap", seat, other, None))
        self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]


def without(cards: list[str], card: str) -> list[str]:
    left = list(cards)
    left.remove(card)
    return left


# ---- every world there is -------------------------------------------------------------------------------------

World = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]  # the hands, each in order, and the pile, its top last


def arrangements(cards: Counter[str], sizes: list[int]) -> set[tuple[tuple[str, ...], ...]]:
    """All ways to split the cards, which fill the sizes exactly, into bundles without an order."""
    if not sizes:
        return {()}
    found = set()
    for bundle in set(itertools.combinations(sorted(cards.elements()), sizes[0])):
        for more in arrangements(cards - Counter(bundle), sizes[1:]):
            found.add((bundle, *more))
    return found


class Worlds:
    """Every position that fits what one seat has seen since a position of which it knew its hand and the discards."""

    def __init__(self, tale: Tale, observer: int) -> None:
        self.observer = observer
        self.discards = list(tale.discards)
        own = tuple(sorted(tale.hands[observer]))
        others = [seat for seat in range(tale.players) if seat != observer]
        unseen = Counter(card for card, _ in tale.pile)
        for seat in others:
            unseen += Counter(tale.hands[seat])
        sizes = [len(tale.hands[seat]) for seat in others] + [1] * len(tale.pile)
        self.worlds: set[World] = set()
        for split in arrangements(unseen, sizes):
            hands = list(split[: len(others)])
            hands.insert(observer, own)
            self.worlds.add((tuple(hands), tuple(bundle[0] for bundle in split[len(others) :])))
        self.read = 0

    def follow(self, tale: Tale) -> None:
        """Keep what fits the observer's log of the tale as far as it goes by now."""
        for event in tale.log[self.observer][self.read :]:
            kind = event[0]
            if kind in ("draw", "discard", "steal", "swap", "joker"):
                if kind == "draw" and not next(iter(self.worlds))[1]:
                    turned = tuple(reversed(self.discards))
                    self.worlds = {(hands, turned) for hands, _ in self.worlds}
                    self.discards = []
                elif kind == "discard":
                    self.discards.append(event[2])
                step = getattr(self, f"after_{kind}")
                self.worlds = {after for world in self.worlds for after in step(world, *event[1:])}
        self.read = len(tale.log[self.observer])

    def after_draw(self, world: World, seat: int, card: str | None) -> list[World]:
        hands, pile = world
        if card not in (None, pile[-1]):
            return []
        return [(put(hands, {seat: (*hands[seat], pile[-1])}), pile[:-1])]

    def after_discard(self, world: World, seat: int, card: str) -> list[World]:
        hands, pile = world
        if card not in hands[seat]:
            return []
        return [(put(hands, {seat: without(list(hands[seat]), card)}), pile)]

    def after_steal(self, world: World, thief: int, victim: int, card: str | None) -> list[World]:
        hands, pile = world
        return [
            (put(hands, {victim: without(list(hands[victim]), taken), thief: (*hands[thief], taken)}), pile)
            for taken in set(hands[victim])
            if card in (None, taken)
        ]

    def after_swap(self, world: World, seat: int, other: int, got: tuple[str, ...] | None) -> list[World]:
        hands, pile = world
        if got is not None and hands[other if self.observer == seat else seat] != got:
            return []
        return [(put(hands, {seat: hands[other], other: hands[seat]}), pile)]

    def after_joker(self, world: World, seat: int, gives: bool) -> list[World]:
        return [world] if (JOKER in world[0][seat]) == gives else []

    def least(self, seats: set[int], card: str) -> int:
        """How many such cards those seats hold together in every world."""
        return min(sum(hands[seat].count(card) for seat in seats) for hands, _ in self.worlds)


def put(hands: tuple[tuple[str, ...], ...], changed: dict[int, Any]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(changed[seat])) if seat in changed else hand for seat, hand in enumerate(hands))
