"""Every game has what a game must have: a rule sheet, numbers, a golden game, sentences."""

import re
from pathlib import Path

import pytest

from greylox_web.rules import GAMES
from tests.rules.playouts import OFFERED, SMALL, game_of

HERE = Path(__file__).parent
SHEETS = HERE.parents[1] / "assets" / "rules"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_sentences_a_golden_game_a_perft_line_and_random_games(name):
    sentences = (HERE / f"test_{name}.py").read_text("utf-8")
    assert len(re.findall(r"^def test_", sentences, re.M)) >= 10
    golden = (HERE / "golden" / f"{name}.txt").read_text("utf-8").splitlines()
    assert game_of(golden[0]).name == name
    assert re.search(rf"^{name}\d\S* +\d", (HERE / "perft.txt").read_text("utf-8"), re.M)
    assert name in {game_of(spec).name for spec in SMALL}
    assert name in {game_of(spec).name for spec in OFFERED}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_rule_sheet_for_players(name):
    sheet = (SHEETS / f"{name}.md").read_text("utf-8")
    headings = re.findall(r"^#+ .*$", sheet, re.M)
    assert headings[0] == f"## {name.capitalize()}"
    assert headings[-1] == "## Credits"
    assert {"## The end", "## Good to know"} <= set(headings)
    assert all(heading.startswith("## ") for heading in headings)
    assert sheet.split("\n\n")[1].startswith("**Goal:** ")
    assert 250 <= len(sheet.split()) <= 450
    assert not re.search(r"<|\]\(|https?:|www\.", sheet), "no HTML, images or links"
    assert "invented by" in sheet.rpartition("## Credits")[2]


def test_there_is_nothing_for_games_that_do_not_exist():
    for path in [*SHEETS.glob("*.md"), *(HERE / "golden").glob("*.txt")]:
        assert path.stem in GAMES
