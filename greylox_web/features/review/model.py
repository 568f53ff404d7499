"""The review of a line: the engine's evaluation of each position, and the costliest turns.

Evaluations are stored by position, so that a review survives navigation, can be stopped and
resumed, and is shared by lines with common positions.  The positions are searched one after
another; ``session.requests.next_search`` decides when.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from ...engine import messages
from ...engine.levels import REVIEW_VISITS
from ...explanations.explain import explain
from ...explanations.model import Comparison
from ...match.tree import Tree
from ...rules import Game
from ...rules.state import State
from ...rules.turns import first_turn
from ...session.activity import Activity
from ...session.evaluation import DisplayedEvaluation, legal_line, make_evaluation
from ...session.event import Event
from ...session.forecasts import RequestForecasts, with_forecasts
from ...session.requests import requested_state
from ...session.session import Notice, Session
from ...words import WORDS
from ...words.review import REVIEW_WORDS
from .turns import (
    GOOD_MOVE_LOSS,
    Evaluation,
    ReviewedTurn,
    comparison,
    evaluated_count,
    is_mistake,
    loss_percent,
    reviewed_turns,
    terminal_evaluation,
    turn_text,
)


@dataclass(frozen=True)
class Review(Activity):
    """A line and the evaluations of its positions; nodes belong to the game's tree."""

    name: ClassVar[str] = "review"
    line: tuple[int, ...]  # nodes, from the root on
    actions: tuple[int, ...]
    evaluations: dict[State, Evaluation]
    running: bool = True
    turns: tuple[ReviewedTurn, ...] = ()  # those with a known loss, in the order of the game
    mistakes: tuple[ReviewedTurn, ...] = ()  # the costliest turns, in the order of the game
    retry_node: int = -1  # the node before the retried turn, or -1
    best_shown: bool = False  # whether the best turn is shown
    shown_turn: int = -1  # the node before the turn chosen in the list, or -1

    def after_event(self, before: Session, session: Session, event: Event) -> Session:
        moved = session.tree is not before.tree or session.cursor != before.cursor
        if moved or event.is_navigation:
            session = drop_stale(session, is_navigation=event.is_navigation)
        return with_deeper_evaluation(session)

    def board_masks(self, session: Session) -> dict[str, int]:
        """Return the masks of the stones of the best turn, or of the turn chosen in the list."""
        if turn := self.chosen_turn(session):
            start, end = self.line.index(turn.start), self.line.index(turn.end)
            cells = _cells(session, self.actions[start:end])
            masks = {"chosen": sum(1 << cell for cell in cells)}
            compared = chosen_comparison(session)
            return masks | ({"explained": explain(compared).cells} if compared else {})
        stones = self._best_turn(session)
        if not stones:
            return {}
        colour = "line-second" if session.state.mover else "line-first"
        return {colour: sum(1 << action for action in stones)}

    def cell_numbers(self, session: Session) -> dict[int, str]:
        """Return the numbers of the stones of the best turn, if it is shown.

        The engine's turn beside the one chosen in the list has the letter A.
        """
        if turn := self.chosen_turn(session):
            return dict.fromkeys(_cells(session, turn.best), "A")
        return {cell: str(number) for number, cell in enumerate(self._best_turn(session), 1)}

    def chosen_turn(self, session: Session) -> ReviewedTurn | None:
        """Return the turn chosen in the list, while the position before it is shown."""
        if self.retry_node >= 0 or session.cursor != self.shown_turn:
            return None
        return next((turn for turn in self.turns if turn.start == self.shown_turn), None)

    def shows_past(self, session: Session) -> bool:
        """Return whether an earlier position of a finished game is shown."""
        is_over = session.tree.outcome(self.line[-1]) is not None
        return is_over and session.cursor in self.line[:-1] and not session.is_retrying

    def _best_turn(self, session: Session) -> tuple[int, ...]:
        """Return the cells of the best turn, if it is shown."""
        if not self.best_shown or session.cursor != self.retry_node:
            return ()
        game, state = session.game, session.state
        evaluation = self.evaluations.get(state)
        turn = first_turn(game, state, evaluation.pv) if evaluation else ()
        return _cells(session, tuple(action for _, action in turn))

    def evaluation(self, game: Game, state: State) -> DisplayedEvaluation | None:
        """Return the review's evaluation of a position, or None if there is none."""
        evaluation = self.evaluations.get(state)
        return (
            make_evaluation(game, evaluation.value_first, proven=evaluation.proven)
            if evaluation
            else None
        )

    def retry_texts(self, session: Session) -> tuple[str, str]:
        """Return the sentence on the best turn, once requested, and the comment on the retry.

        The comment is "" while the engine evaluates the turn.  Both are "" in the set-up editor
        and once play continues past a repetition of the played turn.
        """
        if self.retry_node < 0 or session.editor is not None:
            return "", ""
        text, best = make_retry_comment(session, self)
        node = retry_result_node(session, self)
        if node in self.line and node != session.cursor:
            return "", ""
        is_evaluating = node >= 0 and node not in self.line
        is_evaluating = is_evaluating and session.tree.nodes[node].state not in self.evaluations
        best_text = REVIEW_WORDS["best-was"].format(best=best) if best and self.best_shown else ""
        return best_text, "" if is_evaluating else text

    def retry_note(self, session: Session) -> str:
        """Return the comment on the turn played instead; "" before, while the prompt is needed."""
        return self.retry_texts(session)[1] if retry_result_node(session, self) >= 0 else ""

    def required_search(self, session: Session) -> "tuple[messages.SearchPurpose, int] | None":
        node = next_node(session, self)
        return ("review", node) if node >= 0 else None

    def on_report(self, session: Session, report: messages.SearchReport) -> Session:
        return handle_answer(session, report) if report.final else session

    def on_failure(self, session: Session, sentence: str) -> Session:
        return replace(stop(session), notice=Notice(sentence))


