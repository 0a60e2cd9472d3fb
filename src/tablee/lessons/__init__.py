"""A first game of each kind: the same deal for everybody, a few decisions, and what there is to say of them.

A lesson is a script, which says what everybody does, and is played here by the rules themselves: what the learner is
shown are the sights of a table, so a page needs nothing new to draw it. What is said is for the page to put into words.
"""

from functools import cache

from tablee.lessons.script import LEARNER, Script, Step, script_of
from tablee.rng import seed_from
from tablee.table import Glance, News, Scene, Table, TableView, Terms, Viewer, news_of, setup_of, table_of
from tablee.table.entries import Acted, Opened, Placed, Sat, Started
from tablee.table.sights import Shown, Sight

__all__ = ["Lesson", "LessonStep", "Moment", "lesson_of", "played", "script_of"]

YOU = Viewer("learner", (LEARNER,))


class Moment(Shown, frozen=True):
    """The table after an action, from the learner's seat."""

    news: News | None  # None: the deal
    sight: Sight


class LessonStep(Shown, frozen=True):
    text: str
    look: tuple[str, ...]  # where something matters now: `hand`, `centre`, `me`, or `seat 1`
    moments: tuple[Moment, ...]  # what happens before it is said; empty: the table stays as it is
    want: str | None  # the choice with which the lesson goes on; None: there is nothing to decide
    answers: dict[str, str]  # what is said of other choices
    otherwise: str | None  # and of those that are not among them


class Lesson(Shown, frozen=True):
    """A first game of its kind. Texts are keys of the page's words."""

    game: str
    table: TableView  # as the cards are dealt
    steps: tuple[LessonStep, ...]


@cache  # they never change
def lesson_of(slug: str) -> Lesson:
    return played(script_of(slug))


def played(script: Script) -> Lesson:
    """The lesson of a script. What its rules do not allow raises."""
    table = dealt(script)
    first = look_at(table)
    moments = [Moment(None, first.sights[0])]
    steps = []
    for step in script.step:
        for words in step.happens:
            seat, do = words.split(" ", 1)
            moments.append(act(table, int(seat), do))
        steps.append(told(step, tuple(moments)))
        moments = [] if step.want is None else [act(table, LEARNER, step.want)]
    return Lesson(script.game, first, tuple(steps))


def told(step: Step, moments: tuple[Moment, ...]) -> LessonStep:
    answers = {do: key for key, choices in step.why.items() for do in choices}
    return LessonStep(step.text, step.look, moments, step.want, answers, step.otherwise)


def dealt(script: Script) -> Table:
    terms = Terms(script.game, script.players, dict(script.options), timer="none", pace="instant")
    rules = setup_of(terms).version
    opened = Opened(at=0, table="lesson", terms=terms, host=YOU.person, secret=seed_from(script.deck), rules=rules)
    bots = [Placed(at=0, seat=seat, level="casual") for seat in range(script.players) if seat != LEARNER]
    return table_of([opened, Sat(at=0, seat=LEARNER, person=YOU.person, name=""), *bots, Started(at=0)])


def glance_at(table: Table) -> Glance:
    assert table.match is not None
    return Glance(table.setup, table.match.state)


def look_at(table: Table) -> TableView:
    return Scene(table, "", {YOU.person}, glance_at(table)).for_viewer(YOU)


def act(table: Table, seat: int, do: str) -> Moment:
    before = glance_at(table)
    before.view(LEARNER)  # as it is now
    table.take(Acted(at=0, seat=seat, do=do, by="person" if seat == LEARNER else "bot"))
    after = glance_at(table)
    return Moment(
        news_of(before, after, YOU.seats, seat, table.setup.parse(do), table.acts[-1][1]), after.sight(LEARNER)
    )
