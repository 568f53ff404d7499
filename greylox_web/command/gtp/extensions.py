"""The private extensions of the protocol; their names begin with ``greylox-``."""

from ...engine.levels import LEVELS
from ...engine.solver import Budget, Solver
from ...engine.tuning import ANALYSIS
from ...rules import GAMES, NotationError, new_game
from ...rules.notation.actions import legal_names, machine_action
from ...rules.notation.links import write_link
from ...rules.notation.records import read_any
from ..arguments import parse_options
from .commands import GtpCommands, parse_float, require_integer

PLAYOUTS = 1000  # the default for an analysis
SOLVE_SECONDS = 10.0


class ExtendedCommands(GtpCommands):
    """The commands of the protocol and our extensions."""

    def do_greylox_game(self, name: str, *words: str) -> str:
        size = require_integer(words[0]) if words and "=" not in words[0] else None
        options = parse_options(words if size is None else words[1:])
        if name not in GAMES:
            raise NotationError(f"the games are {' '.join(GAMES)}")
        return self.new_game(new_game(name, size, options, allow_small=True))

    def do_greylox_legal(self) -> str:
        ongoing_game = self.ongoing_game
        legal = 0 if ongoing_game.outcome() else ongoing_game.game.legal(ongoing_game.state)
        return " ".join(legal_names(ongoing_game.game, legal))

    def do_greylox_turn(self) -> str:
        ongoing_game = self.ongoing_game
        return "" if ongoing_game.outcome() else ongoing_game.game.colours[ongoing_game.state.mover]

    def do_greylox_level(self, *words: str) -> str:
        if words:
            level = require_integer(" ".join(words))
            if level not in LEVELS:
                raise NotationError(f"the levels are {min(LEVELS)} to {max(LEVELS)}")
            self.engine.level = level
            return ""
        return str(self.engine.level)

    def do_greylox_analyse(self, *words: str) -> str:
        self.require_unfinished()
        playouts = require_integer(" ".join(words)) if words else PLAYOUTS
        if not 1 <= playouts <= ANALYSIS.visits:
            raise NotationError(f"an analysis takes 1 to {ANALYSIS.visits} playouts")
        result = self.engine.analysis(self.ongoing_game, playouts)
        game = self.ongoing_game.game
        lines = [
            f"playouts {result.visits}",
            f"value {result.value_first:.3f}" + (" proven" if result.proven else ""),
            "line " + " ".join(machine_action(game, action) for action in result.pv),
        ]
        lines += [
            f"{machine_action(game, a)} visits {n} value {v:.3f}"
            for a, n, v, _ in result.candidates
        ]
        return "\n".join(lines)

    def do_greylox_solve(self, *words: str) -> str:
        self.require_unfinished()
        seconds = parse_float(" ".join(words)) if words else SOLVE_SECONDS
        ongoing_game = self.ongoing_game
        solution = Solver(ongoing_game.game).solve(ongoing_game.state, Budget(seconds=seconds))
        if solution is None:
            return "unknown"
        return f"value {solution.value_first} {machine_action(ongoing_game.game, solution.action)}"

    def do_greylox_link(self) -> str:
        return write_link(self.ongoing_game.record)

    def do_greylox_load(self, text: str, *more: str) -> str:
        self.ongoing_game.load(
            read_any(" ".join((text, *more)), self.ongoing_game.game, allow_small=True)
        )
        self.clock.time_left.clear()
        return ""

    def require_unfinished(self) -> None:
        """Raise NotationError if the game is over."""
        if self.ongoing_game.outcome() is not None:
            raise NotationError("the game is over")
