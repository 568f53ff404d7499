"""The figures of the rule sheets: each caption agrees with the rules in its position."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from greylox_web.features.rules.figure import figure
from greylox_web.rules import GAMES
from greylox_web.rules.groups import sizes
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.play import replay
from greylox_web.rules.sight import seeing_stones
from greylox_web.rules.state import OPENING
from greylox_web.words.rules import RULES_WORDS
from tools.rule_sheets import parse_rule_sheet

SHEETS = Path(__file__).parents[3] / "assets/rules"
RULE_SHEETS = {path.stem: parse_rule_sheet(path.read_text("utf-8")) for path in SHEETS.glob("*.md")}


class FigurePosition:
    """The position of a figure, with cells by their names."""

    def __init__(self, game: str, number: int) -> None:
        self.row = RULE_SHEETS[game]["figures"][number - 1]
        reading = read_link(self.row["link"])
        assert reading.record is not None and not reading.error, reading.error
        record = reading.record
        self.game, self.states = record.game, replay(record.game, record.actions, record.setup)
        self.state = self.states[-1]
        self.board = self.game.board

    def names(self, mask: int) -> set[str]:
        return set(self.board.cell_names(mask & self.board.cells))

    def stones(self, colour: int) -> set[str]:
        return self.names(self.state.stones[colour])

    def controlled(self, colour: int) -> set[str]:
        control = self.game.controlled(self.state)
        assert control is not None
        return self.names(control[colour])

    def legal(self) -> set[str]:
        return self.names(self.game.legal(self.state))

    def seers(self, name: str) -> set[str]:
        """The names of the stones that see a cell."""
        occupied = self.state.occupied
        return self.names(
            seeing_stones(self.board, self.board.parse_cell(name), occupied, occupied)
        )

    def sizes(self, colour: int) -> list[int]:
        return list(sizes(self.board, self.state.stones[colour]))

    def after(self, name: str):
        position = object.__new__(FigurePosition)
        position.game, position.board, position.row = self.game, self.board, self.row
        position.state = self.game.play(self.state, self.board.parse_cell(name))
        return position

    def degree(self, name: str) -> int:
        return self.board.degrees[self.board.parse_cell(name)]


def test_greylox_sight():
    position = FigurePosition("greylox", 1)
    assert position.stones(0) == {"c3"}
    for name in ("b3", "d4", "e5"):
        assert "c3" in position.seers(name)
    assert "c3" not in position.seers("a3")  # another stone blocks the ray
    assert position.degree("c3") == 6


@pytest.mark.parametrize(("game", "number"), [("greylox", 2), ("lox", 2)])
def test_control(game, number):
    position = FigurePosition(game, number)
    assert len(position.seers("c3") & position.stones(0)) == 4
    assert position.controlled(0) >= {"c3"} and "c3" not in position.stones(1)
    control = {d: {c for c in position.controlled(0) if position.degree(c) == d} for d in (3, 6)}
    assert all(len(position.seers(c) & position.stones(0)) >= 4 for c in control[6])
    assert all(len(position.seers(c) & position.stones(0)) >= 2 for c in control[3])
    needs = {
        position.degree(c): position.board.control_threshold(position.board.parse_cell(c))
        for c in position.names(-1)
    }
    assert needs.items() >= {6: 4, 4: 3, 3: 2}.items()


@pytest.mark.parametrize("game", ["greylox", "lox"])
def test_placing(game):
    position = FigurePosition(game, 3)
    vacant = position.names(~position.state.occupied)
    closed = vacant & position.controlled(1 - position.state.mover)
    assert closed
    assert position.legal() & vacant == vacant - closed


@pytest.mark.parametrize("game", ["greylox", "lox"])
def test_flipping(game):
    position = FigurePosition(game, 4)
    assert position.state.mover == 0
    assert (
        position.stones(1) & position.controlled(0)
        == {"c3"}
        == position.legal() & position.stones(1)
    )
    assert "c3" in position.after("c3").stones(0)


def test_greylox_opening():
    position = FigurePosition("greylox", 5)
    assert position.game.prompt_key(position.state) == "bound"
    last = 1 << position.state.anchor
    assert position.legal() == position.names(
        position.board.neighbours(last) & ~position.state.occupied
    )
    then = position.after("b2")
    assert then.game.prompt_key(then.state) == "free"
    assert "c2" not in then.legal() and "d2" in then.legal()
    assert position.row["shows"].endswith("target d2")


def test_greylox_end():
    position = FigurePosition("greylox", 6)
    outcome = position.game.outcome(position.state)
    assert outcome.winner == 0 and outcome.deciding_rank == 0
    assert (outcome.compared_sizes[0][0], outcome.compared_sizes[1][0]) == (13, 4)
    assert position.state.mover == 1
    vacant = position.board.cells & ~position.state.occupied
    assert vacant and position.game.scored_cells(position.state)[0] & vacant == vacant


def test_lox_edges():
    position = FigurePosition("lox", 1)
    outcome = position.game.outcome(position.state)
    assert (outcome.winner, outcome.reason) == (0, "connection")
    (top, bottom), (left, right) = position.game.edges
    assert position.names(top) == {f"{c}1" for c in "abcde"}
    assert position.names(bottom) == {f"{c}5" for c in "abcde"}
    assert position.names(left) == {f"a{n}" for n in range(1, 6)}
    assert position.names(right) == {f"e{n}" for n in range(1, 6)}


def test_lox_connection_must_last_one_more_turn():
    position = FigurePosition("lox", 5)
    assert position.state.mover == 1 and not position.game.outcome(position.state)
    assert position.names(position.game.connecting_group(position.state, 0)) >= {"c1"}
    assert position.stones(0) & position.legal() == {"c1"}
    assert not position.game.connecting_group(position.after("c1").state, 0)
    passed = position.after("e5")
    assert passed.game.outcome(passed.state).winner == 0


def test_lox_swap():
    position = FigurePosition("lox", 6)
    assert (position.stones(0), position.stones(1)) == (set(), {"d2"})
    assert position.names(position.states[1].stones[0]) == {"b4"}
    assert position.state.mover == 0


def test_brink():
    position = FigurePosition("brink", 1)
    assert position.legal() == position.names(~position.state.occupied)
    position = FigurePosition("brink", 2)
    assert max(position.sizes(0)) == 3 and max(position.sizes(1)) == 2
    position = FigurePosition("brink", 3)
    assert position.sizes(0)[:2] == [3, 3] and position.after("c3").sizes(0)[0] == 7
    for number, winner, sizes_ in ((4, 1, (10, 8)), (5, 0, (10, 7))):
        position = FigurePosition("brink", number)
        outcome = position.game.outcome(position.state)
        assert outcome.winner == winner and position.game.margin == 3
        assert (outcome.compared_sizes[0][0], outcome.compared_sizes[1][0]) == sizes_
    outcome = (position := FigurePosition("brink", 6)).game.outcome(position.state)
    assert (outcome.winner, outcome.compared_sizes) == (0, ((9, 1), (9,)))


def test_multiplicity():
    position = FigurePosition("multiplicity", 1)
    assert 1 in position.sizes(0) and 1 in position.sizes(1)
    position = FigurePosition("multiplicity", 2)
    assert (position.sizes(0), position.sizes(1)) == ([3, 3, 1], [5, 2])
    assert [position.game.score(position.state, c) for c in (0, 1)] == [9, 10]
    position = FigurePosition("multiplicity", 3)
    assert position.after("c3").sizes(0) == [7, 1]
    assert position.game.score(position.after("c3").state, 0) == 7
    position = FigurePosition("multiplicity", 4)
    assert position.state.phase == OPENING and position.game.prompt_key(position.state) == "bound"
    assert position.legal() == position.names(position.board.neighbours(1 << position.state.anchor))
    position = FigurePosition("multiplicity", 5)
    assert position.game.prompt_key(position.state) == "free"
    neighbourhood = position.board.neighbours(position.state.occupied) | position.state.occupied
    assert position.legal() == position.names(~neighbourhood) != set()
    position = FigurePosition("multiplicity", 6)
    outcome = position.game.outcome(position.state)
    assert (outcome.winner, outcome.compared_sizes) == (1, ((5, 2, 2), (4, 3, 2)))
    assert [position.game.score(position.state, c) for c in (0, 1)] == [20, 24]
    assert len(position.names(~position.state.occupied)) == 1


def test_byg():
    position = FigurePosition("byg", 1)
    assert [state.mover for state in position.states] == [0, 1, 1]
    position = FigurePosition("byg", 2)
    assert len(position.sizes(0)) == 3 == position.state.quota
    position = FigurePosition("byg", 3)
    grown_cell = position.board.parse_cell("b1")
    assert position.state.placed == 1 << grown_cell
    closed = position.names(~position.state.occupied) - position.legal()
    assert closed == {"c1", "a2", "b2", "c2"}
    position = FigurePosition("byg", 4)
    assert position.names(position.state.placed) == {"b1", "d2"} and position.state.quota == 1
    assert "c2" not in position.legal()
    assert sorted(position.after("b3").sizes(0)) != position.sizes(0)
    position = FigurePosition("byg", 5)
    assert (
        position.game.legal(position.state) >> position.board.end_action & 1
        and len(position.legal()) > 0
    )
    assert not position.game.legal(position.states[0]) >> position.board.end_action & 1
    outcome = (position := FigurePosition("byg", 6)).game.outcome(position.state)
    assert (outcome.winner, outcome.compared_sizes[0][0], outcome.compared_sizes[1][0]) == (0, 8, 6)


def test_every_game_has_its_figures_and_every_term_its_sentence():
    assert {name for name, sheet in RULE_SHEETS.items() if len(sheet["figures"]) == 6} == set(GAMES)
    terms = set()
    for sheet in RULE_SHEETS.values():
        text = " ".join([sheet["aim"], sheet["full"], *(f["text"] for f in sheet["figures"])])
        terms |= set(re.findall(r'data-term="(\w+)"', text))
    assert {f"term-{term}" for term in terms} == {k for k in RULES_WORDS if k[:5] == "term-"}


def test_sentences_are_short_and_name_cells_of_the_board():
    for name in GAMES:
        for number in range(1, 7):
            position = FigurePosition(name, number)
            text = re.sub("<[^>]*>", "", position.row["text"])
            assert len(text.split()) <= 24, text
            cells = set(re.findall(r"\b[a-e][1-5]\b", text + " " + position.row["shows"]))
            assert cells <= position.names(-1)


@pytest.mark.parametrize("game", GAMES)
def test_figure_draws_its_directives(game):
    signs = {
        "sight": 'class="ray',
        "sees": 'class="ray-case"',
        "region": 'class="lit"',
        "shut": 'class="cell shut"',
        "target": 'class="target"',
        "groups": 'class="link',
        "anchor": 'class="anchor"',
        "last": 'class="pin ',
    }
    for row in RULE_SHEETS[game]["figures"]:
        svg = figure(row["link"], row["shows"])
        ElementTree.fromstring(svg)
        words = set(row["shows"].split()) & set(signs)
        assert all(signs[word] in svg for word in words), row["title"]
        if "won" in row["shows"]:
            assert 'class="won"' in svg or 'class="path"' in svg
        assert ('class="ground' in svg) == ("control" in row["shows"].split())


def test_invalid_link_raises_for_a_figure():
    with pytest.raises(ValueError, match="no position"):
        figure("1/greylox99/m", "")


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ("one {}, next", "{},"),
        ("({}).", "({})."),
        ("«\u00a0{}\u00a0»\u202f; et", "«\u00a0{}\u00a0»\u202f;"),
        ('a "{}"; b', "&quot;{}&quot;;"),
        ("¿{}? **b**, c", "¿{}?"),
        ("one {} stone", ""),
    ],
)
def test_no_line_ends_between_a_term_and_its_punctuation(around: str, expected: str):
    html = parse_rule_sheet(around.format("[b c](#bound)"))["full"]
    (button,) = re.findall("<button.*</button>", html)
    whole = f'<span class="whole">{expected.format(button)}</span>'
    assert (whole in html) if expected else ("whole" not in html)
