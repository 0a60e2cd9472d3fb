"""Stoïck, by Pierre Rondeau. 2 to 6 players, 20 minutes.

- SK-1  Eight cards a colour: four clovers, DRAW, STEAL, ANTI-JOKER, SWAP. With 2–3 players three colours and a joker,
  with four 4 and 2 jokers, with five 5 and 2, with six 6 and 3.
- SK-2  Four cards each; seat `first` starts; clockwise. In the next game the seat left of the winner starts.
- SK-3  A turn: draw one, discard one face up, carry out what it says: one has to, but for SK-15. Clovers and jokers say
  nothing.
- SK-4  Nobody ever draws from the discard pile.
- SK-5  DRAW: draw and discard again. A DRAW discarded directly after a DRAW does nothing.
- SK-6  STEAL: take a card unseen from an opponent, who redraws at once; then discard again. May follow itself.
- SK-7  ANTI-JOKER: name an opponent, who must discard one joker if they have any, and redraws.
- SK-8  SWAP: exchange hands with an opponent.
- SK-9  When the draw pile is empty the discard pile is turned over, unshuffled.
- SK-10, SK-11  FAMILY: four clovers of one colour, at most two of them jokers. Declared in one's own turn by exposing
  them and discarding the fifth card, which does nothing then; or right after one's own SWAP. It wins the game.
- SK-12  Victims hold four cards again before play goes on.
- SK-13  The strict table (option `strict`) leaves all that to the players: victims draw for themselves and can be
  called out while they have not; drawing out of turn and being called cost the next turn; who is named by ANTI-JOKER
  may deny having a joker, and is out when a joker they hid is seen to leave their hand. The last one left wins. A lost
  turn that was not served is served in the next game; when no opponent holds a card, STEAL does nothing and the turn
  ends.
- SK-14  No memory aids (option `unaided`): what one could remember is shown to nobody; a view holds it all the same.
- SK-15  Actions optional (option `optional_actions`): what was discarded may be left undone, which ends the turn.
- SK-16  Family next turn (option `family_next_turn`): after one's own SWAP nothing can be declared, and the turn ends.

By version 1 of these rules nobody owed a turn when a game began, and no result told of who was out.

After one's own SWAP one always says `family` or `pass` (but for SK-16), and at the strict table always answers an
ANTI-JOKER: a pause only when there is a choice would tell the others what one holds.

A match is `games` games, its score the games won. Actions: a kind discards such a card (`discard red steal`), FAMILY +
kind declares and discards it (`family red steal`), and the others below.
"""

from typing import Any

import numpy as np

from tablee.bits import count, lowest
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.common import OVER, I, draw_kind
from tablee.rules.common import is_over as is_over
from tablee.rules.common import scores as scores
from tablee.rules.stoick_cards import (
    CARD_FIELDS,
    CLOVER,
    DECK_JOKERS,
    DRAW,
    HAND,
    JOKER,
    KINDS,
    NO_CARD,
    OBSERVERS,
    PUBLIC,
    SEATS,
    SLOTS,
    STEAL,
    SWAP,
    astray_for,
    colour_of,
    copies,
    draw_token,
    face_of,
    kind_of,
    known_to,
    put_on_discards,
    show_cards,
    shuffle_deck,
    slot_of,
    steal_card,
    swap_hands,
    take_from_pile,
)

VERSION, OLDEST = 2, 1

# The phases of a turn.
DISCARD = 0  # the player whose turn it is discards a card, or declares
TARGET = 1  # names the opponent that the discarded card concerns
SWAPPED = 2  # has swapped: family, or pass
ANSWER = 3  # strict: the player named by ANTI-JOKER gives a joker or denies
DRAWING = 4  # actions optional: has discarded DRAW, and draws or leaves it

FAMILY = 32  # + kind: declare, discarding that card
TARGET_SEAT = 64  # + seat
BARE_FAMILY = 72  # declare right after a swap
PASS = 73
DRAW_CARD = 74  # strict: draw out of turn, or mend one's own hand; actions optional: carry a DRAW out
GIVE_JOKER = 75
DENY = 76
LEAVE = 77  # actions optional: what was discarded does nothing
CALL = 80  # + seat; strict: that hand is short
WORDS = 3

