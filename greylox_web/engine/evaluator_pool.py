"""Leaf parallelism: other cores of the processor evaluate leaves of one search.

The tree stays with the search.  The search walks to leaves, sends their positions away in batches
and backs up the answers as they arrive.  Meanwhile it evaluates other leaves itself.

A pending visit counts as the mean value of its action less a small penalty.  With tens of pending
leaves, virtual losses (Chaslot and others, 2008) would mislead the search.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Protocol

from .compiled.leaf_batch import MAX_LEAVES, EvaluatorImage, LeafBatch
from .compiled.search import CompiledPuctSearch, SearchKernel

# slices between two trials; the long interval applies if the pool is faster by ``CLEAR_GAIN``
SHORT_INTERVAL, LONG_INTERVAL = 8, 32
CLEAR_GAIN = 1.3
EMA_WEIGHT = 0.3  # weight of the newest pace in the exponential moving average
QUEUE_DEPTH = 2  # batches queued per evaluator, so that it never waits for the next one
# root visits per pending leaf: more leaves would mislead the search
MIN_VISITS_PER_LEAF = 32
TIMEOUT_SECONDS = 0.5  # an evaluator is dropped after this many seconds without an answer
TIMEOUT_POLLS = 50  # and after this many calls of ``collect_results`` without an answer


class CoreEvaluator(Protocol):
    """An evaluator on another core; it answers requests in their order."""

    @property
    def is_ready(self) -> bool:
        """Whether the evaluator has started and accepts requests."""

    def submit(self, image: EvaluatorImage, positions: bytes) -> None:
        """Start evaluating positions, given as records, with the network of ``image``."""

    def answers(self) -> list[bytes]:
        """Return the answers that arrived since the last call, one for each request."""

    def close(self) -> None:
        """Stop the evaluator."""


class ParallelismTuner:
    """A tuner that decides whether to search with the pool.

    On a busy processor the other cores slow the search down.  The tuner uses the faster mode.  Now
    and then it tries the other mode, in case the load has changed.
    """

    def __init__(self) -> None:
        self.paces = [0.0, 0.0]  # visits per second, smoothed: without and with the pool
        self.slices_to_trial = SHORT_INTERVAL  # slices of thinking before the next trial

    def use_pool(self) -> bool:
        """Return whether the next slice uses the pool; call this once for each slice."""
        without, with_pool = self.paces
        pool_is_faster = with_pool >= without
        self.slices_to_trial -= 1
        if self.slices_to_trial > 0:
            return pool_is_faster
        self.slices_to_trial = (
            LONG_INTERVAL if 0 < without * CLEAR_GAIN < with_pool else SHORT_INTERVAL
        )
        return not pool_is_faster

    def record_pace(self, with_pool: bool, visits: int, seconds: float) -> None:
        """Record the visits per second of a slice."""
        if seconds > 0:
            measured_pace = visits / seconds
            previous = self.paces[with_pool] or measured_pace
            self.paces[with_pool] = previous + EMA_WEIGHT * (measured_pace - previous)


class EvaluatorPool:
    """The evaluators that share the work of one search."""

    def __init__(
        self, evaluators: Sequence[CoreEvaluator], clock: Callable[[], float] = perf_counter
    ) -> None:
        self.clock = clock
        self.queues: dict[CoreEvaluator, deque[LeafBatch]] = {
            evaluator: deque() for evaluator in evaluators
        }
        # the time of the last answer, and the calls of ``collect_results`` since then
        self.last_result_time, self.polls = 0.0, 0
        self.tuner = ParallelismTuner()
        self.kernel: SearchKernel | None = None
        self.image: EvaluatorImage | None = None

    def __bool__(self) -> bool:
        return bool(self.queues)

    @property
    def size(self) -> int:
        """The number of evaluators that are ready."""
        return sum(evaluator.is_ready for evaluator in self.queues)

    @property
    def has_pending(self) -> bool:
        """Whether any leaf batch is pending."""
        return any(self.queues.values())

    def dispatch_leaves(self, search: CompiledPuctSearch) -> None:
        """Send leaves to every evaluator whose queue is short."""
        if search.kernel is not self.kernel:
            self.kernel, self.image, self.tuner = (
                search.kernel,
                search.kernel.evaluator_image(),
                ParallelismTuner(),
            )
        assert self.image is not None
        if not self.queues:  # all were dropped
            return
        batch_size = search.root.visits // (MIN_VISITS_PER_LEAF * QUEUE_DEPTH * len(self.queues))
        for evaluator, queue in self.queues.items():
            while evaluator.is_ready and batch_size > 0 and len(queue) < QUEUE_DEPTH:
                if not self.has_pending:
                    self.last_result_time, self.polls = self.clock(), 0
                if (leaves := search.collect_batch(min(batch_size, MAX_LEAVES))) is None:
                    return
                queue.append(leaves)
                evaluator.submit(self.image, leaves.positions)
                if leaves.count < MAX_LEAVES:
                    break  # the next walk would end at a pending leaf

    def collect_results(self, search: CompiledPuctSearch) -> None:
        """Back up the answers that have arrived; drop evaluators that do not respond."""
        self.polls += 1
        for evaluator, queue in self.queues.items():
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
        """Drop the evaluators that do not respond; evaluate their leaves in this process."""
        silent = [evaluator for evaluator, queue in self.queues.items() if queue]
        for evaluator in silent:
            for leaves in self.queues.pop(evaluator):
                search.back_up_batch(leaves)
            evaluator.close()

    def close(self) -> None:
        """Stop all evaluators."""
        for evaluator in self.queues:
            evaluator.close()
        self.queues.clear()

    async def yield_to_event_loop(self) -> None:
        """Yield to the event loop, so that answers can arrive."""
        await asyncio.sleep(0)
