"""A study in the page: its workers, the reload, and the same games as the command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from greylox_web.command.networks import engine_version
from greylox_web.command.study.batches import play_batch, study_parameters
from greylox_web.measure.job import Job
from greylox_web.measure.rows import METHOD, format_header, format_row
from greylox_web.rules import new_game


@pytest.mark.true_start
def test_study_goes_on_after_reload_and_has_the_games_of_the_command(page: Page, open_game):
    open_game(page, "#measure/byg4/v8/n40")
    page.click("#measure-run")
    done = page.locator("#measure-done")
    expect(done).to_contain_text(re.compile(r"^\s*[1-9]\d? of 40"), timeout=60_000)
    page.reload()
    expect(done).to_contain_text("40 of 40", timeout=90_000)
    with page.expect_download() as download:
        page.click("#measure-save-games")
    head, *lines = Path(download.value.path()).read_text("utf-8").splitlines()
    study = study_parameters(new_game("byg", 4), [], 4, 1)
    assert head == format_header(study, engine=engine_version(), method=METHOD)
    rows = play_batch(Job(study, engine_version(), 8, list(range(40))))
    assert sorted(lines) == sorted(map(format_row, rows))