STATE = np.dtype(
    [
        ("players", I),
        ("version", I),  # of the rules that the match is played by
        ("first", I),  # the seat that starts the first game
        ("games", I),  # how many games the match has
        ("strict", I),  # SK-13
        ("unaided", I),  # SK-14
        ("optional_actions", I),  # SK-15
        ("family_next_turn", I),  # SK-16
        ("game_no", I),  # games finished
        ("phase", I),
        ("turn", I),
        ("starter", I),  # the seat that started this game
        ("drew", I),  # 1 directly after a DRAW that was carried out
        ("pending", I),  # TARGET: the face whose target is to be named
        ("named", I),  # the seat that the last ANTI-JOKER named
        ("out", I),  # strict: bit mask of the eliminated
        ("skip", I),  # strict: bit mask of those who lose their next turn
        ("denied", I),  # strict: bit mask of those who have denied having a joker and may have lied
        ("hides", I),  # strict: bit mask of those who lied
        ("total", I, (SEATS,)),  # games won
        ("last_winner", I),  # of the last finished game,
        ("last_family", I, (HAND,)),  # and the kinds of the family that won it; 0 if it was won by being the last
        ("steals", I),  # how many cards were stolen so far; the last time
        ("thief", I),
        ("victim", I),
        ("stolen", I),  # this kind (without aids: until the thief's next discard)
        ("answers", I),  # how many ANTI-JOKERs were answered so far; the last one
        ("gave", I),  # with a joker (1) or without
        ("eliminated", I),  # strict: bit mask of those whom the last action put out
        *CARD_FIELDS,
    ]
)


# ---- games and turns ------------------------------------------------------------------------------------------


@rule
def start(s: Any, rng: Any) -> None:
    new_game(s, s.first, rng)


@rule
def new_game(s: Any, starter: Any, rng: Any) -> None:
    shuffle_deck(s, rng)
    for seat in range(s.players):
        for slot in range(SLOTS):
            s.hand[seat, slot] = NO_CARD
        for _ in range(HAND):
            take_from_pile(s, seat)
    s.out = 0
    if s.version == 1:
        s.skip = 0
    s.denied = 0
    s.hides = 0
    s.starter = next_in_turn(s, starter)
    begin_turn(s, s.starter)


@rule
def begin_turn(s: Any, seat: Any) -> None:
    """The game draws the card that opens a turn: there is no choice in it."""
    s.turn = seat
    s.phase = DISCARD
    s.drew = 0
    take_from_pile(s, seat)


@rule
def end_turn(s: Any) -> None:
    begin_turn(s, next_in_turn(s, (s.turn + 1) % s.players))


@rule
def next_in_turn(s: Any, seat: Any) -> Any:
    """This seat, or the next one that is in the game; who loses a turn has served it when it passes by."""
    while ((s.out | s.skip) >> seat) & 1 == 1:
        s.skip &= ~(1 << seat)
        seat = (seat + 1) % s.players
    return seat


@rule
def win_game(s: Any, seat: Any, rng: Any) -> None:
    s.total[seat] += 1
    s.last_winner = seat
    s.game_no += 1
    if s.game_no == s.games:
        s.phase = OVER
    else:
        new_game(s, (seat + 1) % s.players, rng)


# ---- what may be done -----------------------------------------------------------------------------------------


@rule
def is_out(s: Any, seat: Any) -> Any:
    return (s.out >> seat) & 1 == 1


@rule
def actors(s: Any) -> Any:
    if s.phase == OVER:
        return 0
    if s.strict == 0:
        return 1 << s.turn
    seats = 0
    for seat in range(s.players):
        if not is_out(s, seat) and has_part(s, seat):
            seats |= 1 << seat
    return seats


@rule
def has_part(s: Any, seat: Any) -> Any:
    """Strict: the player in turn, or the one who owes an answer; and whoever may draw or call somebody out."""
    if s.phase == ANSWER:
        asked = seat == s.named
    else:
        asked = seat == s.turn
    return asked or may_draw(s, seat) or anybody_short(s, seat)


@rule
def anybody_short(s: Any, caller: Any) -> Any:
    for seat in range(s.players):
        if can_be_called(s, caller, seat):
            return True
    return False


@rule
def can_be_called(s: Any, caller: Any, seat: Any) -> Any:
    return seat != caller and seat != s.turn and not is_out(s, seat) and s.hand_size[seat] != HAND


@rule
def can_be_target(s: Any, seat: Any) -> Any:
    if seat == s.turn or is_out(s, seat):
        return False
    return s.pending != STEAL or s.hand_size[seat] > 0


