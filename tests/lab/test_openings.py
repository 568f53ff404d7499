"""The leader after an opening, and the winner."""

import json

import pytest

from greylox_web.command.study.results import Results
from greylox_web.measure.rows import Row, StudyParameters
from greylox_web.rules import NotationError
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.state import MAIN
from lab.studies import opening_maps, openings
from lab.studies.openings import Openings, chance_after, games_at, read_openings, win_shares

GAME = "1/greylox3/ma1b2b4c5d3d2e5d4c3c2b1b3a2b4e4e5e3e4a1c3c1a3c2e3"


def results(winners: list[int], visits: int = 8) -> Results:
    """Return a study of games that these colours won."""
    study_results = Results(None, StudyParameters("greylox3", [], 0, 1, ""))
    for number, winner in enumerate(winners):
        measured = {"winner": winner, "link": f"{GAME}/n{number}"}
        study_results.add(Row(number=number, visits=visits, lowest=None, measured=measured))
        study_results.add(
            Row(number=number, visits=visits // 2, lowest=None, measured={"winner": 0})
        )
    return study_results


def test_win_shares_compare_leader_with_winner():
    opening_chances = Openings("", 200, {0: 55.0, 1: 45.0, 2: 90.0, 3: 20.0, 4: 50.0, 5: 60.0})
    overall, even, clear, decisive = win_shares(
        games_at(results([0, 0, 0, 1, 0, 1]), 8), opening_chances
    )
    assert tuple(overall) == (3, 5), "who is level is ahead of nobody"
    assert tuple(even) == (1, 3) and tuple(clear) == (1, 1) and tuple(decisive) == (1, 1)


def test_shares_are_printed_for_searched_boards(tmp_path, capsys):
    results_by_name = {"greylox3": results([0, 0, 1]), "greylox4": results([0])}
    chances = Openings("", 200, {0: 55.0, 1: 90.0, 2: 60.0})
    (tmp_path / "greylox3.json").write_text(json.dumps(chances._asdict()))
    openings.print_shares(results_by_name, 8, tmp_path)
    out = capsys.readouterr().out
    assert out.startswith("greylox3: who was ahead after the opening won 67% (21–94) of 3; ")
    assert out.count("\n") == 1 and "100% (21–100) of 1 with 80% to 100%" in out


def test_position_after_opening_is_searched(monkeypatch):
    requests = []
    real = opening_maps.SearchTask

    def task(memory, game, states, actions, level, **more):
        requests.append((states[-1], len(actions)))
        return real(memory, game, states, actions, level, **more)

    monkeypatch.setattr(opening_maps, "SearchTask", task)
    assert 0 <= chance_after(GAME) <= 100
    [(state, count)] = requests
    states = read_link(GAME).states
    assert states[count] == state
    assert state.phase == MAIN and all(before.phase != MAIN for before in states[:count])


def test_stored_chances_are_not_searched_again(tmp_path, monkeypatch):
    results_by_name = {"greylox3": results([0, 1])}
    monkeypatch.setattr(openings, "chance_after", lambda link: 70.0)
    openings.search_missing(results_by_name, 8, 0.0, tmp_path)  # no time for a search
    assert not list(tmp_path.iterdir())
    openings.search_missing(results_by_name, 8, float("inf"), tmp_path)
    monkeypatch.setattr(openings, "chance_after", lambda link: 30.0)
    openings.search_missing({"greylox3": results([0, 1, 1])}, 8, float("inf"), tmp_path)
    path = tmp_path / "greylox3.json"
    assert read_openings(path).chances == {0: 70.0, 1: 70.0, 2: 30.0}
    path.write_text(json.dumps({"network": "other", "visits": 200, "chances": {"0": 1}}))
    openings.search_missing(results_by_name, 8, 0.0, tmp_path)
    assert read_openings(path).chances == {0: 1}, "without time nothing is lost"
    openings.search_missing(results_by_name, 8, float("inf"), tmp_path)
    assert read_openings(path).chances == {0: 30.0, 1: 30.0}
    path.write_text("[]")
    with pytest.raises(NotationError, match="holds no chances"):
        openings.search_missing(results_by_name, 8, float("inf"), tmp_path)
