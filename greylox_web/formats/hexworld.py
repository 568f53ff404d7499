"""Games of Hex read as games of Lox: HexWorld links and Hex SGF (``GM[11]``).

Both formats name cells as we do.  The first colour (in Hex red or black) joins top and bottom, like
Red in Lox.  The rules of Lox check every move, so a game of Hex is read up to the first move that
Lox does not allow.

Hex calls the swap of Lox ``swap-pieces``.  The first stone is removed, and the second player places
a stone of their own on its mirror cell (column and row exchanged).  Then the first player moves,
and both keep their colours.

Hex SGF also has ``swap-sides``.  The stone stays, and the players exchange colours.  Then White is
to move, now played by the first player.

Mirroring the board in its long diagonal and exchanging the colours maps one form onto the other,
including the goal edges.  A black stone on c2 with White to move becomes a blue stone on b3 with
Red to move.  Therefore ``swap-sides`` is read as ``swap``, and every later cell (of moves and
marks) as its mirror cell.

After ``swap-sides`` some programs write the colour of the stone (``W`` moves next).  Others write
the player who began (``B`` moves next).  The first move after the swap shows the convention, and
all later moves must follow it.  Many programs write ``swap`` or ``swap-pieces`` for both forms: if
``W`` moves next, the stone has stayed.
"""

import re
from typing import NamedTuple

from ..match.tree import ROOT
from ..rules import NotationError, new_game
from ..rules.board import Board, as_ascii
from ..rules.notation.actions import RESIGN, parse_action
from ..rules.notation.links import MAX_CHARACTERS, STRIP_CHARS, TRAILING_TEXT, undo_escapes
from ..rules.play import IllegalAction
from ..words import WORDS, error_text
from .import_result import Format, ImportResult, TreeBuilder, from_builder, import_error
from .sgf import (
    RESIGNED,
    first_letter,
    import_tree,
    parse_move,
    read_start,
    require_turn,
    resign_by_result,
)
from .sgf_grammar import SgfNode, SgfParse
from .sgf_names import DEFAULT_LETTERS, parse_names

HEAD = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?(?:[a-z]\d{0,2}){0,6},", re.I)
BODY = re.compile(r"[a-z0-9:,]*", re.I)
MOVE = re.compile(r"([a-z]\d{1,2})|:([sp])|:[rf]([bwr])")
GOLEM = re.compile(r"[a-z]{2}", re.I)
SITE = re.compile(r"hexworld\.org/", re.I)
SWAPS = ("swap", "swap-pieces", "swap-sides")
TRAILING_CHARACTERS = STRIP_CHARS.replace(",", "")


def read_hexworld_text(text: str) -> ImportResult | None:
    """Read the game of a HexWorld link in a text, or of a bare fragment; None for other texts."""
    site = SITE.search(unescaped := undo_escapes(text[:MAX_CHARACTERS]))
    if site is None:
        words = as_ascii(text[:MAX_CHARACTERS]).split()
        word = "".join(words).strip("\"'`<>()[]").removeprefix("#")
        head = HEAD.match(word)  # several words may be a record with commas instead
        is_bare = len(words) == 1 and head and BODY.fullmatch(word, head.end())
        return read_hexworld(word) if is_bare else None
    link = unescaped[site.end() :].partition("#")[2]
    first, *words = TRAILING_TEXT.sub("", link).split() or [""]
    result = read_hexworld("".join([first, *words]).strip(TRAILING_CHARACTERS))
    if result.error and words:
        alone = read_hexworld(first.strip(TRAILING_CHARACTERS))
        return result if alone.error else alone
    return result


def holds_hexworld(text: str) -> bool:
    """Return whether a text contains a link to HexWorld."""
    return SITE.search(undo_escapes(text[:MAX_CHARACTERS])) is not None


def read_hexworld(fragment: str) -> ImportResult:
    """Read the game of a HexWorld fragment such as ``11r9c1,b4:sh4g8,i8``.

    Its parts are size, rotation and colours; the moves up to the cursor; the later moves.
    """
    kind: Format = "hexworld"
    fragment = fragment.lower()
    head = HEAD.match(fragment)
    if not head:
        return import_error(kind, error_text("hexworld-none"), fragment)
    if head[2] and head[2] != head[1]:
        return import_error(
            kind, error_text("hexworld-size", columns=head[1], rows=head[2]), fragment
        )
    try:
        game = new_game("lox", int(head[1]))
    except NotationError as fault:
        return import_error(kind, str(fault), fragment)
    builder, node, at, cursor = TreeBuilder(game), ROOT, head.end(), None
    error = None
    while error is None and at < len(fragment):
        if fragment[at] == "," and cursor is None:
            cursor, at = node, at + 1
            continue
        match = MOVE.match(fragment, at)
        try:
            if not match:
                raise NotationError(error_text("hexworld-move", text=fragment[at : at + 8]))
            if builder.nodes[node].resigned:
                raise NotationError(error_text("after-resignation"))
            if match[3]:
                _resign(builder, node, 0 if match[3] == "b" else 1)
            else:
                word = match[1] or {"s": "swap", "p": "pass"}[match[2]]
                node = builder.play(node, parse_action(game.board, word))
            at = match.end()
        except (NotationError, IllegalAction) as fault:
            error = str(fault)
    return from_builder(builder, kind, error, fragment[at:] if error else "", cursor=cursor)


