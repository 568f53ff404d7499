"""Run Python in a worker of a real Chromium, with exactly the files that the page ships.

The page's ``engine.js`` starts Python in the worker, which then runs any program.
"""

import json
import os
from collections.abc import Callable
from inspect import getsource, iscoroutinefunction
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from . import DIST
from .chromium import FLAGS
from .server import serve

WORKER_SCRIPT = """
import { start } from "ENGINE";
onmessage = async ({ data: program }) => {
  try {
    const python = await start("");
    python.globals.set("EVALUATOR", "CORE");
    postMessage([1, await python.runPythonAsync(program)]);
  } catch (error) {
    postMessage([1, null, String(error)]);
  }
};
"""

ASK_SCRIPT = """([script, program]) => new Promise((done, failed) => {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(url, { type: "module" });
    worker.onmessage = ({ data: [number, result, fault] }) =>
      number && (fault ? failed(new Error(fault)) : done(result));
    worker.onerror = (event) => failed(new Error(event.message));
    worker.postMessage(program);
})"""


def call_function(function: Callable[..., object], *arguments: object) -> Any:
    """The result of a self-contained function in the worker, with plain data in and out."""
    wait = "await " if iscoroutinefunction(function) else ""
    words = ", ".join(map(repr, arguments))
    return run_program(
        f"import json\n{getsource(function)}\njson.dumps({wait}{function.__name__}({words}))"
    )


def run_program(program: str) -> object:
    """The value of the last expression of ``program``, which must be JSON text.

    The global ``EVALUATOR`` is the address of the script for further cores.
    """
    program_path = os.environ.get("GREYLOX_CHROMIUM", "chromium")
    with serve(DIST) as base, sync_playwright() as api:

        def address(pattern: str) -> str:
            [path] = DIST.glob(pattern)
            return base + path.relative_to(DIST).as_posix()

        script = WORKER_SCRIPT.replace("ENGINE", address("engine.*.js"))
        script = script.replace("CORE", address("evaluator.*.js"))
        browser = api.chromium.launch(
            executable_path=program_path if Path(program_path).is_file() else None, args=FLAGS
        )
        page = browser.new_page()
        page.set_default_timeout(600_000)
        page.goto(base + "LICENSE.txt")  # a page of the site's origin that runs nothing
        result = page.evaluate(ASK_SCRIPT, [script, program])
        browser.close()
    return json.loads(result)
