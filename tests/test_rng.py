import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import errors, rng

MASK = 2**64 - 1


def rotl(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) & MASK


def reference(state: list[int]) -> int:
    """xoshiro256++ as published, on Python's ints."""
    result = (rotl((state[0] + state[3]) & MASK, 23) + state[0]) & MASK
    t = state[1] << 17 & MASK
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= t
    state[3] = rotl(state[3], 45)
    return result


@given(st.lists(st.integers(0, MASK), min_size=4, max_size=4))
def test_it_is_xoshiro256_plus_plus(start: list[int]) -> None:
    words, state = np.array(start, np.uint64), list(start)
    for _ in range(5):
        assert int(rng.next64(words)) == reference(state)
    assert words.tolist() == state


def test_the_first_published_value() -> None:
    # The reference implementation, seeded with 1, 2, 3, 4, begins with 41943041.
    assert int(rng.next64(np.array([1, 2, 3, 4], np.uint64))) == 41943041


def test_below_is_even() -> None:
    words = rng.words(rng.seed_from("even"))
    counts = np.bincount([int(rng.below(words, 6)) for _ in range(12_000)], minlength=6)
    assert len(counts) == 6
    assert ((counts - 2000) ** 2 / 2000).sum() < 20.5  # chi square, 5 degrees of freedom, 0.1 %


def test_below_rejects_what_would_be_uneven() -> None:
    """The 32 bits drawn first would favour some numbers: such a draw is thrown away and another one made."""
    n = 3 * 2**29  # 2**32 is 2 n + 2**30: low parts below 2**30 are unfair
    words = rng.words(rng.seed_from("unfair"))
    for _ in range(200):
        state = words.tolist()
        draws = 1
        while (product := (reference(state) >> 32) * n) & (2**32 - 1) < (2**32 - n) % n:
            draws += 1
        assert int(rng.below(words, n)) == product >> 32
        assert words.tolist() == state


def test_seeds() -> None:
    seed = "0000000000000001" + "0" * 15 + "2" + "0" * 16 + "ffffffffffffffff"
    assert rng.words(seed).tolist() == [1, 2, 0, MASK]
    assert rng.seed_from(7) == rng.seed_from("7") != rng.seed_from(8)


@pytest.mark.parametrize("seed", ["", "0" * 64, "A" * 64, "x" * 64, "1" * 63, " " + "1" * 63, "1" * 62 + "\n1"])
def test_bad_seeds(seed: str) -> None:
    with pytest.raises(errors.BadSeed, match="64 hexadecimal digits"):
        rng.words(seed)
