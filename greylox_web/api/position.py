"""Positions: their history, legal actions, outcome, exact value and pictures."""

from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from ..formats.diagram import diagram
from ..formats.picture import animation, picture
from ..formats.print_diagram import print_diagram
from ..match.tree import Tree, tree_from_record
from ..rules import GAMES, Game, NotationError
from ..rules.board import bits
from ..rules.notation import links, records
from ..rules.notation.actions import (
    RESIGN,
    GameRecord,
    ParseResult,
    display_action,
    format_turns,
    legal_names,
    outcome_of,
    parse_moves,
    split_turn,
)
from ..rules.notation.records import position_summary
from ..rules.options import OptionValue
from ..rules.state import Outcome, State
from ..rules.typed_game import make_game
from ..session.naming import game_title
from .requirements import require_numpy


class Value(NamedTuple):
    """The exact value of a position: the result of perfect play."""

    winner: str | None
    """The colour that wins, or None for a draw."""
    best: str
    """An action that achieves it."""
    nodes: int
    """The number of positions that the solver opened."""

    @property
    def opened(self) -> int:
        """The earlier name of `nodes`."""
        return self.nodes


@dataclass(frozen=True, repr=False)
class Position:
    """A game up to some point: its actions and the position that they lead to.

    `new_game` and `read` make positions, and `play` makes one from another.  In a notebook a
    position shows its board.  Positions are equal if the same actions led to them from the same
    start.
    """

    record: GameRecord
    """The game with its actions from the start, as `greylox_web.rules` represents it."""
    states: tuple[State, ...]
    """All states from the start, one more than actions, as `greylox_web.rules` represents them."""

    @property
    def game(self) -> Game:
        """The rules with size and options; see `greylox_web.rules.state.Game`."""
        return self.record.game

    @property
    def state(self) -> State:
        """The stones and whose turn it is; see `greylox_web.rules.state.State`."""
        return self.states[-1]

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions played so far; a flip ends in x."""
        pairs = zip(self.states, self.record.actions, strict=False)
        return tuple(display_action(self.game, state, action) for state, action in pairs)

    @property
    def turns(self) -> tuple[str, ...]:
        """The same by turns; a turn of several actions is written `e6+b2`."""
        return tuple(format_turns(self.game, self.states, self.record.actions))

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions; none when the game is over."""
        if self.outcome is not None:
            return ()
        return tuple(legal_names(self.game, self.game.legal(self.state)))

    @property
    def mover(self) -> str | None:
        """The colour to move, or None when the game is over."""
        return None if self.outcome else self.game.colours[self.state.mover]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome_of(self.record, self.state)

    @property
    def winner(self) -> str | None:
        """The colour that has won, or None; `outcome` tells a draw from an unfinished game."""
        outcome = self.outcome
        if outcome is None or outcome.winner is None:
            return None
        return self.game.colours[outcome.winner]

    def play(self, *turns: str) -> "Position":
        """The position after these turns: `play("e5", "e6+b2", "pass")`.

        Raise `NotationError` with the reason if one of them is not legal.
        """
        if self.record.resigned:
            raise NotationError("the game is over")
        words: list[str] = []
        for turn in turns:
            words += split_turn(require_text(turn))
        line = parse_moves(self.game, self.state, words)
        if line.error:
            raise NotationError(line.error)
        actions = (*self.record.actions, *line.actions)
        record = replace(self.record, actions=actions, resigned=line.resigned)
        return Position(record, (*self.states, *line.states[1:]))

    def resign(self) -> "Position":
        """The position after the mover has resigned."""
        return self.play(RESIGN)

    def back(self, actions: int = 1) -> "Position":
        """The position before the last `actions` actions; NotationError if there are fewer."""
        if not 0 <= actions <= len(self.record.actions):
            raise NotationError(f"there are {len(self.record.actions)} actions to take back")
        remaining = len(self.record.actions) - actions
        record = replace(self.record, actions=self.record.actions[:remaining], resigned=False)
        return Position(record, self.states[: remaining + 1])

    def random_end(self, random: Random) -> "Position":
        """The end of a random game from here, in which every legal action is equally likely."""
        actions, states = list(self.record.actions), list(self.states)
        while not self.record.resigned and (legal := self.game.legal(states[-1])):
            actions.append(random.choice(list(bits(legal))))
            states.append(self.game.play(states[-1], actions[-1]))
        return Position(replace(self.record, actions=tuple(actions)), tuple(states))

    def solve(self, seconds: float | None = None, positions: int | None = None) -> Value | None:
        """The exact value, or None if `seconds` or `positions` opened did not suffice.

        Small boards and late positions can be solved.  With more than 90 vacant cells, as at the
        start on most boards, the result is None at once.  Without a limit it may take very long,
        and for Brink and Multiplicity on base 3 it takes 1.2 GB of memory.  Raise `NotationError`
        if the game is over or a limit is not greater than 0.
        """
        require_numpy("to solve a position")
        from ..command.solve import solve
        from ..engine.solver import Budget

        for limit in (seconds, positions):
            if limit is not None and not limit > 0:
                raise NotationError(f"a limit must be more than 0, not {limit:g}")
        if self.outcome is not None:
            raise NotationError("the game is over")
        solution = solve(self.game, self.state, Budget(positions, seconds))
        if solution is None:
            return None
        winner = self.game.colours[solution.value_first < 0] if solution.value_first else None
        return Value(winner, display_action(self.game, self.state, solution.action), solution.nodes)

    # ---- as text and as picture

    @property
    def link(self) -> str:
        """The game as the fragment of a link: append it to the address of the site after `#`."""
        return links.write_link(self.record)

    @property
    def text(self) -> str:
        """The game as a record for people, which `read` reads, too."""
        return records.write_record(self.record)

    @property
    def diagram(self) -> str:
        """The board as a text diagram."""
        return diagram(self.game, self.state, self._tree.last_turn_mask(self._node))

    def svg(self, *, turn: int = 0, control: bool = True) -> str:
        """The board as SVG, rotated clockwise by `turn` twelfths of a circle.

        Without `control` it does not show which cells the colours control.
        """
        return picture(self._tree, self._node, turn=turn, control=control)

    def diagram_svg(self, *, turn: int = 0) -> str:
        """The board as a flat SVG in black on white with coordinates, for print and forums."""
        return print_diagram(self._tree, self._node, turn=turn)

    def film(self, *, turn: int = 0, control: bool = True) -> str:
        """The whole game as one animated SVG, one action per second."""
        return animation(self._tree, self._node, turn=turn, control=control)

    def summary(self) -> dict[str, object]:
        """What the rules say about it as plain values, which `greylox show --json` prints."""
        return position_summary(ParseResult(self.record, self.states))

    @property
    def _tree(self) -> Tree:
        return tree_from_record(self.record)[0]

    @property
    def _node(self) -> int:
        return len(self.record.actions)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.diagram

    def __repr__(self) -> str:
        if self.outcome:
            status = f"over, winner {self.winner or 'nobody'}"
        else:
            status = f"{self.mover} to move, {len(self.legal)} legal actions"
        return f"<{game_title(self.game)}: {status}>"


