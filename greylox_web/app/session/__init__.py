"""The table as one immutable value, and how events change it.

In reading order: ``tree`` (a game with its variations) -> ``session`` (the table) -> ``events`` ->
``update``, which dispatches to ``actions``, ``navigation`` and the rooms below.
"""
