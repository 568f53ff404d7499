"""What the page says of a study, against the same figures counted in another way."""

from html.parser import HTMLParser
from random import Random

import pytest

from greylox_web.__main__ import build_parser
from greylox_web.command.arguments import game_from_args
from greylox_web.command.study.batches import study_parameters
from greylox_web.features.measure import exports
from greylox_web.features.measure.stone_map import stone_map_svg
from greylox_web.features.measure.view import compared_bars, numbered_game, study_view, time_text
from greylox_web.measure.games import measure_game
from greylox_web.measure.plan import make_plan
from greylox_web.measure.report import final_scores
from greylox_web.measure.rows import LadderRow, Row, colour_visits
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.play import random_game

NETWORKS = dict.fromkeys(GAMES, "12345678")


def random_rows(game, visits, count, random):
    """Rows of random games."""
    rows = []
    for number in range(count):
        measured = measure_game(GameRecord(game, tuple(random_game(game, random))))
        lowest = None if measured["winner"] is None else random.randrange(100)
        rows.append(Row(number=number, visits=visits, lowest=lowest, measured=measured))
    return rows


@pytest.fixture(scope="module")
def study():
    """A plan of three X with a ladder, its rows and its ladder's rows."""
    random = Random(5)
    games = [new_game("brink", 3, {"x": x}) for x in (3, 1, 6)]
    plan = make_plan(games, count=60, ladder=[(32, 8)], networks=NETWORKS)
    rows = {(at, 32): random_rows(game, 32, 60, random) for at, game in enumerate(games)}
    ladder = [
        LadderRow(
            number=row["number"],
            visits=colour_visits((32, 8), row["number"]),
            lowest=row["lowest"],
            measured=row["measured"],
        )
        for row in random_rows(games[0], 32, 40, random)
    ]
    return plan, rows, {(32, 8): ladder}


def view_of(study):
    plan, rows, ladder = study
    links = [row["measured"]["link"] for row in rows[0, 32]]
    scores = {link: pair for link in links if (pair := final_scores(link)) is not None}
    return study_view(plan, rows, ladder, scores)


def test_the_sentence_has_the_counted_share(study):
    view = view_of(study)
    won = sum(row["measured"]["winner"] == 0 for row in study[1][0, 32])
    assert view.share == f"{100 * won / 60:.0f}%"
    assert view.share_label == "for Black, who begins"
    assert view.sentence.startswith(f"Black wins {round(100 * won / 60)} of 100 games")
    low, high = view.gauge.low, view.gauge.high
    assert f"most likely {round(100 * low)} to {round(100 * high)}" in view.sentence
    assert low < won / 60 < high


def test_variants_stand_in_the_order_of_their_x(study):
    view = view_of(study)
    assert view.compared_title == "Which X is fair?"
    assert [bar.label for bar in view.compared] == ["X 1", "X 3", "X 6"]
    assert [bar.is_chosen for bar in view.compared] == [False, True, False]
    assert "X 1: " in view.comparison
    assert "X 6: " in view.comparison
    for bar, at in zip(view.compared, (1, 0, 2), strict=True):
        won = sum(row["measured"]["winner"] == 0 for row in study[1][at, 32])
        assert bar.share == pytest.approx(won / 60)
    assert [row[0] for row in view.compared_table.rows] == ["X 1", "X 3", "X 6"]


def test_the_ladder_counts_the_side_that_looks_further(study):
    view, rows = view_of(study), study[2][32, 8]
    points = sum(
        (row["measured"]["winner"] == 0) == (row["number"] % 2 == 0)
        for row in rows
        if row["measured"]["winner"] is not None
    )
    (bar,) = view.ladder
    assert bar.label == "32 against 8 positions"
    assert bar.text == f"{100 * points / 40:.0f}%"
    assert "4 times as far" in view.ladder_text


def test_games_to_open_are_games_of_the_study(study):
    view = view_of(study)
    links = {row["measured"]["link"] for row in study[1][0, 32]}
    assert {game.link for game in view.games} <= links
    assert [game.title for game in view.games] == ["The closest game", "The longest way back"]


