"""Rules, network and search once more, in AssemblyScript; the tests compare them with Python's.

The folder ``kernel`` in reading order: ``memory.ts`` (the layout of what Python passes),
``position.ts`` (positions, their records and Zobrist keys), ``play.ts`` with ``sight.ts`` and
``groups.ts`` (the rules), ``features.ts`` (the input of the network), ``net.ts`` (the network),
``arena.ts`` and ``puct.ts`` (the search that it guides), ``leaf_batch.ts`` (leaves for other
cores), ``forecast.ts`` (games that the network plays on), ``solver.ts`` (exact values) and
``fill_solver.ts`` (those of Brink and Multiplicity, and how their random games end).  The Python
side of each is here: ``rules``, ``network``, ``search``, ``leaf_batch`` and ``solver``, or in
``engine/forecast.py``.  ``wasm`` runs the file, and ``layout`` describes how positions are stored
in memory.  ``uct.ts`` is plain search, an opponent to measure against: ``command/match/native.py``.

``build.py`` compiles ``rules.ts`` to ``rules.wasm``, and ``uct.ts`` to ``uct.wasm``.  In a browser
Pyodide loads ``rules.wasm`` as a library that works on Python's own memory; elsewhere wasmtime runs
the same file, if it is installed.  Without either, and for games that it does not know, the Python
code is used.
"""
