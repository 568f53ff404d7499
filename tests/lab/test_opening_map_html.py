"""Opening maps in the articles, and the survival of connections."""

import re
from xml.etree import ElementTree

from greylox_web.command.study.results import Results
from greylox_web.measure.rows import Row, StudyParameters
from greylox_web.rules.notation.links import read_spec
from lab.studies.connections import count_breaks, row_cells
from lab.studies.opening_map_html import map_text, opening_map_html, stone_table
from lab.studies.opening_maps import ActionValue, OpeningMap, orbits


def make_map(spec: str, chances: list[float], visits: int = 8) -> OpeningMap:
    """Return a map with these chances, in the order of its orbits."""
    game = read_spec(spec, allow_small=True)
    cells = [orbit[0] for orbit in orbits(game)]
    worths = {cell: ActionValue(chance, False) for cell, chance in zip(cells, chances, strict=True)}
    return OpeningMap(game, "", visits, worths)


def test_swap_map_lists_good_even_and_poor_stones():
    opening_map = make_map("lox3-n", [20, 50, 80, 46, 56])
    assert map_text(opening_map) == (
        "Red's chance is above 55%: c1, b2. From 45% to 55%: b1, a2. Below 45%: a1."
    )
    svg = opening_map_html(opening_map)
    names = re.findall(r'class="coordinate"[^>]*>(\w+)<', svg)
    assert names == ["1", "2", "3", "a", "b", "c"]
    assert svg.count("<text") == 9 + 6 and svg.count("first-3") == 2
    assert ElementTree.fromstring(svg).find(".//figcaption") is not None


def test_another_map_tells_the_best_and_the_worst():
    assert map_text(make_map("byg2", [10.4, 60])) == "Best for White: b2 60%. Worst: a1 10%."


def test_without_a_swap_the_lighter_is_the_better():
    svg = opening_map_html(make_map("byg2", [10.4, 60]))
    assert svg.count("even-0") == 1 and svg.count("second-3") == 6 and "first-" not in svg


def test_games_stand_beside_the_search():
    opening_map = make_map("lox2-n", [30, 70])
    results = Results(None, StudyParameters("lox2-n", [], 0, 1, ""))
    for number, (first, winner) in enumerate([("a1", 0), ("a1", 1), ("b1", 0)]):
        measured = {"first": first, "winner": winner}
        results.add(Row(number=number, visits=8, lowest=None, measured=measured))
    body = stone_table(opening_map, results).partition("<tbody>")[2]
    assert body.startswith("\n<tr><td>b1</td><td>70%</td><td>100%</td></tr>")
    assert "<td>a1</td><td>30%</td><td>50%</td>" in body


def test_connection_broken_by_reply_is_counted():
    link = "1/lox3-n/ma1a3a2b3c1c2"  # Blue connects a3 to c2 by b3
    assert count_breaks(link) == 0, "there is no reply yet"
    assert count_breaks(f"{link}a3") == 1  # Red flips a3 and connects his own edges
    assert count_breaks(f"{link}a3c3") == 1, "Red's connection survives"


def test_row_cells_show_means_of_games():
    links = "1/lox3-n/ma1a3a2b3c1c2a3c3", "1/lox3-n/ma1c3a2c2a3b2"
    rows = []
    for number, link in enumerate(links):
        measured = {"link": link, "actions": 8 - 2 * number, "flips": number, "passes": 0}
        rows.append(Row(number=number, visits=8, lowest=None, measured=measured))
    assert row_cells(rows) == (8, 2, "7", "0.5", "0.00", "0.50", "50%")
