"""Our games as SGF (FF[4]): readable by SGF tools that show trees, and lossless for ourselves.

::

    (;FF[4]CA[UTF-8]AP[Greylox Web:1.0.0]GG[lox:11]SZ[11];B[c2];W[swap-pieces]C[why not?];B[e5])

The private root property ``GG`` has game, size and options.  There is no ``GM``, because our games
have no registered number.

Moves are ``B`` and ``W`` by the letters of ``sgf_names``.  Each stone of a turn is a node.  Other
moves are ``swap-pieces``, ``pass``, ``end`` and ``resign``.  A resignation is a node of its own.

A set-up is in the root or in nodes before the first move.  It consists of ``AB``, ``AW`` and ``PL``
with the private ``GP`` (opening or main), ``GL`` (the opponent's last stone) and ``GH`` (stones
already placed in the turn).

The private ``GV`` marks the ``end`` of the current line if that is not the main line, and the
``shown`` position if that is not the end of the line.  Comments are ``C``, marks ``TR CR SQ MA
LB AR``.  ``hexworld`` reads the SGF of Hex with the same ``read_start`` and ``import_tree``.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from .. import __version__
from ..match.tree import ROOT, Tree
from ..rules import Game, NotationError
from ..rules.board import NO_CELL
from ..rules.notation.actions import RESIGN, Mark, MarkKind, action_name, end_label, parse_action
from ..rules.notation.links import read_spec, write_spec
from ..rules.notation.setup import make_position
from ..rules.play import IllegalAction
from ..rules.state import MAIN, PHASES, State
from ..text import sanitize, sanitize_label
from ..words import WORDS, error_text
from .import_result import ImportResult, Meta, TreeBuilder, from_builder, import_error
from .sgf_grammar import Properties, SgfNode, SgfParse, Value, node_text, write
from .sgf_names import (
    DEFAULT_LETTERS,
    format_properties,
    get_letters,
    letters_by_version,
    parse_names,
    resigned_colour,
)

SETUP = {"AB", "AW", "AE", "PL", "GP", "GL", "GH"}
OWN_PROPERTIES = {"GP", "GL", "GH"}
PLAYERS = {"b": "B", "black": "B", "1": "B", "w": "W", "white": "W", "2": "W"}  # values of PL
MAX_STONE_VALUES = 500  # limit of values read from a property of stones or marks
PHASE_NUMBERS = {name: number for number, name in PHASES.items()}


class Start(NamedTuple):
    """The first position of an SGF."""

    letters: str  # the letters of the first and the second colour in this file
    setup: State | None
    last: int  # the last SGF node of the set-up, which begins at node 0

    def check(self, number: int, node: SgfNode) -> None:
        """Raise NotationError if a later node has a set-up or branches off before ``last``."""
        if number > self.last and (SETUP & node.properties.keys() or node.parent < self.last):
            raise NotationError(error_text("sgf-setup"))


def first_letter(nodes: Iterable[SgfNode]) -> str:
    """Return the letter of the first move, or "" without a move."""
    return next(
        (name for node in nodes for name in node.properties if name in {*DEFAULT_LETTERS}), ""
    )


def read_start(game: Game, parsed: SgfParse) -> Start:
    """Read the start of a game; raise NotationError if its set-up is invalid.

    Set-ups are read from the root and the nodes after it, up to the first move.  ``PL`` determines
    the side to move, or else the first move.  Without stones and private properties there is no
    set-up, and ``PL`` is ignored.  If such a file has no version and its first move is ``B``, an
    early version wrote it, for which ``B`` moves first.
    """
    letters = get_letters(game)
    versioned_letters, first = (
        letters_by_version(game, parsed.nodes[0].properties),
        first_letter(parsed.nodes),
    )
    last, mover, ours = 0, "", dict[str, list[str]]()
    black = white = 0
    for number, node in enumerate(parsed.nodes):
        if node.parent != number - 1:
            break
        properties = node.properties
        if SETUP & properties.keys():
            last = number
            more, other, cleared = (
                _mask(game, properties.get(name, [])) for name in ("AB", "AW", "AE")
            )
            black, white = black & ~(other | cleared) | more, white & ~(more | cleared) | other
            mover = _player(properties["PL"][0]) if "PL" in properties else mover
            ours |= {name: properties[name] for name in OWN_PROPERTIES & properties.keys()}
        if first_letter([node]):
            break
    if not (black or white or ours):
        return Start(
            versioned_letters or (DEFAULT_LETTERS if first == DEFAULT_LETTERS[0] else letters),
            None,
            last,
        )
    letters = versioned_letters or letters
    phase = ours.get("GP", [PHASES[MAIN]])[0]
    if phase not in PHASE_NUMBERS:
        raise NotationError(error_text("no-phase", phase=phase[:20]))
    stones = (black, white) if letters == DEFAULT_LETTERS else (white, black)
    colour = letters.index(mover or first or letters[0])
    placed = _mask(game, ours.get("GH", []))
    anchor = game.board.parse_cell(ours["GL"][0].strip()) if "GL" in ours else NO_CELL
    setup = make_position(game, stones, colour, PHASE_NUMBERS[phase], placed, anchor)
    return Start(letters, setup, last)


def _mask(game: Game, cells: Iterable[str]) -> int:
    return sum({1 << game.board.parse_cell(cell.strip()) for cell in [*cells][:MAX_STONE_VALUES]})


def _player(value: str) -> str:
    """Return the letter that a value of ``PL`` stands for."""
    if letter := PLAYERS.get(value.strip().lower()):
        return letter
    raise NotationError(error_text("sgf-player", value=value.strip()[:12]))


MARKS: dict[MarkKind, str] = {
    "circle": "CR",
    "square": "SQ",
    "triangle": "TR",
    "cross": "MA",
    "label": "LB",
    "arrow": "AR",
}
RESIGNED = -1  # stands for a node of the tree: the position after a resignation


class SgfImport(NamedTuple):
    """The result of importing an SGF tree."""

    error: str | None  # the first fault
    unparsed: str  # the text from the fault on
    views: dict[str, int]  # values of GV -> nodes of the tree


def import_tree(
    parsed: SgfParse,
    start: Start,
    builder: TreeBuilder,
    play_move: Callable[[int, SgfNode, int], int],
    parse_cell: Callable[[int, str], int],
) -> SgfImport:
    """Add every line of the SGF to the tree, each as far as it is legal.

    ``play_move(number, node, at)`` plays the move of SGF node ``number`` at the tree's node ``at``.
    It returns the node after the move, or RESIGNED.  ``parse_cell(number, name)`` returns the cell
    of a mark on this SGF node.  Both raise NotationError or IllegalAction.  The result has the
    first fault.
    """
    node_ids: dict[int, int] = {}  # SGF node -> node of the tree; none after a fault
    views: dict[str, int] = {}
    error, unparsed = None, ""
    for number, node in enumerate(parsed.nodes):
        if number and node.parent not in node_ids:
            continue
        tree_node = node_ids[node.parent] if number else ROOT
        try:
            start.check(number, node)
            if tree_node == RESIGNED:
                raise NotationError(error_text("after-resignation"))
            node_ids[number] = play_move(number, node, tree_node)
        except (NotationError, IllegalAction) as fault:
            if error is None:
                error, unparsed = str(fault), parsed.text[node.offset :]
            continue
        tree_node = tree_node if node_ids[number] == RESIGNED else node_ids[number]
        marks = parse_marks(node.properties, partial(parse_cell, number))
        builder.annotate(tree_node, "".join(node.properties.get("C", [])), marks)
        views |= dict.fromkeys(node.properties.get("GV", []), tree_node)
    if error is None:
        error, unparsed = parsed.error, parsed.unparsed
    return SgfImport(error, unparsed, views)


def resign_by_result(builder: TreeBuilder, imported: SgfImport, names: Meta) -> None:
    """Add the resignation at the end of the main line if only the result has it."""
    at, over = ROOT, False
    while builder.children[at] and not over:
        at = next(iter(builder.children[at].values()))
        over = builder.nodes[at].resigned
    loser = resigned_colour(names, builder.game)
    if at == ROOT or over or imported.error or builder.state(at).mover != loser:
        return
    with suppress(IllegalAction):  # the game is over
        builder.resign(at)


def parse_move(node: SgfNode) -> tuple[str, str] | None:
    """Return the letter and the lower-case value of the node's move; None without a move.

    Raise NotationError for two moves.
    """
    moves = [(letter, w) for letter in DEFAULT_LETTERS for w in node.properties.get(letter, [])]
    if len(moves) > 1:
        raise NotationError(error_text("sgf-two-moves"))
    return (moves[0][0], moves[0][1].strip().lower()) if moves else None


def require_turn(game: Game, mover: int, letters: str, move: tuple[str, str]) -> None:
    """Raise NotationError if a move has not the mover's letter."""
    letter, word = move
    if letter != letters[mover]:
        colour = WORDS[game.colours[mover]]
        raise NotationError(error_text("out-of-turn", move=f"{letter}[{word[:12]}]", colour=colour))


