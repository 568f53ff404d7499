"""The stop after a costly turn: the engine judges each turn of the player before it replies.

The position before the turn is searched while the player thinks, so that after the turn one search
is left.  The evaluations are those of reviews and share their cache.  Whether the game is taught is
stored as the reason why it is unrated (``TEACH_REASON``).
"""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ...engine import messages
from ...explanations.explain import explain
from ...explanations.model import Comparison, Explanation
from ...match.tree import ROOT
from ...rules.turns import first_turn
from ...session import naming
from ...session.activity import Activity
from ...session.announcement_parts import join_sentences
from ...session.evaluation import legal_line
from ...session.event import Event
from ...session.requests import requested_state, should_assess, store_assessment
from ...session.session import TAUGHT_REASON, TEACH_REASON, Notice, Session
from ...words import WORDS
from ...words.teach import TEACH_WORDS
from ..line_player.view import ShownLine
from ..review.model import cache_evaluation, cached_evaluations
from ..review.turns import Evaluation, turn_text
from ..review.why import compared_lines

MIN_COSTLY_LOSS = 0.15  # of the winning chance: the least loss for which the game stops
MAX_WAIT_MILLIS = 2000  # of a search for which the player waits


class PlayedTurn(NamedTuple):
    """A complete turn of the player, to which the engine has not replied."""

    nodes: tuple[int, ...]  # from the one before the turn to the position shown
    actions: tuple[int, ...]


class CostlyTurn(NamedTuple):
    """A turn that cost at least ``MIN_COSTLY_LOSS``."""

    turn: PlayedTurn
    before: Evaluation
    after: Evaluation
    comparison: Comparison

    @property
    def mover(self) -> int:
        """The colour of the player."""
        return self.comparison.state.mover

    @property
    def better(self) -> tuple[int, ...]:
        """The actions of the engine's turn in place of the player's."""
        first = first_turn(self.comparison.game, self.comparison.state, self.before.pv)
        return tuple(action for _, action in first)

    def line_until_better(self) -> tuple[int, ...]:
        """Return the played line until the player plays one of the actions of ``better``."""
        game, state, _, line, _ = self.comparison
        for index, action in enumerate(line):
            is_later = index >= len(self.turn.actions) and state.mover == self.mover
            if is_later and action in self.better:
                return line[:index]
            state = game.play(state, action)
        return line


class StopBox(NamedTuple):
    """The texts of the box that the stopped game shows."""

    title: str
    spoken: str  # the title for screen readers
    better: str  # the better turn for screen readers, once it was requested; or ""
    reason: str  # facts about the turn
    answer: str  # the engine's best answer to it, for screen readers
    lines: tuple[ShownLine, ...]  # the better one, once it was requested, and the played one


