"""For developers of the engine: matches, benchmarks, experiments.  Never shipped to the page."""

import greylox_web.command  # noqa: F401 (before numpy: one thread for arithmetic)
