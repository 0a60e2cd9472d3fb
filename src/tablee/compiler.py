"""Compiling rules with Numba, for one CPU core, without holding Python's lock.

Only this module and `tablee.cuda` import Numba, and this one does so only when something is compiled. The result is
kept on disk, in the user's cache folder. Numba itself would notice a change only in the file of the compiled function,
and go on playing old rules after a change in a module that it calls; so the folder's name holds a hash of every source
that the functions reach, and of the versions of Numba and NumPy.
"""

import hashlib
import logging
import math
import os
import pickle
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from tablee import bits
from tablee.rule import RULES

if sys.platform != "win32":
    import fcntl

Function = Callable[..., Any]

log = logging.getLogger("tablee")

# A rule whose bytecode is shorter than this is always inlined: twice the speed for a tolerable time to compile.
SHORT = 400

_registered = 0  # how many of RULES Numba already knows
_lock = threading.RLock()


def cache_folder() -> Path:
    """Where compiled code is kept: $TABLEE_CACHE, or `tablee` in the user's cache folder."""
    if chosen := os.environ.get("TABLEE_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")
    return Path(base) / "tablee"


def reachable(functions: Iterable[Function]) -> set[Function]:
    """The given functions and every rule they can call, directly or not."""
    rules = set(RULES)
    found: set[Function] = set()
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if function in found:
            continue
        found.add(function)
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        named = [function.__globals__.get(name) for name in function.__code__.co_names]
        for module in named:
            if isinstance(module, ModuleType) and module not in (np, math):
                # What is called through a module would not be found here, and old code would go on being used.
                raise TypeError(f"{function.__qualname__}: a rule imports what it calls by name, not {module.__name__}")
        for other in cells + named:
            if callable(other) and getattr(other, "__hash__", None) and (other in rules or other in cells):
                waiting.append(other)
    return found


def fingerprint(functions: Iterable[Function]) -> str:
    """A hash that changes when any source behind the functions does, or a version they are compiled with."""
    import numba

    digest = hashlib.sha256(f"numba {numba.__version__} numpy {np.__version__}".encode())
    package = Path(__file__).parent
    sources = {Path(function.__code__.co_filename) for function in reachable(functions)} | {Path(__file__)}
    # All of a folder of ours, not only the files that hold what is reached: a constant has no file of its own.
    for folder in {source.parent for source in sources} | {package / "rules"}:
        if folder.is_relative_to(package):
            sources |= set(folder.glob("*.py"))
    for path in sorted(sources):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def compiled(function: Function, name: str) -> Function:
    """The function compiled by Numba, at its first call or from the cache. `name` is for the log: a game's slug."""
    import numba

    with _lock:
        _register_rules()
        _name_by_content(function)
        folder = cache_folder() / fingerprint([function]) / name
        # Rules allocate nothing, so nothing needs its references counted (_nrt); they divide by nothing that can be 0.
        dispatcher: Any = numba.njit(nogil=True, error_model="numpy", _nrt=False)(function)
        if _writable(folder):
            # Numba reads the folder's place when caching is switched on, from a setting for the whole process.
            before = numba.config.CACHE_DIR
            numba.config.CACHE_DIR = str(folder)
            try:
                dispatcher.enable_caching()
            finally:
                numba.config.CACHE_DIR = before
    return _announced(dispatcher, f"{name}: {function.__name__}", folder)


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        log.warning("compiled code is not kept: %s", error)
        return False
    return os.access(folder, os.W_OK)


