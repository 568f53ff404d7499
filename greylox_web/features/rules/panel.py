"""The rules of the games: for each game a sheet with its goal, figures, and the full text."""

from js import DOMParser, Element, Event, document

from ...page.dialogs import make_dialog_frame
from ...page.dom import by_id, create_element, game_icon, parse_svg, set_text
from ...page.feature import Feature
from ...page.lifetime import Lifetime
from ...rules import GAMES, TITLES
from ...words.rules import RULES_WORDS as WORDS
from ..lessons.opening_map import mapped_game
from ..lessons.step import MAP, ROUTE, has_course
from .figure import figure, rule_sheets


class Rules(Feature):
    """The dialog with the rules."""

    def on_press(self, name: str, button: Element) -> None:
        """Show the dialog."""
        self.open(name)

    def open(self, path: str) -> bool:
        """Show the rules of the game ``path``, or of the current one."""
        if not by_id("rules"):
            build(self.store.lifetime)
        show(path if path in GAMES else self.store.session.game.name)
        by_id("rules").showModal()
        return True


def build(lifetime: Lifetime) -> None:
    """Make the dialog, with a tab for each game."""
    dialog = make_dialog_frame("rules", " ")
    tabs = create_element("div", id="rules-tabs", role="group", aria_label=WORDS["games"])
    tabs.className = "tabs"
    for name in GAMES:
        tab = create_element("button", type="button", data_rules=name)
        tab.append(game_icon(name), TITLES[name])
        tabs.append(tab)
    dialog.append(tabs, create_element("div", id="rules-text", tabindex="0"))
    lifetime.listen(dialog, "click", on_click)


def on_click(event: Event) -> None:
    """Show another game's rules, or the explanation of a term."""
    tab, term = event.target.closest("[data-rules]"), event.target.closest(".term")
    if tab:
        show(tab.dataset.rules)
    elif term:
        explain(term)


def show(name: str) -> None:
    """Show the sheet of one game."""
    set_text("rules-heading", WORDS["how"].format(Game=TITLES[name]))
    for tab in by_id("rules-tabs").children:
        tab.setAttribute("aria-pressed", "true" if tab.dataset.rules == name else "false")
    text = by_id("rules-text")
    text.setAttribute("aria-label", TITLES[name])
    text.replaceChildren(rule_sheet(name))
    text.scrollTop = 0


def rule_sheet(name: str) -> Element:
    """Make the sheet of a game; without figures it is only the full text."""
    sheet = rule_sheets()[name]
    article = create_element("article", data_game=name)
    article.className = "rule-sheet"
    full = markup_element("div", sheet["full"], "rule-text")
    if not sheet["figures"]:
        article.append(full)
        return article
    figures = create_element("ol")
    figures.className = "rule-figures"
    for number, one in enumerate(sheet["figures"], 1):
        caption = create_element("figcaption")
        title = WORDS["numbered"].format(number=number, title=one["title"])
        caption.append(create_element("b", title), markup_element("p", one["text"]))
        picture = parse_svg(figure(one["link"], one["shows"]))
        picture.setAttribute("aria-hidden", "true")
        item, box = create_element("li"), create_element("figure")
        box.append(picture, caption)
        item.append(box)
        figures.append(item)
    more = create_element("details")
    more.append(create_element("summary", WORDS["full"]), full)
    credit = create_element("p", sheet["credit"])
    credit.className = "rule-credit"
    article.append(markup_element("p", sheet["aim"], "rule-aim"), figures, more)
    if has_course(name) and mapped_game(name):
        article.append(nav_link("rule-map", WORDS["map"], href=f"#{ROUTE}/{name}/{MAP}"))
    if sheet["study"]:
        address = f"./studies/{name}.html"
        article.append(nav_link("rule-study", WORDS["study"], href=address, hreflang="en"))
    article.append(credit)
    return article


def nav_link(css_class: str, text: str, **attributes: str) -> Element:
    """Make a line with a link to more about a game."""
    line = create_element("p", **{"class": css_class})
    line.append(create_element("a", text, **attributes))
    return line


def markup_element(tag: str, markup: str, css_class: str = "") -> Element:
    """Make an element with the markup that the build generated from a sheet's text."""
    parsed = DOMParser.new().parseFromString(markup, "text/html")
    node = create_element(tag)
    node.className = css_class
    for child in list(parsed.body.childNodes):
        node.append(document.importNode(child, True))
    return node


def explain(term: Element) -> None:
    """Show the explanation of a term after its paragraph, or hide it again."""
    is_open = term.getAttribute("aria-expanded") == "true"
    paragraph = term.closest("p, li")
    for other in paragraph.querySelectorAll(".term"):
        other.setAttribute("aria-expanded", "false")
    for note in paragraph.querySelectorAll(".term-note"):
        note.remove()
    if not is_open:
        term.setAttribute("aria-expanded", "true")
        note = create_element("span", WORDS[f"term-{term.dataset.term}"], role="note")
        note.className = "term-note"
        paragraph.append(note)
