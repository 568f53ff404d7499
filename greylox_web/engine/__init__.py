"""The engine: one tree search for all games, guided by a network in each game that has one.

Without a network, random games guide it: plain search.

The parts that the page uses, without numpy:

``levels``           the levels that players choose, and the seconds of timed levels
``strengths``        their measured strengths
``proof_limits``     the limits of a proof
``version``          the version on which games with a seed depend
``messages``         requests to the engine's worker and its reports, as JSON
``client``           sends requests to the worker: time limits, restarts

The engine itself, in reading order:

``tree``             the statistics of a node: visits, values, proofs
``inputs``           the input of a network
``network``          a network: its file, the forward pass, the values and priors of actions
``playouts``         random games
``rollouts``         random games that share in the value of a position
``search``           the search, guided by a network or by playouts
``network_registry`` the installed networks, each prepared for a board at its first use
``tuning``           the effort of each level, and the measured settings of each game
``heuristic``        how a beginner judges a position
``tree_reuse``       keeps the search tree from one request to the next
``timed_task``       a task that runs in slices of time
``engine``           answers a request with all of the above
``forecast``         plays games on, to see who holds each cell at their end
``proof``            proves that exactly one turn keeps the result
``evaluator_pool``   evaluates the leaves of one search on other cores
``service``          answers the page's requests in slices; ``worker`` runs it in the web worker

``compiled`` has the rules, ``inputs``, ``network``, ``rollouts`` and ``search`` again for speed, in
one program that is used wherever WebAssembly runs.  The Python versions are authoritative, and the
tests compare the two.  Plain search is in Python only; its playouts are compiled.

``solver`` finds exact values, with ``canonical`` (one key for all symmetric positions).
"""
