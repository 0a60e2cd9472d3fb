"""Whatever is asked of a table: it answers with entries or with a refusal, and a refusal changes nothing."""

from typing import get_args

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import ANN, BEN, EVE, Log, started

from tablee.catalogue import games
from tablee.dice import Dice
from tablee.table import AnyRequest, Refusal, Terms, decide, table_of
from tablee.table.entries import decode, encode

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=300),
    st.lists(st.integers(), max_size=3),
)
ASKS = sorted(kind.__struct_config__.tag for kind in get_args(AnyRequest))
SOME = {
    "seat": st.integers(-2, 8),
    "level": st.sampled_from(["novice", "casual", "expert", "master", "random"]),
    "word": st.text(max_size=80),
    "do": st.sampled_from(
        ["play red 3", "choose red 3", "go", "take 1", "call 1", "drop", "lay shit", "pass", "target 1"]
    ),
    "yes": st.booleans(),
    "on": st.booleans(),
    "seen": st.integers(-5, 10**12),
    "reaction": st.integers(-(10**12), 10**12),
    "phrase": st.sampled_from(["hello", "bye", "none"]),
    "text": st.text(max_size=250),
    "name": st.sampled_from(["Ann", "Ben", ""]),
}
requests = st.builds(
    lambda ask, fields, odd: {"ask": ask, **fields, **odd},
    st.sampled_from(ASKS),
    st.fixed_dictionaries({}, optional=SOME),
    st.dictionaries(st.sampled_from(list(SOME)), ODD, max_size=1),
)
read = msgspec.json.Decoder(AnyRequest).decode


def table_in_play(slug: str, actions: int, seed: int) -> Log:
    log = started(Terms(slug))
    log.play_on(Dice(f"{slug} {seed}"), actions)
    return log


def standing(log: Log) -> object:
    match = log.table.match
    return log.table.version, list(log.table.acts), match and match.state.tobytes()


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([game.slug for game in games()]),
    st.integers(0, 40),
    st.lists(st.tuples(st.sampled_from([ANN, BEN, EVE]), requests), min_size=1, max_size=12),
)
def test_any_request(slug: str, actions: int, asked: list[tuple[object, dict[str, object]]]) -> None:
    log = table_in_play(slug, actions, 1)
    for person, wire in asked:
        try:
            request = read(msgspec.json.encode(wire))
        except (msgspec.MsgspecError, OverflowError):
            continue  # the socket says so: `bad_message`
        before = standing(log)
        try:
            made = decide(log.table, person, request, log.now + 1)  # type: ignore[arg-type]
        except Refusal:
            made = []
        assert standing(log) == before  # to decide changes nothing
        log.add(made)
    again = table_of([decode(encode(entry)) for entry in log.entries])  # and the log is all there is of it
    assert (again.version, again.acts, again.waiting_for) == (log.table.version, log.table.acts, log.table.waiting_for)
