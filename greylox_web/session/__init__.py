"""The table as one immutable value, and how events change it.

``session`` (the table) -> ``event`` (what all events have in common) -> ``update``, which applies
an event.  The events stand beside the functions that carry them out: ``playing`` and ``opening``
(how games come onto the table), ``asking`` (the engine: what it is asked next, and its reports),
``study``, and what is loaded with its first use: ``takebacks``, ``friends``, ``hinting``,
``reviewing`` and ``exercising``.  What goes on beside the game is an ``activity``: a part of the
session that handles events, asks the engine and ends by itself; ``session.ACTIVITIES`` has their
order.
"""
