"""The page for hours: the order of steps, the kinds of faults, and resuming."""

from contextlib import contextmanager
from itertools import islice

import pytest
from playwright.sync_api import Error

from lab import soak


class Page:
    """A page without a browser; ``memory`` lists the megabytes of each measurement."""

    def __init__(self, memory):
        self.memory, self.errors, self.played, self.detached = iter(memory), [], [], 0

    def play(self, spec, levels):
        self.played.append(spec)
        if spec == "broken":
            raise Error("never over")

    def reload(self):
        self.played.append("")

    def measure(self):
        return {"detached": self.detached, "nodes": 9, "heap": 1.0, "memory": next(self.memory)}


@pytest.fixture
def pages(monkeypatch):
    """The opened pages, one for each run."""
    opened = []

    @contextmanager
    def open_page():
        opened.append(Page([100] * 50))
        yield opened[-1]

    monkeypatch.setattr(soak, "open_browser", open_page)
    return opened


def test_reloads_lie_evenly_between_games_on_all_boards():
    done = [spec for spec, _ in soak.steps(300, 50)]
    assert done.count("") == 50 and len(done) == 350
    assert {done[number : number + 7].count("") for number in range(0, 350, 7)} == {1}
    assert len(set(done)) > 40
    assert {levels for _, levels in islice(soak.steps(90, 0), 90)} > {(1, 3), (2, 2), (3, 1)}


def test_soak_resumes_in_new_browser(pages, tmp_path):
    log = tmp_path / "runs" / "soak.jsonl"
    assert len(soak.soak(3, 1, log)) == 4
    rows = soak.soak(6, 2, log)
    assert [len(page.played) for page in pages] == [4, 4]
    assert [row["step"] for row in rows].count("reload") == 2
    summary_text = soak.summary(rows)
    assert "6 games, 2 reloads, 0 faults; browsers, one after the other: 2." in summary_text
    assert "| 1 to 8 | 100 MB | 100 MB | 1.0 MB | 9 |" in summary_text


def test_run_step_reports_each_kind_of_fault():
    page = Page([100, 100, 151, 150, 100])
    assert soak.run_step(page, "byg3", (1, 1), 100)["fault"] == ""
    page.detached = 2
    assert "left is kept" in soak.run_step(page, "", (0, 0), 100)["fault"]
    page.detached = 0
    assert soak.run_step(page, "", (0, 0), 100)["fault"] == "151 MB, after 100 MB at first"
    assert soak.run_step(page, "", (0, 0), 100)["fault"] == ""
    assert soak.run_step(page, "broken", (1, 1), 0)["fault"] == "never over"
    page.errors.append("an error")
    assert soak.run_step(page, "", (0, 0), 100)["fault"] == "an error"
