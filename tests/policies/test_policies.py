"""What every policy owes: legal, honest, and worlds that stay what the seat knows."""

from typing import Any

import numpy as np
import pytest
from stage import stage
from stage_more import stop_table

import tablee
from tablee.catalogue import Setup, find
from tablee.compiler import compiled
from tablee.conformance import setups
from tablee.match import as_record
from tablee.playout import random_seat
from tablee.policies import POLICIES, policy_of
from tablee.rng import below, seed_from, words
from tablee.rules.cursed import PLAY
from tablee.texts import LANGUAGES, texts

GAMES = [game.slug for game in tablee.games()]
EVERY = [(slug, number) for slug in GAMES for number, _ in enumerate(setups(find(slug)))]
STEPS = 40  # positions of each setup that are looked at


def seen_by(setup: Setup, s: Any, seat: int) -> Any:
    shown = as_record(np.zeros(1, setup.game.rules.STATE))
    setup.game.rules.view(s, seat, shown)
    return shown


def listed(setup: Setup, s: Any, seat: int) -> list[int]:
    mask = setup.empty_mask()
    setup.game.rules.legal(s, seat, mask)
    return [32 * word + bit for word, bits in enumerate(mask) for bit in range(32) if int(bits) >> bit & 1]


@pytest.mark.parametrize(("slug", "number"), EVERY)
def test_policies_are_legal_and_honest(slug: str, number: int) -> None:
    """Along play of all sorts: the same choice from the view as from the state, a legal one, and a reason for it."""
    setup = list(setups(find(slug)))[number]
    rules, policy = setup.game.rules, policy_of(setup.game)
    rng = words(seed_from(f"honest {slug} {number}"))
    s = as_record(setup.blank())
    rules.start(s, rng)
    for _ in range(STEPS):
        if rules.is_over(s):
            break
        asked, action = int(rules.actors(s)), -1
        while action < 0:
            assert asked, "everybody waits"
            seat = int(random_seat(asked, rng))
            asked &= ~(1 << seat)
            before, view = s.tobytes(), seen_by(setup, s, seat)
            for habit in (policy.choose, policy.careless):
                one, other = rng.copy(), rng.copy()
                action = int(habit(view, seat, one))
                assert action == int(habit(s, seat, other)), f"{habit.__name__} looks at what the seat cannot see"
                assert (one == other).all()
                assert s.tobytes() == before
                assert action == -1 or rules.is_legal(s, seat, action)
                if action >= 0:
                    assert policy.reason(view, seat, action) in POLICIES[slug].REASONS
            check_belief(setup, view, seat, rng)
            check_trim(setup, s, view, seat, rng)
            action = int((policy.choose, policy.careless)[int(below(rng, 2))](s, seat, rng))
            if below(rng, 4) == 0:
                legal = listed(setup, s, seat)
                action = legal[int(below(rng, len(legal)))]
        rules.apply(s, seat, action, rng)


def check_belief(setup: Setup, view: Any, seat: int, rng: Any) -> None:
    """A world after `believe` is sound and shows the seat the same."""
    rules = setup.game.rules
    world = as_record(np.zeros(1, rules.STATE))
    rules.world(view, seat, rng, world)
    policy_of(setup.game).believe(world, seat, rng)
    assert rules.status(world) == 0
    assert seen_by(setup, world, seat).tobytes() == view.tobytes()


def trimmed(setup: Setup, known: Any, seat: int, favourite: int) -> tuple[Any, Any]:
    """The choices as `trim` and as `without_folly` leave them, from a state or a view."""
    policy, considered, sane = policy_of(setup.game), setup.empty_mask(), setup.empty_mask()
    setup.game.rules.legal(known, seat, considered)
    setup.game.rules.legal(known, seat, sane)
    before = known.tobytes()
    policy.trim(known, seat, favourite, considered)
    policy.without_folly(known, seat, sane)
    assert known.tobytes() == before
    return considered, sane


