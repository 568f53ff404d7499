"""The cards of the home page: the ladder of opponents, and the strength."""

from datetime import date

from js import Element

from ...page.dom import create_element, parse_svg
from ...page.store import Store
from ...rules import TITLES, Game
from ...session.load_match import LeaveExercise
from ...words.opponents import OPPONENT_WORDS as WORDS
from ...words.statistics import STATISTICS_WORDS
from . import elements
from .advice import suggested_game
from .curve import curve_view
from .elements import box, card, face, game_choice, soft
from .ladder_text import LadderText, ladder_text, play_event
from .plot import BEATEN_MARK
from .results import strength_curve
from .view import describe_strength

ROUTE = "#you/strength"


def ladder_card(store: Store, game: str) -> Element:
    """Make the card of the ladder of a game; its facts must have been read."""
    root = create_element("div", data_game=game, **{"class": "ladder-card"})
    fill_ladder(store, root, game, is_choosing=False)
    return root


def fill_ladder(store: Store, root: Element, game: str, *, is_choosing: bool) -> None:
    """Fill in the card; it offers the other games if the player is choosing one."""
    facts = store.progress().facts
    text = ladder_text(facts, game)

    def toggle() -> None:
        fill_ladder(store, root, game, is_choosing=not is_choosing)
        root.querySelector(".other-games").focus()

    def choose(name: str) -> None:
        fill_ladder(store, root, name, is_choosing=False)
        root.querySelector(".other-games").focus()

    other = create_element(
        "button", WORDS["ladder-games"], type="button", aria_expanded=str(is_choosing).lower()
    )
    other.className = "stats-link other-games"
    store.lifetime.listen(other, "click", lambda _: toggle())
    section = card("ladder", WORDS["ladder"], soft(TITLES[game]), other)
    if is_choosing:
        section.append(game_choice(game, choose, store.lifetime))
    play = create_element("button", text.button, type="button", **{"class": "play-next"})
    if game == root.dataset.game:
        play.classList.add("in-last-game")  # the card of the last game has this button, too
    store.lifetime.listen(
        play, "click", lambda _: start_game(store, suggested_game(facts, game), text.level)
    )
    words = create_element("p")
    words.append(create_element("strong", text.title), " ", text.record)
    section.append(steps(text, game), box("div", "ladder-foot", words, play))
    root.replaceChildren(section)


def steps(text: LadderText, game: str) -> Element:
    """Make the steps: buttons that open a new game against a level, with its face and name."""
    listed = create_element("ol", **{"class": "ladder-steps"})
    for step in text.steps:
        item = create_element("li", **{"class": f"step-{step.state}"})
        picture = face(step.level)
        if step.state == "beaten":
            picture.append(parse_svg(BEATEN_MARK))
        label = create_element("span", aria_hidden="true", **{"class": "step"})
        label.append(
            create_element("span", step.name, **{"class": "name"}),
            create_element("span", str(step.level), **{"class": "number"}),
        )
        label.style.setProperty("--level", str(step.level))
        words = create_element("span", step.text, **{"class": "visually-hidden"})
        button = create_element("button", type="button", data_press=f"new-game:{game}-{step.level}")
        button.append(picture, label, words)
        item.append(button)
        listed.append(item)
    return listed


def start_game(store: Store, board: Game, level: int) -> None:
    """Start a game against a level."""
    if store.session.exercise_attempt is not None:
        store.dispatch(LeaveExercise())
    store.dispatch(play_event(store.session, board, level))


def strength_card(store: Store, game: str) -> "Element | None":
    """Make the card of the strength in a game; None while it is unknown."""
    facts, today = store.progress().facts, date.today()
    curve = strength_curve(facts, game, today)
    if not curve:
        return None
    strength = describe_strength(curve, game, today)
    link = create_element("a", STATISTICS_WORDS["figures"], href=ROUTE, **{"class": "stats-link"})
    section = card("strength-card", STATISTICS_WORDS["strength"], soft(TITLES[game]), link)
    line = box(
        "p",
        "strength-line",
        create_element("strong", strength.number, **{"class": "level-number"}),
        " ",
        soft(strength.short_likely),
    )
    if strength.change:
        kind = "change rise" if strength.is_rise else "change"
        line.append(" ", create_element("span", strength.change, **{"class": kind}))
    view = curve_view(facts, game, curve, is_short=True)
    section.append(line, elements.plot(view, is_short=True))
    return section
