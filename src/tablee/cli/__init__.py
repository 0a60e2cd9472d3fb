"""The command line: `tablee`.

Each command is a few lines here over a module of its own. Mistakes, of whatever kind, end in one line on stderr.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from tablee import __version__
from tablee.cli import options
from tablee.cli.options import Bots, GameSlug, Jobs, Lang, Limit, Options, Players, Rungs, Seed
from tablee.defaults import LIMIT, PASSES
from tablee.errors import BadRecord, TableeError
from tablee.server.settings import Retention, Settings

PAUSE = 0.4  # seconds after what a bot does, at a terminal
WIDTH = 80  # letters of a line, where nothing says otherwise


class Cabinet(TyperGroup):
    """The commands, with every way out of them."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except TableeError as error:
            complain(str(error))
            raise typer.Exit(2) from None
        except MemoryError:
            complain("not enough memory for that many")
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except OSError as error:
            raise typer.Exit(output_failed(error)) from None


def complain(line: str) -> None:
    print(f"tablee: {line}", file=sys.stderr)


@contextmanager
def bots_aside() -> Iterator[None]:
    """What bots print meanwhile goes to stderr: the standard output is for figures and records."""
    with redirect_stdout(sys.stderr):
        yield


def output_failed(error: OSError) -> int:
    """The standard output takes no more: say why, unless nobody reads it. Gives the exit status."""
    # What Python would still flush at its exit goes nowhere.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 141  # as a program that SIGPIPE ended
    if error.filename is not None:
        complain(f"cannot use {error.filename}: {error.strerror}; is it there, and may you read and write it?")
    else:
        complain(f"cannot write: {error.strerror}")
    return 2


class Terminal(Console):
    """A console that leaves a closed pipe to the group above."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


app = typer.Typer(
    cls=Cabinet,
    name="tablee",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def console(stderr: bool = False) -> Console:
    made = Terminal(stderr=stderr, highlight=False)
    if made.width < 1:  # COLUMNS=0, where nobody knows how wide the terminal is
        made.width = WIDTH
    return made


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tablee {__version__}")
        raise typer.Exit


@app.callback()
def _tablee(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Tablée: six small card games, at the terminal and by the million.

    [dim]$[/] tablee play                          choose a game and play it against bots
    [dim]$[/] tablee rules stick-em                read how it goes
    [dim]$[/] tablee simulate stick-em -g 100000   play it a hundred thousand times

    Each command has a --help with more examples.
    """


