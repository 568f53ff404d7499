"""The networks for the commands, with a warning on standard error if one cannot be used."""

from functools import cache
from importlib.util import find_spec
from multiprocessing import parent_process

from ..engine.compiled.rules import FILE as RULES_WASM
from ..engine.compiled.search import SearchKernel
from ..engine.compiled.wasm import load_instance
from ..engine.network import NetworkError
from ..engine.network_registry import NETWORK_DIR, NetworkRegistry, load_networks
from ..engine.search import Evaluator
from ..engine.tree_reuse import Evaluators, no_network
from ..engine.version import checksum, format_version
from ..rules import Game
from .pipes import INSTALL, print_error


@cache
def load_registry() -> NetworkRegistry:
    """Load the networks of the installed package or of the checkout."""
    nets, faults = load_networks()
    for fault in faults:
        warn(fault)
    return nets


def network_of(game: Game) -> Evaluator | None:
    """Return the network of a game, or None if no network fits."""
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
    """Return the CRC-32 of the game's network file in hexadecimal; "" without a network."""
    file = NETWORK_DIR / f"{game.name}.npz"
    return checksum(file.read_bytes()) if network_of(game) is not None else ""


def engine_version() -> str:
    """Return the engine's version and, if the compiled code runs, its CRC-32.

    The same seed gives other games without the compiled code, which evaluates networks in integer
    arithmetic.
    """
    compiled = load_instance(RULES_WASM) is not None
    return format_version(checksum(RULES_WASM.read_bytes()) if compiled else "")


@cache
def warn(fault: str) -> None:
    """Report once that a network cannot be used."""
    print_error(f"plain search instead of a network: {fault}")


@cache
def warn_of_python() -> None:
    """Report once that the engine runs without its compiled code, and why."""
    if parent_process() is not None:  # else each worker of a study would repeat the report
        return
    if find_spec("wasmtime") is None:
        why = f"wasmtime is not installed; {INSTALL} wasmtime installs it"
    elif not RULES_WASM.exists():
        why = "it was not compiled; python3 build.py does that"
    else:
        why = "its compiled code does not run here"
    print_error(f"the engine is several times slower: {why}")


def evaluators(plain: bool) -> Evaluators:
    """Return no networks if ``plain``, else all usable networks."""
    return no_network if plain else network_of
