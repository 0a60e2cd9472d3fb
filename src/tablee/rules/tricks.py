"""What all games of tricks share: hands, the deal, the order of play, rounds and totals.

A hand is one mask per colour (`tablee.cards`). Seats are numbered clockwise from 0. Each round is opened by the next
seat clockwise, the first by seat `first` (SE-4, ST-10, HT-9).
"""

from typing import Any

from tablee.bits import count
from tablee.cards import NO_CARD, add, card_of, deal_one
from tablee.rule import rule
from tablee.rules.common import OVER, I


def trick_fields(seats: int, colours: int) -> list[Any]:
    """The fields that every game of tricks has, for at most `seats` players and `colours` colours."""
    return [
        ("players", I),
        ("first", I),  # the seat that opens the first round
        ("rounds", I),  # how many rounds the match has
        ("round_no", I),  # rounds finished
        ("phase", I),
        ("colours", I),  # the deck: so many colours,
        ("low", I),  # numbered from here
        ("top", I),  # to here
        ("hand_size", I),  # cards dealt to each seat
        ("tricks", I),  # tricks finished in this round
        ("leader", I),  # who led, or will lead, the current trick
        ("turn", I),  # whose card is next
        ("laid", I),  # cards in the current trick
        ("hand", I, (seats, colours)),  # [seat, colour]: the cards held
        ("trick", I, (seats,)),  # the card each seat has laid in the current trick
        ("won", I, (seats, colours)),  # [seat, colour]: the cards of the tricks won this round
        ("played", I, (seats, colours)),  # [seat, colour]: the cards this seat has laid this round, as all have seen
        ("aside", I, (colours,)),  # cards nobody holds this round, shown to all
        ("total", I, (seats,)),  # points of the finished rounds
        ("tricks_done", I),  # tricks finished in the whole match
        ("last_trick", I, (seats,)),  # the last finished trick: each seat's card,
        ("last_leader", I),  # and who led it
        ("last_points", I, (seats,)),  # the last finished round: each seat's points
        ("room", I, (seats + 1,)),  # scratch: room left in each hand while dealing; the last place is `aside`
    ]


@rule
def opener(s: Any) -> Any:
    return (s.first + s.round_no) % s.players


@rule
def after(s: Any, seat: Any) -> Any:
    """The next seat clockwise."""
    seat = seat + 1
    if seat == s.players:
        seat = 0
    return seat


@rule
def clear_round(s: Any) -> None:
    """An empty table, the opener to lead."""
    s.tricks = 0
    s.laid = 0
    s.leader = opener(s)
    s.turn = s.leader
    for seat in range(s.players):
        s.trick[seat] = NO_CARD
        for colour in range(s.colours):
            s.hand[seat, colour] = 0
            s.won[seat, colour] = 0
            s.played[seat, colour] = 0
    for colour in range(s.colours):
        s.aside[colour] = 0


@rule
def deal(s: Any, rng: Any) -> None:
    """Shuffle the whole deck and deal `hand_size` to each seat; what is left over goes aside."""
    left = s.colours * (s.top - s.low + 1)
    for seat in range(s.players):
        s.room[seat] = s.hand_size
    s.room[s.players] = left - s.players * s.hand_size
    for colour in range(s.colours):
        for number in range(s.low, s.top + 1):
            seat = deal_one(rng, s.room, left)
            left -= 1
            if seat == s.players:
                add(s.aside, card_of(colour, number))
            else:
                add(s.hand[seat], card_of(colour, number))


@rule
def lay(s: Any, seat: Any, card: Any) -> None:
    """A card from the hand into the current trick."""
    bit = 1 << (card & 31)
    s.hand[seat, card >> 5] ^= bit
    s.played[seat, card >> 5] |= bit
    s.trick[seat] = card
    s.laid += 1
    s.turn = after(s, seat)


@rule
def clear_trick(s: Any, next_leader: Any) -> None:
    """The finished trick leaves the table; `next_leader` leads the next."""
    for seat in range(s.players):
        s.last_trick[seat] = s.trick[seat]
        s.trick[seat] = NO_CARD
    s.last_leader = s.leader
    s.laid = 0
    s.tricks += 1
    s.tricks_done += 1
    s.leader = next_leader
    s.turn = next_leader


