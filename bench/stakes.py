"""How much a round swings: fits the constants of `tablee.search.stakes` to matches between good (casual) players.

    python bench/stakes.py

After every round but the last, each seat's share of a softmax over the scores is to be its chance to win the match.
The one constant, the swing of a round, is the one under which the winners were likeliest.
"""

import argparse
from typing import Any

import numpy as np

import tablee
from tablee.batch import seeds
from tablee.compiler import compiled
from tablee.playout import random_seat
from tablee.policies import policy_of
from tablee.rule import rule
from tablee.search.stakes import swing_of

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("stick-em", {}),
    ("sticheln", {}),
    ("sticheln", {"reverse": True}),
    ("sticheln", {"aggravated": True}),
    ("sticheln", {"delayed": True}),
    ("sticheln", {"mild": True}),
    ("hat-trick", {}),
    ("stoick", {"games": 5}),
]


@rule
def rounds_done(s: Any) -> Any:
    return s.round_no


@rule
def games_done(s: Any) -> Any:
    return s.game_no


def matches(rules: Any, policy: Any, finished: Any) -> Any:
    start, actors, apply, scores, choose = rules.start, rules.actors, rules.apply, rules.scores, policy.choose

    def play(blank: Any, state: Any, rngs: Any, totals: Any) -> None:
        for game in range(len(rngs)):
            state[0] = blank[0]
            s = state[0]
            start(s, rngs[game])
            done = 0
            while True:
                seats = actors(s)
                if finished(s) > done:
                    scores(s, totals[game, done])
                    done += 1
                if seats == 0:
                    break
                action = -1
                seat = 0
                while action < 0:
                    seat = random_seat(seats, rngs[game])
                    action = choose(s, seat, rngs[game])
                apply(s, seat, action, rngs[game])

    return play


def fit(totals: Any) -> tuple[float, float]:
    """The likeliest swing, and how far predicted chances are from what came true, by tenths."""
    rounds = totals.shape[1]
    final = totals[:, -1]
    won = (final == final.max(axis=1, keepdims=True)).astype(float)
    won /= won.sum(axis=1, keepdims=True)

    def chances(swing: float) -> Any:
        heat = swing * np.sqrt(np.arange(rounds - 1, 0, -1))[None, :, None]
        before = totals[:, :-1] / heat
        shares = np.exp(before - before.max(axis=2, keepdims=True))
        return shares / shares.sum(axis=2, keepdims=True)

    grid = np.geomspace(0.05, 100, 200)
    spoken = [float((won[:, None, :] * np.log(chances(swing) + 1e-12)).sum()) for swing in grid]
    best = float(grid[int(np.argmax(spoken))])
    predicted, came = chances(best).ravel(), np.repeat(won[:, None, :], rounds - 1, axis=1).ravel()
    tenth = np.minimum((predicted * 10).astype(int), 9)
    error = sum(abs(float(predicted[tenth == k].sum() - came[tenth == k].sum())) for k in range(10)) / len(predicted)
    return best, error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    arguments = parser.parse_args()
    for slug, options in SETUPS:
        setup = tablee.game(slug, **options)
        finished, length = (games_done, "games") if slug == "stoick" else (rounds_done, "rounds")
        rounds = setup.options[length]
        play = compiled(matches(setup.game.rules, policy_of(setup.game), finished), slug)
        totals = np.zeros((arguments.games, rounds, setup.players), np.int32)
        play(setup.blank(), setup.blank(), seeds("stakes", 0, arguments.games), totals)
        swing, error = fit(totals)
        spread = np.diff(totals, axis=1, prepend=0).std()
        print(f"{setup!r}: swing {swing:.2f} (in use: {swing_of(setup):g}), a round's deviation {spread:.1f}, ", end="")
        print(f"calibration error {100 * error:.1f} points of 100", flush=True)


if __name__ == "__main__":
    main()
