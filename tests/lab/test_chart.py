"""Opening maps as the articles draw them, and what becomes of connections."""

import re
from xml.etree import ElementTree

from greylox_web.command.study.results import Results, Row, StudyParameters
from greylox_web.rules.notation.links import read_spec
from lab.studies.chart import map_text, opening_map_html, stone_table
from lab.studies.connections import count_breaks, row_cells
from lab.studies.maps import ActionValue, OpeningMap, orbits


def of(spec: str, chances: list[float], visits: int = 8) -> OpeningMap:
    """A map with these chances, in the order of its orbits."""
    game = read_spec(spec, allow_small=True)
    cells = [orbit[0] for orbit in orbits(game)]
    worths = {cell: ActionValue(chance, False) for cell, chance in zip(cells, chances, strict=True)}
    return OpeningMap(game, "", visits, worths)


def test_a_swap_map_tells_which_stones_are_too_good():
    found = of("lox3-n", [20, 50, 80, 46, 56])
    assert map_text(found) == (
        "Red's chance is above 55%: c1, b2. From 45% to 55%: b1, a2. Below 45%: a1."
    )
    drawn = opening_map_html(found)
    names = re.findall(r'class="coordinate"[^>]*>(\w+)<', drawn)
    assert names == ["1", "2", "3", "a", "b", "c"]
    assert drawn.count("<text") == 9 + 6 and drawn.count("first-3") == 2
    assert ElementTree.fromstring(drawn).find(".//figcaption") is not None


def test_another_map_tells_the_best_and_the_worst():
    assert map_text(of("byg2", [10.4, 60])) == "Best for White: b2 60%. Worst: a1 10%."


def test_without_a_swap_the_lighter_is_the_better():
    drawn = opening_map_html(of("byg2", [10.4, 60]))
    assert drawn.count("even-0") == 1 and drawn.count("second-3") == 6 and "first-" not in drawn


def test_games_stand_beside_the_search():
    found = of("lox2-n", [30, 70])
    results = Results(None, StudyParameters("lox2-n", [], 0, 1, ""))
    for number, (first, winner) in enumerate([("a1", 0), ("a1", 1), ("b1", 0)]):
        measured = {"first": first, "winner": winner}
        results.add(Row(number=number, visits=8, lowest=None, measured=measured))
    body = stone_table(found, results).partition("<tbody>")[2]
    assert body.startswith("\n<tr><td>b1</td><td>70%</td><td>100%</td></tr>")
    assert "<td>a1</td><td>30%</td><td>50%</td>" in body


def test_a_connection_that_is_cut_by_the_reply_counts():
    joined = "1/lox3-n/ma1a3a2b3c1c2"  # Blue, from a3 by b3 to c2
    assert count_breaks(joined) == 0, "there is no reply yet"
    assert count_breaks(f"{joined}a3") == 1  # Red flips a3, and joins his own edges
    assert count_breaks(f"{joined}a3c3") == 1, "Red's connection survives"


def test_the_means_of_games_are_told():
    links = "1/lox3-n/ma1a3a2b3c1c2a3c3", "1/lox3-n/ma1c3a2c2a3b2"
    rows = []
    for number, link in enumerate(links):
        measured = {"link": link, "actions": 8 - 2 * number, "flips": number, "passes": 0}
        rows.append(Row(number=number, visits=8, lowest=None, measured=measured))
    assert row_cells(rows) == (8, 2, "7", "0.5", "0.00", "0.50", "50%")
