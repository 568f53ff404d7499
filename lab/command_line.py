"""The argument parser that the commands of the laboratory share."""

import argparse


def make_parser(module: str, about: str | None) -> argparse.ArgumentParser:
    """Return a parser for ``python3 -m MODULE`` whose help shows ``about`` with line breaks."""
    return argparse.ArgumentParser(
        prog=f"python3 -m {module}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