@dataclass(frozen=True)
class Teaching(Activity):
    """What the player decided about the stops of this game."""

    name: ClassVar[str] = "teach"
    accepted: tuple[int, ...] = ()  # the ends of the turns after which the player played on
    better_node: int = -1  # the end of the turn whose better turn is shown, or -1
    gave_up: bool = False  # whether the device is too slow, or the engine failed

    def holds_reply(self, session: Session) -> bool:
        turn = self._judged_turn(session)
        if turn is None:
            return False
        loss = known_loss(session, turn)
        return loss is None or loss >= MIN_COSTLY_LOSS

    def _judged_turn(self, session: Session) -> PlayedTurn | None:
        """Return the turn that the engine may not answer unless it is cheap, or None."""
        if self.gave_up or session.resign_pending or not session.is_taught:
            return None
        turn = played_turn(session)
        return None if turn is None or turn.nodes[-1] in self.accepted else turn

    def required_search(self, session: Session) -> "tuple[messages.SearchPurpose, int] | None":
        if self.gave_up or not session.is_taught:
            return None
        nodes, evaluations = session.tree.nodes, cached_evaluations(session)
        turn = self._judged_turn(session)
        if turn is not None:
            if known_loss(session, turn) is not None:
                return None
            start, end = turn.nodes[0], turn.nodes[-1]
            return "teach", end if nodes[start].state in evaluations else start
        if not session.local_colours[session.state.mover] or session.cursor != session.live_node:
            return None
        start = begin_of_turn(session, session.cursor)
        is_known = nodes[start].state in evaluations
        return None if is_known or session.outcome is not None else ("teach", start)

    def on_report(self, session: Session, report: messages.SearchReport) -> Session:
        if not report.final:
            is_awaited = self._judged_turn(session) is not None
            is_late = is_awaited and report.millis > MAX_WAIT_MILLIS
            return self._give_up(session, TEACH_WORDS["too-slow"]) if is_late else session
        if report.error or report.action is None or report.warning:
            return self._give_up(session, report.error or TEACH_WORDS["cannot"])
        state = requested_state(session)
        line = legal_line(session.game, state, report.pv)
        evaluation = Evaluation(report.value_first, report.proven, line)
        session = cache_evaluation(session, state, evaluation)
        is_assessed = session.state == state and should_assess(session)
        if is_assessed and not session.engine.analysis:
            return store_assessment(session, report)
        return session

    def on_failure(self, session: Session, sentence: str) -> Session:
        return self._give_up(session, sentence)

    def _give_up(self, session: Session, sentence: str) -> Session:
        """Judge no more turns; the game goes on."""
        session = session.with_activity(replace(self, gave_up=True))
        return replace(session, notice=Notice(sentence))

    def costly_turn(self, session: Session) -> CostlyTurn | None:
        """Return the costly turn after which the game is stopped, or None."""
        turn = self._judged_turn(session)
        loss = None if turn is None else known_loss(session, turn)
        if turn is None or loss is None or loss < MIN_COSTLY_LOSS:
            return None
        start, end = (session.tree.nodes[turn.nodes[place]].state for place in (0, -1))
        evaluations = cached_evaluations(session)
        before, after = evaluations[start], evaluations[end]
        line = (*turn.actions, *after.pv)
        return CostlyTurn(turn, before, after, Comparison(session.game, start, before.pv, line))

    def status(self, session: Session) -> tuple[str, str] | None:
        if self.costly_turn(session) is not None:
            return TEACH_WORDS["due"], ""
        is_judging = session.engine.thinking and session.engine.purpose == self.name
        if not is_judging or not session.is_engine_to_move:
            return None
        return WORDS["thinking"].format(Name=naming.display_name(session, session.state.mover)), ""

    def board_masks(self, session: Session) -> dict[str, int]:
        """Return the masks of the engine's stones, and of the cells that the reason speaks of."""
        costly = self.costly_turn(session)
        if costly is None:
            return {}
        stones, colour = self._shown_stones(session, costly)
        reason = self._explanation(session, costly)
        name = ("line-first", "line-second")[colour]
        return {name: sum(1 << cell for cell in stones), "explained": reason.cells}

    def cell_numbers(self, session: Session) -> dict[int, str]:
        """Return numbers for the answer to the turn, or letters for the better turn."""
        costly = self.costly_turn(session)
        if costly is None:
            return {}
        stones, _ = self._shown_stones(session, costly)
        if not self._shows_better(session):
            return {cell: str(number) for number, cell in enumerate(stones, 1)}
        return {cell: f"A{number if number > 1 else ''}" for number, cell in enumerate(stones, 1)}

    def _shows_better(self, session: Session) -> bool:
        return self.better_node == session.cursor

    def _shown_stones(self, session: Session, costly: CostlyTurn) -> tuple[tuple[int, ...], int]:
        """Return the cells of the better turn, or of the answer to the turn, and their colour."""
        if self._shows_better(session):
            actions, colour = costly.better, costly.mover
        else:
            answer = first_turn(session.game, session.state, costly.after.pv)
            actions, colour = tuple(action for _, action in answer), session.state.mover
        return tuple(one for one in actions if one < session.game.board.end_action), colour

    def _explanation(self, session: Session, costly: CostlyTurn) -> Explanation:
        """Return the facts, at first only those that do not give the better turn away."""
        explanation = explain(costly.comparison)
        if self._shows_better(session):
            return explanation
        better = sum(1 << action for action in costly.better)
        return Explanation(
            tuple(
                one
                for one in explanation.facts
                if not one.cells & better and "turn" not in one.values  # the better turn
            )
        )

    def box(self, session: Session) -> StopBox | None:
        """Return the texts of the box, or None unless the game is stopped."""
        costly = self.costly_turn(session)
        if costly is None:
            return None
        game, better = session.game, ""
        before, after = (one.win_percent(costly.mover) for one in (costly.before, costly.after))
        if self._shows_better(session):
            text = turn_text(game, costly.comparison.state, costly.before.pv)
            better = TEACH_WORDS["better"].format(text=text)
        answer = turn_text(game, session.state, costly.after.pv)
        name = naming.display_name(session, session.state.mover)
        reply = TEACH_WORDS["answer"].format(Name=name, text=answer) if answer else ""
        why = self._explanation(session, costly)
        compared = costly.comparison
        if not better:
            compared = compared._replace(played=costly.line_until_better())
        best, played = compared_lines(compared, why, before, after)
        played = played._replace(ply=len(costly.turn.actions))
        return StopBox(
            TEACH_WORDS["title"].format(before=before, after=after),
            TEACH_WORDS["title-spoken"].format(before=before, after=after),
            better,
            why.text,
            reply,
            (best, played) if better else (played,),
        )


