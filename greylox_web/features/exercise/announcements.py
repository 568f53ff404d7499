"""Screen reader announcements of an exercise."""

from typing import TYPE_CHECKING

from ...session.announcement_parts import join_sentences, last_action_sentence
from ...session.session import Session
from ...words.exercise import EXERCISE_WORDS

if TYPE_CHECKING:
    from .model import Attempt


def feedback(session: Session, attempt: "Attempt") -> tuple[str, str]:
    """Return the feedback on the last answer, or the hint; and its kind."""
    if session.notice:
        return session.notice.text, "refused"
    if attempt.hint:
        return attempt.hint.text(session.game), "hint"
    if attempt.verdict is None:
        return "", ""
    kind, text = attempt.verdict.kind, attempt.verdict.text
    if kind == "shown":
        text = join_sentences(
            EXERCISE_WORDS["shown"], attempt.exercise.solution_text, EXERCISE_WORDS["shown-try"]
        )
    return text or EXERCISE_WORDS.get(kind, ""), kind


def announcement(before: Session | None, session: Session, attempt: "Attempt") -> str | None:
    """Return the announcement: the exercise at its start, then each answer and its feedback."""
    old = before.exercise_attempt if before else None
    exercise = attempt.exercise
    if old is None or old.exercise is not exercise:
        reaction = feedback(session, attempt)[0]  # a resumed attempt may already have feedback
        return join_sentences(
            exercise.eyebrow, exercise.title, exercise.text, exercise.prompt, reaction
        )
    parts = []
    if before is not None and session.cursor != before.cursor:
        if session.tree.nodes[session.cursor].parent == before.cursor:
            parts.append(last_action_sentence(session))
        elif attempt.verdict is None:
            parts.append(exercise.prompt)
    judged = attempt.verdict and attempt.verdict is not old.verdict  # the new one may be equal
    if judged or (attempt.hint and attempt.hint is not old.hint):
        reaction, kind = feedback(session, attempt)
        if judged and attempt.verdict and kind == attempt.verdict.kind:
            parts.append(attempt.verdict.heading)
        parts.append(reaction)
    return join_sentences(*parts) or None
