"""GTP programs for the tests of matches, and short matches."""

import sys

from greylox_web.command.match.games import play_games
from greylox_web.command.match.players import player_factory

PYTHON = sys.executable
OURS = f"gtp:{PYTHON} -m greylox_web gtp --level 0 --seed 1"

PLAIN = """
import sys
game = sys.argv[1]
for line in sys.stdin:
    words = line.split()
    if words[0] == "quit":
        break
    if words[0] == "known_command":
        print("= false\\n", flush=True)
    elif words[0] == "genmove":
        {genmove}
    else:
        print("=\\n", flush=True)
"""


def make_program(tmp_path, genmove):
    """Return the player name of a plain GTP program; ``genmove`` is its answer as Python code."""
    path = tmp_path / "program.py"
    path.write_text(PLAIN.format(genmove=genmove))
    return f"gtp:{PYTHON} {path} brink"


def play_match(a, b, game, numbers=(0, 1), timeout=20.0):
    players = (player_factory(a, timeout)(), player_factory(b, timeout)())
    try:
        return list(play_games(game, players, 2, 1, list(numbers)))
    finally:
        for player in players:
            player.close()
