"""Rules, network and search once more, compiled for speed; the tests compare them with Python's.

In reading order: ``memory.ts`` and ``table.ts`` (what lies where), ``playing.ts`` (the rules),
``features.ts`` (what a network is shown), ``net.ts`` (what it says), ``guided.ts`` (the search
that it guides), ``solver.ts`` (exact values), ``uct.ts`` (plain search, an opponent to measure by).
What Python needs of each is in ``game``, ``encoder``, ``net``, ``guided``, ``exact`` and ``uct``;
``machine`` runs the file, ``layout`` says how positions lie in memory.

``build.py`` makes ``rules.wasm`` of ``rules.ts``.  In a browser Pyodide loads it as a library that
works on Python's own memory; elsewhere wasmtime runs the same file, where that is installed.
Without either, and for games that it does not know, the rules themselves do.
"""
