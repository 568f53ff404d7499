"""Puzzles that players make: their addresses, and their proof.

The address of such a puzzle is ``#puzzle/`` and a link to a game, which ends at the position:
``#puzzle/1/greylox4/s...-x-2/m/c3k``.  The link begins with its version, a digit; no name of a
published puzzle or of a series does.  Nothing else is in it: whoever opens it has the position
proven again, by the engine's worker.  Until then the exercise takes no answers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar, NamedTuple, cast

from ...engine.messages import MAX_TURNS, PositionProof, SearchPurpose, SearchReport
from ...engine.proof_limits import MAX_SECONDS, max_vacant
from ...match.tree import ROOT
from ...rules import TITLES, Game
from ...rules.notation.actions import GameRecord
from ...rules.notation.links import read_link, write_link
from ...rules.play import count_vacant
from ...rules.state import State
from ...rules.turns import all_turns, turn_in_progress
from ...session.activity import Activity
from ...session.event import Event
from ...session.naming import game_title
from ...session.rating import is_counting
from ...session.session import Session
from ...text import sentence_case
from ...words import WORDS as COLOURS
from ...words import format_number
from ...words.own_puzzles import OWN_PUZZLE_WORDS as WORDS
from ...words.puzzles import PUZZLE_WORDS
from ..exercise.model import (
    STEP_EVENTS,
    Answer,
    Exercise,
    NavButton,
    StartExercise,
    Verdict,
    start_exercise,
)
from ..review.turns import turn_text
from .judge import ROUTE, Judge, make_exercise
from .puzzle import InvalidPuzzle, Puzzle, parse_turn
from .puzzle_set import PuzzleRow

MAX_PATH = 2_000  # characters of the address after ``#puzzle/``
VALUES = {1: "win", 0: "draw"}


class OwnPosition(NamedTuple):
    """The position of a puzzle that is not proven yet."""

    path: str  # its address, without ``#puzzle/``
    game: Game
    state: State


def is_own_path(path: str) -> bool:
    """Return whether an address without ``#puzzle/`` is that of a player's puzzle."""
    return path[:1].isdigit()


def read_path(path: str) -> OwnPosition | str:
    """Return the position of an address; a sentence if it cannot be read."""
    problem = WORDS["long-link"].format(most=MAX_PATH)
    if len(path) <= MAX_PATH:
        reading = read_link(path)
        if reading.record is not None and reading.record.resigned:
            return WORDS["over"]
        if reading.record is not None and not reading.error:
            game, state = reading.record.game, reading.states[-1]
            return OwnPosition(write_path(reading.record, state) or path, game, state)
        problem = reading.error or ""
    return WORDS["bad-link"].format(problem=problem)


def write_path(record: GameRecord, state: State) -> str | None:
    """Return the address of the position at the end of a game, without ``#puzzle/``.

    It is the position alone, or the whole game if a set-up cannot express the position.  None: it
    would be too long.
    """
    line = replace(record, variations=(), cursor=None, annotations=())
    for one in (GameRecord(record.game, (), state), line):
        path = write_link(one)
        reading = read_link(path)
        if len(path) <= MAX_PATH and not reading.error and reading.states[-1:] == (state,):
            return path
    return None


def position_to_prove(session: Session) -> OwnPosition | str:
    """Return the position shown, or that of the set-up editor; a sentence if it is no puzzle."""
    if is_counting(session.with_match(cursor=session.live_node)):
        return WORDS["counting"]
    game, state, tree = session.game, session.state, session.tree
    record = GameRecord(game, tree.actions(session.cursor), tree.setup)
    if session.editor is not None:
        if problem := session.editor.problem:
            return sentence_case(problem)
        state = session.editor.validated()
        record = GameRecord(game, (), state)
    elif session.outcome is not None:
        return WORDS["over"]
    if problem := why_unfit(game, state):
        return problem
    path = write_path(record, state)
    if path is None:
        return WORDS["bad-link"].format(problem=WORDS["long-link"].format(most=MAX_PATH))
    return OwnPosition(path, game, state)


def why_unfit(game: Game, state: State) -> str:
    """Return why a position is not worth a proof, as a sentence, or ""."""
    if not game.legal(state):
        return WORDS["over"]
    if turn_in_progress(game, state):
        return WORDS["mid-turn"]
    vacant, most = count_vacant(game, state), max_vacant(game.name)
    if vacant > most:
        return WORDS["many-vacant"].format(vacant=vacant, Game=TITLES[game.name], most=most)
    return ""


