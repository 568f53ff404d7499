"""What an analysis draws over the board: first thoughts, or who will hold each cell."""

from ...drawing.board_layers import positioned_group, stone_classes
from ...drawing.hex_geometry import geometry
from ...drawing.marks import heat, holder, percentage
from ...explanations.model import Forecast
from ...rules.board import bits
from ...session.forecasts import is_random, shown_forecast
from ...session.session import Session
from ...session.visible_report import drawn_engine_layer, engine_layer, first_thoughts
from ...words import WORDS, format_number
from ...words.layers import LAYERS_WORDS
from ..board.marks import MIN_PERCENTAGE

MIN_SHARE = 1 / 3  # of the games, for a colour that is shown as the holder
SETTLED = 0.75  # share of the games from which on a cell is not open
MAX_LISTED = 5  # actions in a sentence
SEARCHED_BOTTOM = 40.0  # distance of the search's share below the middle of a cell


def percent(permille: int) -> int:
    """Return permille as percent."""
    return round(permille / 10)


def engine_layer_key(session: Session) -> object:
    """Return what the drawing depends on, besides the position; None without a drawing."""
    layer = drawn_engine_layer(session)
    if layer == "hold":
        return shown_forecast(session)
    return tuple(first_thoughts(session).items()) if layer == "thought" else None


def engine_layer_svg(session: Session, turn: int) -> str:
    """Return the drawing of the engine's layer; "" without one."""
    layer = drawn_engine_layer(session)
    if layer == "hold" and (forecast := shown_forecast(session)):
        return _forecast_svg(session, turn, forecast)
    return _thoughts_svg(session, turn) if layer == "thought" else ""


def _thoughts_svg(session: Session, turn: int) -> str:
    """Return the heat of each cell, and the percentages where they are not small."""
    layout, parts = geometry(session.game.board, turn), []
    for cell, (_, prior, visits) in first_thoughts(session).items():
        if cell >= session.game.board.end_action:
            continue
        on_stone, content = bool(session.state.occupied >> cell & 1), ""
        has_prior, has_visits = prior >= MIN_PERCENTAGE, visits >= MIN_PERCENTAGE
        if not on_stone:
            content += heat(prior / 1000, layout.corners)
        if has_prior:
            up = -6.0 if has_visits else 0.0
            content += percentage(f"{percent(prior)}%", on_stone=on_stone, down=up)
        if has_visits:
            text, down = f"→{percent(visits)}%", SEARCHED_BOTTOM - 23.0 if has_prior else 0.0
            content += percentage(text, on_stone=False, down=down)
        parts.append(positioned_group(layout, cell, "thought", content))
    return "".join(parts)


def _forecast_svg(session: Session, turn: int, forecast: Forecast) -> str:
    """Return a hexagon on each cell that a colour is likely to hold."""
    game, layout, parts = session.game, geometry(session.game.board, turn), []
    for cell in bits(game.board.cells):
        shares = [held[cell] / forecast.games for held in forecast.held]
        colour = 0 if shares[0] >= shares[1] else 1
        if shares[colour] >= MIN_SHARE:
            certainty = max(0.0, 2 * shares[colour] - 1)
            name = stone_classes(game, game.colours[colour])
            mark = holder(name, certainty, layout.corners)
            parts.append(positioned_group(layout, cell, "holders", mark))
    return "".join(parts)


def engine_layer_text(session: Session, cell: int) -> str:
    """Return as a sentence what the engine's layer says of a cell; "" without one."""
    layer, name = engine_layer(session), session.game.board.cell_name(cell)
    if layer == "hold" and (forecast := shown_forecast(session)):
        first, second = (WORDS[colour] for colour in session.game.colours)
        counts = {"first": forecast.held[0][cell], "second": forecast.held[1][cell]}
        return LAYERS_WORDS["held-cell"].format(
            cell=name, First=first, Second=second, games=forecast.games, **counts
        )
    if layer == "thought" and (thought := first_thoughts(session).get(cell)):
        prior, visits = percent(thought.prior), percent(thought.visits)
        return LAYERS_WORDS["thought-cell"].format(cell=name, prior=prior, visits=visits)
    return ""


def settled_cells(session: Session, forecast: Forecast) -> tuple[int, int, int]:
    """Return the number of cells that the first colour nearly surely holds, the second, neither."""
    least, cells = SETTLED * forecast.games, list(bits(session.game.board.cells))
    first, second = (sum(held[cell] >= least for cell in cells) for held in forecast.held)
    return first, second, len(cells) - first - second


def thoughts_text(session: Session) -> str:
    """Return the likeliest actions with their percentages, as a sentence; "" without any."""
    thoughts = sorted(first_thoughts(session).values(), key=lambda one: -one.prior)
    if not thoughts:
        return LAYERS_WORDS["thought-none" if session.current_report else "thought-soon"]
    listed = [
        LAYERS_WORDS["thought-action"].format(
            action=WORDS.get(f"action-{one.action}", one.action),
            prior=percent(one.prior),
            visits=percent(one.visits),
        )
        for one in thoughts[:MAX_LISTED]
    ]
    return LAYERS_WORDS["thought-first"].format(actions=", ".join(listed))


def forecast_texts(session: Session) -> tuple[str, str]:
    """Return how many cells are open, and how many games say so."""
    forecast = shown_forecast(session)
    if forecast is None:
        key = "hold-soon" if session.engine.purpose == "forecast" else "hold-none"
        return LAYERS_WORDS[key], ""
    *_, still_open = settled_cells(session, forecast)
    return (
        LAYERS_WORDS["hold-open"].format(cells=still_open),
        LAYERS_WORDS["hold-random" if is_random(session) else "hold-games"].format(
            games=format_number(forecast.games)
        ),
    )