def parse_marks(properties: Properties, parse_cell: Callable[[str], int]) -> tuple[Mark, ...]:
    """Return the marks of a node; drop marks on cells that the board does not have."""
    marks = []
    for kind, name in MARKS.items():
        for text in properties.get(name, [])[:MAX_STONE_VALUES]:
            name, _, words = text.partition(":")
            try:
                cell = parse_cell(name.strip())
                end = parse_cell(words.strip()) if kind == "arrow" else NO_CELL
            except NotationError:
                continue
            words = sanitize_label(words) if kind == "label" else ""
            if end != cell:
                marks.append(Mark(kind, cell, words, end))
    return tuple(marks)


Fields = list[tuple[str, Sequence[Value]]]


def write_sgf(tree: Tree, leaf: int, cursor: int, meta: Meta | None = None) -> str:
    """Return the whole tree as SGF, with the texts of ``meta``.

    The keys of ``meta`` are ``name``, ``first`` and ``second`` (the players of the first and the
    second colour), ``date``, ``event``, ``place`` and ``result``.  ``result`` is written if the
    game is not over in the tree.
    """
    letters = get_letters(tree.game)
    nodes: list[str] = []
    children: list[list[int]] = []
    numbers: dict[int, int] = {}
    main = tree.line_end(ROOT)
    for node in tree.reachable():
        fields = _move(tree, node) if node != ROOT else _root(tree, main, meta or {})
        fields += _annotation_properties(tree, node)
        views = ["end"] * (node == leaf != main) + ["shown"] * (node == cursor != leaf)
        fields += [("GV", views)] if views else []
        numbers[node] = len(nodes)
        nodes.append(node_text(fields))
        children.append([])
        if node != ROOT:
            children[numbers[tree.nodes[node].parent]].append(numbers[node])
    for node in numbers:
        if tree.nodes[node].resigned:
            letter = letters[tree.nodes[node].state.mover]
            children[numbers[node]].append(len(nodes))
            nodes.append(node_text([(letter, ["resign"])]))
            children.append([])
    return write(nodes, children)


