"""The groups or regions that decided a finished game, as board layers and size labels.

``Game.deciding_cells`` defines which cells decided.
"""

from collections.abc import Iterable

from ..rules import Game
from ..rules.groups import groups, nth_largest_group
from ..rules.state import Outcome, State
from .hex_geometry import geometry

Groups = tuple[int, ...]  # masks


def deciding_groups(game: Game, state: State, outcome: Outcome | None) -> tuple[Groups, Groups]:
    """Return the deciding groups of the winner and of the loser.

    Both are empty if no groups decided.  If several groups count, single stones are omitted: they
    are factors of 1 in a product.
    """
    if outcome is None or outcome.reason == "resigned":
        return (), ()
    masks = game.deciding_cells(state, outcome)
    winner = outcome.winner or 0
    sides = [groups(game.board, masks[colour]) for colour in (winner, 1 - winner)]
    won, lost = (
        tuple(group for group in side if len(side) == 1 or group.bit_count() > 1) for side in sides
    )
    return won, lost


def deciding_masks(game: Game, state: State, outcome: Outcome | None) -> dict[str, int]:
    """Return the masks of the deciding groups, by the layer names of ``board_layers``.

    If a connection won, the layer "settled" draws its chain, and "faded" covers the other stones.
    """
    won, lost = deciding_groups(game, state, outcome)
    if outcome is None or not won:
        return {}
    equal = _equal_groups(game, state, outcome)
    relevant = sum(won) | sum(lost) | equal
    masks = {"faded": state.occupied & ~relevant, "grouped": equal}
    if outcome.winner is None:  # in a draw both sides look the same
        won, lost = (), (*won, *lost)
    if not any(game.edges):
        masks |= {"won": sum(won), "lost": sum(lost)}
    return masks


def size_labels(game: Game, sides: Iterable[Groups], last: int) -> dict[int, str]:
    """Return the sizes of groups as text, by a cell near each group's middle.

    A cell without the mark of the ``last`` turn is preferred.  Connections have no sizes.
    """
    if any(game.edges):
        return {}
    layout = geometry(game.board)
    return {
        layout.nearest_to_middle(group, group & ~last or group): str(group.bit_count())
        for side in sides
        for group in side
    }


def _equal_groups(game: Game, state: State, outcome: Outcome) -> int:
    """Return the mask of the groups before the deciding rank, where both sizes are equal."""
    if outcome.winner is None:
        return 0
    held = game.scored_cells(state)
    return sum(
        nth_largest_group(game.board, held[colour], rank)
        for colour in (0, 1)
        for rank in range(outcome.deciding_rank if any(outcome.compared_sizes) else 0)
    )
