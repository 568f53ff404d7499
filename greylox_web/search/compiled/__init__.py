"""The rules once more, compiled for speed; the tests compare them with ``rules`` at every state.

``build.py`` makes ``rules.wasm`` of ``rules.ts``.  In a browser Pyodide loads it as a library that
works on Python's own memory; elsewhere wasmtime runs the same file, where that is installed.
Without either, and for games that it does not know, the rules themselves do.
"""
