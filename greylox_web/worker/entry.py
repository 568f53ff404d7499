"""The script of the engine's worker: gives the page its doors."""

from greylox_web.worker.networks import Courier
from greylox_web.worker.protocol import Worker

worker = Worker()
courier = Courier(worker)
know, slice_, stop = courier.know, worker.slice_, worker.stop


async def begin(line: str) -> str:
    """Take a question, with the network of its game at hand if it can be had."""
    await courier.bring(line)
    return worker.begin(line)


__export__ = ["know", "begin", "slice_", "stop"]
