"""Stop it!, by Alan R. Moon and Aaron Weissblum. 2 to 6 players, in real time.

- SI-1  17 cards in each of seven colours, two stops a colour, two special stops: 135 cards in five face-up piles. And
  15 negative cards.
- SI-2  From "go" on everybody takes at once, top cards only; a taken card is filed in the hand before the next.
- SI-3  The hand is kept sorted, all cards of a colour together. Filing is one's own act, and so is re-sorting.
- SI-4  A dropped card lies in front of its owner and can be picked up again; at a stop it costs a point and goes back.
- SI-5  Anybody may call a stop that tops a pile. The first call counts; it names one stop, which is discarded.
- SI-6  A card already taken when the call comes may still be filed.
- SI-7, SI-8  Everybody shows their hand. Whoever holds fewest cards of the stop's colour (of all cards, for a special
  stop) takes a negative card; all who tie do.
- SI-9  Stop cards count for nothing, not even for sorting.
- SI-10  An unsorted hand costs a further point, and so does having dropped cards; all three add up.
- SI-11  The caller restarts play with "go".
- SI-12  A stop can also be taken, kept, and called later from the hand.
- SI-13  The last negative card ends the game; where they run out, points are written down. Fewest points win.
- SI-14  With the piles empty, stops in hands are called compulsorily, clockwise from the last caller.
- SI-15  Seat `first` shouts the first "go". (An online race waits until everybody is ready: `tablee.table`.)

Options:

- SI-16  `unaided`: how many of each colour others hold is shown only while hands are shown, between a count and the
  next "go". (A view has it all the same, as whoever kept count would: pictures leave it out.)
- SI-17  `fall_costs`: a card once dropped costs its point at the next stop even if it was picked up.
- SI-18  `end_when_empty`: the piles empty, whoever holds a stop may call it or let it be. Nobody has to, instead of
  SI-14: once all of them have let theirs be, the match is over.
- SI-19  `false_alarm`: who can call no stop can call all the same. It costs a point, and play goes on.

The rules know no clock: actions count in the order in which they arrive, from any seat. A table that plays in real
time decides that order, and how long the grace of SI-6 is, and that of SI-18: a card not filed by then it drops for
its owner, and a stop not called it lets be.

Scores are points against, so they are 0 or less and the highest wins, as in every game here.
"""

from typing import Any

import numpy as np

from tablee.bits import count
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.common import OVER, I, draw_kind
from tablee.rules.common import is_over as is_over
from tablee.rules.stop_it_hand import (
    COLOURS,
    FIRST_STOP,
    GROUPS,
    HAND_FIELDS,
    KINDS,
    NO_CARD,
    SEATS,
    SPECIAL,
    STOPS,
    close_if_empty,
    group_size,
    in_hand,
    is_sorted,
    is_stop,
    open_group,
    put_back,
)

VERSION = 1
COLOUR_NAMES = ("red", "yellow", "blue", "green", "violet", "orange", "brown")
COPIES = 17  # of each colour
STOP_COPIES = 2  # of each stop
PILES = 5
PILE = 27  # cards in each pile
CARDS = PILES * PILE

# The phases.
READY = 0  # the caller (at first seat `first`) is to say "go"
TAKE = 1  # everybody takes cards
GRACE = 2  # a stop was called: cards already taken may still be filed
LAST = 3  # the piles are empty: what is held is filed, then the stops in hands are called (SI-18: or not)

GO = 0
DROP = 1
TAKE_PILE = 2  # + pile
CALL_PILE = 7  # + pile
CALL_HAND = 12  # + stop
PICK = 20  # + kind − 1
FILE = 35  # + place: into that group
FILE_NEW = 43  # + place: as a new group there
FILE_STOP = 52  # a stop card, beside the groups
CALL_NOTHING = 53  # a false alarm
PASS = 54  # lets its stops be, the piles being empty
MOVE = 64  # + 64 × place + MOVES_TO × colour + where to: a place, or NEW
CALLS = (1 << PICK) - (1 << CALL_PILE)  # bit mask of the calls that name a stop
NEW = GROUPS  # a new group at the right end
MOVES_TO = GROUPS + 1
WORDS = 2 + 2 * GROUPS