def _cells(session: Session, actions: tuple[int, ...]) -> tuple[int, ...]:
    """Return the actions that are cells."""
    return tuple(action for action in actions if action < session.game.board.end_action)


MAX_MISTAKES = 5
MAX_GAMES, MAX_POSITIONS = 8, 2000  # limits of the cached evaluations


class StartReview(Event):
    """Start or resume the review: the engine evaluates every position of the line."""

    def apply(self, session: Session) -> Session:
        return begin(session)

    def why_unrated(self, session: Session) -> str:
        return "analysis" if session.review is not None else ""


class StopReview(Event):
    """Stop the review and keep its results so far."""

    def apply(self, session: Session) -> Session:
        return stop(session)


class CloseReview(Event):
    """Close the review; during a retry, go to the end of the reviewed line."""

    def apply(self, session: Session) -> Session:
        review = session.review
        if review is not None and review.retry_node >= 0:
            session = go_to_node(session, review.line[-1])
        return session.without(Review.name)


class LoadReviewCache(Event):
    """Add the cached evaluations of earlier visits for positions of this game."""

    evaluations: "dict[State, Evaluation]"

    def apply(self, session: Session) -> Session:
        return load_cache(session, self.evaluations)


class RestoreReview(Event):
    """Show the review of the line again without any search, if all its positions are cached."""

    evaluations: "dict[State, Evaluation]"
    is_automatic = True

    def apply(self, session: Session) -> Session:
        restored = begin(load_cache(session, self.evaluations))
        is_complete = restored.review is not None and not restored.review.running
        return replace(restored, notice=session.notice) if is_complete else session


class RetryTurn(Event):
    """Go to the node before a reviewed turn, to play another turn."""

    node: int

    def apply(self, session: Session) -> Session:
        return retry_turn(session, self.node)


class ShowBest(Event):
    """Go back to the node before the retried turn, and mark the best turn."""

    def apply(self, session: Session) -> Session:
        review = session.review
        if review is None or review.retry_node < 0:
            return session
        session = retry_turn(session, review.retry_node)
        return session.with_activity(replace(review, best_shown=True))


class ShowTurn(Event):
    """Show the position before a reviewed turn, with the played and the best turn marked."""

    node: int

    def apply(self, session: Session) -> Session:
        shown = go_to_node(session, self.node)
        if shown.review is None:
            return session
        shown = shown.with_activity(replace(shown.review, shown_turn=self.node))
        compared = chosen_comparison(shown)
        return RequestForecasts(compared).apply(shown) if compared is not None else shown


class GoToReviewedNode(Event):
    """Show a node of the reviewed line; -1: the retried turn as played."""

    node: int = -1

    def apply(self, session: Session) -> Session:
        return go_to_node(session, self.node)


def next_node(session: Session, review: Review) -> int:
    """Return the node to evaluate next, or -1."""
    nodes = session.tree.nodes
    if review.retry_node >= 0:
        node = retry_result_node(session, review)
        if node >= 0 and nodes[node].state not in review.evaluations:
            return node
    line = review.line if review.running else ()
    return next((node for node in line if nodes[node].state not in review.evaluations), -1)


def belongs_to(tree: Tree, review: Review) -> bool:
    """Return whether the reviewed line is still in this tree."""
    nodes = tree.nodes
    if review.line[-1] >= len(nodes):
        return False
    pairs = zip(review.line, review.line[1:], review.actions, strict=False)
    return all(
        child in nodes[parent].children and nodes[child].action == action
        for parent, child, action in pairs
    )


