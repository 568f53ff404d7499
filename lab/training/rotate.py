"""Train one game after the other, in rotation, until it is stopped.

    nice -n 10 python3 -m lab.training.rotate byg brink lox greylox multiplicity --minutes 20

Stopped at any point, the same command continues with the game whose turn it was.  While there is
a file ``lab/runs/pause`` it waits, and a process group that was stopped continues when it is let.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

from greylox_web.rules import GAMES

from ..command_line import command_line
from .__main__ import RUNS

TURN = RUNS / "turn"
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}


def turns(games: list[str]) -> Iterator[str]:
    """The games in order without end, from the one whose turn it is in the file."""
    kept = TURN.read_text().strip() if TURN.exists() else ""
    place = games.index(kept) if kept in games else 0
    while True:
        TURN.parent.mkdir(parents=True, exist_ok=True)
        TURN.write_text(games[place] + "\n")
        yield games[place]
        place = (place + 1) % len(games)


def main() -> None:
    """Rotate."""
    parser = command_line("lab.training.rotate", __doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="in this order; else all")
    parser.add_argument("--minutes", type=float, default=20, help="of work in a turn")
    arguments = parser.parse_args()
    games = arguments.games or list(GAMES)
    if unknown := [game for game in games if game not in GAMES]:
        parser.error(f"there is no game {unknown[0]!r}")
    for game in turns(games):
        line = [sys.executable, "-m", "lab.training", game, "--minutes", str(arguments.minutes)]
        subprocess.run(line, env=os.environ | ONE_THREAD, check=True)


if __name__ == "__main__":
    main()
