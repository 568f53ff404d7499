"""A study's worker of the page, which calls these functions through ``assets/engine.js``."""

import json

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
play = service.play


def configure(nets: str) -> None:
    """Set the addresses of the networks (JSON by game)."""
    addresses.update(json.loads(nets))


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
