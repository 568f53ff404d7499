"""The card at the end of a game: who won and why, groups as bars, the chances, and what next."""

from typing import NamedTuple

from ...drawing.graph import EvalCurve
from ...engine.levels import LEVELS
from ...match.lines import turn_number
from ...match.match import Seat
from ...rules import TITLES
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
from ...session.session import Session
from ...words.ending import ENDING_WORDS as WORDS
from ..board.decided import compared, steps
from ..review.course import LEAST_POINTS, judgements, points
from ..review.model import Mistake, done, is_to_try

MOST_BARS = 6  # group sizes of a colour before "…", unless a later one decided
MOST_MARKED = 3  # turns marked on the curve: those that lost most


class Row(NamedTuple):
    """The groups of one colour, largest first, as bars."""

    colour: str
    name: str
    sizes: tuple[int, ...]
    more: bool  # whether there are smaller ones
    decided: int  # the place of the size that decided, -1 if none did
    product: str  # "864 = 4 × 3³ × 2³" where the product counts


class Marked(NamedTuple):
    """A turn that lost much of the winning chance."""

    number: int  # of the turn, as on the curve
    colour: str  # who played it
    text: str
    start: int  # the node before it
    end: int  # the node after it
    again: bool  # whether the player may try it again


class Card(NamedTuple):
    """The contents of the card."""

    colour: str  # of the winner, "" after a draw
    kicker: str  # the line above the headline
    headline: str
    stopped: str  # why the game stopped
    reason: str
    claimed: str  # whom the vacant cells count for, or ""
    rows: tuple[Row, ...]
    steps: int  # places whose sizes were compared, 0 if at most one
    place: int  # the place shown, -1 for none
    told: str  # the sentence on that place
    curve: EvalCurve | None  # of the chances, None while too little is known
    source: str  # where the curve comes from, or how far the review has come
    marked: tuple[Marked, ...]
    swapped: tuple[Seat, Seat] | None  # the seats with the colours exchanged
    level: int  # the level offered next, or -1
    up: bool  # whether that level is a stronger one
    levelled: tuple[Seat, Seat]  # the seats at that level
    reviewed: bool  # whether there is a review
    send: bool  # whether the friend needs the link with the end


def card(session: Session) -> Card | None:
    """The card of the session, None if it is not shown."""
    outcome = session.outcome
    if outcome is None or not session.ending.is_card_open:
        return None
    game, you = session.game, naming.colour_called_you(session)
    turns = turn_number(session.tree, session.cursor)
    level, levelled = _next_level(session, outcome)
    curve, source = _curve(session)
    rows, count = _rows(session, outcome), steps(session)
    place = compared(session)
    if place < 0:
        place = count - 1 if count else max((row.decided for row in rows), default=-1)
    return Card(
        colour="" if outcome.winner is None else game.colours[outcome.winner],
        kicker=WORDS["kicker"].format(Game=TITLES[game.name], turns=turns),
        headline=headline(session, outcome),
        stopped=why_game_ended(session, outcome),
        reason=reason(session, outcome),
        claimed=vacant_cells_text(session),
        rows=rows,
        steps=count,
        place=place,
        told=rank_text(outcome, place) if count else "",
        curve=curve,
        source=source,
        marked=_marked(session),
        swapped=None if you is None else (session.seats[1], session.seats[0]),
        level=level,
        up=outcome.winner == you,
        levelled=levelled,
        reviewed=session.review is not None,
        send=needs_link(session),
    )


def _rows(session: Session, outcome: Outcome) -> tuple[Row, ...]:
    """The groups of both colours, the winner's first; none if groups did not decide."""
    if not any(outcome.compared_sizes):
        return ()
    game = session.game
    order = (1, 0) if outcome.winner == 1 else (0, 1)
    by_place = outcome.winner is not None and outcome.how != game.score_label
    most = max(MOST_BARS, steps(session))
    return tuple(
        Row(
            colour=game.colours[colour],
            name=naming.display_name(session, colour),
            sizes=outcome.compared_sizes[colour][:most],
            more=len(outcome.compared_sizes[colour]) > most,
            decided=outcome.deciding_rank if by_place else -1,
            product=factors(session, colour) if game.score_label else "",
        )
        for colour in order
    )


def _next_level(session: Session, outcome: Outcome) -> tuple[int, tuple[Seat, Seat]]:
    """The level to offer next, above a level that lost or below one that won, and the seats."""
    you = naming.colour_called_you(session)
    level = None if you is None else session.seats[1 - you].level
    if level is None or outcome.winner is None:
        return -1, session.seats
    following = level + 1 if outcome.winner == you else level - 1
    if following < 1 or following not in LEVELS:
        return -1, session.seats
    seats = [Seat(following), Seat(following)]
    seats[you or 0] = session.seats[you or 0]
    return following, (seats[0], seats[1])


def _curve(session: Session) -> tuple[EvalCurve | None, str]:
    """The chances through the game, None while too little is known, and a sentence on them."""
    tree, review = session.tree, session.review
    path = tree.path(session.cursor)
    source = WORDS["as-seen"]
    if review is not None:
        parts = {"done": done(tree, review), "total": len(review.line)}
        source = WORDS["reviewing"].format(**parts) if review.running else ""
    known = judgements(session) if review is None else review.known
    found = points(session, known, path)
    if len(found) < LEAST_POINTS:
        return None, source if review else WORDS["review-tells"]
    marks = tuple(
        (path.index(mistake.end), str(mistake.number))
        for mistake in _worst(session)
        if mistake.end in path
    )
    curve = EvalCurve(
        points=found,
        total=len(path),
        colours=session.game.colours,
        lower_colour=naming.colour_called_you(session) or 0,
        fills_gaps=review is None,
        marks=marks,
    )
    return curve, source


def _worst(session: Session) -> list[Mistake]:
    """The reviewed turns that lost most, in their order in the game."""
    review = session.review
    if review is None:
        return []
    worst = sorted(review.mistakes, key=lambda mistake: -mistake.loss)[:MOST_MARKED]
    return sorted(worst)


def _marked(session: Session) -> tuple[Marked, ...]:
    return tuple(
        Marked(
            mistake.number,
            session.game.colours[mistake.colour],
            WORDS["gave"].format(
                number=mistake.number,
                Name=naming.display_name(session, mistake.colour),
                text=mistake.text,
                percent=round(100 * mistake.loss),
            ),
            mistake.start,
            mistake.end,
            is_to_try(session, mistake),
        )
        for mistake in _worst(session)
    )
