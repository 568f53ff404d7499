"""My games as elements: the dialog, an item for each game, and those that cannot be opened."""

from js import Date, Element, document

from ...app.library.entry import Entry
from ...app.view.thumbnail import thumbnail
from ...words.library import LIBRARY_WORDS as WORDS
from ..dom import SVG, made


def dialog_markup() -> Element:
    """The dialog's markup."""
    dialog = made("dialog", id="library", aria_labelledby="library-heading")
    head = made("div", **{"class": "library-head"})
    close = made("button", WORDS["close"], type="button", id="library-close", autofocus="")
    head.append(made("h2", WORDS["my-games"], id="library-heading"), close)
    label = made("label", WORDS["search"], **{"class": "library-find"})
    hint = WORDS["search-hint"]
    label.append(made("input", id="library-search", type="search", placeholder=hint))
    undo = made("div", id="library-undo", role="status", **{"class": "library-note"})
    damaged = made("section", id="library-damaged", aria_labelledby="library-damaged-heading")
    damaged.append(
        made("h3", WORDS["damaged"], id="library-damaged-heading"),
        made("p", WORDS["damaged-hint"]),
        made("ul", id="library-damaged-list", **{"class": "library-games"}),
    )
    foot = made("div", **{"class": "actions"})
    file = made("input", id="library-file", type="file", accept=".json,application/json")
    file.hidden = True
    foot.append(
        made("button", WORDS["export-all"], type="button", id="library-export"),
        made("button", WORDS["import"], type="button", id="library-import"),
        file,
    )
    dialog.append(
        head,
        label,
        made("p", id="library-message", role="status"),
        undo,
        made("p", id="library-count", **{"class": "library-soft"}),
        made(
            "ul",
            id="library-games",
            aria_labelledby="library-heading",
            **{"class": "library-games"},
        ),
        made("button", WORDS["more"], type="button", id="library-more"),
        damaged,
        made("p", WORDS["not-persistent"], id="library-fleeting", **{"class": "library-soft"}),
        foot,
    )
    for name in ("undo", "message", "more", "damaged", "fleeting"):
        dialog.querySelector(f"#library-{name}").hidden = True
    return dialog


def action_button(action: str, title: str, main: bool = False) -> Element:
    """A button for one thing that can be done to a game."""
    name = WORDS["button-for"].format(what=WORDS[action], title=title)
    look = {"class": "main"} if main else {}
    return made("button", WORDS[action], type="button", data_action=action, aria_label=name, **look)


def game_item(entry: Entry) -> Element:
    """A game: picture, name, what is known of it, and what can be done."""
    item = made("li", data_game=entry.id)
    text = made("div", **{"class": "library-text"})
    status = entry.result or WORDS["going-on"].format(actions=len(entry.line))
    date = Date.new(entry.updated).toLocaleString()
    about = [entry.kind] if entry.name else []
    lines = (" · ".join(filter(None, [*about, entry.against])), status)
    time = made("time", date, datetime=entry.updated)
    text.append(made("h3", entry.title), *(made("p", line) for line in lines if line), time)
    actions = made("div", **{"class": "actions"})
    actions.append(
        action_button("open", entry.title, main=True),
        *(action_button(action, entry.title) for action in ("rename", "duplicate", "delete")),
    )
    item.append(picture(entry), text, actions)
    return item


def picture(entry: Entry) -> Element:
    """The board as it was left; the text beside it says the rest."""
    drawn = thumbnail(entry.game.board, entry.stones)
    svg = document.createElementNS(SVG, "svg")
    first, second = entry.game.colours
    facts = {"viewBox": drawn.view_box, "data-first": first, "data-second": second}
    for name, value in {**facts, "class": "library-picture", "aria-hidden": "true"}.items():
        svg.setAttribute(name, value)
    for name in ("cells", "first", "second", "rings"):
        path = document.createElementNS(SVG, "path")
        path.setAttribute("class", f"library-{name}")
        path.setAttribute("d", getattr(drawn, name))
        svg.append(path)
    return svg


def broken_item(key: str, what: str, *actions: str) -> Element:
    """A stored text that cannot be opened as a game."""
    item = made("li", **{"data_key": key, "class": "library-broken"})
    buttons = made("div", **{"class": "actions"})
    buttons.append(*(action_button(action, what) for action in actions))
    item.append(made("p", what), buttons)
    return item


def rename_form(entry: Entry) -> Element:
    """Two fields for the names, in place of the text of an item."""
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
