"""How tests, benchmarks and tools start Chromium, and run scripts in its workers."""

import json

FLAGS = """
    --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync
""".split()
"""Without a sandbox, which containers seldom allow; no request of the browser's own."""

FRESH = [*FLAGS, "--js-flags=--liftoff-only"]
"""For a profile that has not been here before: WebAssembly is compiled once, plainly, and not a
second time so that it runs faster.  A start takes a third less of the processor."""

WORKERS = """{
  const Plain = Blob;
  let left = %s;
  window.Blob = class extends Plain {
    constructor(parts, options) {
      const meant = options?.type.includes("javascript") && left-- > 0;
      super(meant ? [%s, ...parts] : parts, options);
    }
  };
}"""


def in_workers(script: str, *, first: bool = False) -> str:
    """A script for a page that runs another one before its workers' own, or in the first only.

    PyScript makes its workers from a Blob.
    """
    return WORKERS % ("1" if first else "Infinity", json.dumps(script))
