"""Sessions, clicks and engine answers, for the tests of the session."""

from greylox_web.engine import messages
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import new_tree
from greylox_web.rules import GAMES, default_game, new_game
from greylox_web.session.playing import ClickCell
from greylox_web.session.preferences import Preferences
from greylox_web.session.requests import EngineReady, EngineReport
from greylox_web.session.session import Session
from greylox_web.session.update import update

ENGINE = Seat(1)
OFFERED_GAMES = (
    *((name, ()) for name in GAMES),
    ("brink", (("swap", True),)),
    ("multiplicity", (("opening", False), ("swap", True))),
)
"""Names and options of games to play at random."""


def new_session(name="greylox", size=None, options=None, seats=(PERSON, PERSON), **preferences):
    """A session with a new game, without ``size`` on the default board, and a ready engine."""
    game = default_game(name, None, options) if size is None else new_game(name, size, options)
    session = Session(Match(new_tree(game), seats=seats), preferences=Preferences(**preferences))
    return update(session, EngineReady())


def click_cells(session, *names):
    """Click cells one after the other."""
    for name in names:
        session = update(session, ClickCell(session.game.board.parse_cell(name)))
    return session


def engine_answers(session, action, **fields):
    """The session after the engine's final report on the open question."""
    report = messages.SearchReport(
        ticket=session.engine.ticket,
        final=True,
        action=action,
        visits=10,
        value_first=0.0,
        proven=False,
        pv=[],
        candidates=[],
        millis=1,
        error=None,
    )
    return update(session, EngineReport(report._replace(**fields)))


def purpose_of(session):
    """The purpose of the open question, or None."""
    search = session.engine.active_search
    return search and search.purpose


def forecast_report(session, games, final=False, **fields):
    """The session after a report on a forecast: the first colour holds each cell in all games."""
    cells = session.game.board.cells.bit_count()
    report = messages.SearchReport(
        session.engine.ticket, final, None, games, 0.0, False, [], [], 9, None, 128
    )
    report = report._replace(held=([games] * cells, [0] * cells))
    return update(session, EngineReport(report._replace(**fields)))
