"""The rules of the five games, as pure functions over small immutable positions."""

from .board import NotationError
from .brink import Brink
from .byg import Byg
from .greylox import Greylox
from .lox import Lox
from .multiplicity import Multiplicity
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
        raise NotationError(f"there is no game called {name[:20]!r}")
    shape = shape_of(name, options)
    if shape not in DEFAULT_SIZES:
        raise NotationError(f"there is no board of the shape {shape[:20]!r}")
    if size is None:
        size = DEFAULT_SIZES[shape]
    offered = sizes_of(name, shape)
    lowest = SMALLEST if small else offered[0]
    if not lowest <= size <= offered[-1]:
        raise NotationError(
            f"{TITLES[name]} is played on {shape} boards of size {lowest} to {offered[-1]}, "
            f"not {size}"
        )
    known = {
        "brink": {"board", "x"},
        "byg": {"board"},
        "multiplicity": {"opening"},
        "lox": {"swap"},
    }
    for key in options:
        if key not in known.get(name, set()):
            raise NotationError(f"{TITLES[name]} has no option {key[:20]!r}")
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
        raise NotationError(
            f"the X of Brink is from 1 to the {game.board.cells.bit_count()} cells of the board, "
            f"not {game.x}"
        )
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
