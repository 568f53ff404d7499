"""The players on the page: plates, score drawing, facts, and the evaluation bar."""

from functools import partial
from typing import NamedTuple

from js import Element, Event

from ...engine.levels import LEVELS
from ...page.dom import by_id, create_element, parse_svg, set_text, show, write
from ...page.feature import Feature
from ...page.store import Store
from ...session.evaluation import DisplayedEvaluation
from ...session.load_match import ChangeSeats
from ...session.naming import avatar_levels, colour_called_you, level_named
from ...session.seats import REMOTE, decode_seat, encode_seat
from ...session.session import Session
from ...session.visible_report import evaluation, expects_evaluation
from ...words import WORDS, labelled
from .phases import Phase, phases
from .score_view import ScoreDrawing, SideScore
from .score_view import drawing as score_drawing
from .sides import Side, sides


class PlayersView(NamedTuple):
    """The contents of the players' panels."""

    own: int  # the colour of the local player, whose plate is below the board
    sides: tuple[Side, Side]
    drawing: ScoreDrawing
    phases: tuple[Phase, ...]


class EvaluationView(NamedTuple):
    """The contents of the evaluation bar."""

    value: DisplayedEvaluation | None
    is_expected: bool
    is_evaluating: bool
    own: int
    sides: tuple[tuple[str, str], ...]  # the colour and the name of each


class Bar(NamedTuple):
    """A bar of a side: a group, a part of its connection, or the rest of the scale."""

    css_class: str
    text: str = ""
    size: int = 0  # its length in cells; 0 for the length of its text, or of a gap


class Players(Feature):
    """The elements of both players, and their rendered contents."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: PlayersView | None = None
        self.rendered_evaluation: EvaluationView | None = None
        self.seats = [by_id(f"side-{colour}").querySelector(".seat") for colour in (0, 1)]
        self.face_boxes = [by_id(f"side-{colour}").querySelector(".face-box") for colour in (0, 1)]
        self.plates = [Plate(by_id(f"side-{colour}")) for colour in (0, 1)]
        for colour, select in enumerate(self.seats):
            fill_seats(select)
            store.lifetime.listen(select, "change", partial(self.on_seat, colour))

    def on_seat(self, colour: int, _: Event) -> None:
        """Assign the chosen player to a colour."""
        seats = list(self.store.session.seats)
        seats[colour] = decode_seat(self.seats[colour].value)
        self.store.dispatch(ChangeSeats((seats[0], seats[1])))

    def render(self) -> None:
        """Update the players; write only changes to the page."""
        session, before = self.store.session, self.rendered
        now = PlayersView(
            colour_called_you(session) or 0,
            sides(session),
            score_drawing(session.board_session),
            phases(session.board_session),
        )
        self.rendered = now
        for colour, side in enumerate(now.sides):
            self.plates[colour].render(side, own=colour == now.own)
        if before is None or (before.sides, before.drawing) != (now.sides, now.drawing):
            render_drawing(before, now, session)
        if before is None or before.phases != now.phases:
            render_phases(now.phases)
        if before is None or before.sides != now.sides:
            render_facts(before, now)
        if self.rendered_evaluation != (shown := evaluation_view(now, session)):
            render_evaluation(shown)
            self.rendered_evaluation = shown
        for box, level in zip(self.face_boxes, avatar_levels(session), strict=True):
            show(box, level)
        for seat, select in zip(session.seats, self.seats, strict=True):
            if select.value != encode_seat(seat):
                select.value = encode_seat(seat)
            select.disabled = session.match.is_over


def fill_seats(select: Element) -> None:
    """Fill a ``<select>`` with a person, a friend and all levels; keep its choice."""
    chosen = select.value
    options = [
        create_element("option", WORDS["person"], value=""),
        create_element("option", WORDS["friend"], value=REMOTE),
    ]
    for level in LEVELS:
        options.append(create_element("option", level_named(level), value=str(level)))
    select.replaceChildren(*options)
    select.value = chosen


class Plate:
    """A player's plate: name, line below the name, number and note."""

    def __init__(self, container: Element) -> None:
        self.container = container
        self.rendered: tuple[Side, bool] | None = None

    def render(self, side: Side, *, own: bool) -> None:
        """Update what has changed: most turns change only who is to move."""
        if self.rendered == (side, own):
            return
        (before, was_own), self.rendered = self.rendered or (None, None), (side, own)
        container, score = self.container, side.score
        if before is None or before.colour != side.colour:
            container.dataset.colour = side.colour
            container.setAttribute("aria-label", WORDS[side.colour])
            who_plays = WORDS["who-plays"].format(Colour=WORDS[side.colour])
            container.querySelector(".seat").setAttribute("aria-label", who_plays)
        if before is None or before.to_move != side.to_move:
            container.classList.toggle("to-move", side.to_move)
        if was_own != own:
            container.classList.toggle("own", own)
            container.classList.toggle("other", not own)
        if before is None or before.name != side.name:
            write(container.querySelector(".player"), side.name)
        if before is None or before.about != side.about:
            write(container.querySelector(".plate .about"), side.about)
        number = score.note, score.number, score.label
        if before is None or number != (before.score.note, before.score.number, before.score.label):
            self._render_number(*number)
        if before is None or before.note != side.note:
            set_text(container.querySelector(".note"), side.note)
        if before is None or before.progress != side.progress:
            progress = container.querySelector(".thinking")
            progress.value = side.progress
            show(progress, side.progress)

    def _render_number(self, note: str, number: str, label: str) -> None:
        score = self.container.querySelector(".score")
        score.title = note
        show(score, number)
        write(score.querySelector(".number"), number)
        write(score.querySelector(".about"), label)


