"""Positions set up by hand for SHIT!, Stoïck and Stop it!, and states light enough for random play.

`shit_table`, `stoick_table` and `stop_table` give a match in the middle of things, its cards given by name; whatever
is not named lies where it can, so that every position is sound. `light` copies a state into plain Python numbers and
lists: the interpreted rules run on those some ten times faster than on a NumPy record.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stage import card, masks, stage

from tablee import Match, find, game, rng
from tablee.catalogue.shit import card as shit_name
from tablee.catalogue.stoick import kind_name as stoick_name
from tablee.catalogue.stop_it import kind_name as stop_name
from tablee.rules import shit, stoick, stop_it
from tablee.rules import stoick_cards as cards
from tablee.rules.stop_it_hand import KINDS as STOP_KINDS

# ---- light states ---------------------------------------------------------------------------------------------


class Grid(list[Any]):
    """A list of lists that also takes `grid[row, column]`."""

    def __getitem__(self, at: Any) -> Any:
        if type(at) is not tuple:
            return list.__getitem__(self, at)
        found: Any = self
        for place in at:
            found = list.__getitem__(found, place)
        return found

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(at) is tuple:
            found: Any = self
            for place in at[:-1]:
                found = list.__getitem__(found, place)
            found[at[-1]] = value
        else:
            list.__setitem__(self, at, value)


class Light:
    """A state with the fields of a record, as plain numbers and lists."""

    def __init__(self, record: Any) -> None:
        for name in record.dtype.names:
            value = np.asarray(record[name]).tolist()
            setattr(self, name, Grid(value) if isinstance(value, list) else value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Light) and self.__dict__ == other.__dict__

    __hash__ = None

    def differences(self, other: "Light") -> list[str]:
        return [name for name, value in self.__dict__.items() if value != getattr(other, name)]


def light(state: Any) -> Light:
    return Light(state)


def blank(rules: Any) -> Light:
    return Light(np.zeros(1, rules.STATE)[0])


def light_view(rules: Any, s: Light, seat: int) -> Light:
    out = blank(rules)
    rules.view(s, seat, out)
    return out


def light_world(rules: Any, v: Light, seat: int, words: Any) -> Light:
    out = blank(rules)
    rules.world(v, seat, words, out)
    return out


def words(seed: object) -> Any:
    """The generator's words for any seed."""
    return rng.words(rng.seed_from(seed))


def seats(mask: Any) -> list[int]:
    return [seat for seat in range(8) if int(mask) >> seat & 1]


def actions(rules: Any, s: Any, seat: int) -> list[int]:
    """What the seat may do."""
    mask = [0] * rules.WORDS
    rules.legal(s, seat, mask)
    return [32 * word + bit for word, bits in enumerate(mask) for bit in range(32) if int(bits) >> bit & 1]


def view_bytes(match: Match, seat: int) -> bytes:
    """What the seat sees, to the last bit."""
    return bytes(match.view(seat).tobytes())


def play_all(match: Match, *moves: tuple[int, str]) -> None:
    for seat, move in moves:
        match.play(seat, move)


# ---- SHIT! ----------------------------------------------------------------------------------------------------


def shit_table(
    hands: Sequence[str],
    centre: str,
    pile: str | None = None,
    seed: object = 0,
    total: Sequence[int] = (),
    version: int = shit.VERSION,
    **options: Any,
) -> Match:
    """Hands, centre and pile (its top first) as named; everything else is set aside.

    Without a pile, everything else is the pile, in the order of the ring.
    """
    setup = game("shit", len(hands), **options).as_of(version)
    ring = [int(shit.card_of(colour, number)) for colour in range(shit.COLOURS) for number in range(1, 11)]
    given = [card(setup, name) for hand in [*hands, centre] for name in filter(None, hand.split(", "))]
    stacked = [card(setup, name) for name in filter(None, (pile or "").split(", "))]
    assert len({*given, *stacked}) == len(given) + len(stacked), "a card is named twice"
    rest = [one for one in ring if one not in given and one not in stacked]
    if pile is None:
        stacked, rest = rest, []
    match = stage(setup, seed, hand=list(hands), centre=centre)
    s = match.state
    s.pile[:] = 0
    s.pile[: len(stacked)] = stacked
    s.pile_size, s.drawn = len(stacked), 0
    s.aside[:] = masks(setup, ", ".join(shit_name(one) for one in rest))
    s.held[:] = 0
    s.held[: len(hands), 0] = [len([*filter(None, hand.split(", "))]) for hand in hands]
    s.total[: len(total)] = total
    assert shit.status(s) == 0
    return match


