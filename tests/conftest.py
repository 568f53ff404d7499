"""Hypothesis profiles: the same examples every time, or with GREYLOX_TESTS=long many new ones."""

import os

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "short", max_examples=40, deadline=None, derandomize=True, suppress_health_check=SLOW
)
settings.register_profile("long", max_examples=1500, deadline=None, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("GREYLOX_TESTS", "short"))
