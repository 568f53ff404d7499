"""The offer to install the page as an app, in browsers that can.

Most of these let the page ask; in Safari on iPhone and iPad people do it by hand, and are told how.
"""

from js import Element, Event, document, navigator, window

from ...page.dom import THIS_TAB, by_id, create_element, is_home, load_text, save_text
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event as TableEvent
from ...session.event import SetPreference
from ...session.session import Session
from ...words.install import INSTALL_WORDS as WORDS
from .model import count_event, should_prompt

VISIT_KEY = "greylox-visit-1"  # set in this tab's storage, so that a reload is no new visit


def needs_manual_install() -> bool:
    """Whether this browser installs pages by its share menu only, and has not done so here.

    Only Safari on iPhone and iPad has ``navigator.standalone``: whether the page runs as an app.
    """
    return getattr(navigator, "standalone", None) is False


class InstallPrompt(Feature):
    """Counts visits and finished games, and shows the offer when it is due."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.counted_match_id = ""  # the id of the last match that was counted
        if not load_text(VISIT_KEY, THIS_TAB) and save_text(VISIT_KEY, "1", THIS_TAB):
            store.dispatch(count_event(store.session, "visits"))
        listen = store.lifetime.listen
        listen(window, "greylox:installable", lambda _: self.update())
        listen(window, "hashchange", lambda _: self.render())
        listen(window, "appinstalled", lambda _: self.dismiss_forever())
        self.update()

    def on_event(self, event: TableEvent | None, before: Session) -> None:
        """Follow the table's events, to count a game that has ended."""
        session = self.store.session
        match_id = session.match.id
        if (
            session.ending.is_card_open
            and not before.ending.is_card_open
            and self.counted_match_id != match_id
        ):
            self.counted_match_id = match_id
            self.store.dispatch(count_event(session, "finished"))

    def render(self) -> None:
        """Call ``update`` after painting, which may show the card of the ended game."""
        self.store.lifetime.set_timeout(
            0, lambda: self.store.faults.run_repeated("offer", self.update)
        )

    def update(self) -> None:
        """Show the offer while it is due: at home, or on the card of a finished game."""
        container = (
            document.body
            if is_home()
            else document.querySelector("#result-card:not([hidden]) .body")
        )
        prompt = by_id("install")
        can_install = (
            getattr(window, "greyloxInstallPrompt", None) is not None or needs_manual_install()
        )
        if not (container and can_install and should_prompt(self.store.session)):
            if prompt:
                prompt.remove()
        elif not prompt or prompt.parentElement != container:
            container.append(prompt or self.make_prompt())

    def make_prompt(self) -> Element:
        """A new element with the offer and its answers."""
        aside = create_element("aside", id="install", aria_labelledby="install-offer")
        offer = WORDS["offer-by-hand" if needs_manual_install() else "offer"]
        aside.append(create_element("p", offer, id="install-offer", role="status"))
        listen = self.store.lifetime.listen
        if not needs_manual_install():
            yes = create_element("button", WORDS["install"], type="button", id="install-yes")
            yes.className = "main"
            listen(yes, "click", self.on_yes)
            aside.append(yes)
        no = create_element("button", WORDS["refuse"], type="button", id="install-no")
        listen(no, "click", lambda _: self.dismiss_forever())
        aside.append(no)
        return aside

    def on_yes(self, _event: Event) -> None:
        """Let the browser ask; whatever is answered there, the offer is not made again."""
        install_event = getattr(window, "greyloxInstallPrompt", None)
        self.dismiss_forever()
        if install_event is not None:
            install_event.prompt()

    def dismiss_forever(self) -> None:
        """Never make the offer again."""
        self.store.dispatch(SetPreference("install", False))
