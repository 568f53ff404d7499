"""The elements of "My games": dialog, cards, menu, and broken entries."""

from js import Element

from ...page.dialogs import FILES, sheet
from ...page.dom import drawing, icon, made
from ...page.intl import moment
from ...words.library import LIBRARY_WORDS as WORDS
from ...words.statistics import STATISTICS_WORDS
from . import cards
from .entry import Entry

MENU = {  # action -> its icon
    "open": "play",
    "rename": "text",
    "duplicate": "copy",
    "export": "file",
    "delete": "close",
}


def make_dialog() -> Element:
    """Make the dialog."""
    dialog = sheet("library", WORDS["my-games"])
    label = made("label", WORDS["search"], **{"class": "library-find"})
    hint = WORDS["search-hint"]
    label.append(made("input", id="library-search", type="search", placeholder=hint))
    message_box = made(
        "div", **{"class": "library-said"}
    )  # in sight wherever the list is scrolled to
    message_box.append(
        made("p", id="library-message", role="status", **{"class": "library-note"}),
        made("div", id="library-undo", role="status", **{"class": "library-note"}),
    )
    damaged = made("section", id="library-damaged", aria_labelledby="library-damaged-heading")
    damaged.append(
        made("h3", WORDS["damaged"], id="library-damaged-heading"),
        made("p", WORDS["damaged-hint"]),
        made("ul", id="library-damaged-list", **{"class": "library-list"}),
    )
    footer = made("div", **{"class": "actions"})
    file = made("input", id="library-file", type="file", accept=FILES)
    file.hidden = True
    footer.append(
        made(
            "button",
            STATISTICS_WORDS["statistics"],
            type="button",
            id="open-statistics",
            data_press="statistics:open",
        ),
        made("button", WORDS["export-all"], type="button", id="library-export"),
        made("button", WORDS["import"], type="button", id="library-import"),
        file,
    )
    games = made("ul", id="library-games", aria_labelledby="library-heading")
    games.className = "library-cards"
    dialog.append(
        label,
        message_box,
        made("p", id="library-count", role="status", **{"class": "library-soft"}),
        games,
        made("button", WORDS["more"], type="button", id="library-more"),
        damaged,
        made("p", WORDS["not-persistent"], id="library-fleeting", **{"class": "library-soft"}),
        footer,
        make_menu(),
    )
    for name in ("undo", "message", "more", "damaged", "fleeting"):
        dialog.querySelector(f"#library-{name}").hidden = True
    return dialog


def make_menu() -> Element:
    """The menu of actions, shared by all cards."""
    box = made("div", id="library-menu", role="menu", popover="auto")
    for action, icon_name in MENU.items():
        item = made("button", type="button", role="menuitem", tabindex="-1", data_do=action)
        item.append(icon(icon_name), WORDS[action])
        box.append(item)
    return box


def action_button(action: str, title: str) -> Element:
    """A button for an action on a broken entry."""
    name = WORDS["button-for"].format(what=WORDS[action], title=title)
    return made("button", WORDS[action], type="button", data_action=action, aria_label=name)


def game_item(entry: Entry) -> Element:
    """A game's card: picture, name, players, status, time, and menu."""
    item = made("li", data_game=entry.id, **{"class": "game-card"})
    text = made("div", **{"class": "library-text"})
    heading = made("h3")
    heading.append(made("button", entry.title, type="button", data_action="open"))
    about = [entry.game_title] if entry.name else []
    heads = " · ".join(filter(None, [*about, entry.players]))
    paragraphs = [made("p", text) for text in (heads, " · ".join(cards.details(entry))) if text]
    time = made("time", moment(entry.updated), datetime=entry.updated)
    text.append(heading, *paragraphs, *verdict(entry), made("p", cards.status(entry)), time)
    more = made(
        "button",
        type="button",
        data_action="menu",
        aria_haspopup="menu",
        aria_expanded="false",
        aria_label=WORDS["actions-for"].format(title=entry.title),
        **{"class": "game-more"},
    )
    more.append(icon("more"))
    item.append(picture(entry), text, more)
    return item


def picture(entry: Entry) -> Element:
    """A thumbnail of the board, which is decorative beside the text."""
    svg: Element = drawing(cards.picture(entry))
    svg.classList.add("library-picture")
    return svg


def verdict(entry: Entry) -> list[Element]:
    """Who won, in a colour of its own; nothing while the game goes on."""
    kind, text = cards.verdict(entry, cards.get_outcome(entry))
    return [made("strong", text, **{"class": f"verdict {kind}"})] if text else []


def broken_item(key: str, title: str, *actions: str) -> Element:
    """A stored text that cannot be opened as a game."""
    item = made("li", data_key=key)
    buttons = made("div", **{"class": "actions"})
    buttons.append(*(action_button(action, title) for action in actions))
    item.append(made("p", title), buttons)
    return item


def rename_form(entry: Entry) -> Element:
    """Two fields for the names, in place of the text of a card."""
    form = made("form", **{"class": "library-form", "data_game": entry.id})
    for name, value in (("name", entry.name), ("opponent", entry.opponent)):
        label = made("label", WORDS[name])
        label.append(made("input", name=name, type="text", maxlength="120", value=value))
        form.append(label)
    buttons = made("div", **{"class": "actions"})
    cancel = made("button", WORDS["cancel"], type="button", data_action="cancel")
    buttons.append(made("button", WORDS["save"], type="submit", **{"class": "main"}), cancel)
    form.append(buttons)
    return form
