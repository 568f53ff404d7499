"""A small picture of a step, as its board is shown when it begins."""

from ...drawing.thumbnail import hidden_in_opening, thumbnail
from .step import Step


def picture(step: Step) -> str:
    """The ``<svg>`` of the position with its target ringed; without control if cells are chosen."""
    return thumbnail(
        *step.start_position,
        masks={"hint": step.cells(step.target)} | hidden_in_opening(opening=step.selects_cells),
    )
