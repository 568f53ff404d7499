"""The reason why a turn is wrong, as a sentence on the position after its refutation.

The wrong result is proven.  The sentence is a true statement about the board in favour of the side
that replied.  If the board does not show such an advantage yet, the sentence states the proof.
Sizes of groups are mentioned only at the end of the game: before that they do not decide.
"""

from ...explanations.explain import explain
from ...explanations.model import Comparison
from ...rules import Game
from ...rules.board import bits
from ...rules.groups import groups
from ...rules.play import play_all
from ...rules.state import State
from ...session.outcome import deciding_reason
from ...words import WORDS
from ...words.puzzles import PUZZLE_WORDS

MAX_FACT_LENGTH = 60  # characters: a verdict has other sentences too


def refutation_text(
    game: Game, before: State, after: State, solver: int, kind: str, facts: str = ""
) -> str:
    """Return why the turn that led to ``before`` is wrong; ``after`` follows the reply.

    ``kind`` is the proven result for the solver, "lost" or "drawn".  Without a reply both
    positions are the same.  ``facts`` on the reply are told if the board shows no advantage yet.
    """
    end = play_all(game, after, forced_ending(game, after))
    outcome = game.outcome(end)
    if outcome is not None:
        first, second = (WORDS[colour] for colour in game.colours)
        reason = deciding_reason(game, end, outcome, (first, second))
        return reason if end == after else _text("why-forced", game, solver, reason=reason)
    if kind == "drawn":
        return f"{facts} {_text('why-drawn', game, solver)}".lstrip()
    if any(game.edges):
        text = _edges_text(game, before, after, solver)
    else:
        text = _joined_text(game, before, after, solver)
    return text or f"{facts} {_text('why-lost', game, solver)}".lstrip()


def solution_text(
    game: Game, before: State, after: State, solver: int, value: str, facts: str = ""
) -> str:
    """Return what the right turn from ``before`` to ``after`` gained the solver, or "".

    ``value`` is the proven result for the solver, "win" or "draw".  ``facts`` on the turn are told
    if the board shows no advantage yet.
    """
    other = 1 - solver
    text = refutation_text(game, before, after, other, "lost" if value == "win" else "drawn")
    return facts if text == _text("why-lost", game, other) else text


def turn_facts(game: Game, state: State, turn: tuple[int, ...]) -> str:
    """Return the most telling fact on a turn alone, "" without one, or if it is long.

    A flip is named as one already, so its facts would repeat it.
    """
    if not turn or state.occupied >> turn[0] & 1:
        return ""
    facts = explain(Comparison(game, state, turn)).facts
    text = facts[0].text if facts else ""
    return text if len(text) <= MAX_FACT_LENGTH else ""


def forced_ending(game: Game, state: State) -> tuple[int, ...]:
    """Return the actions up to the end of the game if all are forced, else none."""
    actions: list[int] = []
    while (legal := game.legal(state)) and not legal & (legal - 1):
        actions.append(legal.bit_length() - 1)
        state = game.play(state, actions[-1])
    return () if legal else tuple(actions)


def _text(key: str, game: Game, solver: int, **values: object) -> str:
    colour, other = (WORDS[game.colours[side]] for side in (solver, 1 - solver))
    return PUZZLE_WORDS[key].format(Colour=colour, Other=other, **values)


def _edges_text(game: Game, before: State, after: State, solver: int) -> str:
    """Return a sentence on the connections, or "".

    The sentence says who is connected, whose connection broke, or who is nearer.
    """
    other = 1 - solver
    if game.connecting_group(after, other):
        replies = bits(game.legal(after))
        stays_connected = all(
            game.connecting_group(game.play(after, reply), other) for reply in replies
        )
        return _text("why-holds" if stays_connected else "why-connected", game, solver)
    if game.connecting_group(before, solver) and not game.connecting_group(after, solver):
        return _text("why-broken", game, solver)
    ours, theirs = game.interim_score(after, other), game.interim_score(after, solver)
    if ours is None or theirs is None or ours >= theirs:
        return ""
    return _text("why-nearer", game, solver, ours=ours, theirs=theirs)


def _joined_text(game: Game, before: State, after: State, solver: int) -> str:
    """Return a sentence on groups that the reply joined, or "".

    The sentence is empty in games in which large groups are not an advantage.
    """
    if game.margin:
        return ""
    old, new = (state.stones[1 - solver] for state in (before, after))
    for group in groups(game.board, new):
        if group & ~old and len(groups(game.board, group & old)) > 1:
            return _text("why-joined", game, solver, size=group.bit_count())
    return ""
