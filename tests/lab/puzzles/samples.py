"""The stored puzzles, positions from links, and a plain minimax to check them."""

from greylox_web.engine.playouts import terminal_value
from greylox_web.rules import GAMES
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import check_digits, read_link
from lab.puzzles.proof import LOSS, WIN
from lab.puzzles.store import FOLDER, read

PUZZLES = {name: read(FOLDER / f"{name}.jsonl") for name in GAMES}


def position(link):
    """Return the game and the position of a link without check digits."""
    reading = read_link(f"{link}/c{check_digits(link)}", allow_small=True)
    assert reading.error is None
    return reading.record.game, reading.states[-1]


class TooManyPositions(Exception):
    """The plain minimax would take too long."""


class Minimax:
    """Exhaustive search; with ``cache`` it evaluates each position once."""

    def __init__(self, game, max_positions, cache=None):
        self.game, self.positions_left, self.cache = game, max_positions, cache

    def mover_value(self, state):
        """Return the exact value for the side to move."""
        if self.cache is not None and state in self.cache:
            return self.cache[state]
        self.positions_left -= 1
        if self.positions_left < 0:
            raise TooManyPositions
        best = self.search(state)
        if self.cache is not None:
            self.cache[state] = best
        return best

    def search(self, state):
        legal, best = self.game.legal(state), LOSS
        if not legal:
            return int(terminal_value(self.game, state)) * (-1 if state.mover else 1)
        for action in bits(legal):
            after = self.game.play(state, action)
            mover_value = self.mover_value(after) * (1 if after.mover == state.mover else -1)
            best = max(best, mover_value)
            if best == WIN:
                break
        return best
