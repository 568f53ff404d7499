"""Developers' tools for the engine: matches, benchmarks and experiments; never shipped."""

import greylox_web.command  # noqa: F401 (before numpy: one thread for arithmetic)
