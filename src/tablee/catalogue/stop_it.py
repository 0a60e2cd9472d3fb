"""Stop it! in the catalogue."""

from typing import Any

from tablee.catalogue.game import Game, Json, Option, Paper, RealTime
from tablee.catalogue.words import seats_of
from tablee.rules import stop_it
from tablee.rules.stop_it_hand import COLOURS, FIRST_STOP, GROUPS, KINDS, NO_CARD, SPECIAL

NAMES = stop_it.COLOUR_NAMES


def is_filing(action: int) -> bool:
    """Filing or re-sorting: where a card goes among the groups of a hand is its owner's business."""
    return stop_it.FILE <= action < stop_it.FILE_STOP or action >= stop_it.MOVE


def is_call(action: int) -> bool:
    return stop_it.CALL_PILE <= action < stop_it.PICK


def _reaches_for(action: int) -> int | None:
    """A pile; stops called from hands reach for the same thing, to be the first."""
    if stop_it.TAKE_PILE <= action < stop_it.CALL_PILE:
        return action - stop_it.TAKE_PILE
    if stop_it.CALL_PILE <= action < stop_it.CALL_HAND:
        return action - stop_it.CALL_PILE
    return stop_it.PILES if is_call(action) else None


def _overdue(s: Any, seat: int) -> int | None:
    """Who has not filed their card some time after a call lets it fall (SI-6), and so where all piles are gone; who
    has not called by then, where nobody has to, lets their stops be (SI-18)."""
    if s.phase in (stop_it.GRACE, stop_it.LAST) and s.holding[seat] != NO_CARD:
        return stop_it.DROP
    may_call = s.phase == stop_it.LAST and s.end_when_empty and stop_it.undecided(s) >> seat & 1
    return stop_it.PASS if may_call else None


def is_told(v: Any, seat: int, me: int) -> bool:
    """Whether `me` is shown how many cards of each kind a seat holds: without aids only while hands are (SI-16)."""
    return seat == me or not v.unaided or bool(v.open_hands)


def stop_name(stop: int) -> str:
    return "special" if stop == SPECIAL else NAMES[stop]


def kind_name(kind: int) -> str:
    if kind < FIRST_STOP:
        return NAMES[kind - 1]
    return "special" if kind == FIRST_STOP + SPECIAL else f"stop {NAMES[kind - FIRST_STOP]}"


def _action_names(players: int) -> dict[int, str]:
    names = {
        stop_it.GO: "go",
        stop_it.DROP: "drop",
        stop_it.FILE_STOP: "file stop",
        stop_it.CALL_NOTHING: "call",
        stop_it.PASS: "pass",
    }
    for pile in range(stop_it.PILES):
        names[stop_it.TAKE_PILE + pile] = f"take {pile + 1}"
        names[stop_it.CALL_PILE + pile] = f"call {pile + 1}"
    for stop in range(SPECIAL + 1):
        names[stop_it.CALL_HAND + stop] = f"call {stop_name(stop)}"
    for kind in range(1, KINDS):
        names[stop_it.PICK + kind - 1] = f"pick {kind_name(kind)}"
    for place in range(GROUPS):
        names[stop_it.FILE + place] = f"file {place + 1}"
        names[stop_it.FILE_NEW + place] = f"file new {place + 1}"
        for colour in range(COLOURS):
            base = stop_it.MOVE + 64 * place + stop_it.MOVES_TO * colour
            names[base + stop_it.NEW] = f"move {NAMES[colour]} {place + 1} new"
            for to in range(GROUPS):
                if to != place:
                    names[base + to] = f"move {NAMES[colour]} {place + 1} {to + 1}"
    return names


def _deal(s: Any) -> Json:
    return {
        "round": 0,
        "opener": int(s.first),
        "hands": [[] for _ in range(s.players)],
        "aside": [],
        "piles": [[kind_name(int(kind)) for kind in pile[::-1]] for pile in s.pile],
    }


def _results(before: Any, s: Any) -> list[Json]:
    if s.calls == before.calls:
        return [
            {"kind": "alarm", "seat": seat} for seat in range(s.players) if s.total[seat] > before.total[seat]
        ]  # (SI-19)
    return [
        {
            "kind": "stop",
            "stop": stop_name(int(s.last_stop)),
            "caller": int(s.caller),
            "counted": [int(cards) for cards in s.last_counted[: s.players]],
            "fewest": seats_of(s.last_fewest),
            "unsorted": seats_of(s.last_unsorted),
            "dropped": seats_of(s.last_dropped),
        }
    ]


def _hand(s: Any, seat: int) -> list[str]:
    """One entry a group, such as `red ×3` or, badly filed, `red ×2, blue ×1`; then the stops."""
    groups = [
        ", ".join(f"{NAMES[colour]} ×{count}" for colour, count in enumerate(group) if count)
        for group in s.group[seat][: s.groups[seat]]
    ]
    stops = [kind_name(FIRST_STOP + stop) for stop in range(SPECIAL + 1) for _ in range(s.stops[seat, stop])]
    return groups + stops


STOP_IT = Game(
    slug="stop-it",
    title="Stop it!",
    authors="Alan R. Moon, Aaron Weissblum",
    players=range(2, 7),
    usual=4,
    minutes="15",
    age=8,
    options=(
        Option("points", 1, 200, 15, length=True),
        Option("unaided"),
        Option("fall_costs"),
        Option("end_when_empty"),
        Option("false_alarm"),
        Option("first", 0, None),
    ),
    rules=stop_it,
    real_time=RealTime(
        starts=lambda action: action == stop_it.GO,
        interrupts=is_call,
        reaches_for=_reaches_for,
        places=stop_it.PILES + 1,
        overdue=_overdue,
    ),
    colours=stop_it.COLOUR_NAMES,
    paper=Paper(
        action_names=_action_names,
        deals=lambda s: 1,
        deal=_deal,
        results=_results,
        hand=_hand,
        is_public=lambda before, action: not is_filing(action),  # how a hand is sorted is its owner's secret
    ),
)
