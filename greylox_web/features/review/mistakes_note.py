"""The note that the player's costly turns come back, in a review and on the result card."""

from js import Element

from ...page.dom import create_element
from ...words.mistakes import MISTAKES_WORDS as WORDS

PAGE = "#you/mistakes"


def mistakes_note(count: int) -> Element:
    """Make the note on this many turns."""
    note = create_element("p", WORDS["added"].format(count=count), **{"class": "mistakes-note"})
    note.append(" ", create_element("a", WORDS["mistakes"], href=PAGE))
    return note
