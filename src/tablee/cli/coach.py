"""Going through a match with the coach: `tablee analyse`."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tablee import chart
from tablee.catalogue.game import Json
from tablee.cli.arena import write
from tablee.cli.screens import Screen, screen_for
from tablee.cli.voice import Voice
from tablee.coach import Analysis, Decision, analyse
from tablee.match import Match

ALTERNATIVES = 3  # that are shown beside what was played


def analysed(console: Console, record: Json, seats: Sequence[int] | None, passes: int) -> Analysis:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        return analyse(record, seats, passes, progress=lambda done, of: bar.update(task, completed=done, total=of))


def show(console: Console, analysis: Analysis, language: str) -> None:
    """How each seat played, and its worst mistakes with what would have been better."""
    voice = Voice(language)
    if not analysis.decisions:
        console.print(voice.say("coach.nothing"))
        return
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    table.add_column(voice.say("coach.seat"))
    for column in ("score", "decisions", "loss"):
        table.add_column(voice.say(f"coach.{column}"), justify="right")
    for seat in analysis.seats:
        score, decisions = analysis.match.scores[seat], len(analysis.of(seat))
        table.add_row(voice.seat_name(seat), str(score), str(decisions), f"{100 * analysis.loss(seat):.2f}")
    console.print(table)
    for seat in analysis.seats:
        worst = analysis.worst(seat)
        if worst:
            console.print()
            console.print(voice.say("coach.worst", name=voice.name(seat)))
        for decision in worst:
            console.print(mistake(analysis.match, decision, language))


def mistake(match: Match, decision: Decision, language: str) -> Text:
    """What was played, what it cost, and what would have been better."""
    voice = Voice(language, decision.seat)
    labels = labels_at(match, decision, screen_for(match.setup, voice))
    better = sorted(decision.values, key=lambda action: -decision.values[action])[:ALTERNATIVES]
    better = [action for action in better if action != decision.action]
    return voice.say(
        "coach.mistake",
        after=decision.after,
        played=labels[decision.action],
        chance=percent(decision.values[decision.action]),
        loss=f"{100 * decision.loss:.1f}",
        better=Text(", ").join(
            Text.assemble(labels[action], f" {percent(decision.values[action])}") for action in better
        ),
    )


def labels_at(match: Match, decision: Decision, screen: Screen) -> dict[int, Text]:
    """The choices of that moment, as the player would have seen them."""
    before = Match(match.setup, match.seed)
    for seat, action in match.actions[: decision.after]:
        before.play(seat, action)
    view = before.view(decision.seat)
    return {choice.action: choice.label for choice in screen.menu(view, before.legal(decision.seat))}


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def draw(path: str, analysis: Analysis, language: str) -> None:
    """Each seat's chance to win over the match, as it could know it."""
    voice = Voice(language)
    series = {
        voice.seat_name(seat).plain: [(decision.after, decision.chance) for decision in analysis.of(seat)]
        for seat in analysis.seats
    }
    title = voice.word("coach.plot", game=analysis.match.setup.game.title)
    par = 1 / analysis.match.setup.players
    write(path, chart.lines(title, series, voice.word("coach.across"), par))
