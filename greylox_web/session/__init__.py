"""The session as one immutable value, and how events change it.

``session`` -> ``event`` (the base of all events) -> ``update``, which applies an event.  Events are
defined next to the functions that carry them out: ``playing``, ``load_match`` (opening games),
``requests`` (the engine: its next search, and its reports), ``study``, ``takebacks`` and
``correspondence``.  An ``activity`` is a part of the session besides the game that handles events,
marks the board, sends requests to the engine and ends automatically; ``session.ACTIVITIES`` has
their order.  The activities of hints, reviews and exercises are in ``features``.  Texts about a
session that several features show are here, too: ``naming``, ``prompt``, ``announcement_parts``,
``visible_report``, ``outcome``, ``layers``.
"""
