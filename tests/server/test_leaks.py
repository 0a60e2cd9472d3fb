"""No channel tells a seat more than it knows: with everything hidden permuted, the same bytes reach it.

At moments of a match everything a seat cannot know is dealt again (by the rules' own `world`), in a twin of the table.
Then whatever reaches that seat must be the same at both: the whole table on coming back, what is announced when
somebody acts, and the text of every refusal. Where an action turns up something hidden the seat's own view differs by
right; there only what came before is compared.
"""

import asyncio
import copy
import json
from typing import Any

import numpy as np
import pytest
from buried import UNAIDED, buried, buried_anew
from tables import ANN, EVE, Log, Person

from tablee import Setup
from tablee.catalogue import games
from tablee.conformance import setups
from tablee.dice import Dice
from tablee.match import Match, as_record
from tablee.rng import seed_from, words
from tablee.server.room import Room
from tablee.table import Refusal, Table, Terms, decide, requests
from tablee.table.entries import Acted

SETUPS = [setup for game in games() for setup in setups(game)]
MOMENTS = 8


class Ear:
    """A client that keeps what it is sent."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.wire = 0
        self.blocked: frozenset[str] = frozenset()
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)


def people(setup: Setup) -> list[Person]:
    return [Person(f"p{seat}", f"Player {seat}") for seat in range(setup.players)]


def table_for(setup: Setup, turns: bool = False) -> Log:
    log = Log(Terms(setup.game.slug, setup.players, dict(setup.chosen), turns=turns))
    for seat, person in enumerate(people(setup)):
        log.ask(person, requests.Sit(seat))
    log.ask(ANN, requests.Start())
    return log


def twin_of(table: Table, state: Any) -> Table:
    """The same table over again, with its match in that state."""
    assert table.match is not None
    twin = copy.copy(table)
    twin.chairs, twin.since, twin.acts = copy.deepcopy(table.chairs), [*table.since], [*table.acts]
    twin.match, twin._known = table.match.copy(), dict(table._known)
    twin.match.state = state.copy()
    twin.race = copy.deepcopy(table.race)
    return twin


def dealt_again(match: Match, seat: int, lot: str) -> Any:
    """A state with all that the seat (-1: a spectator) does not know dealt again."""
    knower = max(seat, 0)  # whoever sits knows all that a spectator does
    world = as_record(np.zeros(1, match.rules.STATE))
    match.rules.world(match.view(knower), knower, words(seed_from(lot)), world)
    assert match.view(seat).tobytes() == seen(match, world, seat)
    return world


def seen(match: Any, state: Any, seat: int) -> bytes:
    view = as_record(np.zeros(1, match.rules.STATE))
    match.rules.view(state, seat, view)
    return bytes(view.tobytes())


def room_of(table: Table) -> Room:
    store: Any = None  # nothing is written here
    return Room(table, "CODE", store, lambda room: None)


def is_legal(match: Match, state: Any, seat: int, action: int) -> bool:
    return bool(match.rules.is_legal(state, seat, action))


def refusals(table: Table, person: Person, seat: int, dice: Dice) -> list[str]:
    """What the person is told who asks for all sorts of things that cannot be."""
    said = []
    names = list(table.setup.action_names.values())
    wild = [requests.Act(max(seat, 0), dice.pick(names)) for _ in range(12)]
    other = (seat + 1) % table.setup.players
    asked = requests.Back(max(seat, 0)), requests.Wait(max(seat, 0))
    for request in [*wild, requests.Act(other, dice.pick(names)), requests.Start(), *asked]:
        try:
            decide(table, person, request, 0)
            said.append(f"granted: {request}")
        except Refusal as refusal:
            said.append(f"{refusal.code}: {refusal}")
    return said


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_the_same_bytes_whatever_is_hidden(setup: Setup) -> None:
    compare(setup, turns=False)


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.game.real_time], ids=repr)
def test_the_same_bytes_by_turns(setup: Setup) -> None:
    compare(setup, turns=True)


def compare(setup: Setup, turns: bool) -> None:
    async def scene() -> None:
        log, dice = table_for(setup, turns), Dice(f"leaks {setup!r}")
        announced = 0
        for moment in range(MOMENTS):
            log.play_on(dice, dice.below(9))
            match = log.table.match
            assert match is not None
            if match.over:
                break
            seat = dice.below(setup.players + 1) - 1
            person = people(setup)[seat] if seat >= 0 else EVE
            world = dealt_again(match, seat, f"{setup!r} {moment}")
            tables = twin_of(log.table, match.state), twin_of(log.table, world)
            rooms, ears = [room_of(table) for table in tables], [Ear(person), Ear(person)]
            for room, ear in zip(rooms, ears, strict=True):
                room.look(ear)
            assert ears[0].heard == ears[1].heard
            told = [refusals(table, person, seat, Dice(moment)) for table in tables]
            assert told[0] == told[1]
            actor = dice.pick(log.table.waiting_for)
            both = [action for action in match.legal(actor) if is_legal(match, world, actor, action)]
            if not both:
                continue
            entry = Acted(at=log.now + 1, seat=actor, do=setup.say(dice.pick(both)))
            for room in rooms:
                room._happen([entry])
            if len({table.match.view(seat).tobytes() for table in tables if table.match}) == 1:
                assert ears[0].heard == ears[1].heard
                back = [Ear(person), Ear(person)]  # somebody comes back, and is told what they missed
                for room, ear in zip(rooms, back, strict=True):
                    room.look(ear, since=log.table.version)
                assert back[0].heard == back[1].heard
                assert b'"missed"' in back[0].heard[0]
                announced += 1
        assert announced > 0

    asyncio.run(scene())


@pytest.mark.parametrize("setup", UNAIDED, ids=repr)
def test_without_aids_the_same_bytes_whatever_lies_face_down(setup: Setup) -> None:
    async def scene() -> None:
        log, dice = table_for(setup, turns=setup.game.real_time is not None), Dice(f"face down {setup!r}")
        announced = 0
        for moment in range(3 * MOMENTS):
            log.play_on(dice, 1 + dice.below(9))
            match = log.table.match
            assert match is not None
            if match.over:
                break
            if not buried(setup, match.state):
                continue
            seat = dice.below(setup.players + 1) - 1
            person = people(setup)[seat] if seat >= 0 else EVE
            anew = buried_anew(setup, match.state, moment, seat)
            tables = twin_of(log.table, match.state), twin_of(log.table, anew)
            rooms, ears = [room_of(table) for table in tables], [Ear(person), Ear(person)]
            for room, ear in zip(rooms, ears, strict=True):
                room.look(ear)
            assert ears[0].heard == ears[1].heard
            actor = dice.pick(log.table.waiting_for)
            both = [action for action in match.legal(actor) if is_legal(match, anew, actor, action)]
            entry = Acted(at=log.now + 1, seat=actor, do=setup.say(dice.pick(both)))
            for room in rooms:
                room._happen([entry])
            if all(table.match is not None and buried(setup, table.match.state) for table in tables):
                assert ears[0].heard == ears[1].heard
                announced += 1
        assert announced > 0

    asyncio.run(scene())


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_around_one_device_nothing_more_is_told_aloud_than_a_spectator_hears(setup: Setup) -> None:
    async def scene() -> None:
        turns = setup.game.real_time is not None  # in a race nobody has two seats
        log = Log(Terms(setup.game.slug, setup.players, dict(setup.chosen), turns=turns))
        dice = Dice(f"aloud {setup!r}")
        for seat, person in enumerate([ANN, ANN, *people(setup)[2:]]):
            log.ask(person, requests.Sit(seat))
        log.ask(ANN, requests.Start())
        room, ears = room_of(log.table), [Ear(ANN), Ear(EVE)]
        for ear in ears:
            room.look(ear)
        start, secrets = log.table.version, 0
        for _ in range(20):
            match = log.table.match
            assert match is not None
            if match.over:
                break
            seat = dice.pick(log.table.waiting_for)
            log.now += 1
            room._happen([Acted(at=log.now, seat=seat, do=dice.pick(match.choices(seat)))])
            device, beside = (json.loads(ear.heard[-1])["news"] for ear in ears)
            assert device == beside
            secrets += device["do"] is None
        back = [Ear(ANN), Ear(EVE)]
        for ear in back:
            room.look(ear, since=start)
        device, beside = (json.loads(ear.heard[-1])["missed"] for ear in back)
        assert device == beside
        assert len(device) > 0
        assert secrets or setup.game.slug != "stick-em"  # where curses are chosen first

    asyncio.run(scene())


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the referee named what somebody else holds, the test above would fail."""
    told = Match.refusal

    def gossip(match: Match, seat: int, action: int) -> Any:
        refusal = told(match, seat, action)
        return type(refusal)(f"{refusal}, while seat 0 holds {match.hand(0)}")

    monkeypatch.setattr(Match, "refusal", gossip)
    with pytest.raises(AssertionError):
        test_the_same_bytes_whatever_is_hidden(next(setup for setup in SETUPS if setup.game.slug == "hat-trick"))
