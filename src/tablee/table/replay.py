"""A match that is over, once more, step by step: as a seat saw it then, or with all cards open."""

from tablee.match import as_record
from tablee.mirror import mirror_of
from tablee.pictures import Picture
from tablee.rng import words
from tablee.table.sights import Glance, News, Shown, news_of
from tablee.table.table import Table


class Step(Shown, frozen=True):
    """The match after an action, or after the first deal."""

    news: News | None  # the action; None: the deal
    pictures: tuple[Picture, ...]  # from the seat; with all cards open, from each


def steps_of(table: Table, seat: int | None, start: int, count: int) -> tuple[Step, ...]:
    """Up to `count` steps from number `start` on, for a seat (-1: a spectator); None: with all cards open.

    That the match is over is not checked here. What was taken back is not in it, as it is not in the record.
    """
    match, setup = table.match, table.setup
    assert match is not None
    watching = tuple(range(setup.players)) if seat is None else (seat,)
    rules, rng = setup.game.rules, words(match.seed)
    state = mirror_of(as_record(setup.blank()))  # what comes before the page is played much faster on a mirror
    rules.start(state, rng)
    shown: list[Step] = []
    before: Glance | None = None
    for number in range(min(start + count, len(match.actions) + 1)):
        if number > 0:
            (actor, action), (_, by) = match.actions[number - 1], table.acts[number - 1]
            rules.apply(state, actor, action, rng)
        if number < start - 1:
            continue
        glance = Glance(setup, state)
        pictures = tuple(glance.picture(watcher) for watcher in watching)  # every view, before the state moves on
        if number >= start:
            news = news_of(before, glance, watching, actor, action, by) if before is not None else None
            shown.append(Step(news, pictures))
        before = glance
    return tuple(shown)
