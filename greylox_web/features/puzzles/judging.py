"""A puzzle as an exercise, and the judge of its answers.

A turn is judged when it is over, by the position that it leads to, so the order of its stones does
not matter.  A wrong turn is refuted on the board, and then taken back as a whole.
"""

from collections import Counter
from datetime import date

from ...rules.state import State
from ...session.naming import game_title
from ...session.prompt import prompt_text
from ...words import WORDS
from ...words.puzzles import PUZZLE_WORDS
from ..exercise.model import Answer, Exercise, Verdict, Way
from ..review.model import turn_text
from .puzzle import Puzzle, is_open
from .refuting import why, why_right

ROOM = "puzzle"  # the first part of the routes
TODAY = "today"


def exercise_of(puzzle: Puzzle, day: date | None = None) -> Exercise:
    """The puzzle as an exercise; of a ``day`` if it was opened as the puzzle of that day."""
    game, state, row = puzzle.game, puzzle.state, puzzle.row
    onward = f"{ROOM}/next/{game.name}"
    return Exercise(
        route=f"{ROOM}/{TODAY if day else row.name}",
        game=game,
        state=state,
        judge=Judge(puzzle),
        eyebrow=PUZZLE_WORDS["eyebrow-today" if day else "eyebrow"].format(Game=game_title(game)),
        title=task(puzzle),
        text=claim(puzzle),
        ask=prompt_text(game, state),
        solution=puzzle.solution,
        ways=(
            Way("skip", PUZZLE_WORDS["skip"], onward, "before"),
            Way("next", PUZZLE_WORDS["next"], onward, "after"),
        ),
        plates=True,
        lasting=f"{ROOM}/{row.name}",
        day=day,
        eyebrow_later=PUZZLE_WORDS["eyebrow"].format(Game=game_title(game)),
        helps=("hint", "solution"),
    )


def task(puzzle: Puzzle) -> str:
    """The task: ``White to play and win``."""
    colour = WORDS[puzzle.game.colours[puzzle.state.mover]]
    return PUZZLE_WORDS[f"task-{puzzle.row.value}"].format(Colour=colour)


def claim(puzzle: Puzzle) -> str:
    """A sentence on what is proven about the other turns."""
    row = puzzle.row
    lost, drawn = len(row.lost), len(row.drawn)
    kind = "" if not drawn else "-drawn" if lost else "-all-drawn"
    key = f"claim-{row.value}{kind}"
    return PUZZLE_WORDS[key].format(count=lost + drawn, drawn=drawn)


class Judge:
    """Judges the turns of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def __call__(self, answer: Answer) -> Verdict:
        """The verdict on the last action, with the replies of the other side."""
        puzzle, state = self.puzzle, answer.state
        if is_open(puzzle.game, state):
            return Verdict("on")
        turn = turn_text(puzzle.game, answer.first, answer.actions)
        if answer.before.occupied >> answer.actions[-1] & 1:  # players need not know "x" for a flip
            cell = puzzle.game.board.cell_name(answer.actions[-1])
            turn = PUZZLE_WORDS["flip-of"].format(cell=cell)
        if state == puzzle.right:
            text = PUZZLE_WORDS[f"right-{puzzle.row.value}"].format(turn=turn)
            solver, value = puzzle.state.mover, puzzle.row.value
            reason = why_right(puzzle.game, puzzle.state, state, solver, value)
            return Verdict("done", f"{text} {reason or self._threat()}".rstrip())
        kind, reply = puzzle.wrong[state]
        return Verdict("wrong", self._refuted(turn, state, kind, reply), reply, anew=True)

    def _threat(self) -> str:
        """A sentence on the reply that refutes most other turns, or "" if none refutes most."""
        wrong = self.puzzle.wrong
        replies = Counter(reply for _, reply in wrong.values())
        reply, count = replies.most_common(1)[0]
        if not reply or 2 * count <= len(wrong):
            return ""
        after = next(after for after, (_, answer) in wrong.items() if answer == reply)
        text, flip = self._written(reply, after)
        key = f"refutes-{'all' if count == len(wrong) else 'most'}{flip}"
        return PUZZLE_WORDS[key].format(Other=self._other, reply=text)

    def _refuted(self, turn: str, state: State, kind: str, reply: tuple[int, ...]) -> str:
        """Two sentences: what refutes the turn that led to ``state``, and why."""
        game, solver = self.puzzle.game, self.puzzle.state.mover
        key, after, text = f"{kind}-over", state, ""
        if reply:
            for action in reply:
                after = game.play(after, action)
            text, flip = self._written(reply, state)
            key = f"{kind}{flip}"
        refuted = PUZZLE_WORDS[key].format(turn=turn, Other=self._other, reply=text)
        return f"{refuted} {why(game, state, after, solver, kind)}"

    def _written(self, reply: tuple[int, ...], state: State) -> tuple[str, str]:
        """A reply in ``state`` as text, and the ending of a sentence's key: "-flip" or ""."""
        game, solver = self.puzzle.game, self.puzzle.state.mover
        if len(reply) == 1 and state.stones[solver] >> reply[0] & 1:
            return game.board.cell_name(reply[0]), "-flip"
        return turn_text(game, state, reply), ""

    @property
    def _other(self) -> str:
        """The name of the other side's colour."""
        return WORDS[self.puzzle.game.colours[1 - self.puzzle.state.mover]]
