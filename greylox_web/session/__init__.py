"""The table as one immutable value, and how events change it.

``session`` (the table) -> ``event`` (what all events have in common) -> ``update``, which applies
an event.  The events stand beside the functions that carry them out: ``playing`` and ``opening``
(how games come onto the table), ``asking`` (the engine: what it is asked next, and its reports),
``study``, ``takebacks`` and ``friends``.  What goes on beside the game is an ``activity``: a part
of the session that handles events, marks the board, asks the engine and ends by itself;
``session.ACTIVITIES`` has their order.  Those of hints, reviews and exercises are in ``features``.
What more than one feature says of a session is here, too: ``naming``, ``prompt``, ``sentences``,
``opinion``, ``outcome``, ``layers``.
"""