def lay_all(match: Match, *laid: str) -> list[dict[str, Any]]:
    """Everybody lays, from seat 0 on. Gives the results."""
    assert len(laid) == match.setup.players
    return [result for seat, name in enumerate(laid) for result in match.play(seat, f"lay {name}")]


# ---- Stoïck ---------------------------------------------------------------------------------------------------

KIND = {stoick_name(kind): kind for kind in range(1, cards.KINDS)}


def kinds(names: str) -> list[int]:
    """Cards such as `red clover, joker, 2 red clover` as kinds."""
    found = []
    for name in filter(None, names.split(", ")):
        number, _, rest = name.partition(" ")
        found += [KIND[rest]] * int(number) if number.isdigit() else [KIND[name]]
    return found


def deck_of(players: int) -> Counter[int]:
    s = game("stoick", players).blank().view(np.recarray)[0]
    return Counter({kind: int(cards.copies(s, kind)) for kind in range(1, cards.KINDS)})


def stoick_table(
    hands: Sequence[str],
    pile: str = "",
    discards: str = "",
    seed: object = 0,
    bottom: bool = True,
    version: int = stoick.VERSION,
    **fields: Any,
) -> Match:
    """Hands as named, the pile (its top first) and the discard pile (its top last) beginning so.

    The rest of the deck lies under the named cards of the draw pile, or, with `bottom=False`, of the discard pile.
    Other fields of the state go by name: `turn=1`, `strict=1`. The player in turn is to discard, unless `phase` says
    otherwise.
    """
    names = [option.name for option in find("stoick").options if option.name in fields]
    options = {name: fields.pop(name) for name in names}
    match = Match(game("stoick", len(hands), **options).as_of(version), seed)
    s = match.state
    left = deck_of(len(hands))
    for kind in [kind for hand in hands for kind in kinds(hand)] + kinds(pile) + kinds(discards):
        left[kind] -= 1
    assert min(left.values()) >= 0, "more cards of a kind than there are"
    rest = list(left.elements())
    drawn = kinds(pile)[::-1]
    thrown = kinds(discards)
    if bottom:
        drawn = rest + drawn
    else:
        thrown = rest + thrown
    s.hand[...] = 0
    for seat, hand in enumerate(hands):
        held = [kind | 1 << (8 + seat) for kind in kinds(hand)]
        s.hand[seat][: len(held)] = held
        s.hand_size[seat] = len(held)
    s.pile[:], s.discards[:] = 0, 0
    s.pile[: len(drawn)] = drawn
    s.discards[: len(thrown)] = thrown
    s.pile_size, s.discards_size = len(drawn), len(thrown)
    for field, value in {"turn": 0, "phase": stoick.DISCARD, **fields}.items():
        s[field] = value
    assert stoick.status(s) == 0
    return match


def hand_of(match: Match, seat: int) -> list[str]:
    """The cards of a hand by name, in the order of the kinds."""
    s = match.state
    return [stoick_name(kind) for kind in sorted(int(token) & 31 for token in s.hand[seat][: s.hand_size[seat]])]


def discards_of(match: Match) -> list[str]:
    """The discard pile by name, its top last."""
    return [stoick_name(int(kind)) for kind in match.state.discards[: match.state.discards_size]]


def pile_of(match: Match) -> list[str]:
    """The draw pile by name, its top first."""
    return [stoick_name(int(token) & 31) for token in match.state.pile[: match.state.pile_size][::-1]]


def seen_by(match: Match, observer: int, seat: int) -> list[str]:
    """The cards of a hand that the observer (-1: a spectator) knows."""
    shown = match.view(observer).hand[seat]
    return [stoick_name(kind) for kind in sorted(int(token) & 31 for token in shown if token)]


def seen_in_pile(match: Match, observer: int) -> list[str | None]:
    """The draw pile as the observer knows it, its top first; None where they do not."""
    v = match.view(observer)
    return [stoick_name(int(token) & 31) if token else None for token in v.pile[: v.pile_size][::-1]]


def astray_to(match: Match, observer: int) -> tuple[list[str], set[int]]:
    """The cards that the observer has lost from sight, and the seats that may have them."""
    v = match.view(observer)
    gone = [stoick_name(kind) for kind in range(1, cards.KINDS) for _ in range(v.astray[kind])]
    return gone, set(seats(v.loose[observer if observer >= 0 else cards.PUBLIC]))


