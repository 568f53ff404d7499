"""The networks for the commands, with a warning on standard error if one cannot be used."""

from functools import cache
from multiprocessing import parent_process
from zlib import crc32

from ..engine.compiled.machine import machine
from ..engine.compiled.rules import FILE as COMPILED
from ..engine.compiled.search import Guide
from ..engine.memory import Evaluators, untrained
from ..engine.nets import FOLDER, Nets, found
from ..engine.network import NetworkError
from ..engine.search import Evaluator, style_of
from ..rules import TITLES, Game
from .pipes import note

ENGINE = "0.1.0"  # a new one whenever the same seed gives other games: logs are continued by it


@cache
def all_nets() -> Nets:
    """The networks of the installed package, or of the checkout."""
    nets, faults = found()
    for fault in faults:
        warn(fault)
    return nets


def trained(game: Game) -> Evaluator | None:
    """The network of a game, or None where there is none that fits."""
    try:
        evaluator = all_nets().evaluator(game)
    except NetworkError as error:
        warn(str(error))
        return None
    if evaluator is None and not (FOLDER / f"{game.name}.npz").exists():
        warn(f"there is no {game.name}.npz")
    if evaluator is not None and not isinstance(evaluator, Guide) and style_of(game).games:
        tell_weaker(TITLES[game.name])
    return evaluator


def network_checksum(game: Game) -> str:
    """The CRC-32 of the game's network file as hexadecimal digits; "" without a network."""
    file = FOLDER / f"{game.name}.npz"
    return f"{crc32(file.read_bytes()):08x}" if trained(game) is not None else ""


def engine_version() -> str:
    """The engine's version and, where it runs, the CRC-32 of the compiled code.

    Without it the same seed gives other games: it evaluates networks in integer arithmetic, and in
    Brink its search also plays random games.
    """
    if machine(COMPILED) is None:
        return ENGINE
    return f"{ENGINE}-{crc32(COMPILED.read_bytes()):08x}"


@cache
def warn(fault: str) -> None:
    """Report, once, that a network cannot be used."""
    note(f"plain search instead of a network: {fault}")


@cache
def tell_weaker(title: str) -> None:
    """Report, once for each game, that the engine plays it without its random games."""
    if parent_process() is None:  # else each worker of a study would say it again
        note(f"{title} is played less well: its search wants compiled code, which takes wasmtime")


def evaluators(plain: bool) -> Evaluators:
    """No networks if ``plain``, else all that can be used."""
    return untrained if plain else trained
