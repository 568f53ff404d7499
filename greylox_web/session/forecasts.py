"""Forecasts: who will hold each cell at the end of games that the engine plays on.

An analysis shows the forecast of its position, and explanations compare those after two turns.
Both are kept for the match as long as the page is open.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ..engine.messages import SearchReport
from ..explanations.model import Comparison, Forecast
from ..rules.board import bits
from ..rules.play import play_all
from ..rules.state import Game, State
from ..rules.turns import first_turn
from .engine_state import EngineLayer
from .event import Event
from .session import Session
from .visible_report import engine_layer

FIRST_GAMES = 16  # of a forecast that is shown; it is refined then
FIRST_MILLIS, FEWEST_GAMES = 800, 4  # after this time fewer games are enough
MAX_FORECASTS = 100  # positions whose forecasts are kept


class CachedForecast(NamedTuple):
    """The forecast of a position."""

    state: State
    forecast: Forecast  # without games after a failure
    is_complete: bool  # no further games are played
    is_random: bool = False  # the games are random: the network was missing


class ForecastRequest(NamedTuple):
    """A position that an explanation needs the forecast of: some actions after a position."""

    start: State  # of a node
    actions: tuple[int, ...]


class ShowEngineLayer(Event):
    """Choose what an analysis shows on the board; random games are then played again."""

    layer: EngineLayer
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        forecasts = tuple(one for one in session.engine.forecasts if not one.is_random)
        engine = session.engine._replace(layer=self.layer, forecasts=forecasts)
        return replace(session, engine=engine)


class RequestForecasts(Event):
    """Request the forecasts after the better and after the played turn of a comparison.

    They are computed when the engine is free; ``with_forecasts`` returns them.  A newer request
    replaces an older one.
    """

    comparison: Comparison
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        wanted = tuple(_requests(self.comparison))
        return replace(session, engine=session.engine._replace(wanted_forecasts=wanted))


def with_forecasts(session: Session, comparison: Comparison) -> Comparison:
    """Return a comparison with its forecasts, if both are complete."""
    forecasts = [
        complete_forecast(session, play_all(comparison.game, start, actions))
        for start, actions in _requests(comparison)
    ]
    if not forecasts or forecasts[0] is None or forecasts[1] is None:
        return comparison
    return comparison._replace(forecasts=(forecasts[0], forecasts[1]))


def awaits_forecasts(session: Session, comparison: Comparison) -> bool:
    """Return whether the forecasts of a comparison are requested and will come."""
    engine = session.engine
    if engine.status == "failed" or engine.paused:
        return False
    game, wanted = comparison.game, engine.wanted_forecasts
    states = (play_all(game, *one) for one in _requests(comparison) if one in wanted)
    return any(game.legal(state) and not _is_done(session, state) for state in states)


def _requests(comparison: Comparison) -> Iterator[ForecastRequest]:
    """Yield the positions after the better and after the played turn, if there is one."""
    game, start, better, played, _ = comparison
    for line in (better, played) if played else ():
        yield ForecastRequest(start, _first_actions(game, start, line))


def shown_forecast(session: Session) -> Forecast | None:
    """Return the forecast that an analysis shows on the board, or None."""
    if engine_layer(session) != "hold":
        return None
    cached = _cached(session, session.state)
    return cached.forecast if cached is not None and cached.forecast.games else None


def is_random(session: Session) -> bool:
    """Whether the games of the forecast on the board are random."""
    cached = _cached(session, session.state)
    return cached is not None and cached.is_random


def complete_forecast(session: Session, state: State) -> Forecast | None:
    """Return the complete forecast of a position, or None; after the end it is certain."""
    game = session.game
    if not game.legal(state):
        held = [tuple(mask >> c & 1 for c in _cells(game)) for mask in game.scored_cells(state)]
        return Forecast(1, (held[0], held[1]))
    cached = _cached(session, state)
    if cached is None or not cached.is_complete or cached.is_random:
        return None
    return cached.forecast if cached.forecast.games else None


def next_forecast(session: Session) -> tuple[int, tuple[int, ...]] | None:
    """Return the next position to play on from, as a node and actions after it, or None."""
    if not session.visible or session.editor is not None:
        return None
    if engine_layer(session) == "hold" and not _is_done(session, session.state):
        return session.cursor, ()
    wanted: tuple[ForecastRequest, ...] = session.engine.wanted_forecasts
    for start, actions in wanted:
        nodes = session.tree.nodes
        node = next((number for number, one in enumerate(nodes) if one.state == start), None)
        if node is not None and not nodes[node].resigned:
            state = play_all(session.game, start, actions)
            if session.game.legal(state) and not _is_done(session, state):
                return node, actions
    return None


def with_forecast(session: Session, state: State, report: SearchReport | None) -> Session:
    """Return the session with the forecast of a report; None after a failure."""
    before, forecast = _cached(session, state), _forecast(session.game, report)
    is_complete = report is None or report.final
    if report is not None and not report.final:
        least = FIRST_GAMES if report.millis < FIRST_MILLIS else FEWEST_GAMES
        if forecast.games < least:
            return session
    if before is not None and before.forecast.games > forecast.games:
        forecast = before.forecast  # the games have begun again from the first one
    others = [one for one in session.engine.forecasts if one.state != state]
    no_network = report is not None and bool(report.warning)
    newest = CachedForecast(state, forecast, is_complete, no_network)
    forecasts = (*others[-MAX_FORECASTS + 1 :], newest)
    return replace(session, engine=session.engine._replace(forecasts=forecasts))


def _first_actions(game: Game, state: State, line: Iterable[int]) -> tuple[int, ...]:
    return tuple(action for _, action in first_turn(game, state, line))


def _cached(session: Session, state: State) -> CachedForecast | None:
    forecasts: tuple[CachedForecast, ...] = session.engine.forecasts
    return next((one for one in reversed(forecasts) if one.state == state), None)


def _is_done(session: Session, state: State) -> bool:
    cached = _cached(session, state)
    return cached is not None and cached.is_complete


def _cells(game: Game) -> range:
    """Return the numbers of the cells, with those off the board between them."""
    return range(game.board.cells.bit_length())


def _forecast(game: Game, report: SearchReport | None) -> Forecast:
    """Return the forecast of a report; without games after a failure."""
    cells = list(bits(game.board.cells))
    if report is None or report.error or any(len(held) != len(cells) for held in report.held):
        return Forecast(0, ((), ()))
    counts = [dict(zip(cells, held, strict=True)) for held in report.held]
    if not counts:
        return Forecast(0, ((), ()))
    first, second = (tuple(one.get(cell, 0) for cell in _cells(game)) for one in counts)
    return Forecast(report.visits, (first, second))
