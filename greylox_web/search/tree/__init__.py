"""The tree searches: ``mcts`` by playouts, ``puct`` guided by a network; ``node`` is shared."""
