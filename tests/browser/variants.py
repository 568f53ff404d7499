"""Variants of the site, shared by the test processes of one run."""

from __future__ import annotations

import os
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

from tools.pack import Site, pack
from tools.site.files import build_lock, write_site

from .site_server import SUB_PATH


def built_once(factory: pytest.TempPathFactory, name: str, collect: Callable[[Path], Site]) -> Path:
    """The folder with the site at its sub-path, built by the first process that needs it.

    ``collect`` returns the site's files, and may use an empty folder.  Tests only read the site.
    """
    run = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # a folder of the process inside the run's
        run = run.parent
    folder, finished = run / name, run / f"{name}.finished"
    with (run / f"{name}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not finished.exists():
            with build_lock():
                write_site(pack(collect(factory.mktemp(f"{name}-source"))), folder / SUB_PATH)
            finished.touch()
    return folder
