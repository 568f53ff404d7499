"""The reference: its pages, and the faults that stop the build."""

import html
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from greylox_web import api, zoo
from tools import ROOT
from tools.pack import DOCS, Site
from tools.reference.checking import link_errors
from tools.site.collect import reference
from tools.site.files import write_site

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pages() -> Site:
    """The reference's pages as the build makes them."""
    return reference(ROOT)


@pytest.fixture
def folder(pages: Site, tmp_path: Path) -> Path:
    """The same pages, written to disk."""
    write_site(pages, tmp_path)
    return tmp_path / DOCS


def test_public_api_is_documented(pages: Site):
    for package in (api, zoo):
        text = pages[f"{DOCS}/{package.__name__.replace('.', '/')}.html"].decode()
        for name in package.__all__:
            assert f'id="{name}"' in text
            assert getattr(package, name).__doc__
    text = pages[f"{DOCS}/greylox_web/zoo.html"].decode()
    rows = re.findall(r"<td>([\w, ]+)</td>\s*<td>", text)
    assert sorted(", ".join(rows).split(", ")) == sorted(zoo.PLANES)
    assert f"{DOCS}/greylox_web/rules/state.html" in pages


def test_no_page_runs_anything_or_asks_another_site(pages: Site):
    for name, data in pages.items():
        if name.endswith(".html"):
            text = html.unescape(data.decode())
            policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
            assert policy and policy[1].startswith("default-src 'none'; style-src 'self';")
            assert not re.search(r"<script|<style|\sstyle=|\son\w+=|<img|@import", text)
            assert "://" not in text and str(ROOT) not in text
    assert b"url(" not in pages[f"{DOCS}/reference.css"]


def test_broken_reference_link_is_reported(folder: Path):
    assert link_errors(folder, ROOT) == []
    page = folder / "greylox_web" / "api.html"
    for wrong, message in (
        ('<a href="rules/none.html">x</a>', "refers to rules/none.html, which is not there"),
        ('<a href="rules/state.html#None">x</a>', "where there is no such place"),
        ('<a href="#None">x</a>', "where there is no such place"),
        ("<code>greylox_web.rules.nothing</code>", "names greylox_web.rules.nothing"),
        ('<img src="https://example.org/x.png">', "refers to https://example.org/x.png"),
        ("<script>1</script>", "refers to <script>"),
    ):
        text = page.read_text("utf-8")
        page.write_text(text + wrong, "utf-8")
        [fault] = link_errors(folder, ROOT)
        assert fault.startswith("greylox_web/api.html") and message in fault
        page.write_text(text, "utf-8")


def test_docstring_with_unknown_name_stops_build(tmp_path: Path):
    for name in ("greylox_web", "tools"):
        ignored = shutil.ignore_patterns("__pycache__", "*.ts", "*.wasm")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    module = tmp_path / "greylox_web" / "rules" / "sight.py"
    text = module.read_text("utf-8")
    module.write_text(text.replace('"""', '"""See `greylox_web.rules.gone.far`.  ', 1), "utf-8")
    words = [sys.executable, "-m", "tools.reference", tmp_path / "out"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "sight.html names greylox_web.rules.gone.far, which is not there" in done.stderr
