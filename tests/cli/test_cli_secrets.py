"""What the player sees is a function of what the seat knows: other hidden cards, the same screen."""

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from buried import UNAIDED, buried, buried_anew
from rich.console import Console

from tablee import Match, Setup, game
from tablee.bots import find_bot
from tablee.cli.play import Table
from tablee.cli.screens import Aside, Screen, screen_for
from tablee.cli.talk import Talk
from tablee.cli.voice import Voice
from tablee.dice import Dice
from tablee.match import as_record
from tablee.rng import seed_from, words
from tablee.sight import watch

SETUPS = [
    game("stick-em", players=3, rounds=1),
    game("stick-em", players=6, rounds=1),
    game("sticheln", players=4, rounds=2, hazy=True),
    game("sticheln", players=3, rounds=2, delayed=True, aggravated=True),
    game("sticheln", players=7, rounds=1, reverse=True),
    game("hat-trick", players=4, rounds=1),
    game("shit", players=3, target=60),
    game("stoick", players=4),
    game("stoick", players=3, strict=True),
    game("stop-it", players=3),
]
LONG = 100  # actions after which a game is left


def matches(setup: Setup, me: int) -> Iterator[Match]:
    """A match in positions that random play leads to: the first ones, then every fifth."""
    match, dice = Match(setup, seed=11), Dice(me)
    while not match.over and len(match.actions) < LONG:
        if len(match.actions) < 12 or len(match.actions) % 5 == 0:
            yield match
        seat = dice.pick(match.actors)
        match.play(seat, dice.pick(match.legal(seat)))


def other_world(match: Match, seat: int, chance: int) -> Any:
    """A state that the seat cannot tell from the true one."""
    world = as_record(np.zeros(1, match.rules.STATE))
    match.rules.world(match.view(seat), seat, words(seed_from(f"world {chance}")), world)
    return world


class Screenful(Console):
    """A console 80 columns wide that keeps what it prints."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        super().__init__(file=self.out, width=80)

    def told(self, news: Any) -> str:
        for item in news:
            self.print(item.text if isinstance(item, Aside) else item)
        return self.out.getvalue()


def looked(match: Match, me: int) -> str:
    """Exactly what `tablee play` prints before it asks, and what it asks."""
    console = Screenful()
    bots = [find_bot("random")] * (match.setup.players - 1)
    table = Table(match.setup, me, bots, "unused", "en", Talk(console))
    table.match = match
    table.look()
    return console.out.getvalue() + (table.screen.question(match.view(me)).plain if me in match.actors else "")


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_other_hidden_cards_the_same_screen(setup: Setup) -> None:
    me = 1
    changed = False
    for match in matches(setup, me):
        seen, truth = looked(match, me), match.state
        match.state = other_world(match, me, len(match.actions))
        changed = changed or match.state != truth
        assert looked(match, me) == seen
        match.state = truth
    assert changed, "no world differed from the true one: nothing was tested"


@pytest.mark.parametrize("setup", UNAIDED, ids=repr)
def test_without_aids_the_same_screen_whatever_lies_face_down(setup: Setup) -> None:
    me, compared = 1, 0
    for match in matches(setup, me):
        if buried(setup, match.state):
            seen, truth = looked(match, me), match.state
            match.state = buried_anew(setup, truth, len(match.actions), me)
            compared += match.state.tobytes() != truth.tobytes()
            assert looked(match, me) == seen
            match.state = truth
    assert compared > 0


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_other_hidden_cards_the_same_news(setup: Setup) -> None:
    """What anybody does is told alike in two worlds, as long as the seat still cannot tell these apart."""
    me, compared = 1, 0
    screen = screen_for(setup, Voice("en", me))
    for match in matches(setup, me):
        world = other_world(match, me, len(match.actions))
        for seat in match.actors:
            for action in match.legal(seat)[:3]:
                if match.rules.is_legal(world, seat, action):
                    view, news = after(match, match.state, screen, seat, action)
                    other_view, other_news = after(match, world, screen, seat, action)
                    if view == other_view:
                        compared += 1
                        assert news == other_news
    assert compared > 10


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.game.slug not in ("hat-trick", "stoick")], ids=repr)
def test_secret_actions_are_told_alike(setup: Setup) -> None:
    """Where not all is done in the open: two actions of another seat that leave the same view, the same words."""
    me, compared = 1, 0
    screen = screen_for(setup, Voice("en", me))
    for match in matches(setup, me):
        for seat in match.actors:
            if seat != me:
                told: dict[bytes, str] = {}
                for action in match.legal(seat)[:8]:
                    view, news = after(match, match.state, screen, seat, action)
                    compared += view in told
                    assert told.setdefault(view, news) == news
    assert compared > 0


def after(match: Match, state: Any, screen: Screen, seat: int, action: int) -> tuple[bytes, str]:
    """The view and the news that an action would give, on a copy."""
    copy = Match(match.setup, match.seed)
    copy.state = as_record(np.array([state], match.rules.STATE))
    copy._rng = match._rng.copy()
    step = watch(copy, screen.me, seat, action)
    return step.after.tobytes(), Screenful().told(screen.tell(step))


@pytest.mark.parametrize("me", [-1, 0])
def test_a_curse_is_not_told_before_it_is_revealed(me: int) -> None:
    setup = game("stick-em", players=3)
    match, screen = Match(setup, seed=7), screen_for(setup, Voice("en", me))
    told = [Screenful().told(screen.tell(watch(match, screen.me, seat, match.legal(seat)[0]))) for seat in (1, 2, 0)]
    curse = match.setup.say(match.actions[0][1]).split()[-1]
    assert told[0] == "Ben has chosen.\n"
    assert told[1] == "Rose has chosen.\n"
    assert curse in told[2].partition("The curses")[2].partition("Ben")[2]
