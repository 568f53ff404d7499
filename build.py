#!/usr/bin/env python3
"""The entry point for developers: build, serve, test, check and bench.

    python3 build.py                 make dist/, a static site that any web server can host
    python3 build.py --url ADDRESS   the same, with pages and pictures for previews of its links
    python3 build.py serve           the same, then serve it on this machine
    python3 build.py test [...]      the tests of what ships, in a real browser too
    python3 build.py test --quick    the tests that need no browser, in about a minute
    python3 build.py test-lab [...]  the tests of lab, and all that need PyTorch or Ray
    python3 build.py check           lint, format, types, import contracts, and a build
    python3 build.py bench NAME      run lab/bench/NAME.py
    python3 build.py lock            rewrite requirements.lock, after a change of pins
    python3 build.py translations [CODE]  update the translations, and list what is left to do
    python3 build.py smoke [...]     a smoke test of the site in Chromium, Firefox and WebKit
    python3 build.py release         site, wheel and source in release/, tested, with checksums
    python3 build.py kill-switch     a dist/ that clears offline copies of a broken version

Needs Python 3.11 or newer, Node and npm, and the network at the first use; downloads stay in
.cache, .venv and node_modules.  There is no list of files: a folder's content decides what ships,
and tools/pack.py names each file after its content.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import functools
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import DIST, ROOT
from tools.browsers.programs import BROWSERS, missing
from tools.browsers.report import report
from tools.environment import (
    CACHE,
    VENV_BIN,
    ensure_chromium,
    ensure_npm,
    ensure_venv,
    install_debian,
    lock,
    run_checked,
)
from tools.languages import WHOLE
from tools.pack import BuildError, Site, pack
from tools.release import make_release
from tools.server import Handler, Server
from tools.site.collect import collect_site_files
from tools.site.files import build_lock, write_site
from tools.site.webassembly import libraries

SITE = "build", "page", "docs"  # the dependency groups that a build of the site needs
MAX_CACHED = 36  # compiled files in .cache, of the last few builds


def build(
    numpy_wheel: Path | None = None,
    kill_switch: bool = False,
    url: str = "",
    languages: Sequence[str] = WHOLE,
) -> Site:
    """Make dist/ and return its files; with the kill switch, a site that clears offline copies."""
    with build_lock():
        parts = collect_site_files(numpy_wheel, url=url, languages=languages)
        if kill_switch:
            parts["service-worker.js"] = (ROOT / "tools/kill_switch.js").read_bytes()
        site = pack(parts)
        write_site(site, DIST)
        for old in sorted(CACHE.glob("compiled-*"), key=os.path.getmtime)[:-MAX_CACHED]:
            old.unlink()
    size = sum(map(len, site.values())) / 1e6
    print(f"dist/ is ready: {len(site)} files, {size:.1f} MB. Host that folder anywhere.")
    return site


def serve(port: int, numpy_wheel: Path | None, languages: Sequence[str]) -> None:
    """Build, then serve dist/ on this machine until Ctrl-C; fail first if the port is taken."""
    handler = functools.partial(Handler, directory=str(DIST))
    try:
        server = Server(("127.0.0.1", port), handler)
    except (OSError, OverflowError) as error:
        free = socket.create_server(("127.0.0.1", 0)).getsockname()[1]
        raise BuildError(
            f"Port {port} cannot be used ({error}); try: python3 build.py serve --port {free}"
        ) from None
    build(numpy_wheel, languages=languages)
    print(f"Greylox Web: http://127.0.0.1:{port}/  (stop with Ctrl-C)", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


def process_count() -> tuple[str, ...]:
    """Pytest's options: one process more than cores, as they wait a third of the time.

    Each process starts with contiguous tests, so that the tests of a file, which may share a
    fixture, run in one process.  An idle process takes tests from the end of another one's.
    """
    return "-n", str(min(8, (os.cpu_count() or 1) + 1)), "--dist", "worksteal"


def test(arguments: list[str]) -> None:
    """Run the tests of what ships, browser tests included; arguments are passed to pytest."""
    python = ensure_venv(*SITE, "test", "browser")
    build()
    run_pytest(python, arguments, chromium_paths())


def quick_test(arguments: list[str]) -> None:
    """Run the tests that take a minute in total: no browser, no build, few random examples."""
    python = ensure_venv("build", "page", "test")
    with build_lock():
        libraries(ensure_npm(), ROOT)  # the compiled rules
    chosen = ["--ignore=tests/browser", "-m", "not slow"]
    chosen += "-n", str(min(8, os.cpu_count() or 1))  # these tests do not wait
    run_pytest(python, [*chosen, *arguments], {"GREYLOX_TESTS": "quick"})


def test_lab(arguments: list[str]) -> None:
    """Run the tests of ``lab``, and of what needs PyTorch or Ray."""
    python = ensure_venv(*SITE, "test", "browser", "lab")
    build()
    run_pytest(python, ["-o", "testpaths=tests/lab", *arguments], chromium_paths())


def run_pytest(python: Path, arguments: list[str], environment: dict[str, str]) -> None:
    """Run pytest with these arguments and additions to the environment."""
    command = [python, "-m", "pytest", *process_count(), *arguments]
    run_checked(*command, env=os.environ | environment)


def chromium_paths() -> dict[str, str]:
    """The environment variables that name the browsers of tests and benchmarks."""
    return {
        "GREYLOX_HEADLESS": ensure_chromium(headless=True),
        "GREYLOX_CHROMIUM": ensure_chromium(),
    }


def start_process(command: list[str | Path]) -> subprocess.Popen[str]:
    """Start a command in the repository, in the background."""
    out, both = subprocess.PIPE, subprocess.STDOUT
    return subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=both, encoding="utf-8")


def run_checks() -> None:
    """Check lint, format, types and import contracts during a build; report all failures."""
    python = ensure_venv(*SITE, "test", "browser", "check", "lab")  # every import
    checkers: list[list[str | Path]] = [
        [python, "-m", "mypy", "--num-workers=auto"],
        [VENV_BIN / "lint-imports"],
        [python, "-m", "ruff", "check", "."],
        [python, "-m", "ruff", "format", "--check", "."],
    ]
    failed = []
    with contextlib.ExitStack() as stack:
        running = [stack.enter_context(start_process(command)) for command in checkers]
        build()
        every_test = ["--collect-only", "-q", "-o", "norecursedirs=.*"]
        checkers.append([python, "-m", "pytest", *every_test])  # needs the build's output
        running.append(stack.enter_context(start_process(checkers[-1])))
        for command, process in zip(checkers, running, strict=True):
            output, _ = process.communicate()
            print(
                output.strip() if process.returncode else output.strip().split("\n")[-1], flush=True
            )
            if process.returncode:
                failed.append(" ".join(map(str, command[-2:])))
    if failed:
        raise BuildError(f"This does not hold: {', '.join(failed)}.")


def update_catalogs(codes: list[str]) -> None:
    """Update the catalogues of these languages, or of all, from the English tables."""
    command: list[str | Path] = [ensure_venv("build"), "-m", "tools.languages.catalogues", ROOT]
    command += codes
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        sys.exit(1)


def bench(name: str, arguments: list[str]) -> None:
    """Run lab/bench/NAME.py; without a name, list the benchmarks."""
    scripts = {path.stem: path for path in sorted((ROOT / "lab/bench").glob("[a-z]*.py"))}
    if not name:
        for stem, path in scripts.items():
            about = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            print(f"{stem:12}", about.partition("\n")[0])
        return
    if name not in scripts:
        raise BuildError(f"There is no benchmark {name!r}. There are: {', '.join(scripts)}.")
    python = ensure_venv(*SITE, "test", "browser")
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | chromium_paths()
    build()
    run_checked(python, scripts[name], *arguments, env=environment)


def browsers(names: list[str], pictures: Path | None, only: str) -> None:
    """Run the smoke test in these browsers; install Debian's if permitted."""
    names = names or list(BROWSERS)
    packages = missing(names)
    if packages and not install_debian(packages):
        raise BuildError(
            f"The walk needs these Debian packages, please install them: {' '.join(packages)}."
        )
    build()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the browsers end, too
    if not report(names, DIST, pictures, only):
        sys.exit(1)


