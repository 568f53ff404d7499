"""The home view as HTML: a card for each game, and a card for the current game.

The build writes the view into index.html, so that the browser paints it at once. Later
``features/home/panel.py`` fills in what depends on the player. Links lead to the routes of
``assets/early.js``.
"""

import re
from collections import Counter

from ...drawing.thumbnail import showcase_position, thumbnail
from ...rules import DEFAULT_GAME, GAMES, TITLES
from ...text import escape_xml
from ...words.home import HOME_WORDS as WORDS
from ..lessons.picture import picture
from ..lessons.step import ROUTE, course, has_course

MIN_SHARED_LENGTH = 200  # characters; a repeated path of this length is defined once
PATH = re.compile(
    rf'<path (?P<names>[^>]*?)d="(?P<d>[^"]{{{MIN_SHARED_LENGTH},}})"(?P<rest>[^>]*)/>'
)


def home_markup() -> str:
    """Return the HTML of the view."""
    cards = "".join(game_card(name) for name in GAMES)
    return deduplicate_paths(
        '<main class="view" id="home" aria-labelledby="home-heading"><div class="home-now">'
        f'<div class="home-hero"><h1 class="tag" id="home-heading" tabindex="-1">'
        f"{_word('tagline')}</h1><p>{_word('promise')}</p></div>"
        '<a id="current-game" class="home-current-game" href="#go-on">'
        '<span class="picture"></span><span class="words"><span class="eyebrow"></span>'
        f'<span class="title">{_word("go-on")}</span><span class="where"></span></span>'
        f'<span class="card-link">{icon("icon-play")}{_word("go-on")}</span></a>'
        f"{daily_card()}"
        f"{lesson_card()}"
        "</div>"
        f'<ul class="home-cards">{cards}</ul></main>'
    )


def deduplicate_paths(markup: str) -> str:
    """Define each repeated long path once at the start of the markup, and reference it.

    Boards of one size share their tiles. The layers of one drawing share its outline.
    """
    counts = Counter(match["d"] for match in PATH.finditer(markup))
    ids = {d: f"home-path-{n}" for n, d in enumerate(d for d in counts if counts[d] > 1)}

    def replace_path(match: re.Match[str]) -> str:
        if match["d"] not in ids:
            return match[0]
        return f'<use {match["names"]}href="#{ids[match["d"]]}"{match["rest"]}/>'

    paths = "".join(f'<path id="{name}" d="{d}"/>' for d, name in ids.items())
    svg = f'<svg class="sprite" aria-hidden="true" hidden=""><defs>{paths}</defs></svg>'
    return svg + PATH.sub(replace_path, markup)


def lesson_card() -> str:
    """Return the card of the next lesson; ``features/home/cards.py`` fills it in."""
    return (
        f'<a id="next-lesson" class="home-secondary" href="#{ROUTE}/{DEFAULT_GAME}">'
        '<span class="picture">'
        f"{picture(course(DEFAULT_GAME)[0])}</span>"
        f'<span class="words"><span class="eyebrow">{_word("lesson")}</span>'
        f'<span class="title">{_word("lesson-task")}</span><span class="where"></span></span></a>'
    )


def course_link(name: str) -> str:
    """Return the link to a game's course, "" if it has none."""
    if not has_course(name):
        return ""
    label = escape_xml(WORDS["learn-game"].format(Game=TITLES[name]))
    return (
        f'<a class="learn" href="#{ROUTE}/{name}" aria-label="{label}" title="{label}">'
        f"{icon('icon-learn')}</a>"
    )


def daily_card() -> str:
    """Return the card of the day's puzzle; ``features/home/cards.py`` fills it in."""
    return (
        '<a id="today" class="home-secondary" href="#puzzle/today"><span class="picture"></span>'
        f'<span class="words"><span class="eyebrow">{_word("today")}</span>'
        f'<span class="title">{_word("today-task")}</span><span class="where"></span></span></a>'
    )


def game_card(name: str) -> str:
    """Return the card of one game; its link covers the card and resumes or starts a game."""
    title, by, line = TITLES[name], WORDS.get(f"by-{name}", ""), WORDS.get(f"line-{name}", "")
    play, new_label = (WORDS[key].format(Game=title) for key in ("play-game", "new-of"))
    return (
        f'<li class="home-card" id="card-{name}">'
        f'<div class="picture">{thumbnail(*showcase_position(name))}</div>'
        '<div class="picture left"></div>'
        f'<h2>{title}</h2><p class="by">{escape_xml(by)}</p><p class="line">{escape_xml(line)}</p>'
        '<p class="now"></p><div class="card-links">'
        f'<a class="card-link" href="#play/{name}" aria-label="{escape_xml(play)}">'
        f"{icon('icon-play')}<span>{_word('play')}</span></a>"
        f'<button class="new-game" type="button" data-press="new-game:{name}"'
        f' aria-label="{escape_xml(new_label)}">'
        f"{_word('new-game')}</button>{course_link(name)}</div></li>"
    )


def icon(name: str) -> str:
    """Return an icon of the page, hidden from screen readers."""
    return f'<svg class="icon" aria-hidden="true"><use href="#{name}"/></svg>'


def _word(key: str) -> str:
    return escape_xml(WORDS[key])
