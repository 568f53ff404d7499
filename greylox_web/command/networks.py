"""The networks for the commands, with a warning on standard error if one cannot be used."""

from functools import cache
from importlib.util import find_spec
from multiprocessing import parent_process
from zlib import crc32

from ..engine.compiled.rules import FILE as COMPILED
from ..engine.compiled.search import SearchKernel
from ..engine.compiled.wasm import load_instance
from ..engine.network import NetworkError
from ..engine.network_registry import NETWORK_DIR, NetworkRegistry, load_networks
from ..engine.search import Evaluator
from ..engine.tree_reuse import Evaluators, no_network
from ..rules import Game
from .pipes import INSTALL, print_error

ENGINE = "0.1.0"  # a new one whenever the same seed gives other games: logs are continued by it


@cache
def load_registry() -> NetworkRegistry:
    """The networks of the installed package, or of the checkout."""
    nets, faults = load_networks()
    for fault in faults:
        warn(fault)
    return nets


def network_of(game: Game) -> Evaluator | None:
    """The network of a game, or None where there is none that fits."""
    try:
        evaluator = load_registry().evaluator(game)
    except NetworkError as error:
        warn(str(error))
        return None
    if evaluator is None and not (NETWORK_DIR / f"{game.name}.npz").exists():
        warn(f"there is no {game.name}.npz")
    if evaluator is not None and not isinstance(evaluator, SearchKernel):
        warn_of_python()
    return evaluator


def network_checksum(game: Game) -> str:
    """The CRC-32 of the game's network file as hexadecimal digits; "" without a network."""
    file = NETWORK_DIR / f"{game.name}.npz"
    return f"{crc32(file.read_bytes()):08x}" if network_of(game) is not None else ""


def engine_version() -> str:
    """The engine's version and, where it runs, the CRC-32 of the compiled code.

    Without it the same seed gives other games: it evaluates networks in integer arithmetic, and in
    Brink its search also plays random games.
    """
    if load_instance(COMPILED) is None:
        return ENGINE
    return f"{ENGINE}-{crc32(COMPILED.read_bytes()):08x}"


@cache
def warn(fault: str) -> None:
    """Report, once, that a network cannot be used."""
    print_error(f"plain search instead of a network: {fault}")


@cache
def warn_of_python() -> None:
    """Report, once, that the engine runs without its compiled code, and why."""
    if parent_process() is not None:  # else each worker of a study would say it again
        return
    if find_spec("wasmtime") is None:
        why = f"wasmtime is not installed; {INSTALL} wasmtime installs it"
    elif not COMPILED.exists():
        why = "it was not compiled; python3 build.py does that"
    else:
        why = "its compiled code does not run here"
    print_error(f"the engine is several times slower, and in Brink weaker: {why}")


def evaluators(plain: bool) -> Evaluators:
    """No networks if ``plain``, else all that can be used."""
    return no_network if plain else network_of
