"""The difficulty of a puzzle, graded by the network's search."""

from dataclasses import replace

from lab.puzzles import __main__ as command
from lab.puzzles import store
from lab.puzzles.grade import MAX_VISITS, VISITS, grade, network_hash, play_turn
from lab.puzzles.store import read, state_after_turn
from tests.lab.puzzles.samples import PUZZLES


def test_a_grade_is_where_the_search_begins_to_keep_the_turn():
    each = next(p for p in PUZZLES["brink"] if p.puzzle.grade not in (None, 1))
    puzzle_grade = each.puzzle.grade
    assert grade(each.game, each.state, each.solution_state) == puzzle_grade
    assert play_turn(each.game, each.state, puzzle_grade) == each.solution_state
    assert (
        play_turn(each.game, each.state, VISITS[VISITS.index(puzzle_grade) - 1])
        != each.solution_state
    )
    wrong = state_after_turn(each.game, each.state, next(iter(each.puzzle.lost)))
    assert grade(each.game, each.state, wrong) is None
    assert VISITS[-1] == MAX_VISITS


def test_grading_again_keeps_all_but_the_grades(tmp_path, monkeypatch, capsys):
    path = tmp_path / "byg.jsonl"
    before = [each.puzzle for each in PUZZLES["byg"][:3]]
    path.write_text("".join(replace(p, grade=None, net="old").line for p in before[:2]))

    def slow(game, state, after):
        if len(read(path)) == 2:  # another process adds a puzzle meanwhile
            store.append(path, replace(before[2], net="new"))
        return 64

    monkeypatch.setattr(command, "grade", slow)
    monkeypatch.setattr("sys.argv", ["lab.puzzles", "grade", "byg", "--folder", str(tmp_path)])
    command.main()
    assert "2 puzzles graded, 2 changed" in capsys.readouterr().out
    net = network_hash("byg")
    expected = [replace(p, grade=64, net=net) for p in before[:2]] + [replace(before[2], net="new")]
    assert [each.puzzle for each in read(path)] == expected


def test_renewed_themes_keep_those_of_the_end(tmp_path, monkeypatch, capsys):
    path = tmp_path / "byg.jsonl"
    before = [each.puzzle for each in PUZZLES["byg"][:3]]
    path.write_text("".join(replace(p, themes=(*p.themes[-1:], "opening")).line for p in before))
    monkeypatch.setattr("sys.argv", ["lab.puzzles", "themes", "byg", "--folder", str(tmp_path)])
    command.main()
    assert "the themes of 3 puzzles changed" in capsys.readouterr().out
    assert [each.puzzle for each in read(path)] == before
