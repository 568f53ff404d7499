"""The generator of puzzles, which selects positions from self-play."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from greylox_web.rules.state import Game

from .candidates import CandidatePosition, late_positions, node_budget, random_board
from .grade import grade, network_hash, play_turn
from .proof import Proof, prove
from .store import (
    SAME_TURN,
    ResolvedPuzzle,
    append,
    make_puzzle,
    read_complete_lines,
    resolve,
    turn_name,
)
from .symmetry import cell_difference
from .themes import themes_of

PROOF_FACTOR = 10  # node budgets for a proof: its table is empty, and it refutes all other turns
MIN_NODES = 40
MIN_TEMPTING_TURNS = 3  # wrong turns, at least, that are not obviously wrong
MAX_PER_GAME = 4  # puzzles from one game, with different solutions
MAX_PROOFS_PER_GAME = 6  # positions of a game for which a proof is tried
MIN_CELL_DIFFERENCE = 3  # cells, at least, on which two puzzles of a board differ
MAX_BOARD_SHARE = 0.5  # at most this share of a game's puzzles is of one board
MAX_EASY_SHARE = 0.75  # at most this share is of the lowest grade
MAX_COLOUR_SHARE = 0.65  # at most this share has the same colour to move
SHARES_APPLY_FROM = 60  # puzzles from which on the shares apply


class PuzzleGenerator:
    """A generator that appends puzzles of one game to a file and resumes where it stopped.

    The number of games searched is stored next to that file, in one that git ignores; without it
    the games since the last puzzle are searched again.
    """

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self.puzzles = read_complete_lines(path)
        self.network_hash = network_hash(name)
        self.progress_path = path.with_suffix(".tried")
        self.next_game = 1 + max((each.puzzle.number for each in self.puzzles), default=-1)
        if self.progress_path.exists():
            self.next_game = max(self.next_game, int(self.progress_path.read_text() or 0))

    def play_next_game(self) -> list[ResolvedPuzzle]:
        """Play one more game of self-play; store and return its puzzles."""
        new_puzzles = self._puzzles_of_game(Random(f"{self.name} {self.next_game}"))
        self.next_game += 1
        self.progress_path.write_text(f"{self.next_game}\n")
        return new_puzzles

    def _puzzles_of_game(self, random: Random) -> list[ResolvedPuzzle]:
        game, new_puzzles = random_board(self.name, random), list[ResolvedPuzzle]()
        if self.is_full(game):
            return new_puzzles
        # first the positions that the network misses, then those with fewer stones
        ranked = list[tuple[bool, int, CandidatePosition]]()
        for candidate in late_positions(game, random):
            easy = play_turn(game, candidate.state, 1) == candidate.solution.state
            if not self.has_enough(candidate.state.mover) and not (easy and self.has_enough_easy):
                ranked.append((easy, candidate.state.occupied.bit_count(), candidate))
        ranked.sort(key=lambda row: row[:2])
        tried_count = 0
        for _, _, candidate in ranked:
            if len(new_puzzles) == MAX_PER_GAME or tried_count == MAX_PROOFS_PER_GAME:
                break
            if self.is_like_another(game, candidate, new_puzzles):
                continue
            tried_count += 1
            each = self.puzzle(game, candidate)
            if each is not None:
                append(self.path, each.puzzle)
                self.puzzles.append(each)
                new_puzzles.append(each)
        return new_puzzles

    def is_full(self, game: Game) -> bool:
        """Whether this board has more than its share of the puzzles."""
        boards = Counter(each.game.board for each in self.puzzles)
        return len(self.puzzles) >= SHARES_APPLY_FROM and boards[
            game.board
        ] > MAX_BOARD_SHARE * len(self.puzzles)

    def is_like_another(
        self, game: Game, candidate: CandidatePosition, siblings: list[ResolvedPuzzle]
    ) -> bool:
        """Whether a position is similar to a puzzle, or has the solution of one of ``siblings``.

        ``siblings`` are the puzzles from the same game of self-play.
        """
        solution = {*turn_name(game, candidate.solution.actions).split(SAME_TURN)}
        if any(solution == {*each.puzzle.solution.split(SAME_TURN)} for each in siblings):
            return True
        distances = (
            cell_difference(game, candidate.state, each.canonical_image) for each in self.puzzles
        )
        return any(cells is not None and cells < MIN_CELL_DIFFERENCE for cells in distances)

    def puzzle(self, game: Game, candidate: CandidatePosition) -> ResolvedPuzzle | None:
        """The puzzle of a position; None if it is unsuitable, or cannot be proven or linked."""
        state, link = candidate.state, candidate.link(game)
        proof = prove(game, state, PROOF_FACTOR * node_budget(game))
        if link is None or proof is None or not is_worthwhile(proof):
            return None
        puzzle_grade = grade(game, state, proof.solution.state)
        if puzzle_grade == 1 and self.has_enough_easy:
            return None
        themes = themes_of(game, state, proof)
        puzzle = make_puzzle(game, link, proof, themes, self.next_game, self.network_hash)
        return resolve(replace(puzzle, grade=puzzle_grade))

    def has_enough(self, mover: int) -> bool:
        """Whether one more puzzle with this colour to move would be too many."""
        same_colour = sum(each.state.mover == mover for each in self.puzzles)
        return len(self.puzzles) >= SHARES_APPLY_FROM and same_colour > MAX_COLOUR_SHARE * len(
            self.puzzles
        )

    @property
    def has_enough_easy(self) -> bool:
        """Whether one more puzzle of the lowest grade would be too many."""
        easy = sum(each.puzzle.grade == 1 for each in self.puzzles)
        return len(self.puzzles) >= SHARES_APPLY_FROM and easy > MAX_EASY_SHARE * len(self.puzzles)


def is_worthwhile(proof: Proof) -> bool:
    """Whether the proof needs enough nodes, and enough wrong turns are not obvious."""
    tempting = sum(not wrong.is_obvious for wrong in proof.wrong)
    return proof.nodes >= MIN_NODES and tempting >= MIN_TEMPTING_TURNS
