"""The groups or regions that decided a finished game, as board layers and size labels.

``Game.deciding_cells`` defines which cells decided.
"""

from ...drawing.hex_geometry import geometry
from ...rules.board import bits
from ...rules.groups import groups, nth_largest_group
from ...session.session import Session


def compared_rank_count(session: Session) -> int:
    """Return how many ranks of the group sizes were compared; 0 if the first one decided."""
    outcome = session.outcome
    if outcome is None or not any(outcome.compared_sizes) or not outcome.deciding_rank:
        return 0
    return outcome.deciding_rank + 1


def shown_rank(session: Session) -> int:
    """Return the rank whose groups are shown alone, or -1 to show the deciding groups."""
    if session.ending.is_card_open and 0 <= session.ending.rank < compared_rank_count(session) - 1:
        return session.ending.rank
    return -1


def _groups_at_rank(session: Session, rank: int) -> tuple[int, ...]:
    """Return the groups of both colours at a rank, as masks."""
    held = session.game.scored_cells(session.state)
    return tuple(nth_largest_group(session.game.board, side, rank) for side in held)


def _deciding_groups(session: Session) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the deciding groups of the winner and of the loser, as masks.

    Both are empty if no groups decided. If several groups count, single stones are omitted: they
    are factors of 1 in a product.
    """
    outcome = session.outcome
    if outcome is None or outcome.reason == "resigned":
        return (), ()
    masks = session.game.deciding_cells(session.state, outcome)
    winner = outcome.winner or 0
    sides = [groups(session.game.board, masks[colour]) for colour in (winner, 1 - winner)]
    won, lost = (
        tuple(group for group in side if len(side) == 1 or group.bit_count() > 1) for side in sides
    )
    return won, lost


def _equal_groups(session: Session) -> int:
    """Return the mask of the groups before the deciding rank, where both sizes are equal."""
    outcome, game = session.outcome, session.game
    if outcome is None or outcome.winner is None:
        return 0
    held = game.scored_cells(session.state)
    return sum(
        nth_largest_group(game.board, held[colour], rank)
        for colour in (0, 1)
        for rank in range(outcome.deciding_rank if any(outcome.compared_sizes) else 0)
    )


def deciding_layers(session: Session) -> dict[str, int]:
    """Return the masks of the deciding groups, by the layer names of ``drawing.board_layers``.

    If a connection won, the layer "settled" draws its chain, and "faded" covers the other stones.
    """
    if (rank := shown_rank(session)) >= 0:
        pair = sum(_groups_at_rank(session, rank))
        before = sum(sum(_groups_at_rank(session, earlier)) for earlier in range(rank))
        occupied = session.state.occupied
        return {"faded": occupied & ~(pair | before), "grouped": pair | before, "lost": pair}
    won, lost = _deciding_groups(session)
    if not won:
        return {}
    equal = _equal_groups(session)
    relevant = sum(won) | sum(lost) | equal
    masks = {"faded": session.state.occupied & ~relevant, "grouped": equal}
    if session.outcome and session.outcome.winner is None:  # in a draw both sides look the same
        won, lost = (), (*won, *lost)
    if not any(session.game.edges):
        masks |= {"won": sum(won), "lost": sum(lost)}
    return masks


def size_labels(session: Session) -> dict[int, str]:
    """Return the sizes of the deciding groups as text, by a cell near each group's middle.

    A cell without the mark of the last turn is preferred.
    """
    if any(session.game.edges):
        return {}
    centres = geometry(session.game.board).centres
    last = session.tree.last_turn_mask(session.cursor)
    labels = {}
    rank = shown_rank(session)
    sides = _deciding_groups(session) if rank < 0 else (_groups_at_rank(session, rank),)
    for group in (group for side in sides for group in side):
        points = [centres[cell] for cell in bits(group)]
        x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
        nearest = min(
            bits(group & ~last or group),
            key=lambda cell: (centres[cell].x - x) ** 2 + (centres[cell].y - y) ** 2,
        )
        labels[nearest] = str(group.bit_count())
    return labels
