"""Leaf parallelism: other cores of the processor evaluate leaves of one search.

The tree stays with the search: it walks to leaves, sends their positions away in batches and backs
up the answers as they arrive, while it evaluates other leaves itself.  Until its answer arrives a
visit counts as the mean worth of its action less a small penalty: with as many leaves outstanding
as here, virtual losses (Chaslot and others, 2008) would lead the search astray.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Protocol

from .compiled.leaf_batch import BATCH_SIZE, EvaluatorImage, LeafBatch
from .compiled.search import CompiledPuctSearch, SearchKernel

SHORT_INTERVAL, LONG_INTERVAL = (
    8,
    32,
)  # slices between two trials; SELDOM where the cores help by a factor of CLEAR
CLEAR_GAIN = 1.3
EMA_WEIGHT = 0.3  # the weight of the newest pace in the exponential moving average
QUEUE_DEPTH = 2  # batches queued at each core, so that it never has to wait for the next
MIN_VISITS_PER_LEAF = (
    32  # visits of the root per outstanding leaf, at least: more leaves lead the search astray
)
TIMEOUT_SECONDS = 0.5  # a core that has not answered for this many seconds,
TIMEOUT_POLLS = 50  # and for this many calls of ``collect_results``, is given up


class RemoteEvaluator(Protocol):
    """Another core; it answers its questions in the order in which they were asked."""

    @property
    def is_ready(self) -> bool:
        """Whether it has started and accepts questions."""

    def submit(self, image: EvaluatorImage, positions: bytes) -> None:
        """Start evaluating positions, given as records, with the network of ``brief``."""

    def answers(self) -> list[bytes]:
        """The answers that have arrived since the last call, one for each question."""

    def close(self) -> None:
        """Stop using it."""


class ParallelismTuner:
    """Decides whether to search with the other cores: on a busy processor they get in the way.

    The faster way is used; the other one is tried now and then, in case that has changed.
    """

    def __init__(self) -> None:
        self.paces = [0.0, 0.0]  # visits a second, smoothed: without and with them
        self.slices_to_trial = SHORT_INTERVAL  # slices of thinking before the next trial

    def use_pool(self) -> bool:
        """Whether the next slice uses the cores; call it once for each slice."""
        without, with_pool = self.paces
        best = with_pool >= without
        self.slices_to_trial -= 1
        if self.slices_to_trial > 0:
            return best
        self.slices_to_trial = (
            LONG_INTERVAL if 0 < without * CLEAR_GAIN < with_pool else SHORT_INTERVAL
        )
        return not best

    def record_pace(self, with_pool: bool, visits: int, seconds: float) -> None:
        """Record the pace of a slice."""
        if seconds > 0:
            measured_pace = visits / seconds
            previous = self.paces[with_pool] or measured_pace
            self.paces[with_pool] = previous + EMA_WEIGHT * (measured_pace - previous)


class EvaluatorPool:
    """The cores that share the work of one search."""

    def __init__(
        self, evaluators: Sequence[RemoteEvaluator], clock: Callable[[], float] = perf_counter
    ) -> None:
        self.clock = clock
        self.pending: dict[RemoteEvaluator, deque[LeafBatch]] = {
            evaluator: deque() for evaluator in evaluators
        }
        self.last_result_time, self.polls = (
            0.0,
            0,
        )  # the time of the last answer, and calls of ``collect_results`` since
        self.tuner = ParallelismTuner()
        self.kernel: SearchKernel | None = None
        self.image: EvaluatorImage | None = None

    def __bool__(self) -> bool:
        return bool(self.pending)

    @property
    def size(self) -> int:
        """The number of cores that are ready."""
        return sum(evaluator.is_ready for evaluator in self.pending)

    @property
    def has_pending(self) -> bool:
        """Whether any answer is outstanding."""
        return any(self.pending.values())

    def dispatch_leaves(self, search: CompiledPuctSearch) -> None:
        """Send leaves to every core whose queue is short."""
        if search.kernel is not self.kernel:
            self.kernel, self.image, self.tuner = (
                search.kernel,
                search.kernel.evaluator_image(),
                ParallelismTuner(),
            )
        assert self.image is not None
        if not self.pending:  # all were given up
            return
        batch_size = search.root.visits // (MIN_VISITS_PER_LEAF * QUEUE_DEPTH * len(self.pending))
        for evaluator, queue in self.pending.items():
            while evaluator.is_ready and batch_size > 0 and len(queue) < QUEUE_DEPTH:
                if not self.has_pending:
                    self.last_result_time, self.polls = self.clock(), 0
                if (leaves := search.collect_batch(min(batch_size, BATCH_SIZE))) is None:
                    return
                queue.append(leaves)
                evaluator.submit(self.image, leaves.positions)
                if leaves.count < BATCH_SIZE:
                    break  # the next walk ends where one waits

    def collect_results(self, search: CompiledPuctSearch) -> None:
        """Back up the answers that have arrived; give up cores that stay silent."""
        self.polls += 1
        for evaluator, queue in self.pending.items():
            for answers in evaluator.answers():
                self.last_result_time, self.polls = self.clock(), 0
                search.back_up_batch(queue.popleft(), answers)
        if (
            self.polls > TIMEOUT_POLLS
            and self.has_pending
            and self.clock() > self.last_result_time + TIMEOUT_SECONDS
        ):
            self.drop_unresponsive(search)

    def drop_unresponsive(self, search: CompiledPuctSearch) -> None:
        """Evaluate the leaves of silent cores in this process, and use those cores no more."""
        silent = [evaluator for evaluator, queue in self.pending.items() if queue]
        for evaluator in silent:
            for leaves in self.pending.pop(evaluator):
                search.back_up_batch(leaves)
            evaluator.close()

    def close(self) -> None:
        """Stop using all of them."""
        for evaluator in self.pending:
            evaluator.close()
        self.pending.clear()

    async def yield_to_event_loop(self) -> None:
        """Yield to the event loop, so that answers can arrive."""
        await asyncio.sleep(0)
