"""Answers in advance of a match: replies to turns to come, see ``rules.notation.answers``.

``Match.answers`` holds each as a whole line from the first action on, so that it stays valid in
merged trees.  The player of its last turn gave it.  The answers of a remote player come with a link
and are played when the local player's turn fits.  Those of a local player are sent with a link, and
the page of the remote player plays them.
"""

from typing import TYPE_CHECKING, NamedTuple

from ..rules.notation.actions import GameRecord
from ..rules.notation.answers import (
    MAX_ANSWERS,
    Turn,
    answer_turns,
    begins_with,
    contradicts,
    flatten,
    fork,
)
from ..rules.play import play_all
from .tree import ROOT, Tree

if TYPE_CHECKING:
    from .match import Match

Answers = tuple[tuple[int, ...], ...]
"""Lines from the first action of the game to the last reply."""


class FittingAnswer(NamedTuple):
    """The answer to a turn that was played."""

    reply: Turn
    rests: Answers  # what the answers hold after the reply


def answers_of_record(record: GameRecord) -> Answers:
    """Return the answers of a record as lines from the first action."""
    return tuple((*record.actions[:ply], *actions) for ply, actions in record.answers)


def answers_of_link(record: GameRecord, tree: Tree, leaf: int) -> Answers:
    """Return the answers of a link that fit the end of its line; the others did not happen."""
    played = tree.actions(turn_start_node(tree, leaf))
    actions = open_answers(tree, leaf, answers_of_record(record))
    return tuple((*played, *line) for line in actions)


def turn_start_node(tree: Tree, node: int) -> int:
    """Return the node at which the turn that is due at ``node`` began."""
    while node != ROOT and tree.nodes[node].state.is_mid_turn:
        node = tree.nodes[node].parent
    return node


def open_answers(tree: Tree, leaf: int, answers: Answers) -> Answers:
    """Return the answers that fit the end of a line, from the start of its last turn on."""
    if not answers or tree.outcome(leaf) is not None:
        return ()
    start = turn_start_node(tree, leaf)
    played, state = tree.actions(start), tree.nodes[start].state
    ends = (line[len(played) :] for line in answers if line[: len(played)] == played)
    still_open = (actions for actions in ends if answer_turns(tree.game, state, actions))
    return tuple(dict.fromkeys(still_open))[:MAX_ANSWERS]


