"""The company at the table. Bots know their own view and nothing else."""

from collections.abc import Sequence
from typing import Any

from tablee.cli.chance import Chance
from tablee.rules import stoick, stop_it
from tablee.rules.stoick_cards import HAND
from tablee.rules.stop_it_hand import NO_CARD, group_with, is_sorted, is_stop

CLUMSY = 12  # in Stop it! a bot misfiles or drops one card in so many


def choose(slug: str, v: Any, seat: int, legal: Sequence[int], chance: Chance) -> int:
    """A random action, within what anybody would do without thinking."""
    if slug == "stoick":
        legal = sensible_in_stoick(v, seat, legal)
    elif slug == "stop-it":
        legal = sensible_in_stop_it(v, seat, legal, chance)
    return chance.pick(legal)


def sensible_in_stoick(v: Any, seat: int, legal: Sequence[int]) -> Sequence[int]:
    """Declare a family that is there; do not draw out of turn for nothing."""
    families = [a for a in legal if stoick.FAMILY <= a < stoick.TARGET_SEAT or a == stoick.BARE_FAMILY]
    if families:
        return families
    if v.turn != seat and v.hand_size[seat] >= HAND:
        return [action for action in legal if action != stoick.DRAW_CARD]
    return legal


def sensible_in_stop_it(v: Any, seat: int, legal: Sequence[int], chance: Chance) -> Sequence[int]:
    """Take cards, file them by colour, mostly; call a stop now and then; tidy up rather than shuffle about."""
    calls = [a for a in legal if stop_it.CALL_PILE <= a < stop_it.PICK]
    if calls and (len(calls) == len(legal) or chance.below(6) == 0):
        return calls
    if v.holding[seat] != NO_CARD:
        return filing(v, seat, legal, chance)
    picks = [a for a in legal if stop_it.PICK <= a < stop_it.FILE]
    if picks:
        return picks
    takes = [a for a in legal if stop_it.TAKE_PILE <= a < stop_it.CALL_PILE]
    moves = [a for a in legal if a >= stop_it.MOVE]
    if takes and (not moves or is_sorted(v, seat) or chance.below(2)):
        return takes
    return tidying(v, seat, moves) or takes or legal


def filing(v: Any, seat: int, legal: Sequence[int], chance: Chance) -> Sequence[int]:
    files = [a for a in legal if stop_it.FILE <= a < stop_it.MOVE]
    if chance.below(CLUMSY) == 0:
        return [*files, stop_it.DROP]
    if is_stop(v.holding[seat]):
        return [stop_it.FILE_STOP]
    place = int(group_with(v, seat, v.holding[seat] - 1))
    if place < 0:
        return [a for a in files if a >= stop_it.FILE_NEW] or files
    return [stop_it.FILE + place]


def tidying(v: Any, seat: int, moves: Sequence[int]) -> list[int]:
    """The moves that bring a card to an earlier group of its colour, or out of a mixed group that it does not lead."""
    tidy = []
    for action in moves:
        place, rest = divmod(action - stop_it.MOVE, 64)
        colour, to = divmod(rest, stop_it.MOVES_TO)
        first = int(group_with(v, seat, colour))
        mixed = any(v.group[seat, place, other] for other in range(colour))
        if to == first < place or (first == place and mixed and to == stop_it.NEW):
            tidy.append(action)
    return tidy
