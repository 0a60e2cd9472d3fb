"""People who are to leave others alone: sent away, blocked, reported, banned."""

from typing import Any

import pytest
from client import guest

pytestmark = pytest.mark.xdist_group("server")


def test_who_was_sent_away_for_good_neither_sits_nor_looks_on(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann, ben = await guest(server.address, "Ann"), await guest(server.address, "Ben")
        table = (await ann.open("stick-em", players=3))["table"]
        host, other = await ann.connect(), await ben.connect()
        for socket in (host, other):
            await socket.watch(table)
        await other.ask(table, "sit", seat=1)
        await host.ask(table, "kick", seat=1)
        told = await other.until(lambda message: message["type"] == "refused")
        assert (told["code"], told["table"]) == ("kicked", table)
        assert (await other.ask(table, "sit", seat=1))["code"] == "kicked"
        assert (await other.watch(table))["code"] == "kicked"
        assert (await ben.get(f"/api/tables/{table}")).json()["code"] == "kicked"
        version = (await host.ask(table, "sit", seat=0))["version"]
        assert host.view["kicked"] == ["Ben"]
        await other.send(type="ping", at=1)
        await other.until(lambda message: message["type"] == "pong")
        assert all(message.get("view", {}).get("version", 0) < version for message in other.received)
        assert (await host.ask(table, "admit", name="Ben"))["type"] == "done"
        assert (await other.watch(table))["type"] == "table"
        assert (await other.ask(table, "sit", seat=1))["type"] == "done"

    go(scene())
