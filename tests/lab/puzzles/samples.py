"""The puzzles that are kept, a position by its link, and a plain minimax to hold against them."""

from greylox_web.engine.playouts import terminal_value
from greylox_web.rules import GAMES
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import check_digits, read_link
from lab.puzzles.proof import LOSS, WIN
from lab.puzzles.store import FOLDER, read

KEPT = {name: read(FOLDER / f"{name}.jsonl") for name in GAMES}


def position(link):
    """The game and the position that a link, without its check digits, leads to."""
    reading = read_link(f"{link}/c{check_digits(link)}", allow_small=True)
    assert reading.error is None
    return reading.record.game, reading.states[-1]


class TooMany(Exception):
    """The plain minimax would take too long."""


class Plain:
    """Worth by looking at everything; with ``known`` each position once."""

    def __init__(self, game, most, known=None):
        self.game, self.left, self.known = game, most, known

    def worth(self, state):
        """The worth for the side to move."""
        if self.known is not None and state in self.known:
            return self.known[state]
        self.left -= 1
        if self.left < 0:
            raise TooMany
        best = self.look(state)
        if self.known is not None:
            self.known[state] = best
        return best

    def look(self, state):
        legal, best = self.game.legal(state), LOSS
        if not legal:
            return int(terminal_value(self.game, state)) * (-1 if state.mover else 1)
        for action in bits(legal):
            after = self.game.play(state, action)
            worth = self.worth(after) * (1 if after.mover == state.mover else -1)
            best = max(best, worth)
            if best == WIN:
                break
        return best
