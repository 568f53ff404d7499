"""What a worker of the page does for a study: it plays the games of a job in slices.

The page calls ``begin``, then ``play`` until it has all games of the job.
"""

from collections.abc import Callable, Iterator
from time import perf_counter

from ..engine.network import NetworkError
from ..engine.network_registry import NetworkRegistry
from ..engine.version import checksum
from ..rules import TITLES, NotationError
from ..rules.notation.links import read_spec
from ..schema import SchemaError
from ..words.measure import MEASURE_WORDS
from .job import Job, read_job, write_played
from .plan import start_records
from .rows import format_row
from .selfplay import Finished, make_row, play_in_steps


class MeasureService:
    """The player of one job at a time."""

    def __init__(self, engine: str, clock: Callable[[], float] = perf_counter) -> None:
        self.engine, self.clock = engine, clock  # the engine's version; seconds
        self.nets = NetworkRegistry()
        self.checksums: dict[str, str] = {}  # of the networks, by game
        self.job: Job | None = None
        self.steps: Iterator[Finished | None] = iter(())
        self.is_done = True  # whether all games of the job have been played

    def add_network(self, name: str, data: bytes) -> None:
        """Add the network of a game; raise NetworkError if it cannot be used."""
        self.nets.add(name, data)
        self.checksums[name] = checksum(data)

    def missing_network(self, text: str) -> str:
        """Return the game whose network a job needs first, or ""."""
        try:
            job = read_job(text)
            name = read_spec(job.study.game, allow_small=True).name
        except (SchemaError, NotationError):
            return ""  # ``begin`` reports the error
        return name if job.study.network and name not in self.checksums else ""

    def begin(self, text: str) -> str:
        """Begin a job; return "", or a sentence why its games cannot be played."""
        self.steps, self.is_done = iter(()), True
        try:
            job = read_job(text)
            starts = start_records(job.study)
            game = starts[0].game
            if job.engine != self.engine:
                return MEASURE_WORDS["other-engine"].format(theirs=job.engine, ours=self.engine)
            if job.study.network and job.study.network != self.checksums.get(game.name, ""):
                return MEASURE_WORDS["other-network"].format(Game=TITLES[game.name])
            evaluator = self.nets.evaluator(game) if job.study.network else None
        except (SchemaError, NotationError, NetworkError) as error:
            return str(error)
        self.job, self.is_done = job, False
        self.steps = play_in_steps(job, starts, evaluator)
        return ""

    def play(self, millis: float) -> str:
        """Play for about ``millis`` milliseconds, at least one step; return the finished games."""
        lines, end = list[str](), self.clock() + millis / 1000
        for finished in self.steps:
            if finished is not None:
                assert self.job is not None
                lines.append(format_row(make_row(finished, self.job.visits)))
            if self.clock() >= end:
                break
        else:
            self.is_done = True
        return write_played(lines)
