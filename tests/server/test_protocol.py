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
from tablee.server.messages import KEY
from tablee.server.papers import Record, Review
from tablee.server.replays import PAGE
from tablee.server.reviewer import review_of
from tablee.server.sockets import BURST, LARGE, RATE, WATCHED
from tablee.server.standings import RECENT, TOP
from tablee.server.types import files
from tablee.table.requests import LONG, NAME, WORD

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
    page = " ".join((ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").split())
    assert (BURST, RATE, WATCHED, KEY) == (60, 20, 8, 40)
    assert f"at most {LARGE:,} characters" in page
    assert (PAGE, TOP, RECENT) == (50, 50, 20)
    assert f"up to {NAME} characters, words for the deck {WORD}, and what is said {LONG}" in page


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "golden").glob("*.json")), ids=lambda path: path.stem)
def test_records_are_as_the_schemas_say(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    read = msgspec.to_builtins(msgspec.convert({**record, "fairness": None}, Record))
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
