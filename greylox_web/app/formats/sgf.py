"""Our games as SGF (FF[4]): readable by tools that show trees, and lossless for ourselves.

::

    (;FF[4]CA[UTF-8]AP[Greylox Web:0.2.0]GG[lox:11]SZ[11];B[c2];W[swap-pieces]C[why not?];B[e5])

The private root property ``GG`` has game, size and options; there is no ``GM``, because our games
have no registered number.  Moves are ``B`` and ``W`` by the letters of ``sgf_names``; each stone of
a turn is a node.  Other moves are ``swap-pieces``, ``pass``, ``end`` and ``resign``; a resignation
is a node of its own.  A set-up, in the root or in nodes before the first move, is ``AB``, ``AW``
and ``PL`` with the private ``GP`` (opening or main), ``GL`` (the opponent's last stone) and ``GH``
(stones already placed in the turn).  The private ``GV`` marks the ``end`` of the line shown if
that is not the main line, and the ``shown`` position if that is not the end of the line.  Comments
are ``C``, marks ``TR CR SQ MA LB``.
"""

from collections.abc import Sequence

from ... import __version__
from ...match.tree import ROOT, Mark, Tree
from ...rules import NotationError
from ...rules.board import NO_CELL
from ...rules.notation.actions import RESIGN, action_name, action_named, end_word
from ...rules.notation.links import read_spec, write_spec
from ...rules.state import PHASES
from ...text import label, plain
from ...words import WORDS, wrong
from .imported import Imported, Meta, from_builder, refused
from .sgf_grammar import Parsed, SgfNode, Value, node_text, write
from .sgf_names import letters_of, names_of, written
from .sgf_start import start_of
from .sgf_walk import MARKS, RESIGNED, move_of, resign_by_result, walk
from .tree_builder import TreeBuilder

Fields = list[tuple[str, Sequence[Value]]]


def write_sgf(tree: Tree, leaf: int, cursor: int, meta: Meta | None = None) -> str:
    """The whole tree as SGF, with the texts of ``meta``.

    Its keys are ``name``, ``first`` and ``second`` (the players of the first and the second
    colour), ``date``, ``event``, ``place``, and ``result`` of a game that is not over in the tree.
    """
    letters = letters_of(tree.game)
    nodes: list[str] = []
    children: list[list[int]] = []
    numbers: dict[int, int] = {}
    main = tree.leaf(ROOT)
    for node in tree.reachable():
        fields = _move(tree, node) if node != ROOT else _root(tree, main, meta or {})
        fields += _notes(tree, node)
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
    """The properties of the root; the result is that of the main line, which ends at ``main``."""
    game, board, letters = tree.game, tree.game.board, letters_of(tree.game)
    spec = write_spec(game).removeprefix(game.name)
    fields: Fields = [
        ("FF", ["4"]),
        ("CA", ["UTF-8"]),
        ("AP", [f"Greylox Web:{__version__}"]),
        ("GG", [f"{game.name}:{spec}"]),
        ("SZ", [str(game.size)]),
    ]
    fields += written(meta, game, tree.outcome(main))
    if tree.setup is not None:
        setup = tree.setup
        added = *(f"A{letter}" for letter in letters), "GH"
        for name, stones in sorted(zip(added, (*setup.stones, setup.placed), strict=True)):
            if stones:
                fields.append((name, board.names(stones)))
        fields += [("PL", [letters[setup.mover]]), ("GP", [PHASES[setup.phase]])]
        if setup.anchor != NO_CELL:
            fields.append(("GL", [board.name(setup.anchor)]))
    return fields


def _move(tree: Tree, node: int) -> Fields:
    board, action = tree.game.board, tree.nodes[node].action
    mover = tree.nodes[tree.nodes[node].parent].state.mover
    name = action_name(board, action)
    if action == board.swap:
        name = "swap-pieces"
    elif action == board.end:
        name = end_word(tree.game)
    return [(letters_of(tree.game)[mover], [name])]


def _notes(tree: Tree, node: int) -> Fields:
    there = tree.nodes[node]
    fields: Fields = [("C", [plain(there.comment)])] if there.comment else []
    for kind, name in MARKS.items():
        marks = [mark for mark in there.marks if mark.kind == kind]
        if marks:
            fields.append((name, [_mark(tree, mark) for mark in marks]))
    return fields


def _mark(tree: Tree, mark: Mark) -> Value:
    cell = tree.game.board.name(mark.cell)
    return (cell, label(mark.text)) if mark.kind == "label" else cell


def read_ours(parsed: Parsed) -> Imported:
    """The tree in an SGF with a ``GG`` property, each of its lines as far as it is legal."""
    root = parsed.nodes[0].properties
    try:
        game = read_spec(root["GG"][0].strip().lower().replace(":", "", 1))
        start = start_of(game, parsed)
    except NotationError as fault:
        return refused("sgf", str(fault))

    builder = TreeBuilder(game, start.setup)

    def played(_: int, node: SgfNode, at: int) -> int:
        move = move_of(node)
        if move is None:
            return at
        letter, word = move
        mover = builder.state(at).mover
        if letter != start.letters[mover]:
            raise NotationError(
                wrong(
                    "out-of-turn", move=f"{letter}[{word[:12]}]", colour=WORDS[game.colours[mover]]
                )
            )
        if word == RESIGN:
            builder.resign(at)
            return RESIGNED
        return builder.play(at, action_named(game.board, "swap" if word == "swap-pieces" else word))

    walked = walk(parsed, start, builder, played, lambda _, cell: game.board.cell(cell))
    meta = names_of(root, game, start.letters, start.letters)
    resign_by_result(builder, walked, meta)
    leaf, cursor = (walked.views.get(view) for view in ("end", "shown"))
    return from_builder(builder, "sgf", walked.error, walked.rest, meta, leaf, cursor)
