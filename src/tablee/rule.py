"""The marker that says: this function is a rule.

A rule is a plain Python function on a state record. `@rule` leaves it exactly that, and only notes it, so that
`tablee.compiler` can hand the same function to Numba (for a CPU core) or to numba-cuda (for a GPU) when something
asks for speed. Importing this module loads neither.

What a rule may do, so that the three speeds agree: read and write int32 fields of records, call other rules, use
whole-number arithmetic, `if`, `while` and `for … in range(…)`. It allocates nothing, keeps no state of its own and
draws randomness only from the `rng` it is given.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Every rule defined so far, in order of definition."""


def rule(function: Function) -> Function:
    """Note that `function` is a rule; give it back unchanged."""
    RULES.append(function)
    return function
