"""A record as plain Python numbers, for the rules to read and write several times as fast when interpreted.

A NumPy record is made for compiled code: each field that Python reads of it is looked up, boxed and checked. A mirror
holds the same fields under the same names: numbers, and arrays of Python's own numbers. It is a copy: what is done to
it does not show in the record.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Mirror:
    """The fields of a record as attributes, or by name."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__ = fields

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mirror) and plain(self) == plain(other)

    __hash__ = None  # type: ignore[assignment]  # what can change has none


def mirror_of(record: Any) -> Any:
    """The record's mirror."""
    values = zip(record.dtype.names, record.item(), strict=True)
    return Mirror({name: value if value.__class__ is int else value.astype(object) for name, value in values})


def write_back(mirror: Mirror, record: Any) -> None:
    """Make the record what its mirror has become."""
    for name, value in vars(mirror).items():
        record[name] = value


def blank_mirror(dtype: Any) -> Any:
    """The mirror of a record in which everything is 0."""
    numbers, arrays = blank_fields(dtype)
    fields: dict[str, Any] = dict(numbers)
    for name, zeros in arrays:
        fields[name] = zeros.copy()
    return Mirror(fields)


@cache
def blank_fields(dtype: Any) -> tuple[dict[str, int], list[tuple[str, NDArray[Any]]]]:
    shapes = {name: dtype[name].shape for name in dtype.names}
    numbers = {name: 0 for name, shape in shapes.items() if not shape}
    return numbers, [(name, np.zeros(shape, object)) for name, shape in shapes.items() if shape]


def plain(mirror: Mirror) -> dict[str, Any]:
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in vars(mirror).items()}
