"""The loops over many games that `tablee.batch` runs: plain functions, built for one game, compiled elsewhere.

Each factory closes over a game's rules and gives a loop. Interpreted, the loop takes arrays viewed as records
(`np.recarray`); compiled, plain structured arrays. The two do the same, byte for byte: `tablee.conformance` checks.
"""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, cast

from tablee.catalogue.game import Rules
from tablee.playout import play_on_of, random_seat
from tablee.rule import rule

Function = Callable[..., Any]


def playouts(rules: Rules, checked: bool = False) -> Function:
    """Many games from the deal to the end at random; with `checked`, every position's status on the way."""
    start, scores = rules.start, rules.scores
    play_on = _play_on(cast(Hashable, rules), checked)

    def play_games(blank: Any, state: Any, mask: Any, rngs: Any, points: Any, decisions: Any) -> None:
        for game in range(len(rngs)):
            state[0] = blank[0]
            start(state[0], rngs[game])
            decisions[game] = play_on(state[0], mask, rngs[game])
            scores(state[0], points[game])

    return play_games


@cache  # a loop is noted as a rule, for ever: once is enough
def _play_on(rules: Hashable, checked: bool) -> Function:
    return rule(play_on_of(rules, checked))


def starts(rules: Rules) -> Function:
    start = rules.start

    def start_games(states: Any, rngs: Any) -> None:
        for game in range(len(states)):
            start(states[game], rngs[game])

    return start_games


def turns(rules: Rules) -> Function:
    """For each game the seat to act next: one of those that may, each as likely; -1 if the game is over."""
    actors = rules.actors

    def pick_seats(states: Any, seats: Any, rngs: Any) -> None:
        for game in range(len(states)):
            seats[game] = -1
            acting = actors(states[game])
            if acting != 0:
                seats[game] = random_seat(acting, rngs[game])

    return pick_seats


def choices(rules: Rules) -> Function:
    """For each game the action mask of the seat given; nothing for -1."""
    legal = rules.legal

    def list_choices(states: Any, seats: Any, masks: Any) -> None:
        for game in range(len(states)):
            for word in range(masks.shape[1]):
                masks[game, word] = 0
            if seats[game] >= 0:
                legal(states[game], seats[game], masks[game])

    return list_choices


def steps(rules: Rules) -> Function:
    """One action in each game, by the seat given; what is not legal is refused (0 in `done`) and changes nothing."""
    is_legal, apply = rules.is_legal, rules.apply

    def step_games(states: Any, seats: Any, actions: Any, rngs: Any, done: Any) -> None:
        for game in range(len(states)):
            done[game] = 0
            if seats[game] >= 0 and is_legal(states[game], seats[game], actions[game]):
                apply(states[game], seats[game], actions[game], rngs[game])
                done[game] = 1

    return step_games


def views(rules: Rules) -> Function:
    """What each game's seat knows. `zero` is one record of zeros: views are written into cleared records."""
    view = rules.view

    def view_games(states: Any, seats: Any, zero: Any, shown: Any) -> None:
        for game in range(len(states)):
            shown[game] = zero[0]
            view(states[game], seats[game], shown[game])

    return view_games


def worlds(rules: Rules) -> Function:
    """A world drawn from each view; `zero` as for `views`."""
    world = rules.world

    def draw_worlds(shown: Any, seats: Any, rngs: Any, zero: Any, drawn: Any) -> None:
        for game in range(len(shown)):
            drawn[game] = zero[0]
            world(shown[game], seats[game], rngs[game], drawn[game])

    return draw_worlds


def scorings(rules: Rules) -> Function:
    scores = rules.scores

    def score_games(states: Any, points: Any) -> None:
        for game in range(len(states)):
            scores(states[game], points[game])

    return score_games


def checks(rules: Rules) -> Function:
    status = rules.status

    def check_games(states: Any, flaws: Any) -> None:
        for game in range(len(states)):
            flaws[game] = status(states[game])

    return check_games
