"""The review cache: evaluations stored between visits, and loaded when a review begins."""

import json

from js import document, window

from ...page.dom import load_text, save_text
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.session import Session
from .cache_codec import add_row, decode_cache, encode_row
from .model import LoadReviewCache, cached_evaluations

KEY = "greylox-reviews-1"


class ReviewCache(Feature):
    """Loads the cached evaluations of a line when its review begins, and stores new ones."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        build = json.loads(document.querySelector("meta[name=greylox-build]").content)
        self.version = build["version"]
        self.loaded_for: object = None  # the game, actions and set-up of the last load
        self.unsaved_session: Session | None = (
            None  # a session whose evaluations are not stored yet
        )
        store.lifetime.listen(window, "pagehide", lambda _: self.save())

    def on_event(self, _event: Event | None, before: Session) -> None:
        """Load the cache when a review begins; store it when a review stops."""
        session = self.store.session
        review = session.review
        if review is not None and session.review_cache is not before.review_cache:
            self.unsaved_session = session
        if review is None or not review.running:
            self.save()
        elif self.loaded_for != (reviewed := (session.game, review.actions, session.tree.setup)):
            self.loaded_for = reviewed
            cached = decode_cache(load_text(KEY), session.game, self.version)
            if cached:
                self.store.dispatch(LoadReviewCache(cached))

    def save(self) -> None:
        """Store evaluations that are not stored yet, if possible."""
        session, self.unsaved_session = self.unsaved_session, None
        if session is not None and session.review is not None:
            row = encode_row(
                session.tree, session.review, cached_evaluations(session), self.version
            )
            save_text(KEY, add_row(load_text(KEY), row))
