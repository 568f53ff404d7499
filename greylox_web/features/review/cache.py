"""The review cache: evaluations stored between visits.

They are loaded when a review begins, and when a finished game is opened that was reviewed whole.
"""

from js import window

from ...page.dom import build_facts, load_text, save_text
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.session import Session
from .cache_codec import add_row, decode_cache, encode_row
from .model import LoadReviewCache, RestoreReview, cached_evaluations

KEY = "greylox-reviews-1"


class ReviewCache(Feature):
    """Loads the cached evaluations of a line when its review begins, and stores new ones."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        build = build_facts()
        self.version = build["version"]
        self.loaded_for: object = None  # the game, actions and set-up of the last load
        self.restored_for = ""  # the id of the match, once it was reviewed or restored
        self.unsaved_session: Session | None = (
            None  # a session whose evaluations are not stored yet
        )
        store.lifetime.listen(window, "pagehide", lambda _: self.save())

    def on_event(self, _event: Event | None, before: Session) -> None:
        """Load the cache when a review begins or can be restored; store it when one stops."""
        session = self.store.session
        review = session.review
        if review is not None and session.review_cache is not before.review_cache:
            self.unsaved_session = session
        if review is not None:
            self.restored_for = session.match.id
        if review is None or not review.running:
            self.save()
            self._restore(session)
        elif self.loaded_for != (reviewed := (session.game, review.actions, session.tree.setup)):
            self.loaded_for = reviewed
            cached = decode_cache(load_text(KEY), session.game, self.version)
            if cached:
                self.store.dispatch(LoadReviewCache(cached))

    def _restore(self, session: Session) -> None:
        """Show the stored review of a finished game again, once after the game was opened."""
        if session.match.id == self.restored_for:
            return  # the player may have closed the review
        self.restored_for = ""
        is_busy = session.review or session.editor or session.exercise_attempt
        if is_busy or session.outcome is None or session.cursor != session.leaf:
            return
        self.restored_for = session.match.id
        if cached := decode_cache(load_text(KEY), session.game, self.version):
            self.store.dispatch(RestoreReview(cached))

    def save(self) -> None:
        """Store evaluations that are not stored yet, if possible."""
        session, self.unsaved_session = self.unsaved_session, None
        if session is not None and session.review is not None:
            row = encode_row(
                session.tree, session.review, cached_evaluations(session), self.version
            )
            save_text(KEY, add_row(load_text(KEY), row))
