"""The rule to look up, where what just happened may surprise somebody who is new to a game.

Read from the public results and from the views of who looks on, so that nothing more can be learnt from it. The rules
are named as in docs/games.
"""

from collections.abc import Callable, Sequence
from typing import Any

from tablee.catalogue.game import Json
from tablee.rules import stop_it
from tablee.rules.common import OVER
from tablee.rules.stoick_cards import FACE_NAMES, FACES, JOKER


def ruling_on(slug: str, before: Any, action: int | None, after: Any, results: Sequence[Json]) -> str | None:
    """The rule's name; None: nothing out of the ordinary. `action`: None, if it is a secret."""
    ruling = RULINGS.get(slug)  # anybody's own game has none
    return ruling and ruling(before, action, after, {result["kind"]: result for result in results})


Results = dict[str, Json]
Ruling = Callable[[Any, int | None, Any, Results], str | None]


REVERSE = "ST-12"  # the lowest trump takes the trick


def _cursed(other_colours: str, zeros: str, only_zeros: str, zeros_to_leader: str) -> Ruling:
    """By the names of the rules on cards of other colours than the led one, on zeros, and on nothing but zeros."""

    def ruling(before: Any, action: int | None, after: Any, results: Results) -> str | None:
        if "trick" not in results:
            return None
        trick = results["trick"]
        cards = [(colour, int(number)) for colour, number in (card.split() for card in trick["cards"])]
        if all(number == 0 for _, number in cards):
            return only_zeros if trick["winner"] is None else zeros_to_leader
        led = cards[0][0]
        won_by = cards[(trick["winner"] - trick["leader"]) % len(cards)]
        if won_by[0] == led:
            return zeros if any(colour != led for colour, _ in cards) else None
        if all(number < won_by[1] for colour, number in cards if (colour, number) != won_by):
            return None
        return REVERSE if after.reverse else other_colours

    return ruling


def _hat_trick(before: Any, action: int | None, after: Any, results: Results) -> str | None:
    if "trick" not in results or "round" in results:
        return None
    return None if int(after.leader) in results["trick"]["winners"].values() else "HT-6"


def _shit(before: Any, action: int | None, after: Any, results: Results) -> str | None:
    if "turn" in results and results["turn"]["winner"] is None:
        return "SH-11" if after.phase == OVER else "SH-5"
    return "SH-8" if after.shuffles > before.shuffles else None


def _stoick(before: Any, action: int | None, after: Any, results: Results) -> str | None:
    won = results.get("game")
    if after.out & ~before.out or (won is not None and not won["family"]):  # who is last wins: the next game has begun
        return "SK-13"
    is_draw = action is not None and 1 <= action < JOKER and FACE_NAMES[(action - 1) % FACES] == "draw"
    if is_draw and before.drew:
        return "SK-5"
    turned = after.game_no == before.game_no and after.discards_size < before.discards_size
    return "SK-9" if turned else None


def _stop_it(before: Any, action: int | None, after: Any, results: Results) -> str | None:
    if "alarm" in results:
        return "SI-19"
    if "stop" not in results:
        last = "SI-18" if after.end_when_empty else "SI-14"
        return last if after.phase == stop_it.LAST != before.phase else None
    stop = results["stop"]
    if any(before.fallen >> seat & 1 and not any(before.dropped[seat]) for seat in stop["dropped"]):
        return "SI-17"
    if stop["unsorted"] or stop["dropped"]:
        return "SI-10"
    if stop["stop"] == "special":
        return "SI-8"
    return "SI-7" if len(stop["fewest"]) > 1 else None


RULINGS: dict[str, Ruling] = {
    "stick-em": _cursed("SE-7", "SE-8", "SE-10", "SE-15"),
    "sticheln": _cursed("ST-6", "ST-7", "ST-7", "ST-7"),
    "hat-trick": _hat_trick,
    "shit": _shit,
    "stoick": _stoick,
    "stop-it": _stop_it,
}

# All that a ruling can name.
NAMED = (
    "SE-7",
    "SE-8",
    "SE-10",
    "SE-15",
    "ST-6",
    "ST-7",
    "ST-12",
    "HT-6",
    "SH-5",
    "SH-8",
    "SH-11",
    "SK-5",
    "SK-9",
    "SK-13",
    "SI-7",
    "SI-8",
    "SI-10",
    "SI-14",
    "SI-17",
    "SI-18",
    "SI-19",
)
