"""Makes puzzles: selects positions of self-play that are worth keeping."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from greylox_web.rules.state import Game

from .grade import grade, net_of, played
from .proof import Proof, prove
from .source import Found, board_for, budget, late_positions
from .store import SAME_TURN, Posed, append, posed, puzzle_of, resume, turn_name
from .themes import themes_of
from .twins import difference

CLOSELY = 10  # times the nodes for a proof from an empty table, which refutes every other turn, too
LEAST_NODES = 40
TEMPTING = 3  # wrong turns, at least, that are not plainly wrong at sight
PER_GAME = 4  # puzzles from one game, with different solutions
TRIED = 6  # positions of a game for which a proof is tried
DIFFERENT = 3  # cells, at least, on which two puzzles of a board differ
SHARE = 0.5  # at most this share of a game's puzzles is of one board
EASY = 0.75  # at most this share is of the lowest grade
COLOUR = 0.65  # at most this share has the same colour to move
FEW = 60  # puzzles, below which shares do not matter


class Maker:
    """Adds puzzles of one game to a file, resuming where it was stopped.

    The number of games that have been searched is kept beside the file, in one that git ignores;
    without it the games since the last puzzle are searched again.
    """

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self.kept = resume(path)
        self.net = net_of(name)
        self.tried = path.with_suffix(".tried")
        self.number = 1 + max((each.puzzle.number for each in self.kept), default=-1)
        if self.tried.exists():
            self.number = max(self.number, int(self.tried.read_text() or 0))

    def step(self) -> list[Posed]:
        """Play one more game of self-play; keep and return the puzzles that it brings."""
        new = self._found(Random(f"{self.name} {self.number}"))
        self.number += 1
        self.tried.write_text(f"{self.number}\n")
        return new

    def _found(self, random: Random) -> list[Posed]:
        game, new = board_for(self.name, random), list[Posed]()
        if self.is_full(game):
            return new
        ranked = list[tuple[bool, int, Found]]()  # what the network misses first, then the earlier
        for hit in late_positions(game, random):
            easy = played(game, hit.state, 1) == hit.solution.after
            if not self.has_enough(hit.state.mover) and not (easy and self.has_enough_easy):
                ranked.append((easy, hit.state.occupied.bit_count(), hit))
        ranked.sort(key=lambda row: row[:2])
        tried = 0
        for _, _, hit in ranked:
            if len(new) == PER_GAME or tried == TRIED:
                break
            if self.is_like_another(game, hit, new):
                continue
            tried += 1
            each = self.puzzle(game, hit)
            if each is not None:
                append(self.path, each.puzzle)
                self.kept.append(each)
                new.append(each)
        return new

    def is_full(self, game: Game) -> bool:
        """Whether there are enough puzzles of this board, in proportion to the others."""
        boards = Counter(each.game.board for each in self.kept)
        return len(self.kept) >= FEW and boards[game.board] > SHARE * len(self.kept)

    def is_like_another(self, game: Game, hit: Found, same: list[Posed]) -> bool:
        """Whether a position is much like one kept, or has the solution of one of ``same``.

        Those are from the same game of self-play.
        """
        solution = {*turn_name(game, hit.solution.actions).split(SAME_TURN)}
        if any(solution == {*each.puzzle.solution.split(SAME_TURN)} for each in same):
            return True
        distances = (difference(game, hit.state, each.image) for each in self.kept)
        return any(cells is not None and cells < DIFFERENT for cells in distances)

    def puzzle(self, game: Game, hit: Found) -> Posed | None:
        """The puzzle of a position; None if it is dull, or cannot be proven or linked."""
        state, link = hit.state, hit.link(game)
        proof = prove(game, state, CLOSELY * budget(game))
        if link is None or proof is None or not is_worthwhile(proof):
            return None
        found = grade(game, state, proof.solution.after)
        if found == 1 and self.has_enough_easy:
            return None
        themes = themes_of(game, state, proof)
        puzzle = puzzle_of(game, link, proof, themes, self.number, self.net)
        return posed(replace(puzzle, grade=found))

    def has_enough(self, mover: int) -> bool:
        """Whether one more puzzle with this colour to move would be too many."""
        alike = sum(each.state.mover == mover for each in self.kept)
        return len(self.kept) >= FEW and alike > COLOUR * len(self.kept)

    @property
    def has_enough_easy(self) -> bool:
        """Whether one more puzzle of the lowest grade would be too many."""
        easy = sum(each.puzzle.grade == 1 for each in self.kept)
        return len(self.kept) >= FEW and easy > EASY * len(self.kept)


def is_worthwhile(proof: Proof) -> bool:
    """Whether there is something to search for, and enough wrong turns to choose."""
    tempting = sum(not wrong.at_sight for wrong in proof.wrong)
    return proof.nodes >= LEAST_NODES and tempting >= TEMPTING
