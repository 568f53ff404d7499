"""The engine: one tree search for all games, guided by a network in each game that has one.

What the page needs of it, without numpy:

``levels``    the levels as players choose them, and the seconds of those that have a time
``strengths`` how strong they are, as it was measured
``messages``  questions to the engine's worker and its reports, as JSON
``client``    asks the worker: time limits, restarts

The engine itself, in reading order:

``tree``      what a search knows of a position: visits, values, proofs
``inputs``    the input of a network
``network``   the network itself: its file, the forward pass, and the values and priors of actions
``search``    the search that a network guides
``nets``      the networks at hand, each made ready for a board when it is first needed
``tuning``    how hard each level works, and what was measured of each game
``near``      what a position looks like to somebody who has just learned the rules
``memory``    the tree that is kept from one question to the next
``engine``    all of it put together: how a question is answered, whoever asks
``cores``     other cores of the processor, which evaluate leaves of one search
``service``   answers the page's questions in slices; ``worker`` does so in the web worker

``compiled`` has the rules, ``inputs``, ``network`` and ``search`` again for speed, in one program
that is used wherever WebAssembly runs.  The Python versions are authoritative, and the tests
compare the two.

Without a network: ``playouts`` (random games) and ``mcts`` (the search that they guide).

``solver`` finds exact values, with ``canonical`` (one key for all symmetric positions).
"""
