"""The groups shown on the board after a finished game: those that decided, or those of a rank."""

from ...drawing import deciding_groups as deciding
from ...rules.groups import nth_largest_group
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


def deciding_layers(session: Session) -> dict[str, int]:
    """Return the masks of the shown groups, by the layer names of ``drawing.board_layers``."""
    if (rank := shown_rank(session)) >= 0:
        pair = sum(_groups_at_rank(session, rank))
        before = sum(sum(_groups_at_rank(session, earlier)) for earlier in range(rank))
        occupied = session.state.occupied
        return {"faded": occupied & ~(pair | before), "grouped": pair | before, "lost": pair}
    return deciding.deciding_masks(session.game, session.state, session.outcome)


def size_labels(session: Session) -> dict[int, str]:
    """Return the sizes of the shown groups as text, by a cell near each group's middle."""
    game, state, rank = session.game, session.state, shown_rank(session)
    sides = (
        deciding.deciding_groups(game, state, session.outcome)
        if rank < 0
        else (_groups_at_rank(session, rank),)
    )
    return deciding.size_labels(game, sides, session.tree.last_turn_mask(session.cursor))