MISFILED = 16  # in a drawn world one card in so many is filed in a group not its own

STATE = np.dtype(
    [
        ("players", I),
        ("first", I),
        ("points", I),  # how many negative cards there are
        ("unaided", I),  # the options, as flags
        ("fall_costs", I),
        ("end_when_empty", I),
        ("false_alarm", I),
        ("points_left", I),  # and how many have not been taken
        ("phase", I),
        ("caller", I),  # who called last, and says "go"
        ("stop", I),  # GRACE: the stop that was called
        ("pile", I, (PILES, PILE)),  # [pile, height]: kinds, the top last
        ("height", I, (PILES,)),
        ("discarded", I, (STOPS,)),  # stops called and gone
        ("total", I, (SEATS,)),  # points against
        ("calls", I),  # stops counted so far
        ("fallen", I),  # with `fall_costs`, bit mask of those who have dropped a card since the last count
        ("passed", I),  # LAST: bit mask of those who let their stops be
        ("open_hands", I),  # 1 from a count, at which all show their hands, to the next "go"
        ("last_stop", I),  # the last count: which stop,
        ("last_counted", I, (SEATS,)),  # how many cards of each hand it concerned,
        ("last_fewest", I),  # bit mask of those who had fewest,
        ("last_unsorted", I),  # of those whose hand was not sorted,
        ("last_dropped", I),  # and of those who had dropped cards
        ("unseen", I, (KINDS,)),  # scratch: cards still to be placed while drawing a world
        *HAND_FIELDS,
    ]
)


# ---- setting up -----------------------------------------------------------------------------------------------


@rule
def copies(kind: Any) -> Any:
    if is_stop(kind):
        return STOP_COPIES
    return COPIES


@rule
def start(s: Any, rng: Any) -> None:
    for kind in range(1, KINDS):
        s.unseen[kind] = copies(kind)
    left = CARDS
    for pile in range(PILES):
        s.height[pile] = PILE
        for place in range(PILE):
            s.pile[pile, place] = draw_kind(s.unseen, left, rng)
            left -= 1
    s.points_left = s.points
    s.caller = s.first
    s.phase = READY


# ---- what may be done -----------------------------------------------------------------------------------------


@rule
def top_of(s: Any, pile: Any) -> Any:
    if s.height[pile] == 0:
        return NO_CARD
    return s.pile[pile, s.height[pile] - 1]


@rule
def piles_empty(s: Any) -> Any:
    for pile in range(PILES):
        if s.height[pile] > 0:
            return False
    return True


@rule
def holders(s: Any) -> Any:
    """Bit mask of the seats that have taken a card and not filed it."""
    seats = 0
    for seat in range(s.players):
        if s.holding[seat] != NO_CARD:
            seats |= 1 << seat
    return seats


@rule
def callable_stops(s: Any, seat: Any, stop: Any) -> Any:
    """How many such stops the seat can call from its hand; in the compulsory calls dropped ones count as held."""
    stops = s.stops[seat, stop]
    if s.phase == LAST:
        stops = stops + s.dropped[seat, FIRST_STOP + stop]
    return stops


@rule
def has_stop(s: Any, seat: Any) -> Any:
    for stop in range(STOPS):
        if callable_stops(s, seat, stop) > 0:
            return True
    return False


@rule
def compelled(s: Any) -> Any:
    """The seat that must call next (SI-14): the first with a stop, clockwise from the last caller; -1 if none."""
    for step in range(1, s.players + 1):
        seat = (s.caller + step) % s.players
        if has_stop(s, seat):
            return seat
    return -1


