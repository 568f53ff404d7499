"""Actions and records as text for people: ``1. e5  2. e6+b2  3. c3x``.

Actions are written as cell names, ``swap``, ``pass`` and ``end``; a flip is shown with an
``x`` (``e4x``), and read with or without it.  The stones of one turn are joined by ``+``.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...words import WORDS, wrong
from ..board import Board, NotationError, as_ascii
from ..play import why_not
from ..state import Game, Outcome, State

RESIGN = "resign"
END_IF_DUE = "."  # ends a turn that may be ended, and is a reader's aid everywhere else
SAME_TURN = "+"  # begins a word that must belong to the turn of the word before
MOST_ACTIONS = 2000


@dataclass(frozen=True)
class Record:
    """A game as it was played: where it began, what was done, what else was tried."""

    game: Game
    actions: tuple[int, ...] = ()
    setup: State | None = None  # where it began, when not at the game's own start
    variations: tuple[tuple[int, tuple[int, ...]], ...] = ()  # (actions before it, its actions)
    cursor: int | None = None  # the number of actions shown; None = all
    resigned: bool = False  # the side to move after the last action gave up

    @property
    def first(self) -> State:
        """The position before the first action."""
        return self.game.start() if self.setup is None else self.setup


@dataclass(frozen=True)
class Reading:
    """The result of reading a text: its longest legal prefix, and the first fault."""

    record: Record | None
    states: tuple[State, ...] = ()  # of the main line, one more than its actions
    error: str | None = None  # what is wrong, in one sentence
    rest: str = ""  # the text from the fault on
    unchecked: bool = False  # a link with a position and no check digits: perhaps cut off
    partial: bool = False  # a link that holds more than can be read here


class Line(NamedTuple):
    """The result of playing a list of words."""

    actions: tuple[int, ...]
    states: tuple[State, ...]  # one more than the actions
    resigned: bool
    used: int  # how many words were understood
    error: str | None  # the first fault, in one sentence


def action_name(board: Board, action: int) -> str:
    """``e4``, ``swap`` or ``end``, which stands for a pass, too."""
    if action == board.end:
        return "end"
    return "swap" if action == board.swap else board.name(action)


def end_word(game: Game) -> str:
    """What the action END is called in the game: ``end`` or ``pass``."""
    return game.end_word or "end"


def shown_action(game: Game, state: State, action: int) -> str:
    """The action as records write it: flips with an ``x``, END by the game's own word."""
    if action >= game.board.end:
        return end_word(game) if action == game.board.end else "swap"
    flip = state.stones[1 - state.mover] >> action & 1
    return game.board.name(action) + ("x" if flip else "")


def said_action(game: Game, state: State, action: int) -> str:
    """The same in the player's language, for the page."""
    shown = shown_action(game, state, action)
    return WORDS[f"action-{shown}"] if action >= game.board.end else shown


def legal_names(game: Game, legal: int) -> list[str]:
    """The names of the actions in a mask of ``game.legal``, ascending."""
    names = game.board.names(legal & game.board.cells)
    if legal >> game.board.end & 1:
        names.append(end_word(game))
    if legal >> game.board.swap & 1:
        names.append("swap")
    return names


def told_action(game: Game, action: int) -> str:
    """The action as other programs read it: END by the game's own word, a flip without an ``x``."""
    return end_word(game) if action == game.board.end else action_name(game.board, action)


def action_named(board: Board, word: str) -> int:
    """The action a word means; raise NotationError for anything else."""
    word = as_ascii(word).lower()
    if word in ("end", "pass"):
        return board.end
    if word == "swap":
        return board.swap
    if len(word) > 2 and word[-1] == "x":
        word = word[:-1]
    return board.cell(word)


def follow(game: Game, state: State, words: Iterable[str]) -> Line:
    """Play ``words`` from ``state``, each one checked, up to the first fault."""
    actions: list[int] = []
    states = [state]
    resigned = False

    def fault(word: str) -> str | None:
        nonlocal resigned
        state = states[-1]
        if resigned:
            return wrong("after-resignation")
        if word == RESIGN:
            resigned = bool(game.legal(state))
            return None if resigned else wrong("resigned-late")
        if word[0] == SAME_TURN:
            if not state.placed:
                return wrong("not-same-turn", word=word[1:])
            word = word[1:]
        if word == END_IF_DUE and not state.placed:
            return None if actions else wrong("nothing-to-end")
        try:
            action = game.board.end if word == END_IF_DUE else action_named(game.board, word)
        except NotationError as error:
            return str(error)
        refusal = why_not(game, state, action)
        if refusal:
            return refusal.sentence
        actions.append(action)
        states.append(game.play(state, action))
        return None

    used = 0
    for word in words:
        error = fault(word)
        if error:
            return Line(tuple(actions), tuple(states), resigned, used, error)
        used += 1
    return Line(tuple(actions), tuple(states), resigned, used, None)


def within(record: Record, most_variations: int) -> Record:
    """The record without variations beyond the limits of a reader.

    At most ``most_variations`` are kept: those that leave the main line latest.
    """
    kept: list[tuple[int, tuple[int, ...]]] = []
    left = MOST_ACTIONS - len(record.actions)
    for variation in reversed(record.variations[-most_variations:]):
        left -= len(variation[1])
        if left < 0:
            break
        kept.append(variation)
    return replace(record, variations=tuple(reversed(kept)))


def turns(states: Sequence[State], actions: Sequence[int]) -> list[list[int]]:
    """The indices of ``actions``, grouped by turn; action ``i`` is played in ``states[i]``."""
    grouped: list[list[int]] = []
    for place in range(len(actions)):
        if states[place].placed and grouped:
            grouped[-1].append(place)
        else:
            grouped.append([place])
    return grouped


def turn_words(turn: str) -> list[str]:
    """Split a turn such as ``e6+b2`` into words for ``follow``; NotationError if one is empty."""
    first, *more = turn.lower().split("+")
    if not all([first, *more]):
        raise NotationError(f"{turn[:20]!r} is not a turn")
    return [first, *(f"+{word}" for word in more)]


def turn_texts(
    game: Game,
    states: Sequence[State],
    actions: Sequence[int],
    write: Callable[[Game, State, int], str] = shown_action,
) -> list[str]:
    """Each turn as records write it, or with ``said_action`` as players read it: ``e6+b2``."""
    return [
        "+".join(write(game, states[place], actions[place]) for place in turn)
        for turn in turns(states, actions)
    ]


def outcome_of(record: Record, last: State) -> Outcome | None:
    """How the recorded game ended in its ``last`` position, a resignation included."""
    if record.resigned:
        return Outcome(1 - last.mover, "resigned", ((), ()))
    return record.game.outcome(last)
