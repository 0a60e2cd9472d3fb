"""The coach: what a recorded match was like from each seat, decision by decision.

For every decision the alternatives are weighed from what the seat knew at that moment, in worlds that this knowledge
allowed: how the cards really lay, and what came later, play no part. The loss of a decision is the share of its chance
to win that the seat gave away against the best alternative, as far as that is beyond chance. It is a share because who
plays badly soon has little left to lose: in points of a chance the worst player's later mistakes would count least.

The highest of several measured values is too high: it was lucky. So the alternatives are thinned out in two rounds, and
how much better the one that is left is than what was played is measured in a third, in worlds that had no say in the
choice. Both are tried in the same worlds, so the cards' luck cancels out; of what remains, blocks of passes show how
far chance alone carries, and a difference of less than twice that (the standard error) is no loss.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev

from tablee.catalogue import Game, Setup
from tablee.catalogue.game import Json, is_whole
from tablee.defaults import PASSES
from tablee.errors import BadOption, BadSeat
from tablee.match import Match
from tablee.policies import policy_of
from tablee.record import replay
from tablee.rng import seed_from, words
from tablee.search import Search

FORMAT = "tablee-analysis/1"

AGAIN = 4  # times the passes of the first round for the best few in the second, and for two of them in the third
FEW = 4
MANY = 24  # alternatives that are weighed at most
BLOCKS = 16  # of passes in the third round
SURE = 2.0  # standard errors beyond which a difference is not put down to chance
WORST = 5  # mistakes that are listed,
SLIGHT = 0.01  # and how much of a chance the least of them cost

Values = dict[int, float]


@dataclass(frozen=True)
class Decision:
    """One choice somebody had, and made."""

    after: int  # actions of the match before it
    seat: int
    action: int
    rival: int  # the best alternative; what was played, if that is
    values: Values  # the seat's chance to win after those weighed most carefully, in the same worlds: the rival and
    rough: Values  # what was played, or the best few if that is the best; and after all the others
    gap: float  # by how much the rival is better than what was played: it may turn out to be worse
    error: float  # the standard error of that
    why: str = (
        ""  # a key of the texts: what speaks for a better choice alone ("": nothing); if there is none, for this one
    )

    @property
    def mistaken(self) -> bool:
        """Whether the rival is better beyond chance."""
        return self.gap > SURE * self.error

    @property
    def best(self) -> int:
        return self.rival if self.mistaken else self.action

    @property
    def chance(self) -> float:
        """The chance to win before the decision, had it been made well."""
        return self.values[self.best]

    @property
    def loss(self) -> float:
        """The share of that chance which was given away."""
        return self.gap / self.chance if self.mistaken else 0.0

    def as_json(self, setup: Setup) -> Json:
        def ranked(values: Values) -> dict[str, float]:
            return {setup.say(action): value for action, value in sorted(values.items(), key=lambda pair: -pair[1])}

        return {
            "after": self.after,
            "seat": self.seat,
            "do": setup.say(self.action),
            "best": setup.say(self.best),
            "rival": setup.say(self.rival),
            "why": self.why,
            "chance": self.chance,
            "loss": self.loss,
            "gap": self.gap,
            "error": self.error,
            "values": ranked(self.values),
            "rough": ranked(self.rough),
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
        """The share of its chance that the seat gave away in a decision, in the mean."""
        if not self.of(seat):
            raise BadSeat(f"no decision of seat {seat} was weighed; of these seats there are some: {self.seats}")
        return fmean(decision.loss for decision in self.of(seat))

    def worst(self, seat: int) -> list[Decision]:
        """The seat's mistakes that cost it most of a chance, the worst first."""
        mistakes = [decision for decision in self.of(seat) if decision.mistaken and decision.gap >= SLIGHT]
        return sorted(mistakes, key=lambda decision: -decision.gap)[:WORST]

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
    game: Game | None = None,
) -> Analysis:
    """Weigh every decision of a record in which there was a choice, for these seats or all.

    Left out, in a race, is what looks like a mistake and was none when the hand was sent: see `was_on_its_way`. `game`
    is for a game of your own that is not in the catalogue.
    `progress` is told of each action gone through: how many now, of how many.
    """
    if not is_whole(passes) or passes < 1:
        raise BadOption(f"the number of passes is a whole number of at least 1; got {passes!r}")
    if seats is not None and not isinstance(seats, Sequence):
        raise BadSeat(f"the seats to look at are a list, such as [0]; got {seats!r}")
    match = replay(record, game)
    setup = match.setup
    wanted = [setup.check_seat(seat) for seat in seats] if seats is not None else list(range(setup.players))
    again = Match(setup, match.seed)
    search = Search(setup)
    decisions = []
    for number, (seat, action) in enumerate(match.actions):
        if seat in wanted and len(again.legal(seat)) > 1:
            decision = weighed(search, again, seat, action, passes, f"{seed} {number}")
            if decision is not None and not was_on_its_way(search, again, decision, passes, f"{seed} {number} before"):
                decisions.append(decision)
        again.play(seat, action)
        if progress is not None:
            progress(number + 1, len(match.actions))
    return Analysis(match, decisions)


