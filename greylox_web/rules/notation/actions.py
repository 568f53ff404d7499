"""Actions and records as human-readable text: ``1. e5  2. e6+b2  3. c3x``.

An action is a cell name, ``swap``, ``pass`` or ``end``.  A flip is written with an ``x``
(``e4x``); the parser also accepts flips without it.  A ``+`` joins the stones of one turn.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from ...words import WORDS, error_text
from ..board import NO_CELL, Board, NotationError, as_ascii
from ..play import illegal_reason
from ..state import Game, Outcome, State

RESIGN = "resign"
END_TOKEN = "."  # ends an open turn; elsewhere it only helps readers
TURN_SEPARATOR = "+"  # the prefix of a word that must continue the same turn
MAX_ACTIONS = 2000
MAX_VARIATIONS = 16
CellMarkKind = Literal["circle", "square", "triangle", "cross", "label"]
MarkKind = Literal[CellMarkKind, "arrow"]
MARKS: tuple[CellMarkKind, ...] = get_args(CellMarkKind)
"""The kinds of marks on one cell."""


class Mark(NamedTuple):
    """A mark drawn on a cell, or an arrow from it to another cell."""

    kind: MarkKind
    cell: int
    text: str = ""  # only for labels
    end: int = NO_CELL  # the cell that an arrow points to


def arrows_last(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return the marks in the order in which files hold them."""
    return tuple(sorted(marks, key=lambda mark: mark.kind == "arrow"))


class Annotation(NamedTuple):
    """The comment and the marks on one position of the main line."""

    ply: int  # the number of actions before it
    comment: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class GameRecord:
    """A played game: its initial position, its main line and its variations."""

    game: Game
    actions: tuple[int, ...] = ()
    setup: State | None = None  # the initial position, if it differs from the game's start
    variations: tuple[tuple[int, tuple[int, ...]], ...] = ()  # (ply where it starts, actions)
    cursor: int | None = None  # the number of actions shown; None = all
    resigned: bool = False  # whether the side to move after the last action resigned
    answers: tuple[tuple[int, tuple[int, ...]], ...] = ()  # in advance: (ply, turns and replies)
    annotations: tuple[Annotation, ...] = ()  # by ascending ply

    @property
    def initial_state(self) -> State:
        """The position before the first action."""
        return self.game.start() if self.setup is None else self.setup

    @property
    def shown_ply(self) -> int:
        """The number of actions before the position that is shown."""
        return len(self.actions) if self.cursor is None else self.cursor

    @property
    def is_resigned_here(self) -> bool:
        """Whether the side to move has resigned in the position that is shown."""
        return self.resigned and self.shown_ply == len(self.actions)


@dataclass(frozen=True)
class ParseResult:
    """The result of parsing a text: its longest legal prefix, and the first error."""

    record: GameRecord | None
    states: tuple[State, ...] = ()  # the positions of the main line: ``len(actions) + 1``
    error: str | None = None  # the error message, one sentence
    unparsed: str = ""  # the text from the error on
    lacks_checksum: bool = False  # a link with a position but no check digits: perhaps truncated
    partial: bool = False  # a link with sections of a newer version
    drops_answers: bool = False  # a link with answers in advance that cannot be played


class ParsedMoves(NamedTuple):
    """The result of parsing a list of words as moves."""

    actions: tuple[int, ...]
    states: tuple[State, ...]  # ``len(actions) + 1`` positions
    resigned: bool
    words_read: int  # number of words parsed
    error: str | None  # the message of the first error, one sentence


def action_name(board: Board, action: int) -> str:
    """The name of an action: ``e4``, ``swap`` or ``end``.  A pass is also called ``end``."""
    if action == board.end_action:
        return "end"
    return "swap" if action == board.swap_action else board.cell_name(action)


def end_label(game: Game) -> str:
    """The game's word for ``Board.end_action``: ``end`` or ``pass``."""
    return game.end_label or "end"


def display_action(game: Game, state: State, action: int) -> str:
    """Format an action for a record: flips with an ``x``, ``end`` or ``pass`` by ``end_label``."""
    if action >= game.board.end_action:
        return end_label(game) if action == game.board.end_action else "swap"
    flip = state.stones[1 - state.mover] >> action & 1
    return game.board.cell_name(action) + ("x" if flip else "")


def localized_action(game: Game, state: State, action: int) -> str:
    """Format an action like ``display_action``, in the player's language."""
    text = display_action(game, state, action)
    return WORDS[f"action-{text}"] if action >= game.board.end_action else text


