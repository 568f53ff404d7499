"""Hostile texts at every entry point: a short round, and faults are reported and stored."""

import json
import time
from random import Random

import pytest

from lab import soundness
from lab.fuzz import __main__ as fuzzing
from lab.fuzz.entry_points import ENTRY_POINTS, EntryPoint, Mismatch


def run(monkeypatch, *words):
    monkeypatch.setattr("sys.argv", ["lab.fuzz", *words])
    return fuzzing.main()


@pytest.mark.parametrize("name", ENTRY_POINTS)
def test_valid_input_passes_each_entry_point(name):
    entry_point = ENTRY_POINTS[name]
    for seed in range(5):
        assert fuzzing.try_input(entry_point, entry_point.make_valid(Random(seed)))[:2] == (
            "",
            False,
        )


def test_a_short_round_finds_no_fault(monkeypatch, capsys):
    inputs = 100 * len(ENTRY_POINTS)
    assert run(monkeypatch, "--inputs", str(inputs)) == 0
    assert f"{inputs:,} inputs with seed 1, 0 faults." in capsys.readouterr().out


def broken(text):
    raise Mismatch("broken") if len(text) % 2 else ValueError("odd")


def test_faults_are_stored_and_run_resumes(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(ENTRY_POINTS, "clock", ENTRY_POINTS["clock"]._replace(read=broken))
    log = tmp_path / "runs" / "fuzz.json"
    counts = [len(ENTRY_POINTS), 4 * len(ENTRY_POINTS)]
    for count in counts:
        assert run(monkeypatch, "--inputs", str(count), "--resume", str(log)) == 1
        assert len(json.loads(log.read_text())["faults"]) == count // len(ENTRY_POINTS)
    number, name, fault = json.loads(log.read_text())["faults"][-1]
    assert name == "clock" and fault in ("Mismatch: broken", "ValueError: odd")
    capsys.readouterr()
    assert run(monkeypatch, "--show", str(number)) == 0
    assert ascii(fuzzing.make_input(1, number)) in capsys.readouterr().out
    assert fuzzing.load_progress(log, 2)["next"] == 0


def test_refusal_is_no_fault_but_slow_input_is(monkeypatch):
    monkeypatch.setattr(fuzzing, "MAX_SECONDS", 0.005)
    refusing = EntryPoint(lambda random: "", broken, (Mismatch, ValueError))
    assert fuzzing.try_input_repeatedly(refusing, "a")[:2] == ("", True)

    def slow(text):
        began = time.thread_time()
        while time.thread_time() - began < 0.01:
            pass

    assert "seconds" in fuzzing.try_input_repeatedly(EntryPoint(lambda random: "", slow), "")[0]


def test_the_figures_go_between_their_marks(tmp_path):
    file = tmp_path / "soundness.md"
    file.write_text("a\n<!-- fuzz -->\nold\n<!-- /fuzz -->\nb\n<!-- games -->\n<!-- /games -->\n")
    soundness.replace_section("fuzz", "new \\1", file)
    soundness.replace_section("games", "ten", file)
    assert file.read_text() == (
        "a\n<!-- fuzz -->\nnew \\1\n<!-- /fuzz -->\nb\n<!-- games -->\nten\n<!-- /games -->\n"
    )
    with pytest.raises(SystemExit, match="<!-- none -->"):
        soundness.replace_section("none", "", file)


def test_soundness_document_has_marks_for_each_trial():
    text = soundness.SOUNDNESS_DOC.read_text("utf-8")
    for name in ("fuzz", "games", "soak"):
        assert f"<!-- {name} -->" in text and f"<!-- /{name} -->" in text


def test_fixed_fault_is_dropped_on_resume(monkeypatch, tmp_path):
    log = tmp_path / "fuzz.json"
    with monkeypatch.context() as broken_for_now:
        broken_for_now.setitem(ENTRY_POINTS, "clock", ENTRY_POINTS["clock"]._replace(read=broken))
        assert run(broken_for_now, "--inputs", "16", "--resume", str(log)) == 1
    assert run(monkeypatch, "--inputs", "16", "--resume", str(log)) == 0