@app.command("games")
def _games(
    as_json: Annotated[bool, typer.Option("--json", help="Everything the catalogue knows, as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """List the games with their options.

    [dim]$[/] tablee games
    [dim]$[/] tablee games --json --lang fr
    """
    from tablee.cli import shelf

    language = options.language(lang)
    if as_json:
        print(shelf.games_as_json(language))
    else:
        shelf.show_games(console(), language)


@app.command("rules")
def _rules(game: GameSlug, lang: Lang = None) -> None:
    """Show how a game is played.

    Laid out in a terminal, plain Markdown in a pipe or a file.

    [dim]$[/] tablee rules stoick
    [dim]$[/] tablee rules stop-it --lang fr | less
    """
    from tablee.cli import shelf

    shelf.show_rules(console(), game, options.language(lang))


@app.command("play")
def _play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Without one: a menu.", autocompletion=options.slugs, show_default=False),
    ] = None,
    players: Players = None,
    option: Options = None,
    seat: Annotated[int, typer.Option(metavar="N", help="Where you sit, counted from 0.")] = 0,
    bots: Bots = options.BOT,
    seed: Seed = None,
    limit: Limit = LIMIT,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="F", help="Write the game's record into this file.")
    ] = None,
    lang: Lang = None,
    pause: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            min=0,
            max=60,
            help=f"After what a bot does. [dim]Default: {PAUSE}, or 0 in a pipe.[/]",
        ),
    ] = None,
) -> None:
    """Play a game against bots.

    Type the number of your choice, or its words, such as `play blue 7`; `?` shows the rules, `q` leaves.

    [dim]$[/] tablee play
    [dim]$[/] tablee play stick-em --players 4
    [dim]$[/] tablee play sticheln --option mild --option rounds=2
    [dim]$[/] tablee play stoick --bots expert --seed friday --lang fr
    [dim]$[/] tablee play shit --bots expert -o game.json
    """
    from tablee.cli.invite import Invitation, accept
    from tablee.cli.talk import Talk

    screen = console()
    if pause is None:
        pause = PAUSE if screen.is_terminal else 0
    invitation = Invitation(
        game,
        players,
        option or [],
        seat,
        bots,
        options.seed_or_new(seed),
        limit,
        output,
        options.language(lang),
    )
    raise typer.Exit(accept(invitation, Talk(screen, pause)))


@app.command("simulate")
def _simulate(
    game: GameSlug,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", metavar="K", min=1, help="How many games.")] = 10_000,
    seed: Seed = None,
    option: Options = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", metavar="J", min=1, help="Threads. [dim]Default: one a core.[/]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Play many games at random, compiled, and show the scores.

    The same seed gives the same scores, however many threads there are.

    [dim]$[/] tablee simulate stick-em --players 4 --games 1000000
    [dim]$[/] tablee simulate sticheln --option aggravated --seed 7 --json
    """
    import json

    from tablee.cli.report import progress_bar
    from tablee.cli.simulate import show, simulate

    setup = options.set_up(game, players, option)
    seed = options.seed_or_new(seed)
    with progress_bar(console(stderr=True), "playing", games) as step:
        figures = simulate(setup, games, seed, jobs, step)
    if as_json:
        print(json.dumps(figures, indent=2))
    else:
        show(console(), figures)


@app.command("record")
def _record(
    game: GameSlug,
    players: Players = None,
    option: Options = None,
    seed: Seed = None,
    bots: Bots = "random",
    limit: Limit = LIMIT,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="F", help="The file; `-` is the standard output.")
    ] = "-",
) -> None:
    """Let bots play a whole match and write its record.

    [dim]$[/] tablee record hat-trick --players 5 --seed 7 -o match.json
    [dim]$[/] tablee record stick-em --bots expert,casual -o match.json
    [dim]$[/] tablee record shit | tablee replay -
    """
    from tablee.cli import paper
    from tablee.cli.report import check_writable

    setup = options.set_up(game, players, option)
    names = options.fill_seats(bots, setup.players)
    if output != paper.STDIO:
        check_writable(output)
    with bots_aside():
        match, faults = paper.played(setup, names, options.seed_or_new(seed), limit)
    paper.write(output, match.record())
    for fault in faults:
        complain(f"the bot {fault.bot} at seat {fault.seat} {fault.what}; casual played on in its place")


@app.command("replay")
def _replay(
    file: Annotated[str, typer.Argument(metavar="F", help="A record; `-` is the standard input.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check it against the rules.")] = False,
    seat: Annotated[int, typer.Option(metavar="N", help="Whose eyes to see through; -1: a spectator's.")] = -1,
    before: Annotated[
        int | None, typer.Option(metavar="K", min=1, help="Only show the table as it was before the K-th action.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Tell a recorded match step by step, or check it.

    What the seat could not see is not told before it is revealed.
    With --verify the exit status is 1 if the record is not what the rules give.

    [dim]$[/] tablee replay match.json --seat 2
    [dim]$[/] tablee replay match.json --seat 2 --before 40
    [dim]$[/] tablee replay match.json --verify
    """
    from tablee.cli import paper
    from tablee.cli.talk import Talk
    from tablee.match import Match

    written = paper.read(file)
    if before is not None:
        paper.show_table(written, seat, before, options.language(lang), Talk(console()))
        return
    if not verify:
        paper.tell(written, seat, options.language(lang), Talk(console()))
        return
    try:
        match = Match.replay(written)
    except BadRecord as error:
        complain(f"{file}: {error}")
        raise typer.Exit(1) from None
    print(paper.verdict(match))


@app.command("bots")
def _bots(lang: Lang = None) -> None:
    """List the bots and what they are like.

    [dim]$[/] tablee bots --lang fr
    """
    from tablee.cli import shelf

    shelf.show_bots(console(), options.language(lang))


@app.command("arena")
def _arena(
    game: GameSlug,
    bots: Bots = "expert,casual",
    games: Annotated[
        int,
        typer.Option("--games", "-g", metavar="K", min=1, max=1_000_000, help="How many, rounded up to whole deals."),
    ] = 100,
    duplicate: Annotated[
        bool, typer.Option("--duplicate/--single", help="Play each deal with every rotation of the seats.")
    ] = True,
    players: Players = None,
    option: Options = None,
    seed: Seed = None,
    jobs: Jobs = None,
    limit: Limit = LIMIT,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Let bots play many matches and see who wins.

    The last bot named takes all seats left. With the same seed and budgets in passes (`expert@5000`) the same comes
    out, however many processes there are.

    [dim]$[/] tablee arena stick-em --bots expert,casual,casual,casual --games 400
    [dim]$[/] tablee arena hat-trick --bots expert@20ms,casual --players 5 --json
    [dim]$[/] tablee arena shit --bots mybots:First,casual
    """
    import json

    from tablee.arena import Outcome, fixtures, line_up, report, tournament, whole_deals
    from tablee.cli import arena
    from tablee.cli.report import progress_bar

    setup = options.set_up(game, players, option)
    seats = options.fill_seats(bots, setup.players)
    seed = options.seed_or_new(seed)
    matches = len(fixtures(setup.players, games, duplicate))
    played: list[Outcome] = []
    with bots_aside(), progress_bar(console(stderr=True), "playing", matches) as step:
        line_up(setup, seats)

        def keep(outcome: Outcome) -> None:
            played.append(outcome)
            step()

        try:
            outcomes = tournament(setup, seats, games, seed, duplicate=duplicate, jobs=jobs, limit=limit, progress=keep)
        except KeyboardInterrupt:  # what there is by now is not lost
            outcomes = whole_deals(played) if duplicate else played
            if not outcomes:
                raise
    figures = report(setup, seats, outcomes, seed, duplicate)
    if as_json:
        print(json.dumps(figures, indent=2))
    else:
        arena.show(console(), figures)
    if len(outcomes) < matches:
        complain(f"stopped: {len(outcomes)} of {matches} matches count here")
        raise typer.Exit(130)


@app.command("ladder")
def _ladder(
    game: GameSlug,
    bots: Rungs = "random,novice,casual,expert",
    games: Annotated[int, typer.Option("--games", "-g", metavar="K", min=1, max=1_000_000, help="For a rung.")] = 100,
    players: Players = None,
    option: Options = None,
    seed: Seed = None,
    jobs: Jobs = None,
    limit: Limit = LIMIT,
    plot: Annotated[
        str | None, typer.Option(metavar="F", help="Draw the ladder into this file, as SVG or PNG.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Let each bot play at a table of the one below.

    The bots are named from the lowest to the highest.

    [dim]$[/] tablee ladder stoick
    [dim]$[/] tablee ladder stick-em --bots casual,expert@20ms,expert@200ms --games 40 --plot ladder.svg
    """
    import json

    from tablee.arena import fixtures, ladder
    from tablee.cli import arena
    from tablee.cli.report import check_picture, progress_bar

    setup = options.set_up(game, players, option)
    names = options.names_of(bots)
    seed = options.seed_or_new(seed)
    matches = len(fixtures(setup.players, games, duplicate=True)) * (len(names) - 1)
    if plot is not None:
        check_picture(plot)
    with bots_aside(), progress_bar(console(stderr=True), "playing", matches) as step:
        figures = ladder(setup, names, games, seed, jobs=jobs, limit=limit, progress=lambda _: step())
    if plot is not None:
        arena.draw_ladder(plot, figures)
    if as_json:
        print(json.dumps(figures, indent=2))
    else:
        arena.show_ladder(console(), figures)


@app.command("analyse")
def _analyse(
    file: Annotated[str, typer.Argument(metavar="F", help="A record; `-` is the standard input.")],
    seat: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="Whose decisions; give it again for more. [dim]Default: all.[/]"),
    ] = None,
    passes: Annotated[
        int, typer.Option(metavar="K", min=1, max=1_000_000, help="How often each alternative is tried.")
    ] = PASSES,
    plot: Annotated[
        str | None, typer.Option(metavar="F", help="Draw the chances to win into this file, as SVG or PNG.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Every decision as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Go through a recorded match with the coach.

    Every decision is weighed with what the seat knew at that moment, never with what the cards turned out to be.

    [dim]$[/] tablee analyse match.json
    [dim]$[/] tablee analyse match.json --seat 0 --plot chances.svg --lang fr
    """
    import json

    from tablee.cli import coach, paper
    from tablee.cli.report import check_picture

    record = paper.read(file)
    if plot is not None:
        check_picture(plot)
    analysis = coach.analysed(console(stderr=True), record, seat, passes)
    if plot is not None:
        coach.draw(plot, analysis, options.language(lang), seat)
    if as_json:
        print(json.dumps(analysis.as_json(), indent=2))
    else:
        coach.show(console(), analysis, options.language(lang), seat, file)


ServedDatabase = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="TABLEE_DATABASE",
        help="`sqlite:///file` or `postgresql+psycopg://…`. [dim]Default: SQLite in the user's data folder.[/]",
    ),
]
ServedRedis = Annotated[
    str | None,
    typer.Option(metavar="URL", envvar="TABLEE_REDIS", help="Where several processes hear of each other."),
]
Proxy = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ADDRESS",
        envvar="FORWARDED_ALLOW_IPS",
        help="A web server in front of this one, which says who asks; `*`: whoever reaches us. Give it again for "
        "more. One on this machine always may.",
    ),
]
Room = Annotated[
    int, typer.Option(metavar="MB", min=0, envvar="TABLEE_ROOM", help="Free on the disk, or no new tables.")
]
KeepTalk = Annotated[
    float,
    typer.Option(
        metavar="DAYS", min=0, envvar="TABLEE_KEEP_TALK", help="What was said, after a match has ended; 0: for ever."
    ),
]
KeepUnused = Annotated[
    float,
    typer.Option(
        metavar="DAYS", min=0, envvar="TABLEE_KEEP_UNUSED", help="Tables at which no match begins; 0: for ever."
    ),
]
KeepLogs = Annotated[
    float,
    typer.Option(
        metavar="DAYS", min=0, envvar="TABLEE_KEEP_LOGS", help="Of a match more than its record; 0: for ever."
    ),
]
Forget = Annotated[
    float,
    typer.Option(
        metavar="DAYS", min=0, envvar="TABLEE_FORGET", help="A device that nobody used is forgotten; 0: never."
    ),
]
KeepAbandoned = Annotated[
    float,
    typer.Option(
        metavar="DAYS",
        min=0,
        envvar="TABLEE_KEEP_ABANDONED",
        help="Matches in which nobody does anything; 0: for ever.",
    ),
]


@app.command("serve")
def _serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0: everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: any that is free.")] = 8000,
    database: ServedDatabase = None,
    redis: ServedRedis = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Another address that pages may come from. Give it again for more."),
    ] = None,
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            envvar="TABLEE_HOST_NAME",
            help="A name by which browsers find it, such as cards.example.org. Give it again for more.",
        ),
    ] = None,
    crowd: Annotated[
        int, typer.Option(metavar="N", min=1, help="People who may come from one address.")
    ] = Settings.crowd,
    threads: Annotated[int | None, typer.Option(metavar="N", min=1, help="In which bots think.")] = None,
    forget: Forget = Retention.devices,
    proxy: Proxy = None,
    figures: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="TABLEE_FIGURES",
            help="From where Prometheus asks, beside this machine. Give it again for more.",
        ),
    ] = None,
    room: Room = Settings.room,
    wait: Annotated[
        int, typer.Option(metavar="S", min=0, envvar="TABLEE_WAIT", help="For a database that is not there yet.")
    ] = 60,
    keep_talk: KeepTalk = Retention.talk,
    keep_unused: KeepUnused = Retention.unused,
    keep_logs: KeepLogs = Retention.logs,
    keep_abandoned: KeepAbandoned = Retention.abandoned,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser, if there is a desktop.")] = False,
) -> None:
    """Host tables for people and bots.

    Everything is kept in one file of the user's data folder, or in `$TABLEE_DATA`: stop it whenever you like, every
    table is there again when it starts.

    [dim]$[/] tablee serve
    [dim]$[/] tablee serve --host 0.0.0.0 --port 80
    """
    from tablee.cli import serve

    settings = serve.settings_of(
        database,
        redis,
        origins=origin,
        host_names=host_name,
        proxies=proxy,
        figures=figures,
        crowd=crowd,
        threads=threads,
        room=room,
        keep=Retention(keep_talk, keep_unused, keep_logs, keep_abandoned, forget),
    )
    serve.run(console(), settings, host, port, wait, show)


