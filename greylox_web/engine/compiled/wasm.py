"""Instances of compiled WebAssembly: Pyodide's ``ctypes`` in a browser, elsewhere wasmtime."""

import atexit
import ctypes
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Protocol
from weakref import WeakSet

import numpy as np

from ..tree import Array

Function = Callable[..., int]
PAGE = 65536


class WasmInstance(Protocol):
    """An instance of the code with memory that it shares with Python; not thread-safe."""

    frees_memory: bool
    """Whether shared memory is freed when nothing refers to it."""

    def allocate(self, length: int) -> Array:
        """Allocate ``length`` zeroed bytes of shared memory."""
        ...

    def address(self, array: Array) -> int:
        """Return the address, as the code sees it, of an array in shared memory."""
        ...

    def function(self, name: str) -> Function:
        """Return an exported function of integers; a call that traps raises OSError."""
        ...


class PyodideInstance:
    """An instance that works on the memory of Python itself (Pyodide)."""

    frees_memory = True

    def __init__(self, path: Path) -> None:
        self.code = ctypes.CDLL(str(path))

    def allocate(self, length: int) -> Array:
        return np.zeros(length, dtype=np.uint8)

    def address(self, array: Array) -> int:
        return int(array.ctypes.data)

    def function(self, name: str) -> Function:
        function: Function = self.code[name]
        return function


class WasmtimeInstance:
    """An instance with its own memory; the shared arrays are views of it (wasmtime)."""

    frees_memory = False
    instances: ClassVar[WeakSet["WasmtimeInstance"]] = WeakSet()

    def __init__(self, path: Path) -> None:
        import wasmtime

        self.engine, module = compile_module(path)
        self.store = wasmtime.Store(self.engine)
        limits = wasmtime.Limits(1, None)
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(limits))
        self.exports = wasmtime.Instance(self.store, module, [self.memory]).exports(self.store)
        self.start = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        self.used = 0
        self.is_running = False
        self.instances.add(self)

    def allocate(self, length: int) -> Array:
        offset = self.used + -self.used % 16
        self.used = offset + length
        if (missing := self.used - self.memory.data_len(self.store)) > 0:
            self.memory.grow(self.store, -(-missing // PAGE))
        if ctypes.addressof(self.memory.data_ptr(self.store).contents) != self.start:
            raise OSError("the memory moved")
        octets = (ctypes.c_uint8 * length).from_address(self.start + offset)
        return np.ctypeslib.as_array(octets)

    def address(self, array: Array) -> int:
        return int(array.ctypes.data) - self.start

    def function(self, name: str) -> Function:
        from wasmtime import Trap, WasmtimeError

        function: Any = self.exports[name]

        def call(*numbers: int) -> int:
            self.is_running = True
            try:
                return function(self.store, *numbers) or 0  # None if the function has no result
            except (Trap, WasmtimeError) as error:
                raise OSError(f"{name} failed: {error}") from error
            finally:
                self.is_running = False

        return call


@cache
def compile_module(path: Path) -> tuple[Any, Any]:
    """Return the engine and the compiled module of a file, shared by all instances."""
    import wasmtime

    code = path.read_bytes()
    engine = wasmtime.Engine()
    try:
        return engine, wasmtime.Module(engine, code)
    except wasmtime.WasmtimeError as error:
        engine.close()
        raise OSError(str(error)) from error


@atexit.register
def close_all() -> None:
    """Close wasmtime's objects, because their finalizers fail at interpreter shutdown.

    Instances that a daemon thread is running are left to the operating system.
    """
    for runtime in list(WasmtimeInstance.instances):
        if not runtime.is_running:
            runtime.store.close()
            runtime.engine.close()  # other stores refer to the engine, too
    compile_module.cache_clear()


def load_instance(path: Path) -> WasmInstance | None:
    """Return an instance of the file, or None if it cannot run."""
    try:
        return PyodideInstance(path) if sys.platform == "emscripten" else WasmtimeInstance(path)
    except (ImportError, OSError, AttributeError):
        return None
