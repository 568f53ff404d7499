"""The engine's report beside the board, its best line, and the button of the hint."""

from typing import ClassVar

from js import Element

from ...page.dom import element, set_text, show, write
from ...page.feature import Feature
from ...page.table import Table
from ...session.asking import PreviewLine, ResumeEngine, ToggleAnalysis
from .report import hint_button, report, work


class Analysis(Feature):
    """The elements of the analysis."""

    presses: ClassVar = {"ask": ResumeEngine(), "analyse": ToggleAnalysis()}

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.hint = ""  # the label of its button
        listen = table.lifetime.listen
        for kind in ("pointerenter", "focus"):
            listen(element("line"), kind, lambda _: table.dispatch(PreviewLine(True)))
        for kind in ("pointerleave", "blur"):
            listen(element("line"), kind, lambda _: table.dispatch(PreviewLine(False)))

    def press(self, name: str, button: Element) -> None:
        """Dispatch what the button does."""
        if name == "hint":
            from .hint import AskHint  # with its first use

            self.table.dispatch(AskHint())
        else:
            super().press(name, button)

    def paint(self) -> None:
        """Bring them up to date."""
        session = self.table.session
        done, (text, line) = work(session), report(session)
        set_text("work-done", done)
        show(element("work"), done)
        write(element("report"), text)
        paint_line(line)
        label, progress = hint_button(session)
        tried = session.review.try_texts(session)[1] if session.review else ""
        set_text("looking", progress or tried)
        if self.hint != label:
            self.hint = label
            element("hint").lastElementChild.textContent = label
        element("analyse").classList.toggle("main", session.engine.analysis)  # it says Stop then


def paint_line(text: str) -> None:
    """The engine's best line; Tab reaches it while there is one."""
    line = element("line")
    if line.textContent != text:
        line.textContent = text
        if text:
            line.tabIndex = 0
        else:
            line.removeAttribute("tabindex")
