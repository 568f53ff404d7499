"""The explanations of the last comparisons: panels ask for the same one at every change."""

from functools import lru_cache

from .explain import explain
from .model import Comparison, Explanation

MAX_CACHED = 16


@lru_cache(MAX_CACHED)
def explanation(comparison: Comparison) -> Explanation:
    """Return the explanation of a comparison."""
    return explain(comparison)
