import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tablee.bits import allow, count, forbid, highest, lowest, nth

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


@given(st.sets(st.integers(0, 95)), st.integers(0, 95))
def test_an_action_goes_into_a_mask_and_out(actions: set[int], action: int) -> None:
    def listed() -> set[int]:
        return {32 * word + bit for word in range(3) for bit in range(32) if int(mask[word]) >> bit & 1}

    mask = np.zeros(3, np.int64)
    for other in actions:
        allow(mask, other)
    assert listed() == actions
    allow(mask, action)
    assert listed() == actions | {action}
    forbid(mask, action)
    forbid(mask, action)
    assert listed() == actions - {action}
