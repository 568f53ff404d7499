"""The board on the page: ``svg`` draws it, ``pointer`` and ``keyboard`` play on it."""
