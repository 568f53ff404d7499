"""The table as one immutable value, and how events change it.

``session`` (the table) -> ``events`` -> ``update``, which dispatches to ``playing``, ``opening``
(how games come onto the table) and, for what is loaded later, ``study``, ``friends``, ``hinting``,
``reviewing`` and ``exercising``; ``asking`` decides what the engine is asked next.
"""
