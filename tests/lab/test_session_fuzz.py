"""Thousands of scripts: the command resumes and reports faults."""

import json

import pytest
from hypothesis.stateful import RuleBasedStateMachine, rule

from lab import session_fuzz


class BreakingMachine(RuleBasedStateMachine):
    """A state machine that fails at the fifth touch by default."""

    max_touches = 1000

    @rule()
    def touch(self):
        self.do("touch")

    def do(self, event):
        self.times = getattr(self, "times", 0) + 1
        assert self.times < self.max_touches, "touched too often"


@pytest.fixture
def run(monkeypatch):
    """`run("--scripts", "2")`: the command with this state machine and five examples per batch."""
    small = session_fuzz.settings(session_fuzz.LONG_SETTINGS, max_examples=5)
    monkeypatch.setattr(session_fuzz, "LONG_SETTINGS", small)
    monkeypatch.setattr(
        session_fuzz,
        "import_module",
        lambda _: type("Tests", (), {"SessionMachine": BreakingMachine}),
    )

    def command(*words):
        monkeypatch.setattr("sys.argv", ["lab.session_fuzz", *words])
        return session_fuzz.main()

    return command


def test_run_resumes_from_log(run, tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    assert run("--scripts", "100", "--resume", str(log)) == 0
    first = log.read_text()
    assert run("--scripts", "300", "--resume", str(log)) == 0
    assert log.read_text().startswith(first)
    assert [json.loads(line)["number"] for line in log.read_text().splitlines()] == [0, 1, 2]
    assert "0 faults." in capsys.readouterr().out


def test_fault_is_reported_with_shortest_script_and_stored(run, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(BreakingMachine, "max_touches", 5)
    log = tmp_path / "log.jsonl"
    assert run("--scripts", "100", "--resume", str(log)) == 1
    fault = json.loads(log.read_text())["fault"]
    assert "touched too often" in fault and fault.count("state.touch()") == 5
    monkeypatch.setattr(BreakingMachine, "max_touches", 1000)
    assert run("--scripts", "100", "--resume", str(log)) == 1
    assert "1 faults." in capsys.readouterr().out
