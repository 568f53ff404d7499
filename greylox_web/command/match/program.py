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
from .. import ADDED
from ..game import GameInProgress

MOST_LINES = 10_000  # of one answer
MOST_OCTETS = 100_000  # of one line
PATIENCE = 5.0  # seconds for a program to end by itself


def words_of(command: str, system: str = os.name) -> list[str]:
    """The words of a command line, without the quotes around words with blanks.

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
    """A player cannot continue and loses the game; the message says why."""


class Program:
    """A GTP program; after a game that it forfeited it is started again."""

    def __init__(self, command: str, timeout: float) -> None:
        try:
            self.words = words_of(command)
        except ValueError as error:
            raise NotationError(f"gtp: {str(error).lower()} in {command[:40]!r}") from error
        if not self.words:
            raise NotationError("gtp: needs a command, like gtp:'greylox gtp'")
        self.timeout = timeout
        self.process: subprocess.Popen[bytes] | None = None
        self.lines: Queue[bytes] = Queue(maxsize=MOST_LINES)

    def arrive(self, game: Game) -> None:
        self.start()
        self.ask("protocol_version")

    def begin(self, table: GameInProgress, seed: str) -> None:
        game = table.game
        if self.process is None:
            self.start()
        if self.ask("known_command greylox-game") == "true":
            pairs = [f"{key}={str(value).lower()}" for key, value in game.options.items()]
            self.ask(f"greylox-game {game.name} {game.size} {' '.join(pairs)}".rstrip())
        else:
            self.ask(f"boardsize {game.size}")
            self.ask("clear_board")
        texts = format_turns(game, table.states, table.actions)
        for place, text in zip(table.marks, texts, strict=True):
            self.see(table.states[place].mover, text)

    def turn(self, table: GameInProgress) -> str:
        return self.ask(f"genmove {'bw'[table.state.mover]}").strip().lower()

    def see(self, colour: int, turn: str) -> None:
        self.ask(f"play {'bw'[colour]} {turn}")

    def close(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(OSError, ValueError, subprocess.TimeoutExpired):
            process.communicate(b"quit\n", timeout=PATIENCE)
        end(process)

    def start(self) -> None:
        """Start the program."""
        try:
            environment = {k: v for k, v in os.environ.items() if k not in ADDED}
            self.process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                start_new_session=True,  # so that it can be ended with what it starts
            )
        except OSError as error:
            raise Forfeit(f"did not start: {error.strerror}") from error
        self.lines = Queue(maxsize=MOST_LINES)
        Thread(target=listen, args=(self.process, self.lines), daemon=True).start()

    def ask(self, command: str) -> str:
        """The response to a command; raise Forfeit, and end the program, if it is not valid."""
        try:
            return self.asked(command)
        except Forfeit:
            if self.process is not None:
                end(self.process)
                self.process = None
            raise

    def asked(self, command: str) -> str:
        """The response to a command; raise Forfeit if there is no valid one in time."""
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
                raise Forfeit(ended(process, word))
            text = line.decode("ascii", "replace").rstrip()
            if text:
                answer.append(text)
            elif answer:
                break
            if answer and answer[0][0] != "=":
                raise Forfeit(f"answered {word} with {answer[0][:80]!r}")
            if len(answer) > MOST_LINES or len(line) >= MOST_OCTETS or monotonic() > deadline:
                raise Forfeit(f"did not end its answer to {word}")
        return "\n".join(answer)[1:].strip()


def ended(process: subprocess.Popen[bytes], word: str) -> str:
    """Why a program has closed its output, in words."""
    try:
        return f"crashed at {word} (exit status {process.wait(1)})"
    except subprocess.TimeoutExpired:
        return f"closed its output at {word}"


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all processes that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def listen(process: subprocess.Popen[bytes], lines: "Queue[bytes]") -> None:
    """Put the output of a program into ``lines``; an empty item is its end."""
    assert process.stdout is not None
    while True:
        line = process.stdout.readline(MOST_OCTETS)
        try:
            lines.put(line, timeout=PATIENCE)
        except Full:
            return
        if not line:
            return
