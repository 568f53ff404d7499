"""The set-up editor: a position edited by hand and validated after every change."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

from ..rules import Game, NotationError
from ..rules.board import NO_CELL
from ..rules.notation.setup import read_unchecked, validated, write_setup
from ..rules.state import State
from ..text import sentence_case
from ..words import WORDS
from .activity import Activity

if TYPE_CHECKING:
    from .session import Session

Tool = Literal["first", "second", "vacant", "placed", "anchor"]


@dataclass(frozen=True)
class Editor(Activity):
    """The edited position and its undo history."""

    game: Game
    state: State
    tool: Tool = "first"
    history: tuple[State, ...] = ()

    name: ClassVar[str] = "editor"

    def press(self, session: "Session", cell: int) -> "Session":
        return session.with_activity(self.apply_tool(cell))

    def status(self, session: "Session") -> tuple[str, str]:
        return WORDS["editor"], self.remark

    @property
    def remark(self) -> str:
        """The status sentence: why the position is not playable, or that it is."""
        if self.problem:
            return sentence_case(self.problem)
        over = self.game.outcome(self.validated()) is not None
        return WORDS["editor-over" if over else "editor-fine"]

    @property
    def problem(self) -> str | None:
        """The reason why the position is not playable, or None."""
        try:
            self.validated()
        except NotationError as error:
            return str(error)
        return None

    def validated(self) -> State:
        """Return the position with its quota.  Raise NotationError if it is not playable."""
        return validated(self.game, self.state)

    def with_state(self, **fields: object) -> "Editor":
        """Return the editor with a changed position; add the previous one to ``history``."""
        state = _drop_stale_marks(self.state._replace(**fields))  # type: ignore[arg-type]
        if state == self.state:
            return self
        return replace(self, state=state, history=(*self.history[-199:], self.state))

    def apply_tool(self, cell: int) -> "Editor":
        """Apply the tool to ``cell``."""
        state, bit = self.state, 1 << cell
        first, second = state.stones
        if self.tool == "placed":
            return self.with_state(placed=state.placed ^ bit & state.stones[state.mover])
        if self.tool == "anchor":
            enemy = state.stones[1 - state.mover] & bit
            anchor = NO_CELL if state.anchor == cell or not enemy else cell
            return self.with_state(anchor=anchor)
        held = {"first": first, "second": second, "vacant": 0}[self.tool] & bit
        first, second = first & ~bit, second & ~bit
        if self.tool == "first" and not held:
            first |= bit
        elif self.tool == "second" and not held:
            second |= bit
        return self.with_state(stones=(first, second))

    def undo(self) -> "Editor":
        """Return the editor before its last change."""
        return (
            replace(self, state=self.history[-1], history=self.history[:-1])
            if self.history
            else self
        )


def write_editor(editor: Editor | None) -> str:
    """Encode the edited position like a set-up in a link; "" without an editor."""
    return write_setup(editor.game, editor.state) if editor else ""


def read_editor(game: Game, text: str) -> Editor | None:
    """Decode a text of ``write_editor``; any other text gives None."""
    try:
        return Editor(game, _drop_stale_marks(read_unchecked(game, text))) if text else None
    except NotationError:
        return None


def _drop_stale_marks(state: State) -> State:
    """Return the position without ``placed`` and ``anchor`` marks on removed stones."""
    placed = state.placed & state.stones[state.mover]
    anchor = state.anchor
    if anchor != NO_CELL and not state.stones[1 - state.mover] >> anchor & 1:
        anchor = NO_CELL
    return state._replace(placed=placed, anchor=anchor)