def weighed(search: Search, match: Match, seat: int, played: int, passes: int, seed: str) -> Decision | None:
    """What the alternatives are worth, in three rounds: all of them, the best few, the best against the one played.

    None if nobody would have considered another. Of more than `MANY` it is what was played, the habit and the first of
    the others that are weighed.
    """
    view, legal = match.view(seat), match.legal(seat)
    policy = policy_of(match.setup.game)
    habit = int(policy.choose(view, seat, words(seed_from(seed))))
    sensible = search.considered(view, seat, legal, played if habit < 0 else habit)
    choices = [played, *(action for action in sensible if action != played)][:MANY]
    if len(choices) < 2:
        return None
    rough = search.weigh(view, seat, choices, f"{seed} all", passes)
    best = sorted(choices, key=lambda action: -rough[action])[:FEW]
    few = best if played in best else [*best, played]
    values = search.weigh(view, seat, few, f"{seed} few", passes * AGAIN)
    rival = max(few, key=lambda action: (values[action], action == played))
    others = {action: value for action, value in rough.items() if action not in few}
    gap = error = 0.0
    if rival != played:
        block = -(-passes * AGAIN // BLOCKS)
        pair = search.samples(view, seat, [rival, played], f"{seed} pair", block, BLOCKS)
        gaps = [one - other for one, other in zip(pair[rival], pair[played], strict=True)]
        gap, error = fmean(gaps), stdev(gaps) / math.sqrt(BLOCKS)
        others |= {action: value for action, value in values.items() if action not in pair}
        values = {action: fmean(means) for action, means in pair.items()}
    decision = Decision(len(match.actions), seat, played, rival, values, others, gap, error)
    if decision.mistaken:
        return replace(decision, why=policy.merit(view, seat, rival, played))
    return replace(decision, why=policy.why(view, seat, played))


def was_on_its_way(search: Search, match: Match, decision: Decision, passes: int, seed: str) -> bool:
    """Whether, in a race, what looks like a mistake was none before the others' last actions.

    One sees a card turned up later than it is, and the hand that is on its way by then was sent for other reasons.
    """
    if not match.setup.game.real_time or not decision.mistaken:
        return False
    seat, start = decision.seat, decision.after
    while start > 0 and decision.after - start < match.setup.players - 1 and match.actions[start - 1][0] != seat:
        start -= 1
    for after in range(start, decision.after):
        before = moment(match, after)
        if decision.action in before.legal(seat):
            then = weighed(search, before, seat, decision.action, passes, seed)
            return then is None or not then.mistaken
    return False


def moment(match: Match, after: int) -> Match:
    """The match as it was after so many of its actions."""
    then = Match(match.setup, match.seed)
    for seat, action in match.actions[:after]:
        then.play(seat, action)
    return then
