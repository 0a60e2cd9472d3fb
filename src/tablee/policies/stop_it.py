"""Stop it! as people play it.

Everything lies open: who has taken how many cards of which colour, and which stops are still to come. What counts is to
have more of each colour than somebody else, if only by one, for as long as that colour has stops.

- Take a colour in which nobody has fewer: level with the fewest, or behind them, and rather one with two stops left
  than with one. Two cards ahead is enough. Once both its stops are gone a colour is no use any more.
- A stop is called, from a pile or from the hand, when it catches others and not oneself: whoever leads, or two at a
  time. To catch one who is losing anyway only brings the end nearer.
- A stop that would catch oneself is taken before anybody calls it, and kept until it has turned against the others.
  Only a colour with both its stops left, level or one behind, is worth more: one card of it saves from two stops.
- Whoever wins by the last points hands them out at once; whoever loses by them does not.
- Where nobody has to call once the piles are empty, a stop that is worth no call is let be.
- A taken card is filed with its colour. What was dropped is picked up and what was misfiled put right before the next
  card is taken: at a stop it would cost a point.

The beginner takes whatever looks good from its own hand, and sees a stop and cries out before counting.
"""

from typing import Any

from tablee.bits import allow
from tablee.rng import below
from tablee.rule import rule
from tablee.rules.stop_it import (
    CALL_HAND,
    CALL_NOTHING,
    CALL_PILE,
    CALLS,
    CARDS,
    DROP,
    FILE,
    FILE_NEW,
    FILE_STOP,
    GO,
    LAST,
    MOVE,
    MOVES_TO,
    NEW,
    PASS,
    PICK,
    PILES,
    READY,
    STOP_COPIES,
    TAKE,
    TAKE_PILE,
    WORDS,
    callable_stops,
    has_stop,
    pays_for_fall,
    top_of,
)
from tablee.rules.stop_it_hand import (
    COLOURS,
    FIRST_STOP,
    GROUPS,
    KINDS,
    NO_CARD,
    SPECIAL,
    STOPS,
    is_sorted,
    is_stop,
)

REASONS = (
    "go",  # everybody is ready
    "behind",  # takes a colour of which it has fewest, alone or with others
    "margin",  # takes a colour of which it has barely more than somebody
    "any",  # takes a card that makes no difference yet
    "hide_stop",  # takes a stop that would catch it
    "keep_stop",  # takes a stop to call it later
    "catch",  # calls: that catches others
    "finish",  # calls: that ends the game, and wins it
    "compelled",  # calls, since the piles are empty
    "let_be",  # calls no stop any more, though it could
    "rash",  # calls without having counted
    "alarm",  # calls, and there is no stop
    "file",  # files with its colour
    "new_colour",  # files the first card of a colour
    "misfile",  # files with another colour
    "file_stop",  # puts a stop beside the groups
    "drop",  # lets go of a card
    "pick_up",  # takes up a dropped card
    "tidy",  # moves a card to where it belongs
    "shuffle",  # moves a card to where it does not
)

FOLLIES = ("rash", "alarm", "misfile", "drop", "shuffle")

# What a call is worth: so much for each point,
MINE = 85  # against oneself
LEADER = 16  # against those who are best off among the others
OTHERS = 8  # and against the rest
ENOUGH = 12  # so much is worth a call
WIN = 10000  # the game itself

# What a card is worth, for each stop that its colour has left, to somebody who
FAR_BEHIND = 38  # is two or more behind all others in it
BEHIND = 45  # is one behind
LEVEL = 60  # has as many as the fewest
AHEAD = 42  # has one more
SAFE = 15  # has two more, and less and less from there on
HIDE = 85  # what a stop is worth that would catch oneself
KEEP = 3  # and any other

# What there is to choose, as masks of an action mask's words:
CHOICES = (1 << PICK) - 1 - (1 << DROP)  # of the first, to go, to take and to call;
LET_BE = 1 << (PASS - 32)  # of the second, to let one's stops be,
ALARM = 1 << (CALL_NOTHING - 32)  # and to call where there is no stop

NOTICED = 3  # stops in sight of which a beginner notices one


# ---- who would be caught --------------------------------------------------------------------------------------


