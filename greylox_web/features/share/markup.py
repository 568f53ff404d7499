"""The elements of the page that shares a game and opens one."""

from js import Element

from ...page.dialogs import ACCEPTED_FILES
from ...page.dom import create_element, icon
from ...words.share import SHARE_WORDS as WORDS
from .embed_panel import embed_section
from .exports import EXPORTS

OPTION_FIELDS = "result", "names", "cell_names"  # of ``PictureOptions``
PICTURES = "png", "gif"  # the formats with a button beside the picture


def build(page: Element) -> None:
    """Fill the page."""
    sharing = create_element("div", **{"class": "share-sides"})
    sharing.append(_link(), _picture(), embed_section())
    about = create_element("p", id="share-about")
    page.append(about, sharing, _files(), _opening(), build_large_code())


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


def _link() -> Element:
    side = create_element("section", aria_labelledby="link-heading", **{"class": "card share-link"})
    field = create_element(
        "textarea", id="share-link", rows="1", readonly="", aria_label=WORDS["link"]
    )
    actions = create_element("div", **{"class": "actions"})
    actions.append(
        button("share-copy", WORDS["copy"], "copy", "main"),
        button("share-send", WORDS["send"], "share"),
        button("share-game", WORDS["game-itself"]),
    )
    code = create_element("div", **{"class": "share-code"})
    words = create_element("div")
    words.append(
        create_element("b", id="share-elsewhere-title"), create_element("p", id="share-elsewhere")
    )
    code.append(
        create_element("button", id="share-qr", type="button", aria_label=WORDS["larger-qr"]), words
    )
    note = create_element("p", id="share-note")
    notes = create_element("label", id="share-notes-choice", **{"class": "share-notes"})
    notes.append(
        create_element("input", type="checkbox", id="share-notes", checked=""), WORDS["with-notes"]
    )
    positions = create_element("div", id="share-positions", **{"class": "form"})
    heading = _heading("link", "link", WORDS["link"])
    side.append(heading, note, notes, positions, field, actions, code)
    return side


def _picture() -> Element:
    side = create_element(
        "section", aria_labelledby="picture-heading", **{"class": "card share-picture"}
    )
    figure = create_element("figure", **{"class": "share-card"})
    figure.append(create_element("img", id="share-picture", alt=WORDS["picture-of"]))
    actions = create_element("div", **{"class": "actions"})
    actions.append(export_button("png"), export_button("gif"))
    heading = _heading("picture", "picture", WORDS["picture-or-film"])
    side.append(heading, figure, _options(), actions, create_element("p", id="share-film-note"))
    return side


def _options() -> Element:
    """Make the check boxes of what the picture shows."""
    options = create_element("fieldset", **{"class": "share-options"})
    legend = create_element("legend", WORDS["picture-shows"], **{"class": "visually-hidden"})
    options.append(legend)
    for name in OPTION_FIELDS:
        label = create_element("label")
        label.append(
            create_element("input", type="checkbox", id=f"shows-{name}"), WORDS[f"shows-{name}"]
        )
        options.append(label)
    return options


def _heading(name: str, icon_name: str, text: str) -> Element:
    heading = create_element("h2", id=f"{name}-heading")
    heading.append(icon(icon_name), text)
    return heading


def build_large_code() -> Element:
    """Make the dialog with the large QR code, which a press anywhere closes."""
    dialog = create_element("dialog", id="share-large", aria_label=WORDS["qr"])
    dialog.append(
        create_element(
            "button", type="button", id="share-qr-large", data_close="", aria_label=WORDS["close"]
        )
    )
    return dialog


def _files() -> Element:
    part = create_element("details", id="share-files")
    formats = create_element("div", **{"class": "share-files"})
    formats.append(*(export_button(kind) for kind in EXPORTS if kind not in PICTURES))
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
