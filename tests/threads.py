"""The numbers of threads with which a command starts."""

import os
import subprocess
import sys

from tools import ROOT

NAMES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

WATCHING = """
import os, runpy, sys

class Watch:
    "Tells what the environment holds when numpy or torch is looked for first."
    seen = False

    def find_spec(self, name, path=None, target=None):
        if name in ("numpy", "torch") and not self.seen:
            self.seen = True
            print(*(os.environ.get(name) for name in names))

names = sys.argv.pop().split(",")
sys.meta_path.insert(0, Watch())
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""


def threads(module, *words, **chosen):
    """Return the thread counts in the environment before ``module`` imports numpy."""
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    done = subprocess.run(
        [sys.executable, "-c", WATCHING, module, *words, ",".join(NAMES)],
        env=environment | chosen,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=ROOT,
        timeout=120,
        check=True,
    )
    return done.stdout.decode().splitlines()[0].split()
