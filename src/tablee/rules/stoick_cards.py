"""Stoïck's cards, and what each player could remember of where they are.

Cards of one kind are alike (four red clovers, up to three jokers), so a card on the table is a token:

    token = kind | who knows it << 8 | for whom it is astray << 16

Bit k of the second part: player k knows that this card is here. Bit k of the third: player k has known it, saw
somebody steal from that hand, and since then knows only that it is with one of the seats in `loose[k]`. Observer 6
is everybody at once: what a spectator who never forgets would know. Tokens carry all this along as they move, so a
view is read off the table, and nothing is ever known that could not be remembered.
"""

from typing import Any

from tablee.rng import below
from tablee.rule import rule
from tablee.rules.common import I

SEATS = 6
OBSERVERS = SEATS + 1
PUBLIC = 6  # the observer that is everybody
EVERYONE = (1 << OBSERVERS) - 1

COLOUR_NAMES = ("red", "yellow", "green", "blue", "violet", "orange")
FACE_NAMES = ("clover", "draw", "steal", "anti-joker", "swap")
CLOVER, DRAW, STEAL, ANTI_JOKER, SWAP = range(5)
FACES = 5
COPIES = (4, 1, 1, 1, 1)  # of each face in each colour (SK-1)
NO_CARD = 0
JOKER = 31  # a kind is 1 + 5 × colour + face, or this one
KINDS = 32
DECK_COLOURS = (3, 3, 4, 5, 6)  # with 2, 3, 4, 5, 6 players (SK-1)
DECK_JOKERS = (1, 1, 2, 2, 3)
CARDS = 51
HAND = 4
SLOTS = HAND + 1

CARD_FIELDS: list[Any] = [
    ("hand", I, (SEATS, SLOTS)),  # [seat, slot]: tokens, in no order
    ("hand_size", I, (SEATS,)),
    ("pile", I, (CARDS,)),  # the draw pile's tokens, its top last
    ("pile_size", I),
    ("discards", I, (CARDS,)),  # the discard pile's kinds, its top last
    ("discards_size", I),
    ("loose", I, (OBSERVERS,)),  # bit mask of the seats that hold what is astray for this observer
    ("jokers_max", I, (SEATS,)),  # how many jokers a hand can hold at most, as everybody knows from ANTI-JOKER
    ("astray", I, (KINDS,)),  # in a view: how many cards of each kind are astray for the viewer. In a state: 0
]


@rule
def face_of(kind: Any) -> Any:
    """The face of a kind that is not a joker."""
    return (kind - 1) % FACES


@rule
def colour_of(kind: Any) -> Any:
    return (kind - 1) // FACES


@rule
def kind_of(token: Any) -> Any:
    return token & 31


@rule
def known_to(token: Any) -> Any:
    return (token >> 8) & EVERYONE


@rule
def astray_for(token: Any) -> Any:
    return (token >> 16) & EVERYONE


@rule
def copies(s: Any, kind: Any) -> Any:
    """How many cards of that kind the deck has."""
    if kind == JOKER:
        return DECK_JOKERS[s.players - 2]
    if kind < 1 or colour_of(kind) >= DECK_COLOURS[s.players - 2]:
        return 0
    return COPIES[face_of(kind)]


# ---- moving cards ---------------------------------------------------------------------------------------------


@rule
def shuffle_deck(s: Any, rng: Any) -> None:
    """All cards into the draw pile, shuffled, known to nobody."""
    size = 0
    for kind in range(1, KINDS):
        for _ in range(copies(s, kind)):
            place = below(rng, size + 1)
            s.pile[size] = s.pile[place]
            s.pile[place] = kind
            size += 1
    s.pile_size = size
    s.discards_size = 0
    for seat in range(s.players):
        s.hand_size[seat] = 0
        s.jokers_max[seat] = DECK_JOKERS[s.players - 2]
    for observer in range(OBSERVERS):
        s.loose[observer] = 0


@rule
def turn_over(s: Any) -> None:
    """The discard pile, unshuffled, becomes the draw pile (SK-9): whoever watched knows every card of it."""
    size = s.discards_size
    for place in range(size):
        s.pile[place] = s.discards[size - 1 - place] | (EVERYONE << 8)
    s.pile_size = size
    s.discards_size = 0


@rule
def draw_token(s: Any) -> Any:
    if s.pile_size == 0:
        turn_over(s)
    s.pile_size -= 1
    return s.pile[s.pile_size]