@rule
def cards_laid(s: Any, seat: Any) -> Any:
    """How many cards the seat has laid this round. The same from a view as from the state."""
    laid = s.tricks
    if s.trick[seat] != NO_CARD:
        laid = laid + 1
    return laid


@rule
def show_table(s: Any, out: Any) -> None:
    """Copy what everybody sees: everything above except the hands."""
    out.players = s.players
    out.first = s.first
    out.rounds = s.rounds
    out.round_no = s.round_no
    out.phase = s.phase
    out.colours = s.colours
    out.low = s.low
    out.top = s.top
    out.hand_size = s.hand_size
    out.tricks = s.tricks
    out.leader = s.leader
    out.turn = s.turn
    out.laid = s.laid
    out.tricks_done = s.tricks_done
    out.last_leader = s.last_leader
    for seat in range(s.players):
        out.trick[seat] = s.trick[seat]
        out.total[seat] = s.total[seat]
        out.last_trick[seat] = s.last_trick[seat]
        out.last_points[seat] = s.last_points[seat]
        for colour in range(s.colours):
            out.won[seat, colour] = s.won[seat, colour]
            out.played[seat, colour] = s.played[seat, colour]
    for colour in range(s.colours):
        out.aside[colour] = s.aside[colour]


@rule
def show_hand(s: Any, seat: Any, out: Any) -> None:
    for colour in range(s.colours):
        out.hand[seat, colour] = s.hand[seat, colour]


@rule
def full_colour(s: Any) -> Any:
    """The mask of all cards of one colour in the deck."""
    return (2 << (s.top + 1)) - (2 << s.low)


@rule
def deal_unseen(s: Any, unseen: Any, rng: Any) -> None:
    """Deal the `unseen` cards (one mask per colour) at random into hands with `room` for exactly that many."""
    left = 0
    s.room[s.players] = 0
    for seat in range(s.players):
        left += s.room[seat]
    for colour in range(s.colours):
        mask = unseen[colour]
        bit = 0
        while mask >> bit != 0:
            if (mask >> bit) & 1 == 1:
                seat = deal_one(rng, s.room, left)
                left -= 1
                s.hand[seat, colour] |= 1 << bit
            bit += 1


CARD_TWICE = 1
CARD_LOST = 2
HAND_FLAW = 4
TRICK_SHAPE = 8
TURN = 16

TABLE_FLAWS = {
    CARD_TWICE: "a card is in two places",
    CARD_LOST: "a card of the deck is nowhere, or a card is not of the deck",
    HAND_FLAW: "a hand has the wrong number of cards",
    TRICK_SHAPE: "the current trick is not laid in order from its leader",
    TURN: "the turn, the leader or a counter is out of range",
}


@rule
def seen_twice(seen: Any, cards: Any) -> Any:
    """The flaw of finding `cards` in a second place, if any of them is among those `seen`."""
    if seen & cards != 0:
        return CARD_TWICE
    return 0


@rule
def table_status(s: Any) -> Any:
    """The flaws of the order of play, whatever the game."""
    flaws = 0
    laid = 0
    for seat in range(s.players):
        if s.trick[seat] != NO_CARD:
            laid += 1
            # The cards lie on the seats from the leader on, without a gap.
            if (seat - s.leader) % s.players >= s.laid:
                flaws |= TRICK_SHAPE
    if laid != s.laid:
        flaws |= TRICK_SHAPE
    if not (0 <= s.turn < s.players and 0 <= s.leader < s.players and 0 <= s.round_no <= s.rounds):
        flaws |= TURN
    if s.phase != OVER and s.turn != (s.leader + s.laid) % s.players:
        flaws |= TURN
    return flaws


@rule
def hand_count(s: Any, seat: Any) -> Any:
    total = 0
    for colour in range(s.colours):
        total += count(s.hand[seat, colour])
    return total
