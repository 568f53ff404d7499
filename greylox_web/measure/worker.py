"""A study's worker of the page, which calls these functions through ``assets/engine.js``."""

import asyncio
import json
from time import perf_counter

from pyodide.http import pyfetch

from ..engine.compiled.rules import FILE
from ..engine.compiled.wasm import load_instance
from ..engine.network import NetworkError
from ..engine.version import checksum, format_version
from .service import MeasureService

service = MeasureService(
    format_version(checksum(FILE.read_bytes()) if load_instance(FILE) is not None else "")
)
addresses: dict[str, str] = {}  # of the networks, by game
PART_MILLIS = 10  # of play between two moments for messages of the page
is_held = False


def configure(nets: str) -> None:
    """Set the addresses of the networks (JSON by game)."""
    addresses.update(json.loads(nets))


async def play(millis: float) -> str:
    """Play for about ``millis`` milliseconds, or until ``hold``; return the finished games."""
    global is_held
    is_held = False
    parts, end = list[str](), perf_counter() + millis / 1000
    while not (is_held or service.is_done) and perf_counter() < end:
        parts.append(service.play(PART_MILLIS))
        await asyncio.sleep(0)
    return "\n".join(filter(None, parts))


def hold() -> str:
    """Let ``play`` return soon."""
    global is_held
    is_held = True
    return ""


async def begin(job: str) -> str:
    """Begin a job, after loading the network of its game."""
    name = service.missing_network(job)
    if name in addresses:
        try:
            response = await pyfetch(addresses[name])
            response.raise_for_status()
            service.add_network(name, await response.bytes())
        except (OSError, NetworkError) as error:
            return str(error)
    return service.begin(job)
