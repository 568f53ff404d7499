"""A player of a match that is another program, controlled by GTP."""

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from time import monotonic

from ...rules import Game, NotationError
from ...rules.notation.actions import format_turns
from .. import ADDED_VARIABLES
from ..game import GameInProgress

MAX_LINES = 10_000  # of one response
MAX_LINE_BYTES = 100_000  # of one line
QUIT_SECONDS = 5.0  # seconds for a program to exit after ``quit``


def split_command_line(command: str, system: str = os.name) -> list[str]:
    """Split a command line into words, without the quotes around words with blanks.

    On Windows (``nt``) a backslash is part of a path, and an apostrophe may be part of a name.
    Raise ValueError if a quotation is not closed.
    """
    if system != "nt":
        return shlex.split(command)

    def split(quotes: str) -> list[str]:
        words = shlex.shlex(command, posix=True, punctuation_chars=False)
        words.whitespace_split, words.commenters = True, ""
        words.escape, words.quotes = "", quotes
        return list(words)

    try:
        return split("\"'")
    except ValueError:
        return split('"')


class Forfeit(Exception):
    """An error: a player cannot continue and loses the game.  The message is the reason."""


class GtpProgram:
    """A GTP program as a player; it is restarted after a forfeit."""

    def __init__(self, command: str, timeout: float) -> None:
        try:
            self.arguments = split_command_line(command)
        except ValueError as error:
            raise NotationError(f"gtp: {str(error).lower()} in {command[:40]!r}") from error
        if not self.arguments:
            raise NotationError("gtp: needs a command, like gtp:'greylox gtp'")
        self.timeout = timeout
        self.process: subprocess.Popen[bytes] | None = None
        self.lines: Queue[bytes] = Queue(maxsize=MAX_LINES)

    def prepare(self, game: Game) -> None:
        self.start()
        self.send_or_forfeit("protocol_version")

    def new_game(self, ongoing_game: GameInProgress, seed: str) -> None:
        game = ongoing_game.game
        if self.process is None:
            self.start()
        if self.send_or_forfeit("known_command greylox-game") == "true":
            pairs = [  # without newer switches that are off: earlier versions do not know them
                f"{option.key}={str(game.options[option.key]).lower()}"
                for option in game.option_schema
                if game.options[option.key] is not False or option.default is not False
            ]
            self.send_or_forfeit(f"greylox-game {game.name} {game.size} {' '.join(pairs)}".rstrip())
        else:
            self.send_or_forfeit(f"boardsize {game.size}")
            self.send_or_forfeit("clear_board")
        texts = format_turns(game, ongoing_game.states, ongoing_game.actions)
        for undo_point, text in zip(ongoing_game.undo_points, texts, strict=True):
            self.observe(ongoing_game.states[undo_point].mover, text)

    def choose_turn(self, ongoing_game: GameInProgress) -> str:
        return self.send_or_forfeit(f"genmove {'bw'[ongoing_game.state.mover]}").strip().lower()

    def observe(self, colour: int, turn: str) -> None:
        self.send_or_forfeit(f"play {'bw'[colour]} {turn}")

    def close(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(OSError, ValueError, subprocess.TimeoutExpired):
            process.communicate(b"quit\n", timeout=QUIT_SECONDS)
        kill_process_tree(process)

    def start(self) -> None:
        """Start the program."""
        try:
            environment = {k: v for k, v in os.environ.items() if k not in ADDED_VARIABLES}
            self.process = subprocess.Popen(
                self.arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                start_new_session=True,  # to kill the program with its child processes
            )
        except OSError as error:
            raise Forfeit(f"did not start: {error.strerror}") from error
        self.lines = Queue(maxsize=MAX_LINES)
        Thread(target=read_output, args=(self.process, self.lines), daemon=True).start()

    def send_or_forfeit(self, command: str) -> str:
        """Return the response to a command; if invalid, kill the program and raise Forfeit."""
        try:
            return self.send_command(command)
        except Forfeit:
            if self.process is not None:
                kill_process_tree(self.process)
                self.process = None
            raise

    def send_command(self, command: str) -> str:
        """Return the response to a command; raise Forfeit without a valid response in time."""
        process, deadline = self.process, monotonic() + self.timeout
        word = command.split()[0]
        if process is None or process.stdin is None:
            raise Forfeit("is not running")
        try:
            process.stdin.write(command.encode() + b"\n")
            process.stdin.flush()
        except OSError as error:
            raise Forfeit(f"crashed before {word}") from error
        answer: list[str] = []
        while True:
            try:
                line = self.lines.get(timeout=max(deadline - monotonic(), 0.01))
            except Empty as error:
                raise Forfeit(f"did not answer {word} in {self.timeout:g} seconds") from error
            if not line:
                raise Forfeit(exit_reason(process, word))
            text = line.decode("ascii", "replace").rstrip()
            if text:
                answer.append(text)
            elif answer:
                break
            if answer and answer[0][0] != "=":
                raise Forfeit(f"answered {word} with {answer[0][:80]!r}")
            if len(answer) > MAX_LINES or len(line) >= MAX_LINE_BYTES or monotonic() > deadline:
                raise Forfeit(f"did not end its answer to {word}")
        return "\n".join(answer)[1:].strip()


def exit_reason(process: subprocess.Popen[bytes], word: str) -> str:
    """Return the reason why a program has closed its output, in words."""
    try:
        return f"crashed at {word} (exit status {process.wait(1)})"
    except subprocess.TimeoutExpired:
        return f"closed its output at {word}"


def kill_process_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and (except on Windows) all processes that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def read_output(process: subprocess.Popen[bytes], lines: "Queue[bytes]") -> None:
    """Put the output of a program into ``lines``; an empty item marks the end."""
    assert process.stdout is not None
    while True:
        line = process.stdout.readline(MAX_LINE_BYTES)
        try:
            lines.put(line, timeout=QUIT_SECONDS)
        except Full:
            return
        if not line:
            return
