"""Randomness: xoshiro256++, four 64-bit words in an array that the caller owns.

The words are passed into every rule that needs chance and are never part of a state, so a planner that copies a
state cannot see what the deck has in store. Blackman and Vigna, "Scrambled linear pseudorandom number generators",
2021. Seeds are 64 hexadecimal digits: the four words as they stand, the first word first.
"""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.errors import BadSeed
from tablee.rule import rule

_1, _17, _19, _23, _32, _41, _45 = (np.uint64(n) for n in (1, 17, 19, 23, 32, 41, 45))
_LOW63 = np.uint64(2**63 - 1)
_LOW32 = np.uint64(2**32 - 1)
_TOP = np.uint64(2**63)
_2_TO_32 = np.uint64(2**32)


@rule
def _add(a: Any, b: Any) -> Any:
    # 64-bit addition that drops the carry without ever overflowing: NumPy would warn, a compiler would not.
    return ((a & _LOW63) + (b & _LOW63)) ^ ((a ^ b) & _TOP)


@rule
def next64(rng: Any) -> Any:
    """The next 64 random bits, as a uint64."""
    total = _add(rng[0], rng[3])
    result = _add((total << _23) | (total >> _41), rng[0])
    shifted = rng[1] << _17
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = (rng[3] << _45) | (rng[3] >> _19)
    return result


@rule
def below(rng: Any, n: Any) -> Any:
    """A whole number from 0 to n − 1, each exactly as likely (Lemire's method; n at most 2**31)."""
    bound = np.uint64(n)
    product = (next64(rng) >> _32) * bound
    if product & _LOW32 < bound:
        unfair = (_2_TO_32 - bound) % bound
        while product & _LOW32 < unfair:
            product = (next64(rng) >> _32) * bound
    return np.int64(product >> _32)


def words(seed: str) -> NDArray[np.uint64]:
    """The generator's four words for a seed of 64 hexadecimal digits."""
    try:
        # bytes.fromhex forgives spaces, and a seed has one spelling only.
        raw = bytes.fromhex(seed) if len(seed) == 64 and " " not in seed else b""
    except ValueError:
        raw = b""
    if len(raw) != 32 or seed != seed.lower() or not any(raw):
        raise BadSeed(f"a seed is 64 hexadecimal digits in lower case, not all zero; got {seed!r}")
    return np.frombuffer(raw, dtype=">u8").astype(np.uint64)


def seed_from(text: object) -> str:
    """A seed made from anything that prints: `seed_from(7)` is always the same 64 digits."""
    return hashlib.sha256(str(text).encode("utf-8", "surrogatepass")).hexdigest()
