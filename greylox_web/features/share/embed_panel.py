"""The part of the share page with codes for other pages: a frame, a picture, or forum markup."""

from js import URL, Element, document

from ...formats.embed import (
    SIZES,
    THEMES,
    bbcode,
    embed_fragment,
    frame_code,
    markdown_code,
    svg_code,
)
from ...formats.picture import picture
from ...formats.share_card import status_text
from ...page.dialogs import segments
from ...page.dom import by_id, create_element, icon, set_text
from ...page.store import Store
from ...rules import TITLES
from ...session.naming import game_title
from ...session.session import Session
from ...words import labelled
from ...words.share import SHARE_WORDS as WORDS
from .clipboard import copy_address
from .raster import svg_url

SYSTEM = "system"  # the choice of colours that follows the reader's device
CHOICES = {
    "kind": ("frame", "svg", "markdown", "bbcode"),
    "size": tuple(SIZES),
    "colours": (SYSTEM, *THEMES),
}
"""The groups of radio buttons."""


def embed_section() -> Element:
    """Make the section; ``EmbedCodes`` fills it."""
    section = create_element("section", aria_labelledby="embed-heading")
    section.className = "card share-embed form"
    code = create_element("textarea", id="embed-code", rows="5", readonly="", spellcheck="false")
    code.setAttribute("aria-label", WORDS["code"])
    copy = create_element("button", type="button", id="embed-copy", **{"class": "with-icon"})
    copy.append(icon("copy"), WORDS["copy-code"])
    confirmation = create_element("p", id="embed-status", role="status")
    confirmation.hidden = True
    choices = create_element("div", **{"class": "embed-choices"})
    choices.append(
        *map(_choice, CHOICES),
        create_element("p", id="embed-note"),
        code,
        copy,
        confirmation,
    )
    sides = create_element("div", **{"class": "embed-sides"})
    sides.append(create_element("div", id="embed-preview"), choices)
    heading = create_element("h2", id="embed-heading")
    heading.append(icon("code"), WORDS["embed"])
    section.append(heading, sides)
    return section


def _choice(name: str) -> Element:
    """Make a group of radio buttons; the first one is chosen."""
    row = segments(f"embed-{name}", {value: WORDS[f"embed-{value}"] for value in CHOICES[name]})
    row.id = f"embed-{name}"
    row.setAttribute("role", "radiogroup")
    row.setAttribute("aria-label", WORDS[f"embed-{name}"])
    row.querySelector("input").checked = True
    return row


class EmbedCodes:
    """The choices of the section, the code, and its preview."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.session = store.session  # the position whose codes are shown
        listen = store.lifetime.listen
        for name in CHOICES:
            listen(by_id(f"embed-{name}"), "change", lambda _: self.render())
        listen(by_id("embed-code"), "focus", lambda event: event.target.select())
        listen(by_id("embed-copy"), "click", lambda _: self.copy())

    def share(self, session: Session) -> None:
        """Show the codes for the position that the session shows."""
        self.session = session.with_match(answers=())  # these are for the players only
        self.render()

    def render(self) -> None:
        """Show the code of the chosen kind, and what it looks like."""
        kind = self._chosen("kind")
        is_frame = kind == "frame"
        by_id("embed-size").hidden = by_id("embed-colours").hidden = not is_frame
        public_picture = document.querySelector('meta[property="og:image"]')
        picture_address = public_picture.content if public_picture else ""
        if is_frame:
            note = WORDS["embed-frame-note"]
            note = WORDS["embed-board-note"] if self._size() == "board" else note
        else:
            note = WORDS["embed-svg-note"]
            if kind != "svg":
                note = WORDS["embed-picture-note" if picture_address else "embed-no-picture"]
        set_text("embed-note", note)
        by_id("embed-code").value = self.code(kind, picture_address)
        self._show_preview(kind, picture_address)

    def code(self, kind: str, picture_address: str) -> str:
        """Return the code of a kind."""
        if kind == "frame":
            return frame_code(self.frame_address(), self.title(), SIZES[self._size()])
        link = self.store.address(self.session)
        if kind == "svg":
            return svg_code(link, self._svg())
        write = markdown_code if kind == "markdown" else bbcode
        return write(link, self._caption(), picture_address)

    def title(self) -> str:
        """Return the name of the frame, for screen readers."""
        attempt, game = self.session.exercise_attempt, self.session.game
        return labelled(TITLES[game.name], attempt.exercise.title) if attempt else game_title(game)

    def frame_address(self) -> str:
        """Return the address of the frame's page, with the chosen colours."""
        colours = self._chosen("colours")
        theme = colours if colours in THEMES else ""
        fragment = embed_fragment(self.session, theme, only_board=self._size() == "board")
        page: str = URL.new("./embed.html", document.baseURI).href
        return f"{page}#{fragment}"

    def copy(self) -> None:
        """Copy the code to the clipboard; the button confirms it for a moment."""
        field, button = by_id("embed-code"), by_id("embed-copy")
        copy_address(
            self.store.lifetime, field.value, button, field, "embed-status", label="copy-code"
        )

    def _svg(self) -> str:
        return picture(self.session.tree, self.session.cursor, turn=self.store.rotation())

    def _caption(self) -> str:
        return labelled(TITLES[self.session.game.name], status_text(self.session))

    def _size(self) -> str:
        return self._chosen("size")

    def _chosen(self, name: str) -> str:
        """Return the chosen value of a group."""
        return next(value for value in CHOICES[name] if by_id(f"embed-{name}-{value}").checked)

    def _show_preview(self, kind: str, picture_address: str) -> None:
        """Show what the code becomes: a frame, a picture, or a link."""
        title = self.title()
        if kind == "frame":
            size = SIZES[self._size()]
            shown = create_element("iframe", src=self.frame_address(), title=title)
            shown.setAttribute("width", str(size.width))
            shown.setAttribute("height", str(size.height))
        elif kind == "svg":
            shown = create_element("img", src=svg_url(self._svg()), alt=title)
        else:
            shown = create_element("a", href=f"#{self.session.link}", **{"class": "text-link"})
            caption = self._caption()
            if picture_address:
                shown.append(create_element("img", src="./og-image.png", alt=caption))
            else:
                shown.append(caption)
        by_id("embed-preview").replaceChildren(shown)
