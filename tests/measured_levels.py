"""The measured levels, from ``lab/strength.md``."""

import re
from pathlib import Path
from typing import NamedTuple

STRENGTH_DOC = Path(__file__).parents[1] / "lab" / "strength.md"
STEP = re.compile(r"(?:temperature ([\d.]+)|(\d+) visits): \*\*([+−]?\d+)\*\*(?: ± (\d+))?")


class Step(NamedTuple):
    """One level of one game."""

    visits: int
    temperature: float
    elo: int
    margin: int  # half of the interval of the step from the level below


def read_ladder(name: str) -> list[Step]:
    """Return the steps of a game from the table of levels, from level 1 up."""
    _, _, table = STRENGTH_DOC.read_text("utf-8").partition("| level |")
    heads, _, *rows = table.partition("\n\n")[0].splitlines()
    names = [head.lower().split()[0] for head in heads.split("|") if head.strip()]
    cells = [row.split("|")[2:][names.index(name)] for row in rows]
    return [parse_step(cell) for cell in cells]


def parse_step(cell: str) -> Step:
    """Parse one cell of the table."""
    match = STEP.search(cell)
    assert match, cell
    temperature, visits, elo, margin = match.groups()
    signed = int(elo.replace("−", "-"))
    return Step(int(visits or 1), float(temperature or 0), signed, int(margin or 0))
