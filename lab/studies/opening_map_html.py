"""Opening maps in the articles: as SVG with colours from ``article.css``, and as text."""

import html
from collections import defaultdict
from collections.abc import Sequence

from greylox_web.command.study.results import Results
from greylox_web.drawing.hex_geometry import Geometry, geometry, number
from greylox_web.drawing.tray import coordinates_markup, inlays_markup, styled_tile, view_box
from greylox_web.measure.summary import Share
from greylox_web.rules.notation.links import write_spec
from greylox_web.session.naming import game_title
from lab.studies.opening_maps import FOLDER, OpeningMap, map_path, orbits, ranked_cells, read_map
from lab.studies.table import table

EVEN = 45, 55  # per cent: a first stone with a chance between these is about even
FAR_STEPS = 3  # steps of colour on either side of even, ten per cent each
MAX_NAMED = 16  # cells in a sentence; more are only counted
SMALL = 9  # boards up to this many cells across fit on a phone
FONT_SIZE = 40  # of the numbers, in units of the view box


def read_opening_map(name: str) -> OpeningMap:
    """Read the map of this name; raise NotationError if it is malformed."""
    return read_map(FOLDER / f"{name}.json")


def opening_map_html(opening_map: OpeningMap) -> str:
    """The map as an HTML figure: the first colour's chance on each cell, with a caption."""
    game, chances = opening_map.game, opening_map.chances
    board_geometry = geometry(game.board, 0)
    box = " ".join(number(value) for value in view_box(game, 0))
    css_classes = tile_classes(opening_map)
    cells = "".join(
        value_tile(board_geometry, cell, chance, css_classes[cell])
        for cell, chance in sorted(chances.items())
    )
    size = "" if game.board.width > SMALL else " small"
    words = html.escape(f"First stones, {game_title(game)}. {map_text(opening_map)}")
    svg = (
        f'<svg class="map{size}" role="img" aria-label="{words}" '
        f'xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{cells}{inlays_markup(game, 0)}'
        f"{coordinates_markup(game, 0)}</svg>"
    )
    named = f"Map, {game_title(game)}" + ("" if opening_map.visits else ", solved")
    caption = html.escape(f"{game_title(game)}. {map_text(opening_map)}")
    return (
        f'<figure><div class="wide" tabindex="0" role="group" aria-label="{named}">{svg}'
        f"</div><figcaption>{caption}</figcaption></figure>\n"
    )


def tile_classes(opening_map: OpeningMap) -> dict[int, str]:
    """Return the CSS class of each tile's colour.

    With a swap the colour shows how far a chance is from even; without it lighter tiles are better.
    """
    chances = opening_map.chances
    if opening_map.is_swapped:
        steps = {cell: round((chance - 50) / 10) for cell, chance in chances.items()}
    else:
        max_chance = max(chances.values())
        span = max_chance - min(chances.values()) or 1
        steps = {
            cell: round(FAR_STEPS * (chance - max_chance) / span)
            for cell, chance in chances.items()
        }
    sides = {0: "even", 1: "first", -1: "second"}
    return {
        cell: f"{sides[(steps_from_even > 0) - (steps_from_even < 0)]}"
        f"-{min(abs(steps_from_even), FAR_STEPS)}"
        for cell, steps_from_even in steps.items()
    }


def value_tile(board_geometry: Geometry, cell: int, chance: float, css_class: str) -> str:
    """Return the SVG of a tile of class ``css_class`` with its chance in per cent."""
    centre = board_geometry.centres[cell]
    y = centre.y + 0.35 * FONT_SIZE  # the baseline that centres the digits on the cell
    position_attributes = f'x="{number(centre.x)}" y="{number(y)}" font-size="{FONT_SIZE}"'
    tile = styled_tile(board_geometry, cell, f"tile {css_class}")
    return f"{tile}<text {position_attributes}>{round(chance)}</text>"


def map_text(opening_map: OpeningMap) -> str:
    """Return the text on the best and worst first stones; with a swap on good, even and poor ones.

    Only one of several symmetric cells is named.
    """
    colour, name = opening_map.game.colours[0].capitalize(), opening_map.game.board.cell_name
    low, high = EVEN
    order = ranked_cells(opening_map)
    good = [name(cell) for cell in order if opening_map.action_values[cell].chance > high]
    even = [name(cell) for cell in order if low <= opening_map.action_values[cell].chance <= high]
    if not opening_map.visits:
        return f"{colour} wins after {', '.join(good)} and after no other first stone."
    if not opening_map.is_swapped:
        *best, worst = (
            f"{name(cell)} {opening_map.action_values[cell].chance:.0f}%" for cell in order
        )
        return f"Best for {colour}: {', '.join(best[:3])}. Worst: {worst}."
    poor = [name(cell) for cell in order if opening_map.action_values[cell].chance < low]
    return (
        f"{colour}'s chance is above {high}%: {join_names(good)}. From {low}% to {high}%: "
        f"{join_names(even)}. Below {low}%: {join_names(poor)}."
    )


def join_names(names: Sequence[str]) -> str:
    """The names, or their number if there are too many to read.

    >>> join_names([]), join_names(["a1", "b2"])
    ('none', 'a1, b2')
    """
    return f"{len(names)} cells" if len(names) > MAX_NAMED else ", ".join(names) or "none"


def stone_table(opening_map: OpeningMap, results: Results | None) -> str:
    """Return the HTML table of the chance of each first stone by search, and of games from it."""
    game, name = opening_map.game, opening_map.game.board.cell_name
    won = defaultdict[tuple[int, int], list[bool]](list)
    for row in results.rows.values() if results else ():
        first = game.board.parse_cell(row["measured"]["first"])
        won[first, row["visits"]].append(row["measured"]["winner"] == 0)
    strengths = sorted({visits for _, visits in won})
    proof = map_path(write_spec(game), 0)
    proven = read_map(proof).chances if proof.exists() else {}
    heads = ["First stone", f"Search, {opening_map.visits:,} positions"]
    heads += [f"Games, {visits} positions" for visits in strengths]
    heads += ["Perfect play"] * bool(proven)
    rows = list[list[str]]()
    for first, *_ in sorted(
        orbits(game), key=lambda orbit: -opening_map.action_values[orbit[0]].chance
    ):
        shares = [Share(sum(won[first, visits]), len(won[first, visits])) for visits in strengths]
        rows.append([name(first), f"{opening_map.action_values[first].chance:.0f}%"])
        rows[-1] += [f"{share.points / share.games:.0%}" for share in shares if share.games]
        rows[-1] += [game.colours[proven[first] < 50].capitalize()] if proven else []
    return table(f"Table of first stones, {game_title(game)}", heads, rows)
