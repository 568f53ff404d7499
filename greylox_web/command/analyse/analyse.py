"""The command ``analyse``."""

import argparse
import os
import signal
import sys

from ..pipes import ignore_broken_pipe, open_streams
from .fields import help_text

MAX_WORKERS = 256
DEFAULT_WORKERS = min(os.cpu_count() or 1, 4)


def run(args: argparse.Namespace) -> None:
    """Answer queries on standard input and output."""
    from ...engine.compiled.rules import FILE as RULES_WASM  # numpy, which the help does not need
    from ...engine.compiled.wasm import load_instance
    from ...rules import NotationError
    from ..networks import warn_of_python
    from .service import serve

    if not 1 <= args.workers <= MAX_WORKERS:
        raise NotationError(f"workers: from 1 to {MAX_WORKERS}, not {args.workers}")
    if load_instance(RULES_WASM) is None:
        warn_of_python()
    source, target = open_streams()
    # not the stream itself: the thread that reads holds its lock, which Python's exit would need
    lines = open(source.fileno(), "rb", closefd=False)  # noqa: SIM115
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        with ignore_broken_pipe():
            serve(lines, target, args.workers, plain=args.no_network)
    finally:
        signal.signal(signal.SIGTERM, before)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Describe the command ``analyse``."""
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.epilog = help_text()
    command.add_argument(
        "--workers",
        type=int,
        default=DEFAULT_WORKERS,
        help=f"processes, each with one position at a time (default {DEFAULT_WORKERS})",
    )
    command.add_argument("--no-network", action="store_true", help="without the trained networks")
    command.set_defaults(run=run)
