"""The replay of a remote player's turn, action by action; at once with reduced motion."""

from typing import ClassVar

from ...page.dom import prefers_reduced_motion
from ...page.feature import Feature
from ...page.store import Store
from ...session.correspondence import AnswerSeatOffer, StepReplay
from ...session.event import Event
from ...session.session import Session

FIRST_MILLIS, NEXT_MILLIS = 600, 450  # before the first action, and between two


class FriendReplay(Feature):
    """The timer that dispatches ``StepReplay``, and the answers to seat offers."""

    press_events: ClassVar = {
        "take-seat": AnswerSeatOffer(True),
        "decline-seat": AnswerSeatOffer(False),
    }

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.is_waiting = False

    def on_event(self, event: Event | None, _before: Session) -> None:
        """Schedule the next action of the replay."""
        if self.store.session.replay_node >= 0 and not self.is_waiting:
            self.is_waiting = True
            millis = NEXT_MILLIS if isinstance(event, StepReplay) else FIRST_MILLIS
            millis = 0 if prefers_reduced_motion() else millis
            self.store.lifetime.set_timeout(millis, self._show_next)

    def _show_next(self) -> None:
        self.is_waiting = False
        if self.store.session.replay_node >= 0:  # the user may have ended the replay
            self.store.dispatch(StepReplay())