@rule
def undecided(s: Any) -> Any:
    """Bit mask of the seats that may still call a stop, with the piles empty, and have not let it be (SI-18).

    Without memory aids everybody is asked: who is not would be seen to hold none (SI-16).
    """
    seats = 0
    for seat in range(s.players):
        if s.unaided or has_stop(s, seat):
            seats |= 1 << seat
    return seats & ~s.passed


@rule
def last_actors(s: Any) -> Any:
    """With the piles empty: who holds a card; and then who must call (SI-14), or meanwhile who may (SI-18)."""
    seats = holders(s)
    if s.end_when_empty:
        return seats | undecided(s)
    caller = compelled(s)
    if seats == 0 and caller >= 0:
        seats = 1 << caller
    return seats


@rule
def actors(s: Any) -> Any:
    if s.phase == TAKE:
        return (1 << s.players) - 1
    if s.phase == READY:
        return 1 << s.caller
    if s.phase == GRACE:
        return holders(s)
    if s.phase == LAST:
        return last_actors(s)
    return 0


@rule
def is_legal(s: Any, seat: Any, action: Any) -> Any:
    if action < 0 or action >= 32 * WORDS or (actors(s) >> seat) & 1 == 0:
        return False
    if action < MOVE:
        return (simple_actions(s, seat) >> action) & 1 == 1
    place = (action - MOVE) // 64
    to = (action - MOVE) % 64
    if s.phase != TAKE or s.holding[seat] != NO_CARD or place >= s.groups[seat]:
        return False
    return (moves_from(s, seat, place) >> to) & 1 == 1


@rule
def legal(s: Any, seat: Any, mask: Any) -> None:
    for word in range(WORDS):
        mask[word] = 0
    if (actors(s) >> seat) & 1 == 0:
        return
    bits = simple_actions(s, seat)
    mask[0] = bits & 0xFFFFFFFF
    mask[1] = bits >> 32
    if s.phase == TAKE and s.holding[seat] == NO_CARD:
        for place in range(s.groups[seat]):
            moves = moves_from(s, seat, place)
            mask[2 + 2 * place] = moves & 0xFFFFFFFF
            mask[3 + 2 * place] = moves >> 32


@rule
def simple_actions(s: Any, seat: Any) -> Any:
    """Bit mask of the actions below MOVE that an actor may take."""
    bits = np.int64(0)
    one = np.int64(1)
    if s.phase == READY:
        return one << GO
    if s.holding[seat] != NO_CARD:
        bits |= one << DROP
        if is_stop(s.holding[seat]):
            bits |= one << FILE_STOP
        else:
            bits |= ((one << s.groups[seat]) - 1) << FILE
            if s.groups[seat] < GROUPS:
                bits |= ((one << (s.groups[seat] + 1)) - 1) << FILE_NEW
    elif s.phase == TAKE:
        for pile in range(PILES):
            if s.height[pile] > 0:
                bits |= one << (TAKE_PILE + pile)
        for kind in range(1, KINDS):
            if s.dropped[seat, kind] > 0:
                bits |= one << (PICK + kind - 1)
    if s.phase == TAKE:
        for pile in range(PILES):
            if is_stop(top_of(s, pile)):
                bits |= one << (CALL_PILE + pile)
    if s.phase == TAKE or (s.phase == LAST and (s.end_when_empty or s.holding[seat] == NO_CARD)):
        for stop in range(STOPS):
            if callable_stops(s, seat, stop) > 0:
                bits |= one << (CALL_HAND + stop)
    if s.phase == LAST and s.end_when_empty and s.holding[seat] == NO_CARD:
        bits |= one << PASS
    if s.phase == TAKE and s.false_alarm and bits & CALLS == 0:
        bits |= one << CALL_NOTHING
    return bits


@rule
def moves_from(s: Any, seat: Any, place: Any) -> Any:
    """Bit mask of the moves out of a group: MOVES_TO bits a colour. A lone card does not move to a new group."""
    others = ((np.int64(1) << s.groups[seat]) - 1) & ~(np.int64(1) << place)
    if s.groups[seat] < GROUPS and group_size(s, seat, place) > 1:
        others |= 1 << NEW
    bits = np.int64(0)
    for colour in range(COLOURS):
        if s.group[seat, place, colour] > 0:
            bits |= others << (MOVES_TO * colour)
    return bits


