"""Swatches of the board's layers for their menu, each on a board of a few cells."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import count

from ...drawing.thumbnail import thumbnail
from ...match.match import Match
from ...match.tree import new_tree
from ...rules import GAMES, Game, new_game
from ...rules.board import bits, get_board
from ...rules.options import BOARD, OptionValue
from ...rules.state import State
from ...session.preferences import Preferences
from ...session.session import Session
from .overlay import sight_lines_svg

DEFAULT_LAYERS = (
    "control-first",
    "control-second",
    "tilted",
    "grouped",
    "claimed-first",
    "claimed-second",
)
"""The default layers of a thumbnail; a swatch shows only its own layer."""


@lru_cache(maxsize=64)
def swatch(name: str, shape: str, layer: str) -> str:
    """Return the ``<svg>`` of a layer, for the game ``name`` on a board of that shape."""
    game = _smallest_game(name, shape)
    board = game.board
    middle = next(c for c in bits(board.cells) if board.neighbours(1 << c).bit_count() == 6)
    around = board.neighbours(1 << middle)
    sample_cell = next(bits(around))
    neighbour = next(bits(around & board.neighbours(1 << sample_cell)))
    other_cells = around & ~(board.neighbours(1 << sample_cell) | 1 << sample_cell)
    centre, pair = 1 << middle, 1 << sample_cell | 1 << neighbour
    masks = dict.fromkeys((*DEFAULT_LAYERS, "first", "second"), 0)
    texts: dict[str, Mapping[int, str]] = {}
    overlay = ""
    match layer:
        case "legal":
            masks["lit"] = centre | pair
        case "bound":
            masks["second"] = masks["anchor"] = centre
        case "control":
            masks |= {"control-first": centre | pair, "control-second": other_cells & ~pair}
        case "threatened":
            masks["second"] = masks["tilted"] = centre
        case "groups":
            masks["first"] = masks["grouped"] = centre | pair
        case "factors":
            masks |= {"first": pair, "second": other_cells, "grouped": pair | other_cells}
        case "counts":
            texts["label"] = {middle: "3"}
        case "sight":
            masks |= {"first": 1 << sample_cell, "second": 1 << next(bits(other_cells))}
            state = State((masks["first"], masks["second"]), 0)
            session = Session(Match(new_tree(game, state)), preferences=Preferences(sight=True))
            overlay = sight_lines_svg(session, middle, 0)
        case "preview":
            masks["first"] = masks["faded"] = centre
        case "coordinates":
            texts["label"] = {middle: board.cell_name(middle)}
    svg = thumbnail(game, game.start(), masks=masks, texts=texts)
    return svg.replace("</svg>", f'<g class="over">{overlay}</g></svg>') if overlay else svg


def _smallest_game(name: str, shape: str) -> Game:
    """Return the game on the smallest board of that shape with a cell that has six neighbours."""
    size = next(n for n in count(2) if 6 in get_board(shape, n).degrees.values())
    options: dict[str, OptionValue] = {"board": shape} if BOARD in GAMES[name].option_schema else {}
    return new_game(name, size, options, allow_small=True)
