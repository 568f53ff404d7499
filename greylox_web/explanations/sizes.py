"""Facts of games in which the largest group decides: its size after the lines."""

from collections.abc import Iterator

from .lines import Lines
from .model import Fact

MIN_LEAD = 3  # stones by which the lead differs, from one side to the other
MAX_VACANT = 0.35  # of the board: earlier, sizes decide nothing


def is_late(lines: Lines) -> bool:
    """Return whether sizes count already: few cells are vacant."""
    vacant = lines.board.cells & ~lines.state.occupied
    return vacant.bit_count() <= MAX_VACANT * lines.board.cells.bit_count()


def largest(lines: Lines) -> Iterator[Fact]:
    """Yield the sizes of the largest groups after equally many turns, if another side leads."""
    later = lines.later()
    if later is None or not is_late(lines):
        return
    turns, better, played = later
    own, other = lines.scores(better)
    less, more = lines.scores(played)
    if own >= other and less <= more and own - other + more - less >= MIN_LEAD:
        yield lines.fact("largest", own=own, other=other, less=less, more=more, turns=turns)
