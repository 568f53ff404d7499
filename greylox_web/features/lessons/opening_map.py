"""Opening maps: the first colour's winning chances after a first stone on each cell.

The lighter a tile, the better a first stone on it is for the first colour.
"""

from typing import NamedTuple

from ...drawing.hex_geometry import Geometry, geometry
from ...drawing.thumbnail import thumbnail
from ...drawing.tray import styled_tile, tile_number, value_step
from ...rules import Game, default_game
from ...rules.board import bits
from ...rules.notation.links import read_spec, write_spec
from ...session.naming import board_text, game_title
from ...words import WORDS, labelled, locale_format
from ...words.lessons import LESSONS_WORDS
from .opening_values import NAMED_CELLS, OPENING_VALUES

LIGHTEST = 6  # the lightness of the best tile; the worst has 0
PLAIN_STEP = 3  # the lightness of an ordinary tile
FONT_SIZE = 44  # of the numbers, in units of the view box


class OpeningMap(NamedTuple):
    """The contents of an opening map."""

    picture: str  # an <svg>
    board: str  # the board's size and options
    description: str  # the meaning of the numbers
    best: str  # the best cells and the worst one
    swap: str  # what the numbers mean for play with a swap; "" in a game usually without one


def mapped_game(name: str) -> Game | None:
    """Return the game of that name on the mapped board; None without a map."""
    games = (read_spec(spec) for spec in OPENING_VALUES)
    return next((game for game in games if game.name == name), None)


def opening_map(game: Game, turn: int = 0) -> OpeningMap:
    """Return the map of a game from ``mapped_game``; ``turn`` is the rotation of the board."""
    spec = write_spec(game)
    first, second = (WORDS[colour] for colour in game.colours)
    board = game.board
    chances = dict(zip(bits(board.cells), map(int, OPENING_VALUES[spec].split()), strict=True))
    layout, low, high = geometry(board, turn), min(chances.values()), max(chances.values())
    tiles = (
        value_tile(layout, cell, chance, value_step(chance, low, high, LIGHTEST, PLAIN_STEP))
        for cell, chance in chances.items()
    )
    picture = thumbnail(
        game,
        turn=turn,
        under_markup="".join(tiles),
        label=labelled(game_title(game), LESSONS_WORDS["map"]),
    )
    *best, worst = (
        LESSONS_WORDS["map-cell"].format(cell=cell, percent=chances[board.parse_cell(cell)])
        for cell in NAMED_CELLS[spec].split()
    )
    return OpeningMap(
        picture,
        board_text(game),
        LESSONS_WORDS["map-about"].format(Colour=first),
        LESSONS_WORDS["map-best"].format(best=locale_format.formats.join_and(best), worst=worst),
        LESSONS_WORDS["map-swap"].format(First=first, Second=second)
        if default_game(game.name).options.get("swap")
        else "",
    )


def value_tile(layout: Geometry, cell: int, chance: int, light: int) -> str:
    """Return the SVG of a tile with its chance in per cent; ``light`` is its lightness."""
    tile = "" if light == PLAIN_STEP else styled_tile(layout, cell, f"worth worth-{light}")
    ink = "chance on-light" if light > PLAIN_STEP else "chance"
    return tile + tile_number(layout, cell, chance, ink, FONT_SIZE)
