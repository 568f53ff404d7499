"""The engine: one tree search for all games, guided by a network in each game that has one.

In reading order:

``tree.node``          what a search knows of a position: visits, values, proofs
``network.features``   the input of a network (built with ``geometry`` and ``components``)
``network.network``    the network itself: its file, and the forward pass
``network.evaluator``  from a network's output to the values and priors of actions
``tree.puct``          the search that a network guides
``network.nets``       the networks at hand, each made ready for a board when it is first needed
``levels``             how hard each level works; ``tuning`` has what was measured of each game
``memory``             the tree that is kept from one question to the next
``engine``             all of it put together: how a question is answered, whoever asks
``cores``              other cores of the processor, which evaluate leaves of one search

``compiled`` has the rules, ``features``, ``network`` (as ``net``) and ``puct`` (as ``guided``)
again for speed, in one program that is used wherever WebAssembly runs.  The Python versions are
authoritative, and the tests compare the two.

Without a network: ``tree.playouts`` (random games) and ``tree.mcts`` (the search that they guide).

``exact`` finds exact values: ``solver``, with ``canonical`` (one key for all symmetric positions),
``move_ordering`` (what to try first) and ``retrograde`` (tables of all positions of a small board).
"""
