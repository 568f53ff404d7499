"""The limits of a proof that a position is a puzzle; the page and the search share them."""

MAX_SECONDS = 60
"""Thinking time after which a proof is given up, on any device."""
PROOF_EFFORT = 200
"""The positions that a proof may open, as a multiple of ``Tuning.compiled_solver_nodes``."""
MAX_VACANT = {"greylox": 20, "lox": 60, "brink": 21, "multiplicity": 20, "byg": 20}
"""The most vacant cells with which a proof is tried, by game."""
DEFAULT_MAX_VACANT = 12


def max_vacant(game: str) -> int:
    """Return the most vacant cells with which a proof is tried in a game."""
    return MAX_VACANT.get(game, DEFAULT_MAX_VACANT)
