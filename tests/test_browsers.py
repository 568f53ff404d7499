"""The parts of the three-browser walk that need no browser, and slowed devices."""

from __future__ import annotations

import http.server
import io
import json
import socket
import subprocess
import sys
import threading
import time

import pytest

import build
from tools import ROOT, environment
from tools.browsers import programs, report
from tools.browsers.devtools import DevTools
from tools.browsers.page import Fault, Page
from tools.browsers.smoke_test import SmokeTest, run_steps
from tools.browsers.webdriver import HttpDriver, WebDriverError, frame_message, read_framed
from tools.pack import BuildError
from tools.slow import throttle


class FakePage:
    """A page that reports a fault once."""

    def __init__(self) -> None:
        self.complaints: list[str] = []

    def faults(self) -> list[str]:
        return self.complaints


class FakeSmokeTest(SmokeTest):
    def steps(self):
        return {"good": self.good, "bad": self.bad, "refused": self.refused, "later": self.good}

    def good(self):
        self.times["board"] = 1234.5

    def bad(self):
        self.page.complaints.append("uncaught ReferenceError")
        raise Fault("#open-new cannot be pressed: it is hidden")

    def refused(self):
        raise WebDriverError("no such element: of two lines\nnobody reads this")


def test_failing_step_continues_and_fault_is_reported_once():
    smoke_test = FakeSmokeTest(FakePage(), "", lambda: None)
    assert dict(run_steps(smoke_test)) == {
        "good": [],
        "bad": ["#open-new cannot be pressed: it is hidden", "uncaught ReferenceError"],
        "refused": ["no such element: of two lines"],
        "later": [],
    }
    assert [name for name, _ in run_steps(smoke_test, "oo")] == ["good"]


def test_the_steps_of_the_walk_have_names_of_their_own():
    steps = SmokeTest(Page(programs.RunningBrowser(None, "", list)), "", lambda: None).steps()
    assert len(steps) > 12 and list(steps)[-1] == "without a network"


def test_start_up_times_stand_side_by_side():
    times = {
        "chromium": {"board, cold": 1234.5, "engine, cold": 2000},
        "webkit": {"board, cold": 9},
    }
    assert report.table(times) == [
        "                    chromium      webkit",
        "board, cold            1,234           9",
        "engine, cold           2,000           -",
    ]
    assert report.table({"webkit": {}}) == []


def test_messages_to_firefox_are_read_as_they_are_written():
    messages = [[0, 1, "WebDriver:Navigate", {"url": "http://x/#é"}], [1, 1, None, {"value": None}]]
    stream = io.BytesIO(b"".join(map(frame_message, messages)))
    assert [read_framed(stream), read_framed(stream)] == messages
    with pytest.raises(WebDriverError, match="gone"):
        read_framed(stream)