@rule
def is_family(s: Any, seat: Any, without: Any) -> Any:
    """Whether the hand less one card of kind `without` (0: the whole hand) is a family (SK-10)."""
    colour = -1
    jokers = 0
    cards = 0
    for slot in range(s.hand_size[seat]):
        kind = kind_of(s.hand[seat, slot])
        if kind == without:
            without = -1
            continue
        cards += 1
        if kind == JOKER:
            jokers += 1
        elif face_of(kind) != CLOVER or (colour >= 0 and colour != colour_of(kind)):
            return False
        else:
            colour = colour_of(kind)
    return cards == HAND and jokers <= 2


@rule
def may_draw(s: Any, seat: Any) -> Any:
    """Strict: to mend a hand that is short; and out of turn with a full one, but not while a turn is lost already:

    it would cost nothing more, and one could look through the whole pile.
    """
    if s.strict == 0:
        return False
    if seat == s.turn:
        return s.phase == DISCARD and s.hand_size[seat] < SLOTS
    return s.hand_size[seat] < HAND or (s.skip >> seat) & 1 == 0


@rule
def is_legal(s: Any, seat: Any, action: Any) -> Any:
    if action < 0 or action >= 32 * WORDS or (actors(s) >> seat) & 1 == 0:
        return False
    if action >= TARGET_SEAT:
        return (other_actions(s, seat) >> (action & 31)) & 1 == 1
    if s.phase != DISCARD or seat != s.turn or slot_of(s, seat, action & 31) < 0:
        return False
    return action < FAMILY or is_family(s, seat, action & 31)


@rule
def legal(s: Any, seat: Any, mask: Any) -> None:
    mask[0] = 0
    mask[1] = 0
    mask[2] = 0
    if (actors(s) >> seat) & 1 == 0:
        return
    if s.phase == DISCARD and seat == s.turn:
        for slot in range(s.hand_size[seat]):
            kind = kind_of(s.hand[seat, slot])
            mask[0] |= 1 << np.int64(kind)
            if is_family(s, seat, kind):
                mask[1] |= 1 << np.int64(kind)
    mask[2] = other_actions(s, seat)


@rule
def other_actions(s: Any, seat: Any) -> Any:
    """The third word of the mask: everything but discards and declaring with a discard."""
    bits = 0
    if seat == s.turn:
        if s.phase == TARGET:
            for other in range(s.players):
                if can_be_target(s, other):
                    bits |= 1 << (TARGET_SEAT + other - 64)
        if s.phase == DRAWING:
            bits |= 1 << (DRAW_CARD - 64)
        if s.optional_actions and (s.phase == TARGET or s.phase == DRAWING):
            bits |= 1 << (LEAVE - 64)
        if s.phase == SWAPPED:
            bits |= 1 << (PASS - 64)
            if is_family(s, seat, NO_CARD):
                bits |= 1 << (BARE_FAMILY - 64)
    if s.strict:
        if may_draw(s, seat):
            bits |= 1 << (DRAW_CARD - 64)
        if s.phase == ANSWER and seat == s.named:
            bits |= 1 << (DENY - 64)
            if slot_of(s, seat, JOKER) >= 0:
                bits |= 1 << (GIVE_JOKER - 64)
        for other in range(s.players):
            if can_be_called(s, seat, other):
                bits |= 1 << (CALL + other - 64)
    return bits


# ---- what it does ---------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, action: Any, rng: Any) -> None:
    s.eliminated = 0
    if action >= CALL:
        call_out(s, action - CALL)
    elif action == DRAW_CARD and seat == s.turn and s.phase == DRAWING:
        carry_out_draw(s, seat)
    elif action == DRAW_CARD:
        draw_for_oneself(s, seat)
    elif action == LEAVE:
        end_turn(s)
    elif s.phase == DISCARD:
        if s.unaided:
            s.stolen = NO_CARD  # that was a moment ago
        if action >= FAMILY:
            declare(s, seat, action - FAMILY, rng)
        else:
            discard(s, seat, action, rng)
    elif s.phase == TARGET:
        hit_target(s, seat, action - TARGET_SEAT, rng)
    elif s.phase == SWAPPED:
        if action == BARE_FAMILY:
            declare(s, seat, NO_CARD, rng)
        else:
            end_turn(s)
    else:
        answer(s, seat, action == GIVE_JOKER, rng)


