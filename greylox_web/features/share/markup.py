"""The dialog that shares a game and opens one, as elements."""

from js import Element

from ...page.dialogs import FILES, sheet
from ...page.dom import icon, made
from ...words.share import SHARE_WORDS as WORDS
from .exports import EXPORTS


def build() -> Element:
    """Make the dialog."""
    dialog = sheet("share", WORDS["share"])
    sharing = made("div", **{"class": "share-sides"})
    sharing.append(_picture(), _link())
    dialog.append(sharing, _files(), _opening())
    return dialog


def button(name: str, text: str, drawn: str = "", look: str = "") -> Element:
    """A button with an icon before its words."""
    node = made("button", type="button", id=name)
    node.className = look
    if drawn:
        node.append(icon(drawn))
    node.append(text)
    return node


def _picture() -> Element:
    figure = made("figure", **{"class": "share-card"})
    figure.append(made("img", id="share-picture", alt=WORDS["picture-of"]))
    return figure


def _link() -> Element:
    side = made("div", **{"class": "share-link"})
    field = made("textarea", id="share-link", rows="1", readonly="", aria_label=WORDS["link"])
    actions = made("div", **{"class": "actions"})
    actions.append(
        button("share-copy", WORDS["copy"], "copy", "main"),
        button("share-send", WORDS["send"], "share"),
        button("share-game", WORDS["game-itself"]),
    )
    code = made("div", **{"class": "share-code"})
    words = made("div")
    words.append(made("b", WORDS["elsewhere"]), made("p", id="share-elsewhere"))
    code.append(made("div", id="share-qr", role="img", aria_label=WORDS["qr"]), words)
    side.append(made("p", id="share-note"), field, actions, code)
    return side


def _files() -> Element:
    part = made("div", role="group", aria_label=WORDS["files"], **{"class": "share-files"})
    for kind, export in EXPORTS.items():
        one = made("button", type="button", data_export=kind)
        one.append(icon(export.icon), WORDS[f"as-{kind}"])
        part.append(one)
    progress = made("div", id="share-progress", **{"class": "share-progress"})
    progress.append(
        made("progress", id="share-bar", max="1", value="0", aria_labelledby="share-step"),
        made("span", id="share-step"),
        made("button", WORDS["cancel"], type="button", id="share-cancel"),
    )
    progress.hidden = True
    said = made("p", id="share-said", role="status")
    said.hidden = True
    both = made("div")
    both.append(part, progress, said)
    return both


def _opening() -> Element:
    part = made("section", aria_labelledby="import-heading", **{"class": "share-open"})
    label = made("label", WORDS["paste"], **{"class": "stacked"})
    label.append(made("textarea", id="import-text", rows="2"))
    error = made("p", id="import-error", role="alert")
    error.hidden = True
    actions = made("div", **{"class": "actions"})
    file = made("label", WORDS["choose-file"], **{"class": "file"})
    file.append(made("input", id="import-file", type="file", accept=FILES))
    actions.append(made("button", WORDS["open-it"], type="button", id="import-open"), file)
    part.append(made("h3", WORDS["open"], id="import-heading"), label, error, actions)
    return part
