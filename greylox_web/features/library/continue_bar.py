"""The offer, at the foot of the window, to continue a stored game after opening a link."""

from collections.abc import Callable

from js import document

from ...match.merge import LineRelation
from ...page.dom import by_id, create_element
from ...page.lifetime import Lifetime
from ...words import WORDS
from ...words.library import LIBRARY_WORDS
from .entry import Entry

BAR = "continue-bar"


def offer_text(entry: Entry, relation: LineRelation) -> str:
    """Return how the opened game relates to the stored one."""
    key = "behind" if relation.relation == "same" else relation.relation
    return LIBRARY_WORDS[f"offer-{key}"].format(
        title=entry.title,
        common=relation.turn,
        colour=WORDS[entry.game.colours[relation.mover]],
    )


def show_offer(
    lifetime: Lifetime, entry: Entry, relation: LineRelation, on_accept: Callable[[], object]
) -> Callable[[], None]:
    """Show the offer; return a function that removes it."""
    hide_offer()
    bar = create_element("div", id=BAR, role="status", **{"class": "library-bar"})
    yes = create_element(
        "button", LIBRARY_WORDS["offer-accept"], type="button", **{"class": "main"}
    )
    no = create_element("button", LIBRARY_WORDS["offer-refuse"], type="button")
    bar.append(create_element("p", offer_text(entry, relation)), yes, no)

    def accepted(_: object) -> None:
        hide_offer()
        on_accept()

    listen = lifetime.listen
    listen(yes, "click", accepted)
    listen(no, "click", lambda _: hide_offer())
    document.body.append(bar)
    return hide_offer


def hide_offer() -> None:
    """Remove the offer."""
    bar = by_id(BAR)
    if bar:
        bar.remove()
