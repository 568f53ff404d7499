"""Compressed files of rows: they are read, extended, and small enough."""

import lzma
from dataclasses import replace

import pytest

from lab import compressed, study
from lab.studies.questions import QUESTIONS, Point
from tools import ROOT

QUESTION = replace(QUESTIONS["byg"], points=(Point("byg2", 4),), visits=(1, 2), labels={})


def test_file_reads_equal_in_both_forms_and_is_deterministic(tmp_path):
    path = tmp_path / "log.jsonl"
    stored = compressed.compressed_path(path)
    contents = []
    for _ in range(2):
        path.write_text('{"ä": 1}\n' * 99, "utf-8")
        compressed.compress_file(path)
        assert not path.exists() and compressed.is_stored(path)
        assert compressed.load_text(path) == '{"ä": 1}\n' * 99
        contents.append(stored.read_bytes())
        stored.unlink()
    assert contents[0] == contents[1] and not compressed.is_stored(path)
    with pytest.raises(FileNotFoundError, match=r"log\.jsonl'"):
        compressed.load_text(path)


def test_file_is_plain_while_edited(tmp_path):
    path, other = tmp_path / "log.jsonl", tmp_path / "other.jsonl"
    path.write_text("1\n")
    compressed.compress_file(path)
    stored = compressed.compressed_path(path)
    before = stored.stat().st_mtime_ns
    with compressed.edit_files(path, other, None):
        assert path.read_text() == "1\n"
    assert not path.exists() and stored.stat().st_mtime_ns == before, "nothing was added"

    def add_rows():
        with compressed.edit_files(path, other):
            path.write_text("1\n2\n")
            other.write_text("3\n")
            assert compressed.load_text(path) == "1\n2\n", "the plain file is the newer one"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_rows()
    assert lzma.decompress(stored.read_bytes()) == b"1\n2\n" and not path.exists()
    assert other.read_text() == "3\n", "a plain file stays plain"


def test_plain_file_left_by_kill_wins_and_is_compressed_next(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text("1\n")
    compressed.compress_file(path)
    path.write_text("1\n2\n")
    with compressed.edit_files(path):
        assert path.read_text() == "1\n2\n"
    assert not path.exists() and compressed.load_text(path) == "1\n2\n"


def test_the_command_goes_both_ways(tmp_path, monkeypatch, capsys):
    path = tmp_path / "log.jsonl"
    path.write_text("1\n")
    for words in ([path], [f"{path}.xz", "--plain"], [path, "--plain"]):
        monkeypatch.setattr("sys.argv", ["lab.compressed", *map(str, words)])
        compressed.main()
        assert path.exists() == ("--plain" in words)
        assert compressed.compressed_path(path).exists() == ("--plain" not in words)
    assert path.read_text() == "1\n"
    monkeypatch.setattr("sys.argv", ["lab.compressed", str(tmp_path / "none")])
    with pytest.raises(SystemExit):
        compressed.main()
    assert "there is no file" in capsys.readouterr().err


def test_study_resumes_from_compressed_files(tmp_path, monkeypatch, capsys):
    fewer = replace(QUESTION, visits=(1, 1))
    folder = tmp_path / "byg"
    folder.mkdir()
    first_run = study.summary_rows(study.study(fewer, folder, float("inf"), 1))
    path = study.path_of(QUESTION.points[0], folder)
    compressed.compress_file(path)
    assert study.summary_rows(study.load_question_results(fewer, folder)) == first_run
    assert not path.exists(), "reading writes nothing"
    monkeypatch.setattr(study, "FOLDER", tmp_path)
    monkeypatch.setattr(study, "QUESTIONS", {"byg": QUESTION})
    monkeypatch.setattr("sys.argv", ["lab.study", "byg", "--workers", "1"])
    study.main()
    assert not path.exists()
    both = study.summary_rows(study.load_question_results(QUESTION, folder))
    assert both[0] == first_run[0] and [line.visits for _, line in both] == [1, 2]
    plain = tmp_path / "plain"
    plain.mkdir()
    assert study.summary_rows(study.study(QUESTION, plain, float("inf"), 1)) == both
    assert capsys.readouterr().err == ""


def test_no_large_file_of_lines_is_stored_plain():
    for path in (ROOT / "lab").rglob("*.jsonl"):
        if "runs" not in path.parts and not compressed.compressed_path(path).exists():
            assert path.stat().st_size < 100_000, f"python3 -m lab.compressed {path}"
