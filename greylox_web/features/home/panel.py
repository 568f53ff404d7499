"""The part of the home view that Python fills in: the games in progress."""

from js import document

from ...drawing.thumbnail import thumbnail
from ...page.dom import at_home, drawing, element
from ...page.feature import Feature
from ...page.table import Table
from ...rules import GAMES, TITLES
from ...session.event import Event
from ...session.session import Session
from ...words.home import HOME_WORDS as WORDS
from ..library.resumable import resumable_entries
from .going import going


class Home(Feature):
    """Keeps the cards of the games up to date while home is shown."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        # games may have been deleted in a dialog; its closing does not bubble
        table.lifetime.listen(document, "close", lambda _: self.refresh(), capture=True)
        self.changed(None, table.session)

    def refresh(self) -> None:
        """Look at the stored games again."""
        if at_home():
            self.table.lifetime.spawn(show_all(self.table))

    def changed(self, event: Event | None, before: Session) -> None:
        """Show the game on the table, and look at the others if it is another one."""
        session, before = self.table.session.game_session, before.game_session
        if at_home() and session.in_progress:
            show(session)
        if event is None or not session.is_same_game(before):
            self.refresh()


async def show_all(table: Table) -> None:
    """Show on the card of each game whether it continues a game or begins one."""
    await table.library.wait()
    autosave = table.autosave
    assert autosave is not None
    stored = await resumable_entries(autosave.store)
    for name in GAMES:
        session, entry = table.session.game_session, stored.get(name)
        one = table.visit.left(name)
        left = None if one is None else one.match
        if session.game.name == name and session.in_progress:
            left = session.match
        if left is not None and left.in_progress:
            state = left.tree.nodes[left.live_node].state
            mark(name, going(Session(left)).title, thumbnail(left.game, state))
        elif left is None and entry is not None:
            from ..library.cards import picture  # the first visit has no stored game

            mark(name, entry.status, picture(entry))
        else:
            mark(name)


def mark(name: str, status: str = "", picture: str = "") -> None:
    """Show a game to continue on the card of its kind; without a picture there is none."""
    card, title = element(f"card-{name}"), TITLES[name]
    card.toggleAttribute("data-going", bool(picture))
    card.querySelector(".now").textContent = status
    card.querySelector(".left").replaceChildren(*([drawing(picture)] if picture else ()))
    act = card.querySelector(".act")
    act.querySelector("span").textContent = WORDS["go-on" if picture else "play"]
    words = WORDS["go-on-game" if picture else "play-game"]
    act.setAttribute("aria-label", words.format(Game=title))


def show(session: Session) -> None:
    """Fill the card that leads back to the game on the table."""
    card, words = element("going"), going(session)
    for name in words._fields:
        card.querySelector(f".{name}").textContent = getattr(words, name)
    state = session.tree.nodes[session.live_node].state
    card.querySelector(".picture").replaceChildren(drawing(thumbnail(session.game, state)))