def render_phases(now: tuple[Phase, ...]) -> None:
    """Render the phases of the game, of which the first is the current one."""
    items = []
    for phase in now:
        current = {"aria_current": "step"} if phase.is_current else {}
        items.append(create_element("li", phase.name, **current))
        items[-1].append(create_element("small", phase.about))
    by_id("phases").replaceChildren(*items)
    show(by_id("phases"), now)


def render_drawing(before: PlayersView | None, now: PlayersView, session: Session) -> None:
    """Render the score in the panel."""
    picture, container = now.drawing, by_id("score-drawing")
    by_id("game-view").dataset.scoreKind = picture.kind
    set_text("score-heading", picture.heading)
    if picture.kind == "lead":
        from ...drawing.lead_scale import lead_scale_svg  # only games with a margin need it

        markup = lead_scale_svg(session.game, picture.lead)
        container.replaceChildren(
            parse_svg(markup),
            create_element("p", picture.summary_text, **{"class": "score-summary"}),
        )
    else:
        if before is None or before.drawing.kind != picture.kind:
            container.replaceChildren(*(make_row() for _ in now.sides if picture.kind))
            before = None
        for colour, side in enumerate(now.sides if picture.kind else ()):
            drawn = bars(before.sides[colour], before.drawing.length) if before else []
            render_row(container.children[colour], side, drawn, bars(side, picture.length))
    show(container, picture.kind)
    container.setAttribute("role", "img")
    texts = [side.score.text for side in now.sides]
    if picture.summary_text:
        texts.append(picture.summary_text)
    container.setAttribute("aria-label", ". ".join(texts))


def make_row() -> Element:
    """Make the row of one colour in the panel, without bars."""
    row = create_element("div", **{"class": "row"})
    row.append(
        create_element("span", **{"class": "dot"}), create_element("div", **{"class": "bars"})
    )
    return row


