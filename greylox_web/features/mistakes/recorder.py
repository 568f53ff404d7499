"""The recorder of costly turns; its note in the review says that they come back."""

import asyncio

from ...page.dom import by_id, create_element
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.session import Session
from ..review.mistakes_note import mistakes_note
from ..review.model import RestoreReview, Review
from ..review.turns import costly_turns
from .model import mistake_facts, restored_fact


class MistakeRecorder(Feature):
    """Adds the costly turns of each complete review to the progress."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.recorded: Review | None = None  # the review whose turns were recorded last
        self.count = 0  # of the turns in the note
        self.note = create_element("div")
        self.record(was_searched=False)

    def on_event(self, event: Event | None, _before: Session) -> None:
        """Record a complete review."""
        self.record(was_searched=event is not None and not isinstance(event, RestoreReview))

    def record(self, *, was_searched: bool) -> None:
        """Record the turns of the review, if it is complete and new."""
        session = self.store.session
        review = session.review
        if review is None or review.turns == (self.recorded.turns if self.recorded else ()):
            return
        if costly_turns(session):
            self.recorded = review
            self.store.lifetime.spawn(self.add(session, was_searched=was_searched))

    async def add(self, session: Session, *, was_searched: bool) -> None:
        """Add the facts that are new; a review brings the turns of a deleted game back."""
        progress = self.store.progress()
        await asyncio.sleep(0)  # paint the review first
        await progress.wait_loaded()
        recorded_ids = {fact.id for fact in progress.facts if fact.kind == "mistake"}
        facts = [fact for fact in mistake_facts(session) if fact.id not in recorded_ids]
        if was_searched:
            facts += restored_fact(session, progress.facts)
        progress.add(*facts)

    def render(self) -> None:
        """Show the note."""
        count = len(costly_turns(self.store.session))
        turns = by_id("mistakes")  # the list of the review, once the review is loaded
        if turns and count != self.count:
            self.count = count
            turns.after(self.note)
            self.note.replaceChildren(*([mistakes_note(count)] if count else []))