class StopProof(Event):
    """Stop the proof of a player's puzzle."""

    def apply(self, session: Session) -> Session:
        return session


@dataclass(frozen=True)
class ProofActivity(Activity):
    """The proof of a player's puzzle; meanwhile, and if it fails, the exercise takes no answers."""

    name: ClassVar[str] = "proof"
    stops_engine: ClassVar[bool] = True
    position: OwnPosition
    is_maker: bool = False  # whether the player has just made the puzzle
    steps: tuple[Event, ...] = ()  # events to replay after the proof
    progress: PositionProof | None = None
    problem: str = ""  # why there is no proof, as a sentence
    may_repeat: bool = False  # whether another proof may succeed

    def handle(self, session: Session, event: Event) -> Session | None:
        if isinstance(event, StopProof):
            return session if self.problem else self._failed(session, WORDS["stopped"], repeat=True)
        return session if isinstance(event, STEP_EVENTS) else None

    def after_event(self, before: Session, session: Session, event: Event) -> Session:
        if session.engine.status == "failed" and not self.problem:
            return self._failed(session, WORDS["no-engine"], repeat=True)
        return session

    def required_search(self, session: Session) -> tuple[SearchPurpose, int] | None:
        return None if self.problem else ("proof", ROOT)

    def on_report(self, session: Session, report: SearchReport) -> Session:
        if report.error:
            return self._failed(session, report.error, repeat=True)
        proof = report.proof
        if proof is not None and not report.final:
            return session.with_activity(replace(self, progress=proof))
        if proof is None or proof.verdict == "running":
            return self._failed(session, WORDS["stopped"], repeat=True)
        try:
            if proof.verdict != "proven":
                problem = verdict_text(self.position, proof, report)
                return self._failed(session, problem, is_open=proof.verdict == "unproven")
            puzzle = proven_puzzle(self.position, proof, report.visits)
        except InvalidPuzzle as error:
            return self._failed(session, COLOURS["engine-fault"].format(error=error), repeat=True)
        exercise = proven_exercise(puzzle, is_maker=self.is_maker)
        return start_exercise(session, exercise, self.steps)

    def on_failure(self, session: Session, sentence: str) -> Session:
        return self._failed(session, sentence, repeat=True)

    def _failed(
        self, session: Session, problem: str, *, is_open: bool = False, repeat: bool = False
    ) -> Session:
        """Return the session with the exercise that tells why there is no puzzle."""
        exercise = failed_exercise(self.position, problem, is_open=is_open or repeat)
        failed = replace(self, problem=problem, may_repeat=repeat, progress=None)
        return start_exercise(session, exercise).with_activity(failed)


def proof_activity(session: Session) -> ProofActivity | None:
    """Return the proof of the player's puzzle that is shown, or None."""
    return cast("ProofActivity | None", session.activity(ProofActivity.name))


def progress_text(activity: ProofActivity) -> str:
    """Return how far a proof is, or ""."""
    if activity.problem:
        return ""
    proof = activity.progress
    if proof is None or not proof.checked:
        return WORDS["begun"]
    return WORDS["checked"].format(checked=proof.checked, turns=proof.turns)


def start_proof(
    position: OwnPosition, steps: tuple[Event, ...] = (), *, is_maker: bool = False
) -> StartExercise:
    """Return the event that shows a player's puzzle and has it proven."""
    activity = ProofActivity(position, is_maker, steps)
    exercise = checking_exercise(position)
    if problem := why_unfit(position.game, position.state):
        activity = replace(activity, problem=problem)
        begins = not turn_in_progress(position.game, position.state)
        is_open = begins and position.game.legal(position.state) != 0
        exercise = failed_exercise(position, problem, is_open=is_open)
    return StartExercise(exercise, companion=activity)


def checking_exercise(position: OwnPosition) -> Exercise:
    """Return the exercise that is shown during the proof."""
    colour = COLOURS[position.game.colours[position.state.mover]]
    title = COLOURS["to-move"].format(Name=colour)
    return _closed_exercise(position, title, WORDS["checking"])


def failed_exercise(position: OwnPosition, problem: str, *, is_open: bool) -> Exercise:
    """Return the exercise that tells why there is no puzzle.

    ``is_open`` is whether the position may be a puzzle all the same.
    """
    title = WORDS["no-proof" if is_open else "no-puzzle"]
    game_button = NavButton("open", WORDS["open-game"], position.path)
    return _closed_exercise(position, title, problem, game_button)


