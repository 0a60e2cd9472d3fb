"""The settings of a search."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from tablee.catalogue.game import is_whole
from tablee.errors import BadOption


@dataclass(frozen=True)
class Plan:
    """How to search. Which plan plays which game best is in `tablee.search.outlook`, and why in docs/search.md."""

    exploration: float = 0.3  # the constant of UCB1
    bias: float = 0.1  # a head start for what the policy would do, shrinking with its visits
    slips: int = 4  # in playouts: of 64 actions so many are random instead of the policy's
    depth: int = 8  # how deep the tree may grow, in decisions
    others: bool = False  # whether the others' choices are searched too, or follow the policy
    beliefs: bool = True  # whether the others' secret choices are taken for sensible ones
    open_hands: bool = False  # whether nodes are whole worlds, as if all cards were open
    pool: int = 0  # so many worlds, used in turn; 0: a new one each pass
    care: int = 400  # so many decisions of a pass follow the policy, all later ones are random, short of folly
    length: int = 400  # the decisions of a pass at most
    swing: float = 10.0  # of a round: see `tablee.search.stakes`

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            low, high = BOUNDS.get(one.name, (0, 1))
            if one.type is bool and not isinstance(value, bool | np.bool_):
                raise BadOption(f"a plan's {one.name} is True or False; got {value!r}")
            if one.type is int and not is_whole(value):
                raise BadOption(f"a plan's {one.name} is a whole number; got {value!r}")
            if not isinstance(value, int | float | np.bool_) or not low <= value <= high:
                raise BadOption(f"a plan's {one.name} lies from {low:g} to {high:g}; got {value!r}")
        if self.open_hands and not self.pool:
            raise BadOption("with open hands a plan needs a pool of worlds: each of them is a root of its own")

    def as_record(self) -> Any:
        """The same for compiled code: an array of one record."""
        return np.array([tuple(getattr(self, field.name) for field in fields(self))], PLAN)


DEEPEST = 64  # decisions of a tree
BOUNDS = {
    "exploration": (0, 1000),
    "bias": (0, 1000),
    "slips": (0, 64),
    "depth": (1, DEEPEST),
    "pool": (0, 1_000_000),
    "care": (0, 1_000_000),
    "length": (1, 1_000_000),
    "swing": (0.001, 1_000_000),
}

PLAN = np.dtype([(field.name, np.float64 if field.type is float else np.int32) for field in fields(Plan)])
