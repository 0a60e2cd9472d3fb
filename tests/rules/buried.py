"""What is out of sight at a table without aids (`unaided`), dealt anew: nobody is shown the difference.

It lies face down, or in the others' hands. Whoever forgets nothing knows it all the same, so states and views do
differ.
"""

import random
from collections.abc import Callable
from typing import Any

from tablee import Setup, games
from tablee.cards import NO_CARD
from tablee.conformance import setups
from tablee.rules import cursed, stop_it
from tablee.rules.common import OVER
from tablee.rules.stoick_cards import DECK_JOKERS, JOKER, OBSERVERS, kind_of

UNAIDED = list({repr(one): one for game in games() for one in setups(game) if one.options.get("unaided")}.values())


def buried(setup: Setup, s: Any) -> bool:
    """Whether something lies there."""
    lies, _ = BURIED[setup.game.slug]
    return lies(s)


def buried_anew(setup: Setup, s: Any, lot: object, me: int, forgetful: bool = False) -> Any:
    """A copy of the state in which other things lie there, as `me` sees it (-1: a spectator).

    With a `forgetful` seat also what may lie there instead as far as it remembers: what is in the others' hands. Of
    what is its own it keeps count.
    """
    _, deal = BURIED[setup.game.slug]
    anew = s.copy()
    deal(anew, me, forgetful, random.Random(f"{lot}"))
    return anew


def heaps_lie(s: Any) -> bool:
    return s.phase == cursed.PLAY and s.tricks > 1


def heaps_anew(s: Any, me: int, forgetful: bool, chance: random.Random) -> None:
    """The tricks before the last one were won by others, and made of cards that others laid."""
    last, trick = ({int(card) for card in laid if card != NO_CARD} for laid in (s.last_trick, s.trick))
    others = [seat for seat in range(s.players) if seat != me or not forgetful]
    hands = [s.hand[seat] for seat in others] if forgetful else []
    spread([*(s.won[seat] for seat in others), s.lost, *hands], last, chance)
    earlier = cards_in([*s.won, s.lost], last)
    chance.shuffle(earlier)
    for played in s.played[: s.players]:
        put(played, cards_in([played], last | trick), [earlier.pop() for _ in cards_in([played], last | trick)])


def spread(sets: list[Any], fixed: set[int], chance: random.Random) -> None:
    """The cards of these sets, but for those that are `fixed`, among them at random, each as large as it was."""
    pool = cards_in(sets, fixed)
    chance.shuffle(pool)
    for cards in sets:
        gone = cards_in([cards], fixed)
        put(cards, gone, [pool.pop() for _ in gone])


def put(cards: Any, gone: list[int], come: list[int]) -> None:
    for card in gone:
        cards[card >> 5] ^= 1 << (card & 31)
    for card in come:
        cards[card >> 5] |= 1 << (card & 31)


def cards_in(sets: list[Any], without: set[int]) -> list[int]:
    held = [card for cards in sets for card in range(32 * cards.size) if int(cards[card >> 5]) >> (card & 31) & 1]
    return [card for card in held if card not in without]


def hands_are_held(s: Any) -> bool:
    return not s.open_hands


def hands_anew(s: Any, me: int, forgetful: bool, chance: random.Random) -> None:
    """The cards in the hands of all but `me` change places among them; and what was counted last was something else."""
    others = [seat for seat in range(s.players) if seat != me]
    places = [(seat, place) for seat in others for place in range(s.groups[seat])]
    cards = [
        colour for seat, place in places for colour, count in enumerate(s.group[seat, place]) for _ in range(count)
    ]
    chance.shuffle(cards)
    for seat, place in places:
        held = [cards.pop() for _ in range(s.group[seat, place].sum())]
        s.owned[seat, 1 : stop_it.FIRST_STOP] -= s.group[seat, place]
        s.group[seat, place] = [held.count(colour) for colour in range(stop_it.COLOURS)]
        s.owned[seat, 1 : stop_it.FIRST_STOP] += s.group[seat, place]
    if s.phase != stop_it.LAST:  # who is to call then, or may, is seen
        stops = [stop for seat in others for stop, count in enumerate(s.stops[seat]) for _ in range(count)]
        chance.shuffle(stops)
        for seat in others:
            held = [stops.pop() for _ in range(s.stops[seat].sum())]
            s.owned[seat, stop_it.FIRST_STOP :] -= s.stops[seat]
            s.stops[seat] = [held.count(stop) for stop in range(stop_it.STOPS)]
            s.owned[seat, stop_it.FIRST_STOP :] += s.stops[seat]
    s.last_counted[: s.players] = [chance.randrange(9) for _ in range(s.players)]


SOON = 8  # cards of Stoïck's pile: more than one action ever draws


def stoick_lies(s: Any) -> bool:
    return bool(s.phase != OVER and s.pile_size > SOON and s.discards_size > 2)


def stoick_anew(s: Any, me: int, forgetful: bool, chance: random.Random) -> None:
    """Other cards lie under the top of the discards and deep in the pile; and other things are known of all cards."""
    places = [(s.pile, place) for place in range(s.pile_size - (0 if forgetful else SOON))]
    places += [(s.discards, place) for place in range(s.discards_size - 1)]
    if forgetful:
        hands = [seat for seat in range(s.players) if seat != me]
        places += [(s.hand[seat], slot) for seat in hands for slot in range(s.hand_size[seat])]
    kinds = [int(kind_of(cards[place])) for cards, place in places]
    chance.shuffle(kinds)
    for (cards, place), kind in zip(places, kinds, strict=True):
        cards[place] = kind
    for place in range(s.pile_size):
        s.pile[place] = int(kind_of(s.pile[place])) | chance.getrandbits(OBSERVERS) << 8
    if forgetful:
        s.hides &= 1 << me
    s.denied = s.hides | chance.getrandbits(s.players)
    for seat in range(s.players):
        held = [int(kind_of(token)) for token in s.hand[seat][: s.hand_size[seat]]]
        s.jokers_max[seat] = chance.randint(held.count(JOKER), DECK_JOKERS[s.players - 2])
        for slot, kind in enumerate(held):
            known = chance.getrandbits(OBSERVERS) | 1 << seat
            astray = chance.getrandbits(OBSERVERS) & ~known
            s.hand[seat][slot] = kind | known << 8 | astray << 16
    for observer in range(OBSERVERS):
        s.loose[observer] = (1 << s.players) - 1


CURSED = heaps_lie, heaps_anew
BURIED: dict[str, tuple[Callable[[Any], bool], Callable[[Any, int, bool, random.Random], None]]] = {
    "stick-em": CURSED,
    "sticheln": CURSED,
    "stoick": (stoick_lies, stoick_anew),
    "stop-it": (hands_are_held, hands_anew),
}