def _closed_exercise(position: OwnPosition, title: str, text: str, *nav: NavButton) -> Exercise:
    """Return an exercise that takes no answers."""
    return Exercise(
        route=f"{ROUTE}/{position.path}",
        game=position.game,
        state=position.state,
        judge=_judge_nothing,
        eyebrow=eyebrow(position.game),
        title=title,
        text=text,
        prompt="",
        nav_buttons=nav,
        shows_players=True,
        help_options=(),
        takes_answers=False,
    )


def _judge_nothing(_: Answer) -> Verdict:
    return Verdict("on")


def eyebrow(game: Game) -> str:
    """Return the line above the title."""
    return PUZZLE_WORDS["eyebrow"].format(Set=WORDS["own"], Game=game_title(game))


def proven_exercise(puzzle: Puzzle, *, is_maker: bool) -> Exercise:
    """Return the exercise of a proven puzzle; its maker reads the result of the proof."""
    exercise, route = make_exercise(puzzle), f"{ROUTE}/{puzzle.row.link}"
    return replace(
        exercise,
        route=route,
        permalink=route,
        eyebrow=eyebrow(puzzle.game),
        text=proof_text(puzzle) if is_maker else exercise.text,
        nav_buttons=(NavButton("open", WORDS["open-game"], puzzle.row.link, "after"),),
    )


def proof_text(puzzle: Puzzle) -> str:
    """Return what was proven, like ``Proven: only h8 wins. 6 turns lose.``."""
    row, turn = puzzle.row, turn_text(puzzle.game, puzzle.state, puzzle.solution)
    sentences = [WORDS[f"only-{row.value}"].format(turn=turn)]
    for kind, turns in (("draw", row.drawn), ("lose", row.lost)):
        if turns:
            sentences.append(WORDS[kind].format(count=len(turns)))
    return " ".join(sentences)


def difficulty_text(exercise: Exercise) -> str:
    """Return what the proof says of a puzzle's difficulty; "" before it is proven.

    It is no rating: those of the published puzzles follow from how long the engine's search needs.
    """
    if not isinstance(exercise.judge, Judge):
        return ""
    row = exercise.judge.puzzle.row
    return WORDS["difficulty"].format(
        count=len(row.lost) + len(row.drawn), nodes=format_number(row.nodes)
    )


def verdict_text(position: OwnPosition, proof: PositionProof, report: SearchReport) -> str:
    """Return why a proof found no puzzle, as a sentence."""
    _, game, state = position
    vacant = count_vacant(game, state)
    match proof.verdict:
        case "several":
            kind = VALUES.get(proof.mover_value, "win")
            turns = (turn_text(game, state, parse_turn(game, state, t)) for t in proof.keeping)
            return WORDS[f"several-{kind}"].format(turns=", ".join(turns))
        case "lost":
            return WORDS["all-lose"]
        case "forced":
            return WORDS["forced"]
        case "many-turns":
            return WORDS["many-turns"].format(most=MAX_TURNS)
        case "again-to-move":
            return WORDS["again-to-move"]
    if report.millis >= 1000 * MAX_SECONDS:
        return WORDS["out-of-time"].format(seconds=MAX_SECONDS, vacant=vacant)
    return WORDS["out-of-work"].format(
        millions=max(1, round(report.visit_limit / 1e6)), vacant=vacant
    )


def proven_puzzle(position: OwnPosition, proof: PositionProof, nodes: int) -> Puzzle:
    """Return the puzzle of a proof; raise InvalidPuzzle if that is not about all turns, once."""
    path, game, state = position
    if proof.mover_value not in VALUES or len(proof.keeping) != 1 or not proof.wrong:
        raise InvalidPuzzle(path)
    replies: dict[int, dict[str, str]] = {0: {}, -1: {}}
    for turn, mover_value, reply in proof.wrong:
        if mover_value >= proof.mover_value:
            raise InvalidPuzzle(turn)
        replies[mover_value][turn] = reply
    row = PuzzleRow(
        path,
        path,
        VALUES[proof.mover_value],
        proof.keeping[0],
        replies[-1],
        replies[0],
        (),
        max(1, nodes),
        None,
    )
    puzzle = Puzzle(row, game, state)
    states = [puzzle.solution_state, *puzzle.wrong_turns]
    if not _same(states, (turn.state for turn in islice(all_turns(game, state), MAX_TURNS + 1))):
        raise InvalidPuzzle(path)
    if any(not reply and game.legal(end) for end, (_, reply) in puzzle.wrong_turns.items()):
        raise InvalidPuzzle(path)
    return puzzle


def _same(states: list[State], ends: Iterable[State]) -> bool:
    expected = list(ends)
    return len(states) == len(expected) and {*states} == {*expected}
