"""What a seat may do, and what on the table each choice concerns."""

from functools import cache
from typing import Any, Literal, cast

from tablee.catalogue import Setup
from tablee.catalogue.words import bits_of
from tablee.pictures.base import Card, Colour, Part

Verb = Literal[
    "play", "choose", "pass",  # the games of tricks (and Stoïck's `pass`)
    "lay",  # SHIT!
    "discard", "target", "family", "draw", "call", "give", "deny", "leave",  # Stoïck
    "go", "take", "file", "move", "drop", "pick",  # Stop it! (and its `call` and `pass`)
]  # fmt: skip


class Choice(Part, frozen=True, omit_defaults=True):
    """An action, with what it concerns as far as its words say so: places in the lists of the picture.

    A card that is filed or dropped is the one its seat is `holding`; one that is taken, the top of the pile.
    """

    action: int
    do: str  # in words, as a record has it
    verb: Verb  # the first of these words
    card: Card | None = None
    colour: Colour | None = None  # picked when scoring (Sticheln, Delayed)
    seat: int | None = None  # an opponent
    pile: int | None = None
    source: int | None = None  # Stop it!: the group that a card leaves,
    group: int | None = None  # and the one that it goes to
    new: bool = False  # Stop it!: it opens a group, at the place `group`, or without one at the right end


def choices_of(setup: Setup, view: Any, seat: int) -> tuple[Choice, ...]:
    """The legal actions of a seat, from its view; a spectator has none."""
    if seat < 0:
        return ()
    mask = setup.empty_mask()
    setup.game.rules.legal(view, seat, mask)
    actions = [32 * word + bit for word, bits in enumerate(mask.tolist()) for bit in bits_of(bits)]
    return tuple(choice_of(setup, action) for action in actions)


def choice_of(setup: Setup, action: int) -> Choice:
    """An action as a choice, legal now or not."""
    read = _stop_it_choice if setup.game.slug == "stop-it" else _choice
    return read(action, setup.say(action))


@cache  # the same few actions are offered again and again
def _choice(action: int, do: str) -> Choice:
    first, *words = do.split()
    verb = cast(Verb, first)
    if verb in ("target", "call"):
        return Choice(action, do, verb, seat=int(words[0]))
    if verb == "choose" and len(words) == 1:
        return Choice(action, do, verb, colour=words[0])
    return Choice(action, do, verb, card=" ".join(words) or None)


@cache
def _stop_it_choice(action: int, do: str) -> Choice:
    """A choice of Stop it!, whose words count piles and places from 1."""
    first, *words = do.split()
    verb = cast(Verb, first)
    match [verb, *words]:
        case ["take" | "call", number] if number.isdigit():
            return Choice(action, do, verb, pile=int(number) - 1)
        case ["call", stop]:
            return Choice(action, do, verb, card=stop if stop == "special" else f"stop {stop}")
        case ["pick", *card]:
            return Choice(action, do, verb, card=" ".join(card))
        case ["file", "new", place]:
            return Choice(action, do, verb, group=int(place) - 1, new=True)
        case ["file", place] if place != "stop":
            return Choice(action, do, verb, group=int(place) - 1)
        case ["move", colour, place, "new"]:
            return Choice(action, do, verb, card=colour, source=int(place) - 1, new=True)
        case ["move", colour, place, to]:
            return Choice(action, do, verb, card=colour, source=int(place) - 1, group=int(to) - 1)
    return Choice(action, do, verb)
