"""Who may send what: our own page, and whatever is no browser."""

from typing import Any

import httpx
import pytest
from client import guest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

pytestmark = pytest.mark.xdist_group("server")
ELSEWHERE = ["https://evil.example", "null", "", "x://{}", "http://{}.evil.example", "http://evil.example/http://{}"]


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_another_page_cannot_sign_its_visitors_in(server: Any, origin: str) -> None:
    with httpx.Client(base_url=f"http://{server.address}") as http:
        headers = {"origin": origin.format(server.address)}
        for method, path, body in [
            ("POST", "/api/people", {"name": "Mallory"}),
            ("POST", "/api/recover", {"code": "AAAAA"}),
            ("POST", "/api/me/recovery", None),
            ("DELETE", "/api/me/tokens", None),
        ]:
            answer = http.request(method, path, json=body, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_welcome")
            assert "set-cookie" not in answer.headers


def test_our_own_page_and_what_is_no_browser(server: Any) -> None:
    with httpx.Client(base_url=f"http://{server.address}") as http:
        for headers in ({}, {"origin": f"http://{server.address}"}, {"origin": f"https://{server.address}"}):
            assert http.post("/api/people", json={"name": "Ann"}, headers=headers).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"])
def test_a_body_is_json_and_says_so(server: Any, kind: str) -> None:
    with httpx.Client(base_url=f"http://{server.address}") as http:
        answer = http.post("/api/people", content=b'{"name": "Ann"}', headers={"content-type": kind})
        assert answer.status_code == 415
        named = {"content-type": "Application/JSON; charset=utf-8"}
        assert http.post("/api/people", content=b'{"name": "Ann"}', headers=named).status_code == 201


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_another_page_has_no_socket(server: Any, go: Any, origin: str) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        headers = {**ann.headers, "origin": origin.format(server.address)}
        with pytest.raises(InvalidStatus):
            await connect(f"ws://{server.address}/api/socket", additional_headers=headers)

    go(scene())


def test_a_word_that_is_the_same_is_done_and_not_written(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        table = (await ann.open("stick-em", players=3))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        await socket.ask(table, "sit", seat=0)
        first = await socket.ask(table, "word", seat=0, word="trout")
        again = await socket.ask(table, "word", seat=0, word="trout")
        assert (again["type"], again["version"]) == ("done", first["version"])

    go(scene())
