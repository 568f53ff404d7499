"""The engine for other programs: ``gtp``, ``analyse``, ``match``, ``study`` and ``solve``.

They share ``arguments``, ``game`` (a game in progress, and the engine as a player), ``networks``,
``jsonl`` (files of JSON lines), ``pipes`` (broken pipes) and ``processes`` (Ctrl-C).  The
packages: ``gtp`` (``commands`` and ``extensions``, the commands of the protocol and our own ->
``protocol``), ``analyse`` (``fields`` -> ``query`` -> ``position_analysis`` -> ``workers`` ->
``service``), ``match`` (``program`` and ``players`` -> ``games`` -> ``log`` -> ``match``) and
``study`` (``measure`` -> ``results`` -> ``summary``, ``selfplay`` -> ``batches`` -> ``workers`` ->
``study``).  ``solve`` is one module; ``retrograde`` makes the tablebases that it uses on small
boards.
"""

import os

# numpy reads these when it is imported.  The matrices here are small: on a busy machine a move
# takes five times as long if several threads wait for each other at every product.
ADDED_VARIABLES = {
    name: "1"
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    if name not in os.environ
}
"""Variables added to the environment: one thread for arithmetic, unless the user set them."""

os.environ |= ADDED_VARIABLES