@app.command("doctor")
def _doctor(
    database: ServedDatabase = None,
    redis: ServedRedis = None,
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="Where browsers find it: asked, too, if it runs already.")
    ] = None,
    proxy: Proxy = None,
    room: Room = Settings.room,
) -> None:
    """See whether all is well with what a server needs, and say what to do about what is not.

    The server may run meanwhile. Ends with 1 if anything is bad.

    [dim]$[/] tablee doctor
    [dim]$[/] tablee doctor --url https://cards.example.org
    """
    from tablee.cli import doctor, serve

    settings = serve.settings_of(
        database, redis, make=False, origins=None, host_names=None, proxies=proxy, figures=None, room=room
    )
    if not doctor.run(console(), settings, url):
        raise typer.Exit(1)


admin_app = typer.Typer(
    help="Look after the data of a server.", no_args_is_help=True, rich_markup_mode="rich", add_completion=False
)
app.add_typer(admin_app, name="admin")

Database = Annotated[
    str | None,
    typer.Option(metavar="URL", envvar="TABLEE_DATABASE", help="[dim]Default: SQLite in the user's data folder.[/]"),
]


@admin_app.command("tables")
def _admin_tables(database: Database = None) -> None:
    """List the tables that are not over."""
    from tablee.cli import admin

    admin.show_tables(console(), database)


