"""The score of both colours: the number on a plate, and the drawing of the deciding feature.

The drawing is of one of four kinds, depending on the game.  There is none before a colour has a
group of two stones, and none in an opening, where groups mean little yet:

``lead``   a scale of the difference of the largest groups, in a game with a margin
``way``    a row as long as the board, with gaps for the stones still needed to join the edges
``bars``   the groups as bars on one scale, largest first
``""``     none
"""

from typing import Literal, NamedTuple

from ...rules import NotationError
from ...rules.board import NO_CELL
from ...rules.games.size_comparison import compare_group_sizes
from ...rules.groups import sizes
from ...rules.state import MAIN, OPENING, State
from ...session.session import Session
from ...text import product_of
from ...words import WORDS, format_number, labelled
from ..board.deciding_groups import shown_rank

DrawingKind = Literal["", "bars", "way", "lead"]
MAX_BARS = 12  # groups with a bar of their own; the smaller ones share one
NO_CONNECTION = "–"


class SideScore(NamedTuple):
    """The score of one colour."""

    number: str  # the large number, "" in a game without one
    label: str  # the meaning of the number
    note: str  # an explanation of the number, "" if none is needed
    bars: tuple[int, ...]  # group sizes, largest first; for a connection, ones
    other_groups: int  # number of groups without a bar of their own
    missing_stones: int  # for a connection: stones still needed
    is_connection: bool
    deciding_bar: int  # the bar that would decide now, -1 for none
    won: bool  # whether that bar won the game
    text: str  # the drawing in words


class ScoreDrawing(NamedTuple):
    """The parts of the drawing that both colours share."""

    kind: DrawingKind
    heading: str
    summary_text: str  # the drawing in a sentence, "" if none is needed
    lead: int  # first colour's largest group minus the second's
    margin: int  # the lead that wins, 0 in a game without such a margin
    length: int  # cells in the longer row of bars, at least 1


def position(session: Session) -> State:
    """Return the position on the board: of the game, or of the set-up editor.

    A position that cannot be played from counts as in the main phase, at the beginning of a turn.
    """
    if session.editor is None:
        return session.board_session.state
    try:
        return session.editor.validated()
    except NotationError:
        state = session.editor.state
        return state._replace(phase=MAIN, quota=1, placed=0, anchor=NO_CELL)


def has_score(session: Session) -> bool:
    """Return whether the score means something: a connection always, groups when there are some."""
    game, state = session.game, position(session)
    if not game.interim_label:
        return False
    if all(game.edges) or session.outcome is not None:
        return True
    return state.phase != OPENING and any(
        max(sizes(game.board, cells), default=0) > 1 for cells in game.scored_cells(state)
    )


def side_scores(session: Session) -> tuple[SideScore, SideScore]:
    """Return the scores of the first and the second colour."""
    game, state = session.game, position(session)
    listed = tuple(sizes(game.board, held) for held in game.scored_cells(state))
    deciding_bar, outcome = -1, session.outcome
    if game.interim_label == "largest":
        compared_now = compare_group_sizes(game.board, *game.scored_cells(state))
        deciding_bar = -1 if compared_now.winner is None else compared_now.deciding_rank
    if session.ending.is_card_open and deciding_bar >= 0:
        deciding_bar = deciding_bar if (rank := shown_rank(session)) < 0 else rank
    compared = outcome is not None and any(outcome.compared_sizes)  # false after a resignation
    winner = outcome.winner if outcome and compared else None
    won = outcome is not None and deciding_bar == outcome.deciding_rank
    kind = _kind(session)
    note = WORDS.get(f"about-{game.interim_label}", "")
    scores = []
    for colour, own in enumerate(listed):
        value = game.interim_score(state, colour) if game.interim_label else None
        number_text, label = _number(session, value), _label(session, value, own)
        bars, other_groups, missing_stones = tuple(own[:MAX_BARS]), max(len(own) - MAX_BARS, 0), 0
        name = WORDS[game.colours[colour]]
        sizes_text = ", ".join(map(str, bars)) + (", …" if other_groups else "")
        text = WORDS["group-sizes"].format(Colour=name, sizes=sizes_text or WORDS["none"])
        if kind == "way":
            missing_stones = game.size if value is None else value
            bars, other_groups = (1,) * (game.size - missing_stones), 0
            text = labelled(name, f"{number_text} {label}")
        scores.append(
            SideScore(
                number_text,
                label,
                note,
                bars,
                other_groups,
                missing_stones,
                kind == "way",
                deciding_bar,
                won and colour == winner,
                text,
            )
        )
    return scores[0], scores[1]


def drawing(session: Session) -> ScoreDrawing:
    """Return the score drawing without the bars of each colour (see ``side_scores``)."""
    game, state = session.game, position(session)
    kind = _kind(session)
    heading = WORDS[f"standing-{game.interim_label}"] if kind else ""
    lead, length, summary_text = 0, 1, ""
    if kind == "lead":
        over = session.outcome is not None and session.editor is None
        heading = WORDS["standing-lead-over" if over else "standing-lead"]
        lead = game.score(state, 0) - game.score(state, 1)
        summary_text = _lead(session, lead)
    elif kind == "bars":
        length = max(1, *(held.bit_count() for held in game.scored_cells(state)))
    return ScoreDrawing(kind, heading, summary_text, lead, game.margin, length)


def _lead(session: Session, lead: int) -> str:
    """Return who would win at this lead, and why."""
    game = session.game
    verdict = "wins" if abs(lead) >= game.margin else "loses"
    ahead = int(lead < 0)
    colour, other = (WORDS[game.colours[side]] for side in (ahead, 1 - ahead))
    words = {"Colour": colour, "Other": other, "lead": abs(lead), "x": game.margin}
    return WORDS[f"lead-{verdict}" if lead else "lead-none"].format(**words)


def _kind(session: Session) -> DrawingKind:
    game = session.game
    if not has_score(session):
        return ""
    if game.margin:
        return "lead"
    return "way" if all(game.edges) else "bars"


def _number(session: Session, value: int | None) -> str:
    if not has_score(session):
        return ""
    return NO_CONNECTION if value is None else format_number(value)


def _label(session: Session, value: int | None, own: list[int]) -> str:
    """Return the meaning of the number: "largest group", or the factors of a product.

    The preferences say whether a product is shown in factors.
    """
    key = f"stands-{session.game.interim_label}"
    factors = [size for size in own if size > 1]
    if session.game.interim_label == "product" and session.preferences.factors and factors[1:]:
        return product_of(factors)
    special = WORDS.get(f"{key}-none") if value is None else None
    return (special or WORDS.get(key, "")).format(count=value)