def legal_names(game: Game, legal: int) -> list[str]:
    """The names of the actions in a mask from ``game.legal``, in ascending order."""
    names = game.board.cell_names(legal & game.board.cells)
    if legal >> game.board.end_action & 1:
        names.append(end_label(game))
    if legal >> game.board.swap_action & 1:
        names.append("swap")
    return names


def machine_action(game: Game, action: int) -> str:
    """Format an action for other programs: like ``display_action``, but flips without an ``x``."""
    return end_label(game) if action == game.board.end_action else action_name(game.board, action)


def parse_action(board: Board, word: str) -> int:
    """Parse a word as an action; raise NotationError if it is none."""
    word = as_ascii(word).lower()
    if word in ("end", "pass"):
        return board.end_action
    if word == "swap":
        return board.swap_action
    if len(word) > 2 and word[-1] == "x":
        word = word[:-1]
    return board.parse_cell(word)


def parse_moves(game: Game, state: State, words: Iterable[str]) -> ParsedMoves:
    """Parse and play ``words`` from ``state``, up to the first error."""
    actions: list[int] = []
    states = [state]
    resigned = False

    def play_word(word: str) -> str | None:
        nonlocal resigned
        state = states[-1]
        if resigned:
            return error_text("after-resignation")
        if word == RESIGN:
            resigned = bool(game.legal(state))
            return None if resigned else error_text("resigned-late")
        if word[0] == TURN_SEPARATOR:
            if not state.is_mid_turn:
                return error_text("not-same-turn", word=word[1:])
            word = word[1:]
        if word == END_TOKEN and not state.is_mid_turn:
            return None if actions else error_text("nothing-to-end")
        try:
            action = game.board.end_action if word == END_TOKEN else parse_action(game.board, word)
        except NotationError as error:
            return str(error)
        refusal = illegal_reason(game, state, action)
        if refusal:
            return refusal.message
        actions.append(action)
        states.append(game.play(state, action))
        return None

    words_read = 0
    for word in words:
        error = play_word(word)
        if error:
            return ParsedMoves(tuple(actions), tuple(states), resigned, words_read, error)
        words_read += 1
    return ParsedMoves(tuple(actions), tuple(states), resigned, words_read, None)


def limit_variations(record: GameRecord) -> GameRecord:
    """Return the record with only as many variations as a parser accepts.

    Keep at most ``MAX_VARIATIONS`` variations, and at most ``MAX_ACTIONS`` actions in total.
    Answers have priority, then variations that branch off later.
    """
    selected: list[tuple[int, tuple[int, ...]]] = []
    remaining = MAX_ACTIONS - len(record.actions) - sum(len(line) for _, line in record.answers)
    for variation in reversed(record.variations[-MAX_VARIATIONS:]):
        remaining -= len(variation[1])
        if remaining < 0:
            break
        selected.append(variation)
    return replace(record, variations=tuple(reversed(selected)))


def group_by_turn(states: Sequence[State], actions: Sequence[int]) -> list[list[int]]:
    """Group the indices of ``actions`` by turn.  Action ``i`` is played in ``states[i]``."""
    grouped: list[list[int]] = []
    for index in range(len(actions)):
        if states[index].is_mid_turn and grouped:
            grouped[-1].append(index)
        else:
            grouped.append([index])
    return grouped


def split_turn(turn: str) -> list[str]:
    """Split a turn such as ``e6+b2`` into words; raise NotationError if one is empty."""
    first, *more = turn.lower().split("+")
    if not all([first, *more]):
        raise NotationError(f"{turn[:20]!r} is not a turn")
    return [first, *(f"+{word}" for word in more)]


def format_turns(
    game: Game,
    states: Sequence[State],
    actions: Sequence[int],
    write: Callable[[Game, State, int], str] = display_action,
) -> list[str]:
    """Format each turn, such as ``e6+b2``.

    ``write`` formats an action: ``display_action`` for records, ``localized_action`` for players.
    """
    return [
        "+".join(write(game, states[index], actions[index]) for index in turn)
        for turn in group_by_turn(states, actions)
    ]


def localized_turn(game: Game, state: State, actions: Sequence[int]) -> str:
    """Format one turn for players, as ``e6+b2``; after stones its end goes without saying."""
    texts = list[str]()
    for action in actions:
        if not texts or action != game.board.end_action:
            texts.append(localized_action(game, state, action))
        state = game.play(state, action)
    return "+".join(texts)


def outcome_of(record: GameRecord, last: State) -> Outcome | None:
    """Return how the game ended in its ``last`` position, or by resignation; None if unfinished."""
    if record.resigned:
        return Outcome(1 - last.mover, "resigned", ((), ()))
    return record.game.outcome(last)
