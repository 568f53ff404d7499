"""The model of the result card: winner, reason, group bars, winning chances, next actions."""

from typing import NamedTuple

from ...drawing.eval_graph import EvalCurve
from ...engine.levels import LEVELS
from ...match.match import Seat
from ...match.move_list import turn_number
from ...rules import TITLES
from ...rules.notation.links import write_spec
from ...rules.state import Outcome
from ...session import naming
from ...session.outcome import (
    factors,
    headline,
    rank_text,
    reason,
    vacant_cells_text,
    why_game_ended,
)
from ...session.prompt import needs_link
from ...session.rating import counts_on_ladder, why_unrated
from ...session.session import Session
from ...words.ending import ENDING_WORDS as WORDS
from ..board.deciding_groups import compared_rank_count, shown_rank
from ..review.eval_curve import MIN_POINTS, curve_points, known_evaluations
from ..review.model import can_retry
from ..review.turns import costly_turns, evaluated_count
from ..review.view import mistake_marks, turn_with_chances

MAX_BARS = 6  # group sizes shown per colour before "…", unless a later rank decided


class Row(NamedTuple):
    """The groups of one colour, largest first, as bars."""

    colour: str
    name: str
    sizes: tuple[int, ...]
    more: bool  # whether smaller groups are omitted
    deciding_index: int  # the rank of the deciding size, -1 if none decided
    won: bool  # whether the colour won
    product: str  # "864 = 4 × 3³ × 2³" if the product counts


class MarkedMistake(NamedTuple):
    """A turn that lost much of the winning chance."""

    number: int  # the turn number, as on the graph
    colour: str  # the colour that played the turn
    text: str  # with the chances before and after it
    spoken_text: str
    start: int  # the node before the turn
    end: int  # the node after the turn
    can_retry: bool  # whether the player may retry the turn


class ResultCard(NamedTuple):
    """The contents of the result card."""

    colour: str  # the winner's colour, "" after a draw
    kicker: str  # the line above the headline
    headline: str
    end_cause: str  # why the game ended
    reason: str
    vacant_text: str  # which colour the vacant cells count for, or ""
    rows: tuple[Row, ...]
    compared_ranks: int  # number of ranks whose sizes were compared, 0 if at most one
    shown_rank: int  # the rank shown, -1 for none
    rank_text: str  # the sentence on that rank
    curve: EvalCurve | None  # the winning chances; None with too few evaluations
    source: str  # the source of the graph, or the progress of the review
    worst_turns: tuple[MarkedMistake, ...]
    costly_turn_count: int  # the number of the player's turns that "Your mistakes" keeps
    swapped_seats: tuple[Seat, Seat] | None  # the seats with the colours exchanged
    level: int  # the level offered next, or -1
    level_up: bool  # whether that level is stronger
    next_level_seats: tuple[Seat, Seat]  # the seats at that level
    reviewed: bool  # whether there is a review
    send: bool  # whether the remote player needs the link with the end of the game


def result_card(session: Session) -> ResultCard | None:
    """Return the result card of the session; None if the card is closed."""
    outcome = session.outcome
    if outcome is None or not session.ending.is_card_open:
        return None
    game, you = session.game, naming.colour_called_you(session)
    turns = turn_number(session.tree, session.cursor)
    level, next_level_seats = _next_level(session, outcome)
    curve, source = _curve(session)
    rows, count = _rows(session, outcome), compared_rank_count(session)
    rank = shown_rank(session)
    if rank < 0:
        rank = count - 1 if count else max((row.deciding_index for row in rows), default=-1)
    return ResultCard(
        colour="" if outcome.winner is None else game.colours[outcome.winner],
        kicker=WORDS["kicker"].format(Game=TITLES[game.name], turns=turns),
        headline=headline(session, outcome),
        end_cause=why_game_ended(session, outcome),
        reason=reason(session, outcome),
        vacant_text=vacant_cells_text(session),
        rows=rows,
        compared_ranks=count,
        shown_rank=rank,
        rank_text=rank_text(outcome, rank) if count else "",
        curve=curve,
        source=source,
        worst_turns=_marked_mistakes(session),
        costly_turn_count=len(costly_turns(session)),
        swapped_seats=None if you is None else (session.seats[1], session.seats[0]),
        level=level,
        level_up=outcome.winner == you,
        next_level_seats=next_level_seats,
        reviewed=session.review is not None,
        send=needs_link(session),
    )


def _rows(session: Session, outcome: Outcome) -> tuple[Row, ...]:
    """Return the groups of both colours, the winner's first; empty if groups did not decide."""
    if not any(outcome.compared_sizes):
        return ()
    game = session.game
    order = (1, 0) if outcome.winner == 1 else (0, 1)
    by_rank = outcome.winner is not None and outcome.reason != game.score_label
    limit = max(MAX_BARS, compared_rank_count(session))
    return tuple(
        Row(
            colour=game.colours[colour],
            name=naming.display_name(session, colour),
            sizes=outcome.compared_sizes[colour][:limit],
            more=len(outcome.compared_sizes[colour]) > limit,
            deciding_index=outcome.deciding_rank if by_rank else -1,
            won=colour == outcome.winner,
            product=factors(session, colour) if game.score_label else "",
        )
        for colour in order
    )


def _next_level(session: Session, outcome: Outcome) -> tuple[int, tuple[Seat, Seat]]:
    """Return the level to offer next, and its seats; -1 for no level.

    A win that beats the level offers the next higher one, and a loss the next lower one.
    """
    you = naming.colour_called_you(session)
    level = None if you is None else session.seats[1 - you].level
    if level is None or outcome.winner is None:
        return -1, session.seats
    if outcome.winner == you and not _is_level_beaten(session):
        return -1, session.seats
    following = level + 1 if outcome.winner == you else level - 1
    if following < 1 or following not in LEVELS:
        return -1, session.seats
    seats = [Seat(following), Seat(following)]
    seats[you or 0] = session.seats[you or 0]
    return following, (seats[0], seats[1])


def _is_level_beaten(session: Session) -> bool:
    """Return whether a win beats the level; those with a time limit are not on the ladder."""
    game, why = session.game, why_unrated(session)
    return why == "time" or counts_on_ladder(game.name, why, write_spec(game))


def _curve(session: Session) -> tuple[EvalCurve | None, str]:
    """Return the graph of winning chances and a sentence on its source.

    The graph is None with too few evaluations.
    """
    tree, review = session.tree, session.review
    path = tree.path(session.cursor)
    source = WORDS["as-seen"]
    if review is not None:
        parts = {"done": evaluated_count(tree, review), "total": len(review.line)}
        source = WORDS["reviewing"].format(**parts) if review.running else ""
    evaluations = known_evaluations(session) if review is None else review.evaluations
    points = curve_points(session, evaluations, path)
    if len(points) < MIN_POINTS:
        return None, source if review else WORDS["review-tells"]
    curve = EvalCurve(
        points=points,
        total=len(path),
        colours=session.game.colours,
        lower_colour=naming.colour_called_you(session) or 0,
        fills_gaps=review is None,
        marks=mistake_marks(review, path) if review else (),
    )
    return curve, source


def _marked_mistakes(session: Session) -> tuple[MarkedMistake, ...]:
    return tuple(
        MarkedMistake(
            mistake.number,
            session.game.colours[mistake.colour],
            turn_with_chances(session, mistake),
            turn_with_chances(session, mistake, spoken=True),
            mistake.start,
            mistake.end,
            can_retry(session, mistake),
        )
        for mistake in (session.review.mistakes if session.review else ())
    )
