"""The offer, at the foot of the window, to go on with a stored game after a link was opened."""

from collections.abc import Callable

from js import document

from ...match.merge import LineRelation
from ...page.dom import element, made
from ...page.lifetime import Lifetime
from ...words import WORDS
from ...words.library import LIBRARY_WORDS
from .entry import Entry

BAR = "continue-bar"


def sentence(entry: Entry, way: LineRelation) -> str:
    """What the opened game has to do with the stored one."""
    key = "behind" if way.relation == "same" else way.relation
    return LIBRARY_WORDS[f"offer-{key}"].format(
        title=entry.title,
        common=way.turn,
        colour=WORDS[entry.game.colours[way.mover]],
    )


def offer(
    lifetime: Lifetime, entry: Entry, way: LineRelation, accept: Callable[[], object]
) -> Callable[[], None]:
    """Show the offer; what is returned takes it away again."""
    withdraw()
    bar = made("div", id=BAR, role="status", **{"class": "library-bar"})
    yes = made("button", LIBRARY_WORDS["offer-accept"], type="button", **{"class": "main"})
    no = made("button", LIBRARY_WORDS["offer-refuse"], type="button")
    bar.append(made("p", sentence(entry, way)), yes, no)

    def accepted(_: object) -> None:
        withdraw()
        accept()

    listen = lifetime.listen
    listen(yes, "click", accepted)
    listen(no, "click", lambda _: withdraw())
    document.body.append(bar)
    return withdraw


def withdraw() -> None:
    """Take the offer away."""
    bar = element(BAR)
    if bar:
        bar.remove()
