"""The list of My games as elements: one item for each game, and those that cannot be opened."""

from js import Date, Element, document

from ...app.library.entry import Entry
from ...app.view.thumbnail import thumbnail
from ...words.library import LIBRARY_WORDS as WORDS
from ..dom import SVG, made


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
