"""Annotate a game: an example of a program that uses the command ``analyse``.

    python3 -m lab.annotate "lox5 1. b4  2. d2  3. c3" --visits 200

It prints each turn with the mover's winning chances before and after it, and the better action if
the turn cost much.  It imports nothing of the engine: a program in any language can do the same.
"""

import argparse
import json
import subprocess
import sys
from itertools import pairwise
from typing import Any

COMMAND = [sys.executable, "-m", "greylox_web", "analyse"]
COSTLY = 0.1


def analyse_turns(position: str, visits: int) -> list[dict[str, Any]]:
    """Return the analyses of all positions between the turns of a link or a record, in order."""
    query = {"id": "game", "position": position, "turns": "all", "visits": visits, "seed": 1}
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None and program.stdout is not None
        program.stdin.write(json.dumps(query).encode() + b"\n")
        program.stdin.close()  # it answers all that is pending, then ends
        answers = [json.loads(line) for line in program.stdout]
    for answer in answers:
        if "error" in answer:
            raise SystemExit(answer["error"])
    return sorted(answers, key=lambda answer: answer["turn"])


def chance(answer: dict[str, Any], colour: str) -> float:
    """Return the share of the points that a colour may expect, or has after the end."""
    if answer["over"]:
        return 0.5 if answer["winner"] is None else float(answer["winner"] == colour)
    is_first = colour == answer["colours"][0]
    return float(answer["chance"] if is_first else 1 - answer["chance"])


def annotate(answers: list[dict[str, Any]]) -> list[str]:
    """Return a line of text for each turn."""
    lines = []
    for before, after in pairwise(answers):
        mover = before["mover"]
        chances = chance(before, mover), chance(after, mover)
        line = f"{after['turn']}. {mover} {after['last_turn']}: "
        line += f"{chances[0]:.0%} -> {chances[1]:.0%}"
        if chances[0] - chances[1] > COSTLY:
            line += f", better {before['best']}"
        lines.append(line)
    return lines


def main() -> None:
    """Annotate the game of the command line."""
    parser = argparse.ArgumentParser(prog="python3 -m lab.annotate", description=__doc__)
    parser.add_argument("game", help="a link or a record")
    parser.add_argument("--visits", type=int, default=400, help="for each position (default 400)")
    arguments = parser.parse_args()
    print("\n".join(annotate(analyse_turns(arguments.game, arguments.visits))))


if __name__ == "__main__":
    main()
