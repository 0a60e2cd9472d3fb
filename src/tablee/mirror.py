"""A record as plain Python numbers and lists, for the rules to read and write several times as fast when interpreted.

A NumPy record is made for compiled code: each field that Python reads of it is boxed and checked. A mirror holds the
same fields under the same names. It is a copy: what is done to it does not show in the record.
"""

from collections.abc import Callable
from functools import cache
from typing import Any


class Grid(list[Any]):
    """A list that also takes several indices at once, as an array does."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        if place.__class__ is not tuple:
            return list.__getitem__(self, place)
        found: Any = self
        for index in place:
            found = list.__getitem__(found, index)
        return found

    def __setitem__(self, place: Any, value: Any) -> None:
        if place.__class__ is not tuple:
            list.__setitem__(self, place, value)
            return
        line: Any = self
        for index in place[:-1]:
            line = list.__getitem__(line, index)
        list.__setitem__(line, place[-1], value)


class Mirror:
    """The fields of a record as attributes, or by name."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__ = fields

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]


def mirror_of(record: Any) -> Any:
    """The record's mirror."""
    names = record.dtype.names
    return Mirror({name: grid(value) for name in names for value in (record[name].tolist(),)})


def blank_mirror(dtype: Any) -> Any:
    """The mirror of a record in which everything is 0."""
    numbers, grids = blank_fields(dtype)
    fields: dict[str, Any] = dict(numbers)
    for name, make in grids:
        fields[name] = make()
    return Mirror(fields)


@cache
def blank_fields(dtype: Any) -> tuple[dict[str, int], list[tuple[str, Callable[[], Grid]]]]:
    shapes = {name: dtype[name].shape for name in dtype.names}
    numbers = {name: 0 for name, shape in shapes.items() if not shape}
    return numbers, [(name, zeros(shape)) for name, shape in shapes.items() if shape]


def zeros(shape: tuple[int, ...]) -> Callable[[], Grid]:
    """What makes a grid of that shape with 0 everywhere."""
    if len(shape) == 1:
        line = [0] * shape[0]
        return lambda: Grid(line)
    inner = zeros(shape[1:])
    return lambda: Grid([inner() for _ in range(shape[0])])


def grid(value: Any) -> Any:
    if value.__class__ is not list:
        return value
    if value and value[0].__class__ is list:
        return Grid([grid(line) for line in value])
    return Grid(value)
