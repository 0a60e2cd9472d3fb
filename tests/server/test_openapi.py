"""The server against its own OpenAPI page: whatever is sent, it answers as the page says."""

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any

import client
import httpx
import pytest
import schemathesis
from client import PATIENCE, guest
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

PAGE = Path(__file__).parents[2] / "docs" / "protocol" / "openapi.json"
pytestmark = pytest.mark.xdist_group("server")

page = schemathesis.openapi.from_dict(json.loads(PAGE.read_text(encoding="utf-8")))
# A name, a recovery code or the options of a game can be wrong in ways that no schema says; and who is sent away
# without a token is looked at below.
page.config.checks.update(excluded_check_names=["positive_data_acceptance", "ignored_auth"])


@pytest.fixture(scope="module")
def names(server: Any) -> dict[str, str]:
    """What there is, to be put into a path: a table, at which a match is over, and whoever played it."""

    async def scene() -> dict[str, str]:
        ann = await guest(server.address, "Ann")
        terms = {"players": 2, "pace": "instant", "timer": "none", "options": {"target": 20}}
        opened = await ann.open("shit", **terms)
        socket = await ann.connect()
        await socket.watch(opened["table"])
        for seat in (0, 1):
            await socket.ask(opened["table"], "sit", seat=seat)
        await socket.ask(opened["table"], "start")
        while socket.view["phase"] != "over":
            ready = next(sight for sight in socket.view["sights"] if sight["choices"])
            await socket.ask(opened["table"], "act", seat=ready["seat"], do=ready["choices"][0]["do"])
        while client.OPEN:
            await client.OPEN.pop().close()
        person = (await ann.get("/api/me")).json()["person"]
        device = (await ann.get("/api/me/devices")).json()[0]["device"]
        return {"table": opened["table"], "code": opened["code"], "game": "shit", "person": person, "device": device}

    return asyncio.run(scene())


OPERATIONS = [found.ok() for found in page.get_all_operations()]


# Each operation is a test of its own name: where several have the same, only one of them is run by several processes.
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_what_the_page_says(operation: Any, server: Any, names: dict[str, str]) -> None:
    url = f"http://{server.address}"

    def newcomer() -> dict[str, str]:  # one operation makes a token worthless; and nobody changes more than so much
        token = httpx.post(f"{url}/api/people", json={"name": "Ann"}, timeout=PATIENCE).json()["token"]
        return {"authorization": f"Bearer {token}"}

    people = itertools.cycle([newcomer() for _ in range(4)])
    guarded = operation.definition.raw.get("security")

    @given(case=operation.as_strategy())
    @settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def holds(case: Any) -> None:
        headers = next(people)
        case.call_and_validate(base_url=url, headers=headers)
        if case.path_parameters:
            case.path_parameters = {name: names[name] for name in case.path_parameters}
        if guarded:  # who is nobody learns nothing else: neither what is there nor what would be right
            answer = case.call(base_url=url, headers={"authorization": "Bearer nobody", "cookie": ""})
            assert answer.status_code in (401, 408, 413, 422), answer.text
        if case.path_parameters:
            checks = [
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_schema_conformance,
            ]
            case.validate_response(case.call(base_url=url, headers=headers), checks=checks)

    holds()


@pytest.mark.parametrize("path", sorted(json.loads(PAGE.read_text(encoding="utf-8"))["paths"]))
def test_other_methods(path: str, server: Any, names: dict[str, str]) -> None:
    there = {operation.method.upper() for operation in OPERATIONS if operation.path == path}
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - there:
        answer = httpx.request(method, f"http://{server.address}{path.format(**names)}", timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (405, "no_path"), (method, answer.text)
