"""The argument parser that the commands of the laboratory share."""

import argparse


def make_parser(module: str, about: str | None) -> argparse.ArgumentParser:
    """A parser for ``python3 -m MODULE``, whose help keeps the lines of the docstring ``about``."""
    return argparse.ArgumentParser(
        prog=f"python3 -m {module}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