@rule
def put_in_hand(s: Any, seat: Any, token: Any) -> None:
    """The owner sees the card, whatever was known of it before."""
    astray = astray_for(token) & ~(1 << seat)
    s.hand[seat, s.hand_size[seat]] = kind_of(token) | ((known_to(token) | (1 << seat)) << 8) | (astray << 16)
    s.hand_size[seat] += 1


@rule
def take_from_pile(s: Any, seat: Any) -> None:
    token = draw_token(s)
    put_in_hand(s, seat, token)
    if known_to(token) != EVERYONE or kind_of(token) == JOKER:  # else everybody saw that it is none
        s.jokers_max[seat] = min(s.jokers_max[seat] + 1, DECK_JOKERS[s.players - 2])


@rule
def take_from_hand(s: Any, seat: Any, slot: Any) -> Any:
    token = s.hand[seat, slot]
    s.hand_size[seat] -= 1
    s.hand[seat, slot] = s.hand[seat, s.hand_size[seat]]
    s.hand[seat, s.hand_size[seat]] = NO_CARD
    return token


@rule
def slot_of(s: Any, seat: Any, kind: Any) -> Any:
    """A slot of the hand with a card of that kind; -1 if there is none."""
    for slot in range(s.hand_size[seat]):
        if kind_of(s.hand[seat, slot]) == kind:
            return slot
    return -1


@rule
def put_on_discards(s: Any, seat: Any, slot: Any) -> Any:
    """A card from the hand, face up, onto the discard pile. Gives its kind."""
    token = take_from_hand(s, seat, slot)
    notice(s, seat, token, EVERYONE)
    kind = kind_of(token)
    s.discards[s.discards_size] = kind
    s.discards_size += 1
    if kind == JOKER:
        s.jokers_max[seat] -= 1
    return kind


@rule
def steal_card(s: Any, thief: Any, victim: Any, rng: Any) -> Any:
    """A card unseen from the victim's hand. Gives its kind."""
    token = take_from_hand(s, victim, below(rng, s.hand_size[victim]))
    notice(s, victim, token, 1 << thief)
    lose_track(s, victim, thief, token)
    parties = (1 << victim) | (1 << thief)
    lost = known_to(token) & ~parties
    token = kind_of(token) | ((known_to(token) & parties) << 8) | ((astray_for(token) | lost) << 16)
    put_in_hand(s, thief, token)
    if s.jokers_max[victim] > 0:
        s.jokers_max[thief] = min(s.jokers_max[thief] + 1, DECK_JOKERS[s.players - 2])
    return kind_of(token)


@rule
def swap_hands(s: Any, seat: Any, other: Any) -> None:
    """The two hands change places; each player knows what they gave away and sees what they got."""
    for slot in range(SLOTS):
        token = s.hand[seat, slot]
        s.hand[seat, slot] = s.hand[other, slot]
        s.hand[other, slot] = token
    size = s.hand_size[seat]
    s.hand_size[seat] = s.hand_size[other]
    s.hand_size[other] = size
    jokers = s.jokers_max[seat]
    s.jokers_max[seat] = s.jokers_max[other]
    s.jokers_max[other] = jokers
    for observer in range(OBSERVERS):
        loose = s.loose[observer]
        moved = ((loose >> seat) & 1) << other | ((loose >> other) & 1) << seat
        s.loose[observer] = (loose & ~(1 << seat) & ~(1 << other)) | moved
    look_at_hand(s, seat)
    look_at_hand(s, other)


# ---- remembering ----------------------------------------------------------------------------------------------


@rule
def notice(s: Any, seat: Any, token: Any, observers: Any) -> None:
    """A card has left the seat's hand in sight of `observers`, who cannot tell it from others of its kind.

    Who knew of one such card there knows of one fewer now, whichever of them it was.
    """
    need = observers & ~known_to(token)
    for slot in range(s.hand_size[seat]):
        if kind_of(s.hand[seat, slot]) == kind_of(token):
            # They still know that the other one is about, if this one was astray for them.
            unsure = need & known_to(s.hand[seat, slot])
            s.hand[seat, slot] = (s.hand[seat, slot] & ~(unsure << 8)) | ((unsure & astray_for(token)) << 16)
            need &= ~unsure
    need &= ~astray_for(token)
    if need != 0:
        forget_one_astray(s, seat, kind_of(token), need)


