"""The answers in advance in the dialog that sends a turn, and the buttons beside the board."""

from collections.abc import Callable
from functools import partial

from js import Element, Event

from ...match.answers import can_answer, own_answers, turn_start_node
from ...page.dom import announce, by_id, create_element, icon, set_text, show, write
from ...page.feature import Feature
from ...page.store import Store
from ...rules import NotationError
from ...session.answers import RemoveAnswer, answer_texts, own_answer_texts
from ...session.event import Event as SessionEvent
from ...session.playing import PlayAction
from ...session.session import Session
from ...text import sentence_case
from ...words.friends import FRIEND_WORDS as WORDS
from ..controls.panel import ACTION_BUTTONS
from .answers import AnswerEntry, EnterAnswer, LeaveAnswer, TakeBack, typed_answer


class AnswerEditor(Feature):
    """The list of answers, their fields, and the buttons while one is played on the board."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.show_dialog: Callable[[], object] = lambda: None  # set by the dialog
        self.rendered: object = None  # the answers that the list shows
        self.continued: list[tuple[int, ...]] = [()]  # the choices of "after", as actions
        self.root = self._build()
        self.bar = self._build_bar()

    # ------------------------------------------------------------ elements

    def _build(self) -> Element:
        root = create_element("details", id="answers")
        root.append(
            create_element("summary", WORDS["answers"], id="answers-summary"),
            create_element("p", WORDS["answers-note"]),
            create_element("ul", id="answers-list"),
        )
        form = create_element("form", **{"class": "answer-form"})
        after = create_element("label", WORDS["answer-after"], id="answer-after-label")
        after.append(create_element("select", id="answer-after"))
        form.append(after)
        for name in ("turn", "reply"):
            label = create_element("label", WORDS[f"answer-{name}"])
            options = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
            label.append(create_element("input", id=f"answer-{name}", maxlength="200", **options))
            form.append(label)
        error = create_element("p", id="answer-error", role="alert")
        error.hidden = True
        actions = create_element("div", **{"class": "actions"})
        actions.append(
            create_element("button", WORDS["add-answer"], type="submit"),
            create_element("button", WORDS["on-board"], type="button", id="answer-on-board"),
        )
        form.append(error, actions)
        root.append(form)
        listen = self.store.lifetime.listen
        listen(form, "submit", self._on_submit)
        listen(actions.lastChild, "click", lambda _: self._enter())
        return root

    def _build_bar(self) -> Element:
        bar = create_element("div", id="answer-bar")
        bar.hidden = True
        for name in (*ACTION_BUTTONS, "take-back", "leave"):
            key = "leave-answer" if name == "leave" else name
            text = "" if name in ACTION_BUTTONS else WORDS[key]
            button = create_element("button", text, type="button", data_name=name)
            self.store.lifetime.listen(button, "click", partial(self._on_bar, name))
            bar.append(button)
        by_id("prompt-box").querySelector(".prompt-buttons").append(bar)
        return bar

    # ------------------------------------------------------------ events

    def on_event(self, event: SessionEvent | None, before: Session) -> None:
        """Inform screen readers of what is due; show the dialog again after the last stone."""
        entry = self.store.session.activity(AnswerEntry.name)
        was = before.activity(AnswerEntry.name)
        if isinstance(entry, AnswerEntry):
            if not isinstance(was, AnswerEntry) or was.is_reply_due != entry.is_reply_due:
                announce(". ".join(entry.status(self.store.session)))
        elif isinstance(was, AnswerEntry) and self.store.session.is_same_game(before):
            notice = self.store.session.notice
            if self.store.session.match.answers != before.match.answers:
                self._show_again("")
            elif notice and self.store.session.cursor == before.cursor:
                self._show_again(notice.text)

    def render(self) -> None:
        """Update the list in the open dialog, and the buttons beside the board."""
        session = self.store.session
        entry = session.activity(AnswerEntry.name)
        show(self.bar, isinstance(entry, AnswerEntry))
        if isinstance(entry, AnswerEntry):
            match = entry.match
            legal, board = match.game.legal(match.state), match.game.board
            for name, action in ACTION_BUTTONS.items():
                is_legal = legal >> getattr(board, action) & 1
                is_named = name == "swap" or match.game.end_label == name
                button = self.bar.querySelector(f"[data-name={name}]")
                write(button, by_id(name).textContent)  # as the button of the game
                show(button, is_legal and is_named)
            show(self.bar.querySelector("[data-name=take-back]"), match.cursor != entry.base)
        if by_id("send-turn").open:
            self.render_list()

    def render_list(self) -> None:
        """Show the answers, unless they are shown already."""
        session = self.store.session
        show(self.root, can_answer(session.match))
        texts = own_answer_texts(session)
        if self.rendered == (key := (session.match.id, session.match.live_node, texts)):
            return
        self.rendered = key
        rows = []
        for index, lines in enumerate(texts):
            row, words = create_element("li"), create_element("span")
            words.append(*(create_element("span", sentence_case(line)) for line in lines))
            label = WORDS["remove-answer"].format(answer=", ".join(lines))
            button = create_element("button", type="button", aria_label=label)
            button.className = "sheet-close"
            button.append(icon("close"))
            self.store.lifetime.listen(button, "click", partial(self._remove, index))
            row.append(words, button)
            rows.append(row)
        by_id("answers-list").replaceChildren(*rows)
        self._render_choices(session)

    def _render_choices(self, session: Session) -> None:
        """Show after which answers another turn can follow."""
        tree, answers = session.tree, own_answers(session.match)
        state = tree.nodes[turn_start_node(tree, session.match.live_node)].state
        choices: dict[tuple[int, ...], str] = {(): WORDS["answer-now"]}
        for turns in answers:
            texts = list(answer_texts(session.game, state, turns))
            for count in range(2, len(turns) + 1, 2):
                actions = tuple(action for turn in turns[:count] for action in turn.actions)
                if session.game.legal(turns[count - 1].end):
                    choices[actions] = ", ".join(texts[: count // 2])
        self.continued = list(choices)
        options = (
            create_element("option", text, value=str(index))
            for index, text in enumerate(choices.values())
        )
        by_id("answer-after").replaceChildren(*options)
        show(by_id("answer-after-label"), len(choices) > 1)

    # ------------------------------------------------------------ presses

    def _after(self) -> tuple[int, ...]:
        """Return the actions after which the new answer follows."""
        chosen = by_id("answer-after").value
        return self.continued[int(chosen)] if chosen else ()

    def _on_submit(self, event: Event) -> None:
        """Add the typed answer, or show why it is none."""
        event.preventDefault()
        session, typed = self.store.session, [by_id(f"answer-{name}") for name in ("turn", "reply")]
        try:
            added = typed_answer(session, self._after(), *(field.value for field in typed))
        except NotationError as error:
            self._show_error(sentence_case(str(error)))
            return
        self.store.dispatch(added)
        if notice := self.store.session.notice:
            self._show_error(notice.text)
            return
        self._show_error("")
        for field in typed:
            field.value = ""
        typed[0].focus()

    def _show_error(self, text: str) -> None:
        set_text("answer-error", text)
        show(by_id("answer-error"), text)

    def _remove(self, index: int, _event: Event) -> None:
        self.store.dispatch(RemoveAnswer(index))
        by_id("answers-summary").focus()  # the pressed button is gone

    def _enter(self) -> None:
        by_id("send-turn").close()
        self.store.dispatch(EnterAnswer(self._after()))
        by_id("board").focus()

    def _on_bar(self, name: str, _event: Event) -> None:
        if name in ACTION_BUTTONS:
            board = self.store.session.game.board
            self.store.dispatch(PlayAction(getattr(board, ACTION_BUTTONS[name])))
        else:
            self.store.dispatch(LeaveAnswer() if name == "leave" else TakeBack())

    def _show_again(self, error: str) -> None:
        """Show the dialog with the answers."""
        self.show_dialog()
        self.root.open = True
        self._show_error(error)
