"""The training of the networks by self-play.

``selfplay`` plays games and ``source`` runs many at once; ``data`` converts them to targets and
``replay`` stores these; ``model`` is the network in PyTorch, ``run`` its training, and ``__main__``
the loop.  ``boards`` chooses the boards and options.  ``gatekeeper`` compares a new network with
the current one, ``export`` installs it, and ``rotate`` trains all games in turn.
"""
