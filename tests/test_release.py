"""A release: its archives, its checksums, and the messages about faults."""

import io
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import tools.release as release
from greylox_web import __version__
from tools.pack import BuildError

SITE = {"index.html": b"<!doctype html>", "app/a.zip": bytes(range(256)) * 9}


def test_site_archive_is_deterministic_and_complete():
    packed = release.pack_site(SITE, "1.2.3")
    assert packed == release.pack_site(dict(reversed(SITE.items())), "1.2.3")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    assert contents == {f"greylox-web-1.2.3/{name}": content for name, content in SITE.items()}


def test_the_files_have_the_version_of_the_package():
    assert len([name for name in release.release_names() if f"-{__version__}" in name]) == 3


def test_another_version_or_a_missing_file_is_named(tmp_path: Path):
    for name in release.release_names("1.2.3"):
        (tmp_path / name).touch()
    release.check_names(tmp_path, "1.2.3")
    with pytest.raises(
        BuildError, match=r"to have greylox-web-1\.2\.4-site\.zip, .*, not .*1\.2\.3"
    ):
        release.check_names(tmp_path, "1.2.4")
    (tmp_path / release.release_names("1.2.3")[0]).unlink()
    with pytest.raises(BuildError, match=r"greylox-web-1\.2\.3-site\.zip, not fewer\."):
        release.check_names(tmp_path, "1.2.3")


def test_another_installed_version_is_named():
    release.check_version("greylox 1.2.3", "greylox {}", "1.2.3")
    with pytest.raises(
        BuildError, match=r"calls itself 'greylox 1\.2\.3', and not 'greylox 1\.2\.4'"
    ):
        release.check_version("greylox 1.2.3", "greylox {}", "1.2.4")


def test_installed_wheel_failure_is_reported(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    code = "import os; print(os.getcwd(), 'PYTHONPATH' in os.environ)"
    assert release.run_outside(tmp_path, sys.executable, "-c", code) == f"{tmp_path} False"
    for code, message in (
        ("import sys; print('slower', file=sys.stderr)", "slower"),
        ("import no_such_module", "No module named 'no_such_module'"),
        ("raise SystemExit(3)", "status 3"),
    ):
        with pytest.raises(BuildError, match=f"does not play in a fresh environment: .*{message}"):
            release.run_outside(tmp_path, sys.executable, "-c", code)


@pytest.mark.parametrize("changed", [{}, {"a.py": b"2"}, {"b.wasm": b"3"}])
def test_sdist_with_different_wheel_is_reported(tmp_path: Path, monkeypatch, changed):
    def write_wheel(path: Path, files: dict[str, bytes]) -> Path:
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return path

    def build_packages(python: Path, source: Path, folder: Path, kinds: object) -> None:
        assert (source / "a.py").read_bytes() == b"1"
        write_wheel(folder / "x.whl", {"a.py": b"1"} | changed)

    monkeypatch.setattr(release, "build_packages", build_packages)
    source, scratch = tmp_path / "x-1.tar.gz", tmp_path / "place"
    with tarfile.open(source, "w:gz") as archive:
        entry = tarfile.TarInfo("x-1/a.py")
        entry.size = 1
        archive.addfile(entry, io.BytesIO(b"1"))
    scratch.mkdir()
    wheel = write_wheel(tmp_path / "x.whl", {"a.py": b"1"})
    if not changed:
        release.check_source(Path(), source, wheel, scratch)
        return
    with pytest.raises(BuildError, match=rf"x\.whl in 1 files, such as {next(iter(changed))}\."):
        release.check_source(Path(), source, wheel, scratch)


def test_a_release_is_written_with_sums_only_if_all_of_it_holds(tmp_path, monkeypatch, capsys):
    _, wheel, source = release.release_names()

    def build_packages(python: Path, scratch: Path, folder: Path, kinds: object) -> None:
        for name in wheel, source:
            (folder / name).write_bytes(name.encode())

    def refuse(*words: object) -> None:
        raise BuildError("It does not play.")

    monkeypatch.setattr(release, "build_packages", build_packages)
    monkeypatch.setattr(release, "check_source", lambda *words: None)
    monkeypatch.setattr(release, "check_wheel", lambda *words: None)
    folder = tmp_path / "release"
    folder.mkdir()
    (folder / "old.whl").touch()
    release.make_release(SITE, Path(), folder)
    assert {path.name for path in folder.iterdir()} == {*release.release_names(), "SHA256SUMS"}
    listed = (folder / "SHA256SUMS").read_text().splitlines()
    printed = capsys.readouterr().out
    assert len(listed) == 3 and f"The release {__version__} is in release/:" in printed
    for line in listed:
        total, name = line.split("  ")
        assert release.digest((folder / name).read_bytes()) == total
        assert f"{(folder / name).stat().st_size:,}  {total}  {name}" in printed
    monkeypatch.setattr(release, "check_wheel", refuse)
    with pytest.raises(BuildError, match="It does not play"):
        release.make_release(SITE, Path(), folder)
    assert not (folder / "SHA256SUMS").exists()
