"""An evaluator on another core, simulated in this process for matches and tests."""

from collections import deque

import numpy as np

from greylox_web.engine.compiled import layout
from greylox_web.engine.compiled.leaf_batch import EvaluatorImage
from greylox_web.engine.compiled.rules import FILE
from greylox_web.engine.compiled.wasm import load_instance


class LocalEvaluator:
    """A simulation of ``assets/evaluator.js`` with its own wasm memory.

    Two of three calls of ``answers`` return an answer: a core evaluates a batch (12 positions)
    while the search visits 12 leaves itself, in one and a half steps of 8.
    """

    is_ready = True

    def __init__(self) -> None:
        self.image: EvaluatorImage | None = None
        self.pending = deque[bytes]()
        self.polls = 0

    def submit(self, image: EvaluatorImage, positions: bytes) -> None:
        """See ``engine.evaluator_pool.CoreEvaluator``."""
        if image is not self.image:
            instance = load_instance(FILE)
            assert instance is not None
            self.image, self.instance, self.memory = (
                image,
                instance,
                instance.allocate(image.memory_bytes),
            )
            self.memory[: len(image.image)] = np.frombuffer(image.image, np.uint8)
            self.answer = instance.function("evaluateBatch")
        self.pending.append(positions)

    def answers(self) -> list[bytes]:
        """See ``engine.evaluator_pool.CoreEvaluator``."""
        self.polls += 1
        if self.polls % 3 == 0 or not self.pending:
            return []
        assert self.image is not None
        positions, image = self.pending.popleft(), self.image
        count, start = len(positions) // layout.RECORD.size, image.answers
        self.memory[image.records : image.records + len(positions)] = list(positions)
        self.answer(image.context, count, image.records, start)
        return [self.memory[start : start + count * image.answer_bytes].tobytes()]

    def close(self) -> None:
        """See ``engine.evaluator_pool.CoreEvaluator``."""
        self.pending.clear()