def steal_card(match: Match, thief: int, victim: int, name: str) -> None:
    """`target`, and luck that makes the stolen card the named one."""
    for attempt in range(1000):
        trial = match.state.copy()
        luck = words(attempt)
        before = hand_of(match, victim)
        stoick.hit_target(trial, thief, victim, luck)
        taken = int(trial.hand[thief][trial.hand_size[thief] - 1]) & 31 if trial.hand_size[thief] else 0
        if name in before and taken == KIND[name]:
            match._rng[:] = words(attempt)
            match.play(thief, f"target {victim}")
            return
    raise AssertionError(f"seat {victim} has no {name}")


# ---- Stop it! -------------------------------------------------------------------------------------------------

STOP_KIND = {stop_name(kind): kind for kind in range(1, STOP_KINDS)}


def stop_table(
    hands: Sequence[str],
    piles: Sequence[str] = (),
    dropped: Sequence[str] = (),
    holding: Sequence[str] = (),
    points: int = 15,
    phase: int = stop_it.TAKE,
    empty: bool = False,
    options: Sequence[str] = (),
    **fields: Any,
) -> Match:
    """Hands such as `red 3 | blue 1, red 1 | stop red` (two groups and a stop), and the tops of the piles.

    A pile is named from its top down; the rest of the deck lies under the named cards, its stops at the bottom. With
    `empty` there are only the named cards in the piles: the other stops are gone, the last seat has all other cards.
    The `options` are flags that are on.
    """
    match = Match(game("stop-it", len(hands), points=points, **dict.fromkeys(options, True)), seed=0)
    s = match.state
    for field in ("groups", "group", "holding", "stops", "dropped", "owned", "discarded", "pile", "height"):
        s[field][...] = 0
    left = Counter({kind: int(stop_it.copies(kind)) for kind in range(1, STOP_KINDS)})

    def own(seat: int, kind: int, number: int = 1) -> None:
        left[kind] -= number
        s.owned[seat, kind] += number

    for seat, hand in enumerate(hands):
        for part in filter(None, hand.split(" | ")):
            if part.startswith("stop ") or part == "special":
                own(seat, STOP_KIND[part])
                s.stops[seat, STOP_KIND[part] - stop_it.FIRST_STOP] += 1
                continue
            for bundle in part.split(", "):
                colour, number = bundle.split()
                own(seat, STOP_KIND[colour], int(number))
                s.group[seat, s.groups[seat], STOP_KIND[colour] - 1] += int(number)
            s.groups[seat] += 1
    for seat, names in enumerate(dropped):
        for name in filter(None, names.split(", ")):
            own(seat, STOP_KIND[name])
            s.dropped[seat, STOP_KIND[name]] += 1
    for seat, name in enumerate(holding):
        if name:
            own(seat, STOP_KIND[name])
            s.holding[seat] = STOP_KIND[name]
    tops = [[STOP_KIND[name] for name in filter(None, pile.split(", "))] for pile in piles]
    tops += [[] for _ in range(stop_it.PILES - len(tops))]
    for kind in [kind for top in tops for kind in top]:
        left[kind] -= 1
    assert min(left.values()) >= 0, "more cards of a kind than there are"
    rest = sorted(left.elements(), reverse=True)  # the stops come to lie at the bottom
    if empty:
        for kind in rest:
            if kind >= stop_it.FIRST_STOP:
                s.discarded[kind - stop_it.FIRST_STOP] += 1
            else:
                s.owned[len(hands) - 1, kind] += 1
                stop_it.put_back(s, len(hands) - 1, kind)
        rest = []
    heights = [len(top) for top in tops]
    bottoms: list[list[int]] = [[] for _ in tops]
    for kind in rest:
        lowest = heights.index(min(heights))
        bottoms[lowest].append(kind)
        heights[lowest] += 1
    for pile, top in enumerate(tops):
        s.pile[pile][: heights[pile]] = bottoms[pile] + top[::-1]
        s.height[pile] = heights[pile]
    s.phase = phase
    s.points_left = points
    for field, value in fields.items():
        s[field] = value
    assert stop_it.status(s) == 0
    return match


def hand_groups(match: Match, seat: int) -> list[str]:
    """The groups of a hand, from the left: `["red 3", "blue 1, red 1"]`."""
    return [
        ", ".join(f"{stop_it.COLOUR_NAMES[colour]} {number}" for colour, number in enumerate(group) if number)
        for group in match.state.group[seat][: match.state.groups[seat]]
    ]


def last_count(results: Iterable[dict[str, Any]]) -> tuple[list[int], list[int], list[int]]:
    """Who had fewest, who was unsorted, who had dropped something."""
    [stop] = [result for result in results if result["kind"] == "stop"]
    return stop["fewest"], stop["unsorted"], stop["dropped"]
