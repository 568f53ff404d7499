"""The figures of the rule sheets: what is said of each is what the rules say of its position."""

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
from tools.sheets import parse_rule_sheet

SHEETS = Path(__file__).parents[3] / "assets/rules"
TOLD = {path.stem: parse_rule_sheet(path.read_text("utf-8")) for path in SHEETS.glob("*.md")}


class Seen:
    """A figure's position, with cells by their names."""

    def __init__(self, game: str, number: int) -> None:
        self.told = TOLD[game]["figures"][number - 1]
        reading = read_link(self.told["link"])
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
        """The stones that see a cell."""
        occupied = self.state.occupied
        return self.names(
            seeing_stones(self.board, self.board.parse_cell(name), occupied, occupied)
        )

    def sizes(self, colour: int) -> list[int]:
        return list(sizes(self.board, self.state.stones[colour]))

    def after(self, name: str, game=None):
        seen = object.__new__(Seen)
        seen.game, seen.board, seen.told = self.game, self.board, self.told
        seen.state = self.game.play(self.state, self.board.parse_cell(name))
        return seen

    def degree(self, name: str) -> int:
        return self.board.degrees[self.board.parse_cell(name)]


def test_greylox_sight():
    seen = Seen("greylox", 1)
    assert seen.stones(0) == {"c3"}
    for name in ("b3", "d4", "e5"):
        assert "c3" in seen.seers(name)
    assert "c3" not in seen.seers("a3")  # behind a stone
    assert (
        len(list(seen.board.cell_names(seen.board.neighbours(1 << seen.board.parse_cell("c3")))))
        == 6
    )


@pytest.mark.parametrize(("game", "number"), [("greylox", 2), ("lox", 2)])
def test_control(game, number):
    seen = Seen(game, number)
    assert len(seen.seers("c3") & seen.stones(0)) == 4
    assert seen.controlled(0) >= {"c3"} and "c3" not in seen.stones(1)
    control = {d: {c for c in seen.controlled(0) if seen.degree(c) == d} for d in (3, 6)}
    assert all(len(seen.seers(c) & seen.stones(0)) >= 4 for c in control[6])
    assert all(len(seen.seers(c) & seen.stones(0)) >= 2 for c in control[3])
    needs = {
        seen.degree(c): seen.board.control_threshold(seen.board.parse_cell(c))
        for c in seen.names(-1)
    }
    assert needs.items() >= {6: 4, 4: 3, 3: 2}.items()


@pytest.mark.parametrize("game", ["greylox", "lox"])
def test_placing(game):
    seen = Seen(game, 3)
    vacant = seen.names(~seen.state.occupied)
    closed = vacant & seen.controlled(1 - seen.state.mover)
    assert closed
    assert seen.legal() & vacant == vacant - closed


@pytest.mark.parametrize("game", ["greylox", "lox"])
def test_flipping(game):
    seen = Seen(game, 4)
    assert seen.state.mover == 0
    assert seen.stones(1) & seen.controlled(0) == {"c3"} == seen.legal() & seen.stones(1)
    assert "c3" in seen.after("c3").stones(0)


def test_greylox_opening():
    seen = Seen("greylox", 5)
    assert seen.game.required_action(seen.state) == "bound"
    last = 1 << seen.state.anchor
    assert seen.legal() == seen.names(seen.board.neighbours(last) & ~seen.state.occupied)
    then = seen.after("b2")
    assert then.game.required_action(then.state) == "free"
    assert "c2" not in then.legal() and "d2" in then.legal()
    assert seen.told["shows"].endswith("target d2")


def test_greylox_end():
    seen = Seen("greylox", 6)
    outcome = seen.game.outcome(seen.state)
    assert outcome.winner == 0 and outcome.deciding_rank == 0
    assert (outcome.compared_sizes[0][0], outcome.compared_sizes[1][0]) == (13, 4)
    assert seen.state.mover == 1
    vacant = seen.board.cells & ~seen.state.occupied
    assert vacant and seen.game.scored_cells(seen.state)[0] & vacant == vacant


def test_lox_edges():
    seen = Seen("lox", 1)
    outcome = seen.game.outcome(seen.state)
    assert (outcome.winner, outcome.how) == (0, "connection")
    (top, bottom), (left, right) = seen.game.edges
    assert seen.names(top) == {f"{c}1" for c in "abcde"}
    assert seen.names(bottom) == {f"{c}5" for c in "abcde"}
    assert seen.names(left) == {f"a{n}" for n in range(1, 6)}
    assert seen.names(right) == {f"e{n}" for n in range(1, 6)}


def test_lox_one_more_turn():
    seen = Seen("lox", 5)
    assert seen.state.mover == 1 and not seen.game.outcome(seen.state)
    assert seen.names(seen.game.connecting_group(seen.state, 0)) >= {"c1"}
    assert seen.stones(0) & seen.legal() == {"c1"}
    assert not seen.game.connecting_group(seen.after("c1").state, 0)
    passed = seen.after("e5")
    assert passed.game.outcome(passed.state).winner == 0


def test_lox_swap():
    seen = Seen("lox", 6)
    assert (seen.stones(0), seen.stones(1)) == (set(), {"d2"})
    assert seen.names(seen.states[1].stones[0]) == {"b4"}
    assert seen.state.mover == 0


