"""What a tournament says of the bots in it: wins and margins with 95 % intervals, and ratings.

A rating's interval is openskill's own, which takes matches for independent; that of wins and margins counts deals.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict
from statistics import fmean, stdev

from tablee.arena.chair import Fault
from tablee.arena.programme import Outcome, seed_of
from tablee.catalogue import Setup
from tablee.catalogue.game import Json
from tablee.dice import Dice

Z = 1.959964  # standard errors on either side of a 95 % interval
DEALS = 5  # that an interval takes: fewer may agree by chance, and would seem to prove much


def report(setup: Setup, bots: Sequence[str], outcomes: Sequence[Outcome], seed: object, duplicate: bool) -> Json:
    """Everything as plain data. A bot that sits at several seats counts once, with the mean of its seats.

    `replaced` is the number of matches which `casual` played on in the bot's place: they count in its figures.
    """
    rated = ratings([(bots, outcome) for outcome in outcomes])
    return {
        "game": setup.game.slug,
        "players": setup.players,
        "options": setup.chosen,
        "seed": str(seed),
        "games": len(outcomes),
        "deals": len({outcome.fixture.deal for outcome in outcomes}),
        "duplicate": duplicate,
        "par": 1 / setup.players,
        "bots": [
            {
                "bot": bot,
                "seats": seats,
                **fared(bot, bots, outcomes),
                "rating": rated[bot],
                "replaced": sum(any(fault.bot == bot for fault in one.faults) for one in outcomes),
            }
            for bot, seats in Counter(bots).items()
        ],
        "faults": [as_json(fault, one, bots, seed) for one in outcomes for fault in one.faults],
    }


def as_json(fault: Fault, outcome: Outcome, bots: Sequence[str], seed: object) -> Json:
    """A fault, with the match it happened in: the seed of it, and the bots by seat."""
    fixture = outcome.fixture
    seated = [bots[place] for place in fixture.seating]
    return asdict(fault) | {"game": fixture.number, "seed": seed_of(seed, fixture.deal), "seated": seated}


def fared(bot: str, bots: Sequence[str], outcomes: Sequence[Outcome]) -> Json:
    """How one bot fared: its share of the wins at a seat, and its points less the mean of the others'."""
    own = [place for place, name in enumerate(bots) if name == bot]
    others = [place for place, name in enumerate(bots) if name != bot] or own

    def wins(outcome: Outcome) -> float:
        return fmean(outcome.wins[place] for place in own)

    def margin(outcome: Outcome) -> float:
        return fmean(outcome.scores[place] for place in own) - fmean(outcome.scores[place] for place in others)

    return {
        "wins": interval(outcomes, wins, seats=len(own)),
        "margin": interval(outcomes, margin),
        "score": fmean(outcome.scores[place] for outcome in outcomes for place in own),
    }


def interval(outcomes: Sequence[Outcome], figure: Callable[[Outcome], float], seats: int = 0) -> Json:
    """The mean of a figure. The matches of one deal hang together, so it is the deals that are counted.

    With `seats` the figure is the share of the wins that falls to each of so many seats of one bot. Deals that happen
    to agree do not make that certain: its interval is at least as wide as if every match had been a trial of its own
    whether the bot wins, at any of its seats.
    """
    deals: dict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        deals[outcome.fixture.deal].append(figure(outcome))
    means = [fmean(values) for values in deals.values()]
    middle = fmean(means)
    if len(means) < DEALS:
        return {"mean": middle, "low": None, "high": None}
    half = student(len(means) - 1) * stdev(means) / math.sqrt(len(means))
    low, high = middle - half, middle + half
    if seats:
        least, most = (end / seats for end in wilson(middle * seats, len(outcomes)))
        low, high = max(min(low, least), 0.0), min(max(high, most), 1.0 / seats)
    return {"mean": middle, "low": low, "high": high}


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share seen in so many independent trials (Wilson's): never of no width."""
    middle = share + Z**2 / (2 * count)
    half = Z * math.sqrt(share * (1 - share) / count + Z**2 / (4 * count**2))
    return (middle - half) / (1 + Z**2 / count), (middle + half) / (1 + Z**2 / count)


def student(freedom: int) -> float:
    """Standard errors on either side of a 95 % interval with so many degrees of freedom (Cornish and Fisher's series,
    exact to a few thousandths from three on)."""
    z = Z
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / float(freedom) ** power for power, term in enumerate(terms))


def ratings(played: Sequence[tuple[Sequence[str], Outcome]]) -> dict[str, Json]:
    """Plackett–Luce ratings (openskill) of everybody in these matches, by the order of their scores.

    A rating moves from match to match, so it depends on their order. They are shuffled, always alike: otherwise the
    matches told of last, the upper rungs of a ladder, would meet the others' ratings ready made.
    """
    from openskill.models import PlackettLuce  # slow to load, and only needed here

    model = PlackettLuce()
    rated = {bot: model.rating(name=bot) for bots, _ in played for bot in bots}
    ordered = sorted(played, key=lambda match: (tuple(match[0]), match[1].fixture.number))
    for bots, outcome in Dice("ratings").shuffled(ordered):
        teams = model.rate([[rated[bot]] for bot in bots], scores=[float(score) for score in outcome.scores])
        for bot in set(bots):  # several seats of one bot: it learns from the mean of them
            news = [team[0] for team, name in zip(teams, bots, strict=True) if name == bot]
            mean, spread = fmean(new.mu for new in news), fmean(new.sigma for new in news)
            rated[bot] = model.rating(mu=mean, sigma=spread, name=bot)
    return {
        bot: {"mean": one.mu, "low": one.mu - Z * one.sigma, "high": one.mu + Z * one.sigma}
        for bot, one in rated.items()
    }
