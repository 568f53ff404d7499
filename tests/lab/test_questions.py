"""The authors' questions: every point is playable, and the site reports the stored results."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from greylox_web.command.networks import engine_version
from greylox_web.command.study import results as files
from greylox_web.measure.games import GameMeasures
from greylox_web.measure.plan import read_plan, write_plan
from greylox_web.measure.rows import Row, parse_fields, parse_header
from greylox_web.rules.notation.links import read_link, read_spec
from lab import study
from lab.studies.article import index
from lab.studies.questions import QUESTIONS, Point
from tests.thoroughness import LONG

PAGES = sorted(path.stem for path in study.PAGE_DIR.glob("*.html") if path.stem != "index")


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_point_has_a_playable_board(name):
    points = QUESTIONS[name].points
    assert len({point.name for point in points}) == len(points)
    for point in points:
        game = read_spec(point.spec, allow_small=True)
        for link in point.starts:
            reading = read_link(link, allow_small=True)
            assert reading.error is None and reading.record.game == game
            assert game.legal(reading.states[-1])
    assert points[0].name.startswith(name)


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_article_links_to_its_question_on_the_page_that_measures(name):
    [path] = re.findall(r'href="../#measure/(.*?)"', (study.PAGE_DIR / f"{name}.html").read_text())
    plan = read_plan(path, {})
    assert write_plan(plan) == path
    assert tuple(variant.game for variant in plan.studies) == QUESTIONS[name].measured


def test_the_other_order_of_byg_begins_with_the_first_colour():
    point = next(point for point in QUESTIONS["byg"].points if point.starts)
    for link in point.starts:
        state = read_link(link).states[0]
        assert state.mover == 0 and state.occupied.bit_count() == 2
    game = read_spec(point.spec)
    state = game.start()
    for cell in ("a1", "c3"):
        state = game.play(state, game.board.parse_cell(cell))
    assert state.mover == 1  # by the standard rules the second player moves


def test_a_study_goes_round_and_says_how_it_was_played(tmp_path, monkeypatch):
    monkeypatch.setattr(study, "BATCH_GAMES", 2)
    points = (
        Point("byg2", 4),
        Point("lox2-n", 2, ("1/lox2-n/ma1", "1/lox2-n/mb2"), random_actions=8),
    )
    question = replace(QUESTIONS["brink"], points=points, visits=(1, 2))
    study.study(question, tmp_path, float("inf"), 1)
    assert not study.summary_rows(study.load_question_results(question, tmp_path / "nowhere"))
    games_by_row = {(name, line.visits): line.games for name, line in summaries(question, tmp_path)}
    assert games_by_row == {
        (name, visits): games for visits in (1, 2) for name, games in EXPECTED_GAMES
    }
    head = (tmp_path / "byg2-drawn4.jsonl").read_text().splitlines()[0]
    assert (
        parse_header(head).game == "byg2"
        and parse_header(head).drawn == 4
        and "with which X" in head
    )
    assert json.loads(head)["engine"] == engine_version() and json.loads(head)["commit"]
    study.study(question, tmp_path, 0.0, 1)  # no time for more games
    assert {
        (name, line.visits): line.games for name, line in summaries(question, tmp_path)
    } == games_by_row


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["greylox", "--workers", "0"], "--workers cannot be 0"),
        (["greylox", "--minutes", "nan"], "--minutes cannot be nan"),
        (["maps", "--summary", "--visits", "0"], "--visits cannot be 0"),
        (["lox", "--address", "127.0.0.1:1"], "there is no Ray cluster at 127.0.0.1:1"),
        (["byg", "--summary"], "holds no results of a study"),
    ],
)
def test_invalid_argument_reports_error(words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(study, "FOLDER", tmp_path)
    monkeypatch.setattr(study, "QUESTIONS", dict.fromkeys(QUESTIONS, SHORT))
    if "--summary" in words:
        (tmp_path / "byg").mkdir()
        (tmp_path / "byg/byg2-drawn4.jsonl").write_text('{"study": {"game": 7}}\n')
    monkeypatch.setattr("sys.argv", ["lab.study", *words])
    with pytest.raises(SystemExit) as ended:
        study.main()
    assert ended.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a file that is full")
def test_full_output_ends_command_quietly(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "brink"
    folder.mkdir()
    study.study(SHORT, folder, float("inf"), 1)
    capsys.readouterr()
    monkeypatch.setattr(study, "FOLDER", tmp_path)
    monkeypatch.setattr(study, "QUESTIONS", dict.fromkeys(QUESTIONS, SHORT))
    monkeypatch.setattr("sys.argv", ["lab.study", "brink", "--summary"])
    with open("/dev/full", "w") as full, monkeypatch.context() as patch:
        patch.setattr("sys.stdout", full)
        with pytest.raises(SystemExit) as ended:
            study.main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == ""


SHORT = replace(QUESTIONS["brink"], points=(Point("byg2", 4),), visits=(1, 2))


def test_games_of_earlier_network_are_reported_and_kept(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(study, "BATCH_GAMES", 2)
    points = (Point("byg2", 4), Point("lox2-n", 4))
    question = replace(QUESTIONS["brink"], points=points, visits=(1, 2))
    study.study(replace(question, points=points[:1]), tmp_path, float("inf"), 1)
    path = tmp_path / "byg2-drawn4.jsonl"
    first, *games = path.read_text().splitlines()
    network = parse_header(first).network
    assert network
    path.write_text("\n".join([first.replace(network, "0000abcd"), *games[:3]]) + "\n")
    study.study(question, tmp_path, float("inf"), 1)
    assert "byg2-drawn4: begun with another network, stays as it is" in capsys.readouterr().err
    games_by_row = {
        name: line.games for name, line in summaries(question, tmp_path) if line.visits == 1
    }
    assert games_by_row["lox2-n-drawn4"] == 4 and sum(games_by_row.values()) < 8
    assert (
        study.load_question_results(question, tmp_path)[points[0]].parameters.network == "0000abcd"
    )


EXPECTED_GAMES = [("byg2-drawn4", 4), ("lox2-n-starts-drawn8", 2)]


def summaries(question, folder):
    return study.summary_rows(study.load_question_results(question, folder))


PLAYED_OVER = 1 if LONG else 32
"""Of so many games of a file, one is played over here, and all are by ``lab.study --summary``."""


@pytest.mark.parametrize("name", PAGES)
def test_page_matches_valid_results(name, capsys, monkeypatch):
    real = files.parse_game

    def row_of(line, about):
        row = parse_fields(line)
        if row["number"] % PLAYED_OVER == 0:
            return real(line, about)
        measured = {key: row[key] for key in GameMeasures.__annotations__}
        return Row(**{key: row[key] for key in ("number", "visits", "lowest")}, measured=measured)

    monkeypatch.setattr(files, "parse_game", row_of)
    results = study.load_question_results(QUESTIONS[name], study.FOLDER / name)
    assert study.build_page(name, results) == (study.PAGE_DIR / f"{name}.html").read_text("utf-8")
    csv = study.to_csv(study.summary_rows(results))
    assert csv == (study.FOLDER / f"{name}.csv").read_text("utf-8")
    assert capsys.readouterr().err == ""


def test_index_page_links_to_all_pages():
    text = (study.PAGE_DIR / "index.html").read_text("utf-8")
    assert ":</p>" not in text, "a list that is not there is announced"
    results_by_name = {
        name: study.load_question_results(QUESTIONS[name], study.FOLDER / name) for name in PAGES
    }
    assert (
        text == index(study.article_sources(), results_by_name)
        and sorted(re.findall(r'href="(\w+).html"', text)) == PAGES
    )


@pytest.mark.parametrize("name", PAGES)
def test_shared_paragraphs_are_not_in_page_sources(name):
    prose = (study.FOLDER.parent / f"{name}.md").read_text("utf-8")
    text = (study.PAGE_DIR / f"{name}.html").read_text("utf-8")
    assert "{{" not in text and "none was left out" in text
    assert "none was left out" not in prose and "can be replayed" not in prose


@pytest.mark.parametrize("name", PAGES)
def test_page_lists_games_not_opened_on_board(name):
    text = (study.PAGE_DIR / f"{name}.html").read_text("utf-8")
    promise, games = text.split("each opens on the board")[1].split("</ul>")[0].split("</p>")
    assert games.count("<a ")
    for label in re.findall("<li>([^<:]+):", games):
        assert f"except for {label}:" in promise


@pytest.mark.parametrize("name", PAGES)
def test_page_has_one_style_sheet_and_unique_ids(name):
    text = (study.PAGE_DIR / f"{name}.html").read_text("utf-8")
    assert text.count('<link rel="stylesheet"') == 1
    assert "<style" not in text and " style=" not in text
    names = re.findall(r' id="([^"]+)"', text)
    assert len(names) == len(set(names))
    prose = (study.FOLDER.parent / f"{name}.md").read_text("utf-8")
    assert bool(names) == ("{{plot" in prose)
    assert text.count("<svg") == len(re.findall(r'role="img" aria-label="\w', text))
