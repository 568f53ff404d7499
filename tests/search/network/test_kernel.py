"""What is compiled, in Pyodide: it agrees with Python, and what is damaged is not used."""

import inspect
import json
import subprocess

import pytest

from tests.search import agreeing, layering
from tools import DIST

NODE = """
import { readFileSync } from "node:fs";
process.on("uncaughtException", error => { console.error(error.message); process.exit(1); });
const [folder, program, library, ...archives] = process.argv.slice(1);
const { loadPyodide } = await import(`file://${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: folder });
for (const path of archives) python.unpackArchive(new Uint8Array(readFileSync(path)), "zip");
python.FS.writeFile("/python-rest.zip", readFileSync(library));
python.runPython("import os; from sitecustomize import take_unpacked");
python.runPython("take_unpacked(os.getcwd(), '/python-rest.zip')");
console.log(python.runPython(program));
"""

PROGRAM = """
import json
from pathlib import Path
import numpy as np
from greylox_web.search.network import kernel
from greylox_web.search.network.layers import convolution, pooling

def sentence(call, *arguments):
    try:
        call(*arguments)
    except ValueError as error:
        return str(error)

def loads(**libraries):
    "Whether a kernel is found among libraries with this content."
    folder = Path(str(len(list(Path().iterdir()))))
    folder.mkdir()
    for name, content in libraries.items():
        (folder / (name.replace("_", "-") + ".wasm")).write_bytes(content)
    return kernel.load(folder) is not None

fast = kernel.load()
step = fast.convolution(next(layers()))
whole = Path(kernel.__file__).with_name("kernel.wasm").read_bytes()
broken = whole[:300]
json.dumps({
    "difference": furthest(convolution, fast.convolution),
    "pools apart": pools_apart(pooling, fast.pooling),
    "too many to pool": sentence(fast.pooling(floats(2, 5, 4)), 3),
    "cut through": sentence(fast.pooling, floats(2, 5, 8)[:, :, :4]),
    "channels": sentence(fast.pooling, floats(2, 5, 6)),
    "too many": sentence(step, 10),
    "negative": sentence(step, -1),
    "none": loads(),
    "broken": loads(kernel_fused=broken, kernel=b"no library"),
    "fallback": loads(kernel_fused=broken, kernel=whole),
    "states": agreed(SPECS.split(), 2),
    "shown": sum(shown(read_spec(s, small=True), 1) for s in SPECS.split()),
    "random games": [len(followed(read_spec(s, small=True), 3)) for s in SPECS.split()],
})
"""

SPECS = """
    greylox3 greylox5 lox4 lox3-n lox11 brink3-x2 brink4-d-x3 multiplicity3 multiplicity4-f
    byg3 byg5-d
"""


@pytest.fixture(scope="module")
def found():
    """What Pyodide in Node finds of the kernel in dist/."""
    names = ("pyodide.*", "app/python-rest.*", "wheels.*/*.whl", "app/greylox_web*.zip")
    folder, *archives = (path for name in names for path in DIST.glob(name))
    sources = inspect.getsource(layering) + inspect.getsource(agreeing)
    program = f"{sources}\nSPECS = {SPECS!r}\n{PROGRAM}"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", NODE, folder, program, *archives],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_it_agrees_with_numpy(found):
    assert found["difference"] < 1e-4


def test_it_pools_as_numpy_does(found):
    assert found["pools apart"] < 1e-6
    assert found["too many to pool"] == "3 boards, the array has 2"
    assert "x: float32 (2, 5, 4), expected float32 (2, 5, 4) in C order" in found["cut through"]
    assert found["channels"] == "x: 6 channels, not a multiple of 4"


def test_the_compiled_rules_are_the_rules(found):
    assert found["states"] > 600 and found["shown"] > 300
    assert all(states > 6 for states in found["random games"])


def test_it_keeps_to_its_arrays(found):
    assert "boards, the layer has" in found["too many"]
    assert "boards, the layer has" in found["negative"]


def test_without_a_library_that_works_there_is_none(found):
    assert (found["none"], found["broken"], found["fallback"]) == (False, False, True)
