"""Going through a match with the coach: `tablee analyse`."""

import shlex
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from tablee import chart
from tablee.catalogue.game import Json
from tablee.cli.ink import UNBREAKABLE
from tablee.cli.layout import wrapped
from tablee.cli.paper import STDIO
from tablee.cli.report import draw_picture, light_table, progress_bar, show_table
from tablee.cli.screens import screen_for
from tablee.cli.voice import SPECTATOR, Voice, spoken
from tablee.coach import Analysis, Decision, analyse, moment
from tablee.match import Match

NONE = "–"  # of a seat that had nothing to decide
INDENT = 2  # of a mistake, and twice as much of what would have been better


def analysed(console: Console, record: Json, seats: Sequence[int] | None, passes: int) -> Analysis:
    with progress_bar(console, "", first="") as step:
        return analyse(record, seats, passes, progress=lambda done, of: step(of=of))


def show(console: Console, analysis: Analysis, language: str, asked: Sequence[int] | None, file: str) -> None:
    """How each seat played, and its worst mistakes with what would have been better."""
    voice = voice_for(asked, language)
    if not analysis.decisions:
        console.print(voice.say("coach.nothing_of" if asked else "coach.nothing"))
        return
    table = light_table(*(voice.say(f"coach.{column}") for column in ("seat", "score", "decisions", "loss")))
    for seat in range(analysis.match.setup.players) if asked is None else sorted({*asked}):
        score, decisions = analysis.match.scores[seat], len(analysis.of(seat))
        loss = f"{hundredths(analysis.loss(seat), voice)} %" if decisions else NONE
        table.add_row(voice.seat_name(seat), str(score), str(decisions), loss)
    show_table(console, table)
    console.print()
    for line in wrapped(voice.say("coach.unit"), console.width):
        console.print(line)
    for seat in analysis.seats:
        worst = analysis.worst(seat)
        console.print()
        console.print(voice.tell("coach.worst" if worst else "coach.flawless", seat))
        for decision in worst:
            for depth, said in enumerate(mistake(analysis.match, decision, language), start=1):
                for line in wrapped(said, console.width - depth * INDENT):
                    console.print(Text(" " * depth * INDENT).append_text(line))
        if worst and file != STDIO:
            command = ["tablee", "replay", file, "--seat", str(seat), "--before", str(worst[0].after + 1)]
            words = Text(shlex.join([*command, *spoken(language)]), style="dim")
            console.print(voice.say("coach.look", command=words), soft_wrap=True)


def voice_for(asked: Sequence[int] | None, language: str) -> Voice:
    """Who asks for one seat alone is taken for whoever sat there."""
    return Voice(language, asked[0] if asked is not None and len(asked) == 1 else SPECTATOR)


def mistake(match: Match, decision: Decision, language: str) -> tuple[Text, Text]:
    """What was played; and what would have been better, by how much and why; in words the player would have seen."""
    voice = Voice(language, decision.seat)
    screen = screen_for(match.setup, voice)
    screen.in_full = True
    before = moment(match, decision.after)
    view = before.view(decision.seat)
    labels = {choice.action: choice.label for choice in screen.menu(view, before.legal(decision.seat))}
    return voice.say(
        "coach.mistake",
        moment=screen.moment(view, decision.after + 1),
        played=labels[decision.action],
        chance=percent(decision.values[decision.action]),
    ), voice.say(
        "coach.better",
        best=labels[decision.best],
        chance=percent(decision.chance),
        gap=hundredths(decision.gap, voice),
        error=hundredths(decision.error, voice),
        why=voice.say("coach.why", why=voice.say(decision.why)) if decision.why else "",
    )


def percent(share: float) -> str:
    return f"{100 * share:.0f}{UNBREAKABLE}%"


def hundredths(share: float, voice: Voice) -> str:
    return f"{100 * share:.1f}".replace(".", voice.word("coach.decimal"))


def draw(path: str, analysis: Analysis, language: str, asked: Sequence[int] | None) -> None:
    """Each seat's chance to win over the match, as it could know it."""
    voice, match = voice_for(asked, language), analysis.match
    series = {
        voice.seat_name(seat).plain: [(decision.after, decision.chance) for decision in analysis.of(seat)]
        + ([(len(match.actions), (seat in match.winners) / len(match.winners))] if match.over else [])
        for seat in analysis.seats
    }
    title = voice.word("coach.plot", game=match.setup.game.title)
    par, par_name = 1 / match.setup.players, voice.word("coach.par")
    draw_picture(path, chart.lines(title, series, voice.word("coach.across"), par, par_name, spans(match, voice)))


def spans(match: Match, voice: Voice) -> list[tuple[str, int]]:
    """The rounds or games of the match that are over, each with the number of actions at its end."""
    named: list[tuple[str, int]] = []
    for result in match.results:
        if result["kind"] == "round":
            named.append((voice.word("score.round_number", round=len(named) + 1), result["after"]))
        elif result["kind"] == "game":
            named.append((voice.word("stoick.game_number", game=len(named) + 1), result["after"]))
    return named
