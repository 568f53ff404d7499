"""The engine for other programs: the commands ``gtp``, ``match`` and ``solve``.

``table`` (a game in progress, and the engine at it) is shared.  Its rooms: ``gtp`` (``words`` and
``private``, what the protocol's commands and ours do -> ``protocol``) and ``match`` (``program``
and ``players`` -> ``games`` -> ``log`` -> ``match``).  ``solve`` is one module.  ``pipes``: what
to do when whoever was on the other side is gone.
"""
