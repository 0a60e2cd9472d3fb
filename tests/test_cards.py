import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tablee.cards import number_of, sum_of_numbers


@given(st.integers(0, 2**31 - 1))
def test_the_numbers_of_a_mask_are_added_up(mask: int) -> None:
    """Card by card; of all masks that a field of a state can hold."""
    numbers = sum(number_of(bit) for bit in range(31) if mask >> bit & 1)
    assert sum_of_numbers(mask) == sum_of_numbers(np.int32(mask)) == numbers
