"""Positions set up by hand: a match in the middle of things, its cards given and read by name.

    match = stage(game("stick-em", 4), phase=PLAY, hand=["blue 3", "blue 10, red 1", "yellow 0", "blue 7"])
    lay(match, "blue 3", "blue 10", "yellow 0", "blue 7")

The seats play in turn, and whatever follows from their cards is in `match.results` and `match.state`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tablee.cards import card_of
from tablee.catalogue.game import Setup
from tablee.catalogue.words import cards_of
from tablee.match import Match
from tablee.rules.cursed import PLAY

CARD_SETS = ("hand", "won", "played", "passed", "aside", "lost")  # fields with one mask per colour


def card(setup: Setup, name: str) -> int:
    """The card called `red 3`."""
    colour, number = name.split()
    return int(card_of(setup.game.rules.COLOUR_NAMES.index(colour), int(number)))


def masks(setup: Setup, names: str) -> list[int]:
    """The cards called `red 3, blue 0`, as one mask per colour."""
    found = [0] * len(setup.game.rules.COLOUR_NAMES)
    for name in filter(None, names.split(", ")):
        found[card(setup, name) >> 5] |= 1 << (card(setup, name) & 31)
    return found


def names(match: Match, cards: Any) -> list[str]:
    """A set of cards (one mask per colour) by name, in order of colour and number."""
    return cards_of(cards, match.setup.game.rules.COLOUR_NAMES)


def stage(setup: Setup, seed: object = 0, **fields: Any) -> Match:
    """A dealt match with these fields of its state put in place of the dealt ones.

    Where cards are due they may be named: `hand=["red 3, blue 0", …]`, `trick=["red 3", …]`. Of a field with a place
    for each seat, those not given are emptied. Nothing checks that the position could come about.
    """
    match = Match(setup, seed)
    for field, value in fields.items():
        read = masks if field in CARD_SETS else card
        if isinstance(value, list):
            match.state[field][...] = 0
            for place, item in enumerate(value):
                match.state[field][place] = read(setup, item) if isinstance(item, str) else item
        else:
            match.state[field] = read(setup, value) if isinstance(value, str) else value
    return match


def tiny(setup: Setup, seed: object = 0, **deck: int) -> Match:
    """A match of a game of tricks dealt, in every round, from a smaller deck: `colours`, `low`, `top`, `hand_size`."""
    match = stage(setup, seed, hand=[], aside=[], **deck)
    match.rules.new_round(match.state, match._rng)
    return match


def lay(match: Match, *cards: str) -> list[dict[str, Any]]:
    """Lay these cards, whoever's turn it is, by the one action there is for each. Gives the results."""
    results = []
    for name in cards:
        [seat] = match.actors
        [action] = [choice for choice in match.choices(seat) if choice.split(" ", 1)[1] == name]
        results += match.play(seat, action)
    return results


def trick(setup: Setup, cards: Sequence[str], leader: int = 0, **fields: Any) -> Match:
    """A match in which these cards have just been laid, the first by the leader, and the hands are empty."""
    hand = [cards[(seat - leader) % len(cards)] for seat in range(len(cards))]
    match = stage(setup, phase=PLAY, leader=leader, turn=leader, hand=hand, **fields)
    lay(match, *cards)
    return match


def choose(match: Match, *picks: str) -> None:
    """Everybody who is to choose something chooses, in order of seats: one pick each."""
    for seat, pick in zip(match.actors, picks, strict=True):
        match.play(seat, f"choose {pick}")


def play_on(match: Match, random: Any) -> Match:
    """Play to the end of the match, everybody choosing with `random` (a `random.Random`)."""
    while not match.over:
        assert len(match.actions) < 10_000, "no end in sight"
        seat = random.choice(match.actors)
        match.play(seat, random.choice(match.legal(seat)))
    return match


def all_lines(match: Match) -> Iterator[tuple[list[dict[str, Any]], list[int]]]:
    """Every way to play on to the end of the match: the actions as a record has them, and the scores.

    Of seats that act at once the lowest goes first. Nothing may be dealt on the way: every line has the same cards.
    """
    rules, setup = match.rules, match.setup
    mask = setup.empty_mask()

    def walk(state: Any, line: list[dict[str, Any]]) -> Iterator[tuple[list[dict[str, Any]], list[int]]]:
        seats = int(rules.actors(state))
        if seats == 0:
            yield line, [int(points) for points in state.total[: setup.players]]
            return
        seat = (seats & -seats).bit_length() - 1
        rules.legal(state, seat, mask)
        for action in [32 * word + bit for word in range(len(mask)) for bit in range(32) if int(mask[word]) >> bit & 1]:
            assert rules.is_legal(state, seat, action)
            after = state.copy()
            rules.apply(after, seat, action, None)
            yield from walk(after, [*line, {"seat": seat, "do": setup.say(action)}])

    return walk(match.state, [])
