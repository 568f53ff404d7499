"""A small picture of a step, as its board is shown when it begins."""

from ..drawing.thumbnail import quiet, thumbnail
from .step import Step


def picture(step: Step) -> str:
    """The position with the cell that the step is about; where cells are chosen, no control."""
    return thumbnail(
        *step.beginning,
        masks={"hint": step.cells(step.target)} | quiet(opening=step.points),
    )