@rule
def cards_of(s: Any, seat: Any, stop: Any) -> Any:
    """How many cards a stop would count with a seat, once what it holds is filed."""
    if stop != SPECIAL:
        return s.owned[seat, stop + 1] - s.dropped[seat, stop + 1]
    cards = 0
    for kind in range(1, FIRST_STOP):
        cards += s.owned[seat, kind] - s.dropped[seat, kind]
    return cards


@rule
def fewest_of_others(s: Any, seat: Any, stop: Any) -> Any:
    fewest = 1 << 20
    for other in range(s.players):
        if other != seat:
            fewest = min(fewest, cards_of(s, other, stop))
    return fewest


@rule
def best_of_others(s: Any, seat: Any) -> Any:
    """The fewest points against anybody else."""
    best = 1 << 20
    for other in range(s.players):
        if other != seat:
            best = min(best, s.total[other])
    return best


@rule
def own_points(s: Any, seat: Any, caught: Any) -> Any:
    points = 0
    if caught:
        points += 1
    if not is_sorted(s, seat):
        points += 1
    if pays_for_fall(s, seat):
        points += 1
    return points


@rule
def sunk(s: Any, seat: Any) -> Any:
    """The point for a fall that the next stop costs the seat, whoever calls it: it speaks neither for a call nor
    against it (SI-17)."""
    if s.fall_costs and pays_for_fall(s, seat):
        return 1
    return 0


@rule
def call_worth(s: Any, seat: Any, stop: Any) -> Any:
    """What a call would bring: points against others, less those against oneself; all or nothing if it is the last.

    How others have sorted their hands is not to be seen.
    """
    cards = cards_of(s, seat, stop)
    fewest = fewest_of_others(s, seat, stop)
    best = best_of_others(s, seat)
    mine = own_points(s, seat, cards <= fewest)
    given = mine
    worth = -MINE * (mine - sunk(s, seat))
    after = 1 << 20  # the fewest points that another would have
    for other in range(s.players):
        if other != seat:
            points = 0
            if fewest <= cards and cards_of(s, other, stop) == fewest:
                points += 1
            if pays_for_fall(s, other):
                points += 1
            given += points
            after = min(after, s.total[other] + points)
            points -= sunk(s, other)
            if s.total[other] == best:
                worth += LEADER * points
            else:
                worth += OTHERS * points
    if given >= s.points_left and s.total[seat] + mine < after:
        return WIN
    if given >= s.points_left and s.total[seat] + mine > after:
        return -WIN
    return worth


# ---- calling --------------------------------------------------------------------------------------------------


@rule
def best_call(s: Any, seat: Any, enough: Any) -> Any:
    """The call that is worth most, and at least so much; -1 if there is none."""
    best = enough - 1
    action = -1
    if s.phase == TAKE:
        for pile in range(PILES):
            kind = top_of(s, pile)
            if is_stop(kind):
                worth = call_worth(s, seat, kind - FIRST_STOP)
                if worth > best:
                    best = worth
                    action = CALL_PILE + pile
    for stop in range(STOPS):
        if callable_stops(s, seat, stop) > 0:
            worth = call_worth(s, seat, stop)
            if worth > best:
                best = worth
                action = CALL_HAND + stop
    return action


# ---- taking ---------------------------------------------------------------------------------------------------


@rule
def lead(s: Any, seat: Any, colour: Any) -> Any:
    """How many cards of a colour the seat has more than the fewest of the others."""
    return cards_of(s, seat, colour) - fewest_of_others(s, seat, colour)


@rule
def colour_worth(s: Any, seat: Any, colour: Any) -> Any:
    """What one more card of a colour is worth."""
    stops = STOP_COPIES - s.discarded[colour]
    ahead = lead(s, seat, colour)
    if ahead < -1:
        return stops * FAR_BEHIND
    if ahead < 0:
        return stops * BEHIND
    if ahead == 0:
        return stops * LEVEL
    if ahead == 1:
        return stops * AHEAD
    return stops * max(0, SAFE + 2 - ahead)


@rule
def take_worth(s: Any, seat: Any, kind: Any) -> Any:
    if not is_stop(kind):
        return colour_worth(s, seat, kind - 1)
    if call_worth(s, seat, kind - FIRST_STOP) < 0:
        return HIDE
    return KEEP