def test_webdriver_commands_follow_standard_and_report_errors():
    requests = []

    class Driver(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            requests.append((self.path, body))
            right = self.path.endswith(("/session", "/url"))
            value = {"sessionId": "7"} if right else {"error": "no such", "message": "thing"}
            response = json.dumps({"value": value}).encode()
            self.send_response(200 if right else 404)
            self.send_header("content-length", str(len(response)))
            self.end_headers()
            self.wfile.write(response)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Driver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        wire = HttpDriver(server.server_port)
        wire.command("NewSession", capabilities={})
        wire.command("Navigate", url="about:blank")
        with pytest.raises(WebDriverError, match="no such: thing"):
            wire.command("ExecuteScript", script="return 3", args=[])
    finally:
        server.shutdown()
        server.server_close()
    assert requests == [
        ("/session", {"capabilities": {}}),
        ("/session/7/url", {"url": "about:blank"}),
        ("/session/7/execute/sync", {"script": "return 3", "args": []}),
    ]


def test_chromium_is_controlled_over_socket_without_driver():
    """Its events arrive between the answers; console errors are collected."""
    ours, theirs = socket.socketpair()
    load = {"method": "Page.loadEventFired", "params": {}}
    wrong = {"text": "Uncaught", "exception": {"description": "TypeError: no\n at x"}}
    thrown = {"method": "Runtime.exceptionThrown", "params": {"exceptionDetails": wrong}}
    entry = {"level": "error", "text": "Failed to load", "url": "http://x/y"}
    answers = {  # method -> events before the answer, the answer, and events after it
        "Browser.getVersion": ([], {"product": "HeadlessChrome/156.0"}, []),
        "Target.createTarget": ([], {"targetId": "T"}, []),
        "Target.attachToTarget": ([], {"sessionId": "S"}, []),
        "Page.navigate": ([thrown], {"loaderId": "L"}, [load]),
        "Page.reload": ([load], {}, [{"method": "Log.entryAdded", "params": {"entry": entry}}]),
        "Page.captureScreenshot": ([], {"data": "AAAA"}, []),
    }
    requests = []

    def chromium() -> None:
        buffer = b""
        while more := theirs.recv(9):
            buffer += more
            while b"\0" in buffer:
                text, _, buffer = buffer.partition(b"\0")
                message = json.loads(text)
                name, words = message["method"], message["params"]
                requests.append((name, message.get("sessionId", "")))
                before, result, after = answers.get(name, ([], {}, []))
                answer = {"id": message["id"], "result": result}
                if "throw" in words.get("expression", ""):
                    answer["result"] = {"exceptionDetails": wrong}
                elif name == "Runtime.evaluate":
                    answer["result"] = {"result": {"value": words["expression"]}}
                elif words.get("url") == "http://nowhere/":
                    answer["result"] = {"errorText": "net::ERR_FAILED"}
                elif name == "Browser.getWindowForTarget":
                    answer = {"id": message["id"], "error": {"message": "no window"}}
                for reply in (*before, answer, *after):
                    theirs.sendall(json.dumps(reply).encode() + b"\0")
        theirs.close()

    browser = threading.Thread(target=chromium, daemon=True)
    browser.start()
    wire = DevTools(ours)
    began = wire.command("NewSession", capabilities={})
    assert began == {"capabilities": {"browserVersion": "156.0"}}
    wire.command("Navigate", url="http://x/")
    wire.command("Refresh")
    assert wire.command("TakeScreenshot") == "AAAA"
    script = wire.command("ExecuteScript", script="return arguments[0]", args=["é"])
    assert script == '(function () {return arguments[0]\n})(...["\\u00e9"])'
    for name, words, refusal in (
        ("ExecuteScript", {"script": "throw 1", "args": []}, "javascript error: TypeError: no"),
        ("Navigate", {"url": "http://nowhere/"}, "http://nowhere/: net::ERR_FAILED"),
        ("SetWindowRect", {"width": 390, "height": 844}, "no window"),
    ):
        with pytest.raises(WebDriverError, match=refusal):
            wire.command(name, **words)
    pointer = {"parameters": {"pointerType": "mouse"}}
    doings = [{"type": "pointerMove", "x": 3, "y": 4}, {"type": "pointerDown"}]
    wire.command("PerformActions", actions=[pointer | {"actions": doings}])
    assert requests[-1] == ("Input.dispatchMouseEvent", "S")
    assert wire.faults == ["TypeError: no", "Failed to load http://x/y", "TypeError: no"]
    theirs.shutdown(socket.SHUT_RDWR)
    with pytest.raises((WebDriverError, OSError)):
        wire.command("TakeScreenshot")
    wire.close()
    browser.join()


def test_chromium_smoke_test_runs_first_without_packages():
    steps = (ROOT / ".ci/run").read_text("utf-8").split("python3 build.py ")[1:]
    assert [step.split()[0] for step in steps] == ["check", "smoke", "test", "test-lab"]
    assert steps[1].split()[1:] == ["chromium"]
    assert programs.missing(["chromium"]) == []


def test_missing_packages_are_installed_or_listed(monkeypatch):
    monkeypatch.setattr(programs.shutil, "which", lambda name: name in ("Xvfb", "apt-get"))
    assert programs.missing(["webkit", "firefox"]) == ["webkit2gtk-driver", "firefox-esr"]
    monkeypatch.setattr(environment.os, "geteuid", lambda: 1000)
    with pytest.raises(BuildError, match="please install them: firefox-esr\\."):
        build.browsers(["firefox"], None, "")


def test_an_unknown_browser_is_refused(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["build.py", "smoke", "netscape"])
    with pytest.raises(SystemExit):
        build.main()
    assert "there is no browser netscape, but chromium, firefox, webkit" in capsys.readouterr().err


def test_a_slowed_program_gets_a_part_of_the_time():
    work = "import time; begun = time.process_time()\nwhile time.process_time() < begun + 0.1: pass"
    with subprocess.Popen([sys.executable, "-c", work]) as program:
        with throttle(lambda: [program.pid], 6):
            start_time = time.monotonic()
            program.wait()
            assert time.monotonic() - start_time > 0.4
        assert program.returncode == 0
