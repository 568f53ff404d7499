"""Runs Python in a worker of a real Chromium, on exactly the files that the page ships.

The worker is a bare one, without PyScript, so that it can be given any program; Pyodide, its
standard library, numpy and our package are the built ones.
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
from .server import served

WORKER = """
import { loadPyodide } from "PYODIDE";
onmessage = async ({ data }) => {
  try {
    const python = await loadPyodide();
    const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
    python.unpackArchive(await bytes("WHEEL"), "wheel");
    python.unpackArchive(await bytes("PACKAGE"), "zip");
    python.unpackArchive(await bytes("REST"), "zip");
    python.FS.writeFile("/library.zip", await bytes("LIBRARY"));
    python.runPython(`
      import os
      from sitecustomize import take_unpacked
      take_unpacked(os.getcwd(), "/library.zip")
    `);
    python.globals.set("EVALUATOR", "CORE");
    postMessage({ result: await python.runPythonAsync(data) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
"""

ASK = """([script, program]) => new Promise((done, failed) => {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(url, { type: "module" });
    worker.onmessage = ({ data }) => data.error ? failed(new Error(data.error)) : done(data.result);
    worker.onerror = (event) => failed(new Error(event.message));
    worker.postMessage(program);
})"""


def call(function: Callable[..., object], *arguments: object) -> Any:
    """The result of a self-contained function there; arguments and result are plain data."""
    wait = "await " if iscoroutinefunction(function) else ""
    words = ", ".join(map(repr, arguments))
    return run(
        f"import json\n{getsource(function)}\njson.dumps({wait}{function.__name__}({words}))"
    )


def run(program: str) -> object:
    """The value of the last expression of ``program``, which has to be JSON text.

    The global ``EVALUATOR`` is the address of the script for further cores.
    """
    program_path = os.environ.get("GREYLOX_CHROMIUM", "chromium")
    with served(DIST) as base, sync_playwright() as api:

        def address(pattern: str) -> str:
            [path] = DIST.glob(pattern)
            return base + path.relative_to(DIST).as_posix()

        script = WORKER.replace("PYODIDE", address("pyodide*/pyodide.mjs"))
        script = script.replace("WHEEL", address("wheels*/numpy*.whl"))
        script = script.replace("PACKAGE", address("app/greylox_web.*.zip"))
        script = script.replace("REST", address("app/greylox_web-rest.*.zip"))
        script = script.replace("CORE", address("evaluator.*.js"))
        script = script.replace("LIBRARY", address("app/python-rest.*.zip"))
        browser = api.chromium.launch(
            executable_path=program_path if Path(program_path).is_file() else None, args=FLAGS
        )
        page = browser.new_page()
        page.set_default_timeout(600_000)
        page.goto(base + "LICENSE.txt")  # a page of the site's origin that runs nothing
        result = page.evaluate(ASK, [script, program])
        browser.close()
    return json.loads(result)
