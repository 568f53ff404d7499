"""Puzzles as lines of a file, one JSON object each; reading checks them."""

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from greylox_web.rules.board import NotationError
from greylox_web.rules.notation.actions import action_name, end_label, parse_action
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.state import Game, State
from greylox_web.rules.turns import WholeTurn, all_turns, turn_in_progress

from .grade import VISITS
from .proof import DRAW, WIN, Proof
from .symmetry import Image, canonical_image
from .themes import THEMES, renewed_themes

FOLDER = Path(__file__).parent
VALUES = {"win": WIN, "draw": DRAW}
SAME_TURN = "+"


class PuzzleError(ValueError):
    """A malformed line; the message gives the reason."""


@dataclass(frozen=True)
class Puzzle:
    """A position with one right turn.

    Turns are named by their actions, joined by ``+``.  Each wrong turn has the reply that refutes
    it, "" if the game is over.
    """

    number: int  # of the self-play game that it comes from
    link: str
    value: str  # "win" or "draw": the result of the solution for the side to move
    solution: str
    lost: dict[str, str]  # the wrong turns that lose
    drawn: dict[str, str]  # the wrong turns that draw
    themes: tuple[str, ...]
    nodes: int  # positions opened for the proof
    grade: int | None  # the visits from which the network's search finds it; None: over MAX_VISITS
    net: str  # the hash of the network that graded it

    @property
    def line(self) -> str:
        """The puzzle as a line of a file."""
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"


@dataclass(frozen=True)
class ResolvedPuzzle:
    """A puzzle with its game and position."""

    puzzle: Puzzle
    game: Game
    state: State

    @property
    def solution_state(self) -> State:
        """The position after the solution."""
        return state_after_turn(self.game, self.state, self.puzzle.solution)

    @property
    def solved(self) -> tuple[Game, State, tuple[int, ...]]:
        """The game, the position and the actions of the solution."""
        words = self.puzzle.solution.split(SAME_TURN)
        return self.game, self.state, tuple(parse_action(self.game.board, word) for word in words)

    @property
    def canonical_image(self) -> Image:
        """The key that all symmetric copies of the position share."""
        return canonical_image(self.game, self.state)


def turn_name(game: Game, actions: Iterable[int]) -> str:
    """A turn's actions, joined by ``+``."""
    names = (action_name(game.board, action) for action in actions)
    return SAME_TURN.join(end_label(game) if name == "end" else name for name in names)


def state_after_turn(game: Game, state: State, name: str) -> State:
    """The position after a whole turn; raise PuzzleError if that is not a legal turn."""
    words = name.split(SAME_TURN)
    for index, word in enumerate(words):
        try:
            action = parse_action(game.board, word)
        except NotationError as error:
            raise PuzzleError(str(error)) from None
        if not game.legal(state) >> action & 1:
            raise PuzzleError(f"{word} in {name} is not legal")
        state = game.play(state, action)
        if turn_in_progress(game, state) == (index == len(words) - 1):
            raise PuzzleError(f"{name} is no whole turn")
    return state


def make_puzzle(
    game: Game, link: str, proof: Proof, themes: tuple[str, ...], number: int, net: str
) -> Puzzle:
    """The puzzle of a proven position, not yet graded."""

    def format_turn(turn: WholeTurn) -> str:
        return turn_name(game, turn.actions)

    answers: dict[int, dict[str, str]] = {DRAW: {}, -WIN: {}}
    for wrong in proof.wrong:
        answers[wrong.mover_value][format_turn(wrong.turn)] = turn_name(game, wrong.reply)
    [value] = [word for word, mover_value in VALUES.items() if mover_value == proof.mover_value]
    return Puzzle(
        number,
        link,
        value,
        format_turn(proof.solution),
        answers[-WIN],
        answers[DRAW],
        themes,
        proof.nodes,
        None,
        net,
    )


KINDS: dict[str, tuple[type, ...]] = {
    "number": (int,),
    "link": (str,),
    "value": (str,),
    "solution": (str,),
    "lost": (dict,),
    "drawn": (dict,),
    "themes": (list,),
    "nodes": (int,),
    "grade": (int, type(None)),
    "net": (str,),
}
assert list(KINDS) == [field.name for field in fields(Puzzle)]