@rule
def forget_one_astray(s: Any, seat: Any, kind: Any, observers: Any) -> None:
    """Each of the observers for whom a card of that kind is astray, perhaps with this seat, stops counting on one."""
    for observer in range(OBSERVERS):
        if (observers >> observer) & 1 == 1 and (s.loose[observer] >> seat) & 1 == 1:
            forget_astray(s, kind, observer)


@rule
def forget_astray(s: Any, kind: Any, observer: Any) -> None:
    for holder in range(s.players):
        for slot in range(s.hand_size[holder]):
            token = s.hand[holder, slot]
            if kind_of(token) == kind and (astray_for(token) >> observer) & 1 == 1:
                s.hand[holder, slot] = token & ~(1 << (16 + observer))
                return


@rule
def lose_track(s: Any, victim: Any, thief: Any, stolen: Any) -> None:
    """Who watches a steal no longer knows which of the cards they knew with the victim is still there."""
    parties = (1 << victim) | (1 << thief)
    astray = astray_for(stolen) & ~(1 << thief)
    for seat in range(s.players):
        for slot in range(s.hand_size[seat]):
            astray |= astray_for(s.hand[seat, slot])
    losing = known_to(stolen) & ~parties
    for slot in range(s.hand_size[victim]):
        token = s.hand[victim, slot]
        lost = known_to(token) & ~parties
        s.hand[victim, slot] = (token & ~(lost << 8)) | (lost << 16)
        losing |= lost
    for observer in range(OBSERVERS):
        if (astray >> observer) & 1 == 0:
            s.loose[observer] = 0
        # The two themselves see which card it is.
        watching = (parties >> observer) & 1 == 0
        if watching and ((losing >> observer) & 1 == 1 or (s.loose[observer] >> victim) & 1 == 1):
            s.loose[observer] |= parties


@rule
def look_at_hand(s: Any, seat: Any) -> None:
    """The seat sees the hand it has just been given."""
    for slot in range(s.hand_size[seat]):
        token = s.hand[seat, slot]
        if (known_to(token) >> seat) & 1 == 0:
            if (astray_for(token) >> seat) & 1 == 0 and (s.loose[seat] >> seat) & 1 == 1:
                forget_astray(s, kind_of(token), seat)
                token = s.hand[seat, slot]
            s.hand[seat, slot] = (token | (1 << (8 + seat))) & ~(1 << (16 + seat))
    s.loose[seat] &= ~(1 << seat)


# ---- what one observer knows of the cards ---------------------------------------------------------------------


@rule
def shown(token: Any, observer: Any) -> Any:
    """The token as the observer sees it: nothing if unknown; otherwise its kind, and whether everybody knows it."""
    if (known_to(token) >> observer) & 1 == 0:
        return NO_CARD
    if known_to(token) == EVERYONE:
        return kind_of(token) | (EVERYONE << 8)
    return kind_of(token) | (1 << (8 + observer))


@rule
def show_cards(s: Any, observer: Any, out: Any) -> None:
    for place in range(s.pile_size):
        out.pile[place] = shown(s.pile[place], observer)
    for place in range(s.discards_size):
        out.discards[place] = s.discards[place]
    out.pile_size = s.pile_size
    out.discards_size = s.discards_size
    out.loose[observer] = s.loose[observer]
    for kind in range(KINDS):
        out.astray[kind] = s.astray[kind]  # of a view; a state's own are added below
    for seat in range(s.players):
        out.hand_size[seat] = s.hand_size[seat]
        out.jokers_max[seat] = s.jokers_max[seat]
        for slot in range(SLOTS):
            out.hand[seat, slot] = NO_CARD
        for slot in range(s.hand_size[seat]):
            token = s.hand[seat, slot]
            file_known(out, seat, shown(token, observer))
            if (astray_for(token) >> observer) & 1 == 1:
                out.astray[kind_of(token)] += 1


@rule
def file_known(out: Any, seat: Any, token: Any) -> None:
    """Insert a known card into a shown hand, in order of the kinds: where it really stood is nobody's business."""
    if token == NO_CARD:
        return
    slot = 0
    while out.hand[seat, slot] != NO_CARD and out.hand[seat, slot] <= token:
        slot += 1
    for place in range(SLOTS - 1, slot, -1):
        out.hand[seat, place] = out.hand[seat, place - 1]
    out.hand[seat, slot] = token