@rule
def take(s: Any, seat: Any, rng: Any) -> Any:
    """From the pile whose top card is worth most; of those alike, any."""
    start = below(rng, PILES)
    best = -1
    chosen = -1
    for step in range(PILES):
        pile = (start + step) % PILES
        if s.height[pile] > 0:
            worth = take_worth(s, seat, top_of(s, pile))
            if worth > best:
                best = worth
                chosen = pile
    return TAKE_PILE + chosen


# ---- the hand -------------------------------------------------------------------------------------------------


@rule
def leading_colour(s: Any, seat: Any, place: Any) -> Any:
    """The colour that a group is meant to be of: the one it has most of."""
    most = 0
    for colour in range(COLOURS):
        if s.group[seat, place, colour] > s.group[seat, place, most]:
            most = colour
    return most


@rule
def home(s: Any, seat: Any, colour: Any) -> Any:
    """Where cards of a colour belong: of the groups of that colour the largest; -1 if there is none."""
    found = -1
    for place in range(s.groups[seat]):
        if s.group[seat, place, colour] > 0 and leading_colour(s, seat, place) == colour:
            if found < 0 or s.group[seat, place, colour] > s.group[seat, found, colour]:
                found = place
    return found


@rule
def file_card(s: Any, seat: Any) -> Any:
    if is_stop(s.holding[seat]):
        return FILE_STOP
    place = home(s, seat, s.holding[seat] - 1)
    if place >= 0:
        return FILE + place
    if s.groups[seat] < GROUPS:
        return FILE_NEW + s.groups[seat]
    return FILE


@rule
def tidy(s: Any, seat: Any) -> Any:
    """A card that is not where it belongs goes there, or to a new group; -1 if all are in their places.

    Every such move brings one card home, and with eight groups of seven colours one can always be made.
    """
    for place in range(s.groups[seat]):
        for colour in range(COLOURS):
            if s.group[seat, place, colour] > 0:
                to = home(s, seat, colour)
                if to < 0 and s.groups[seat] < GROUPS:
                    to = NEW
                if to >= 0 and to != place:
                    return MOVE + 64 * place + MOVES_TO * colour + to
    return -1


@rule
def pick_up(s: Any, seat: Any) -> Any:
    """A dropped card; -1 if there is none."""
    for kind in range(1, KINDS):
        if s.dropped[seat, kind] > 0:
            return PICK + kind - 1
    return -1


# ---- the policy -----------------------------------------------------------------------------------------------


@rule
def may_let_be(s: Any) -> Any:
    """Whether the piles are empty and nobody has to call (SI-18)."""
    return s.phase == LAST and s.end_when_empty == 1


@rule
def choose(s: Any, seat: Any, rng: Any) -> Any:
    if s.phase == READY:
        return GO
    if s.phase == TAKE or may_let_be(s):
        action = best_call(s, seat, ENOUGH)
        if action >= 0:
            return action
    if s.holding[seat] != NO_CARD:
        return file_card(s, seat)
    if may_let_be(s):
        return PASS
    if s.phase == LAST:
        return best_call(s, seat, -2 * WIN)
    action = pick_up(s, seat)
    if action < 0 and not is_sorted(s, seat):
        action = tidy(s, seat)
    if action < 0:
        action = take(s, seat, rng)
    return action


@rule
def careless(s: Any, seat: Any, rng: Any) -> Any:
    if s.phase == READY:
        return GO
    if s.phase == TAKE and below(rng, NOTICED) == 0:
        action = rash_call(s, seat, rng)
        if action >= 0:
            return action
    if s.holding[seat] != NO_CARD:
        return file_card(s, seat)
    if may_let_be(s) and (below(rng, NOTICED) > 0 or not has_stop(s, seat)):
        return PASS
    if s.phase == LAST:
        return rash_call(s, seat, rng)
    action = pick_up(s, seat)
    if action < 0 and not is_sorted(s, seat) and below(rng, 2) == 0:
        action = tidy(s, seat)
    if action < 0:
        action = grab(s, seat, rng)
    return action