def games() -> dict[str, dict[str, object]]:
    """The games by name, each with its boards and their sizes, its colours and default options."""
    return {
        name: {
            "boards": {shape.name: shape.sizes for shape in kind.shapes},
            "colours": kind.colours,
            "options": {option.key: option.default for option in kind.option_schema},
        }
        for name, kind in GAMES.items()
    }


def new_game(name: str, size: int | None = None, **options: OptionValue) -> Position:
    """The start of a game: `new_game("brink", 4, board="rhombus", x=2)`.

    `games` has names, sizes and options; smaller sizes, from 2 on, are for experiments.  Raise
    `NotationError` for anything else.
    """
    game = make_game(name, size, options)
    return Position(GameRecord(game), (game.start(),))


def require_text(value: object) -> str:
    """What is given as a text; NotationError for anything else, such as a list of turns."""
    if not isinstance(value, str):
        raise NotationError(f"a turn, a link or a record is a text, not {value!r:.40}")
    return value


def read(text: str) -> Position:
    """Read a link, with or without its address, or a record such as `greylox5 1. e5  2. e6+b2`.

    Variations are ignored.  Raise `NotationError` with the first fault if the text is damaged.  A
    link that was cut off before the end of its check digits cannot be distinguished from one that
    was written by hand without any.
    """
    reading = records.read_any(require_text(text), allow_small=True)
    record = reading.record
    if record is None or reading.error:
        raise NotationError(reading.error or "there is no game in this text")
    ply, resigned = record.shown_ply, record.is_resigned_here
    played = GameRecord(record.game, record.actions[:ply], record.setup, resigned=resigned)
    return Position(played, reading.states[: ply + 1])
