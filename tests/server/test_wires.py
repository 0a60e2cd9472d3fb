"""What a server gives and takes on the wire, whatever is asked: how much, how fast, and what every answer says."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from client import PATIENCE, guest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from process import Server
from tablee.server.hosts import BadHostName, Hosts, check_host_name
from tablee.server.settings import check_origin

pytestmark = pytest.mark.xdist_group("wires")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for a crowd of one, behind a web server on the same machine."""
    with Server(tmp_path_factory.mktemp("small"), "--crowd", "1") as running:
        yield running
    assert "Traceback" not in running.said()


def test_who_is_refused_for_now_is_told_for_how_long(small: Any) -> None:
    with httpx.Client(base_url=f"http://{small.address}") as http:
        for _ in range(4):
            answer = http.post("/api/people", json={"name": "Ann"})
    assert answer.status_code == 429
    assert 600 <= int(answer.headers["retry-after"]) <= 1200  # three an hour


def test_what_depends_on_who_asks_is_kept_by_nobody(small: Any) -> None:
    with httpx.Client(base_url=f"http://{small.address}") as http:
        for path in ("/api/me", "/api/tables", "/api/nothing", "/metrics"):
            assert http.get(path).headers["cache-control"] == "no-store"


def test_over_tls_a_browser_is_told_to_come_by_no_other_way(small: Any) -> None:
    with httpx.Client(base_url=f"http://{small.address}") as http:
        assert "strict-transport-security" not in http.get("/api/games").headers
        behind = http.get("/api/games", headers={"x-forwarded-proto": "https"})
        assert behind.headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil", "a.com."]
)
def test_a_foreign_name_in_host_is_not_answered(small: Any, name: str) -> None:
    with httpx.Client(base_url=f"http://{small.address}", headers={"host": name}) as http:
        for path in ("/", "/api/games", "/healthz", "/metrics"):
            answer = http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (421, "not_here")
        assert "--host-name" in answer.json()["why"]
        shake = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
        answer = http.get("/api/socket", headers={**shake, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="})
        assert answer.status_code == 421


@pytest.mark.parametrize(
    "name",
    [
        "192.168.1.7:8000",
        "127.0.0.1",
        "localhost:8000",
        "[::1]:8000",
        "[fe80::1]",
        "tablee",
        "club.local:80",
        "pi.local.",
    ],
)
def test_addresses_and_names_of_a_home_need_not_be_named(small: Any, name: str) -> None:
    assert httpx.get(f"http://{small.address}/api/games", headers={"host": name}).status_code == 200


def test_names_that_were_named() -> None:
    hosts = Hosts([check_host_name("Cards.Example.org")], [check_origin("https://other.example:8443")])
    assert "cards.example.org:443" in hosts
    assert "other.example" in hosts
    assert "example.org" not in hosts
    assert "evil.example" in Hosts(["*"])
    with pytest.raises(BadHostName, match=r"cards\.example\.org"):
        check_host_name("https://cards.example.org")


def test_sockets_are_opened_no_faster_than_somebody_would(small: Any) -> None:
    headers = {"x-forwarded-for": "203.0.113.9"}  # by way of a web server: it is one address of many
    with connect(f"ws://{small.address}/api/socket", additional_headers=headers):
        pass
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://{small.address}/api/socket", additional_headers=headers)
    answer = refused.value.response
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 10


@pytest.mark.parametrize(
    "sent", [b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n", b"a" * 70_000]
)
def test_what_is_no_request_is_a_line_in_the_log(small: Any, sent: bytes) -> None:
    before = len(small.said().splitlines())
    with socket.create_connection(small.address.split(":"), timeout=PATIENCE) as wire:
        wire.sendall(sent)
        with contextlib.suppress(ConnectionError):
            assert b" 400 " in wire.recv(1000)
    lines = [json.loads(line) for line in small.said().splitlines()[before:]]
    assert len(lines) <= 1
    assert all("error" not in line for line in lines)


def test_with_no_file_left_those_who_play_go_on(tmp_path: Path, go: Any) -> None:
    """A server that may open few files, and somebody who takes all the connections there are."""

    async def is_let_in(server: Server) -> bool:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            try:
                return (await http.get(f"http://{server.address}/healthz")).status_code == 200
            except httpx.TransportError:  # refused before it was asked
                return False

    def knock(server: Server, address: str) -> socket.socket:
        host, port = server.address.split(":")
        return socket.create_connection((host, int(port)), timeout=PATIENCE, source_address=(address, 0))

    async def scene(server: Server) -> None:
        ann = await guest(server.address, "Ann")
        table = (await ann.open("stick-em", players=3, timer="none", pace="instant"))["table"]
        seat = await ann.connect()
        await seat.watch(table)
        await seat.ask(table, "sit", seat=0)
        wires = [knock(server, "127.0.0.2") for _ in range(100)]
        assert (await ann.get("/healthz")).status_code == 200  # one address has not taken all
        wires += [knock(server, f"127.0.0.{last}") for last in (3, 4) for _ in range(100)]
        assert not await is_let_in(server)
        for other in (1, 2):
            assert (await seat.ask(table, "bot", seat=other, level="novice"))["type"] == "done"
        assert (await seat.ask(table, "start"))["type"] == "done"
        while seat.view["phase"] == "playing":
            if choices := seat.view["sights"][0]["choices"]:
                assert (await seat.ask(table, "act", seat=0, do=choices[0]["do"]))["type"] == "done"
            else:
                await seat.next()
        for wire in wires:
            wire.close()
        async with asyncio.timeout(PATIENCE):
            while not await is_let_in(server):
                await asyncio.sleep(0.1)

    with Server(tmp_path, files=160) as server:
        go(scene(server))
        told = [line for line in map(json.loads, server.said().splitlines()) if line["what"].startswith("refused ")]
        assert 1 <= len(told) <= 4  # for as many reasons, not for every connection
