"""The prompt on the page, with the notice, the result and the compared group sizes."""

from js import Element

from ...page.dom import by_id, create_element, icon, set_text, show
from ...page.feature import Feature
from ...page.rich_text import write_rich
from ...page.store import Store
from ...rules.board import NO_CELL
from ...session.event import Event, SetPreference
from ...session.playing import ClickCell, PlayAction
from ...session.prompt import Prompt, is_first_game, needs_link, prompt, seat_offer_label
from ...session.session import Session
from ...words import WORDS


class PromptPanel(Feature):
    """The elements of the prompt, and the rendered comparison."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: object = None  # the colours and the comparison
        self.rendered_texts: object = None  # the texts with terms and signs

    def on_event(self, event: Event | None, before: Session) -> None:
        """Note the first stone of a first visit."""
        has_started = len(self.store.session.tree.nodes) > 1
        if is_first_game(before) and has_started and isinstance(event, ClickCell | PlayAction):
            self.store.dispatch(SetPreference("greeted", True))

    def on_press(self, name: str, button: Element) -> None:
        """Show or hide why a swap is allowed."""
        reason = by_id("swap-reason")
        reason.hidden = not reason.hidden
        button.setAttribute("aria-expanded", str(not reason.hidden).lower())

    def render(self) -> None:
        """Update the texts; an internal fault is shown in place of the notice."""
        session, notice = self.store.session, self.store.session.notice
        now = prompt(session)
        by_id("prompt-box").dataset.colour = session.game.colours[session.board_session.state.mover]
        set_text("turn", now.status)
        set_text("goal", now.goal)
        set_text("result", now.result)
        is_hint = session.hint is not None and session.hint.is_notice(session)
        text = notice.text if notice and not is_hint else ""
        notice_text = self.store.faults.text or text
        set_text("notice", notice_text)
        set_text("page-notice", notice_text)  # on the other pages of the site
        refused = notice is not None and notice.cell != NO_CELL
        by_id("notice").classList.toggle("refused", refused)
        texts = session.game, now.prompt_line, now.steps, now.swap
        if self.rendered_texts != texts:
            self.rendered_texts = texts
            self._write_texts(session, now)
        if self.rendered != (sizes := (session.game.colours, now.comparison)):
            self.rendered = sizes
            self._compare(session, now)
        show(by_id("send"), needs_link(session))
        text = seat_offer_label(session)
        set_text("take-seat", text)
        show(by_id("decline-seat"), text)
        by_id("game-view").classList.toggle("seat-offered", bool(text))

    def _write_texts(self, session: Session, now: Prompt) -> None:
        """Write the texts with terms and signs: the swap, the prompt, or the stones of a turn."""
        game, steps = session.game, []
        prompt_line = "" if now.steps else now.prompt_line
        for name, text in (("prompt", prompt_line), ("swap-told", now.swap)):
            write_rich(by_id(name), text, game)
            show(by_id(name), text)
        for number, step in enumerate(now.steps, 1):
            item = create_element("li", **{"class": step.state})
            if step.state == "now":
                item.setAttribute("aria-current", "step")
            disc = create_element("span", str(number), aria_hidden="true", **{"class": "number"})
            if step.state == "done":
                disc.replaceChildren(icon("check"))
            sentence = create_element("span")
            write_rich(sentence, step.text, game)
            item.append(disc, sentence)
            steps.append(item)
        by_id("steps").replaceChildren(*steps)
        show(by_id("steps"), steps)
        show(by_id("swap-why"), now.swap_reason)
        by_id("swap-why").setAttribute("aria-expanded", "false")
        by_id("swap-reason").textContent = now.swap_reason
        by_id("swap-reason").hidden = True

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
