"""The engine for other programs: the commands ``gtp``, ``match``, ``study`` and ``solve``.

``game`` (a game in progress, and the engine at it) is shared.  Its rooms: ``gtp`` (``words`` and
``private``, what the protocol's commands and ours do -> ``protocol``), ``match`` (``program``
and ``players`` -> ``games`` -> ``log`` -> ``match``) and ``study`` (``measure`` -> ``results`` ->
``summary``, ``selfplay`` -> ``study``).  ``solve`` is one module.  ``pipes``: what to do when
whoever was on the other side is gone.
"""

import os

# numpy reads them when it is imported.  Its matrices are small: on a busy machine a move takes
# five times as long when several threads wait for each other at each product.
ADDED = {
    name: "1"
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    if name not in os.environ
}
"""What was added to the environment: one thread for arithmetic, unless the user chose otherwise."""

os.environ |= ADDED
