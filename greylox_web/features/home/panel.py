"""The part of the home view that Python fills in: the games in progress."""

from js import document

from ...drawing.thumbnail import thumbnail
from ...page.dom import at_home, drawing, element
from ...page.table import Follower, Table
from ...rules import GAMES, TITLES
from ...session.event import Event
from ...session.session import Session
from ...words.home import HOME_WORDS as WORDS
from ..library.resumable import resumable_entries
from .going import going


def follow(table: Table) -> Follower:
    """Keep the cards up to date while home is shown; return the follower."""

    def refresh() -> None:
        if at_home():
            table.lifetime.spawn(show_all(table))

    def heard(event: Event | None, before: Session) -> None:
        session, before = table.session.played, before.played
        if at_home() and session.is_going:
            show(session)
        if event is None or not session.is_same_game(before):
            refresh()

    heard(None, table.session)
    # games may have been deleted in a dialog; its closing does not bubble
    table.lifetime.listen(document, "close", lambda _: refresh(), capture=True)
    return heard


async def show_all(table: Table) -> None:
    """Show on the card of each game whether it continues a game or begins one."""
    await table.library.wait()
    autosave = table.autosave
    assert autosave is not None
    stored = await resumable_entries(autosave.store)
    for name in GAMES:
        session, entry = table.session.played, stored.get(name)
        one = table.visit.left(name)
        left = None if one is None else one.match
        if session.game.name == name and session.is_going:
            left = session.match
        if left is not None and left.is_going:
            state = left.tree.nodes[left.present].state
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
    state = session.tree.nodes[session.present].state
    card.querySelector(".picture").replaceChildren(drawing(thumbnail(session.game, state)))