def check_trim(setup: Setup, s: Any, view: Any, seat: int, rng: Any) -> None:
    """Trimming takes away, never adds, and leaves the favourite; it looks at nothing but what the seat sees."""
    favourite = int(policy_of(setup.game).choose(view, seat, rng))
    if favourite < 0:
        return
    mask = setup.empty_mask()
    setup.game.rules.legal(view, seat, mask)
    considered, sane = trimmed(setup, view, seat, favourite)
    for seen, true in zip((considered, sane), trimmed(setup, s, seat, favourite), strict=True):
        assert (seen == true).all(), "trimming looks at what the seat cannot see"
        assert (seen & ~mask == 0).all()
    assert int(considered[favourite >> 5]) >> (favourite & 31) & 1
    assert sane.any()  # somebody who plays at random must find something


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_reason_has_words(slug: str, language: str) -> None:
    name = policy_of(find(slug)).name
    for reason in POLICIES[slug].REASONS:
        assert texts(language)[f"reason.{name}.{reason}"]


@pytest.mark.parametrize(
    ("better", "played", "why"),
    [
        ("play red 5", "play blue 9", "reason.cursed.duck"),
        ("play red 5", "play red 3", ""),  # both stay below
    ],
)
def test_what_speaks_for_both_is_no_merit(better: str, played: str, why: str) -> None:
    setup = tablee.game("stick-em", players=4)
    view = stage(
        setup, phase=PLAY, leader=3, turn=0, laid=1, trick=[0, 0, 0, "red 9"], hand=["red 5, red 3, blue 9"]
    ).state
    assert policy_of(setup.game).merit(view, 0, setup.parse(better), setup.parse(played)) == why


def test_a_folly_is_no_merit() -> None:
    policy = policy_of(find("stop-it"))
    match = stop_table(["blue 1", "red 1", "red 1"], piles=["stop red", "blue", "blue", "blue", "blue"])
    call, take = (match.setup.parse(words) for words in ("call 1", "take 2"))
    assert policy.reason(match.view(0), 0, call) in policy.follies
    assert policy.merit(match.view(0), 0, call, take) == ""


# ---- interpreted and compiled ---------------------------------------------------------------------------------


def along_play(setup: Setup, steps: int) -> list[tuple[bytes, int]]:
    """Positions of a match by the policy, each with a seat that may act."""
    rules, policy = setup.game.rules, policy_of(setup.game)
    rng = words(seed_from(f"along {setup.game.slug} {setup.chosen}"))
    s = as_record(setup.blank())
    rules.start(s, rng)
    positions = []
    while len(positions) < steps and not rules.is_over(s):
        asked, action = int(rules.actors(s)), -1
        while action < 0:
            seat = int(random_seat(asked, rng))
            asked &= ~(1 << seat)
            positions.append((s.tobytes(), seat))
            action = int(policy.choose(s, seat, rng))
        rules.apply(s, seat, action, rng)
    return positions


def habits_of(policy: Any, rules: Any) -> Any:
    choose, careless, believe = policy.choose, policy.careless, policy.believe
    trim, without_folly, legal = policy.trim, policy.without_folly, rules.legal

    def habits(states: Any, seats: Any, rngs: Any, chosen: Any, masks: Any) -> None:
        for number in range(len(seats)):
            s, seat = states[number], seats[number]
            chosen[number, 0] = choose(s, seat, rngs[number])
            chosen[number, 1] = careless(s, seat, rngs[number])
            for mask in range(2):
                legal(s, seat, masks[number, mask])
            if chosen[number, 0] >= 0:
                trim(s, seat, chosen[number, 0], masks[number, 0])
            without_folly(s, seat, masks[number, 1])
            believe(s, seat, rngs[number])

    return habits


@pytest.mark.parametrize("slug", GAMES)
def test_habits_are_the_same_interpreted_and_compiled(slug: str) -> None:
    """What is chosen, considered and believed, and the chance that it takes, for every setup of a game."""
    positions = [position for setup in setups(find(slug)) for position in along_play(setup, 12)]
    seats = np.array([seat for _, seat in positions])
    rules = find(slug).rules
    habits = habits_of(policy_of(find(slug)), rules)
    outcomes = []
    for run in (habits, compiled(habits, slug)):
        states = np.frombuffer(b"".join(state for state, _ in positions), rules.STATE).copy()
        rngs = np.array([words(seed_from(number)) for number in range(len(positions))])
        chosen = np.zeros((len(positions), 2), np.int64)
        masks = np.zeros((len(positions), 2, rules.WORDS), np.int64)
        records = [as_record(states[at : at + 1]) for at in range(len(states))]
        run(records if run is habits else states, seats, rngs, chosen, masks)
        outcomes.append((chosen.tolist(), masks.tolist(), states.tobytes(), rngs.tobytes()))
    assert outcomes[0] == outcomes[1]
