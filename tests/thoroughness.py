"""The thoroughness of a test run: the profile quick, usual or long, set by ``GREYLOX_TESTS``.

``quick`` tries few random examples, ``usual`` always the same ones, ``long`` many new ones.
Tests of all boards or sheets take a sample unless the profile is ``long``.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("GREYLOX_TESTS", "usual")
LONG = PROFILE == "long"
EXAMPLES = {"quick": 5, "usual": 40, "long": 1500}
SAMPLE = {"quick": 0.1, "usual": 0.25, "long": 1.0}
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
Item = TypeVar("Item")


def load_profile() -> None:
    """Register Hypothesis's profiles and load the chosen one."""
    for name, count in EXAMPLES.items():
        settings.register_profile(
            name,
            max_examples=count,
            deadline=None,
            derandomize=name != "long",
            suppress_health_check=SLOW,
        )
    settings.load_profile(PROFILE)


def examples(default_count: int) -> settings:
    """Return the settings of a test that tries ``default_count`` examples in the profile usual."""
    count = default_count * EXAMPLES[PROFILE] // EXAMPLES["usual"]
    return settings(max_examples=max(1, min(count, EXAMPLES["long"])))


def sample(items: Sequence[Item]) -> list[Item]:
    """Return evenly spread items, including the first and the last; all if ``long``."""
    count = max(2, round(len(items) * SAMPLE[PROFILE]))
    if count >= len(items):
        return list(items)
    return [items[number * (len(items) - 1) // (count - 1)] for number in range(count)]