@admin_app.command("close")
def _admin_close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id or code.")], database: Database = None
) -> None:
    """Close a table. A running server notices within seconds."""
    from tablee.cli import admin

    admin.close_table(console(), table, database)


DASHED = {"ignore_unknown_options": True}  # an id may begin with a dash
PersonId = Annotated[str, typer.Argument(metavar="ID", help="As `tablee admin people` lists it.")]


@admin_app.command("people")
def _admin_people(
    text: Annotated[str, typer.Argument(metavar="[TEXT]", help="Part of a name.")] = "", database: Database = None
) -> None:
    """List people, the last who were here first."""
    from tablee.cli import conduct

    conduct.show_people(console(), text, database)


@admin_app.command("person", context_settings=DASHED)
def _admin_person(person: PersonId, database: Database = None) -> None:
    """Show what is known of somebody: devices, tables, reports, bans."""
    from tablee.cli import conduct

    conduct.show_person(console(), person, database)


@admin_app.command("rename", context_settings=DASHED)
def _admin_rename(
    person: PersonId, name: Annotated[str, typer.Argument(metavar="NAME")], database: Database = None
) -> None:
    """Give somebody another name."""
    from tablee.cli import conduct

    conduct.rename(console(), person, name, database)


@admin_app.command("reports")
def _admin_reports(
    everything: Annotated[bool, typer.Option("--all", help="Also those that are done.")] = False,
    database: Database = None,
) -> None:
    """List what people have reported of others, with what was said there last."""
    from tablee.cli import conduct

    conduct.show_reports(console(), everything, database)


