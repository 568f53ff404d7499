"""The home view as HTML: what a first visit shows, and the cards of a returning player.

The build writes the view into index.html, so that the browser paints it at once. Later
``features/home/panel.py`` fills in what depends on the player. Links lead to the routes of
``assets/early.js``, which sets ``data-home``.
"""

import re
from collections import Counter

from ...drawing.thumbnail import showcase_position, thumbnail
from ...rules import DEFAULT_GAME, GAMES, TITLES
from ...text import escape_xml
from ...words.home import HOME_WORDS as WORDS
from ..lessons.step import ROUTE, course, has_course
from .taste import taste_markup

MIN_SHARED_LENGTH = 200  # characters; a repeated path of this length is defined once
PATH = re.compile(
    rf'<path (?P<names>[^>]*?)d="(?P<d>[^"]{{{MIN_SHARED_LENGTH},}})"(?P<rest>[^>]*)/>'
)


def home_markup() -> str:
    """Return the HTML of the view."""
    return deduplicate_paths(
        f'<main class="view" id="home" aria-label="{_word("home")}">{first_visit()}{today()}</main>'
    )


def first_visit() -> str:
    """Return what a first visit shows: the offer of a first game, the taste, and all games."""
    cards = "".join(game_card(name) for name in GAMES)
    return (
        '<div class="home-first"><section class="hero"><div class="hero-text">'
        f'<p class="site-name">{_word("name")}</p><h1 tabindex="-1">{_word("tagline")}</h1>'
        f'<p class="lede">{_word("promise-depth")} <span>{_word("promise-players")}</span> '
        f"{_word('promise-free')}</p></div>"
        '<div class="hero-offer"><p class="hero-links">'
        f'<a class="main" href="#play/{DEFAULT_GAME}">{icon("icon-play")}{_word("first-game")}</a>'
        f'<a href="#{ROUTE}/{DEFAULT_GAME}">{_word("first-lesson")}</a></p>'
        f'<p class="small-print">{_word("first-game-about")}</p></div>'
        f"{taste_markup()}</section>"
        f'<ul class="game-offers" aria-label="{_word("five-games")}">{cards}</ul>'
        f'<p class="home-foot"><span>{_word("privacy")}</span> <a href="./docs/index.html"'
        f' target="_blank" rel="noopener">{_word("researchers")}</a></p></div>'
    )


def today() -> str:
    """Return what a returning player finds; the features of this folder fill in the cards."""
    new_games = "".join(
        f'<button type="button" data-press="new-game:{name}" aria-label="{_named("new-of", name)}">'
        f"<!-- icon:mark-{name} --><span>{TITLES[name]}</span></button>"
        for name in GAMES
    )
    return (
        '<div class="home-today"><div class="today-head">'
        f'<h1 tabindex="-1">{_word("today")}</h1><time id="today-date"></time></div>'
        f'<div class="new-games" role="group" aria-label="{_word("new-game")}">'
        f'<span aria-hidden="true">{_word("new-game")}</span>{new_games}</div>'
        f'<div class="today-cards">{games_card()}{last_game_card()}{daily_card()}'
        '<div id="today-ladder" class="today-slot" hidden></div>'
        '<div id="today-strength" class="today-slot" hidden></div>'
        '<div id="today-mistakes" class="today-slot" hidden></div>'
        f"{lessons_card()}</div></div>"
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


def games_card() -> str:
    """Return the card of the games in progress: one with its board, the others as lines."""
    return (
        f'<section id="games-in-progress" class="card" aria-label="{_word("in-progress")}">'
        '<div class="with-picture"><div class="picture"></div><div>'
        f'<p class="eyebrow"></p><h2 class="title">{_word("in-progress")}</h2><p class="where"></p>'
        f'<a id="current-game" class="main" href="#go-on">{icon("icon-play")}{_word("go-on")}</a>'
        '</div></div><ul class="other-games" hidden></ul></section>'
    )


def last_game_card() -> str:
    """Return the card of the last finished game, whose main button starts the next one."""
    return (
        '<section id="last-game" class="card" aria-labelledby="last-game-title">'
        '<div class="with-picture"><div class="picture"></div><div><p class="eyebrow"></p>'
        f'<h2 class="title" id="last-game-title">{_word("next-game")}</h2><p class="where"></p>'
        '<div class="card-actions"><button type="button" class="main" data-press="home:play">'
        f"{icon('icon-play')}<span>{_word('play')}</span></button></div></div></div></section>"
    )


def daily_card() -> str:
    """Return the card of the day's puzzle."""
    return (
        '<section id="today" class="card">'
        '<div class="with-picture"><div class="picture"></div>'
        f'<div><p class="eyebrow">{_word("puzzle-of-day")}</p>'
        f'<h2 class="title">{_word("today-task")}</h2><div class="difficulty"></div>'
        '<p class="where"></p>'
        f'<a class="button" href="#puzzle/today">{icon("icon-puzzle")}'
        f"<span>{_word('solve')}</span></a>"
        '</div></div><div class="streak"></div></section>'
    )


def lessons_card() -> str:
    """Return the card of the courses: the progress in each, and the next lesson."""
    rows = "".join(
        f'<li data-game="{name}"><!-- icon:mark-{name} -->'
        f'<a href="#{ROUTE}/{name}">{TITLES[name]}</a>{hexagon_row(len(course(name)))}'
        '<span class="next"></span><span class="short"></span></li>'
        for name in GAMES
        if has_course(name)
    )
    return (
        f'<section id="learning" class="card"><header><h2>{_word("learning")}</h2>'
        '<p class="count"></p>'
        f'<a href="#{ROUTE}/{DEFAULT_GAME}">{_word("next-lesson")}</a></header>'
        f'<ul class="courses">{rows}</ul></section>'
    )


def hexagon_row(count: int) -> str:
    """Return a row of hexagons, one for each lesson of a course."""
    hexagons = "".join(
        f'<path d="m{13 + 26 * place} 3 10.4 6v12l-10.4 6-10.4-6V9z"/>' for place in range(count)
    )
    return (
        f'<svg class="hexagons" viewBox="0 0 {26 * count} 30" aria-hidden="true">{hexagons}</svg>'
    )


def game_card(name: str) -> str:
    """Return the card of one game; its link covers the card and begins a game."""
    line, about = (escape_xml(WORDS.get(f"{key}-{name}", "")) for key in ("line", "about"))
    return (
        '<li class="card game-offer">'
        f'<div class="picture">{thumbnail(*showcase_position(name))}</div>'
        f'<h2>{TITLES[name]}</h2><p class="line">{line}</p><p class="about"><span>{about}</span>'
        f'<a class="card-link" href="#play/{name}" aria-label="{_named("play-game", name)}">'
        f"<span>{_word('play')}</span>{icon('icon-forward')}</a></p></li>"
    )


def icon(name: str) -> str:
    """Return an icon of the page, hidden from screen readers."""
    return f'<svg class="icon" aria-hidden="true"><use href="#{name}"/></svg>'


def _named(key: str, name: str) -> str:
    return escape_xml(WORDS[key].format(Game=TITLES[name]))


def _word(key: str) -> str:
    return escape_xml(WORDS[key])