def begin(session: Session) -> Session:
    """Start or resume the review of the line in the move list."""
    tree, line = session.tree, session.tree.path(session.leaf)
    if session.review and session.is_retrying:
        return session.with_activity(replace(session.review, running=True))
    if len(line) < 2:
        return session
    evaluations, before = (
        dict(session.review.evaluations) if session.review else {},
        cached_evaluations(session),
    )
    for state in (tree.nodes[node].state for node in line):
        evaluation = terminal_evaluation(tree.game, state) or before.get(state)
        if evaluation is not None:
            evaluations[state] = evaluation
    review = Review(line, tree.actions(session.leaf), evaluations)
    return _with_mistakes(replace(session, engine=session.engine._replace(report=None)), review)


def stop(session: Session) -> Session:
    """Stop the review and keep its results so far."""
    review = session.review
    return session.with_activity(replace(review, running=False)) if review else session


def handle_answer(session: Session, report: messages.SearchReport) -> Session:
    """Add the engine's evaluation of the requested position."""
    review, tree = session.review, session.tree
    if review is None:
        return session
    if report.error or report.action is None:
        return replace(stop(session), notice=Notice(report.error or ""))
    state = requested_state(session)
    line = legal_line(tree.game, state, report.pv)
    evaluation = Evaluation(report.value_first, report.proven, line)
    review = replace(review, evaluations={**review.evaluations, state: evaluation})
    if not report.warning:  # else the engine searched without its network: do not cache
        session = cache_evaluation(session, state, evaluation)
    return _with_mistakes(session, review)


def with_deeper_evaluation(session: Session) -> Session:
    """Return the session whose review has the evaluation of a deeper search, if there is one.

    So an analysis and the review never show two chances of one position.
    """
    review, report, state = session.review, session.engine.report, session.engine.report_state
    evaluation = review.evaluations.get(state) if review and state else None
    if review is None or report is None or state is None or evaluation is None:
        return session
    is_deeper = (report.proven, report.visits) > (evaluation.proven, REVIEW_VISITS)
    if not is_deeper or not report.pv or report.error or report.warning:
        return session
    deeper = Evaluation(
        report.value_first, report.proven, legal_line(session.game, state, report.pv)
    )
    if deeper == evaluation:
        return session
    evaluations = {**review.evaluations, state: deeper}
    return _with_mistakes(session, replace(review, evaluations=evaluations))


def load_cache(session: Session, evaluations: dict[State, Evaluation]) -> Session:
    """Return the session with more cached evaluations; its own take precedence.

    A running review continues.
    """
    session = _with_cache(session, evaluations | cached_evaluations(session))
    return begin(session) if session.review is not None and session.review.running else session


def cached_evaluations(session: Session) -> dict[State, Evaluation]:
    """Return the cached evaluations of all reviews for positions of the current game."""
    return next(
        (evaluations for game, evaluations in session.review_cache if game == session.game), {}
    )


def cache_evaluation(session: Session, state: State, evaluation: Evaluation) -> Session:
    """Return the session with the evaluation of a position cached."""
    return _with_cache(session, cached_evaluations(session) | {state: evaluation})


def _with_cache(session: Session, evaluations: dict[State, Evaluation]) -> Session:
    """Return the session with these evaluations cached; the oldest ones are dropped."""
    newest = dict([*evaluations.items()][-MAX_POSITIONS:])
    others = [pair for pair in session.review_cache if pair[0] != session.game][1 - MAX_GAMES :]
    return replace(session, review_cache=(*others, (session.game, newest)))


def _with_mistakes(session: Session, review: Review) -> Session:
    """Return the session with this review, and a notice when it is complete."""
    turns = reviewed_turns(session.tree, review)
    costliest = sorted(filter(is_mistake, turns), key=lambda turn: -turn.loss)
    mistake_list = costliest[:MAX_MISTAKES]
    review = replace(review, turns=turns, mistakes=tuple(sorted(mistake_list)))
    session = session.with_activity(review)
    if review.running and evaluated_count(session.tree, review) == len(review.line):
        text = REVIEW_WORDS["ready"].format(count=len(mistake_list))
        session = replace(stop(session), notice=Notice(text))
    return session


def chosen_comparison(session: Session) -> Comparison | None:
    """Return the lines of the turn chosen in the list, if it was costly."""
    review = session.review
    turn = review.chosen_turn(session) if review is not None else None
    if review is None or turn is None or turn.loss <= GOOD_MOVE_LOSS:
        return None
    compared = comparison(session.tree, review, turn)
    return with_forecasts(session, compared) if compared is not None else None


# ------------------------------------------------------------------ retries


def can_retry(session: Session, mistake: ReviewedTurn) -> bool:
    """Return whether a turn may be retried: against the engine, only the player's own turns."""
    return session.local_colour is None or session.seats[mistake.colour].level is None


