"""Your mistakes: costly turns of reviewed games, which come back as positions to try.

``model`` makes facts of them and says which are due; ``judge`` judges the tries.
"""
