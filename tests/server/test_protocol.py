"""The protocol as it is written down: generated types up to date, and the example bot plays."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from client import guest

from tablee import Match, game
from tablee.coach import analyse
from tablee.server import company, conduct, hall, protocols, replays, reviews
from tablee.server.gate import Gate
from tablee.server.messages import KEY
from tablee.server.papers import MatchRecord, Review
from tablee.server.replays import PAGE
from tablee.server.reviewer import review_of
from tablee.server.settings import ALONE, Settings
from tablee.server.sockets import (
    BACKS,
    BANNED,
    BURST,
    LARGE,
    NOT_A_GUEST,
    RATE,
    TALK,
    TOO_MANY,
    TRY_LATER,
    WATCHED,
)
from tablee.server.standings import RECENT, TOP
from tablee.server.types import files
from tablee.table import referee
from tablee.table.requests import LONG, NAME, WORD
from tablee.table.table import KEYS

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.xdist_group("server")


@pytest.mark.parametrize("name", files())
def test_generated_types_are_up_to_date(name: str) -> None:
    kept = (ROOT / "docs" / "protocol" / name).read_text(encoding="utf-8")
    assert kept == files()[name], "run `python -m tablee.server.types`"


def test_every_reference_in_the_schemas_exists() -> None:
    for name, where in (("messages.json", "#/$defs/"), ("openapi.json", "#/components/schemas/")):
        text = files()[name]
        document = json.loads(text)
        defined = document["$defs"] if name == "messages.json" else document["components"]["schemas"]
        used = {part.split('"')[0] for part in text.split(f'"$ref": "{where}')[1:]}
        assert used
        assert used <= set(defined)


def test_the_limits_that_the_page_names() -> None:
    """Each row of its tables, made of the numbers that the program has."""
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    ours = Settings("", b"")
    crowd, gate = ours.crowd, Gate(1 << 16, ours.connections, ours.proxies)
    rows = [
        f"| messages over sockets | {BURST} | {RATE} a second |",
        f"| things said, people muted | {TALK} | {TALK} in 10 s |",
        f"| take-backs asked for | {BACKS} | {BACKS} a minute |",
        f"| reports | {conduct.REPORTS} | {conduct.REPORTS} a day |",
        f"| new tables | {ours.tables} | {ours.tables} an hour |",
        f"| new names, and tries at a recovery code | {ours.guests} | {ours.guests} an hour |",
        f"whether a review is ready | {company.QUESTIONS} | {60 * company.ASKING:g} a minute | person | 429 |",
        f"| whatever changes anything by HTTP | {ALONE} | {ALONE} a minute | person | 429 |",
        f"| the same, by all who come from there | {ours.requests} | {ours.requests} a minute | address | 429 |",
        f"there are never fewer than {ALONE}",
        f"| codes of tables looked up | {ours.requests} | {ours.requests} a minute |",
        f"the lobby | {ours.requests} | {ours.requests} a minute |",
        f"| sockets opened | {crowd} | {crowd // 10} a second |",
        f"| connections opened | {gate.each} | {gate.each // 10} a second |",
        f"| moves of the bots at its tables | {crowd} | {crowd} a second |",
        f"| tables that are looked at | {WATCHED} |",
        f"| sockets | {ours.sockets} |",
        f"| connections | {ours.connections} |",
        f"| public tables that wait for players | {ours.public} |",
        f"| things that happen before a match begins | {referee.BEFORE} | table, and {referee.BEFORE} more",
        f"| requests that are known again | {KEYS} |",
        f"| people blocked | {conduct.BLOCKED} | person | 409 `full_list` |",
        f"| who waits for advice | {company.ASKED} | thread in which bots think; {crowd // 4} an address, "
        f"{company.TABLES} a person |",
        f"after {company.PATIENCE:g} s, too",
        f"| searches of bots that wait | {company.SEARCHES} | thread in which bots think; "
        f"{company.OF_ONE} an address | they",
        f"| reviews | {reviews.WAITING} | server; {reviews.OF_ADDRESS} an address, {reviews.EACH} a person |",
        f"| pages of replays that wait | {replays.WAITING} | server; {replays.OF_ADDRESS} an address |",
        f"| tables that wait to be brought in | {hall.WAITING} | server; {hall.OF_ADDRESS} an address |",
        f"and the body of a request, in bytes | {LARGE:,} |",
        f"| the id of a request | {KEY} |",
        f"| a name | {NAME} |",
        f"| a word for the deck | {WORD} |",
        f"what is added to a report | {LONG} |",
        f"| 1008 | more than {protocols.CONTROLS} pings and pongs",
        f"in more than {protocols.FRAGMENTS} frames |",
        f"a frame of more than {protocols.MESSAGE // 1024} KiB |",
        *(f"| {code} | " for code in (TRY_LATER, NOT_A_GUEST, BANNED, TOO_MANY)),
    ]
    assert [row for row in rows if row not in page] == []
    assert LONG == conduct.NOTE
    assert (PAGE, TOP, RECENT) == (50, 50, 20)


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "golden").glob("*.json")), ids=lambda path: path.stem)
def test_records_are_as_the_schemas_say(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    read = msgspec.to_builtins(msgspec.convert({**record, "fairness": None}, MatchRecord))
    assert [result["kind"] for result in read["results"]] == [result["kind"] for result in record["results"]]


def test_a_review_is_as_the_schemas_say() -> None:
    match = Match(game("shit", 2, target=20), seed=1)
    while not match.over:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    review = review_of(analyse(match.record(), [0], passes=20))
    assert msgspec.json.decode(msgspec.json.encode(review), type=Review).seats[0].decisions == len(review["decisions"])


def test_the_example_bot_plays_a_match(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        opened = await ann.open("shit", players=2, pace="instant", timer="none", options={"target": 20})
        table = opened["table"]
        socket = await ann.connect()
        await socket.watch(table)
        await socket.ask(table, "sit", seat=0)
        command = [sys.executable, str(ROOT / "examples" / "socket_bot.py"), server.address, opened["code"]]
        bot = await asyncio.to_thread(subprocess.Popen, command, stderr=subprocess.PIPE, text=True)
        while not socket.view["chairs"][1]["name"]:
            await socket.next()
        await socket.ask(table, "start")
        while socket.view["phase"] != "over":
            choices = [choice for sight in socket.view["sights"] for choice in sight["choices"]]
            if choices:
                await socket.ask(table, "act", seat=0, do=choices[-1]["do"])
            else:
                await socket.next()
        errors = (await asyncio.to_thread(bot.communicate, timeout=120))[1]
        assert bot.returncode == 0, errors

    go(scene())
