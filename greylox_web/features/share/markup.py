"""The elements of the page that shares a game and opens one."""

from js import Element

from ...page.dialogs import ACCEPTED_FILES
from ...page.dom import create_element, icon
from ...words.share import SHARE_WORDS as WORDS
from .embed_panel import embed_section
from .exports import EXPORTS


def build(page: Element) -> None:
    """Fill the page."""
    sharing = create_element("div", **{"class": "share-sides"})
    sharing.append(_picture(), _link())
    page.append(sharing, embed_section(), _files(), _opening())


def button(name: str, text: str, icon_name: str = "", css_class: str = "") -> Element:
    """Make a button with an icon before its text."""
    node = create_element("button", type="button", id=name)
    node.className = css_class
    if icon_name:
        node.append(icon(icon_name))
    node.append(text)
    return node


def export_button(kind: str) -> Element:
    """Make the button that saves the game in a format."""
    node = create_element("button", type="button", data_export=kind)
    node.append(icon(EXPORTS[kind].icon), WORDS[f"as-{kind}"])
    return node


def _picture() -> Element:
    figure = create_element("figure", **{"class": "share-card"})
    figure.append(create_element("img", id="share-picture", alt=WORDS["picture-of"]))
    return figure


def _link() -> Element:
    side = create_element("div", **{"class": "share-link"})
    field = create_element(
        "textarea", id="share-link", rows="1", readonly="", aria_label=WORDS["link"]
    )
    actions = create_element("div", **{"class": "actions"})
    actions.append(
        button("share-copy", WORDS["copy"], "copy", "main"),
        button("share-send", WORDS["send"], "share"),
        export_button("png"),
        button("share-game", WORDS["game-itself"]),
    )
    code = create_element("div", **{"class": "share-code"})
    words = create_element("div")
    words.append(
        create_element("b", id="share-elsewhere-title"), create_element("p", id="share-elsewhere")
    )
    code.append(create_element("div", id="share-qr", role="img", aria_label=WORDS["qr"]), words)
    side.append(create_element("p", id="share-note"), field, actions, code)
    return side


def _files() -> Element:
    part = create_element("details", id="share-files")
    formats = create_element("div", **{"class": "share-files"})
    formats.append(*(export_button(kind) for kind in EXPORTS if kind != "png"))
    part.append(create_element("summary", WORDS["files"]), formats)
    progress = create_element("div", id="share-progress", **{"class": "share-progress"})
    progress.append(
        create_element(
            "progress", id="share-bar", max="1", value="0", aria_labelledby="share-step"
        ),
        create_element("span", id="share-step"),
        create_element("button", WORDS["cancel"], type="button", id="share-cancel"),
    )
    progress.hidden = True
    status = create_element("p", id="share-status", role="status")
    status.hidden = True
    both = create_element("div")
    both.append(part, progress, status)
    return both


def _opening() -> Element:
    part = create_element("section", aria_labelledby="import-heading", **{"class": "share-open"})
    label = create_element("label", WORDS["paste"], **{"class": "stacked"})
    label.append(create_element("textarea", id="import-text", rows="2"))
    error = create_element("p", id="import-error", role="alert")
    error.hidden = True
    actions = create_element("div", **{"class": "actions"})
    file = create_element("label", WORDS["choose-file"], **{"class": "file"})
    file.append(create_element("input", id="import-file", type="file", accept=ACCEPTED_FILES))
    actions.append(
        create_element("button", WORDS["open-it"], type="button", id="import-open"), file
    )
    part.append(create_element("h2", WORDS["open"], id="import-heading"), label, error, actions)
    return part
