"""Why a reviewed turn was costly: the explanation, and the better and the played line."""

from typing import NamedTuple

from ...explanations.explain import explain
from ...explanations.model import Comparison, Explanation
from ...rules.turns import first_turn
from ...session.session import Session
from ...words import WORDS
from ...words.line_player import LINE_WORDS
from ...words.review import REVIEW_WORDS
from ..line_player.model import Line
from ..line_player.view import ShownLine
from .contested import ContestedTable, contested_table
from .model import can_retry, chosen_comparison
from .turns import loss_percent


class WhyCard(NamedTuple):
    """The card of a costly turn."""

    node: int  # before the turn
    title: str  # what the turn comes to, else which turn it is
    turn: str  # which turn it is, unless the title says so
    text: str  # the explanation; "" where no fact decides
    lines: tuple[ShownLine, ...]
    can_retry: bool
    contested: ContestedTable | None = None


def why_card(session: Session) -> WhyCard | None:
    """Return the card of the turn chosen in the review; None without one that was costly."""
    review = session.review
    turn = review.chosen_turn(session) if review is not None else None
    compared = chosen_comparison(session)
    if turn is None or compared is None:
        return None
    why = explain(compared)
    which = REVIEW_WORDS["why-title"].format(
        number=turn.number, text=turn.text, percent=loss_percent(turn.loss)
    )
    lines = compared_lines(compared, why, turn.before, turn.after)
    title, which = (why.title, which) if why.title else (which, "")
    contested = contested_table(session, compared)
    retry = can_retry(session, turn)
    return WhyCard(turn.start, title, which, why.titled, lines, retry, contested)


def compared_lines(
    compared: Comparison, why: Explanation, before: int, after: int
) -> tuple[ShownLine, ...]:
    """Return the better and the played line, with the mover's chances in per cent."""
    return tuple(
        ShownLine(
            Line(compared.game, compared.state, actions, why.cells),
            kind,
            heading,
            LINE_WORDS["percent"].format(percent=chance),
        )
        for actions, kind, heading, chance in (
            (compared.better, "best", LINE_WORDS["best"], before),
            (compared.played, "played", _played_heading(compared), after),
        )
    )


def _played_heading(compared: Comparison) -> str:
    """Return the heading of the played line, which may end with the turn itself."""
    game, state = compared.game, compared.state
    turn = [*first_turn(game, state, compared.played)]
    if len(turn) == len(compared.played):
        return LINE_WORDS["played-last"]
    other = WORDS[game.colours[1 - state.mover]]
    return LINE_WORDS["played"].format(Colour=other)
