"""The three browsers: packages to install, start-up, and logs of errors."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..chromium import FLAGS
from ..environment import ensure_chromium
from .devtools import LAUNCH, DevTools
from .webdriver import HttpDriver, MarionetteDriver, WebDriver, WebDriverError

START_SECONDS = 60
WIDTH, HEIGHT = 1280, 800

FIREFOX_PREFS = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "devtools.console.stdout.content": True,  # so that faults can be read
    "dom.min_background_timeout_value": 50,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class RunningBrowser(NamedTuple):
    """A running browser with its driver."""

    driver: WebDriver
    version: str
    faults: Callable[[], list[str]]  # the errors of its console so far


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextlib.contextmanager
def _process(
    words: list[str], log: Path, environment: Mapping[str, str], pass_fds: Sequence[int] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program during the block; its children end with it."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            words,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=os.environ | environment,
            start_new_session=True,
            pass_fds=pass_fds,
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until something listens on the port."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise WebDriverError(f"it did not start: {log.read_text('utf-8', 'replace')[-400:]}")


def _make_log_reader(log: Path, pattern: str) -> Callable[[], list[str]]:
    """A function that returns the lines of a log that match the pattern, each once."""
    pattern_re = re.compile(pattern)

    def read_error_lines() -> list[str]:
        text = log.read_text("utf-8", "replace")
        return list(dict.fromkeys(line for line in text.splitlines() if pattern_re.search(line)))

    return read_error_lines


@contextlib.contextmanager
def chromium(folder: Path, language: str) -> Iterator[RunningBrowser]:
    """Run the Chromium of the tests, without a driver: it receives commands over a socket."""
    log = folder / "chromium.log"
    ours, theirs = socket.socketpair()
    flags = ["--headless=new", f"--window-size={WIDTH},{HEIGHT}", *FLAGS]
    flags += ["--remote-debugging-pipe", f"--user-data-dir={folder / 'profile'}"]
    flags += [f"--accept-lang={language}"] if language else []
    program = ensure_chromium(headless=True)
    words = [sys.executable, "-c", LAUNCH, str(theirs.fileno()), program, *flags]
    with theirs, _process(words, log, {}, [theirs.fileno()]):
        theirs.close()  # so that our end closes with the browser
        driver = DevTools(ours)
        yield from _session(driver, {}, lambda: driver.faults)


@contextlib.contextmanager
def firefox(folder: Path, language: str) -> Iterator[RunningBrowser]:
    """Run Debian's Firefox."""
    port, log, profile = _free_port(), folder / "firefox.log", folder / "profile"
    profile.mkdir()
    choices: dict[str, object] = {**FIREFOX_PREFS, "marionette.port": port}
    choices |= {"intl.accept_languages": language} if language else {}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(v)});\n" for name, v in choices.items()]
    (profile / "user.js").write_text("".join(lines), "utf-8")
    words = ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile), "--marionette"]
    size = {"MOZ_HEADLESS_WIDTH": str(WIDTH), "MOZ_HEADLESS_HEIGHT": str(HEIGHT)}
    with _process(words, log, {"HOME": str(folder), **size}) as process:
        _wait_for_port(port, process, log)
        pattern = r"^JavaScript error: .*127\.0\.0\.1"
        yield from _session(
            MarionetteDriver(port), {"browserName": "firefox"}, _make_log_reader(log, pattern)
        )


@contextlib.contextmanager
def webkit(folder: Path, language: str) -> Iterator[RunningBrowser]:
    """Run Debian's WebKitGTK, the engine of Safari, in its MiniBrowser on a virtual screen.

    Its console cannot be read from outside; ``page`` collects errors inside the page.
    """
    port, log = _free_port(), folder / "driver.log"
    browsers = sorted(Path("/usr/lib").glob("*/webkit*/MiniBrowser"))
    if not browsers:
        raise WebDriverError("there is no MiniBrowser in /usr/lib/*/webkit*")
    options = {"binary": str(browsers[-1]), "args": ["--automation"]}
    capabilities = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
    with _virtual_screen(folder) as display:
        environment = {"DISPLAY": display, "HOME": str(folder), "GDK_BACKEND": "x11"}
        environment |= {"WEBKIT_DISABLE_DMABUF_RENDERER": "1", "NO_AT_BRIDGE": "1"}
        environment |= {"LANGUAGE": language, "LANG": f"{language}.UTF-8"} if language else {}
        words = ["WebKitWebDriver", f"--port={port}"]
        with _process(words, log, environment) as process:
            _wait_for_port(port, process, log)
            yield from _session(HttpDriver(port), capabilities, list)


@contextlib.contextmanager
def _virtual_screen(folder: Path) -> Iterator[str]:
    """Run a virtual screen (Xvfb); yield its name."""
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    with (folder / "screen.log").open("wb") as log:
        process = subprocess.Popen(words, pass_fds=[write], stdout=log, stderr=log)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise WebDriverError("Xvfb did not start")
        yield f":{number}"
    finally:
        process.terminate()
        process.wait()


def _session(
    driver: WebDriver, capabilities: Mapping[str, object], faults: Callable[[], list[str]]
) -> Iterator[RunningBrowser]:
    """Open a session; close it afterwards."""
    try:
        session = driver.command("NewSession", capabilities={"alwaysMatch": capabilities})
        version = session["capabilities"]["browserVersion"]
        driver.command("SetTimeouts", script=120_000, pageLoad=120_000)
        yield RunningBrowser(driver, version, faults)
        with contextlib.suppress(WebDriverError, OSError):
            driver.command("DeleteSession")
    finally:
        driver.close()


class Browser(NamedTuple):
    """A browser: its Debian packages, each with a program, and the function that starts it."""

    packages: dict[str, str]
    start: Callable[[Path, str], contextlib.AbstractContextManager[RunningBrowser]]


BROWSERS = {
    "chromium": Browser({}, chromium),  # ensure_chromium finds or installs it
    "firefox": Browser({"firefox-esr": "firefox-esr"}, firefox),
    "webkit": Browser({"webkit2gtk-driver": "WebKitWebDriver", "xvfb": "Xvfb"}, webkit),
}


def missing(names: list[str]) -> list[str]:
    """The Debian packages that these browsers need and this machine lacks."""
    packages = {k: v for name in names for k, v in BROWSERS[name].packages.items()}
    return [package for package, program in packages.items() if not shutil.which(program)]


@contextlib.contextmanager
def run_browser(name: str, language: str = "") -> Iterator[RunningBrowser]:
    """Run a browser with a fresh profile, perhaps with a preferred language, during the block."""
    folder = Path(tempfile.mkdtemp(prefix="greylox-"))
    try:
        with BROWSERS[name].start(folder, language) as running:
            yield running
    finally:
        shutil.rmtree(folder, ignore_errors=True)
