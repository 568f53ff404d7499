"""The table of contested cells: how often they end up the mover's after each of two turns."""

from typing import NamedTuple

from ...explanations.contested import contested_cells
from ...explanations.lines import cell_list
from ...explanations.model import Comparison
from ...session.announcement_parts import join_sentences
from ...session.forecasts import awaits_forecasts
from ...session.session import Session
from ...words import WORDS, format_number, labelled
from ...words.line_player import LINE_WORDS
from ...words.review import REVIEW_WORDS

MAX_CELLS = 8  # that a row names


class ContestedRow(NamedTuple):
    """Cells with a common fate."""

    text: str  # that they end up the mover's
    better: str  # how often after the better turn
    played: str  # and after the played one


class ContestedTable(NamedTuple):
    """The table, or the sentence in its place."""

    text: str  # of how many games; what is awaited, or that no cell is contested
    rows: tuple[ContestedRow, ...] = ()
    is_awaited: bool = False

    @property
    def spoken(self) -> str:
        """The table as an announcement."""
        sentence = REVIEW_WORDS["contested-spoken"]
        rows = join_sentences(*(sentence.format(**row._asdict()) for row in self.rows))
        return labelled(self.text, rows) if rows else self.text


def contested_table(session: Session, comparison: Comparison) -> ContestedTable | None:
    """Return the table of a comparison; None without forecasts that are there or will come."""
    game, mover = comparison.game, comparison.state.mover
    if comparison.forecasts is None:
        text = REVIEW_WORDS["contested-soon"]
        is_awaited = awaits_forecasts(session, comparison)
        return ContestedTable(text, is_awaited=True) if is_awaited else None
    games = max(one.games for one in comparison.forecasts)
    if games == 1:
        return None  # both turns end the game
    percent, rows = LINE_WORDS["percent"], list[ContestedRow]()
    for cells, better, played in contested_cells(comparison):
        text = REVIEW_WORDS["contested"].format(
            cells=cell_list(game.board, cells, MAX_CELLS),
            Colour=WORDS[game.colours[mover]],
            count=cells.bit_count(),
        )
        shares = (percent.format(percent=share) for share in (better, played))
        rows.append(ContestedRow(text, *shares))
    key = "contested-games" if rows else "contested-none"
    return ContestedTable(REVIEW_WORDS[key].format(games=format_number(games)), tuple(rows))
