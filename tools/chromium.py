"""The flags with which tests, benchmarks and tools start Chromium."""

FLAGS = """
    --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync
""".split()
"""Without a sandbox, which containers seldom allow; no request of the browser's own."""

NO_TIERING_FLAGS = [*FLAGS, "--js-flags=--liftoff-only"]
"""For a profile that has not been here before: WebAssembly is compiled once, plainly, and not a
second time so that it runs faster.  A start takes a third less of the processor."""
