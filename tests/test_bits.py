from hypothesis import given
from hypothesis import strategies as st

from tablee.bits import count, highest, lowest, nth

masks = st.integers(1, 2**32 - 1)


@given(st.integers(0, 2**32 - 1))
def test_count(mask: int) -> None:
    assert count(mask) == mask.bit_count()


@given(masks)
def test_lowest_and_highest(mask: int) -> None:
    assert highest(mask) == mask.bit_length() - 1
    assert lowest(mask) == (mask & -mask).bit_length() - 1


@given(masks)
def test_nth_lists_the_set_bits_in_order(mask: int) -> None:
    assert [nth(mask, n) for n in range(count(mask))] == [bit for bit in range(32) if mask >> bit & 1]