def release(numpy_wheel: Path | None, url: str, languages: Sequence[str]) -> None:
    """Build, then make release/ of the site and the package, and test them."""
    site = build(numpy_wheel, url=url, languages=languages)
    make_release(site, ensure_venv(*SITE, "package"))


def main() -> None:
    """Parse the command line and run the command."""
    parser = argparse.ArgumentParser(
        prog="build.py", description=(__doc__ or "").split("\n")[0], allow_abbrev=False
    )
    parser.add_argument("--numpy-wheel", type=Path, help="use this copy of the numpy wheel")
    parser.add_argument("--url", default="", help="the address of the published site, for links")
    parser.add_argument(
        "--languages",
        default=",".join(WHOLE),
        help="languages besides English, incomplete ones too: de,nl",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("build", help="make dist/ (also without a command)")
    serve_parser = commands.add_parser("serve", help="build, then serve dist/ on this machine")
    serve_parser.add_argument("--port", type=int, default=8000)
    test_parser = commands.add_parser(
        "test", help="run the tests of what ships; further arguments go to pytest"
    )
    test_parser.add_argument(
        "--quick", action="store_true", help="those that need no browser, briefly"
    )
    commands.add_parser("test-lab", help="run the tests of lab; further arguments go to pytest")
    commands.add_parser("check", help="lint, format, types, import directions, build")
    commands.add_parser("lock", help="rewrite requirements.lock after a change of pins")
    words_parser = commands.add_parser(
        "translations", help="update the translations and list what is left to do"
    )
    words_parser.add_argument("codes", nargs="*", metavar="CODE", help="de, nl and so on")
    commands.add_parser("words", add_help=False, parents=[words_parser])  # its earlier name
    commands.add_parser("release", help="make and try release/: site, wheel, source, sums")
    commands.add_parser("kill-switch", help="make a dist/ that clears the copies in browsers")
    bench_parser = commands.add_parser(
        "bench",
        add_help=False,  # --help is passed to the benchmark
        help="run a benchmark of lab/bench, or list them; its arguments follow its name",
    )
    bench_parser.add_argument("name", nargs="?", default="")
    browsers_parser = commands.add_parser("smoke", help="a walk through the site in three browsers")
    browsers_parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BROWSERS))
    browsers_parser.add_argument(
        "--screenshots", type=Path, help="keep what is seen after each step here"
    )
    browsers_parser.add_argument(
        "--pictures",
        dest="screenshots",
        type=Path,
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )
    browsers_parser.add_argument(
        "--only", default="", help="only the steps with this in their name"
    )
    commands.add_parser("browsers", add_help=False, parents=[browsers_parser])  # its earlier name
    options, extra_arguments = parser.parse_known_args()
    if extra_arguments and options.command not in ("test", "test-lab", "bench"):
        parser.error(f"unrecognised arguments: {' '.join(extra_arguments)}")
    languages = options.languages.split(",") if options.languages else []
    os.environ["PYTHONDONTWRITEBYTECODE"] = ""  # write bytecode: processes share most code
    match options.command:
        case "serve":
            serve(options.port, options.numpy_wheel, languages)
        case "test":
            (quick_test if options.quick else test)(extra_arguments)
        case "test-lab":
            test_lab(extra_arguments)
        case "check":
            run_checks()
        case "lock":
            lock()
        case "bench":
            bench(options.name, extra_arguments)
        case "translations" | "words":
            update_catalogs(options.codes)
        case "smoke" | "browsers":
            if unknown := set(options.names) - set(BROWSERS):
                parser.error(f"there is no browser {min(unknown)}, but {', '.join(BROWSERS)}")
            browsers(options.names, options.screenshots, options.only)
        case "release":
            release(options.numpy_wheel, options.url, languages)
        case _:
            build(options.numpy_wheel, options.command == "kill-switch", options.url, languages)


if __name__ == "__main__":
    try:
        main()
    except (BuildError, FileNotFoundError) as error:
        sys.exit(f"build.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
