"""The offer to install the page as an app, in browsers that support it.

Most of these browsers allow the page to prompt. In Safari on iPhone and iPad, the user installs the
page manually, so the offer contains instructions.
"""

from js import Element, Event, document, navigator, window

from ...page.dom import THIS_TAB, by_id, create_element, is_home, load_text, save_text
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event as SessionEvent
from ...session.event import SetPreference
from ...session.session import Session
from ...words.install import INSTALL_WORDS as WORDS
from .model import count_event, should_prompt

VISIT_KEY = "greylox-visit-1"  # in this tab's storage, so that a reload is not a new visit


def needs_manual_install() -> bool:
    """Return whether this browser installs pages only from its share menu, and has not yet done so.

    Only Safari on iPhone and iPad has ``navigator.standalone``: whether the page runs as an app.
    """
    return getattr(navigator, "standalone", None) is False


class InstallPrompt(Feature):
    """The counter of visits and finished games, and the offer when it is due."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.counted_match_id = ""  # the id of the last match counted
        if not load_text(VISIT_KEY, THIS_TAB) and save_text(VISIT_KEY, "1", THIS_TAB):
            store.dispatch(count_event(store.session, "visits"))
        listen = store.lifetime.listen
        listen(window, "greylox:installable", lambda _: self.update())
        listen(window, "hashchange", lambda _: self.render())
        listen(window, "appinstalled", lambda _: self.dismiss_forever())
        self.update()

    def on_event(self, event: SessionEvent | None, before: Session) -> None:
        """Count a game that has ended."""
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
        """Call ``update`` after rendering, which may open the result card."""
        self.store.lifetime.set_timeout(
            0, lambda: self.store.faults.run_repeated("offer", self.update)
        )

    def update(self) -> None:
        """Show the offer while it is due: at home, or on the result card."""
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
        """Create the offer with its buttons."""
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
        """Show the browser's prompt. Whatever the answer, the offer is not repeated."""
        install_event = getattr(window, "greyloxInstallPrompt", None)
        self.dismiss_forever()
        if install_event is not None:
            install_event.prompt()

    def dismiss_forever(self) -> None:
        """Disable the offer permanently."""
        self.store.dispatch(SetPreference("install", False))