@rule
def discard(s: Any, seat: Any, kind: Any, rng: Any) -> None:
    put_on_discards(s, seat, slot_of(s, seat, kind))
    if kind == JOKER:
        if caught(s, seat):
            eliminate(s, seat, rng)
        else:
            clear_name(s, seat)
            end_turn(s)
        return
    face = face_of(kind)
    if face == CLOVER or (face == DRAW and s.drew):
        end_turn(s)
    elif face == DRAW:
        if s.optional_actions:
            s.phase = DRAWING
        else:
            carry_out_draw(s, seat)
    else:
        s.drew = 0
        s.pending = face
        s.phase = TARGET
        if not anybody_to_target(s):
            end_turn(s)


@rule
def carry_out_draw(s: Any, seat: Any) -> None:
    take_from_pile(s, seat)
    s.drew = 1
    s.phase = DISCARD


@rule
def anybody_to_target(s: Any) -> Any:
    for seat in range(s.players):
        if can_be_target(s, seat):
            return True
    return False


@rule
def declare(s: Any, seat: Any, fifth: Any, rng: Any) -> None:
    """FAMILY. At the strict table it brings a hidden joker to light, exposed or discarded."""
    joker_seen = slot_of(s, seat, JOKER) >= 0
    if fifth != NO_CARD:
        put_on_discards(s, seat, slot_of(s, seat, fifth))
    if joker_seen and caught(s, seat):
        eliminate(s, seat, rng)
    else:
        for slot in range(HAND):
            s.last_family[slot] = kind_of(s.hand[seat, slot])
        win_game(s, seat, rng)


@rule
def hit_target(s: Any, seat: Any, target: Any, rng: Any) -> None:
    if s.pending == STEAL:
        steal(s, seat, target, rng)
    elif s.pending == SWAP:
        swap(s, seat, target, rng)
    elif s.strict:
        s.named = target
        s.phase = ANSWER
    else:
        answer(s, target, slot_of(s, target, JOKER) >= 0, rng)


@rule
def redraw(s: Any, victim: Any) -> None:
    """A victim holds four again at once (SK-12), unless the table leaves that to them."""
    if s.strict == 0:
        take_from_pile(s, victim)


@rule
def steal(s: Any, thief: Any, victim: Any, rng: Any) -> None:
    kind = steal_card(s, thief, victim, rng)
    s.steals += 1
    s.thief = thief
    s.victim = victim
    s.stolen = kind
    redraw(s, victim)
    s.phase = DISCARD
    if kind == JOKER and caught(s, victim):
        eliminate(s, victim, rng)


@rule
def swap(s: Any, seat: Any, other: Any, rng: Any) -> None:
    caught_seat = slot_of(s, seat, JOKER) >= 0 and caught(s, seat)
    caught_other = slot_of(s, other, JOKER) >= 0 and caught(s, other)
    swap_hands(s, seat, other)
    s.phase = SWAPPED
    clear_name(s, seat)
    clear_name(s, other)
    if caught_seat:
        put_out(s, seat)
    if caught_other and players_left(s) > 1:
        put_out(s, other)
    if caught_seat or caught_other:
        go_on_without(s, rng)
    if s.family_next_turn and s.phase == SWAPPED:
        end_turn(s)


@rule
def answer(s: Any, named: Any, gives: Any, rng: Any) -> None:
    """The player named by ANTI-JOKER gives a joker, or has none, or says so."""
    s.named = named
    s.answers += 1
    s.gave = 0
    if gives:
        s.gave = 1
        put_on_discards(s, named, slot_of(s, named, JOKER))
        redraw(s, named)
    elif s.strict:
        s.denied |= 1 << named
        if slot_of(s, named, JOKER) >= 0:
            s.hides |= 1 << named
    else:
        s.jokers_max[named] = 0
    game = s.game_no
    if gives and caught(s, named):
        eliminate(s, named, rng)
    elif gives:
        clear_name(s, named)
    if s.game_no == game:
        end_turn(s)


# ---- the strict table (SK-13) ---------------------------------------------------------------------------------


@rule
def call_out(s: Any, seat: Any) -> None:
    """The hand was short: it is mended, and the player loses their next turn."""
    while s.hand_size[seat] < HAND:
        take_from_pile(s, seat)
    s.skip |= 1 << seat