@admin_app.command("report")
def _admin_report(
    number: Annotated[int, typer.Argument(metavar="N")],
    done: Annotated[bool, typer.Option("--done", help="Somebody has looked into it.")] = False,
    database: Database = None,
) -> None:
    """Show one report, or say that it is done."""
    from tablee.cli import conduct

    conduct.show_report(console(), number, done, database)


@admin_app.command("ban", context_settings=DASHED)
def _admin_ban(
    person: PersonId,
    days: Annotated[int, typer.Option(metavar="N", min=1, max=3650, help="For so many days.")],
    why: Annotated[str, typer.Option(metavar="TEXT", help="What the person is told.")],
    database: Database = None,
) -> None:
    """Keep somebody out for some days. A running server notices within seconds."""
    from tablee.cli import conduct

    conduct.start_ban(console(), person, days, why, database)


@admin_app.command("unban", context_settings=DASHED)
def _admin_unban(person: PersonId, database: Database = None) -> None:
    """Let somebody in again."""
    from tablee.cli import conduct

    conduct.end_ban(console(), person, database)


@admin_app.command("bans")
def _admin_bans(database: Database = None) -> None:
    """List who is kept out, until when and why."""
    from tablee.cli import conduct

    conduct.show_bans(console(), database)


@admin_app.command("purge")
def _admin_purge(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    keep_talk: KeepTalk = Retention.talk,
    keep_unused: KeepUnused = Retention.unused,
    keep_logs: KeepLogs = Retention.logs,
    keep_abandoned: KeepAbandoned = Retention.abandoned,
    forget: Forget = Retention.devices,
    database: Database = None,
) -> None:
    """Do away with what is not to be kept any longer, as a server does by itself."""
    from tablee.cli import admin

    admin.purge(console(), database, Retention(keep_talk, keep_unused, keep_logs, keep_abandoned, forget), dry_run)


