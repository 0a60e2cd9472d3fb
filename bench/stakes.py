"""How much a round swings: fits the constants of `tablee.search.outlook` to matches between good (casual) players.

    python bench/stakes.py

After every round but the last, each seat's share of a softmax over the scores is to be its chance to win the match.
The one constant, the swing of a round, is the one under which the winners were likeliest.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

import tablee
from run import command, table
from tablee.batch import seeds
from tablee.compiler import compiled
from tablee.playout import random_seat
from tablee.policies import policy_of
from tablee.rule import rule
from tablee.search.outlook import swing_of
from tablee.search.stakes import win_chances

HERE = Path(__file__).parent

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("stick-em", {}),
    ("sticheln", {}),
    ("sticheln", {"reverse": True}),
    ("sticheln", {"aggravated": True}),
    ("sticheln", {"delayed": True}),
    ("sticheln", {"mild": True}),
    ("sticheln", {"reverse": True, "mild": True}),
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


def predictions() -> Any:
    """`predict(totals, swing, out, worths)`: everybody's chance to win after each round but the last, by the search.

    `worths` is room for one number a player: nothing compiled allocates.
    """

    def predict(totals: Any, swing: Any, out: Any, worths: Any) -> None:
        games, rounds, players = totals.shape
        for game in range(games):
            for number in range(rounds - 1):
                win_chances(totals[game, number], players, True, rounds - 1 - number, swing, out[game, number], worths)

    return predict


def fit(totals: Any) -> tuple[float, float]:
    """The likeliest swing, and how far predicted chances are from what came true, by tenths."""
    final = totals[:, -1]
    won = (final == final.max(axis=1, keepdims=True)).astype(float)
    won /= won.sum(axis=1, keepdims=True)
    predict = compiled(predictions(), "stakes")
    predicted, worths = np.zeros((len(totals), totals.shape[1] - 1, totals.shape[2])), np.zeros(totals.shape[2])

    def likelihood(swing: float) -> float:
        predict(totals, swing, predicted, worths)
        return float((won[:, None, :] * np.log(predicted + 1e-12)).sum())

    best = max((float(swing) for swing in np.geomspace(0.05, 100, 200)), key=likelihood)
    predict(totals, best, predicted, worths)
    chances, came = predicted.ravel(), np.broadcast_to(won[:, None, :], predicted.shape).ravel()
    tenth = np.minimum((chances * 10).astype(int), 9)
    error = sum(abs(float(chances[tenth == k].sum() - came[tenth == k].sum())) for k in range(10)) / len(chances)
    return best, error


def row(slug: str, options: dict[str, Any], games: int) -> list[str]:
    setup = tablee.game(slug, **options)
    finished, length = (games_done, "games") if slug == "stoick" else (rounds_done, "rounds")
    play = compiled(matches(setup.game.rules, policy_of(setup.game), finished), slug)
    totals = np.zeros((games, setup.options[length], setup.players), np.int32)
    play(setup.blank(), setup.blank(), seeds("stakes", 0, games), totals)
    swing, error = fit(totals)
    chosen = [name if value is True else f"{name}={value}" for name, value in options.items()]
    return [
        ", ".join([setup.game.title, *chosen]),
        str(setup.players),
        f"{swing:.2f}",
        f"{swing_of(setup):g}",
        f"{np.diff(totals, axis=1, prepend=0).std():.1f}",
        f"{100 * error:.1f}",
    ]


HEAD = [
    "game",
    "players",
    "fitted swing",
    "in use",
    "deviation of a round's points",
    "calibration error, points of 100",
]


def page(lines: list[list[str]], games: int) -> str:
    return "\n\n".join(
        [
            "# What a round can change",
            f"Made by `{command()}`: {games:,} matches of each kind between casual bots. The error is how "
            "far predicted chances to win are from what came true, over tenths of the chance.",
            table(HEAD, lines),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Fits the swing of a round to matches between good players.")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--to", type=Path, default=HERE, help="folder for the results")
    arguments = parser.parse_args()
    text = page([row(slug, options, arguments.games) for slug, options in SETUPS], arguments.games)
    (arguments.to / "stakes.md").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
