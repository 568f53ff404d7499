"""The thumbnail of a step: its start position."""

from ...drawing.thumbnail import hidden_in_opening, thumbnail
from .step import Step


def picture(step: Step) -> str:
    """Return the ``<svg>`` of the position with its target outlined.

    If the step ``selects_cells``, control is hidden.
    """
    return thumbnail(
        *step.start_position,
        masks={"target": step.cells(step.target)} | hidden_in_opening(opening=step.selects_cells),
    )
