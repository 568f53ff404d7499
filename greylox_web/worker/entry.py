"""The script of the engine's worker: gives the page its doors."""

import sys
from pathlib import Path

from sitecustomize import take_unpacked

take_unpacked("/home/pyodide", "/home/pyodide/python-rest.zip")

from greylox_web.archives import Words  # noqa: E402

WORDS = "/home/pyodide/words.zip"  # there when the page is in another language
if Path(WORDS).exists():
    sys.meta_path.insert(0, Words(WORDS))

from greylox_web.worker.networks import NetworkLoader  # noqa: E402
from greylox_web.worker.protocol import Worker  # noqa: E402

worker = Worker()
loader = NetworkLoader(worker)
know, slice_, stop = loader.know, worker.slice_, worker.stop


async def begin(line: str) -> str:
    """Take a question, with the network of its game at hand if it can be had."""
    await loader.load_for(line)
    return worker.begin(line)


__export__ = ["know", "begin", "slice_", "stop"]
