"""The page's views of a session, for tests of several features."""

from typing import Any

from greylox_web.features.analysis.report import hint_box, search_details, status_texts
from greylox_web.features.board.marks import layers, texts
from greylox_web.features.controls.usable import usable_buttons
from greylox_web.features.players.score_view import drawing
from greylox_web.features.players.sides import sides
from greylox_web.match.move_list import move_list, turn_end
from greylox_web.session.naming import board_line, colour_called_you, heading
from greylox_web.session.prompt import needs_link, prompt, seat_offer_label
from greylox_web.session.session import Session
from greylox_web.session.visible_report import candidates, evaluation


class Screen:
    """The views of a session, each computed on access."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __getattr__(self, name: str) -> Any:
        return getattr(prompt(self.session), name)

    def everything(self) -> tuple[object, ...]:
        """Return all views, to compare two screens."""
        views = (name for name, view in vars(Screen).items() if isinstance(view, property))
        return (prompt(self.session), *(getattr(self, name) for name in views))

    @property
    def layers(self) -> dict[str, int]:
        return layers(self.session)

    @property
    def texts(self) -> dict[str, dict[int, str]]:
        return texts(self.session)

    @property
    def title(self) -> str:
        return heading(self.session)

    @property
    def board_line(self) -> str:
        return board_line(self.session)

    @property
    def own(self) -> int:
        return colour_called_you(self.session) or 0

    @property
    def notice(self) -> str:
        return self.session.notice.text if self.session.notice else ""

    @property
    def sides(self) -> Any:
        return sides(self.session)

    @property
    def drawing(self) -> Any:
        return drawing(self.session)

    @property
    def lines(self) -> Any:
        return move_list(self.session.tree)

    @property
    def node(self) -> int:
        return self.session.cursor

    @property
    def turn(self) -> int:
        return turn_end(self.session.tree, self.session.leaf, self.session.cursor)

    @property
    def buttons(self) -> dict[str, bool]:
        return usable_buttons(self.session)

    @property
    def report(self) -> str:
        return status_texts(self.session)[0]

    @property
    def line(self) -> str:
        return status_texts(self.session)[1]

    @property
    def work(self) -> str:
        return search_details(self.session)

    @property
    def comment(self) -> str:
        return self.session.tree.nodes[self.session.cursor].comment

    @property
    def candidates(self) -> Any:
        return candidates(self.session)

    @property
    def hint(self) -> Any:
        return hint_box(self.session)

    @property
    def evaluation(self) -> Any:
        return evaluation(self.session)

    @property
    def editor(self) -> str | None:
        return self.session.editor.remark if self.session.editor else None

    @property
    def send(self) -> bool:
        return needs_link(self.session)

    @property
    def offer(self) -> str:
        return seat_offer_label(self.session)
