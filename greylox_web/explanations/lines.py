"""The lines of a comparison, turn by turn."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..rules.board import Board
from ..rules.notation.actions import localized_turn
from ..rules.state import Game, State
from ..words import WORDS, locale_format
from ..words.explanations import EXPLANATION_WORDS
from .model import Comparison, Fact

MAX_CELLS = 4  # cells that a sentence names


class Turn(NamedTuple):
    """A turn of a line."""

    actions: tuple[int, ...]
    before: State
    after: State
    cells: int  # the mask of the cells on which the mover placed or flipped
    flipped: int  # the mask of the flipped stones

    @property
    def colour(self) -> int:
        """The colour that moved."""
        return self.before.mover


class Line(NamedTuple):
    """A line: all of its positions, and the turns that count.

    The last action of a line is the one that the engine searched least.  It counts only if it ends
    the game, or is the answer to a turn after which the engine began a search.
    """

    states: tuple[State, ...]
    turns: tuple[Turn, ...]  # complete ones; the first may be incomplete
    is_over: bool  # whether the line ends the game

    def keeps(self, colour: int, stones: int, first: int = 0) -> int:
        """Return which stones are the colour's in every position of the line after a turn."""
        start = sum(len(turn.actions) for turn in self.turns[:first])
        for state in self.states[start:]:
            stones &= state.stones[colour]
        return stones


class Lines(NamedTuple):
    """The better line and the played one, if any, with what their sentences have in common."""

    comparison: Comparison
    better: Line
    played: Line | None

    @property
    def game(self) -> Game:
        """The game of both lines."""
        return self.comparison.game

    @property
    def board(self) -> Board:
        """The board of both lines."""
        return self.comparison.game.board

    @property
    def state(self) -> State:
        """The position before both lines."""
        return self.comparison.state

    @property
    def mover(self) -> int:
        """The colour whose turns are compared."""
        return self.comparison.state.mover

    @property
    def reply(self) -> "Turn | None":
        """The best answer to the played turn, if the engine searched it."""
        return self.played.turns[1] if self.played and len(self.played.turns) > 1 else None

    def played_by(self, side: int, line: "Line") -> int:
        """Return the cells on which a side placed or flipped in a line, to its last stone."""
        cells = line.states[-1].stones[side] & ~line.turns[-1].after.stones[side]
        for turn in line.turns:
            cells |= turn.cells if turn.colour == side else 0
        return cells

    def plays_again(self) -> bool:
        """Return whether the mover's next turn in the played line is on the better turn's cells."""
        turns = self.played.turns[2:3] if self.played else ()
        return any(turn.cells & self.better.turns[0].cells for turn in turns)

    def reply_text(self) -> str:
        """Return the best answer to the played turn as a clause; "" without one."""
        if self.reply is None:
            return ""
        key = "reply-flips" if self.reply.flipped else "reply-plays"
        name = "+".join(
            self.board.cell_name(one) for one in self.reply.actions if one < self.board.end_action
        )
        other = WORDS[self.game.colours[1 - self.mover]]
        return EXPLANATION_WORDS[key].format(Other=other, cells=name)

    def scores(self, state: State) -> tuple[int, int]:
        """Return the scores of the mover and of the opponent in a position."""
        return self.game.score(state, self.mover), self.game.score(state, 1 - self.mover)

    def lead(self, state: State) -> int:
        """Return by how much the mover's score is larger than the opponent's."""
        own, other = self.scores(state)
        return own - other

    def later(self) -> tuple[int, State, State] | None:
        """Return how many turns follow the first, two or more, and the positions after them."""
        if self.played is None:
            return None
        count = min(len(self.better.turns), len(self.played.turns))
        if count < 3:
            return None
        return count - 1, self.better.turns[count - 1].after, self.played.turns[count - 1].after

    def fact(self, key: str, shown: int = 0, /, **values: object) -> Fact:
        """Return a fact with the names of the colours and turns that its sentence may need."""
        game, mover = self.game, self.mover
        words: dict[str, object] = {
            "Colour": WORDS[game.colours[mover]],
            "Other": WORDS[game.colours[1 - mover]],
        }
        for name, answer, line in (
            ("turn", "answer", self.better),
            ("played", "reply", self.played),
        ):
            for one, turn in zip((name, answer), line.turns if line else (), strict=False):
                words[one] = turn_name(game, turn)
        for first in self.better.turns[:1]:
            is_single = len(first.actions) == 1 and first.cells
            words["doing"] = self.doing(first.cells) if is_single else words["turn"]
        return Fact(key, words | values, shown)

    def doing(self, cell: int) -> str:
        """Return the better turn on one cell, a mask, as the subject that begins a sentence."""
        (name,) = self.board.cell_names(cell)
        is_flip = bool(self.better.turns[0].flipped & cell)
        return EXPLANATION_WORDS["flipping"].format(cell=name) if is_flip else name

    def cells_fact(self, key: str, cells: int, shown: int = 0, **values: object) -> Fact:
        """Return a fact that names cells and counts them; ``shown`` are further cells to light."""
        names = cell_list(self.board, cells)
        return self.fact(key, cells | shown, cells=names, **{"count": cells.bit_count(), **values})


def read_lines(comparison: Comparison) -> Lines:
    """Return the lines of a comparison, turn by turn."""
    game, state, better, played, _ = comparison
    return Lines(
        comparison,
        _line(game, state, better),
        _line(game, state, played, is_answered=True) if played else None,
    )


def _line(game: Game, state: State, actions: tuple[int, ...], *, is_answered: bool = False) -> Line:
    """Return a line; ``is_answered``: the engine searched the position after the first turn."""
    states = [state]
    for action in actions:
        states.append(game.play(states[-1], action))
    is_over = game.outcome(states[-1]) is not None
    turns, start = list[Turn](), 0
    for end in range(1, len(states)):
        is_last, is_whole = end == len(actions), not states[end].is_mid_turn
        if not (is_whole or is_last):
            continue
        is_answer = is_answered and len(turns) == 1 and end == start + 1
        if not turns or (is_whole and (is_over or is_answer or not is_last)):
            turns.append(_turn(game.board, states, actions, start, end))
        start = end
    return Line(tuple(states), tuple(turns), is_over)


def _turn(
    board: Board, states: Sequence[State], actions: Sequence[int], start: int, end: int
) -> Turn:
    before, other = states[start], states[start].stones[1 - states[start].mover]
    cells = sum(1 << action for action in actions[start:end] if action < board.end_action)
    return Turn(tuple(actions[start:end]), before, states[end], cells, cells & other)


def turn_name(game: Game, turn: Turn) -> str:
    """Return the turn as players read it, as ``e6+b2``."""
    return localized_turn(game, turn.before, turn.actions)


def cell_list(board: Board, cells: int, limit: int = MAX_CELLS) -> str:
    """Return the names of cells as a list, one of more than ``limit`` shortened."""
    names = board.cell_names(cells)
    if len(names) > limit:
        rest = len(names) - limit + 1
        more = EXPLANATION_WORDS["more"].format(count=rest)
        names = [*names[: limit - 1], more]
    return locale_format.formats.join_and(names)


def number_list(numbers: Iterable[int]) -> str:
    """Return numbers as a list, the largest first."""
    ordered = sorted(numbers, reverse=True)
    return locale_format.formats.join_and([locale_format.formats.number(one) for one in ordered])
