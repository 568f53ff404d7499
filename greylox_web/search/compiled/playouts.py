"""Random games by the compiled rules."""

from random import Random

from ...rules.state import Game, State
from ..tree.playouts import PlayoutResult, Playouts
from .game import CompiledRules, Found, compiled


class CompiledPlayouts(Playouts):
    """Random games by compiled code, or by the rules where it does not run.

    The distribution is that of ``Playouts``, the sequence is not: a game is seeded with 62 bits
    drawn from ``random``.
    """

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.game: Game | None = None
        self.rules: CompiledRules | None = None

    def __call__(self, game: Game, state: State) -> PlayoutResult:
        """The outcome of one random game from ``state`` on."""
        found = self.played(game, state)
        if found is None:
            return super().__call__(game, state)
        assert found.value_first is not None
        return PlayoutResult(float(found.value_first), found.state.stones)

    def last(self, game: Game, state: State) -> State:
        """The finished position of a random game."""
        found = self.played(game, state)
        return super().last(game, state) if found is None else found.state

    def played(self, game: Game, state: State) -> Found | None:
        """The end of a random game, or None where compiled code cannot play it."""
        if game is not self.game:
            self.game, self.rules = game, compiled(game)
        if self.rules is None:
            return None
        return self.rules.games(state, self.random.getrandbits(62))[1]
