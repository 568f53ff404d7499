"""Rules, network and search once more, in AssemblyScript; the tests compare them with Python's.

The folder ``kernel`` in reading order: ``memory.ts`` and ``position.ts`` (the layout of memory),
``play.ts`` (the rules, with ``opening.ts``, ``sight.ts``, ``groups.ts`` and ``byg.ts``),
``features.ts`` (the input of the network), ``net.ts`` (the network), ``arena.ts`` and ``puct.ts``
(the search that it guides), ``leaf_batch.ts`` (leaves for other cores), ``solver.ts`` and
``transposition.ts`` (exact values), ``fill_solver.ts`` (those of Brink and Multiplicity, and how
their random games end), ``uct.ts`` (plain search, an opponent to measure against).  The Python side
of each is here: ``rules``, ``network``, ``search``, ``leaf_batch``, ``solver`` and ``uct``;
``wasm`` runs the file, and ``layout`` describes how positions are stored in memory.

``build.py`` compiles ``rules.ts`` to ``rules.wasm``, and ``uct.ts`` to ``uct.wasm``.  In a browser
Pyodide loads ``rules.wasm`` as a library that works on Python's own memory; elsewhere wasmtime runs
the same file, if it is installed.  Without either, and for games that it does not know, the Python
code is used.
"""