@rule
def draw_for_oneself(s: Any, seat: Any) -> None:
    if seat == s.turn or s.hand_size[seat] < HAND:
        take_from_pile(s, seat)
        return
    # Out of turn, with a full hand: the card, seen, goes under the pile, and the next turn is lost.
    token = draw_token(s)
    for place in range(s.pile_size, 0, -1):
        s.pile[place] = s.pile[place - 1]
    s.pile[0] = token | (1 << (8 + seat))
    s.pile_size += 1
    s.skip |= 1 << seat


@rule
def caught(s: Any, seat: Any) -> Any:
    """Whether a joker seen leaving this hand is one that its owner denied having."""
    return (s.hides >> seat) & 1 == 1


@rule
def clear_name(s: Any, seat: Any) -> None:
    """Who has parted with a joker, or with the whole hand, in sight of all and stays in the game had hidden none."""
    s.denied &= ~(1 << seat)


@rule
def eliminate(s: Any, seat: Any, rng: Any) -> None:
    put_out(s, seat)
    go_on_without(s, rng)


@rule
def put_out(s: Any, seat: Any) -> None:
    """Out of this game, the hand on top of the discard pile in the order of the cards."""
    for kind in range(1, KINDS):
        while slot_of(s, seat, kind) >= 0:
            put_on_discards(s, seat, slot_of(s, seat, kind))
    s.out |= 1 << seat
    s.eliminated |= 1 << seat
    s.skip &= ~(1 << seat)
    s.hides &= ~(1 << seat)


@rule
def players_left(s: Any) -> Any:
    return s.players - count(s.out)


@rule
def go_on_without(s: Any, rng: Any) -> None:
    """After somebody went out: the last one left wins; a turn whose player is gone passes on."""
    if players_left(s) == 1:
        for slot in range(HAND):
            s.last_family[slot] = NO_CARD
        win_game(s, lowest(~s.out), rng)
    elif is_out(s, s.turn):
        end_turn(s)


# ---- what is known --------------------------------------------------------------------------------------------


@rule
def show_public(s: Any, out: Any) -> None:
    out.players = s.players
    out.version = s.version
    out.first = s.first
    out.games = s.games
    out.strict = s.strict
    out.unaided = s.unaided
    out.optional_actions = s.optional_actions
    out.family_next_turn = s.family_next_turn
    out.game_no = s.game_no
    out.phase = s.phase
    out.turn = s.turn
    out.starter = s.starter
    out.drew = s.drew
    out.pending = s.pending
    out.named = s.named
    out.out = s.out
    out.skip = s.skip
    out.denied = s.denied
    out.last_winner = s.last_winner
    out.steals = s.steals
    out.thief = s.thief
    out.victim = s.victim
    out.answers = s.answers
    out.gave = s.gave
    out.eliminated = s.eliminated
    for seat in range(s.players):
        out.total[seat] = s.total[seat]
    for slot in range(HAND):
        out.last_family[slot] = s.last_family[slot]


@rule
def view(s: Any, seat: Any, out: Any) -> None:
    show_public(s, out)
    if seat < 0:
        show_cards(s, PUBLIC, out)
    else:
        show_cards(s, seat, out)
        out.hides = s.hides & (1 << seat)
        if seat == s.thief or seat == s.victim:
            out.stolen = s.stolen


@rule
def world(v: Any, seat: Any, rng: Any, out: Any) -> None:
    # The truth is among the worlds that can be drawn, so sooner or later, and mostly at once, one is.
    while not draw_world(v, seat, rng, out):
        pass


@rule
def draw_world(v: Any, seat: Any, rng: Any, out: Any) -> Any:
    """One try at a world: False if it gives somebody more jokers than everybody knows they can have."""
    show_public(v, out)
    out.hides = v.hides
    out.stolen = v.stolen
    observer = seat
    if seat < 0:
        observer = PUBLIC
    show_cards(v, observer, out)
    place_astray(out, observer, rng)
    for kind in range(KINDS):
        out.astray[kind] = copies(v, kind)  # for the moment: scratch space for what is still to be placed
    for place in range(out.pile_size):
        out.astray[kind_of(out.pile[place])] -= 1
    for place in range(out.discards_size):
        out.astray[out.discards[place]] -= 1
    unknown = 0
    for other in range(out.players):
        for slot in range(out.hand_size[other]):
            out.astray[kind_of(out.hand[other, slot])] -= 1
    for kind in range(1, KINDS):
        unknown += out.astray[kind]
    for other in range(out.players):
        for slot in range(out.hand_size[other]):
            if out.hand[other, slot] == NO_CARD:
                out.hand[other, slot] = draw_kind(out.astray, unknown, rng)
                unknown -= 1
            out.hand[other, slot] |= 1 << (8 + other)
    for place in range(out.pile_size):
        if out.pile[place] == NO_CARD:
            out.pile[place] = draw_kind(out.astray, unknown, rng)
            unknown -= 1
    for kind in range(KINDS):
        out.astray[kind] = 0
    return jokers_fit(out, seat, rng)


