"""Our expert against OpenSpiel's IS-MCTS, on our games, with the same time to think: `python bench/openspiel_duel.py`.

Three players meet, two kinds at a table, one alone among three of the other; every deal is played from every seat:

* `expert`: as it comes with the games, for so many milliseconds a decision.
* `openspiel`: `open_spiel.python.algorithms.ismcts.ISMCTSBot`, for as long, on our rules as a game of OpenSpiel's.
* `ported`: the same algorithm within our compiled search, for as long. Against `openspiel` it shows what speed is
  worth, against `expert` what the rest is.
* `classic`, on request: the same with one tree of what the thinking seat knows, as IS-MCTS was first published
  (Cowling, Powley and Whitehouse, 2012). OpenSpiel's nodes are what the acting seat knows, and with most of the cards
  hidden an opponent hardly ever knows the same twice: below the root its tree does not grow before the last tricks.

The C++ `pyspiel.ISMCTSBot` cannot play a game written in Python, OpenSpiel's own included (2.0.2, python_kuhn_poker).
It draws its worlds by the state's `ResampleFromInfostate`, which a Python state cannot override ("not implemented" is
what `get_policy` raises), and the other way in, the bot's resampler, is not open to Python. `step` crashes before that:
it lets go of Python's lock and then asks a Python observer.

So that it is the algorithm that is compared, the wrapped game gives it all we can: rules, views, worlds and whole
random playouts are compiled, each one call; a position is copied as an array; what is asked of it twice is kept. It
looks as far as our search does, to the end of the round, and gets the same value for it, each seat's chance to win
(`tablee.search.stakes`). Choices made at the same time come one after another, the lowest seat first; as nodes are what
the acting seat knows, they stay secret. Its constant of UCB1 is the best of a few tried (`--uct`).
"""

import argparse
import math
import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

import tablee
from run import command, machine, table
from tablee.arena import Outcome, outcome_of, play
from tablee.arena.figures import fared
from tablee.arena.programme import Fixture, fixtures
from tablee.batch import kernel
from tablee.bits import lowest
from tablee.bots import Bot, Budget, Entry, Expert
from tablee.catalogue import Game, Setup
from tablee.catalogue.game import Json
from tablee.compiler import compiled
from tablee.dice import Dice
from tablee.match import Match
from tablee.playout import random_action
from tablee.policies import POLICIES
from tablee.rng import below, seed_from, words
from tablee.rule import rule
from tablee.search import Search, plan_for
from tablee.search.outlook import OUTLOOKS, outlook_of
from tablee.search.plan import DEEPEST
from tablee.search.stakes import win_chances

HERE = Path(__file__).parent
UCT = 0.7  # of 0.1, 0.3, 0.7 and 1.4 the best for `ported` in Stick 'Em with as few simulations as `openspiel` has
PAIRS = (("expert", "openspiel"), ("ported", "openspiel"), ("expert", "ported"))  # one alone, three of the other
OPTIONS: dict[str, dict[str, int]] = {"stick-em": {"rounds": 2}, "hat-trick": {}, "stoick": {}}  # shorter matches


# ---- our rules as a game of OpenSpiel's -----------------------------------------------------------------------------


def shortenings(horizon: Any) -> Callable[..., Any]:
    """`shorten(state)`: let it end where the search stops looking; gives the rounds that were to follow."""

    def shorten(state: Any) -> Any:
        return np.int64(horizon(state[0]))

    return shorten


def arrivals(rules: Any) -> Callable[..., Any]:
    """`arrive(…)`: take an action, unless it is -1, and look around; gives the number of choices of the seat to act.

    `seat` is one number, who acts; -1 there lets the lowest who may. What it may do stands in `choices`, what it knows
    in `shown`.
    """
    actors, legal, apply, view, mask_words = rules.actors, rules.legal, rules.apply, rules.view, rules.WORDS

    def arrive(state: Any, seat: Any, action: Any, mask: Any, choices: Any, shown: Any, zero: Any, rng: Any) -> Any:
        s = state[0]
        if action >= 0:
            apply(s, seat[0], action, rng)
            seat[0] = -1
        if seat[0] < 0:
            asked = actors(s)
            if asked == 0:
                return np.int64(0)
            seat[0] = lowest(asked)
        legal(s, seat[0], mask)
        number = np.int64(0)
        for word in range(mask_words):
            bits = mask[word]
            while bits != 0:
                choices[number] = 32 * word + lowest(bits)
                number += 1
                bits &= bits - 1
        shown[0] = zero[0]
        view(s, seat[0], shown[0])
        return number

    return arrive