@admin_app.command("sizes")
def _admin_sizes(database: Database = None) -> None:
    """Say what takes how much room."""
    from tablee.cli import admin

    admin.sizes(console(), database)


@admin_app.command("ratings")
def _admin_ratings(database: Database = None) -> None:
    """Make all ratings anew from the results."""
    from tablee.cli import admin

    admin.ratings(console(), database)


@admin_app.command("backup")
def _admin_backup(
    file: Annotated[str, typer.Argument(metavar="F", help="A new file.")], database: Database = None
) -> None:
    """Copy the database into a file, while the server goes on."""
    from tablee.cli import admin

    admin.backup(console(), file, database)


@admin_app.command("restore")
def _admin_restore(
    file: Annotated[str, typer.Argument(metavar="F", help="What `backup` wrote.")],
    anyway: Annotated[bool, typer.Option("--anyway", help="Even if tables in it cannot be read.")] = False,
    database: Database = None,
) -> None:
    """Put a backup in the place of the database. Stop the server first."""
    from tablee.cli import admin

    admin.restore(console(), file, database, anyway)


@admin_app.command("copy")
def _admin_copy(
    to: Annotated[
        str, typer.Argument(metavar="URL", help="An empty database, such as postgresql+psycopg://user@host/name.")
    ],
    database: Database = None,
) -> None:
    """Copy everything into another database, of either kind, and check what came there. Stop the server first."""
    from tablee.cli import admin

    admin.copy(console(), to, database)


def main() -> None:
    """The program. Characters that the terminal cannot write, or that nobody can read, do not end it; nor does it that
    somebody closed what it reads from or writes to."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            app(prog_name="tablee")
        finally:
            sys.stdout.flush()
    except OSError as error:
        sys.exit(output_failed(error))
