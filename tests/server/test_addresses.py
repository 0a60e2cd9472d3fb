"""Where a server says that its page is, and that it is there."""

import socket
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from process import Server
from tablee.cli import serve

pytestmark = pytest.mark.xdist_group("server")


def test_a_server_that_listens_everywhere_says_where_others_find_it(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "0.0.0.0") as server:
        assert server.process.stdout is not None
        own = serve.own_addresses(socket.AF_INET)
        printed = [server.process.stdout.readline().strip() for _ in own]
        assert printed == [f"http://{address}:{server.port}" for address in own]
        for address in (server.address, *(page.removeprefix("http://") for page in printed)):
            guest = httpx.post(f"http://{address}/api/people", json={"name": "Ann"}).json()
            headers = {"authorization": f"Bearer {guest['token']}"}
            with connect(f"ws://{address}/api/socket", additional_headers=headers, origin=Origin(f"http://{address}")):
                pass  # a page from there is welcome


def test_the_addresses_of_a_server() -> None:
    assert serve.addresses("192.0.2.7") == ["192.0.2.7"]
    assert serve.addresses("0.0.0.0")[0] == "127.0.0.1"
    assert serve.addresses("::")[0] == "::1"
    assert serve.page_at("::1", 80) == "http://[::1]:80"
