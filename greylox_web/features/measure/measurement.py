"""A study in the page: workers play its games, and storage keeps them for the next visit.

It depends on no browser: ``Host`` has what a browser does.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from ...engine.client import WorkerLost
from ...measure.job import Job, read_played, write_job
from ...measure.plan import Plan
from ...measure.report import first_points
from ...measure.rows import (
    METHOD,
    LadderRow,
    Pair,
    Row,
    StudyParameters,
    format_header,
    format_row,
    pair_of,
    parse_fields,
    parse_game,
    parse_header,
    read_row,
)
from ...rules import TITLES
from ...rules.notation.links import read_spec
from ...schema import SchemaError
from ...words.measure import MEASURE_WORDS
from .stored import StoredStudy, games_key, read_rows, study_key, write_about, write_rows

SLICE_MILLIS = 500  # of play in a worker, if nothing interrupts it
BATCH_GAMES = 8  # games that a worker gets at once
NOTICE_MILLIS = 250  # least time between two calls of the listeners
FLUSH_MILLIS = 3000  # least time between two writes
RATE_SECONDS = 60.0  # the games of this long count for the speed
MAX_LOST = 3  # workers lost in a row without a game
MAX_FILE_LENGTH = 1 << 25  # characters
PARSED_PER_STEP = 2  # lines of a file between two moments for the page

Strength = int | Pair
"""The visits of both sides, or a step of the ladder."""


class Worker(Protocol):
    """The functions of ``measure.worker``, with methods that start and end the worker."""

    async def start(self) -> None:
        """Start the worker; return when it accepts jobs."""

    def begin(self, job: str) -> Awaitable[str]:
        """Begin a job (``measure.job``); return "", or a sentence why it cannot be played."""

    def play(self, millis: int) -> Awaitable[str]:
        """Play for about ``millis`` milliseconds; return the finished games."""

    def hold(self) -> None:
        """Let ``play`` return as soon as possible."""

    def kill(self) -> None:
        """End the worker at once, whatever it is doing."""


class StorageRefused(Exception):
    """The browser refuses to store; the message is a sentence."""


class Storage(Protocol):
    """The stored studies; every method may raise StorageRefused."""

    async def studies(self) -> dict[str, str]:
        """Return what is stored about each study, by key."""

    async def games(self, key: str) -> list[str]:
        """Return the stored games of a variant, in several texts."""

    def write(self, key: str, about: str, games: dict[str, str]) -> Awaitable[None]:
        """Store what there is about a study, and add games, by the variants' keys.

        The writing begins at once.
        """

    async def delete(self, key: str, games: Collection[str]) -> None:
        """Delete a study, and the games of the variants with these keys."""


class Host(Protocol):
    """What the page has for a study."""

    engine: str  # its version
    networks: Mapping[str, str]  # the checksum of each game's network
    worker_count: int
    storage: Storage

    def make_worker(self) -> Worker:
        """Return a new worker, not yet started."""

    def now(self) -> float:
        """Return the time in seconds, for durations."""

    def today(self) -> str:
        """Return the date and time in ISO format."""

    def spawn(self, work: Coroutine[Any, Any, object]) -> "asyncio.Future[object]":
        """Run a coroutine in the background."""

    def set_timeout(self, millis: float, work: Callable[[], object]) -> None:
        """Run ``work`` after ``millis``."""


class Batch(NamedTuple):
    """Games for a worker, all of one study and strength."""

    study: int  # the index in the plan
    strength: Strength
    numbers: list[int]


class Measurement:
    """A study: its games so far, and the workers that play the missing ones."""

    def __init__(self, plan: Plan, host: Host, engine: str = "") -> None:
        """Create a study without games; ``engine`` played the games to come, by default ours."""
        self.plan, self.host, self.engine = plan, host, engine or host.engine
        self.key = study_key(plan, self.engine)
        self.rows: dict[tuple[int, int], list[Row]] = {
            (index, visits): [] for index in range(len(plan.studies)) for visits in plan.strengths
        }
        """The games by the study's index in the plan and the visits, in order of arrival."""
        self.ladder_rows: dict[Pair, list[LadderRow]] = {pair: [] for pair in plan.ladder}
        self.is_running = False
        self.is_held = False  # whether the workers wait, because the player waits for the engine
        self.fault = ""  # why it does not run or does not store: a sentence, or ""
        self.listeners: list[Callable[[], object]] = []
        """Called when games arrived or the state changed, at most about four times a second."""
        self._known: set[tuple[int, Strength, int]] = set()
        self._in_play: set[tuple[int, Strength, int]] = set()
        self._unwritten: list[tuple[int, Row | LadderRow]] = []
        self._arrivals: deque[float] = deque()
        self._started = 0.0
        self._first_missing = 0  # of the numbers below it no game is missing
        self._lost = 0
        self._workers: list[Worker] = []
        self._released = asyncio.Event()
        self._released.set()
        self._notice_due = self._flush_due = False

    # ------------------------------------------------------------ what there is

    @property
    def games(self) -> int:
        """The number of games so far."""
        return len(self._known)

    @property
    def is_complete(self) -> bool:
        """Whether all games have been played."""
        return self.games >= self.plan.all_games

    @property
    def games_keys(self) -> list[str]:
        """The keys of the games of each variant."""
        return [games_key(study, self.engine) for study in self.plan.studies]

    @property
    def has_unwritten(self) -> bool:
        """Whether some games are not stored yet."""
        return bool(self._unwritten)

    @property
    def games_per_minute(self) -> float:
        """The speed in the last minute; 0 if it does not run."""
        if not self.is_running:
            return 0.0
        now = self.host.now()
        while self._arrivals and self._arrivals[0] < now - RATE_SECONDS:
            self._arrivals.popleft()
        seconds = min(RATE_SECONDS, now - self._started)
        return 60 * len(self._arrivals) / seconds if seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The time until all games are played, at the present speed; None if unknown."""
        rate = self.games_per_minute
        return 60 * (self.plan.all_games - self.games) / rate if rate else None

    def export_lines(self, study: int = 0) -> str:
        """Return the file of a study, which the command reads and goes on with."""
        about = self.plan.studies[study]
        lines = [format_header(about, engine=self.engine, method=METHOD)]
        lines += [format_row(row) for row in self._rows_of(study)]
        return "".join(f"{line}\n" for line in lines)

    def _rows_of(self, study: int) -> Iterator[Row | LadderRow]:
        for (index, _), rows in self.rows.items():
            if index == study:
                yield from sorted(rows, key=lambda row: row["number"])
        for ladder_rows in self.ladder_rows.values() if study == 0 else ():
            yield from sorted(ladder_rows, key=lambda row: row["number"])

    # ------------------------------------------------------------ playing

    def start(self) -> None:
        """Play the missing games, unless that is going on or they are another engine's."""
        if self.is_running or self.is_complete:
            return
        if fault := self.fault_of_engine():
            self.fault = fault
            self._changed()
            return
        self.is_running, self.fault, self._lost = True, "", 0
        self._started = self.host.now()
        self._arrivals.clear()
        for _ in range(self.host.worker_count):
            self.host.spawn(self._run_worker())
        self._changed()
        self.flush()

    def pause(self) -> None:
        """Stop at once; the games that are not finished are played again later."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.kill()
        self._in_play.clear()
        if self.is_running:
            self.is_running = False
            self._changed()
            self.flush()

    def leave(self) -> None:
        """Stop at once as the page is left; the next visit goes on if this one was playing."""
        if self.has_unwritten:
            self.flush()
        self.is_running = False
        self.pause()

    def hold(self, held: bool) -> None:
        """Let the workers wait while the player waits for the engine, which needs the processor."""
        self.is_held = held
        if held:
            self._released.clear()
            for worker in self._workers:
                worker.hold()
        else:
            self._released.set()

    def fault_of_engine(self) -> str:
        """Return why no game can be added, as a sentence; "" if games can be."""
        if self.engine != self.host.engine:
            return MEASURE_WORDS["other-engine"].format(theirs=self.engine, ours=self.host.engine)
        for study in self.plan.studies:
            game = read_spec(study.game, allow_small=True)
            if study.network not in ("", self.host.networks.get(game.name, "")):
                return MEASURE_WORDS["other-network"].format(Game=TITLES[game.name])
        return ""

    async def _run_worker(self) -> None:
        """Start a worker and let it play until nothing is missing or the study is paused."""
        worker = self.host.make_worker()
        self._workers.append(worker)
        batch: Batch | None = None
        try:
            await worker.start()
            while (batch := self._next_batch()) is not None:
                if refusal := await worker.begin(self._job(batch)):
                    self._stop(refusal)
                    return
                while batch.numbers:
                    await self._released.wait()
                    self._add_played(batch, await worker.play(SLICE_MILLIS))
        except (WorkerLost, SchemaError) as lost:
            if worker in self._workers:  # else it was paused
                self._replace_lost(worker, batch, str(lost))
        finally:
            if worker in self._workers:
                self._workers.remove(worker)
            worker.kill()
            if self.is_running and not self._workers and self.is_complete:
                self._stop("")

    def _replace_lost(self, worker: Worker, batch: Batch | None, why: str) -> None:
        """Start another worker instead of a lost one, unless too many were lost."""
        self._workers.remove(worker)
        self._release(batch)
        self._lost += 1
        if self._lost >= MAX_LOST:
            self._stop(MEASURE_WORDS["workers-lost"].format(why=why))
        else:
            self.host.spawn(self._run_worker())

    def _stop(self, fault: str) -> None:
        """End the run; ``fault`` is a sentence, or "" after the last game."""
        self.fault = fault
        self.pause()

    def _next_batch(self) -> Batch | None:
        """Return missing games for a worker; None if none is left to play or it is paused.

        All variants and strengths progress equally.
        """
        if not self.is_running:
            return None
        for first in range(self._first_missing, self.plan.games, BATCH_GAMES):
            numbers = range(first, min(first + BATCH_GAMES, self.plan.games))
            if first == self._first_missing and all(
                (*series, number) in self._known for series in self._series() for number in numbers
            ):
                self._first_missing += BATCH_GAMES
                continue
            for study, strength in self._series():
                missing = [
                    number
                    for number in numbers
                    if (key := (study, strength, number)) not in self._known
                    and key not in self._in_play
                ]
                if missing:
                    self._in_play.update((study, strength, number) for number in missing)
                    return Batch(study, strength, missing)
        return None

    def _series(self) -> Iterator[tuple[int, Strength]]:
        """Yield each series of games: a variant and a strength, or a step of the ladder."""
        yield from self.rows
        for pair in self.ladder_rows:
            yield 0, pair

    def _release(self, batch: Batch | None) -> None:
        if batch is not None:
            keys = ((batch.study, batch.strength, number) for number in batch.numbers)
            self._in_play.difference_update(keys)

    def _job(self, batch: Batch) -> str:
        study = self.plan.studies[batch.study]
        return write_job(Job(study, self.host.engine, batch.strength, batch.numbers))

    def _add_played(self, batch: Batch, text: str) -> None:
        """Add the games that a worker has finished; SchemaError if they are not the expected."""
        for line in read_played(text):
            row = read_row(line)
            if row is None or row["number"] not in batch.numbers:
                raise SchemaError("json-other")
            batch.numbers.remove(row["number"])
            self._in_play.discard((batch.study, batch.strength, row["number"]))
            self._lost = 0
            if self._add(batch.study, row):
                self._arrivals.append(self.host.now())
                self._unwritten.append((batch.study, row))
                self._changed()
                self._flush_later()

    def _add(self, study: int, row: Row | LadderRow) -> bool:
        """Add a game; return False if it is there already, or in no series of the plan."""
        rows: Any
        strength: Strength
        if isinstance(row["visits"], int):
            strength = row["visits"]
            rows = self.rows.get((study, strength))
        else:
            strength = pair_of(row)
            rows = self.ladder_rows.get(strength) if study == 0 else None
        key = study, strength, row["number"]
        if rows is None or row["number"] >= self.plan.games or key in self._known:
            return False
        self._known.add(key)
        rows.append(row)
        return True

    def _changed(self) -> None:
        """Call the listeners soon, at most about four times a second."""
        if self._notice_due:
            return
        self._notice_due = True
        self.host.set_timeout(NOTICE_MILLIS, self._notify)

    def _notify(self) -> None:
        self._notice_due = False
        for listener in [*self.listeners]:
            listener()

    # ------------------------------------------------------------ files and storage

    async def load_lines(self, text: str) -> str:
        """Add the games in a file of the command or of a page; return what became of them.

        Each game is played again to check it.  No game counts twice.
        """
        header, lines = split_file(text)
        study = next((i for i, own in enumerate(self.plan.studies) if own == header.study), -1)
        if study < 0:
            return MEASURE_WORDS["file-other-study"]
        if header.engine != self.engine:
            return MEASURE_WORDS["other-engine"].format(theirs=header.engine, ours=self.engine)
        read = damaged = doubled = 0
        for count, line in enumerate(lines):
            row = parse_game(line, self.plan.studies[study])
            if row is None:
                damaged += 1
            elif self._add(study, row):
                read += 1
                self._unwritten.append((study, row))
            else:
                doubled += 1
            if count % PARSED_PER_STEP == PARSED_PER_STEP - 1:
                self._changed()
                await asyncio.sleep(0)
        self._changed()
        self.flush()
        parts = [MEASURE_WORDS["file-read"].format(games=read)]
        if damaged:
            parts.append(MEASURE_WORDS["file-damaged"].format(lines=damaged))
        if doubled:
            parts.append(MEASURE_WORDS["file-doubled"].format(games=doubled))
        return " ".join(parts)

    async def load_stored(self) -> None:
        """Add the games that an earlier visit stored; those of damaged texts are played again."""
        try:
            for study, key in enumerate(self.games_keys):
                for text in await self.host.storage.games(key):
                    for row in read_rows(text):
                        self._add(study, row)
                    await asyncio.sleep(0)
        except StorageRefused as refused:
            self._refuse(refused)
        self._changed()

    def flush(self) -> None:
        """Store the games that are not stored yet, and the description."""
        rows, self._unwritten = self._unwritten, []
        strongest = self.rows[0, self.plan.strengths[-1]]
        points = first_points(strongest)
        about = StoredStudy(
            self.plan,
            self.engine,
            self.host.today(),
            self.is_running,
            self.games,
            (points, len(strongest)),
        )
        games = {
            key: write_rows(own)
            for study, key in enumerate(self.games_keys)
            if (own := [row for index, row in rows if index == study])
        }
        writing = self.host.storage.write(self.key, write_about(about), games)
        self.host.spawn(self._wait_written(writing))

    def _flush_later(self) -> None:
        """Store soon what has been played."""
        if not self._flush_due:
            self._flush_due = True
            self.host.set_timeout(FLUSH_MILLIS, self._flush_now)

    def _flush_now(self) -> None:
        self._flush_due = False
        if self.has_unwritten:
            self.flush()

    async def _wait_written(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except StorageRefused as refused:
            self._refuse(refused)

    def _refuse(self, refused: StorageRefused) -> None:
        """Tell that the browser does not store the games; they last until the page is left."""
        self.fault = MEASURE_WORDS["not-stored"].format(why=refused)
        self._changed()

    async def forget(self, shared: Collection[str]) -> None:
        """Stop, and delete what is stored, except the games of the variants ``shared``."""
        self.pause()
        self._unwritten.clear()
        try:
            await self.host.storage.delete(self.key, {*self.games_keys}.difference(shared))
        except StorageRefused as refused:
            self._refuse(refused)


class FileHeader(NamedTuple):
    """The first line of a file."""

    study: StudyParameters | None  # None: the text is no file of a study
    engine: str


def split_file(text: str) -> tuple[FileHeader, list[str]]:
    """Return the first line and the other lines of a file."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or len(text) > MAX_FILE_LENGTH:
        return FileHeader(None, ""), []
    engine = parse_fields(lines[0]).get("engine")
    return FileHeader(parse_header(lines[0]), engine if isinstance(engine, str) else ""), lines[1:]