def drawings(rules: Any) -> Callable[..., Any]:
    world = rules.world

    def draw(shown: Any, seat: Any, rng: Any, zero: Any, out: Any) -> None:
        out[0] = zero[0]
        world(shown[0], seat, rng, out[0])

    return draw


def values(rules: Any) -> Callable[..., Any]:
    """`value(…)`: play a copy on at random, for so many decisions at most, and value where it ends for every seat."""
    actors, legal, apply, scores, is_over = rules.actors, rules.legal, rules.apply, rules.scores, rules.is_over
    mask_words = rules.WORDS

    def value(
        state: Any,
        copy: Any,
        mask: Any,
        points: Any,
        chances: Any,
        worths: Any,
        rng: Any,
        length: Any,
        left: Any,
        swing: Any,
    ) -> None:
        copy[0] = state[0]
        s = copy[0]
        steps = 0
        asked = actors(s)
        while asked != 0 and steps < length:
            seat = lowest(asked)
            legal(s, seat, mask)
            apply(s, seat, random_action(mask, mask_words, rng), rng)
            steps += 1
            asked = actors(s)
        scores(s, points)
        win_chances(points, s.players, is_over(s), left, swing, chances, worths)

    return value


@cache
def shortening(game: Game) -> Callable[..., Any]:
    return compiled(shortenings(outlook_of(game).horizon), game.slug)


