"""Benchmarks: ``python3 build.py bench NAME`` builds the site and runs ``lab/bench/NAME.py``."""

from base64 import b64encode
from collections.abc import Iterable

from greylox_web.engine.network_registry import NETWORK_DIR


def encode_networks(names: Iterable[str]) -> dict[str, str]:
    """The network files of these games in base64, to embed them in a program."""
    return {name: b64encode((NETWORK_DIR / f"{name}.npz").read_bytes()).decode() for name in names}