def _announced(dispatcher: Any, title: str, folder: Path) -> Function:
    """The dispatcher, preceded at its first call by a line in the log if there is something to wait for."""
    called = False

    def call(*arguments: Any) -> Any:
        nonlocal called
        if not called:
            with _lock:  # Numba compiles one function at a time anyway
                if not called:
                    if not any(folder.rglob(f"*.{dispatcher.py_func.__qualname__.rpartition('.')[2]}-*.nbi")):
                        log.warning("compiling %s (once, up to half a minute; kept in %s)", title, folder)
                    types = tuple(dispatcher.typeof_pyval(argument) for argument in arguments)
                    with _alone_in(folder), _scalar_code():
                        try:
                            dispatcher.compile(types)
                        except (EOFError, pickle.UnpicklingError, ValueError) as error:
                            log.warning("compiled code in %s is damaged (%s): compiling anew", folder, error)
                            shutil.rmtree(folder, ignore_errors=True)
                            folder.mkdir(parents=True, exist_ok=True)
                            dispatcher.compile(types)
                    called = True
        return dispatcher(*arguments)

    return call


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Only one process at a time compiles into a folder; the others wait, and then find it done.

    Numba numbers the files of a function by an index that it reads beforehand: two processes that compile the same
    function for different records would give their files the same number, and one of them load the other's code.
    """
    # Windows has no such lock: there, let only one process compile.
    if sys.platform == "win32" or not os.access(folder, os.W_OK):
        yield
        return
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _scalar_code() -> Iterator[None]:
    """Keep LLVM from vectorising: our loops go over a handful of seats or colours, and gathering them costs more."""
    import numba

    before = numba.config.LOOP_VECTORIZE, numba.config.SLP_VECTORIZE
    numba.config.LOOP_VECTORIZE, numba.config.SLP_VECTORIZE = 0, 0
    try:
        yield
    finally:
        numba.config.LOOP_VECTORIZE, numba.config.SLP_VECTORIZE = before


def _register_rules() -> None:
    """Tell Numba of every rule defined since the last call: compiled code may call it."""
    global _registered
    from numba.extending import register_jitable

    if _registered == 0:
        _register_bit_instructions()
        _name_records_by_content()
    natives = {bits.count, bits.lowest}
    for function in RULES[_registered:]:
        if function not in natives:
            _name_by_content(function)
            short = len(function.__code__.co_code) < SHORT
            register_jitable(_nrt=False, forceinline=short)(function)
    _registered = len(RULES)


# Numba names compiled code by counting the functions and records that a process has met. What two processes have
# compiled, of two games say, can so bear the same name; and a third process that loads both from the cache would call
# the one for the other. Hence names that say what is in the code.


def _name_by_content(function: Function) -> None:
    """Give a closure a name of its own: those of one factory differ in what they close over, and not in name."""
    if function.__closure__ and "_in_" not in function.__qualname__:
        function.__qualname__ += f"_in_{_identity(function)}"


def _identity(thing: object) -> str:
    """A hash of what a function does, as far as that is not in its source: what it closes over."""
    if not isinstance(thing, FunctionType):
        return f"{thing!r}"
    inside = [_identity(cell.cell_contents) for cell in thing.__closure__ or ()]
    name = thing.__qualname__.partition("_in_")[0]
    return hashlib.sha256(f"{thing.__module__} {name} {inside}".encode()).hexdigest()[:12]


def _name_records_by_content() -> None:
    from numba.core import types

    def content(record: Any) -> tuple[str, tuple[int]]:
        return "Record", (int(hashlib.sha256(str(record).encode()).hexdigest()[:15], 16),)

    types.Record.mangling_args = property(content)  # type: ignore[assignment,method-assign]


def _register_bit_instructions() -> None:
    """Processors count bits in one instruction: use it for the two functions that spell it out in Python."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, overload

    word = ir.IntType(32)

    def narrowed(builder: Any, value: Any) -> Any:
        return builder.trunc(value, word) if value.type.width > 32 else builder.zext(value, word)

    @intrinsic  # type: ignore[untyped-decorator]
    def count_bits(context: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.zext(builder.ctpop(narrowed(builder, values[0])), ir.IntType(64))

        return types.int64(mask), code

    @intrinsic  # type: ignore[untyped-decorator]
    def trailing_zeros(context: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            zeros = builder.cttz(narrowed(builder, values[0]), ir.Constant(ir.IntType(1), 1))
            return builder.zext(zeros, ir.IntType(64))

        return types.int64(mask), code

    @overload(bits.count, strict=False)  # type: ignore[untyped-decorator]
    def _count(mask: Any) -> Any:
        return lambda mask: count_bits(mask)

    @overload(bits.lowest, strict=False)  # type: ignore[untyped-decorator]
    def _lowest(mask: Any) -> Any:
        return lambda mask: trailing_zeros(mask)