class OurGame(pyspiel.Game):
    """One of our games, until the end of the round."""

    def __init__(self, setup: Setup) -> None:
        kind = pyspiel.GameType(
            short_name=f"tablee_{setup.game.slug.replace('-', '_')}",
            long_name=setup.game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.CONSTANT_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=setup.game.players[-1],
            min_num_players=setup.game.players[0],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        plan = plan_for(setup)
        limits = pyspiel.GameInfo(
            num_distinct_actions=setup.action_count,
            max_chance_outcomes=0,
            num_players=setup.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=plan.length,
        )
        super().__init__(kind, limits, {})
        self.setup = setup
        self.rng = words(seed_from(0))
        self.length, self.swing = plan.length, plan.swing
        self.arrive, self.draw, self.value = (kernel(setup.game, make) for make in (arrivals, drawings, values))
        # Memory that the kernels write into, and out of which every answer is copied at once.
        self.zero, self.copy, self.shown = setup.blank(3)[:, None]
        self.zero[:] = np.zeros(1, self.zero.dtype)
        self.mask, self.choices, self.seat = (
            setup.empty_mask(),
            np.zeros(setup.action_count, np.int64),
            np.zeros(1, int),
        )
        self.points = np.zeros(setup.players, np.int32)
        self.chances, self.worths = np.zeros(setup.players), np.zeros(setup.players)

    def new_initial_state(self) -> "OurState":
        array = self.setup.blank()
        self.setup.game.rules.start(array.view(np.recarray)[0], self.rng)
        return OurState(self, array, shortening(self.setup.game)(array), -1)

    def state_of(self, view: Any, seat: int) -> "OurState":
        """A position that the seat's view allows, the seat to act."""
        seen, array = np.frombuffer(view.tobytes(), self.zero.dtype), np.empty_like(self.zero)
        self.draw(seen, seat, self.rng, self.zero, array)
        return OurState(self, array, shortening(self.setup.game)(array), seat)


class OurState(pyspiel.State):
    """A position. What a bot asks for is answered here, without the way through C++ and back."""

    def __init__(self, game: OurGame, array: Any, left: int, seat: int) -> None:
        super().__init__(game)
        self.game, self.array, self.left = game, array, left
        self._look(seat, -1)

    def _look(self, seat: int, action: int) -> None:
        game = self.game
        game.seat[0] = seat
        number = game.arrive(self.array, game.seat, action, game.mask, game.choices, game.shown, game.zero, game.rng)
        self.choices = game.choices[:number].tolist()
        self.player = int(game.seat[0]) if number else pyspiel.PlayerId.TERMINAL
        self.knowledge = game.shown.tobytes().decode("latin-1") if number else ""

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return not self.choices

    def is_chance_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        return self.choices if player is None or player == self.player else []

    _legal_actions = legal_actions

    def apply_action(self, action: int) -> None:
        self._look(self.player, action)

    _apply_action = apply_action

    def information_state_string(self, player: int | None = None) -> str:
        """What the seat to act knows: its view, byte for byte."""
        assert player is None or player == self.player
        return self.knowledge

    def resample_from_infostate(self, player: int, sampler: Any) -> "OurState":
        game = self.game
        array = np.empty_like(self.array)
        game.draw(np.frombuffer(self.knowledge.encode("latin-1"), array.dtype), player, game.rng, game.zero, array)
        return OurState(game, array, self.left, player)

    def clone(self) -> "OurState":
        return OurState(self.game, self.array.copy(), self.left, self.player)

    def returns(self) -> list[float]:
        """What our search makes of each seat's chance from here; where the round is not over, after a random end."""
        game = self.game
        game.value(
            self.array,
            game.copy,
            game.mask,
            game.points,
            game.chances,
            game.worths,
            game.rng,
            game.length,
            self.left,
            game.swing,
        )
        values: list[float] = game.worths.tolist()
        return values

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game.setup.say(action)

    def __str__(self) -> str:
        return f"{self.game.setup.game.slug}, seat {self.player} to act"


class Playouts:
    """OpenSpiel's RandomRolloutEvaluator with one rollout, compiled."""

    def evaluate(self, state: OurState) -> list[float]:
        return state.returns()

    def prior(self, state: OurState) -> list[tuple[int, float]]:
        return [(action, 1.0 / len(state.choices)) for action in state.choices]


# ---- the players ----------------------------------------------------------------------------------------------------


class TimeIsUp(Exception):
    """No more simulations."""


class TimedIsmcts(ismcts.ISMCTSBot):
    """OpenSpiel's bot, for so many seconds instead of simulations. Its UCB1 does without NumPy: half its time."""

    def __init__(self, game: OurGame, seconds: float, uct: float, seed: int) -> None:
        super().__init__(game, Playouts(), uct, max_simulations=1 << 30, random_state=np.random.RandomState(seed))
        self.seconds = seconds
        self.simulations = 0

    def run_search(self, state: OurState) -> list[tuple[int, float]]:
        self.ends = time.perf_counter() + self.seconds
        self.simulations = 0
        try:
            policy: list[tuple[int, float]] = super().run_search(state)
        except TimeIsUp:
            policy = self.get_final_policy(state, self._root_node)
        return policy

    def _action_value(self, node: Any, child: Any) -> float:
        explored = math.sqrt(math.log(node.total_visits) / child.visits)
        return float(child.return_sum / child.visits + self._uct_c * explored)

    def sample_root_state(self, state: OurState) -> OurState:
        # The first simulation only makes the root, so there are two at least.
        if self.simulations > 1 and time.perf_counter() > self.ends:
            raise TimeIsUp
        self.simulations += 1
        drawn: OurState = super().sample_root_state(state)
        return drawn


class OpenSpielIsmcts(Bot):
    """OpenSpiel's IS-MCTS at our table."""

    def __init__(
        self, setup: Setup, seat: int, ms: float = 100, uct: float = UCT, count: "Count | None" = None
    ) -> None:
        super().__init__(setup, seat)
        self.game = OurGame(setup)
        self.ms, self.uct = ms, uct
        self.count = count or Count()

    def choose(self, view: Any, legal: Sequence[int], rng: Dice) -> int:
        self.game.rng = words(seed_from(rng.below(1 << 30)))
        bot = TimedIsmcts(self.game, self.ms / 1000, self.uct, rng.below(1 << 30))
        action = int(bot.step(self.game.state_of(view, self.seat)))
        if bot.simulations:
            self.count.simulations += bot.simulations
            self.count.decisions += 1
        return action


class Ported(Bot):
    """OpenSpiel's IS-MCTS within our search."""

    def __init__(self, setup: Setup, seat: int, ms: float = 100, uct: float = UCT, classic: bool = False) -> None:
        super().__init__(setup, seat)
        plan = plan_for(setup)
        self.ms = ms
        self.search = Search(
            ported(setup.game, classic).setup(setup.players, **setup.options),
            replace(plan, exploration=uct, bias=0.0, slips=64, depth=DEEPEST, others=True, beliefs=False),
        )

    def choose(self, view: Any, legal: Sequence[int], rng: Dice) -> int:
        if len(legal) == 1:
            return legal[0]
        return self.search.think(view, self.seat, rng.below(1 << 30), ms=self.ms).best


@cache
def ported(game: Game, classic: bool) -> Game:
    """The game as OpenSpiel's bot searches it: nobody has a policy, and a node is what the acting seat knows."""
    slug = f"{'classic' if classic else 'ported'} {game.slug}"
    rules = SimpleNamespace(**{name: getattr(game.rules, name) for name in dir(game.rules) if not name.startswith("_")})
    actors, view, is_legal, actions = rules.actors, rules.view, rules.is_legal, 32 * rules.WORDS

    @rule
    def view_of_actor(s: Any, me: Any, out: Any) -> None:
        asked = actors(s)
        seat = me
        if (asked >> me) & 1 == 0:
            seat = lowest(asked)
        view(s, seat, out)

    @rule
    def at_random(s: Any, seat: Any, rng: Any) -> Any:
        action = below(rng, actions)
        while not is_legal(s, seat, action):
            action = below(rng, actions)
        return action

    if not classic:
        rules.view = view_of_actor
    POLICIES[slug] = SimpleNamespace(choose=at_random, careless=at_random, reason=lambda *_: "chance")
    OUTLOOKS[slug] = outlook_of(game)
    return replace(game, slug=slug, rules=rules)


# ---- the duels ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Duel:
    """A match to be played between two kinds, and with what."""

    slug: str
    options: tuple[tuple[str, int], ...]
    line_up: tuple[str, ...]
    ms: float
    uct: float
    seed: str
    fixture: Fixture


@dataclass
class Count:
    """How many simulations a kind had for its decisions."""

    simulations: int = 0
    decisions: int = 0


def seated(name: str, duel: Duel, counts: dict[str, Count]) -> Entry:
    """How a kind takes a seat; `ported@0.7` has a constant of its own. Its simulations are counted."""
    kind, _, uct = name.partition("@")
    constant = float(uct or duel.uct)

    def make(setup: Setup, seat: int) -> Bot:
        if kind == "openspiel":
            return OpenSpielIsmcts(setup, seat, duel.ms, constant, counts[name])
        bot: Expert | Ported
        if kind == "expert":
            bot = Expert(setup, seat, Budget(ms=duel.ms))
        else:
            bot = Ported(setup, seat, duel.ms, constant, classic=kind == "classic")
        think = bot.search.think

        def counted(*arguments: Any, **budget: Any) -> Any:
            thoughts = think(*arguments, **budget)
            counts[name].simulations += thoughts.passes
            counts[name].decisions += 1
            return thoughts

        bot.search.think = counted  # type: ignore[method-assign]
        return bot

    return Entry(name, make, ours=True)


def play_duel(duel: Duel) -> tuple[Outcome, dict[str, Count]]:
    setup = tablee.game(duel.slug, players=len(duel.line_up), **dict(duel.options))
    warm_up(duel.slug, duel.line_up)
    counts = {name: Count() for name in duel.line_up}
    entries = [seated(duel.line_up[place], duel, counts) for place in duel.fixture.seating]
    played = play(setup, entries, f"{duel.seed} deal {duel.fixture.deal}")
    if played.faults:
        raise RuntimeError(f"{played.faults[0]}")
    return outcome_of(duel.fixture, played), counts


@cache
def warm_up(slug: str, line_up: tuple[str, ...]) -> None:
    """Compile all that they need, so that nobody's time is spent on it."""
    setup = tablee.game(slug, players=len(line_up))
    match = Match(setup, "warm-up")
    seat = match.actors[0]
    duel = Duel(slug, (), line_up, 5, UCT, "", Fixture(0, 0, ()))
    for name in set(line_up):
        bot = seated(name, duel, {name: Count()}).make(setup, seat)
        bot.choose(match.view(seat), match.legal(seat), Dice("warm-up"))


def interval(figure: Json, form: str) -> str:
    return "unknown" if figure["low"] is None else f"{figure['low']:{form}} to {figure['high']:{form}}"


def fight(slug: str, line_up: tuple[str, ...], options: dict[str, int], arguments: argparse.Namespace) -> list[str]:
    """One line of the table."""
    began = time.perf_counter()
    alone, others = line_up[:2]
    programme = fixtures(len(line_up), arguments.games, duplicate=True)
    seed = f"duel {arguments.seed}"
    duels = [
        Duel(slug, tuple(options.items()), line_up, arguments.ms, arguments.uct, seed, fixture) for fixture in programme
    ]
    outcomes, counts = [], {name: Count() for name in line_up}
    with ProcessPoolExecutor(arguments.jobs, multiprocessing.get_context("spawn")) as pool:
        for outcome, counted in pool.map(play_duel, duels):
            outcomes.append(outcome)
            for name, count in counted.items():
                counts[name].simulations += count.simulations
                counts[name].decisions += count.decisions
    figure = fared(alone, line_up, outcomes)
    wins, margin = figure["wins"], figure["margin"]
    a_decision = [counts[name].simulations / max(1, counts[name].decisions) for name in (alone, others)]
    line = [
        tablee.game(slug).game.title,
        f"{alone} among {len(line_up) - 1} {others}",
        str(len(outcomes)),
        f"{wins['mean']:.0%}",
        interval(wins, ".0%"),
        f"{margin['mean']:+.1f}",
        interval(margin, "+.1f"),
        " / ".join(f"{number:,.0f}" for number in a_decision),
    ]
    print(" | ".join(line), f"({time.perf_counter() - began:.0f} s)", flush=True)
    return line


KINDS = {
    "openspiel": "`openspiel` is its Python bot on our compiled rules with compiled playouts.",
    "ported": "`ported` is its algorithm within our search.",
    "classic": "`classic` is the same with one tree of what the thinking seat knows.",
}
HEAD = ["game", "who", "matches", "wins", "95 %", "points ahead", "95 %", "simulations a decision"]


def page(lines: list[list[str]], pairs: list[list[str]], arguments: argparse.Namespace) -> str:
    titles = ": " + ", ".join(tablee.game(slug).game.title for slug in arguments.game)
    shortened = "; ".join(
        f"{tablee.game(slug).game.title} with {', '.join(f'{name}={value}' for name, value in OPTIONS[slug].items())}"
        for slug in arguments.game
        if OPTIONS[slug]
    )
    return "\n\n".join(
        [
            f"{'##' if arguments.append else '#'} The expert against OpenSpiel's IS-MCTS{titles}",
            f"Made by `{command()}` on {machine()}, OpenSpiel {version('open_spiel')}, "
            f"{arguments.jobs} matches at a time. {arguments.ms:g} ms a decision for everybody, four players"
            f"{f' ({shortened})' if shortened else ''}, every deal from every seat; even is 25 %. "
            f"{' '.join(KINDS[kind] for kind in KINDS if any(kind in pair for pair in pairs))} "
            f"Their constant of UCB1 is {arguments.uct:g}. Points ahead: of the mean of the others.",
            table(HEAD, lines),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Our expert against OpenSpiel's IS-MCTS, with the same time to think.")
    parser.add_argument("--game", action="append", choices=list(OPTIONS), help="may be repeated (default stick-em)")
    parser.add_argument("--games", type=int, default=32, help="matches of each pairing (default 32)")
    parser.add_argument("--ms", type=float, default=100, help="milliseconds a decision (default 100)")
    parser.add_argument("--uct", type=float, default=UCT, help=f"their constant of UCB1 (default {UCT:g})")
    parser.add_argument("--jobs", type=int, default=2, help="matches at a time (default 2)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--pair", action="append", help="alone:others, such as expert:openspiel (default: all three)")
    parser.add_argument("--append", action="store_true", help="add to the results, instead of writing them anew")
    parser.add_argument("--to", type=Path, default=HERE, help="folder for the results")
    arguments = parser.parse_args()
    arguments.game = arguments.game or ["stick-em"]
    pairs = [pair.split(":") for pair in arguments.pair or [":".join(pair) for pair in PAIRS]]
    lines = [
        fight(slug, (alone, *[others] * 3), OPTIONS[slug], arguments)
        for slug in arguments.game
        for alone, others in pairs
    ]
    with open(arguments.to / "openspiel-duel.md", "a" if arguments.append else "w", encoding="utf-8") as file:
        file.write(("\n" if arguments.append else "") + page(lines, pairs, arguments) + "\n")


if __name__ == "__main__":
    main()
