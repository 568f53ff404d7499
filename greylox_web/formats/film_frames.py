"""The frames of a film of a game: a card with a picture of each turn."""

from dataclasses import dataclass, replace

from ..match.move_list import nodes_by_turn
from ..session.naming import game_title
from ..session.session import Session
from .picture import caption
from .share_card import MARGIN, Card, Header, PictureOptions, board_picture, draw_header, make_card
from .share_card import WIDTH as CARD_WIDTH

DRAWN_WIDTH = 720.0  # the card's width: its letters are larger than those of a card to share
WIDTH = 480  # pixels
LONG_GAME_TURNS, SMALL_WIDTH = 120, 360  # films of more turns have this width in pixels
FRAME_MILLIS, FAST_MILLIS, END_MILLIS = 1000, 600, 3000
"""The durations of a turn, of a turn in a long film, and of the last frame."""


@dataclass(frozen=True)
class Frame:
    """One picture of a film."""

    session: Session  # at the position of the frame
    card: Card
    options: PictureOptions
    turn: int  # of the board, in twelfths of a circle
    width: int  # of the film, in pixels; the SVG is scaled to it
    millis: int  # the duration of the frame

    @property
    def node(self) -> int:
        """The node of the position."""
        return self.session.cursor

    def draw(self, font_faces: str = "") -> str:
        """Return the frame as SVG; all frames of a film have the same size."""
        board = board_picture(self.session, self.turn, self.options)
        return self.card.draw(board, font_faces=font_faces)


def film_frames(
    session: Session,
    turn: int = 0,
    options: PictureOptions = PictureOptions(),  # noqa: B008 (frozen)
) -> list[Frame]:
    """Return the frames of the line in the move list: the start, and the position after each turn.

    The last frame shows the result, or who is to move.
    """
    tree = session.tree
    path = tree.path(session.leaf)
    turns = nodes_by_turn(tree, path[1:])
    long = len(turns) > LONG_GAME_TURNS
    width, millis = (SMALL_WIDTH, FAST_MILLIS) if long else (WIDTH, FRAME_MILLIS)
    end = session.with_match(cursor=session.leaf)
    card = replace(make_card(end, options), width=DRAWN_WIDTH, about=game_title(tree.game))
    margin = MARGIN * DRAWN_WIDTH / CARD_WIDTH
    card = replace(card, header_height=draw_header(tree.game, card.header, margin, DRAWN_WIDTH)[1])
    frames = []
    for number, nodes in enumerate([[path[0]], *turns]):
        header = Header(game_title(tree.game))
        if number:
            mover = tree.state_before(nodes[0]).mover
            header = Header(caption(tree, number, nodes), mover)
        position = session.with_match(cursor=nodes[-1])
        frame_card = replace(card, header=header)
        frames.append(Frame(position, frame_card, options, turn, width, millis))
    hides_result = end.outcome is not None and not options.result
    last_card = frames[-1].card if hides_result else card
    return [*frames[:-1], replace(frames[-1], card=last_card, millis=END_MILLIS)]
