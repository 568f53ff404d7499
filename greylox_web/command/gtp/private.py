"""The private extensions of the protocol; their names begin with ``greylox-``."""

from ...engine.levels import LEVELS
from ...engine.solver import Budget, Solver
from ...engine.tuning import ANALYSIS
from ...rules import GAMES, NotationError, new_game
from ...rules.notation.actions import legal_names, machine_action
from ...rules.notation.links import write_link
from ...rules.notation.records import read_any
from ..arguments import option_values
from .words import Words, real, whole

PLAYOUTS = 1000  # of an analysis by default
SOLVE_SECONDS = 10.0


class AllWords(Words):
    """The commands of the protocol and our extensions."""

    def do_greylox_game(self, name: str, *words: str) -> str:
        size = whole(words[0]) if words and "=" not in words[0] else None
        options = option_values(words if size is None else words[1:])
        if name not in GAMES:
            raise NotationError(f"the games are {' '.join(GAMES)}")
        return self.restart(new_game(name, size, options, allow_small=True))

    def do_greylox_legal(self) -> str:
        table = self.table
        legal = 0 if table.outcome() else table.game.legal(table.state)
        return " ".join(legal_names(table.game, legal))

    def do_greylox_turn(self) -> str:
        table = self.table
        return "" if table.outcome() else table.game.colours[table.state.mover]

    def do_greylox_level(self, *words: str) -> str:
        if words:
            level = whole(" ".join(words))
            if level not in LEVELS:
                raise NotationError(f"the levels are {min(LEVELS)} to {max(LEVELS)}")
            self.engine.level = level
            return ""
        return str(self.engine.level)

    def do_greylox_analyse(self, *words: str) -> str:
        self.must_go_on()
        playouts = whole(" ".join(words)) if words else PLAYOUTS
        if not 1 <= playouts <= ANALYSIS.visits:
            raise NotationError(f"an analysis takes 1 to {ANALYSIS.visits} playouts")
        thought = self.engine.analysis(self.table, playouts)
        game = self.table.game
        lines = [
            f"playouts {thought.playouts}",
            f"value {thought.value_first:.3f}" + (" proven" if thought.proven else ""),
            "line " + " ".join(machine_action(game, action) for action in thought.pv),
        ]
        lines += [
            f"{machine_action(game, a)} visits {n} value {v:.3f}"
            for a, n, v, _ in thought.candidates
        ]
        return "\n".join(lines)

    def do_greylox_solve(self, *words: str) -> str:
        self.must_go_on()
        seconds = real(" ".join(words)) if words else SOLVE_SECONDS
        table = self.table
        solution = Solver(table.game).solve(table.state, Budget(seconds=seconds))
        if solution is None:
            return "unknown"
        return f"value {solution.value_first} {machine_action(table.game, solution.action)}"

    def do_greylox_link(self) -> str:
        return write_link(self.table.record)

    def do_greylox_load(self, text: str, *more: str) -> str:
        self.table.take(read_any(" ".join((text, *more)), self.table.game, allow_small=True))
        self.clock.left.clear()
        return ""

    def must_go_on(self) -> None:
        """Raise NotationError if the game is over."""
        if self.table.outcome() is not None:
            raise NotationError("the game is over")
