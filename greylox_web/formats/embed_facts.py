"""What the script of ``embed.html`` draws with: the build writes it into ``assets/embed``.

The script puts the drawings of the package on the cells of a board.  It knows no rules.
"""

from ..drawing import board_layers, marks
from ..drawing.hex_geometry import RADIUS, centre, geometry, number
from ..drawing.outline import rounded
from ..drawing.tray import (
    FOOT,
    frame_width,
    inlays_markup,
    paints_markup,
    tile_outline,
    tray_markup,
    view_box,
)
from ..rules import GAMES, TITLES, Game, get_shapes, new_game
from ..rules.shapes import SHAPES, BoardShape
from ..words import WORDS
from ..words.embed import EMBED_WORDS
from ..words.ending import ENDING_WORDS
from ..words.page import PAGE_WORDS


def embed_facts() -> dict[str, object]:
    """Return the value of ``FACTS`` in the script."""
    games, frames, hulls, shapes = {}, {}, {}, {}
    for name in GAMES:
        usual = new_game(name)
        flags = {}
        for number_of_shape, (shape, options) in enumerate(get_shapes(name)):
            frame = f"{name}-{shape.name}" if any(usual.edges) else shape.name
            flags[shape.flag if number_of_shape else ""] = [shape.name, frame]
            for size in shape.sizes:
                game = new_game(name, size, options)
                frames[f"{frame}{size}"] = _frame(game)
                hulls[f"{shape.name}{size}"] = rounded(geometry(game.board).hull, 0.2 * RADIUS)
                shapes[shape.name] = _shape(shape, game)
        games[name] = {
            "title": TITLES[name],
            "colours": usual.colours,
            "shapes": flags,
            "grouped": usual.shows_groups,
            "stones": [_stone(usual, colour) for colour in range(2)],
        }
    start, tile = tile_outline(geometry(new_game("greylox").board))
    return {
        "games": games,
        "shapes": shapes,
        "frames": frames,
        "hulls": hulls,
        "tray": _tray_template(),
        "tile": [round(start.x, 2), round(start.y, 2), tile],
        "foot": FOOT,
        "pending": marks.ring("pending"),
        "paints": paints_markup(),
    }


def embed_words() -> dict[str, str]:
    """Return the sentences of the script in the language of the package."""
    words = dict(EMBED_WORDS)
    for key in ("language", "play", "to-start", "step-back", "step-forward", "to-end"):
        words[key] = PAGE_WORDS[key]
    colours = {colour for kind in GAMES.values() for colour in kind.colours}
    for key in ("to-move", *sorted(colours), *(f"size-{name}" for name in SHAPES)):
        words[key] = WORDS[key]
    return words | {key: ENDING_WORDS[key] for key in ("wins", "draw")}


def _shape(shape: BoardShape, game: Game) -> dict[str, object]:
    """Return the sizes of a shape, the places of its cells, and the sides of its hexagons."""
    board, up = game.board, game.board.diagonal
    origin, column, row = (centre(board, *at) for at in ((0, 0), (1, 0), (0, 1)))
    return {
        "sizes": [shape.sizes.start, shape.sizes.stop - 1],
        "hexagonal": shape.width(shape.sizes.start) > shape.sizes.start,
        "column": [column.x - origin.x, column.y - origin.y],
        "row": [row.x - origin.x, row.y - origin.y],
        # the neighbour at each side, between the corner before it and its own
        "sides": [(1, 0), (0, -up), (-1, -up), (-1, 0), (0, up), (1, up)],
        "corners": [(round(p.x, 2), round(p.y, 2)) for p in geometry(board).corners],
    }


def _frame(game: Game) -> list[str]:
    """Return the view box of a board, the width of the tray and its shadow's, and the inlays."""
    layout = geometry(game.board)
    box = " ".join(number(value) for value in view_box(game, coordinates=False))
    wide = number(2 * frame_width(game, 0, coordinates=False))
    return [box, wide, number(4 * layout.unit), inlays_markup(game, 0)]


def _tray_template() -> str:
    """Return the markup of a tray with slots: ``{0}`` the hull, ``{1}`` and ``{2}`` of a frame."""
    game = new_game("greylox")
    markup = tray_markup(game, 0, coordinates=False, plain=True)
    hull = rounded(geometry(game.board).hull, 0.2 * RADIUS)
    _, wide, down, _ = _frame(game)
    for slot, text in enumerate((f'"{hull}"', f'"{wide}"', f" {down})")):
        markup = markup.replace(text, f"{text[0]}{{{slot}}}{text[-1]}")
    return markup


def _stone(game: Game, colour: int) -> list[str]:
    """Return a stone, a leaning one, the dot of the last turn, and the dot of a flip."""
    own, other = game.colours[colour], game.colours[1 - colour]
    ring = board_layers.ring_colour(game) == own
    classes = board_layers.stone_classes(game, own)
    return [
        board_layers.stone(own, ring, shaded=False),
        board_layers.stone(own, ring, other, shaded=False),
        marks.dot(classes),
        marks.dot(classes, flipped=True),
    ]
