"""Answers in advance, the sections ``y`` of a link: what the sender replies to turns to come.

::

    y<k><actions>     after k actions, where the turn to come begins: that turn, then the reply

A longer section goes on in the same way: another turn of the opponent, another reply.  The rules
check every section.  Those that cannot be played are left out, and the rest of the link is valid.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..play import illegal_reason
from ..state import Game, State
from .actions import ParsedMoves, group_by_turn

MAX_ANSWERS = 8
SECTION = re.compile(r"y(\d{1,4})(.*)")


class Turn(NamedTuple):
    """A whole turn, and the position after it."""

    actions: tuple[int, ...]
    end: State


class ReadAnswers(NamedTuple):
    """The answers of a link."""

    answers: tuple[tuple[int, tuple[int, ...]], ...]  # as in ``GameRecord``
    has_invalid: bool  # whether some sections were left out


def turn_start(states: Sequence[State]) -> int:
    """Return the index of the position in which the last turn, finished or open, began to be due.

    It is the last index, unless stones of an open turn are already placed.
    """
    index = len(states) - 1
    while index and states[index].is_mid_turn:
        index -= 1
    return index


def whole_turns(game: Game, state: State, actions: Sequence[int]) -> tuple[Turn, ...]:
    """Split legal actions into whole turns; () if an action is illegal or a turn is not whole."""
    states = [state]
    for action in actions:
        if illegal_reason(game, states[-1], action):
            return ()
        states.append(game.play(states[-1], action))
    if states[-1].is_mid_turn and game.legal(states[-1]):
        return ()
    return tuple(
        Turn(tuple(actions[i] for i in turn), states[turn[-1] + 1])
        for turn in group_by_turn(states, actions)
    )


def flatten(turns: Iterable[Turn]) -> tuple[int, ...]:
    """Return the actions of some turns."""
    return tuple(action for turn in turns for action in turn.actions)


def answer_turns(game: Game, state: State, actions: Sequence[int]) -> tuple[Turn, ...]:
    """Split an answer into turns: the opponent's and the reply, in turn; () if it is none."""
    turns = whole_turns(game, state, actions)
    return () if len(turns) % 2 else turns


def contradicts(one: Sequence[Turn], other: Sequence[Turn]) -> bool:
    """Return whether two answers reply to the same turn in two ways.

    Turns count as the same if they lead to the same position.
    """
    for index in range(0, min(len(one), len(other)), 2):
        if one[index].end != other[index].end:
            return False
        if one[index + 1].end != other[index + 1].end:
            return True
    return False


def begins_with(longer: Sequence[Turn], shorter: Sequence[Turn]) -> bool:
    """Return whether an answer contains another one."""
    ends = [turn.end for turn in shorter]
    return [turn.end for turn in longer[: len(shorter)]] == ends


def fork(actions: Sequence[int], start: int, line: Sequence[int]) -> int:
    """Return after how many of the main line's actions an answer leaves it: ``start`` at most."""
    ply = 0
    while ply < min(start, len(line)) and actions[ply] == line[ply]:
        ply += 1
    return ply


def read_answers(
    game: Game,
    line: ParsedMoves,
    sections: Sequence[str],
    read_line: Callable[[Game, State, str], tuple[ParsedMoves, str]],
) -> ReadAnswers:
    """Parse the sections ``y`` after the main line, with the link's parser of actions.

    An answer that leaves the main line before its last turn did not happen.  It is no fault: the
    main line of a stored link may be a variation.
    """
    start, has_invalid = turn_start(line.states), False
    is_over = line.resigned or not game.legal(line.states[-1])
    accepted: list[tuple[int, tuple[Turn, ...]]] = []
    for section in sections[: 2 * MAX_ANSWERS]:
        match = SECTION.fullmatch(section)
        if match is None or int(match[1]) > len(line.actions):
            has_invalid = True
            continue
        ply = int(match[1])
        parsed, _ = read_line(game, line.states[ply], match[2])
        actions = (*line.actions[:ply], *parsed.actions)
        ply = fork(line.actions, start, actions)
        turns = whole_turns(game, line.states[ply], actions[ply:])
        is_due = ply == start  # at the end of the main line
        is_answer = len(turns) >= 2 and not (is_due and (is_over or len(turns) % 2))
        earlier = [other for other_ply, other in accepted if other_ply == ply]
        if (
            parsed.error
            or parsed.resigned
            or not is_answer
            or (is_due and any(contradicts(turns, other) for other in earlier))
        ):
            has_invalid = True
        elif not any(begins_with(other, turns) for other in earlier):
            accepted = [
                each for each in accepted if each[0] != ply or not begins_with(turns, each[1])
            ]
            accepted.append((ply, turns))
    has_invalid = has_invalid or len(sections) > 2 * MAX_ANSWERS or len(accepted) > MAX_ANSWERS
    answers = tuple((ply, flatten(turns)) for ply, turns in accepted[:MAX_ANSWERS])
    return ReadAnswers(answers, has_invalid)
