"""Standard input and logs as shells write them: UTF-8, or UTF-16 with a byte order mark."""

import codecs
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from greylox_web.__main__ import main
from greylox_web.command.match.program import split_command_line

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
ENCODED = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with a mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16 le": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16 be": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
}
SPLIT = "\u0a0a\u010a\u0a01\u0d0a"  # in UTF-16 these characters contain the bytes of line ends

encodings = pytest.mark.parametrize("encoded", ENCODED.values(), ids=ENCODED)
line_ends = pytest.mark.parametrize("end", ["\n", "\r\n"])


def run(*words: str, octets: bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "greylox_web", *words]
    full_environment = os.environ | environment
    return subprocess.run(
        command, cwd=ROOT, input=octets, capture_output=True, timeout=60, env=full_environment
    )


@encodings
@line_ends
@pytest.mark.parametrize("last", [True, False])
def test_show_reads_every_line_of_standard_input(encoded, end: str, last: bool):
    lines = ["lox5 1. a3", "", f"lox5 1. {SPLIT}", "#1/brink3-x2/ma1b1"]
    done = run("show", "--json", octets=encoded(end.join(lines) + end * last))
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["game"] for row in results] == ["lox", "lox", "brink"], done.stderr
    assert results[0]["error"] is None and results[0]["stones"]["red"] == ["a3"]
    assert "is not the name of a cell" in results[1]["error"]


@encodings
@line_ends
def test_gtp_responds_before_next_command_arrives(encoded, end: str):
    begin = [sys.executable, "-m", "greylox_web", "gtp", "--game", "lox", "--no-network"]
    pipe = subprocess.PIPE
    marks = len(encoded(""))
    with subprocess.Popen(begin, cwd=ROOT, stdin=pipe, stdout=pipe, bufsize=0) as process:
        assert process.stdin is not None and process.stdout is not None
        for number, command in enumerate(["1 protocol_version", f"2 {SPLIT}", "3 play b a3"]):
            process.stdin.write(encoded(command + end)[marks if number else 0 :])
            answer = process.stdout.readline()
            assert answer.startswith((b"=1 2", b"?2 unknown command", b"=3")[number])
            assert process.stdout.readline() == b"\n"
        process.stdin.write(encoded("quit" + end)[marks:])
        assert process.wait(20) == 0


MALFORMED = [
    b"\xff\n",
    b"\x80abc\xc3\n",
    b"\xef\xbb\n",
    codecs.BOM_UTF8,
    codecs.BOM_UTF16_LE + b"l",
    codecs.BOM_UTF16_LE + "lox5 \ud800 a3\n".encode("utf-16-le", "surrogatepass"),
    codecs.BOM_UTF16_BE + b"\0l\0o\n",
    codecs.BOM_UTF16_LE + b"lox5 1. a3\n",
    b"l\0o\0x\0005\0\n\0",
]


@pytest.mark.parametrize(
    ("output", "octets"),
    [
        *(("ascii", octets) for octets in MALFORMED),
        *(("cp1252", octets) for octets in MALFORMED[:2]),
        *(("utf-8", octets) for octets in MALFORMED[:2]),
    ],
)
def test_malformed_octets_get_a_sentence(output: str, octets: bytes):
    done = run("show", octets=octets, PYTHONIOENCODING=output)
    assert done.stderr == b""
    assert all(line.startswith(b"error: ") for line in done.stdout.splitlines())
    done = run("gtp", "--no-network", octets=octets, PYTHONIOENCODING=output)
    assert (done.returncode, done.stderr) == (0, b"")
    assert all(line.startswith(b"? unknown command") for line in done.stdout.split(b"\n\n")[:-1])


@encodings
@line_ends
def test_match_log_is_continued_in_its_encoding(encoded, end: str, tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    words = ["match", "random", "random", "--game", "brink", "--size", "2", "--resume", str(log)]
    assert main([*words, "--games", "2"]) == 0
    text = log.read_text("utf-8")
    log.write_bytes(encoded(text.replace("\n", end).removesuffix(end)))
    assert main([*words, "--games", "3"]) == 0
    assert "passed over" not in capsys.readouterr().err
    content = log.read_bytes()
    assert content.startswith(encoded(text.replace("\n", end).removesuffix(end)))
    marks = len(encoded("")), len(codecs.BOM_UTF16)
    name = "utf-8-sig" if marks[0] != marks[1] else "utf-16"
    rows = [json.loads(line) for line in content.decode(name).splitlines()]
    assert [row["game"]["number"] for row in rows] == [0, 1, 2]


@pytest.mark.parametrize(
    ("system", "command", "words"),
    [
        ("nt", r"C:\Hex\engine.exe --gtp", [r"C:\Hex\engine.exe", "--gtp"]),
        ("nt", r'"C:\Program Files\Hex\e.exe" --gtp', [r"C:\Program Files\Hex\e.exe", "--gtp"]),
        ("nt", r"'C:\Program Files\e.exe' --gtp", [r"C:\Program Files\e.exe", "--gtp"]),
        ("nt", r"C:\O'Neil\e.exe --gtp", [r"C:\O'Neil\e.exe", "--gtp"]),
        ("nt", r'e.exe --net="D:\my nets\a.bin" #1', ["e.exe", r"--net=D:\my nets\a.bin", "#1"]),
        ("nt", r"\\host\share\e.exe", [r"\\host\share\e.exe"]),
        ("nt", r'"C:\Hex\" x', ["C:\\Hex\\", "x"]),
        ("posix", r"/opt/my\ hex/engine --gtp", ["/opt/my hex/engine", "--gtp"]),
        ("posix", "'/opt/my hex/engine' --gtp", ["/opt/my hex/engine", "--gtp"]),
        ("posix", '"/opt/my hex/engine" --gtp', ["/opt/my hex/engine", "--gtp"]),
    ],
)
def test_a_program_is_named_as_its_system_names_it(system: str, command: str, words: list[str]):
    assert split_command_line(command, system) == words


def test_a_quotation_without_an_end_gets_a_sentence(capsys):
    assert main(["match", "random", 'gtp:"C:\\Program Files\\e.exe --gtp']) == 2
    assert "gtp: no closing quotation" in capsys.readouterr().err
