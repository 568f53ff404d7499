"""The rules of the five games, as pure functions over small immutable positions."""

from ..words import wrong
from .board import NotationError
from .games.brink import Brink
from .games.byg import Byg
from .games.greylox import Greylox
from .games.lox import Lox
from .games.multiplicity import Multiplicity
from .state import Game

GAMES = ("greylox", "lox", "brink", "multiplicity", "byg")
TITLES = {name: name.capitalize() for name in GAMES}

HEXHEX_SIZES = range(3, 9)
RHOMBUS_SIZES = range(5, 16)
DEFAULT_SIZES = {"hexhex": 5, "rhombus": 11}
SMALLEST = 2  # for experiments on the command line


def shape_of(name: str, options: dict[str, str | int | bool]) -> str:
    """The shape of the board that game ``name`` is played on with ``options``."""
    return "rhombus" if name == "lox" else str(options.get("board", "hexhex"))


def sizes_of(name: str, shape: str) -> range:
    """The sizes that a player may choose for a game on a board of ``shape``."""
    return RHOMBUS_SIZES if shape == "rhombus" else HEXHEX_SIZES


def new_game(
    name: str,
    size: int | None = None,
    options: dict[str, str | int | bool] | None = None,
    *,
    small: bool = False,
) -> Game:
    """The game ``name`` on a board of ``size`` with ``options``.

    Options: ``board`` ("hexhex" or "rhombus"; Brink, Byg), ``x`` (Brink, at least 1),
    ``opening`` (Multiplicity), ``swap`` (Lox).  ``small`` also admits sizes from 2 on.
    Raise NotationError with a sentence for anything that is not on offer.
    """
    options = dict(options or {})
    if name not in GAMES:
        raise NotationError(wrong("no-game", name=name[:20]))
    shape = shape_of(name, options)
    if shape not in DEFAULT_SIZES:
        raise NotationError(wrong("no-shape", shape=shape[:20]))
    if size is None:
        size = DEFAULT_SIZES[shape]
    offered = sizes_of(name, shape)
    lowest = SMALLEST if small else offered[0]
    if not lowest <= size <= offered[-1]:
        raise NotationError(
            wrong(
                "no-size",
                Game=TITLES[name],
                shape=wrong(f"shape-{shape}"),
                least=lowest,
                most=offered[-1],
                size=size,
            )
        )
    known = {
        "brink": {"board", "x"},
        "byg": {"board"},
        "multiplicity": {"opening"},
        "lox": {"swap"},
    }
    for key in options:
        if key not in known.get(name, set()):
            raise NotationError(wrong("no-option", Game=TITLES[name], option=key[:20]))
    if name == "greylox":
        return Greylox(size)
    if name == "lox":
        return Lox(size, swap=bool(options.get("swap", True)))
    if name == "multiplicity":
        return Multiplicity(size, opening=bool(options.get("opening", True)))
    if name == "byg":
        return Byg(size, shape)
    game = Brink(size, shape, int(options.get("x", 3)))
    if not 1 <= game.x <= game.board.cells.bit_count():
        raise NotationError(wrong("x", most=game.board.cells.bit_count(), x=game.x))
    return game


__all__ = [
    "DEFAULT_SIZES",
    "GAMES",
    "TITLES",
    "Brink",
    "Byg",
    "Game",
    "Greylox",
    "Lox",
    "Multiplicity",
    "NotationError",
    "new_game",
    "shape_of",
    "sizes_of",
]
