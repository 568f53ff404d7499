"""What runs a compiled file here: Pyodide's ``ctypes`` in a browser, elsewhere wasmtime."""

import atexit
import ctypes
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakSet

import numpy as np

from ..tree.node import Array

Function = Callable[..., int]
PAGE = 65536


class Machine(Protocol):
    """One copy of the code with memory that it shares with Python; not for two threads."""

    gives_back: bool
    """Whether memory that nobody refers to is used again."""

    def room(self, length: int) -> Array:
        """So many bytes of shared memory, all zero."""
        ...

    def address(self, array: Array) -> int:
        """Where the code finds an array that lies in shared memory."""
        ...

    def function(self, name: str, arguments: int) -> Function:
        """A function of the code, which takes so many whole numbers."""
        ...


class Library:
    """The code works where Python's own arrays lie."""

    gives_back = True

    def __init__(self, path: Path) -> None:
        self.code = ctypes.CDLL(str(path))

    def room(self, length: int) -> Array:
        return np.zeros(length, dtype=np.uint8)

    def address(self, array: Array) -> int:
        return int(array.ctypes.data)

    def function(self, name: str, arguments: int) -> Function:
        function: Function = self.code[name]
        return function


class Runtime:
    """The code has a memory of its own, in which the arrays lie."""

    gives_back = False

    def __init__(self, path: Path) -> None:
        import wasmtime

        engine, module = translated(path)
        self.store = kept(wasmtime.Store(engine))
        limits = wasmtime.Limits(1, None)
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(limits))
        self.exports = wasmtime.Instance(self.store, module, [self.memory]).exports(self.store)
        self.start = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        self.used = 0

    def room(self, length: int) -> Array:
        place = self.used + -self.used % 16
        self.used = place + length
        if (missing := self.used - self.memory.data_len(self.store)) > 0:
            self.memory.grow(self.store, -(-missing // PAGE))
        if ctypes.addressof(self.memory.data_ptr(self.store).contents) != self.start:
            raise OSError("the memory moved")
        octets = (ctypes.c_uint8 * length).from_address(self.start + place)
        return np.ctypeslib.as_array(octets)

    def address(self, array: Array) -> int:
        return int(array.ctypes.data) - self.start

    def function(self, name: str, arguments: int) -> Function:
        from wasmtime import _bindings as bindings

        function: Any = self.exports[name]
        words = (ctypes.c_int32 * (4 * max(arguments, 1)))()  # each number has 16 bytes
        trap = ctypes.POINTER(bindings.wasm_trap_t)()
        raw = ctypes.cast(words, ctypes.POINTER(bindings.wasmtime_val_raw_t))
        run = bindings.wasmtime_func_call_unchecked
        fixed = (
            self.store._context(),
            ctypes.byref(function._func),
            raw,
            max(arguments, 1),
            ctypes.byref(trap),
        )

        def call(*numbers: int) -> int:
            words[0 : 4 * arguments : 4] = list(numbers)
            error = run(*fixed)
            if error or trap:
                if error:
                    bindings.wasmtime_error_delete(error)
                if trap:  # or the next call would seem to fail, too
                    bindings.wasm_trap_delete(trap)
                    ctypes.memset(ctypes.byref(trap), 0, ctypes.sizeof(trap))
                raise OSError(f"{name} failed")
            return words[0]

        return call


@cache
def translated(path: Path) -> tuple[Any, Any]:
    """The file in the machine's own code, for any number of copies."""
    import wasmtime

    engine = kept(wasmtime.Engine())
    try:
        return engine, kept(wasmtime.Module(engine, path.read_bytes()))
    except wasmtime.WasmtimeError as error:
        raise OSError(str(error)) from error


OWNED: WeakSet[Any] = WeakSet()


def kept(owned: Any) -> Any:
    """Something of wasmtime's, which would fail to free itself once Python is half gone."""
    OWNED.add(owned)
    return owned


@atexit.register
def leave() -> None:
    """Let the system free what is still there at the end: a thread may be using it."""
    for owned in list(OWNED):
        owned._consume()


def machine(path: Path) -> Machine | None:
    """What runs the file here, or None."""
    try:
        return Library(path) if sys.platform == "emscripten" else Runtime(path)
    except (ImportError, OSError, AttributeError):
        return None
