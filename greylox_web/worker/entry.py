"""The script of the engine's worker: gives the page its doors."""

from greylox_web.worker.networks import NetworkLoader
from greylox_web.worker.protocol import Worker

worker = Worker()
loader = NetworkLoader(worker)
know, slice_, stop = loader.know, worker.slice_, worker.stop


async def begin(line: str) -> str:
    """Take a question, with the network of its game at hand if it can be had."""
    await loader.load_for(line)
    return worker.begin(line)


__export__ = ["know", "begin", "slice_", "stop"]
