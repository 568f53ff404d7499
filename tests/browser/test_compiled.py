"""The compiled code in the page's own worker, under its content security policy."""

from __future__ import annotations

import inspect
import json

import pytest
from playwright.sync_api import Page

from tests.engine import comparisons, samples

from .site_server import SiteServer

pytestmark = pytest.mark.true_start

PROGRAM = """
import json
from js import BroadcastChannel

def apart(spec):
    game = read_spec(spec, allow_small=True)
    weights = random_weights(make_encoder(game), channels=32)
    fast, slow = search_both(game, weights, game.start(), 40)
    return [max(network_difference(game, weights, positions(game, 1))), compare_trees(fast, slow)]

try:
    answer = {spec: apart(spec) for spec in ("greylox3", "lox3", "brink4-x3", "byg3")}
    answer["states"] = compare_rules(["greylox3", "lox3", "byg3"], 1)
except Exception as error:
    answer = repr(error)
BroadcastChannel.new("compiled").postMessage(json.dumps(answer))
"""

RUN = """
onmessage = null; // the page waits for its engine meanwhile
start("").then((python) => python.runPython(%s));
"""

LISTEN = """new BroadcastChannel("compiled").onmessage = ({ data }) => {
    globalThis.answer = data;
};"""


def test_it_agrees_with_python(page: Page, private_server: SiteServer):
    [worker] = private_server.site.glob("engine.*.js")
    program = inspect.getsource(samples) + inspect.getsource(comparisons) + PROGRAM
    worker.write_text(worker.read_text() + RUN % json.dumps(program))
    page.add_init_script(LISTEN)
    page.goto(private_server.url)
    page.wait_for_function("() => globalThis.answer")
    answer = json.loads(page.evaluate("answer"))
    assert answer.pop("states") > 30
    assert len(answer) == 4
    assert all(difference < 0.005 and nodes > 20 for difference, nodes in answer.values())
