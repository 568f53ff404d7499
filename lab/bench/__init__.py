"""Benchmarks: ``python3 build.py bench NAME`` builds the site and runs ``NAME.py`` here."""

from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path

NETS = Path(__file__).parents[2] / "assets" / "nets"


def networks(names: Iterable[str]) -> dict[str, str]:
    """The networks of these games, as text that a program can hold."""
    return {name: b64encode((NETS / f"{name}.npz").read_bytes()).decode() for name in names}