def begin_of_turn(session: Session, node: int) -> int:
    """Return the node at which the turn that is going on at ``node`` began."""
    nodes = session.tree.nodes
    while node != ROOT and nodes[node].state.is_mid_turn:
        node = nodes[node].parent
    return node


def played_turn(session: Session) -> PlayedTurn | None:
    """Return the player's turn that the engine is to answer in the position shown, or None."""
    nodes, end = session.tree.nodes, session.cursor
    if end == ROOT or not session.is_engine_to_move or nodes[end].state.is_mid_turn:
        return None
    start = begin_of_turn(session, nodes[end].parent)
    if not session.local_colours[nodes[start].state.mover]:
        return None
    path = session.tree.path(end)
    turn = path[path.index(start) :]
    return PlayedTurn(turn, tuple(nodes[node].action for node in turn[1:]))


def known_loss(session: Session, turn: PlayedTurn) -> float | None:
    """Return what a turn cost, from 0 to 1; None if it takes another search to know.

    A forced turn and the engine's own choice cost nothing.
    """
    game, evaluations = session.game, cached_evaluations(session)
    states = [session.tree.nodes[node].state for node in turn.nodes]
    if all(game.legal(state).bit_count() == 1 for state in states[:-1]):
        return 0.0
    before, mover = evaluations.get(states[0]), states[0].mover
    if before is None:
        return None
    chance, best = before.win_probability(mover), states[0]
    for state, action in first_turn(game, states[0], before.pv):
        best = game.play(state, action)
    if chance < MIN_COSTLY_LOSS or best == states[-1]:
        return 0.0
    after = evaluations.get(states[-1])
    return None if after is None else chance - after.win_probability(mover)


class StartTeaching(Event):
    """Judge the turns of a game that is taught: it was begun, opened or loaded."""

    interrupts_nothing = True
    is_automatic = True

    def apply(self, session: Session) -> Session:
        return session.with_activity(Teaching())


class ToggleTeaching(Event):
    """Let costly turns stop the game from now on, or no more."""

    def apply(self, session: Session) -> Session:
        if not session.can_teach:
            return session
        if session.is_taught:
            ended = session.without(Teaching.name).with_match(unrated_reason=TAUGHT_REASON)
            return replace(ended, notice=Notice(TEACH_WORDS["off"]))
        begun = session.with_match(unrated_reason=TEACH_REASON).with_activity(Teaching())
        return replace(begun, notice=Notice(TEACH_WORDS["on"]))


class TakeTurnBack(Event):
    """Return to the position before the costly turn."""

    def apply(self, session: Session) -> Session:
        teaching = get_teaching(session)
        costly = teaching.costly_turn(session) if teaching else None
        if costly is None:
            return session
        start = costly.turn.nodes[0]
        return replace(session.with_match(cursor=start, takeback_node=start), faulty_link=None)


class PlayOn(Event):
    """Let the engine answer the costly turn."""

    def apply(self, session: Session) -> Session:
        teaching = get_teaching(session)
        if teaching is None or teaching.costly_turn(session) is None:
            return session
        accepted = (*teaching.accepted, session.cursor)
        return session.with_activity(replace(teaching, accepted=accepted))


class ShowBetter(Event):
    """Show the better turn in place of the costly one."""

    def apply(self, session: Session) -> Session:
        teaching = get_teaching(session)
        if teaching is None or teaching.costly_turn(session) is None:
            return session
        return session.with_activity(replace(teaching, better_node=session.cursor))


def get_teaching(session: Session) -> Teaching | None:
    """Return the activity, or None if the game is not taught."""
    teaching = session.activity(Teaching.name)
    return teaching if isinstance(teaching, Teaching) else None


def stop_box(session: Session) -> StopBox | None:
    """Return the texts of the box, or None unless the game is stopped."""
    teaching = get_teaching(session)
    return teaching.box(session) if teaching else None


def stop_text(box: StopBox) -> str:
    """Return the whole box as an announcement."""
    return join_sentences(box.spoken, box.better, box.reason, box.answer)