def recorded_answers(match: "Match") -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the answers that fit the end of the game, for a record of the line shown."""
    tree, end = match.tree, match.tree.end_of_game()
    played = tree.actions(turn_start_node(tree, end))
    shown, start = tree.actions(match.leaf), len(tree.path(turn_start_node(tree, match.leaf))) - 1
    lines = ((*played, *actions) for actions in open_answers(tree, end, match.answers))
    plies = ((fork(shown, start, line), line) for line in lines)
    return tuple((ply, line[ply:]) for ply, line in plies)


def fitting_answer(tree: Tree, node: int, answers: Answers) -> FittingAnswer | None:
    """Return the answer to the turn that ends at ``node``, or None.

    A turn fits if it leads to the expected position, in whichever order its stones were placed.
    """
    if node == ROOT or tree.nodes[node].state.is_mid_turn:
        return None
    start = turn_start_node(tree, tree.nodes[node].parent)
    before, state = tree.actions(start), tree.nodes[start].state
    fitting = []
    for line in answers:
        if line[: len(before)] == before:
            turns = answer_turns(tree.game, state, line[len(before) :])
            if turns and turns[0].end == tree.nodes[node].state:
                fitting.append(turns)
    if not fitting:
        return None
    reply = fitting[0][1]
    rests = (flatten(turns[2:]) for turns in fitting if turns[1].end == reply.end)
    return FittingAnswer(reply, tuple(rest for rest in rests if rest))


def given_nodes(tree: Tree, leaf: int, answers: Answers) -> frozenset[int]:
    """Return the nodes of a line whose actions were given in advance."""
    path, given = tree.path(leaf), set[int]()
    for index, node in enumerate(path):
        answer = fitting_answer(tree, node, answers)
        if answer is None:
            continue
        for end in range(index + 1, len(path)):
            if not tree.nodes[path[end]].state.is_mid_turn:
                if tree.nodes[path[end]].state == answer.reply.end:
                    given.update(path[index + 1 : end + 1])
                    played = tree.actions(path[end])
                    answers = (*answers, *((*played, *rest) for rest in answer.rests))
                break
    return frozenset(given)


def giver(tree: Tree, line: tuple[int, ...]) -> int:
    """Return the colour that gave an answer: it plays the last turn."""
    node = tree.find_deepest(line[:-1])
    actions = line[len(tree.path(node)) - 1 : -1]
    return play_all(tree.game, tree.nodes[node].state, actions).mover


def merged_answers(ours: "Match", theirs: "Match", *, is_link: bool) -> Answers:
    """Return the answers of our match after theirs, another version of it, was merged into it.

    A link brings only answers of a remote player: nobody else answers for a local one.  A link with
    the position of our match replaces the answers that an earlier link brought.
    """
    if not (ours.answers or theirs.answers):
        return ()
    ends = [match.tree.actions(turn_start_node(match.tree, match.leaf)) for match in (ours, theirs)]
    replaced = is_link and ends[0] == ends[1]
    remaining = (line for line in ours.answers if not (replaced and _is_remote(ours, line)))
    added = (line for line in theirs.answers if not is_link or _is_remote(ours, line))
    return tuple(dict.fromkeys((*remaining, *added)))


def _is_remote(match: "Match", line: tuple[int, ...]) -> bool:
    """Return whether a remote player gave the answer; all may have, before a seat is taken."""
    is_seated = any(seat.remote for seat in match.seats)
    return match.seats[giver(match.tree, line)].remote if is_seated else True


# ------------------------------------------------------------ the local player's answers


def can_answer(match: "Match") -> bool:
    """Return whether the local player can answer in advance: a remote player's turn has to come."""
    tree, node = match.tree, match.live_node
    mover = tree.nodes[node].state.mover
    return (
        node == match.leaf
        and match.seats[mover].remote
        and match.local_colour == 1 - mover
        and tree.outcome(node) is None
    )


def own_answers(match: "Match") -> tuple[tuple[Turn, ...], ...]:
    """Return the local player's answers that fit the position, as turns."""
    if not can_answer(match):
        return ()
    tree = match.tree
    state = tree.nodes[turn_start_node(tree, match.leaf)].state
    return tuple(
        answer_turns(tree.game, state, actions)
        for actions in open_answers(tree, match.leaf, match.answers)
    )


def add_answer(match: "Match", actions: tuple[int, ...]) -> tuple[Answers, str]:
    """Add an answer of the local player; return all, and why it was refused or "".

    The reason is "answer-whole", "answer-other" or "answers-most", a key of ``FRIEND_WORDS``.
    """
    tree, existing = match.tree, own_answers(match)
    start = turn_start_node(tree, match.leaf)
    turns = answer_turns(tree.game, tree.nodes[start].state, actions)
    if not turns:
        return match.answers, "answer-whole"
    if any(contradicts(turns, other) for other in existing):
        return match.answers, "answer-other"
    if any(begins_with(other, turns) for other in existing):
        return match.answers, ""
    remaining = [other for other in existing if not begins_with(turns, other)]
    if len(remaining) >= MAX_ANSWERS:
        return match.answers, "answers-most"
    played = tree.actions(start)
    return tuple((*played, *flatten(each)) for each in (*remaining, turns)), ""


def remove_answer(match: "Match", index: int) -> Answers:
    """Return the local player's answers without one of ``own_answers``."""
    played = match.tree.actions(turn_start_node(match.tree, match.leaf))
    remaining = (turns for number, turns in enumerate(own_answers(match)) if number != index)
    return tuple((*played, *flatten(turns)) for turns in remaining)