def retry_turn(session: Session, node: int) -> Session:
    """Go to the position before a turn, to play another turn."""
    review = session.review
    if review is None or node not in review.line[:-1]:
        return session
    moved = session.with_match(cursor=node, leaf=review.line[-1], takeback_node=-1)
    return moved.with_activity(replace(review, retry_node=node, best_shown=False))


def go_to_node(session: Session, node: int) -> Session:
    """Show a node of the reviewed line; -1: the retried turn as played."""
    review = session.review
    if review is None:
        return session
    if node not in review.line:
        ends = (turn.end for turn in review.turns if turn.start == review.retry_node)
        node = next(ends, review.retry_node if review.retry_node >= 0 else review.line[-1])
    moved = session.with_match(cursor=node, leaf=review.line[-1], takeback_node=-1)
    reset = replace(review, retry_node=-1, best_shown=False, shown_turn=-1)
    return moved.with_activity(reset)


def retry_result_node(session: Session, review: Review) -> int:
    """Return the node after the turn played instead, or -1."""
    tree, path = session.tree, session.tree.path(session.cursor)
    if review.retry_node not in path:
        return -1
    for node in path[path.index(review.retry_node) + 1 :]:
        state = tree.nodes[node].state
        if not state.is_mid_turn or not tree.game.legal(state):
            return node
    return -1


def drop_stale(session: Session, *, is_navigation: bool = False) -> Session:
    """Return the session without a review of a lost line and without an abandoned retry.

    Stepping out of a retry returns to the reviewed line, also if the retry repeated the played
    turn.  ``is_navigation`` says that the position was navigated to, not played.
    """
    review, tree = session.review, session.tree
    if review is None:
        return session
    if not belongs_to(tree, review):
        return session.without(Review.name)
    same = is_navigation and retry_result_node(session, review) in review.line
    if review.retry_node >= 0 and (same or review.retry_node not in tree.path(session.cursor)):
        leaf = review.line[-1] if session.cursor in review.line else session.leaf
        reset = replace(review, retry_node=-1, best_shown=False)
        return session.with_match(leaf=leaf).with_activity(reset)
    if review.retry_node >= 0:
        node = retry_result_node(session, review)
        state = tree.nodes[node].state
        over = (
            None
            if node < 0 or state in review.evaluations
            else terminal_evaluation(tree.game, state)
        )
        if over is not None:
            evaluations = {**review.evaluations, state: over}
            return session.with_activity(replace(review, evaluations=evaluations))
    return session


def make_retry_comment(session: Session, review: Review) -> tuple[str, str]:
    """Return the comment on the retry, and the best turn; both "" without a retry."""
    if review.retry_node < 0:
        return "", ""
    tree, start = session.tree, review.line.index(review.retry_node)
    state = tree.nodes[review.retry_node].state
    played = turn_text(tree.game, state, review.actions[start:])
    before = review.evaluations.get(state)
    best = turn_text(tree.game, state, before.pv) if before else ""
    words = {"text": played, "best": best, "Colour": WORDS[tree.game.colours[state.mover]]}
    node = retry_result_node(session, review)
    if node < 0:
        return "" if review.best_shown else REVIEW_WORDS["try"].format(**words), best
    path = tree.path(node)
    actions = tuple(tree.nodes[n].action for n in path[path.index(review.retry_node) + 1 :])
    words["text"] = turn_text(tree.game, state, actions)
    if node in review.line:
        return REVIEW_WORDS["try-same"].format(**words), best
    after = review.evaluations.get(tree.nodes[node].state)
    if after is None or before is None:
        return REVIEW_WORDS["try-looking"].format(**words), best
    return _retry_comment(
        review, start, state.mover, before, after, words | {"played": played}
    ), best


def _retry_comment(
    review: Review,
    start: int,
    mover: int,
    before: Evaluation,
    after: Evaluation,
    words: dict[str, str],
) -> str:
    """Return the comment on the retry, compared with the best and the played turn.

    ``start`` is the ply of the turn in the reviewed line; ``words`` fill the placeholders.
    """
    if after.proven and after.win_probability(mover) == 1:
        return REVIEW_WORDS["try-certain"].format(**words)
    loss = before.win_probability(mover) - after.win_probability(mover)
    if loss <= GOOD_MOVE_LOSS or words["text"] == words["best"]:
        return REVIEW_WORDS["try-good"].format(**words)
    lost = [turn.loss for turn in review.turns if turn.start == review.line[start]]
    then = max(lost[0], 0.0) if lost else 0.0
    key = "try-better" if loss < then - GOOD_MOVE_LOSS else "try-worse"
    return REVIEW_WORDS[key].format(percent=loss_percent(loss), lost=loss_percent(then), **words)
