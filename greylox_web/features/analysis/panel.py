"""The engine's report beside the board, its principal variation, and the hint button."""

from typing import TYPE_CHECKING, ClassVar

from js import Element

from ...drawing.signs import sign
from ...page.dom import by_id, parse_svg, set_text, show, write
from ...page.feature import Feature
from ...page.store import Store
from ...session.requests import PreviewLine, ResumeEngine, ToggleAnalysis
from ...session.session import Session
from .report import hint_box, search_details, status_texts

if TYPE_CHECKING:
    from .hint import HintBox


class Analysis(Feature):
    """The elements of the analysis panel."""

    press_events: ClassVar = {"resume-engine": ResumeEngine(), "analyse": ToggleAnalysis()}

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.hint: HintBox | None = None  # the rendered texts
        listen = store.lifetime.listen
        for kind in ("pointerenter", "focus"):
            listen(by_id("best-line"), kind, lambda _: store.dispatch(PreviewLine(True)))
        for kind in ("pointerleave", "blur"):
            listen(by_id("best-line"), kind, lambda _: store.dispatch(PreviewLine(False)))

    def on_press(self, name: str, button: Element) -> None:
        """Dispatch the event of the button."""
        if name in ("hint", "hide-hint"):
            from .hint import HideHint, PressHint  # loaded on first use

            self.store.dispatch(PressHint() if name == "hint" else HideHint())
            if button.id != "hint":  # a button of the box, which disappears
                by_id("hint-hide" if name == "hint" else "hint").focus()
        else:
            super().on_press(name, button)

    def render(self) -> None:
        """Update the elements."""
        session = self.store.session
        done, (text, line) = search_details(session), status_texts(session)
        set_text("search-details-text", done)
        show(by_id("search-details"), done)
        write(by_id("report"), text)
        render_best_line(line)
        set_text("browsing-note", session.review.retry_note(session) if session.review else "")
        if self.hint != (hint := hint_box(session)):
            self.hint = hint
            render_hint(hint, session)
        by_id("analyse").classList.toggle("main", session.engine.analysis)  # its label is then Stop


def render_hint(hint: "HintBox | None", session: Session) -> None:
    """Show the box with the hint, or hide it."""
    show(by_id("hint-box"), hint)
    by_id("game-view").classList.toggle("has-hint", hint is not None)
    if hint is not None:
        if not by_id("hint-sign").children.length:
            markup = sign("hint", session.game)  # type: ignore[arg-type]  # a frozen dataclass
            by_id("hint-sign").append(parse_svg(markup))
        write(by_id("hint-title"), hint.title)
        set_text("hint-due", hint.due)
        set_text("hint-fact", hint.text)
        set_text("hint-show", hint.show_label)
        write(by_id("hint-hide"), hint.hide_label)


def render_best_line(text: str) -> None:
    """Show the engine's principal variation; Tab reaches it unless it is empty."""
    line = by_id("best-line")
    if line.textContent != text:
        line.textContent = text
        if text:
            line.tabIndex = 0
        else:
            line.removeAttribute("tabindex")