@rule
def place_astray(s: Any, observer: Any, rng: Any) -> None:
    """Put the cards that are astray for the observer into hands that may hold them."""
    for kind in range(1, KINDS):
        for _ in range(s.astray[kind]):
            room = 0
            for seat in range(s.players):
                if (s.loose[observer] >> seat) & 1 == 1:
                    for slot in range(s.hand_size[seat]):
                        room += s.hand[seat, slot] == NO_CARD
            place = below(rng, room)
            for seat in range(s.players):
                if (s.loose[observer] >> seat) & 1 == 1:
                    for slot in range(s.hand_size[seat]):
                        if s.hand[seat, slot] == NO_CARD:
                            if place == 0:
                                s.hand[seat, slot] = kind | (1 << (16 + observer))
                            place -= 1


@rule
def jokers_fit(s: Any, seat: Any, rng: Any) -> Any:
    for other in range(s.players):
        jokers = 0
        for slot in range(s.hand_size[other]):
            jokers += kind_of(s.hand[other, slot]) == JOKER
        if jokers > s.jokers_max[other]:
            return False
        # Who denied a joker and holds one now may have lied, or have drawn it since.
        if other != seat and jokers > 0 and (s.denied >> other) & 1 == 1 and below(rng, 2) == 1:
            s.hides |= 1 << other
    return True


# ---- what must always hold ------------------------------------------------------------------------------------

CARD_COUNT = 1
HAND_FLAW = 2
TURN = 4
MEMORY = 8
JOKERS = 16

FLAWS = {
    CARD_COUNT: "the cards on the table are not those of the deck",
    HAND_FLAW: "a hand has the wrong number of cards",
    TURN: "the turn or the phase is out of range",
    MEMORY: "somebody does not know their own hand, or knows a card and has lost track of it at once",
    JOKERS: "a hand holds more jokers than everybody knows it can",
}


@rule
def status(s: Any) -> Any:
    flaws = 0
    for kind in range(1, KINDS):
        cards = 0
        for seat in range(s.players):
            for slot in range(s.hand_size[seat]):
                cards += kind_of(s.hand[seat, slot]) == kind
        for place in range(s.pile_size):
            cards += kind_of(s.pile[place]) == kind
        for place in range(s.discards_size):
            cards += s.discards[place] == kind
        if cards != copies(s, kind) or s.astray[kind] != 0:
            flaws |= CARD_COUNT
    for seat in range(s.players):
        flaws |= hand_status(s, seat)
    if s.turn < 0 or s.turn >= s.players or (is_out(s, s.turn) and s.phase != OVER) or s.game_no > s.games:
        flaws |= TURN
    return flaws


@rule
def hand_status(s: Any, seat: Any) -> Any:
    flaws = 0
    jokers = 0
    for slot in range(SLOTS):
        token = s.hand[seat, slot]
        if (token != NO_CARD) != (slot < s.hand_size[seat]):
            flaws |= HAND_FLAW
        if token != NO_CARD:
            jokers += kind_of(token) == JOKER
            if (known_to(token) >> seat) & 1 == 0 or known_to(token) & astray_for(token) != 0:
                flaws |= MEMORY
            for observer in range(OBSERVERS):
                if (astray_for(token) >> observer) & 1 == 1 and (s.loose[observer] >> seat) & 1 == 0:
                    flaws |= MEMORY
    if jokers > s.jokers_max[seat] or s.jokers_max[seat] > DECK_JOKERS[s.players - 2]:
        flaws |= JOKERS
    expected = HAND
    if seat == s.turn and s.phase == DISCARD:
        expected = SLOTS
    if s.phase != OVER and s.strict == 0 and s.hand_size[seat] != expected:
        flaws |= HAND_FLAW
    return flaws
