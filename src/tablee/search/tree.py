"""The tree of a search: nodes and edges in one hash table that the caller owns.

A node is what the thinking seat would know at that point: its view, hashed. So whatever the seat could not see there (a
card laid face down, a secret curse, a drawn card) is not in the node either, and choices made at the same time are
made without knowledge of each other. A node's entry counts its visits; an edge's, under the node's key mixed with the
action, sums up what the acting seat got.
"""

import math
from typing import Any

import numpy as np

from tablee.rule import rule

ENTRY = np.dtype([("key", np.uint64), ("visits", np.int32), ("offered", np.int32), ("worth", np.float64)])

# Odd, with about half the bits set: multiplied by one of these, every bit of a number moves those above it.
_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_29 = np.uint64(29)
_32 = np.uint64(32)
_0 = np.uint64(0)
_1 = np.uint64(1)

ROOT = _1  # the key of the node where every pass begins


@rule
def hashed(words: Any, salt: Any) -> Any:
    """A hash of a record, by its words. Two lanes, so that one multiplication need not wait for the other."""
    one = np.uint64(salt) + _MIX
    two = _MIX_2
    for place in range(0, len(words) - 1, 2):
        one = (one ^ words[place]) * _MIX
        two = (two ^ words[place + 1]) * _MIX_2
        one ^= one >> _29
        two ^= two >> _32
    if len(words) % 2 == 1:
        one = (one ^ words[len(words) - 1]) * _MIX
    return (one ^ (two >> _29) ^ (two * _MIX)) | _1  # 0 means: no entry


@rule
def edge_key(node: Any, action: Any) -> Any:
    mixed = (node ^ (np.uint64(action + 1) * _MIX_2)) * _MIX
    return (mixed ^ (mixed >> _29)) | _1


@rule
def entry_of(table: Any, key: Any) -> Any:
    """The place of a key's entry, made if there was none; -1 if the table is full there."""
    last = np.uint64(len(table) - 1)
    place = (key >> _32) & last
    for _ in range(64):
        found = table[place].key
        if found == key:
            return np.int64(place)
        if found == _0:
            table[place].key = key
            return np.int64(place)
        place = (place + _1) & last
    return np.int64(-1)


@rule
def promise(entry: Any, average: Any, explored: Any) -> Any:
    """How much an action asks to be tried next (UCB1). It counts as having been tried once, with average success."""
    visits = entry.visits + 1.0
    return (entry.worth + average) / visits + explored / math.sqrt(visits)


@rule
def credit(table: Any, place: Any, worth: Any) -> None:
    table[place].visits += 1
    table[place].worth += worth


@rule
def world_seed(base: Any, number: Any, rng: Any) -> None:
    """The generator of one world, by its number: the same whatever was played in the worlds before."""
    for word in range(4):
        mixed = base[word] + np.uint64(number + 1) * _MIX
        mixed = (mixed ^ (mixed >> _29)) * _MIX_2
        rng[word] = mixed ^ (mixed >> _32)
