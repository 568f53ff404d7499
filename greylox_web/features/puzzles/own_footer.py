"""A player's puzzle in the panel: how far its proof is, and the buttons that share it."""

from js import document

from ...page.clipboard import copy_text
from ...page.dom import by_id, create_element, focus_in_place, icon, set_text
from ...page.store import Store
from ...session.requests import ResumeEngine
from ...session.session import Session
from ...words import WORDS as COMMON_WORDS
from ...words.own_puzzles import OWN_PUZZLE_WORDS as WORDS
from ..exercise.panel import Sections
from .elements import replace_child
from .own_puzzle import StopProof, difficulty_text, progress_text, proof_activity, start_proof


class OwnPuzzleFooter:
    """The elements in the sections of the panel, made once."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.status = create_element("p", id="own-status")
        self.bar = create_element("progress", id="own-progress", aria_labelledby="own-status")
        self.button = create_element("button", type="button", id="own-proof")
        self.difficulty = create_element("p", id="own-difficulty")
        self.difficulty.className = "puzzle-difficulty"
        self.facts = create_element("div", id="own-facts")
        self.facts.append(self.status, self.bar, self.button)
        copy = create_element("button", type="button", id="own-copy")
        share = create_element("button", type="button", id="own-share", data_press="share:open")
        copy.append(icon("link"), create_element("span", WORDS["copy"]))
        share.append(icon("share"), create_element("span", WORDS["share"]))
        self.actions = create_element("div", **{"class": "puzzle-actions"})
        self.actions.append(copy, share)
        self.footer = create_element("div", id="own-footer")
        self.copied = create_element("p", id="own-copied", role="status")
        self.link = create_element("textarea", id="own-link", readonly="", rows="2")
        self.link.setAttribute("aria-label", WORDS["copy"])
        self.link.hidden = True
        self.footer.append(create_element("p", WORDS["unrated"]), self.actions)
        self.footer.append(self.copied, self.link)
        self.exercise: object = None  # the last one shown
        store.lifetime.listen(copy, "click", lambda _: self.copy())
        store.lifetime.listen(self.button, "click", lambda _: self.on_button())

    def show(self, sections: Sections, session: Session) -> None:
        """Update the elements."""
        attempt, proof = session.exercise_attempt, proof_activity(session)
        sections.facts.classList.toggle("proof", proof is not None)
        replace_child(sections.facts, self.difficulty if proof is None else self.facts)
        sections.verdict.replaceChildren()
        replace_child(sections.footer, self.footer)
        set_text(self.difficulty, difficulty_text(attempt.exercise) if attempt else "")
        if attempt is not None and attempt.exercise is not self.exercise:
            self.exercise = attempt.exercise
            set_text(self.copied, "")
            self.link.hidden = True
        self.footer.hidden = proof is not None
        hidden = proof is None or bool(proof.problem and not proof.may_repeat)
        if hidden and document.activeElement == self.button:
            focus_in_place(by_id("exercise-title"))
        self.facts.hidden = hidden
        if proof is None:
            return
        set_text(self.status, progress_text(proof))
        self.bar.hidden = bool(proof.problem)
        if proof.progress is not None and proof.progress.checked:
            self.bar.setAttribute("max", str(proof.progress.turns))
            self.bar.setAttribute("value", str(proof.progress.checked))
        else:
            self.bar.removeAttribute("value")
        set_text(self.button, WORDS["again" if proof.problem else "stop"])

    def on_button(self) -> None:
        """Stop the proof, or begin it again."""
        proof = proof_activity(self.store.session)
        if proof is None:
            return
        if not proof.problem:
            self.store.dispatch(StopProof())
            return
        if self.store.session.engine.status == "failed":
            self.store.dispatch(ResumeEngine())
        self.store.dispatch(start_proof(proof.position, proof.steps, is_maker=proof.is_maker))

    def copy(self) -> None:
        """Copy the puzzle's address; show it if the browser refuses."""
        copied, refused = COMMON_WORDS["copied"], COMMON_WORDS["not-copied"]
        address = self.store.address()
        copy_text(self.store.lifetime, address, self.copied, self.link, copied, refused)
