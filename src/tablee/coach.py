"""The coach: what a recorded match was like from each seat, decision by decision.

For every decision the alternatives are weighed from what the seat knew at that moment, in worlds that this knowledge
allowed: how the cards really lay, and what came later, play no part. The loss of a decision is the chance to win that
it gave away against the best alternative.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from tablee.catalogue import Setup
from tablee.catalogue.game import Json, is_whole
from tablee.errors import BadOption
from tablee.match import Match
from tablee.policies import policy_of
from tablee.record import replay
from tablee.rng import seed_from, words
from tablee.search import Search

FORMAT = "tablee-analysis/1"

PASSES = 300  # for each alternative in the first round of weighing,
AGAIN = 4  # times as many for the best few in the second: fresh worlds, so that luck in the first does not stay
FEW = 4
MANY = 24  # alternatives that are weighed at most
WORST = 5  # mistakes that are listed


@dataclass(frozen=True)
class Decision:
    """One choice somebody had, and made."""

    after: int  # actions of the match before it
    seat: int
    action: int
    values: dict[int, float]  # the seat's chance to win after the best few and after what was played,
    rough: dict[int, float]  # and after all the others, weighed less carefully

    @property
    def best(self) -> int:
        return max(self.values, key=lambda action: (self.values[action], action == self.action))

    @property
    def chance(self) -> float:
        """The chance to win before the decision, had it been made well."""
        return self.values[self.best]

    @property
    def loss(self) -> float:
        return self.chance - self.values[self.action]

    def as_json(self, setup: Setup) -> Json:
        def ranked(values: dict[int, float]) -> dict[str, float]:
            return {setup.say(action): value for action, value in sorted(values.items(), key=lambda pair: -pair[1])}

        return {
            "after": self.after,
            "seat": self.seat,
            "do": setup.say(self.action),
            "best": setup.say(self.best),
            "chance": self.chance,
            "loss": self.loss,
            "values": ranked(self.values),
            "rough": ranked({action: value for action, value in self.rough.items() if action not in self.values}),
        }


@dataclass(frozen=True)
class Analysis:
    """A match, and the decisions in it that were weighed."""

    match: Match
    decisions: list[Decision]

    @property
    def seats(self) -> list[int]:
        return sorted({decision.seat for decision in self.decisions})

    def of(self, seat: int) -> list[Decision]:
        return [decision for decision in self.decisions if decision.seat == seat]

    def loss(self, seat: int) -> float:
        """What the seat gave away in a decision, in the mean."""
        return fmean(decision.loss for decision in self.of(seat))

    def worst(self, seat: int) -> list[Decision]:
        """The seat's greatest mistakes, the worst first."""
        mistakes = [decision for decision in self.of(seat) if decision.loss > 0]
        return sorted(mistakes, key=lambda decision: -decision.loss)[:WORST]

    def as_json(self) -> Json:
        """All of it as plain data, for a page to show."""
        setup = self.match.setup
        return {
            "format": FORMAT,
            "game": setup.game.slug,
            "players": setup.players,
            "options": setup.chosen,
            "scores": self.match.scores,
            "winners": self.match.winners,
            "seats": [
                {
                    "seat": seat,
                    "decisions": len(self.of(seat)),
                    "loss": self.loss(seat),
                    "chances": [[decision.after, decision.chance] for decision in self.of(seat)],
                    "worst": [decision.after for decision in self.worst(seat)],
                }
                for seat in self.seats
            ],
            "decisions": [decision.as_json(setup) for decision in self.decisions],
        }


def analyse(
    record: Json,
    seats: Sequence[int] | None = None,
    passes: int = PASSES,
    seed: object = 0,
    progress: Callable[[int, int], object] | None = None,
) -> Analysis:
    """Weigh every decision of a record in which there was a choice, for these seats or all.

    `progress` is told of each action gone through: how many now, of how many.
    """
    if not is_whole(passes) or passes < 1:
        raise BadOption(f"the number of passes is a whole number of at least 1; got {passes!r}")
    match = replay(record)
    setup = match.setup
    wanted = [setup.check_seat(seat) for seat in seats] if seats else list(range(setup.players))
    again = Match(setup, match.seed)
    search = Search(setup)
    decisions = []
    for number, (seat, action) in enumerate(match.actions):
        if seat in wanted and len(again.legal(seat)) > 1:
            values, rough = weighed(search, again, seat, action, passes, f"{seed} {number}")
            if len(values) > 1:
                decisions.append(Decision(number, seat, action, values, rough))
        again.play(seat, action)
        if progress is not None:
            progress(number + 1, len(match.actions))
    return Analysis(match, decisions)


Values = dict[int, float]


def weighed(search: Search, match: Match, seat: int, played: int, passes: int, seed: str) -> tuple[Values, Values]:
    """Each alternative's chance to win: all of them roughly, then the best few and the one played with care."""
    view, legal = match.view(seat), match.legal(seat)
    habit = int(policy_of(match.setup.game).choose(view, seat, words(seed_from(seed))))
    sensible = search.considered(view, seat, legal, played if habit < 0 else habit)
    choices = [played, *(action for action in sensible if action != played)][:MANY]
    values = search.weigh(view, seat, choices, f"{seed} all", passes)
    best = sorted(choices, key=lambda action: -values[action])[:FEW]
    few = best if played in best else [*best, played]
    return search.weigh(view, seat, few, f"{seed} few", passes * AGAIN), values