def test_any_game_opens_by_its_number(study):
    plan, rows, _ = study
    for row in rows[0, 32]:
        game = numbered_game(plan, rows, row["number"] + 1)
        assert game.link == row["measured"]["link"] and game.title == f"Game {row['number'] + 1}"
        winner = {0: "Black wins, ", 1: "White wins, ", None: "a draw, "}[row["measured"]["winner"]]
        assert game.text == f"{winner}{row['measured']['actions']} moves"
    assert [numbered_game(plan, rows, number) for number in (0, len(rows[0, 32]) + 1)] == [None] * 2


def test_no_view_before_the_first_game(study):
    plan, rows, ladder = study
    assert study_view(plan, rows | {(0, 32): []}, ladder, {}) is None
    few = study_view(plan, {(0, 32): rows[0, 32][:1]}, {}, {})
    assert few.verdict == "Too few games to tell."
    assert [bar.text for bar in few.compared if not bar.is_chosen] == ["–", "–"]
    assert few.comparison == ""
    assert few.stones is None


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_view(name):
    game = new_game(name, 5 if name == "lox" else 3)
    plan = make_plan([game], strengths=[8, 32], networks=NETWORKS)
    rows = {(0, visits): random_rows(game, visits, 12, Random(visits)) for visits in (8, 32)}
    view = study_view(plan, rows, {}, {})
    assert [bar.label for bar in view.compared] == ["Quick", "Fair"]
    assert len(compared_bars(plan, rows)) == 2
    assert view.curve.ticks[0] > view.curve.ticks[-1]
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in view.curve.points)
    assert exports.page_html(plan, view, "1", "https://example.org/", "en")


def test_the_map_has_a_number_for_each_tried_cell():
    game = new_game("brink", 3)
    svg = stone_map_svg(game, {0: 40, 1: 60}, 0, "a < b")
    assert svg.count("<text") == 2
    assert svg.count("untried") == 17
    assert 'aria-label="a &lt; b"' in svg


def test_a_time_is_told_in_its_unit():
    assert time_text(20, "left") == "less than a minute left"
    assert time_text(60, "left") == "about 1 minute left"
    assert time_text(60 * 90, "in") == "about 90 minutes"
    assert time_text(3600 * 5, "in") == "about 5 hours"


class Elements(HTMLParser):
    """Collects the elements of a page and the addresses in it."""

    def __init__(self):
        super().__init__()
        self.names, self.links = set(), []

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.links += [value for key, value in attrs if key in ("href", "src")]


def test_the_page_stands_alone(study):
    plan = study[0]
    hostile = view_of(study)._replace(title="<script>alert(1)</script>")
    page = exports.page_html(plan, hostile, '"><img src=x>', "https://example.org/", "en")
    found = Elements()
    found.feed(page)
    assert not found.names & {"script", "img", "link", "iframe"}
    assert found.links == [f"https://example.org/#{game.link}" for game in hostile.games]
    assert "&lt;script&gt;" in page


def test_the_table_has_a_line_for_each_variant(study):
    lines = exports.table_csv(study[0], study[1]).splitlines()
    assert [line.partition(",")[0] for line in lines] == [
        "game",
        "brink3-x3",
        "brink3-x1",
        "brink3-x6",
    ]


def test_the_command_plays_the_same_study():
    games = [new_game("brink", 5, {"board": "rhombus", "x": 5, "swap": True})]
    starts = ["1/brink5-d-x5-p/ma1/c"]
    for plan in (
        make_plan(games, starts, strengths=[8, 20], ladder=[(32, 8)], drawn=3, networks=NETWORKS),
        make_plan([new_game("lox", 5, {"swap": False})], count=7, seed=3, networks=NETWORKS),
    ):
        words = exports.command_line(plan).split()
        assert words[:2] == ["greylox", "study"]
        args = build_parser("study").parse_args(words[1:])
        study = study_parameters(game_from_args(args), args.start, args.random_actions, args.seed)
        assert study._replace(network="") == plan.studies[0]._replace(network="")
        assert (args.games, args.ladder) == (plan.games, [*plan.ladder])
        assert args.visits == [*plan.strengths]
