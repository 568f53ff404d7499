"""The elements of "My games": list, cards, menu, and broken entries."""

from js import Element

from ...page.dialogs import ACCEPTED_FILES
from ...page.dom import by_id, create_element, icon, parse_svg
from ...page.intl import local_datetime
from ...words.home import HOME_WORDS
from ...words.library import LIBRARY_WORDS as WORDS
from . import cards
from .entry import Entry

MENU = {  # action -> its icon
    "open": "play",
    "rename": "text",
    "duplicate": "copy",
    "export": "file",
    "delete": "close",
}


def make_list() -> None:
    """Fill the page."""
    page = by_id("library")
    label = create_element("label", WORDS["search"], **{"class": "library-find"})
    hint = WORDS["search-hint"]
    label.append(create_element("input", id="library-search", type="search", placeholder=hint))
    message_box = create_element(
        "div", **{"class": "library-messages"}
    )  # visible at every scroll position of the list
    message_box.append(
        create_element("p", id="library-message", role="status", **{"class": "library-note"}),
        create_element("div", id="library-undo", role="status", **{"class": "library-note"}),
    )
    damaged = create_element(
        "section", id="library-damaged", aria_labelledby="library-damaged-heading"
    )
    damaged.append(
        create_element("h2", WORDS["damaged"], id="library-damaged-heading"),
        create_element("p", WORDS["damaged-hint"]),
        create_element("ul", id="library-damaged-list", **{"class": "library-list"}),
    )
    footer = create_element("div", **{"class": "actions"})
    file = create_element("input", id="library-file", type="file", accept=ACCEPTED_FILES)
    file.hidden = True
    footer.append(
        create_element("button", WORDS["export-all"], type="button", id="library-export"),
        create_element("button", WORDS["import"], type="button", id="library-import"),
        create_element(
            "button", HOME_WORDS["open-link"], type="button", data_press="open-link:open"
        ),
        file,
    )
    games = create_element("ul", id="library-games", aria_labelledby="open-games")
    games.className = "library-cards"
    page.append(
        label,
        message_box,
        create_element("p", id="library-count", role="status", **{"class": "library-soft"}),
        games,
        create_element("button", WORDS["more"], type="button", id="library-more"),
        damaged,
        create_element(
            "p", WORDS["not-persistent"], id="library-not-persistent", **{"class": "library-soft"}
        ),
        footer,
        make_menu(),
    )
    for name in ("undo", "message", "more", "damaged", "not-persistent"):
        page.querySelector(f"#library-{name}").hidden = True


def make_menu() -> Element:
    """Make the menu of actions, which all cards share."""
    box = create_element("div", id="library-menu", role="menu", popover="auto")
    for action, icon_name in MENU.items():
        item = create_element(
            "button", type="button", role="menuitem", tabindex="-1", data_menu_action=action
        )
        item.append(icon(icon_name), WORDS[action])
        box.append(item)
    return box


def action_button(action: str, title: str) -> Element:
    """Make a button for an action on a broken entry."""
    name = WORDS["button-for"].format(what=WORDS[action], title=title)
    return create_element(
        "button", WORDS[action], type="button", data_action=action, aria_label=name
    )


def game_item(entry: Entry) -> Element:
    """Make a game's card: picture, name, players, status, time, and menu."""
    item = create_element("li", data_game=entry.id, **{"class": "game-card"})
    text = create_element("div", **{"class": "library-text"})
    heading = create_element("h2")
    heading.append(create_element("button", entry.title, type="button", data_action="open"))
    about = [entry.game_title] if entry.name else []
    heads = " · ".join(filter(None, [*about, entry.players]))
    paragraphs = [
        create_element("p", text) for text in (heads, " · ".join(cards.details(entry))) if text
    ]
    time = create_element("time", local_datetime(entry.updated), datetime=entry.updated)
    text.append(
        heading, *paragraphs, *verdict(entry), create_element("p", cards.status(entry)), time
    )
    more = create_element(
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
    """Make a thumbnail of the board, which is decorative as the text describes it."""
    svg: Element = parse_svg(cards.picture(entry))
    svg.classList.add("library-picture")
    return svg


def verdict(entry: Entry) -> list[Element]:
    """Make the text on who won, in its own colour; empty while the game is in progress."""
    kind, text = cards.verdict(entry, cards.get_outcome(entry))
    return [create_element("strong", text, **{"class": f"verdict {kind}"})] if text else []


def broken_item(key: str, title: str, *actions: str) -> Element:
    """Make the item of a stored text that cannot be opened as a game."""
    item = create_element("li", data_key=key)
    buttons = create_element("div", **{"class": "actions"})
    buttons.append(*(action_button(action, title) for action in actions))
    item.append(create_element("p", title), buttons)
    return item


def rename_form(entry: Entry) -> Element:
    """Make the form with two fields for the names, in place of the text of a card."""
    form = create_element("form", **{"class": "library-form", "data_game": entry.id})
    for name, value in (("name", entry.name), ("opponent", entry.opponent)):
        label = create_element("label", WORDS[name])
        label.append(create_element("input", name=name, type="text", maxlength="120", value=value))
        form.append(label)
    buttons = create_element("div", **{"class": "actions"})
    cancel = create_element("button", WORDS["cancel"], type="button", data_action="cancel")
    buttons.append(
        create_element("button", WORDS["save"], type="submit", **{"class": "main"}), cancel
    )
    form.append(buttons)
    return form
