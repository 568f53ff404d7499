"""What is compiled, in the page's own worker, under its content security policy."""

from __future__ import annotations

import inspect
import json

from playwright.sync_api import Page

from tests.search import agreeing, layering

from .hosts import Host

PROGRAM = """
import json
from pathlib import Path
from js import BroadcastChannel
from greylox_web.search.network import kernel
from greylox_web.search.network.layers import convolution, pooling

def difference(name):
    library = kernel.ctypes.CDLL(str(Path(kernel.__file__).with_name(name)))
    return max(
        furthest(convolution, kernel.convolution(library)),
        pools_apart(pooling, kernel.pooling(library)),
    )

try:
    answer = {name: difference(name) for name in kernel.LIBRARIES}
    answer["states"] = agreed(["greylox3", "lox3", "byg3"], 1)
except Exception as error:
    answer = repr(error)
BroadcastChannel.new("kernel").postMessage(json.dumps(answer))
"""

LISTEN = """new BroadcastChannel("kernel").onmessage = ({ data }) => {
    globalThis.answer = data;
};"""


def test_it_agrees_with_python_with_and_without_fused_multiplications(page: Page, own_host: Host):
    [worker] = own_host.site.glob("app/worker.*.py")
    worker.write_text(
        worker.read_text() + inspect.getsource(layering) + inspect.getsource(agreeing) + PROGRAM
    )
    page.add_init_script(LISTEN)
    page.goto(own_host.url)
    page.wait_for_function("() => globalThis.answer")
    differences = json.loads(page.evaluate("answer"))
    assert differences.pop("states") > 30
    assert list(differences) == ["kernel-fused.wasm", "kernel.wasm"]
    assert max(differences.values()) < 1e-4