def render_row(row: Element, side: Side, before: list[Bar], now: list[Bar]) -> None:
    """Update the bars of one colour that differ from those before: a stone changes a few."""
    if row.getAttribute("data-colour") != side.colour:
        row.dataset.colour = side.colour
    box = row.lastElementChild
    for _ in range(len(now), len(before)):
        box.lastElementChild.remove()
    for index, bar in enumerate(now):
        if index >= len(before):
            box.append(make_bar(bar))
        elif before[index] != bar:
            box.children[index].replaceWith(make_bar(bar))


def bars(side: Side, length: int) -> list[Bar]:
    """Return the bars of a side: its groups, or its connection.

    ``length`` is the length of the longer row.
    """
    score: SideScore = side.score
    bars = []
    for index, size in enumerate(score.bars):
        css_class = ("key won" if score.won else "key") if index == score.deciding_bar else ""
        bars.append(Bar(css_class, "" if score.is_connection else str(size), size))
    if score.other_groups:
        bars.append(Bar("rest", f"+{score.other_groups}"))
    bars += [Bar("gap")] * score.missing_stones
    remaining = length - sum(score.bars)
    if not score.is_connection and remaining > 0:
        bars.append(Bar("filler", size=remaining))
    return bars


def make_bar(bar: Bar) -> Element:
    """Make the element of a bar."""
    element = create_element("span", bar.text)
    if bar.css_class:
        element.className = bar.css_class
    if bar.size:
        element.style.setProperty("--size", str(bar.size))
    return element


def evaluation_view(now: PlayersView, session: Session) -> EvaluationView:
    """Return the contents of the evaluation bar."""
    engine = session.engine
    return EvaluationView(
        evaluation(session) if session.line is None else None,  # it is of the game's position
        expects_evaluation(session),
        engine.thinking and engine.purpose in ("assess", "analyse", "forecast"),
        now.own,
        tuple((side.colour, side.name) for side in now.sides),
    )


def render_evaluation(now: EvaluationView) -> None:
    """Update the evaluation bar; the win chance of the lower colour grows from the bottom."""
    value, own, bar = now.value, now.own, by_id("evaluation")
    by_id("game-view").classList.toggle("has-evaluation", now.is_expected)
    show(bar, value)
    bar.setAttribute("aria-busy", "true" if now.is_evaluating else "false")
    bar.dataset.colour = now.sides[1 - own][0]
    own_colour, own_name = now.sides[own]
    by_id("evaluation-own").dataset.colour = own_colour
    if value is not None:
        share = 100 - value.exact_percent if own else value.exact_percent
        bar.setAttribute("aria-valuenow", str(value.percent))
        bar.setAttribute("aria-valuetext", value.text)
        bar.title = labelled(WORDS["chances"], value.text)
        bar.style.setProperty("--share", f"{share:.1f}%")
        by_id("evaluation-number").textContent = WORDS["chance-of"].format(
            Name=own_name, percent=100 - value.percent if own else value.percent
        )


def render_facts(before: PlayersView | None, now: PlayersView) -> None:
    """Update the facts about both colours, side by side."""
    table = by_id("facts")
    colours = [side.colour for side in now.sides]
    if before is None or [side.colour for side in before.sides] != colours:
        for column, colour_name in zip(table.querySelectorAll("thead th"), colours, strict=True):
            write(column, WORDS[colour_name])
    body = table.querySelector("tbody")
    if before is None or fact_labels(before) != fact_labels(now):
        rows = [create_element("tr") for _ in fact_labels(now)]
        for row, label in zip(rows, fact_labels(now), strict=True):
            row.append(
                create_element("th", label, scope="row"), create_element("td"), create_element("td")
            )
        body.replaceChildren(*rows)
        before = None
    for colour, side in enumerate(now.sides):
        for index, fact in enumerate(side.facts):
            if before is None or before.sides[colour].facts[index] != fact:
                write(body.children[index].children[1 + colour], fact[1])


def fact_labels(now: PlayersView) -> list[str]:
    """Return the labels of the facts in a game."""
    return [label for label, _ in now.sides[0].facts]