@rule
def rash_call(s: Any, seat: Any, rng: Any) -> Any:
    """Any stop at all, now and then after a look at one's own cards; -1 if there is none."""
    start = below(rng, PILES + STOPS)
    for step in range(PILES + STOPS):
        turn = (start + step) % (PILES + STOPS)
        if turn < PILES:
            kind = top_of(s, turn)
            if s.phase == TAKE and is_stop(kind) and (cards_of(s, seat, kind - FIRST_STOP) > 1 or below(rng, 2) == 0):
                return CALL_PILE + turn
        elif callable_stops(s, seat, turn - PILES) > 0:
            return CALL_HAND + turn - PILES
    return -1


@rule
def grab(s: Any, seat: Any, rng: Any) -> Any:
    """The colour one has fewest of oneself, or whatever is nearest."""
    start = below(rng, PILES)
    nearest = below(rng, 2) == 0
    fewest = 1 << 20
    chosen = -1
    for step in range(PILES):
        pile = (start + step) % PILES
        if s.height[pile] > 0 and (chosen < 0 or not nearest):
            cards = 0
            if not is_stop(top_of(s, pile)):
                cards = cards_of(s, seat, top_of(s, pile) - 1)
            if cards < fewest:
                fewest = cards
                chosen = pile
    return TAKE_PILE + chosen


@rule
def trim(s: Any, seat: Any, favourite: Any, mask: Any) -> None:
    """Taking and calling are for choosing; everything about one's own hand is done as it should be."""
    mask[0] &= CHOICES
    if favourite == DROP or favourite >= PICK:
        mask[0] &= CALLS
    mask[1] &= LET_BE
    for word in range(2, WORDS):
        mask[word] = 0
    if favourite >= 0:
        allow(mask, favourite)


@rule
def without_folly(s: Any, seat: Any, mask: Any) -> None:
    """Nobody raises a false alarm."""
    mask[1] &= ~ALARM


@rule
def forget(v: Any, seat: Any) -> None:
    """Of what others hold, no more is left than that each has as many of each colour as they have on an average.

    How many cards have left the piles is for all to see, and so is what lies dropped or is in somebody's fingers.
    """
    if v.open_hands:
        return
    cards = CARDS
    for pile in range(PILES):
        cards -= v.height[pile]
    for stop in range(STOPS):
        cards -= v.discarded[stop]
    for kind in range(1, KINDS):
        cards -= v.owned[seat, kind]
    average = cards // ((v.players - 1) * COLOURS)
    for other in range(v.players):
        for kind in range(1, FIRST_STOP if other != seat else 0):
            held = average
            if held == 0 and v.holding[other] == kind:
                held = 1
            v.owned[other, kind] = held + v.dropped[other, kind]


def reason(s: Any, seat: int, action: int) -> str:
    """Why somebody would do that."""
    holding = int(s.holding[seat])
    if action == GO:
        return "go"
    if action == DROP:
        return "drop"
    if action < CALL_PILE:
        return _why_take(s, seat, int(top_of(s, action - TAKE_PILE)))
    if action < CALL_HAND:
        return _why_call(s, seat, int(top_of(s, action - CALL_PILE)) - FIRST_STOP)
    if action < PICK:
        return _why_call(s, seat, action - CALL_HAND)
    if action < FILE:
        return "pick_up"
    if action == FILE_STOP:
        return "file_stop"
    if action == CALL_NOTHING:
        return "alarm"
    if action == PASS:
        return "let_be"
    if action < MOVE:
        right = int(home(s, seat, holding - 1))
        if action >= FILE_NEW:
            return "new_colour" if right < 0 else "misfile"
        return "file" if action == FILE + right else "misfile"
    place, to = divmod(action - MOVE, 64)
    right = int(home(s, seat, to // MOVES_TO))
    return "tidy" if right != place and to % MOVES_TO in (right, NEW) else "shuffle"


def _why_take(s: Any, seat: int, kind: int) -> str:
    if is_stop(kind):
        return "hide_stop" if call_worth(s, seat, kind - FIRST_STOP) < 0 else "keep_stop"
    ahead = lead(s, seat, kind - 1)
    if s.discarded[kind - 1] == STOP_COPIES or ahead > 1:
        return "any"
    return "margin" if ahead == 1 else "behind"


def _why_call(s: Any, seat: int, stop: int) -> str:
    worth = call_worth(s, seat, stop)
    if s.phase == LAST and not s.end_when_empty:
        return "compelled"
    if worth == WIN:
        return "finish"
    return "catch" if worth > 0 else "rash"
