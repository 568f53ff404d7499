"""Compiled code in Pyodide agrees with Python."""

import inspect
import json
import subprocess

import pytest

from tests.engine import comparisons, samples
from tools import DIST

pytestmark = pytest.mark.slow

NODE = """
import { readFileSync } from "node:fs";
process.on("uncaughtException", error => { console.error(error.message); process.exit(1); });
const [folder, program, numpy, rules, library, ...archives] = process.argv.slice(1);
const { loadPyodide } = await import(`file://${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: folder });
for (const path of archives) python.unpackArchive(new Uint8Array(readFileSync(path)), "zip");
python.FS.mkdirTree("numpy/_core");
python.FS.writeFile("numpy/_core/_multiarray_umath.so", readFileSync(numpy));
python.FS.mkdirTree("greylox_web/engine/compiled");
python.FS.writeFile("greylox_web/engine/compiled/rules.wasm", readFileSync(rules));
python.FS.writeFile("/python-rest.zip", readFileSync(library));
python.runPython("import os; from sitecustomize import install_bundles");
python.runPython("install_bundles(os.getcwd(), '/python-rest.zip')");
console.log(python.runPython(program));
"""

PROGRAM = """
import json
import numpy as np
def apart(spec):
    "How far the compiled network is from numpy's."
    game = read_spec(spec, allow_small=True)
    weights = random_weights(make_encoder(game), channels=32)
    return max(network_difference(game, weights, positions(game, 1)))

def walk(spec):
    "How many positions of a search are the same both ways."
    game = read_spec(spec, allow_small=True)
    weights = random_weights(make_encoder(game))
    return compare_trees(*search_both(game, weights, game.start(), 60))

json.dumps({
    "apart": max(map(apart, SPECS.split())),
    "walked": sum(map(walk, SPECS.split())),
    "states": compare_rules(SPECS.split(), 2),
    "shown": sum(compare_inputs(read_spec(s, allow_small=True), 1) for s in SPECS.split()),
    "random games": [len(play_compiled(read_spec(s, allow_small=True), 3)) for s in SPECS.split()],
})
"""

SPECS = """
    greylox3 greylox5 lox4 lox3-n lox11 brink3-x2 brink4-d-x3 multiplicity3 multiplicity4-f
    byg3 byg5-d brink3-x2-p multiplicity3-f-p
"""


@pytest.fixture(scope="module")
def pyodide_results():
    """Return the results of the compiled code from dist/, in Pyodide under Node."""
    libraries = "wheels.*/*.wasm", "app/rules.*"
    archives = "app/python-rest.*", "wheels.*/*.whl", "app/greylox_web*.zip"
    paths = [path for name in ("pyodide.*", *libraries, *archives) for path in DIST.glob(name)]
    folder, *files = paths
    sources = inspect.getsource(samples) + inspect.getsource(comparisons)
    program = f"{sources}\nSPECS = {SPECS!r}\n{PROGRAM}"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", NODE, folder, program, *files],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_the_network_agrees_with_numpy(pyodide_results):
    assert pyodide_results["apart"] < 0.005


def test_pyodide_search_equals_python_search(pyodide_results):
    assert pyodide_results["walked"] > 400


def test_the_compiled_rules_are_the_rules(pyodide_results):
    assert pyodide_results["states"] > 600 and pyodide_results["shown"] > 300
    assert all(states > 6 for states in pyodide_results["random games"])
