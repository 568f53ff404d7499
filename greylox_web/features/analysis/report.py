"""The engine's report as text: status or evaluation, principal variation, search details."""

from typing import TYPE_CHECKING

from ...session.announcement_parts import join_sentences
from ...session.evaluation import legal_line, win_percent
from ...session.session import Session
from ...session.visible_report import candidates, line_turns, training_text, visible_report
from ...words import WORDS, format_number

if TYPE_CHECKING:
    from .hint import HintBox


def status_texts(session: Session) -> tuple[str, str]:
    """Return the evaluation or the engine's activity, and the principal variation or ""."""
    report, engine = visible_report(session), session.engine
    if report is None or not (report.visits or report.proven):
        key = f"engine-does-{engine.purpose}" if engine.thinking else f"engine-is-{engine.status}"
        if key == "engine-is-ready" and session.outcome is not None and not session.can_analyse:
            key = "engine-is-over"
        return WORDS[key], ""
    value = report.value_first
    colour = 0 if value >= 0 else 1
    key = "report"
    if report.proven:
        key = "proven-draw" if value == 0 else "proven-win"
    text = WORDS[key].format(
        Colour=WORDS[session.game.colours[colour]],
        percent=win_percent(abs(value)),
    )
    full = report.final and not report.proven and 0 < report.memory_limit <= report.memory_bytes
    warning = report.warning or ("" if report.proven else training_text(session.game.options))
    more = warning, WORDS["memory-full"] if full else ""
    return join_sentences(text, *more) if any(more) else text, _line(session, report.pv)


def _line(session: Session, names: list[str]) -> str:
    """Format a variation by turns, as in the list of moves, up to its first illegal action."""
    actions = legal_line(session.game, session.state, names)
    return " ".join(text for text, _ in line_turns(session, actions))


def search_details(session: Session) -> str:
    """Return the visits, memory in MiB and cores behind the evaluation; "" without playouts."""
    report = visible_report(session)
    if report is None or not report.visits:
        return ""
    text = WORDS["work"].format(playouts=format_number(report.visits))
    if not report.proven:
        text += " " + WORDS["work-longer"]
    if report.memory_limit:
        memory, memory_limit = (
            format_number(max(part >> 20, 1)) for part in (report.memory_bytes, report.memory_limit)
        )
        text += " " + WORDS["work-memory"].format(memory=memory, room=memory_limit)
    shares = ", ".join(
        f"{WORDS.get(f'action-{one.name}', one.name)} {format_number(one.visits)}"
        for one in candidates(session)
        if one.visits
    )
    if shares:
        text += " " + WORDS["work-shares"].format(shares=shares)
    if report.cores > 1:
        text += " " + WORDS["work-cores"].format(cores=report.cores)
    return text


def hint_box(session: Session) -> "HintBox | None":
    """Return the texts of the box with the hint, or None without a hint."""
    if session.hint is None or session.editor is not None:
        return None
    return session.hint.box(session)