def _root(tree: Tree, main: int, meta: Meta) -> Fields:
    """Return the properties of the root; the main line, which ends at ``main``, has the result."""
    game, board, letters = tree.game, tree.game.board, get_letters(tree.game)
    spec = write_spec(game).removeprefix(game.name)
    fields: Fields = [
        ("FF", ["4"]),
        ("CA", ["UTF-8"]),
        ("AP", [f"Greylox Web:{__version__}"]),
        ("GG", [f"{game.name}:{spec}"]),
        ("SZ", [str(game.size)]),
    ]
    fields += format_properties(meta, game, tree.outcome(main))
    if tree.setup is not None:
        setup = tree.setup
        added = *(f"A{letter}" for letter in letters), "GH"
        for name, stones in sorted(zip(added, (*setup.stones, setup.placed), strict=True)):
            if stones:
                fields.append((name, board.cell_names(stones)))
        fields += [("PL", [letters[setup.mover]]), ("GP", [PHASES[setup.phase]])]
        if setup.anchor != NO_CELL:
            fields.append(("GL", [board.cell_name(setup.anchor)]))
    return fields


def _move(tree: Tree, node: int) -> Fields:
    board, action = tree.game.board, tree.nodes[node].action
    mover = tree.state_before(node).mover
    name = action_name(board, action)
    if action == board.swap_action:
        name = "swap-pieces"
    elif action == board.end_action:
        name = end_label(tree.game)
    return [(get_letters(tree.game)[mover], [name])]


def _annotation_properties(tree: Tree, node: int) -> Fields:
    node_data = tree.nodes[node]
    fields: Fields = [("C", [sanitize(node_data.all_comments)])] if node_data.all_comments else []
    for kind, name in MARKS.items():
        marks = [mark for mark in node_data.marks if mark.kind == kind]
        if marks:
            fields.append((name, [_mark(tree, mark) for mark in marks]))
    return fields


def _mark(tree: Tree, mark: Mark) -> Value:
    cell = tree.game.board.cell_name(mark.cell)
    if mark.kind == "arrow":
        return cell, tree.game.board.cell_name(mark.end)
    return (cell, sanitize_label(mark.text)) if mark.kind == "label" else cell


def read_own_sgf(parsed: SgfParse) -> ImportResult:
    """Read the tree in an SGF with a ``GG`` property, each line as far as it is legal."""
    root = parsed.nodes[0].properties
    try:
        game = read_spec(root["GG"][0].strip().lower().replace(":", "", 1))
        start = read_start(game, parsed)
    except NotationError as fault:
        return import_error("sgf", str(fault))

    builder = TreeBuilder(game, start.setup)

    def play_move(_: int, node: SgfNode, at: int) -> int:
        move = parse_move(node)
        if move is None:
            return at
        require_turn(game, builder.state(at).mover, start.letters, move)
        word = move[1]
        if word == RESIGN:
            builder.resign(at)
            return RESIGNED
        return builder.play(at, parse_action(game.board, "swap" if word == "swap-pieces" else word))

    imported = import_tree(
        parsed, start, builder, play_move, lambda _, cell: game.board.parse_cell(cell)
    )
    meta = parse_names(root, game, start.letters, start.letters)
    resign_by_result(builder, imported, meta)
    leaf, cursor = (imported.views.get(view) for view in ("end", "shown"))
    return from_builder(builder, "sgf", imported.error, imported.unparsed, meta, leaf, cursor)
