"""A position and everything that the rules say about it, as plain values for JSON."""

from ..groups import sizes
from ..state import PHASES, State
from .actions import Reading, Record, legal_names, outcome_of


def summary(reading: Reading) -> dict[str, object]:
    """The position that a reading shows, at its cursor, with the fields of ``show --json``."""
    record = reading.record
    if record is None:
        return dict.fromkeys(FIELDS) | {"legal": [], "over": False, "error": reading.error}
    place = len(record.actions) if record.cursor is None else record.cursor
    state = reading.states[place]
    at_end = place == len(record.actions)
    return _position(record, state, at_end) | {"error": reading.error}


FIELDS = (
    "game",
    "size",
    "options",
    "phase",
    "mover",
    "legal",
    "stones",
    "groups",
    "score",
    "over",
    "winner",
    "error",
)


def _position(record: Record, state: State, at_end: bool) -> dict[str, object]:
    game = record.game
    board, colours = game.board, game.colours
    outcome = outcome_of(record, state) if at_end else game.outcome(state)
    controlled = game.controlled(state)
    fields: dict[str, object] = {
        "game": game.name,
        "size": game.size,
        "options": game.options,
        "phase": PHASES[state.phase],
        "mover": colours[state.mover],
        "legal": [] if outcome else legal_names(game, game.legal(state)),
        "stones": {c: board.names(s) for c, s in zip(colours, state.stones, strict=True)},
        "groups": {c: sizes(board, s) for c, s in zip(colours, game.holdings(state), strict=True)},
        "score": {colour: game.score(state, n) for n, colour in enumerate(colours)},
        "over": outcome is not None,
        "winner": None if outcome is None or outcome.winner is None else colours[outcome.winner],
    }
    if controlled is not None:
        fields["control"] = {c: board.names(m) for c, m in zip(colours, controlled, strict=True)}
    return fields
