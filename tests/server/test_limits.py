"""How often anybody may ask: what is too often is refused, says when it goes again, and costs nobody else anything."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from inside import House

from tablee.server.settings import ALONE, Settings

CROWD = Settings("", b"").crowd
MORE = 20  # requests than there are drops


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no drop comes to be, however slow the machine is."""
    monkeypatch.setattr("tablee.server.limits.time", SimpleNamespace(monotonic=lambda: 0.0))


def answered(answers: list[httpx.Response]) -> int:
    """How many were; the others were told that it goes later, and when."""
    late = [answer for answer in answers if answer.status_code == 429]
    assert all(answer.json()["code"] == "too_many" and int(answer.headers["retry-after"]) >= 1 for answer in late)
    return len(answers) - len(late)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/api/me", {"name": "Ann"}),
        ("POST", "/api/me/recovery", None),
        ("DELETE", "/api/me/recovery", None),
        ("DELETE", "/api/me/devices", None),
        ("DELETE", "/api/me/devices/nobody", None),
        ("DELETE", "/api/me/blocks/nobody", None),
        ("POST", "/api/tables", {"game": "shit"}),
    ],
)
def test_a_person_changes_so_much_and_no_more(inside: Any, method: str, path: str, body: Any) -> None:
    async def scene(house: House) -> None:
        ann, ben = await house.visitor("10.0.0.1"), await house.visitor("10.0.0.1")

        async def ask(who: Any) -> httpx.Response:
            return await house.call(method, path, "10.0.0.1", who.token, body)

        assert answered([await ask(ann) for _ in range(ALONE + MORE)]) == ALONE
        assert (await ask(ben)).status_code != 429, "each has their own"

    inside(scene)


def test_an_address_changes_so_much_and_no_more(inside: Any) -> None:
    async def scene(house: House) -> None:
        people = [await house.visitor("10.0.0.1") for _ in range(4)]

        async def rename(who: Any, address: str) -> httpx.Response:
            return await house.call("PATCH", "/api/me", address, who.token, {"name": "Ann"})

        answers = [await rename(who, "10.0.0.1") for _ in range(ALONE // 2) for who in people]
        assert answered(answers) == CROWD
        assert (await rename(people[0], "10.0.0.2")).status_code == 200

    inside(scene)


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/none", "/api/people/nobody/standing"])
def test_an_address_looks_up_so_much_and_no_more(inside: Any, path: str) -> None:
    async def scene(house: House) -> None:
        answers = [await house.call("GET", path, "10.0.0.1") for _ in range(CROWD + MORE)]
        assert answered(answers) == CROWD
        assert (await house.call("GET", path, "10.0.0.2")).status_code != 429

    inside(scene)


@pytest.mark.parametrize("what", ["advice", "review"])
def test_questions_to_the_coach_about_tables_that_are_not_there(inside: Any, what: str) -> None:
    async def scene(house: House) -> None:
        people = [await house.visitor("10.0.0.1") for _ in range(5)]
        path = f"/api/tables/none/{what}?seat=0"
        own = [await people[0].get(path) for _ in range(30 + MORE)]
        assert answered(own) == 30
        others = [await who.get(path) for _ in range(30) for who in people[1:]]
        assert answered([*own, *others]) == CROWD

    inside(scene)


def test_who_asks_the_coach_at_their_own_table_takes_nothing_from_their_address(inside: Any) -> None:
    async def scene(house: House) -> None:
        ann = await house.visitor("10.0.0.1")
        room = await ann.with_bots("novice")
        while house.service.lookups.take("10.0.0.1"):
            pass
        asked = Counter([(await ann.get(f"/api/tables/{room.table.id}/review?seat=0")).json()["code"] for _ in "ab"])
        assert asked == {"not_over": 2}

    inside(scene)


def test_the_smallest_crowd_has_room_for_somebody_alone() -> None:
    assert Settings("", b"", crowd=1).requests == ALONE
