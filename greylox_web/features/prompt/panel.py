"""The prompt on the page, with the notice, the result and the compared group sizes."""

from ...page.dom import by_id, create_element, set_text, show
from ...page.feature import Feature
from ...page.store import Store
from ...rules.board import NO_CELL
from ...session.event import Event, SetPreference, ShowNotice
from ...session.playing import ClickCell, PlayAction
from ...session.prompt import (
    Prompt,
    goal,
    greeting,
    needs_link,
    prompt,
    seat_offer_label,
    shows_greeting,
)
from ...session.session import Session
from ...words import WORDS


class PromptPanel(Feature):
    """The elements of the prompt, and the rendered comparison."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: object = None  # the colours and the comparison

    def on_event(self, event: Event | None, before: Session) -> None:
        """Note the first stone: the greeting above the board is hidden from then on."""
        has_started = len(self.store.session.tree.nodes) > 1
        if shows_greeting(before) and has_started and isinstance(event, ClickCell | PlayAction):
            self.store.dispatch(SetPreference("greeted", True))

    def on_press(self, name: str, button: object) -> None:
        """Show the goal of the game."""
        self.store.dispatch(ShowNotice(goal(self.store.session)))

    def render(self) -> None:
        """Update the texts; an internal fault is shown in place of the notice."""
        session, notice = self.store.session, self.store.session.notice
        now = prompt(session)
        set_text("turn", now.status)
        set_text("prompt", now.prompt_line)
        set_text("goal", now.goal)
        set_text("result", now.result)
        notice_text = self.store.faults.text or (notice.text if notice else "")
        set_text("notice", notice_text)
        set_text("page-notice", notice_text)  # on the other pages of the site
        refused = notice is not None and notice.cell != NO_CELL
        by_id("notice").classList.toggle("refused", refused)
        if self.rendered != (sizes := (session.game.colours, now.comparison)):
            self.rendered = sizes
            self._compare(session, now)
        show(by_id("send"), needs_link(session))
        text = seat_offer_label(session)
        set_text("take-seat", text)
        show(by_id("decline-seat"), text)
        set_text("welcome", greeting(session))

    def _compare(self, session: Session, now: Prompt) -> None:
        """Update the group sizes side by side, up to the deciding pair."""
        by_id("comparison").hidden = not now.comparison
        for colour in (0, 1):
            by_id(f"comparison-{colour}").textContent = WORDS[session.game.colours[colour]]
        body = by_id("comparison").querySelector("tbody")
        rows = []
        for rank, first, second, decided in now.comparison:
            row = create_element("tr", **({"class": "decided"} if decided else {}))
            row.append(
                create_element("th", rank),
                create_element("td", first),
                create_element("td", second),
            )
            rows.append(row)
        body.replaceChildren(*rows)
