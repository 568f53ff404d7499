"""External files are checked by hash, and their build results are always the same."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.thoroughness import LONG
from tools import DIST, ROOT, locks
from tools.environment import CACHE, VENV, ensure_npm, ensure_numpy, pip
from tools.pack import CHECKSUM_FILE, PROJECT, BuildError, Site, make_zip
from tools.site.files import read_tree

GENERATED_NAMES = {
    ".git",
    ".cache",
    ".venv",
    "node_modules",
    "dist",
    "release",
    "runs",
    "rules.wasm",
}
COMPILED_AGAIN = re.compile(r"app/(greylox_web-rest|extras)[.]")


@pytest.fixture(scope="module")
def site() -> Site:
    """The site that the last build has made in this folder."""
    assert (DIST / "index.html").exists(), "run python3 build.py first"
    return read_tree(DIST)


@pytest.fixture(scope="module")
def site_built_elsewhere(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site built from a copy, in another folder with other settings.

    Files from registries are not fetched again: hashes identify npm's packages and numpy in any
    folder.  Compiled files are cached under the hash of their input, so they are compiled again
    where their source depends on the path.  Fonts, the reference and an archive of each kind,
    ``COMPILED_AGAIN``, are always made again; the profile long makes everything again.
    """
    copy = tmp_path_factory.mktemp("another place") / "a copy"
    shutil.copytree(
        ROOT, copy, ignore=lambda folder, names: GENERATED_NAMES & set(names), symlinks=True
    )
    for path in copy.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    (copy / "node_modules").symlink_to(ensure_npm().resolve())
    (copy / ".venv").symlink_to(VENV.resolve())
    (copy / ".cache").mkdir()
    name, wheel = ensure_numpy(None)
    (copy / ".cache" / name).write_bytes(wheel)
    if not LONG:
        again = [data for path, data in site.items() if COMPILED_AGAIN.match(path)]
        assert len(again) == 2
        for path in CACHE.glob("compiled-*.[!df]*"):  # neither .docs nor .fonts
            if path.read_bytes() not in again:
                shutil.copy(path, copy / ".cache")
    surroundings = {"PYTHONHASHSEED": "77", "TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8"}
    subprocess.run(
        [sys.executable, "-X", "utf8=0", "build.py"],
        cwd=copy,
        env=os.environ | surroundings | {"PYTHONUTF8": "0", "LANG": "C"},
        umask=0o077,
        check=True,
        capture_output=True,
    )
    return copy / "dist"


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_site_built_elsewhere_is_identical(site: Site, site_built_elsewhere: Path):
    files = [path for path in site_built_elsewhere.rglob("*") if path.is_file()]
    built = {path.relative_to(site_built_elsewhere).as_posix(): path.read_bytes() for path in files}
    assert set(built) == set(site)
    assert [name for name in site if built[name] != site[name]] == []


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_checksum_file_passes_sha256sum(site_built_elsewhere: Path):
    check = ["sha256sum", "--check", "--strict", "--quiet", CHECKSUM_FILE]
    subprocess.run(check, cwd=site_built_elsewhere, check=True)
    listed = {
        line.split("  ")[1]
        for line in (site_built_elsewhere / CHECKSUM_FILE).read_text().splitlines()
    }
    files = {
        p.relative_to(site_built_elsewhere).as_posix()
        for p in site_built_elsewhere.rglob("*")
        if p.is_file()
    }
    assert listed == files - {CHECKSUM_FILE}
    (site_built_elsewhere / "LICENSE.txt").chmod(0o600)
    (site_built_elsewhere / "LICENSE.txt").write_text("Another.")
    assert subprocess.run(check, cwd=site_built_elsewhere, capture_output=True).returncode == 1


# ------------------------------------------------------------------ locks


def test_every_pin_is_locked_with_its_hashes():
    everything = locks.with_hashes(locks.pins(*locks.GROUPS))
    assert everything.count("==") == len({*locks.pins(*locks.GROUPS)})
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(extras) == {*locks.GROUPS, "engine", "quick", "zoo"}
    assert extras["package"] == PROJECT["build-system"]["requires"]
    assert PROJECT["tool"]["greylox"]["lighter"].keys() <= set(extras["lab"])


def test_lock_has_only_hashed_pins_and_no_registry():
    text = locks.LOCK.read_text("utf-8")
    without = locks.ENTRY.sub("", text)
    assert [line for line in without.splitlines() if line[:1] != "#"] == []
    assert "://" not in text and "--index" not in text


def test_unlocked_pin_stops_build():
    with pytest.raises(BuildError, match=r"does not have ruff==0\.0\.1; run python3 build.py lock"):
        locks.with_hashes(["ruff==0.0.1"])


def test_pip_is_never_run_without_hashes():
    """The build calls pip only through the function that requires hashes."""
    paths = [ROOT / "build.py", *(ROOT / "tools").rglob("*.py")]
    calls = [
        path.name
        for path in paths
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value == "pip"
    ]
    assert calls == ["environment.py"]
    assert '"--require-hashes"' in (ROOT / "tools/environment.py").read_text("utf-8")


def test_a_wrong_hash_is_refused(tmp_path: Path):
    wheel = tmp_path / "nothing-1-py3-none-any.whl"
    wheel.write_bytes(make_zip({"nothing-1.dist-info/METADATA": b"Name: nothing\nVersion: 1\n"}))
    wrong = f"{wheel.as_uri()} --hash=sha256:{'0' * 64}\n"
    with pytest.raises(BuildError):
        pip(Path(sys.executable), "download", wrong, "--no-deps", "-d", tmp_path / "out")
    assert not list((tmp_path / "out").glob("*"))


def test_the_actions_of_the_workflows_are_pinned_by_their_commit():
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for used in re.findall(r"uses: (\S+)", path.read_text("utf-8")):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", used), (path.name, used)


# ------------------------------------------------------------------ licences


@pytest.mark.slow
def test_every_part_of_others_ships_with_its_licence(site: Site):
    npm = json.loads((ROOT / "package.json").read_text("utf-8"))["dependencies"]
    parts = {n.removesuffix("/core").rpartition("/")[2].lstrip("@"): v for n, v in npm.items()}
    pins = [
        *locks.pins("page"),
        "numpy==" + PROJECT["tool"]["greylox"]["numpy"]["member"].split("-")[2],
    ]
    parts |= dict(pin.split("==") for pin in pins)
    license_names = {name[9:-4] for name in site if name.startswith("licenses/")}
    assert license_names == set(parts) - {
        "pyodide"
    }  # the notice gives the address of its licence text, as the licence requires
    notice = site["NOTICE.txt"].decode()
    listed = re.findall(r"^(\w[\w ]*) ([\d.]+) {5,}\S.* License", notice, re.M)
    notice_versions = {name.lower().replace(" ", "-"): version for name, version in listed}
    assert notice_versions == parts | {"cpython": "3.13"}
    for name in license_names:
        assert f"licenses/{name}.txt" in notice and len(site[f"licenses/{name}.txt"]) > 500


@pytest.mark.slow
def test_pyscript_licence_covers_its_dependencies(site: Site):
    text = site["licenses/pyscript.txt"].decode()
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    names = {
        package_path.rpartition("node_modules/")[2]
        for package_path in locks.dependency_folders("@pyscript/core", lock)
    }
    assert {"polyscript", "coincident", "weak-id"} < names
    for package_path in locks.dependency_folders("@pyscript/core", lock):
        assert (
            f"{package_path.rpartition('node_modules/')[2]} {lock[package_path]['version']}" in text
        )
