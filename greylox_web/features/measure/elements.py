"""The elements of a study's answer: cards with charts, each with a table or a text beside it."""

from collections.abc import Iterable

from js import Element

from ...page.dom import create_element, focus_in_place, icon, parse_svg
from ...words.measure_page import MEASURE_PAGE_WORDS as WORDS
from ..statistics.elements import box, card, details, figures, soft
from ..statistics.plot import curve_svg
from .stone_map import stone_map_svg
from .view import Bar, CurveView, GameLink, Gauge, StoneMap, StudyView

AXIS = ("100%", "50%", "0%")
FOCUSABLE = "a[href], summary"


def answer_part(view: StudyView) -> Element:
    """Make the share, the sentence and the scale between both colours."""
    answer = box("div", "measure-answer")
    number = create_element("p", **{"class": "measure-share"})
    number.append(
        create_element("strong", view.share), " ", create_element("span", view.share_label)
    )
    text = create_element("p", **{"class": "measure-sentence"})
    text.append(create_element("b", view.verdict), " ", view.sentence)
    if view.comparison:
        text.append(" ", view.comparison)
    sentences = create_element("div")
    sentences.append(create_element("h2", view.title), text, gauge(view.gauge))
    answer.append(number, sentences)
    return answer


def gauge(view: Gauge) -> Element:
    """Make the scale between both colours, which the sentence beside it says in words."""
    scale = create_element("div", aria_hidden="true", **{"class": "gauge"})
    track = create_element("div", **{"class": "gauge-track"})
    for name in ("gauge-interval", "gauge-middle", "gauge-share"):
        track.append(create_element("span", **{"class": name}))
    set_shares(track, view.share, view.low, view.high)
    labels = (view.second, WORDS["even"], view.first)
    ends = box("div", "gauge-labels", *(create_element("span", text) for text in labels))
    scale.append(track, ends)
    return scale


def set_shares(element: Element, share: float, low: float, high: float) -> None:
    """Set the properties that place a share and its interval."""
    for name, value in (("--share", share), ("--low", low), ("--high", high)):
        element.style.setProperty(name, f"{100 * value:.1f}%")


def answer_cards(view: StudyView, turn: int) -> list[Element]:
    """Make the cards below the answer, those that have something to show."""
    made = []
    if view.compared:
        section = card("measure-compared", view.compared_title, soft(view.compared_aside))
        section.append(
            bar_chart(view.compared, AXIS), details(WORDS["as-table"], [view.compared_table])
        )
        made.append(section)
    if view.stones is not None:
        made.append(stones_card(view, view.stones, turn))
    made += [settled_card(view.curve), goes_card(view)]
    if view.ladder:
        made.append(skill_card(view))
    return made


def bar_chart(bars: Iterable[Bar], axis: Iterable[str] = ()) -> Element:
    """Make upright bars with their intervals; a table beside them has the same figures."""
    chart = create_element("div", aria_hidden="true", **{"class": "bar-chart"})
    labels = list(axis)
    if labels:
        chart.append(box("div", "bar-axis", *(create_element("span", text) for text in labels)))
    else:
        chart.classList.add("without-axis")
    for bar in bars:
        column = box("div", "bar-column is-chosen" if bar.is_chosen else "bar-column")
        area = box("div", "bar-area", create_element("span", **{"class": "chart-bar"}))
        if bar.low < bar.high:
            area.append(create_element("span", **{"class": "bar-interval"}))
        area.append(create_element("span", bar.text, **{"class": "bar-text"}))
        set_shares(column, bar.share, bar.low, bar.high)
        column.append(area, create_element("span", bar.label, **{"class": "bar-label"}))
        chart.append(column)
    return chart


def stones_card(view: StudyView, stones: StoneMap, turn: int) -> Element:
    """Make the card with the map of the first stones."""
    section = card("measure-stones", WORDS["first-stone"], soft(view.first_aside))
    svg = stone_map_svg(view.game, stones.chances, turn, WORDS["first-stone-map"])
    texts = box("div", "stone-texts", *(create_element("p", text) for text in stones.texts))
    section.append(
        box("div", "stone-map", parse_svg(svg), texts),
        details(WORDS["as-table"], [stones.table]),
    )
    return section


def settled_card(view: CurveView) -> Element:
    """Make the card with the curve of the share."""
    section = card("measure-settled", WORDS["settled"], soft(WORDS["with-interval"]))
    plot = create_element("div", role="img", aria_label=view.text)
    plot.className = "settled-plot"
    axis = box("div", "settled-axis", *(create_element("span", f"{tick}%") for tick in view.ticks))
    svg = curve_svg(view.points, view.band, rows=len(view.ticks) - 1)
    foot = box("div", "settled-foot", create_element("span", "0"), create_element("span", view.end))
    plot.append(axis, box("div", "settled-area", parse_svg(svg)), foot)
    section.append(plot, details(WORDS["as-table"], [view.table]))
    return section


def goes_card(view: StudyView) -> Element:
    """Make the card on how a game goes."""
    section = card("measure-goes", WORDS["goes"])
    body = box("div", "goes-parts", figures(view.figures))
    if view.leads:
        leads = create_element("div")
        leads.append(create_element("h3", WORDS["lead-changes"]), bar_chart(view.leads))
        body.append(leads)
    section.append(body)
    if view.endings:
        listed = create_element("ul", **{"class": "goes-endings"})
        listed.append(*(create_element("li", text) for text in view.endings))
        section.append(create_element("h3", WORDS["decided-by"]), listed)
    if view.leads:
        section.append(details(WORDS["as-table"], [view.leads_table]))
    return section


def skill_card(view: StudyView) -> Element:
    """Make the card of the skill ladder."""
    section = card("measure-skill", WORDS["skill-decides"], soft(WORDS["skill-of"]))
    listed = create_element("ul", **{"class": "skill-steps"})
    for bar in view.ladder:
        item = create_element("li")
        track = create_element("span", aria_hidden="true", **{"class": "skill-track"})
        for name in ("skill-bar", "skill-middle", "skill-interval"):
            track.append(create_element("span", **{"class": name}))
        set_shares(track, bar.share, bar.low, bar.high)
        item.append(
            create_element("span", bar.label), " ", track, " ", create_element("strong", bar.text)
        )
        listed.append(item)
    section.append(
        listed,
        create_element("p", view.ladder_text),
        details(WORDS["as-table"], [view.ladder_table]),
    )
    return section


def game_item(game: GameLink) -> Element:
    """Make the item of a game that can be opened."""
    item, link = create_element("li"), create_element("a", href=f"#{game.link}")
    link.append(create_element("span", game.title), " ", soft(game.text), icon("forward"))
    item.append(link)
    return item


def replace_changed(container: Element, made: list[Element]) -> None:
    """Put elements into a container; those that are the same stay, with what is open in them.

    An element in which something has the focus passes it on to the one in its place.
    """
    before = [*container.children]
    for index, element in enumerate(made):
        if index >= len(before):
            container.append(element)
            continue
        old = before[index]
        if old.className == element.className:
            for was, now in zip(
                old.querySelectorAll("details"), element.querySelectorAll("details"), strict=False
            ):
                now.open = was.open
        if old.isEqualNode(element):
            continue
        focusable = [*old.querySelectorAll(FOCUSABLE)]
        focused = next((at for at, node in enumerate(focusable) if node.matches(":focus")), None)
        old.replaceWith(element)
        if focused is not None:
            targets = [*element.querySelectorAll(FOCUSABLE)]
            if focused < len(targets):
                focus_in_place(targets[focused])
    for old in before[len(made) :]:
        old.remove()
