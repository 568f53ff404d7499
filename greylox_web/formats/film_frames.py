"""The frames of a film of a game: a picture of each turn."""

from dataclasses import dataclass

from ..match.tree import ROOT, Tree
from ..rules.notation.actions import localized_action
from ..session.naming import game_title
from ..text import escape_xml
from ..words import WORDS
from .picture import picture
from .share_card import INK, PAPER, SANS, fit_svg

WIDTH, BOARD, CAPTION = 480, 460, 44  # pixels: width, greatest board height, caption height
LONG_GAME_TURNS, SMALL_WIDTH = (
    120,
    360,
)  # films of more than LONG_GAME_TURNS turns are SMALL_WIDTH pixels wide
FRAME_MILLIS, FAST_MILLIS, END_MILLIS = (
    1000,
    600,
    4000,
)  # durations of a turn, of a turn in a long film, and of the last frame


@dataclass(frozen=True)
class Frame:
    """One picture of a film."""

    tree: Tree
    node: int
    caption: str
    turn: int  # of the board, in twelfths of a circle
    width: int  # of the film, in pixels; the SVG is scaled to it
    millis: int  # the duration of the frame

    def draw(self) -> str:
        """Return the frame as SVG; all frames of a film have the same size."""
        svg = picture(self.tree, self.node, turn=self.turn)
        board, high = fit_svg(svg, 0, 0, WIDTH, BOARD)
        height = round(high) + CAPTION
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}"><rect width="{WIDTH}" height="{height}" '
            f'fill="{PAPER}"/>{board}<text x="{WIDTH / 2:g}" y="{height - 16}" '
            f'text-anchor="middle" font-family="{SANS}" font-size="20" fill="{INK}">'
            f"{escape_xml(self.caption)}</text></svg>"
        )


def film_frames(tree: Tree, leaf: int, turn: int = 0) -> list[Frame]:
    """Return the frames of the line to ``leaf``: the start, and the position after each turn."""
    turns = group_nodes_by_turn(tree, leaf)
    long = len(turns) > LONG_GAME_TURNS
    width, millis = (SMALL_WIDTH, FAST_MILLIS) if long else (WIDTH, FRAME_MILLIS)
    frames = [Frame(tree, ROOT, game_title(tree.game), turn, width, millis)]
    for number, nodes in enumerate(turns, 1):
        frames.append(Frame(tree, nodes[-1], caption(tree, number, nodes), turn, width, millis))
    last = frames[-1]
    return [*frames[:-1], Frame(tree, last.node, last.caption, turn, width, END_MILLIS)]


def group_nodes_by_turn(tree: Tree, leaf: int) -> list[list[int]]:
    """Return the nodes of the line to ``leaf`` by turn; the last turn may be unfinished."""
    turns: list[list[int]] = []
    for node in tree.path(leaf)[1:]:
        if turns and tree.nodes[tree.nodes[node].parent].state.is_mid_turn:
            turns[-1].append(node)
        else:
            turns.append([node])
    return turns


def caption(tree: Tree, number: int, nodes: list[int]) -> str:
    """Return the caption of a turn: its number, colour and actions."""
    befores = [tree.nodes[tree.nodes[node].parent].state for node in nodes]
    actions = (
        localized_action(tree.game, before, tree.nodes[node].action)
        for before, node in zip(befores, nodes, strict=True)
    )
    colour = WORDS[tree.game.colours[befores[0].mover]]
    return f"{number}. {colour} {' '.join(actions)}"
