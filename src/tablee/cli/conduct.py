"""`tablee admin`, about people: who they are, what was reported of them, and who may not come in for a while."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sql
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tablee.cli.admin import CannotDo, Result, with_store
from tablee.server.clock import DAY, now
from tablee.server.conduct import NOTE, Report, all_reports, ban, unban
from tablee.server.people import check_name
from tablee.server.store import bans, people, reports, tables, tokens, visits
from tablee.table.writing import is_seen, plain

MOST = 200  # lines of a list
ELSEWHERE = "Servers that run notice within seconds."


def show_people(out: Console, text: str, database: str | None) -> None:
    """Those whose name or id has the text in it, the last who were here first."""
    wanted = sql.select(people.c.id, people.c.name, people.c.joined, people.c.seen)
    if text:
        like = people.c.name.icontains(text, autoescape=True) | (people.c.id == text)
        wanted = wanted.where(like)
    wanted = wanted.order_by(people.c.seen.desc(), people.c.joined.desc()).limit(MOST)
    table = Table("id", "name", "joined", "last seen", box=None)
    for id, name, joined, seen in _read(database, lambda connection: connection.execute(wanted).all()):  # noqa: A001
        table.add_row(*map(Text, (id, plain(name), day(joined), day(seen))))
    show(out, table)


def show_person(out: Console, person: str, database: str | None) -> None:
    """All there is to be known of somebody."""

    def work(connection: sql.Connection) -> tuple[Any, ...]:
        return _person(connection, person), _known(connection, person)

    (name, joined, seen), (devices, keeps, banned, said, visited) = _read(database, work)
    lines = [
        ("name", plain(name)),
        ("joined", day(joined)),
        ("last seen", day(seen)),
        ("devices", ", ".join(device or "unknown" for device in devices) or "none"),
        ("recovery code", "yes" if keeps else "no"),
        *(("was at", f"{id} ({code}), {game}, {phase}, {day(at)}") for id, code, game, phase, at in visited),  # noqa: A001
        *(("ban", f"{day(made)} to {moment(until)}: {why}") for made, until, why in banned),
        *(("reported", line(report)) for report in said),
    ]
    table = Table(box=None, show_header=False)
    for what, is_so in lines:
        table.add_row(what, Text(is_so))
    show(out, table)


def rename(out: Console, person: str, name: str, database: str | None) -> None:
    """Give somebody another name, from the next table on at which they sit down."""
    tidy = check_name(name)

    def work(connection: sql.Connection) -> str:
        before = str(_person(connection, person)[0])
        connection.execute(sql.update(people).where(people.c.id == person).values(name=tidy))
        return before

    show(out, f"{plain(_write(database, work))} is called {tidy} now, wherever they sit down from now on.")


def show_reports(out: Console, everything: bool, database: str | None) -> None:
    """What people have reported that nobody has looked into yet, or all of it."""
    found = _read(database, lambda connection: all_reports(connection, everything, MOST))
    for report in found:
        show(out, f"{report.number}  {line(report)}{'  (done)' if report.done else ''}")
        show(out, f"    by {report.person}, of {report.whom}; table {report.table_id}, version {report.version}")
        for said in json.loads(report.talk):
            show(out, f"    {plain(said['name'])}: {said.get('text') or said.get('phrase')}")
    if not found:
        show(out, "There are no reports." if everything else "There are no open reports.")


def show_report(out: Console, number: int, done: bool, database: str | None) -> None:
    """One report; `done`: somebody has looked into it."""

    def work(connection: sql.Connection) -> Report:
        found = connection.execute(sql.select(reports).where(reports.c.number == number)).first()
        if found is None:
            raise CannotDo(f"there is no report {number}; `tablee admin reports --all` lists them")
        if done:
            connection.execute(sql.update(reports).where(reports.c.number == number).values(done=True))
        return Report(*found)

    report = _write(database, work)
    show(out, f"{report.number}  {line(report)}{'  (done)' if done or report.done else ''}")


def start_ban(out: Console, person: str, days: int, why: str, database: str | None) -> None:
    """Keep somebody out for so many days. They are told why."""
    reason, until = plain(why), now() + days * DAY
    if not is_seen(reason) or len(why) > NOTE:
        raise CannotDo(f"--why tells the person why, in 1 to {NOTE} characters")

    def work(connection: sql.Connection) -> str:
        name = str(_person(connection, person)[0])
        ban(connection, person, until, reason)
        return name

    show(out, f"{plain(_write(database, work))} is banned until {moment(until)}. {ELSEWHERE}")


def end_ban(out: Console, person: str, database: str | None) -> None:
    def work(connection: sql.Connection) -> str:
        name = str(_person(connection, person)[0])
        if not unban(connection, person):
            raise CannotDo(f"{person} is not banned; `tablee admin bans` lists who is")
        return name

    show(out, f"{plain(_write(database, work))} may come in again. {ELSEWHERE}")


def show_bans(out: Console, database: str | None) -> None:
    """Who is kept out, those who come back first at the top."""
    wanted = sql.select(people.c.id, people.c.name, bans.c.until, bans.c.why).join(bans, bans.c.person == people.c.id)
    wanted = wanted.where(bans.c.until > now()).order_by(bans.c.until)
    table = Table("id", "name", "until", "why", box=None)
    for id, name, until, why in _read(database, lambda connection: connection.execute(wanted).all()):  # noqa: A001
        table.add_row(*map(Text, (id, plain(name), moment(until), why)))
    show(out, table)


def show(out: Console, what: object) -> None:
    """As it is: what people write is no markup."""
    out.print(what, markup=False, emoji=False, highlight=False, soft_wrap=True)


def line(report: Report) -> str:
    words = f": {report.text}" if report.text else ""
    return f"{moment(report.made)}  {plain(report.name)}, {report.reason}{words}"


def day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")


def moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _person(connection: sql.Connection, person: str) -> Any:
    wanted = sql.select(people.c.name, people.c.joined, people.c.seen).where(people.c.id == person)
    found = connection.execute(wanted).first()
    if found is None:
        raise CannotDo(f"nobody has the id {person!r}; `tablee admin people` lists them")
    return found


def _known(connection: sql.Connection, person: str) -> tuple[Any, ...]:
    theirs = connection.execute(sql.select(tokens.c.device, tokens.c.recovers).where(tokens.c.person == person)).all()
    banned = sql.select(bans.c.made, bans.c.until, bans.c.why).where(bans.c.person == person).order_by(bans.c.number)
    said = sql.select(reports).where(reports.c.whom == person).order_by(reports.c.number)
    visited = (
        sql.select(tables.c.id, tables.c.code, tables.c.game, tables.c.phase, tables.c.changed)
        .join(visits, visits.c.table_id == tables.c.id)
        .where(visits.c.person == person)
        .order_by(tables.c.changed.desc())
        .limit(20)
    )
    return (
        [device for device, recovers in theirs if not recovers],
        any(recovers for _, recovers in theirs),
        connection.execute(banned).all(),
        [Report(*row) for row in connection.execute(said)],
        connection.execute(visited).all(),
    )


def _read(database: str | None, work: Callable[[sql.Connection], Result]) -> Result:
    return asyncio.run(with_store(database, lambda store: store.read(work)))


def _write(database: str | None, work: Callable[[sql.Connection], Result]) -> Result:
    return asyncio.run(with_store(database, lambda store: store.write(work)))