# ---- what it does ---------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, action: Any, rng: Any) -> None:
    if action == GO:
        s.phase = TAKE
        s.open_hands = 0
    elif action == DROP:
        drop(s, seat)
    elif action < CALL_PILE:
        take(s, seat, action - TAKE_PILE)
    elif action < CALL_HAND:
        call_from_pile(s, seat, action - CALL_PILE)
    elif action < PICK:
        call_from_hand(s, seat, action - CALL_HAND)
    elif action < FILE:
        pick_up(s, seat, action - PICK + 1)
    elif action <= FILE_STOP:
        file(s, seat, action)
    elif action == CALL_NOTHING:
        raise_alarm(s, seat)
    elif action == PASS:
        s.passed |= 1 << seat
    else:
        move(s, seat, (action - MOVE) // 64, (action - MOVE) % 64 // MOVES_TO, (action - MOVE) % 64 % MOVES_TO)
    if s.phase == GRACE and holders(s) == 0:
        count_hands(s)
    if s.phase == LAST and last_actors(s) == 0:
        s.phase = OVER


@rule
def drop(s: Any, seat: Any) -> None:
    s.dropped[seat, s.holding[seat]] += 1
    s.holding[seat] = NO_CARD
    if s.fall_costs:
        s.fallen |= 1 << seat


@rule
def take(s: Any, seat: Any, pile: Any) -> None:
    kind = top_of(s, pile)
    s.height[pile] -= 1
    s.holding[seat] = kind
    s.owned[seat, kind] += 1
    if piles_empty(s):
        s.phase = LAST


@rule
def pick_up(s: Any, seat: Any, kind: Any) -> None:
    """A dropped card back into the hand that takes cards: it must be filed again (SI-4)."""
    s.dropped[seat, kind] -= 1
    s.holding[seat] = kind


@rule
def file(s: Any, seat: Any, action: Any) -> None:
    """The held card into the hand, wherever its owner wants it: it can go wrong (SI-3)."""
    if action == FILE_STOP:
        put_back(s, seat, s.holding[seat])
    else:
        place = action - FILE
        if action >= FILE_NEW:
            place = action - FILE_NEW
            open_group(s, seat, place)
        s.group[seat, place, s.holding[seat] - 1] += 1
    s.holding[seat] = NO_CARD


@rule
def move(s: Any, seat: Any, place: Any, colour: Any, to: Any) -> None:
    if to == NEW:
        to = s.groups[seat]
        open_group(s, seat, to)
    s.group[seat, place, colour] -= 1
    s.group[seat, to, colour] += 1
    close_if_empty(s, seat, place)


@rule
def call_from_pile(s: Any, seat: Any, pile: Any) -> None:
    stop = top_of(s, pile) - FIRST_STOP
    s.height[pile] -= 1
    call(s, seat, stop)


@rule
def call_from_hand(s: Any, seat: Any, stop: Any) -> None:
    s.owned[seat, FIRST_STOP + stop] -= 1
    if s.stops[seat, stop] > 0:
        s.stops[seat, stop] -= 1
    else:
        s.dropped[seat, FIRST_STOP + stop] -= 1
    call(s, seat, stop)


@rule
def call(s: Any, seat: Any, stop: Any) -> None:
    """The called stop is discarded; what was taken may still be filed (SI-6), then the hands are counted."""
    s.discarded[stop] += 1
    s.stop = stop
    s.caller = seat
    s.passed = 0
    s.phase = GRACE


@rule
def raise_alarm(s: Any, seat: Any) -> None:
    """A call with no stop to call: a point, and nobody is interrupted (SI-19)."""
    s.total[seat] += 1
    s.points_left -= 1
    if s.points_left == 0:
        s.phase = OVER


@rule
def counted(s: Any, seat: Any) -> Any:
    """How many cards of the seat's hand the called stop concerns (SI-7, SI-8)."""
    if s.stop != SPECIAL:
        return in_hand(s, seat, s.stop)
    cards = 0
    for colour in range(COLOURS):
        cards += in_hand(s, seat, colour)
    return cards


@rule
def count_hands(s: Any) -> None:
    fewest = CARDS
    for seat in range(s.players):
        s.last_counted[seat] = counted(s, seat)
        fewest = min(fewest, s.last_counted[seat])
    s.last_stop = s.stop
    s.last_fewest = 0
    s.last_unsorted = 0
    s.last_dropped = 0
    for seat in range(s.players):
        if s.last_counted[seat] == fewest:
            s.last_fewest |= 1 << seat
        if not is_sorted(s, seat):
            s.last_unsorted |= 1 << seat
        if pays_for_fall(s, seat):
            s.last_dropped |= 1 << seat
    for seat in range(s.players):
        points = count_points(s, seat)
        s.total[seat] += points
        s.points_left -= points
        pick_up_all(s, seat)
    s.fallen = 0
    s.calls += 1
    s.open_hands = 1
    if s.points_left <= 0:
        s.points_left = 0
        s.phase = OVER
    elif piles_empty(s):
        s.phase = LAST
    else:
        s.phase = READY


@rule
def count_points(s: Any, seat: Any) -> Any:
    """The points a seat got in the last count: the three causes add up (SI-10)."""
    return ((s.last_fewest >> seat) & 1) + ((s.last_unsorted >> seat) & 1) + ((s.last_dropped >> seat) & 1)


@rule
def has_dropped(s: Any, seat: Any) -> Any:
    for kind in range(1, KINDS):
        if s.dropped[seat, kind] > 0:
            return True
    return False


@rule
def pays_for_fall(s: Any, seat: Any) -> Any:
    """Whether a stop would cost the seat a point for what it dropped (SI-4; picked up or not: SI-17)."""
    return has_dropped(s, seat) or (s.fallen >> seat) & 1 == 1


@rule
def pick_up_all(s: Any, seat: Any) -> None:
    for kind in range(1, KINDS):
        while s.dropped[seat, kind] > 0:
            s.dropped[seat, kind] -= 1
            put_back(s, seat, kind)


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = -s.total[seat]


# ---- what is known --------------------------------------------------------------------------------------------


@rule
def show_public(s: Any, out: Any) -> None:
    """Who took what is for all to see, and so is what they hold, drop or discard; how a hand is sorted is not."""
    out.players = s.players
    out.first = s.first
    out.points = s.points
    out.unaided = s.unaided
    out.fall_costs = s.fall_costs
    out.end_when_empty = s.end_when_empty
    out.false_alarm = s.false_alarm
    out.points_left = s.points_left
    out.phase = s.phase
    out.caller = s.caller
    out.stop = s.stop
    out.calls = s.calls
    out.fallen = s.fallen
    out.passed = s.passed
    out.open_hands = s.open_hands
    out.last_stop = s.last_stop
    out.last_fewest = s.last_fewest
    out.last_unsorted = s.last_unsorted
    out.last_dropped = s.last_dropped
    for pile in range(PILES):
        out.height[pile] = s.height[pile]
        if s.height[pile] > 0:
            out.pile[pile, s.height[pile] - 1] = top_of(s, pile)
    for stop in range(STOPS):
        out.discarded[stop] = s.discarded[stop]
    for seat in range(s.players):
        out.total[seat] = s.total[seat]
        out.last_counted[seat] = s.last_counted[seat]
        out.holding[seat] = s.holding[seat]
        for stop in range(STOPS):
            out.stops[seat, stop] = s.stops[seat, stop]
        for kind in range(KINDS):
            out.dropped[seat, kind] = s.dropped[seat, kind]
            out.owned[seat, kind] = s.owned[seat, kind]


@rule
def show_groups(s: Any, seat: Any, out: Any) -> None:
    out.groups[seat] = s.groups[seat]
    for place in range(s.groups[seat]):
        for colour in range(COLOURS):
            out.group[seat, place, colour] = s.group[seat, place, colour]


@rule
def view(s: Any, seat: Any, out: Any) -> None:
    show_public(s, out)
    for other in range(s.players):
        if other == seat or s.open_hands:
            show_groups(s, other, out)


@rule
def world(v: Any, seat: Any, rng: Any, out: Any) -> None:
    show_public(v, out)
    left = 0
    for kind in range(1, KINDS):
        out.unseen[kind] = copies(kind)
        if is_stop(kind):
            out.unseen[kind] -= v.discarded[kind - FIRST_STOP]
        for other in range(v.players):
            out.unseen[kind] -= v.owned[other, kind]
        for pile in range(PILES):
            if top_of(v, pile) == kind:
                out.unseen[kind] -= 1
        left += out.unseen[kind]
    for pile in range(PILES):
        for place in range(v.height[pile] - 1):
            out.pile[pile, place] = draw_kind(out.unseen, left, rng)
            left -= 1
    for other in range(v.players):
        if other == seat or v.open_hands:
            show_groups(v, other, out)
        else:
            sort_by_chance(out, other, rng)


@rule
def sort_by_chance(s: Any, seat: Any, rng: Any) -> None:
    """How a hand is sorted is unknown: mostly right, a card in MISFILED in a group not its own."""
    s.groups[seat] = 0
    for colour in range(COLOURS):
        for _ in range(in_hand(s, seat, colour)):
            if s.groups[seat] > 0 and below(rng, MISFILED) == 0:
                s.group[seat, below(rng, s.groups[seat]), colour] += 1
            else:
                put_back(s, seat, colour + 1)


# ---- what must always hold ------------------------------------------------------------------------------------

CARD_COUNT = 1
HAND_FLAW = 2
PILE_FLAW = 4
POINTS = 8
TURN = 16

FLAWS = {
    CARD_COUNT: "the cards on the table are not those of the deck",
    HAND_FLAW: "a hand's groups, stops and dropped cards are not what its owner has taken",
    PILE_FLAW: "a pile's height is out of range",
    POINTS: "the points given and the negative cards left do not add up",
    TURN: "nobody can act, though the game is not over",
}


@rule
def status(s: Any) -> Any:
    flaws = 0
    for kind in range(1, KINDS):
        cards = 0
        if is_stop(kind):
            cards = cards + s.discarded[kind - FIRST_STOP]
        for seat in range(s.players):
            cards = cards + s.owned[seat, kind]
            if owned_count(s, seat, kind) != s.owned[seat, kind]:
                flaws |= HAND_FLAW
        for pile in range(PILES):
            for place in range(min(s.height[pile], PILE)):
                if s.pile[pile, place] == kind:
                    cards += 1
        if cards != copies(kind):
            flaws |= CARD_COUNT
    given = 0
    for seat in range(s.players):
        given += s.total[seat]
        for place in range(GROUPS):
            if (group_size(s, seat, place) > 0) != (place < s.groups[seat]):
                flaws |= HAND_FLAW
    if s.points_left != max(0, s.points - given):
        flaws |= POINTS
    for pile in range(PILES):
        if s.height[pile] < 0 or s.height[pile] > PILE:
            flaws |= PILE_FLAW
    if s.phase != OVER and count(actors(s) & ((1 << s.players) - 1)) == 0:
        flaws |= TURN
    return flaws


@rule
def owned_count(s: Any, seat: Any, kind: Any) -> Any:
    """The cards of a kind that are somewhere with the seat."""
    cards = s.dropped[seat, kind]
    if s.holding[seat] == kind:
        cards = cards + 1
    if is_stop(kind):
        return cards + s.stops[seat, kind - FIRST_STOP]
    for place in range(GROUPS):
        cards = cards + s.group[seat, place, kind - 1]
    return cards
