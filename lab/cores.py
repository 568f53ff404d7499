"""Another core's part of a search, simulated in this process: for matches and tests."""

from collections import deque

import numpy as np

from greylox_web.engine.compiled import layout
from greylox_web.engine.compiled.leaves import EvaluatorImage
from greylox_web.engine.compiled.machine import load_instance
from greylox_web.engine.compiled.rules import FILE


class LocalCore:
    """Does what ``assets/evaluator.js`` does, with memory of its own.

    Two of three calls of ``answers`` return one: a core evaluates ``leaves.MOST`` positions (12)
    while the search visits 12 leaves itself, in one and a half steps of 8.
    """

    is_ready = True

    def __init__(self) -> None:
        self.brief: EvaluatorImage | None = None
        self.asked = deque[bytes]()
        self.looks = 0

    def ask(self, brief: EvaluatorImage, positions: bytes) -> None:
        """See ``engine.cores.Core``."""
        if brief is not self.brief:
            runs = load_instance(FILE)
            assert runs is not None
            self.brief, self.machine, self.memory = brief, runs, runs.allocate(brief.length)
            self.memory[: len(brief.octets)] = np.frombuffer(brief.octets, np.uint8)
            self.answer = runs.function("evaluateBatch")
        self.asked.append(positions)

    def answers(self) -> list[bytes]:
        """See ``engine.cores.Core``."""
        self.looks += 1
        if self.looks % 3 == 0 or not self.asked:
            return []
        assert self.brief is not None
        positions, brief = self.asked.popleft(), self.brief
        count, start = len(positions) // layout.RECORD.size, brief.answers
        self.memory[brief.records : brief.records + len(positions)] = list(positions)
        self.answer(brief.desk, count, brief.records, start)
        return [self.memory[start : start + count * brief.size].tobytes()]

    def close(self) -> None:
        """See ``engine.cores.Core``."""
        self.asked.clear()