def _resign(builder: TreeBuilder, node: int, colour: int) -> None:
    """Add the resignation of a colour; raise NotationError if the other colour is to move."""
    state, colours = builder.state(node), builder.game.colours
    if state.mover != colour:
        raise NotationError(
            error_text(
                "hex-resigned", colour=WORDS[colours[colour]], other=WORDS[colours[1 - colour]]
            )
        )
    builder.resign(node)


def mirrored(board: Board, cell: int) -> int:
    """Return the cell with column and row exchanged, on a rhombus."""
    column, row = board.column_row(cell)
    return board.cell_at(row, column)


def is_golem(parsed: SgfParse) -> bool:
    """Return whether the moves have Little Golem's form: White first, on cells like ``ll``."""
    for node in parsed.nodes:
        if first_letter([node]):
            return bool(GOLEM.fullmatch(node.properties.get("W", [""])[0].strip()))
    return False


class NamingConvention(NamedTuple):
    """The names of cells and sides in nodes of an SGF."""

    mirror: bool = False  # whether cells are mirror cells of the cells in Lox
    letters: str = DEFAULT_LETTERS  # of Red and Blue


def convention_after_swap(word: str, letter: str) -> NamingConvention:
    """Return the convention after a swap; ``letter`` is the next move's letter, or ""."""
    stays = letter == "W" or word == "swap-sides"
    return NamingConvention(stays, "WB" if stays and letter != "B" else DEFAULT_LETTERS)


def next_letters(parsed: SgfParse) -> list[str]:
    """Return for each node the letter of the next move, in the first line with a move, or ""."""
    after = [""] * len(parsed.nodes)
    for number, node in reversed([*enumerate(parsed.nodes)][1:]):
        after[node.parent] = first_letter([node]) or after[number] or after[node.parent]
    return after


def read_hex_sgf(parsed: SgfParse) -> ImportResult:
    """Read an SGF of Hex as a game of Lox, with either form of the swap."""
    kind: Format = "hex-sgf"
    root = parsed.nodes[0].properties
    columns, _, rows = root.get("SZ", ["11"])[0].strip().partition(":")
    try:
        if not re.fullmatch(r"[0-9]{1,3}", columns) or rows not in ("", columns):
            raise NotationError(error_text("hex-size", size=root["SZ"][0][:12]))
        game = new_game("lox", int(columns))
        start = read_start(game, parsed)
    except NotationError as fault:
        return import_error(kind, str(fault), parsed.text)
    builder, board = TreeBuilder(game, start.setup), game.board
    after = next_letters(parsed)
    swaps: dict[int, str] = {}  # SGF nodes from a swap to the next move -> the swap's word
    conventions: dict[int, NamingConvention] = {}  # SGF node -> its convention

    def parse_cell(number: int, name: str) -> int:
        cell = board.parse_cell(name)
        return mirrored(board, cell) if conventions[number].mirror else cell

    def play_move(number: int, node: SgfNode, at: int) -> int:
        conventions[number] = conventions.get(node.parent, NamingConvention())
        move, swap = parse_move(node), swaps.get(node.parent)
        if swap:
            conventions[number] = convention_after_swap(swap, move[0] if move else after[number])
        if move is None:
            if swap:
                swaps[number] = swap
            return at
        letter, word = move
        mover, letters = builder.state(at).mover, conventions[number].letters
        if word in (RESIGN, "forfeit"):
            _resign(builder, at, letters.index(letter))
            return RESIGNED
        require_turn(game, mover, letters, move)
        if word in SWAPS:
            swaps[number], conventions[number] = word, convention_after_swap(word, after[number])
        if word in (*SWAPS, "pass"):
            return builder.play(at, parse_action(board, word.partition("-")[0]))
        return builder.play(at, parse_cell(number, word))

    imported = import_tree(parsed, start, builder, play_move, parse_cell)
    end = next(
        (n for n, node in enumerate(parsed.nodes) if node.parent != n - 1), len(parsed.nodes)
    )
    names = parse_names(
        root, game, DEFAULT_LETTERS, conventions.get(end - 1, NamingConvention()).letters
    )
    resign_by_result(builder, imported, names)
    return from_builder(builder, kind, imported.error, imported.unparsed, names)
