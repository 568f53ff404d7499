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


class Players(Feature):
    """The elements of both players, and their rendered contents."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: PlayersView | None = None
        self.rendered_evaluation: EvaluationView | None = None
        self.seats = [by_id(f"side-{colour}").querySelector(".seat") for colour in (0, 1)]
        self.face_boxes = [by_id(f"side-{colour}").querySelector(".face-box") for colour in (0, 1)]
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
            if before is None or before.own != now.own or before.sides[colour] != side:
                render_player(colour, side, own=colour == now.own)
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


def render_player(colour: int, side: Side, *, own: bool) -> None:
    """Update a player's plate: name, line below the name, number and note."""
    container = by_id(f"side-{colour}")
    container.dataset.colour = side.colour
    container.setAttribute("aria-label", WORDS[side.colour])
    who_plays = WORDS["who-plays"].format(Colour=WORDS[side.colour])
    container.querySelector(".seat").setAttribute("aria-label", who_plays)
    for name, on in (("to-move", side.to_move), ("own", own), ("other", not own)):
        container.classList.toggle(name, on)
    write(container.querySelector(".player"), side.name)
    write(container.querySelector(".plate .about"), side.about)
    score = container.querySelector(".score")
    score.title = side.score.note
    show(score, side.score.number)
    write(score.querySelector(".number"), side.score.number)
    write(score.querySelector(".about"), side.score.label)
    set_text(container.querySelector(".note"), side.note)
    progress = container.querySelector(".thinking")
    progress.value = side.progress
    show(progress, side.progress)


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
            container.replaceChildren(*(create_element("div") for _ in now.sides if picture.kind))
            before = None
        for colour, side in enumerate(now.sides if picture.kind else ()):
            if before is None or row_key(before, colour) != row_key(now, colour):
                render_row(container.children[colour], side, picture.length)
    show(container, picture.kind)
    container.setAttribute("role", "img")
    texts = [side.score.text for side in now.sides]
    if picture.summary_text:
        texts.append(picture.summary_text)
    container.setAttribute("aria-label", ". ".join(texts))


def row_key(now: PlayersView, colour: int) -> tuple[str, SideScore, int]:
    """Return everything that the row of a colour shows, for comparison."""
    return now.sides[colour].colour, now.sides[colour].score, now.drawing.length


def render_row(old: Element, side: Side, length: int) -> None:
    """Render the row of one colour in the panel."""
    row, row_bars = (create_element("div", **{"class": name}) for name in ("row", "bars"))
    row.dataset.colour = side.colour
    row_bars.append(*bars(side, length))
    row.append(create_element("span", **{"class": "dot"}), row_bars)
    old.replaceWith(row)


def bars(side: Side, length: int) -> list[Element]:
    """Make the bars of a side: its groups, or its connection.

    ``length`` is the length of the longer row.
    """
    score: SideScore = side.score
    elements = []
    for index, size in enumerate(score.bars):
        bar = create_element("span", "" if score.is_connection else str(size))
        bar.style.setProperty("--size", str(size))
        if index == score.deciding_bar:
            bar.className = "key won" if score.won else "key"
        elements.append(bar)
    if score.other_groups:
        elements.append(create_element("span", f"+{score.other_groups}", **{"class": "rest"}))
    elements.extend(create_element("span", **{"class": "gap"}) for _ in range(score.missing_stones))
    remaining = length - sum(score.bars)
    if not score.is_connection and remaining > 0:
        filler = create_element("span", **{"class": "filler"})
        filler.style.setProperty("--size", str(remaining))
        elements.append(filler)
    return elements


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
