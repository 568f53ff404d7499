"""Actions and records as text for people: ``1. e5  2. e6+b2  3. c3x``.

Actions are written as cell names, ``swap_action``, ``pass`` and ``end_action``; a flip is shown
with an ``x`` (``e4x``), and read with or without it.  The stones of one turn are joined by ``+``.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...words import WORDS, error_text
from ..board import Board, NotationError, as_ascii
from ..play import illegal_reason
from ..state import Game, Outcome, State

RESIGN = "resign"
END_TOKEN = "."  # ends a turn that may be ended, and is a reader's aid everywhere else
TURN_SEPARATOR = "+"  # begins a word that must belong to the turn of the word before
MAX_ACTIONS = 2000


@dataclass(frozen=True)
class GameRecord:
    """A game as it was played: where it began, what was done, what else was tried."""

    game: Game
    actions: tuple[int, ...] = ()
    setup: State | None = None  # where it began, when not at the game's own start
    variations: tuple[tuple[int, tuple[int, ...]], ...] = ()  # (actions before it, its actions)
    cursor: int | None = None  # the number of actions shown; None = all
    resigned: bool = False  # the side to move after the last action gave up

    @property
    def initial_state(self) -> State:
        """The position before the first action."""
        return self.game.start() if self.setup is None else self.setup


@dataclass(frozen=True)
class ParseResult:
    """The result of reading a text: its longest legal prefix, and the first fault."""

    record: GameRecord | None
    states: tuple[State, ...] = ()  # of the main line, one more than its actions
    error: str | None = None  # what is wrong, in one sentence
    unparsed: str = ""  # the text from the fault on
    lacks_checksum: bool = False  # a link with a position and no check digits: perhaps cut off
    partial: bool = False  # a link that holds more than can be read here


class ParsedMoves(NamedTuple):
    """The result of playing a list of words."""

    actions: tuple[int, ...]
    states: tuple[State, ...]  # one more than the actions
    resigned: bool
    words_read: int  # how many words were understood
    error: str | None  # the first fault, in one sentence


def action_name(board: Board, action: int) -> str:
    """``e4``, ``swap_action`` or ``end_action``, which stands for a pass, too."""
    if action == board.end_action:
        return "end"
    return "swap" if action == board.swap_action else board.cell_name(action)


def end_label(game: Game) -> str:
    """What the action END is called in the game: ``end_action`` or ``pass``."""
    return game.end_label or "end"


def display_action(game: Game, state: State, action: int) -> str:
    """The action as records write it: flips with an ``x``, END by the game's own word."""
    if action >= game.board.end_action:
        return end_label(game) if action == game.board.end_action else "swap"
    flip = state.stones[1 - state.mover] >> action & 1
    return game.board.cell_name(action) + ("x" if flip else "")


def localized_action(game: Game, state: State, action: int) -> str:
    """The same in the player's language, for the page."""
    text = display_action(game, state, action)
    return WORDS[f"action-{text}"] if action >= game.board.end_action else text


def legal_names(game: Game, legal: int) -> list[str]:
    """The names of the actions in a mask of ``game.legal``, ascending."""
    names = game.board.cell_names(legal & game.board.cells)
    if legal >> game.board.end_action & 1:
        names.append(end_label(game))
    if legal >> game.board.swap_action & 1:
        names.append("swap")
    return names


def machine_action(game: Game, action: int) -> str:
    """The action as other programs read it: END by the game's own word, a flip without an ``x``."""
    return end_label(game) if action == game.board.end_action else action_name(game.board, action)


def parse_action(board: Board, word: str) -> int:
    """The action a word means; raise NotationError for anything else."""
    word = as_ascii(word).lower()
    if word in ("end", "pass"):
        return board.end_action
    if word == "swap":
        return board.swap_action
    if len(word) > 2 and word[-1] == "x":
        word = word[:-1]
    return board.parse_cell(word)


def parse_moves(game: Game, state: State, words: Iterable[str]) -> ParsedMoves:
    """Play ``words`` from ``state``, each one checked, up to the first fault."""
    actions: list[int] = []
    states = [state]
    resigned = False

    def fault(word: str) -> str | None:
        nonlocal resigned
        state = states[-1]
        if resigned:
            return error_text("after-resignation")
        if word == RESIGN:
            resigned = bool(game.legal(state))
            return None if resigned else error_text("resigned-late")
        if word[0] == TURN_SEPARATOR:
            if not state.placed:
                return error_text("not-same-turn", word=word[1:])
            word = word[1:]
        if word == END_TOKEN and not state.placed:
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
        error = fault(word)
        if error:
            return ParsedMoves(tuple(actions), tuple(states), resigned, words_read, error)
        words_read += 1
    return ParsedMoves(tuple(actions), tuple(states), resigned, words_read, None)


def limit_variations(record: GameRecord, max_variations: int) -> GameRecord:
    """The record without variations beyond the limits of a reader.

    At most ``max_variations`` are kept: those that leave the main line latest.
    """
    selected: list[tuple[int, tuple[int, ...]]] = []
    remaining = MAX_ACTIONS - len(record.actions)
    for variation in reversed(record.variations[-max_variations:]):
        remaining -= len(variation[1])
        if remaining < 0:
            break
        selected.append(variation)
    return replace(record, variations=tuple(reversed(selected)))


def group_by_turn(states: Sequence[State], actions: Sequence[int]) -> list[list[int]]:
    """The indices of ``actions``, grouped by turn; action ``i`` is played in ``states[i]``."""
    grouped: list[list[int]] = []
    for index in range(len(actions)):
        if states[index].placed and grouped:
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
    """Each turn as records write it, or with ``localized_action`` as players read it: ``e6+b2``."""
    return [
        "+".join(write(game, states[index], actions[index]) for index in turn)
        for turn in group_by_turn(states, actions)
    ]


def outcome_of(record: GameRecord, last: State) -> Outcome | None:
    """How the recorded game ended in its ``last`` position, a resignation included."""
    if record.resigned:
        return Outcome(1 - last.mover, "resigned", ((), ()))
    return record.game.outcome(last)
