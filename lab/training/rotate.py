"""Train one game after the other, in rotation, until stopped.

    nice -n 10 python3 -m lab.training.rotate byg brink lox greylox multiplicity --minutes 20

The same command resumes with the game whose turn it was.  Training pauses while the file
``lab/runs/pause`` exists, or while its process group is suspended.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

from greylox_web.rules import GAMES

from ..command_line import make_parser
from .__main__ import RUNS

TURN_FILE = RUNS / "turn"
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}


def rotation(games: list[str]) -> Iterator[str]:
    """Yield the games in order without end, starting with the game in ``TURN_FILE``."""
    last_game = TURN_FILE.read_text().strip() if TURN_FILE.exists() else ""
    index = games.index(last_game) if last_game in games else 0
    while True:
        TURN_FILE.parent.mkdir(parents=True, exist_ok=True)
        TURN_FILE.write_text(games[index] + "\n")
        yield games[index]
        index = (index + 1) % len(games)


def main() -> None:
    """Train the games in rotation."""
    parser = make_parser("lab.training.rotate", __doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="in this order; else all")
    parser.add_argument("--minutes", type=float, default=20, help="of work in a turn")
    arguments = parser.parse_args()
    games = arguments.games or list(GAMES)
    if unknown := [game for game in games if game not in GAMES]:
        parser.error(f"there is no game {unknown[0]!r}")
    for game in rotation(games):
        line = [sys.executable, "-m", "lab.training", game, "--minutes", str(arguments.minutes)]
        subprocess.run(line, env=os.environ | ONE_THREAD, check=True)


if __name__ == "__main__":
    main()
