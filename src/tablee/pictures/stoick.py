"""Stoïck as a picture."""

from typing import Any, Literal

from tablee.catalogue.stoick import kind_name
from tablee.catalogue.words import seat_or_none
from tablee.pictures.base import Card, Part, Table, bits_in, winners
from tablee.rules.common import OVER
from tablee.rules.stoick import ANSWER, DISCARD, DRAWING, SWAPPED, TARGET, actors
from tablee.rules.stoick_cards import ANTI_JOKER, EVERYONE, KINDS, NO_CARD, PUBLIC, STEAL, SWAP, kind_of, known_to

Phase = Literal["discard", "drawing", "target", "swapped", "answer", "over"]
PHASES: dict[int, Phase] = {
    DISCARD: "discard",
    DRAWING: "drawing",
    TARGET: "target",
    SWAPPED: "swapped",
    ANSWER: "answer",
    OVER: "over",
}
Aim = Literal["steal", "anti-joker", "swap"]
AIMS: dict[int, Aim] = {STEAL: "steal", ANTI_JOKER: "anti-joker", SWAP: "swap"}


class StoickOptions(Part, frozen=True):
    games: int
    strict: bool
    optional_actions: bool
    family_next_turn: bool
    unaided: bool
    first: int


class Known(Part, frozen=True):
    card: Card
    public: bool  # whether everybody knows it; without aids nobody is told


class StoickSeat(Part, frozen=True):
    score: int  # games won
    cards: int  # in hand
    known: tuple[Known, ...]  # what oneself knows to be in this hand (without aids: nothing); of one's own, everything
    most_jokers: int | None  # how many jokers the hand can hold at most, as everybody knows; None: without aids
    out: bool  # eliminated
    skips: bool  # loses the next turn
    denied: bool | None  # has denied having a joker, and may have lied; None: without aids


class Astray(Part, frozen=True):
    """Cards that one knew, and that have since been stolen, or not, from where they were."""

    cards: tuple[Card, ...]
    seats: tuple[int, ...]  # who may have them


class Steal(Part, frozen=True):
    number: int  # counted through the whole match
    thief: int
    victim: int
    card: Card | None  # only the two of them know it; without aids, until the thief's next discard


class StoickAnswer(Part, frozen=True):
    """How the last ANTI-JOKER was answered."""

    number: int  # counted through the whole match
    seat: int
    gave: bool  # a joker


class FinishedGame(Part, frozen=True):
    winner: int
    family: tuple[Card, ...]  # empty if the winner was the last one left


class StoickPicture(Table, frozen=True, tag_field="game", tag="stoick"):
    options: StoickOptions
    phase: Phase
    number: int  # of the game in the match, from 1 on
    starter: int  # the seat that started this game
    turn: int | None  # None once the match is over
    after_draw: bool  # a DRAW was just carried out: another would do nothing
    aim: Aim | None  # what the one in turn is to name a target for
    asked: int | None  # strict: the seat that is to give a joker or deny
    pile: tuple[Known | None, ...]  # to draw from, top first, as far as it is known (without aids: not at all)
    discards: tuple[Card | None, ...]  # top first; without aids the top alone
    seats: tuple[StoickSeat, ...]
    hand: tuple[Card, ...]  # one's own
    lied: bool  # oneself has denied a joker that one had
    astray: Astray | None
    last_steal: Steal | None
    last_answer: StoickAnswer | None  # None too while an answer is awaited: who gave the one before is no longer told
    last_game: FinishedGame | None


def picture(view: Any, seat: int) -> StoickPicture:
    v = view
    seats = tuple(_seat(v, other, seat) for other in range(v.players))
    return StoickPicture(
        me=seat_or_none(seat),
        actors=bits_in(actors(v)),
        winners=winners([line.score for line in seats], v.phase == OVER),
        options=_options(v),
        phase=PHASES[int(v.phase)],
        number=min(int(v.game_no) + 1, int(v.games)),
        starter=int(v.starter),
        turn=None if v.phase == OVER else int(v.turn),
        after_draw=bool(v.drew),
        aim=AIMS[int(v.pending)] if v.phase == TARGET else None,
        asked=int(v.named) if v.phase == ANSWER else None,
        pile=tuple(_known(v, token) if in_sight(v, token) else None for token in v.pile[: v.pile_size][::-1]),
        discards=_discards(v),
        seats=seats,
        hand=tuple(known.card for known in seats[seat].known) if seat >= 0 else (),
        lied=seat >= 0 and bool(v.hides >> seat & 1),
        astray=None if v.unaided else _astray(v, seat),
        last_steal=_last_steal(v) if v.steals else None,
        last_answer=StoickAnswer(int(v.answers), int(v.named), bool(v.gave))
        if v.answers and v.phase != ANSWER
        else None,
        last_game=FinishedGame(int(v.last_winner), _by_kind(v.last_family)) if v.game_no else None,
    )


def _options(v: Any) -> StoickOptions:
    return StoickOptions(
        games=int(v.games),
        strict=bool(v.strict),
        optional_actions=bool(v.optional_actions),
        family_next_turn=bool(v.family_next_turn),
        unaided=bool(v.unaided),
        first=int(v.first),
    )


def in_sight(v: Any, token: Any) -> bool:
    """Whether a card that one would know of, if one forgot nothing, is shown: without aids it is not (SK-14)."""
    return bool(token != NO_CARD and not v.unaided)


def _discards(v: Any) -> tuple[Card | None, ...]:
    discards = [kind_name(int(kind)) for kind in v.discards[: v.discards_size][::-1]]
    return (*discards[:1], *(None for _ in discards[1:])) if v.unaided else tuple(discards)


def _known(v: Any, token: Any) -> Known:
    return Known(kind_name(int(kind_of(token))), bool(known_to(token) == EVERYONE and not v.unaided))


def _by_kind(kinds: Any) -> tuple[Card, ...]:
    return tuple(kind_name(kind) for kind in sorted(int(kind) for kind in kinds) if kind != NO_CARD)


def _seat(v: Any, seat: int, me: int) -> StoickSeat:
    tokens = sorted(
        (token for token in v.hand[seat] if token != NO_CARD and (seat == me or in_sight(v, token))),
        key=lambda token: (kind_of(token), token),
    )
    return StoickSeat(
        score=int(v.total[seat]),
        cards=int(v.hand_size[seat]),
        known=tuple(_known(v, token) for token in tokens),
        most_jokers=None if v.unaided else int(v.jokers_max[seat]),
        out=bool(v.out >> seat & 1),
        skips=bool(v.skip >> seat & 1),
        denied=None if v.unaided else bool(v.denied >> seat & 1),
    )


def _astray(v: Any, me: int) -> Astray | None:
    cards = tuple(kind_name(kind) for kind in range(1, KINDS) for _ in range(v.astray[kind]))
    seats = bits_in(v.loose[me if me >= 0 else PUBLIC])
    return Astray(cards, tuple(seat for seat in seats if seat != me)) if cards else None


def _last_steal(v: Any) -> Steal:
    card = kind_name(int(v.stolen)) if v.stolen != NO_CARD else None
    return Steal(int(v.steals), int(v.thief), int(v.victim), card)