def read_line(text: str) -> ResolvedPuzzle:
    """The puzzle in a line; raise PuzzleError if the line is malformed."""
    try:
        row = json.loads(text)
    except ValueError:
        raise PuzzleError("it is no JSON") from None
    if not isinstance(row, dict) or set(row) != set(KINDS):
        raise PuzzleError(f"its fields are not {', '.join(KINDS)}")
    for key, kinds in KINDS.items():
        if type(row[key]) not in kinds:
            raise PuzzleError(f"its {key} is not of the right kind")
    for key in ("lost", "drawn", "themes"):
        values = row[key].values() if isinstance(row[key], dict) else row[key]
        if not all(isinstance(value, str) for value in values):
            raise PuzzleError(f"its {key} is not of the right kind")
    puzzle = Puzzle(**{**row, "themes": tuple(row["themes"])})
    if puzzle.value not in VALUES or (puzzle.value == "draw" and puzzle.drawn):
        raise PuzzleError("its value is neither a win nor a draw that nothing else reaches")
    if unknown := set(puzzle.themes) - set(THEMES):
        raise PuzzleError(f"there is no theme {min(unknown)}")
    if puzzle.grade is not None and puzzle.grade not in VISITS:
        raise PuzzleError(f"{puzzle.grade} is no grade")
    return resolve(puzzle)


def resolve(puzzle: Puzzle) -> ResolvedPuzzle:
    """The puzzle with its position; raise PuzzleError if its turns are inconsistent."""
    reading = read_link(puzzle.link)
    if reading.error or reading.record is None:
        raise PuzzleError(reading.error or "its link cannot be read")
    game, state = reading.record.game, reading.states[-1]
    if not game.legal(state) or state.placed:
        raise PuzzleError("its position is not the beginning of a turn")
    wrong = puzzle.lost | puzzle.drawn
    final_states = [state_after_turn(game, state, turn) for turn in (puzzle.solution, *wrong)]
    if len({*final_states}) != len(final_states) or {*final_states} != {
        each.state for each in all_turns(game, state)
    }:
        raise PuzzleError("its turns are not all that there are, each once")
    for after, reply in zip(final_states[1:], wrong.values(), strict=True):
        if not reply and game.legal(after):
            raise PuzzleError("a wrong turn has no reply")
        if reply:
            state_after_turn(game, after, reply)
    return ResolvedPuzzle(puzzle, game, state)


def read(path: Path) -> list[ResolvedPuzzle]:
    """All puzzles of a file; raise PuzzleError that names the first broken line."""
    puzzles = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        try:
            puzzles.append(read_line(line))
        except PuzzleError as error:
            raise PuzzleError(f"{path.name}, line {number}: {error}") from None
    return puzzles


def read_complete_lines(path: Path) -> list[ResolvedPuzzle]:
    """The puzzles of a file, from which an incomplete last line is removed."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        os.truncate(path, len(whole))
    return read(path)


def append(path: Path, puzzle: Puzzle) -> None:
    """Add a puzzle to a file."""
    with path.open("a") as file:
        file.write(puzzle.line)


def regrade(path: Path, grades: dict[str, tuple[int | None, str]]) -> None:
    """Write new grades with the network's hash, by link, into a file.

    The file is read again, since more puzzles may have been added meanwhile.
    """
    new = path.with_suffix(".new")
    new.write_text("".join(_regraded_lines(path, grades)))
    new.replace(path)


def renew_themes(path: Path) -> int:
    """Find the themes of the turns in a file again; return the number of puzzles that changed."""
    puzzles = read(path)
    renewed = [
        replace(each.puzzle, themes=renewed_themes(*each.solved, each.puzzle.themes))
        for each in puzzles
    ]
    new = path.with_suffix(".new")
    new.write_text("".join(puzzle.line for puzzle in renewed))
    new.replace(path)
    return sum(
        each.puzzle.themes != puzzle.themes for each, puzzle in zip(puzzles, renewed, strict=True)
    )


def _regraded_lines(path: Path, grades: dict[str, tuple[int | None, str]]) -> Iterator[str]:
    for each in read(path):
        puzzle = each.puzzle
        grade, net = grades.get(puzzle.link, (puzzle.grade, puzzle.net))
        yield replace(puzzle, grade=grade, net=net).line