def test_brink():
    seen = Seen("brink", 1)
    assert seen.legal() == seen.names(~seen.state.occupied)
    seen = Seen("brink", 2)
    assert max(seen.sizes(0)) == 3 and max(seen.sizes(1)) == 2
    seen = Seen("brink", 3)
    assert seen.sizes(0)[:2] == [3, 3] and seen.after("c3").sizes(0)[0] == 7
    for number, winner, sizes_ in ((4, 1, (10, 8)), (5, 0, (10, 7))):
        seen = Seen("brink", number)
        outcome = seen.game.outcome(seen.state)
        assert outcome.winner == winner and seen.game.margin == 3
        assert (outcome.compared_sizes[0][0], outcome.compared_sizes[1][0]) == sizes_
    outcome = (seen := Seen("brink", 6)).game.outcome(seen.state)
    assert (outcome.winner, outcome.compared_sizes) == (0, ((9, 1), (9,)))


def test_multiplicity():
    seen = Seen("multiplicity", 1)
    assert 1 in seen.sizes(0) and 1 in seen.sizes(1)
    seen = Seen("multiplicity", 2)
    assert (seen.sizes(0), seen.sizes(1)) == ([3, 3, 1], [5, 2])
    assert [seen.game.score(seen.state, c) for c in (0, 1)] == [9, 10]
    seen = Seen("multiplicity", 3)
    assert seen.after("c3").sizes(0) == [7, 1]
    assert seen.game.score(seen.after("c3").state, 0) == 7
    seen = Seen("multiplicity", 4)
    assert seen.state.phase == OPENING and seen.game.required_action(seen.state) == "bound"
    assert seen.legal() == seen.names(seen.board.neighbours(1 << seen.state.anchor))
    seen = Seen("multiplicity", 5)
    assert seen.game.required_action(seen.state) == "free"
    near = seen.board.neighbours(seen.state.occupied) | seen.state.occupied
    assert seen.legal() == seen.names(~near) != set()
    seen = Seen("multiplicity", 6)
    outcome = seen.game.outcome(seen.state)
    assert (outcome.winner, outcome.compared_sizes) == (1, ((5, 2, 2), (4, 3, 2)))
    assert [seen.game.score(seen.state, c) for c in (0, 1)] == [20, 24]
    assert len(seen.names(~seen.state.occupied)) == 1


def test_byg():
    seen = Seen("byg", 1)
    assert [state.mover for state in seen.states] == [0, 1, 1]
    seen = Seen("byg", 2)
    assert len(seen.sizes(0)) == 3 == seen.state.quota
    seen = Seen("byg", 3)
    grown = seen.board.parse_cell("b1")
    assert seen.state.placed == 1 << grown
    closed = seen.names(~seen.state.occupied) - seen.legal()
    assert closed == {"c1", "a2", "b2", "c2"}
    seen = Seen("byg", 4)
    assert seen.names(seen.state.placed) == {"b1", "d2"} and seen.state.quota == 1
    assert "c2" not in seen.legal()
    assert sorted(seen.after("b3").sizes(0)) != seen.sizes(0)
    seen = Seen("byg", 5)
    assert seen.game.legal(seen.state) >> seen.board.end_action & 1 and len(seen.legal()) > 0
    assert not seen.game.legal(seen.states[0]) >> seen.board.end_action & 1
    outcome = (seen := Seen("byg", 6)).game.outcome(seen.state)
    assert (outcome.winner, outcome.compared_sizes[0][0], outcome.compared_sizes[1][0]) == (0, 8, 6)


def test_every_game_has_its_figures_and_every_term_its_sentence():
    assert {name for name, told in TOLD.items() if len(told["figures"]) == 6} == set(GAMES)
    terms = set()
    for told in TOLD.values():
        text = " ".join([told["aim"], told["full"], *(f["text"] for f in told["figures"])])
        terms |= set(re.findall(r'data-term="(\w+)"', text))
    assert {f"term-{term}" for term in terms} == {k for k in RULES_WORDS if k[:5] == "term-"}


def test_sentences_are_short_and_name_cells_of_the_board():
    for name in GAMES:
        for number in range(1, 7):
            seen = Seen(name, number)
            text = re.sub("<[^>]*>", "", seen.told["text"])
            assert len(text.split()) <= 24, text
            cells = set(re.findall(r"\b[a-e][1-5]\b", text + " " + seen.told["shows"]))
            assert cells <= seen.names(-1)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_figure_shows_is_drawn(game):
    signs = {
        "sight": 'class="ray',
        "sees": 'class="ray-case"',
        "region": 'class="lit"',
        "shut": 'class="cell shut"',
        "target": 'class="hint"',
        "groups": 'class="link',
        "anchor": 'class="anchor"',
        "pending": 'class="open"',
        "last": 'class="pin"',
        "path": 'class="path-open"',
    }
    for told in TOLD[game]["figures"]:
        drawn = figure(told["link"], told["shows"])
        ElementTree.fromstring(drawn)
        words = set(told["shows"].split()) & set(signs)
        assert all(signs[word] in drawn for word in words), told["title"]
        if "won" in told["shows"]:
            assert 'class="won"' in drawn or 'class="path"' in drawn
        assert ('class="ground' in drawn) == ("control" in told["shows"].split())


def test_a_link_that_leads_nowhere_is_no_figure():
    with pytest.raises(ValueError, match="no position"):
        figure("1/greylox99/m", "")


@pytest.mark.parametrize(
    ("around", "kept"),
    [
        ("one {}, next", "{},"),
        ("({}).", "({})."),
        ("«\u00a0{}\u00a0»\u202f; et", "«\u00a0{}\u00a0»\u202f;"),
        ('a "{}"; b', "&quot;{}&quot;;"),
        ("¿{}? **b**, c", "¿{}?"),
        ("one {} stone", ""),
    ],
)
def test_no_line_ends_between_a_term_and_its_punctuation(around: str, kept: str):
    told = parse_rule_sheet(around.format("[b c](#bound)"))["full"]
    (button,) = re.findall("<button.*</button>", told)
    whole = f'<span class="whole">{kept.format(button)}</span>'
    assert (whole in told) if kept else ("whole" not in told)
