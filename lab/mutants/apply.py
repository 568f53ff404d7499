"""Make mutated files; run only by the Python that has Cosmic Ray.

Read a JSON list of [path, operator, occurrence] and write a JSON list of the files' texts; a change
that cannot be made is null.
"""

import json
import sys
from pathlib import Path

from cosmic_ray.mutating import mutate_code  # type: ignore[import-not-found]
from cosmic_ray.plugins import get_operator  # type: ignore[import-not-found]

if __name__ == "__main__":
    texts = [
        mutate_code(Path(path).read_text(), get_operator(operator)(), occurrence)
        for path, operator, occurrence in json.load(sys.stdin)
    ]
    json.dump(texts, sys.stdout)
