"""One position of every game to show it by: from games between engines, neither begun nor decided.

They stand on the cards of the home view, on the tiles of the New game dialog and in the picture
that a link to the site shows.
"""

from ...rules import Game, default_game
from ...rules.notation.links import read_link
from ...rules.play import replay
from ...rules.state import State

SHOWCASE = {
    "greylox": "1/greylox5/m"
    "d2c2f4g4h9h8g6f5d4e4e6e5c5d5f8f7b3c4d7d6e9e8i6h6f2f3b6c6a4b4a1b2e5f4d4g7g8g6b5g9f7i8"
    "g7c1h7/cvh",
    "lox": "1/lox11/m"
    "g2g4f3d6g5g6f5b10e7e9d9f7c11d8e8e6f6d10e10f8g7e8h6h7i7g7a10i5j5h6b9b11c10d9k3j2c9c10"
    "i5j8i8i9h9h8j9j7k7j6/cpj",
    "brink": "1/brink5-x11/me8b2e5e4f5f4d4d3g5c4c3d6f7b3c2g4e6h5h6e7f8b1c1c7i6d5d1i5/cu1",
    "multiplicity": "1/multiplicity5/m"
    "e8d7g9f9a5b6i5h4e1d1a1b1i9h9a3a4i7i6f6g7d4c3f4g4c5c6e9d8c7a2i8c1f2/ctb",
    "byg": "1/byg5/me8b2d4b3e6g7h6c3c2d7e4d3g4b5e3c5g5d2h5h8b4e2g6h7g9a2/cai",
}


def shown(name: str) -> tuple[Game, State]:
    """The default game of this name, and the position that it is shown by.

    A game without one on its default board is shown by the empty board.
    """
    game = default_game(name)
    record = read_link(SHOWCASE[name]).record if name in SHOWCASE else None
    if record is None or record.game.board != game.board:
        return game, game.start()
    *_, state = replay(game, record.actions)
    return game, state
