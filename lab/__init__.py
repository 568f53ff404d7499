"""For developers of the engine: matches, benchmarks, experiments.  Never shipped to the page."""
