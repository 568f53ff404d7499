"""Runs compiled WebAssembly: by Pyodide's ``ctypes`` in a browser, elsewhere by wasmtime."""

import atexit
import ctypes
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakSet

import numpy as np

from ..tree import Array

Function = Callable[..., int]
PAGE = 65536


class Machine(Protocol):
    """An instance of the code with memory that it shares with Python; not thread-safe."""

    gives_back: bool
    """Whether shared memory is freed when nothing refers to it."""

    def room(self, length: int) -> Array:
        """Allocate ``length`` zeroed bytes of shared memory."""
        ...

    def address(self, array: Array) -> int:
        """The address, as the code sees it, of an array in shared memory."""
        ...

    def function(self, name: str, arguments: int) -> Function:
        """An exported function of ``arguments`` integers; a call that traps raises OSError."""
        ...


class Library:
    """The code works on the memory of Python itself (Pyodide)."""

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
    """The code has its own memory, in which the shared arrays are views (wasmtime)."""

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
    """The engine and the compiled module of a file, shared by all instances."""
    import wasmtime

    engine = kept(wasmtime.Engine())
    try:
        return engine, kept(wasmtime.Module(engine, path.read_bytes()))
    except wasmtime.WasmtimeError as error:
        raise OSError(str(error)) from error


OWNED: WeakSet[Any] = WeakSet()


def kept(owned: Any) -> Any:
    """Register an object of wasmtime whose finalizer would fail during interpreter shutdown."""
    OWNED.add(owned)
    return owned


@atexit.register
def leave() -> None:
    """Leave what still exists at exit to the operating system: a thread may be using it."""
    for owned in list(OWNED):
        owned._consume()


def machine(path: Path) -> Machine | None:
    """An instance of the file, or None where it cannot be run."""
    try:
        return Library(path) if sys.platform == "emscripten" else Runtime(path)
    except (ImportError, OSError, AttributeError):
        return None
