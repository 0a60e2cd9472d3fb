"""Bit masks: a set of small numbers in one int.

Used for hands (one mask per colour), for the seats that may act, and for the words of an action mask. All of it on
masks below 2**32, in steps that neither NumPy's int32 nor Python's ints can overflow. The words of an action mask are
int64, with 32 actions each: all that is there of the rest is to put an action in and to take one out.
"""

from typing import Any

import numpy as np

from tablee.rule import rule


@rule
def count(mask: Any) -> Any:
    """How many bits are set."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    mask = mask + (mask >> 8)
    return (mask + (mask >> 16)) & 0x3F


@rule
def lowest(mask: Any) -> Any:
    """The place of the lowest set bit. The mask is not empty: that is not checked."""
    return count((mask & -mask) - 1)


@rule
def highest(mask: Any) -> Any:
    """The place of the highest set bit. The mask is not empty: that is not checked."""
    mask = mask | (mask >> 1)
    mask = mask | (mask >> 2)
    mask = mask | (mask >> 4)
    mask = mask | (mask >> 8)
    mask = mask | (mask >> 16)
    return count(mask) - 1


@rule
def nth(mask: Any, n: Any) -> Any:
    """The place of the n-th set bit, counted from 0 at the low end. There are more than n: that is not checked."""
    for _ in range(n):
        mask = mask & (mask - 1)
    return lowest(mask)


@rule
def allow(mask: Any, action: Any) -> None:
    """Put an action into an action mask."""
    mask[action >> 5] |= np.int64(1) << (action & 31)


@rule
def forbid(mask: Any, action: Any) -> None:
    """Take an action out of an action mask, if it is there."""
    mask[action >> 5] &= ~(np.int64(1) << (action & 31))
