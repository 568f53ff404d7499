"""The start of a game in SGF: the set-up of all nodes before the first move, and who begins."""

from collections.abc import Iterable
from typing import NamedTuple

from ...rules import Game, NotationError
from ...rules.board import NO_CELL
from ...rules.notation.setup import position
from ...rules.state import MAIN, PHASES, State
from ...words import wrong
from .sgf_grammar import Parsed, SgfNode
from .sgf_names import FIRST, letters_by_version, letters_of

SETUP = {"AB", "AW", "AE", "PL", "GP", "GL", "GH"}
OURS = {"GP", "GL", "GH"}
PLAYERS = {"b": "B", "black": "B", "1": "B", "w": "W", "white": "W", "2": "W"}  # values of PL
MOST_STONES = 500  # values that are read of a property of stones or marks
PHASE_NUMBERS = {name: number for number, name in PHASES.items()}


class Start(NamedTuple):
    """The first position of an SGF."""

    letters: str  # of the first and the second colour in this file
    setup: State | None
    last: int  # the last SGF node that belongs to it; all before it do too, the first is 0

    def check(self, number: int, node: SgfNode) -> None:
        """Raise NotationError if the node is a later set-up, or branches off before the last."""
        if number > self.last and (SETUP & node.properties.keys() or node.parent < self.last):
            raise NotationError(wrong("sgf-setup"))


def first_letter(nodes: Iterable[SgfNode]) -> str:
    """The letter of the first move, or "" without one."""
    return next((name for node in nodes for name in node.properties if name in {*FIRST}), "")


def start_of(game: Game, parsed: Parsed) -> Start:
    """The start of a game; raise NotationError if its set-up is wrong.

    Set-ups are read from the root and the nodes after it, up to the first move.  ``PL`` says who
    begins, else the first move does; without a stone neither counts, as that is no set-up.  Then
    a first move of the other letter shows, in a file without a version, that an early one wrote it.
    """
    letters = letters_of(game)
    known, first = letters_by_version(game, parsed.nodes[0].properties), first_letter(parsed.nodes)
    last, mover, ours = 0, "", dict[str, list[str]]()
    black = white = 0
    for number, node in enumerate(parsed.nodes):
        if node.parent != number - 1:
            break
        there = node.properties
        if SETUP & there.keys():
            last = number
            more, other, gone = (_mask(game, there.get(name, [])) for name in ("AB", "AW", "AE"))
            black, white = black & ~(other | gone) | more, white & ~(more | gone) | other
            mover = _player(there["PL"][0]) if "PL" in there else mover
            ours |= {name: there[name] for name in OURS & there.keys()}
        if first_letter([node]):
            break
    if not (black or white or ours):
        return Start(known or (FIRST if first == FIRST[0] else letters), None, last)
    letters = known or letters
    phase = ours.get("GP", [PHASES[MAIN]])[0]
    if phase not in PHASE_NUMBERS:
        raise NotationError(wrong("no-phase", phase=phase[:20]))
    stones = (black, white) if letters == FIRST else (white, black)
    colour = letters.index(mover or first or letters[0])
    placed = _mask(game, ours.get("GH", []))
    anchor = game.board.cell(ours["GL"][0].strip()) if "GL" in ours else NO_CELL
    setup = position(game, stones, colour, PHASE_NUMBERS[phase], placed, anchor)
    return Start(letters, setup, last)


def _mask(game: Game, cells: Iterable[str]) -> int:
    return sum({1 << game.board.cell(cell.strip()) for cell in [*cells][:MOST_STONES]})


def _player(value: str) -> str:
    """The letter that a value of ``PL`` means."""
    if letter := PLAYERS.get(value.strip().lower()):
        return letter
    raise NotationError(wrong("sgf-player", value=value.strip()[:12]))
