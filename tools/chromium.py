"""The flags with which tests, benchmarks and tools start Chromium, and a script for its pages."""

FLAGS = """
    --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync
""".split()
"""No sandbox, which containers seldom allow, and no requests by the browser itself."""

NO_TIERING_FLAGS = [*FLAGS, "--js-flags=--liftoff-only"]
"""For a fresh profile: WebAssembly is compiled once, by the baseline compiler, and not again by
the optimising one.  A start takes a third less processor time."""

HAS_MARK_SCRIPT = "name => performance.getEntriesByName(name).length > 0"
"""Returns whether the page has a performance mark, such as ``engine-ready``."""
