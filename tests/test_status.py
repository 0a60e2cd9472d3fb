"""`status` names what is broken: one flaw put into a sound position, one flag."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import tablee
from tablee import Match, conformance
from tablee.rng import seed_from
from tablee.rules import cursed, hat_trick, shit, stoick, stop_it, tricks

Damage = Callable[[Any], None]


def middle(slug: str, actions: int, **options: object) -> Match:
    """A match after some random actions."""
    match, choose = Match(tablee.game(slug, **options), seed=f"{slug} {actions}"), random.Random(actions)
    for _ in range(actions):
        seat = choose.choice(match.actors)
        match.play(seat, choose.choice(match.legal(seat)))
    assert match.rules.status(match.state) == 0
    return match


def set_field(name: str, value: int, *place: int) -> Damage:
    def damage(s: Any) -> None:
        if place:
            s[name][place] = value
        else:
            s[name] = value

    return damage


def add_to(name: str, change: int, *place: int) -> Damage:
    def damage(s: Any) -> None:
        if place:
            s[name][place] += change
        else:
            s[name] += change

    return damage


def double_card(s: Any) -> None:
    """A card of seat 0's hand is in seat 1's too."""
    colour = next(c for c in range(s.colours) if s.hand[0, c] & ~s.hand[1, c])
    s.hand[1, colour] |= s.hand[0, colour] & -s.hand[0, colour]


def lose_card(s: Any) -> None:
    colour = next(c for c in range(s.colours) if s.hand[0, c])
    s.hand[0, colour] &= s.hand[0, colour] - 1


def give_card(s: Any) -> None:
    colour = next(c for c in range(s.colours) if s.hand[0, c])
    card = s.hand[0, colour] & -s.hand[0, colour]
    s.hand[0, colour] ^= card
    s.hand[1, colour] |= card


def shift_trick(s: Any) -> None:
    """The card of the seat to the left of the leader lies before somebody else."""
    left, other = (int(s.leader) + 1) % int(s.players), (int(s.leader) + 3) % int(s.players)
    s.trick[left], s.trick[other] = s.trick[other], s.trick[left]


def forge_won(s: Any) -> None:
    s.won[0, 0] ^= 4


TRICK_DAMAGE = [
    (double_card, tricks.CARD_TWICE),
    (lose_card, tricks.CARD_LOST),
    (lose_card, tricks.HAND_FLAW),
    (give_card, tricks.HAND_FLAW),
    (shift_trick, tricks.TRICK_SHAPE),
    (set_field("laid", 1), tricks.TRICK_SHAPE),
    (add_to("turn", 1), tricks.TURN),
    (set_field("turn", 9), tricks.TURN),
    (set_field("leader", -1), tricks.TURN),
    (set_field("round_no", -1), tricks.TURN),
    (set_field("round_no", 99), tricks.TURN),
    (forge_won, tricks.CARD_LOST | tricks.CARD_TWICE),
    (set_field("hand", 1 << 25, 0, 0), tricks.CARD_LOST),
]


@pytest.mark.parametrize(("damage", "flaw"), TRICK_DAMAGE)
@pytest.mark.parametrize("slug", ["stick-em", "sticheln", "hat-trick"])
def test_games_of_tricks(slug: str, damage: Damage, flaw: int) -> None:
    match = middle(slug, 4 + 4 * 5 + 2 if slug != "sticheln" else 5 + 5 * 5 + 2, players=5 if slug == "sticheln" else 4)
    damage(match.state)
    assert match.rules.status(match.state) & flaw


def test_hat_trick_counts_no_second_deck() -> None:
    match = middle("hat-trick", 30)
    match.state.hand[0, 0] |= 1 << 22
    assert match.rules.status(match.state) & tricks.CARD_LOST


@pytest.mark.parametrize(
    "damage",
    [
        set_field("chosen", 3, 0),
        set_field("chosen", -1, 0),
        set_field("curse", 0, 0, 0),
        set_field("cursed", 0, 0),
        set_field("cursed", 7, 0),
    ],
)
def test_curses(damage: Damage) -> None:
    match = middle("stick-em", 10)
    damage(match.state)
    assert match.rules.status(match.state) & cursed.CURSE_FLAW


def test_a_delayed_round_has_no_curse_card() -> None:
    match = middle("sticheln", 10, delayed=True)
    match.state.curse[0, 0] = 5
    assert match.rules.status(match.state) & cursed.CURSE_FLAW


@pytest.mark.parametrize("damage", [set_field("on_table", 7), set_field("passed", 1 << 21, 0, 0)])
def test_passes(damage: Damage) -> None:
    match = middle("hat-trick", 2)
    damage(match.state)
    assert match.rules.status(match.state) & hat_trick.PASS_FLAW


def top_of_pile(s: Any) -> int:
    return int(s.pile[s.drawn])


def lay_out(s: Any) -> None:
    card = top_of_pile(s)
    s.aside[card >> 5] |= 1 << (card & 31)


@pytest.mark.parametrize(
    ("damage", "flaw"),
    [
        (lay_out, shit.CARD_TWICE),
        (add_to("drawn", 1), shit.CARD_LOST),
        (set_field("centre", 0), shit.CARD_LOST),
        (add_to("held", 1, 0, 0), shit.MEMORY),
        (set_field("born", 0, 0, 0), shit.MEMORY),
        (set_field("ready", 1), shit.TURN),
        (set_field("laid", shit.SHIT, 1), shit.TURN),
        (set_field("total", -1, 2), shit.TOTAL),
        (set_field("total", 120, 2), shit.TOTAL),
    ],
)
def test_shit(damage: Damage, flaw: int) -> None:
    match = middle("shit", 8)
    damage(match.state)
    assert match.rules.status(match.state) & flaw


def own_card_unknown(s: Any) -> None:
    s.hand[1, 0] &= ~(1 << (8 + 1))


def known_and_astray(s: Any) -> None:
    s.hand[1, 0] |= 1 << (16 + 1)


def astray_elsewhere(s: Any) -> None:
    s.hand[1, 0] |= 1 << (16 + 0)
    s.hand[1, 0] &= ~(1 << 8)
    s.loose[0] = 0


@pytest.mark.parametrize(
    ("damage", "flaw"),
    [
        (add_to("pile_size", -1), stoick.CARD_COUNT),
        (add_to("discards_size", -1), stoick.CARD_COUNT),
        (set_field("astray", 1, 3), stoick.CARD_COUNT),
        (set_field("hand", 0, 1, 0), stoick.HAND_FLAW),
        (add_to("hand_size", -1, 1), stoick.HAND_FLAW),
        (set_field("turn", -1), stoick.TURN),
        (set_field("turn", 4), stoick.TURN),
        (set_field("out", 15), stoick.TURN),
        (set_field("game_no", 2), stoick.TURN),
        (own_card_unknown, stoick.MEMORY),
        (known_and_astray, stoick.MEMORY),
        (astray_elsewhere, stoick.MEMORY),
        (set_field("jokers_max", 3, 0), stoick.JOKERS),
        (set_field("jokers_max", -1, 0), stoick.JOKERS),
    ],
)
def test_stoick(damage: Damage, flaw: int) -> None:
    match = middle("stoick", 12)
    damage(match.state)
    assert match.rules.status(match.state) & flaw


@pytest.mark.parametrize(
    ("damage", "flaw"),
    [
        (add_to("height", -1, 0), stop_it.CARD_COUNT),
        (add_to("discarded", 1, 0), stop_it.CARD_COUNT),
        (add_to("owned", 1, 0, 1), stop_it.HAND_FLAW),
        (add_to("dropped", 1, 0, 1), stop_it.HAND_FLAW),
        (add_to("stops", 1, 0, 1), stop_it.HAND_FLAW),
        (add_to("groups", 1, 0), stop_it.HAND_FLAW),
        (set_field("height", 28, 0), stop_it.PILE_FLAW),
        (set_field("height", -1, 0), stop_it.PILE_FLAW),
        (add_to("points_left", 1), stop_it.POINTS),
        (add_to("total", 1, 0), stop_it.POINTS),
        (set_field("caller", 7), stop_it.TURN),
    ],
)
def test_stop_it(damage: Damage, flaw: int) -> None:
    match = middle("stop-it", 0)
    damage(match.state)
    assert match.rules.status(match.state) & flaw


# ---- the promises that need no compiler, in small: quick enough to run on every change of a rule ----

SMALL = [
    ("stick-em", {"players": 3, "rounds": 1}),
    ("sticheln", {"players": 4, "rounds": 1, "hazy": True, "aggravated": True}),
    ("sticheln", {"players": 7, "rounds": 1, "delayed": True, "aggravated": True}),
    ("hat-trick", {"players": 4, "rounds": 1}),
    ("shit", {"players": 3}),
    ("stoick", {"players": 4}),
    ("stoick", {"players": 2, "strict": True}),
    ("stop-it", {"players": 3}),
]


@pytest.mark.parametrize(("slug", "options"), SMALL, ids=[f"{slug}-{i}" for i, (slug, _) in enumerate(SMALL)])
def test_promises_in_small(slug: str, options: dict[str, Any]) -> None:
    setup, seed = tablee.game(slug, **options), seed_from(f"small {slug}")
    conformance.replayed(conformance.sound(setup, seed))
    conformance.legal_is_accepted(setup, seed)
    conformance.views_hold(setup, seed)
