"""The players' plates, the evaluation bar, and the drawing of how both sides stand."""

from js import Element

from ...app.view.panel.frame import Frame, Side
from ...app.view.panel.standing import Standing
from ...page.dom import drawing, element, made, set_text, show, write
from ...session.session import Session
from ...words import WORDS, pair


def paint_plates(before: Frame | None, frame: Frame, session: Session) -> None:
    """Update both plates, their strips and the drawing."""
    if before is None or before.sides != frame.sides or before.own != frame.own:
        for colour, side in enumerate(frame.sides):
            if before is None or before.own != frame.own or before.sides[colour] != side:
                paint_side(colour, side, own=colour == frame.own)
    if before is None or (before.sides, before.drawing) != (frame.sides, frame.drawing):
        paint_drawing(before, frame, session)


def paint_side(colour: int, side: Side, *, own: bool) -> None:
    """Update a player's plate: name, line under it, number and note."""
    place = element(f"side-{colour}")
    place.dataset.colour = side.colour
    place.setAttribute("aria-label", WORDS[side.colour])
    for name, on in (("to-move", side.to_move), ("own", own), ("other", not own)):
        place.classList.toggle(name, on)
    write(place.querySelector(".player"), side.name)
    write(place.querySelector(".plate .about"), side.about)
    score = place.querySelector(".score")
    score.title = side.standing.note
    show(score, side.standing.number)
    write(score.querySelector(".number"), side.standing.number)
    write(score.querySelector(".about"), side.standing.label)
    set_text(place.querySelector(".note"), side.note)


def paint_drawing(before: Frame | None, frame: Frame, session: Session) -> None:
    """The drawing in the panel, and the same in strips beside the plates of a small screen."""
    picture, place = frame.drawing, element("standing-drawing")
    element("table").dataset.standing = picture.kind
    set_text("standing-heading", picture.heading)
    strips = [element(f"side-{colour}").querySelector(".strip") for colour in (0, 1)]
    if picture.kind == "lead":
        from ...drawing.gauge import gauge_markup  # only where a margin counts

        markup = gauge_markup(session.game, picture.lead)
        place.replaceChildren(drawing(markup), made("p", picture.told, **{"class": "told"}))
        heading = made("p", picture.heading, **{"class": "small"})
        strips[frame.own].replaceChildren(heading, drawing(markup))
        strips[1 - frame.own].replaceChildren()
    else:
        if before is None or before.drawing.kind != picture.kind:
            place.replaceChildren(*(made("div") for _ in strips if picture.kind))
            before = None
        for colour, strip in enumerate(strips):
            if not picture.kind:
                strip.replaceChildren()
            elif before is None or row_of(before, colour) != row_of(frame, colour):
                paint_row(place.children[colour], strip, frame.sides[colour], picture.length)
    place.setAttribute("role", "img")
    texts = [side.standing.text for side in frame.sides]
    if picture.told:
        texts.append(picture.told)
    place.setAttribute("aria-label", ". ".join(texts))


def row_of(frame: Frame, colour: int) -> tuple[str, Standing, int]:
    """All that the row of a colour shows."""
    return frame.sides[colour].colour, frame.sides[colour].standing, frame.drawing.length


def paint_row(old: Element, strip: Element, side: Side, length: int) -> None:
    """The row of one colour in the panel, and the same as a strip."""
    row, row_bars = made("div", **{"class": "row"}), made("div")
    row.dataset.colour = side.colour
    row_bars.append(*bars(side, length))
    copy = row_bars.cloneNode(True)
    for node, name in ((row_bars, "bars"), (copy, "strip")):
        node.setAttribute("class", name)
    copy.setAttribute("aria-hidden", "true")
    row.append(made("span", **{"class": "dot"}), row_bars)
    old.replaceWith(row)
    strip.replaceWith(copy)


def bars(side: Side, length: int) -> list[Element]:
    """The groups of a side, or its way, as bars; ``length`` is that of the longer row."""
    standing: Standing = side.standing
    found = []
    for place, size in enumerate(standing.bars):
        bar = made("span", "" if standing.is_way else str(size))
        bar.style.setProperty("--size", str(size))
        if place == standing.key:
            bar.className = "key"
        found.append(bar)
    if standing.more:
        found.append(made("span", f"+{standing.more}", **{"class": "rest"}))
    found.extend(made("span", **{"class": "gap"}) for _ in range(standing.gaps))
    rest = length - sum(standing.bars)
    if not standing.is_way and rest > 0:
        filler = made("span", **{"class": "filler"})
        filler.style.setProperty("--size", str(rest))
        found.append(filler)
    return found


def paint_evaluation(frame: Frame) -> None:
    """Update the evaluation bar; the chance of the colour below the board rises from below."""
    told, bar = frame.evaluation, element("evaluation")
    show(bar, told)
    bar.setAttribute("aria-busy", "true" if frame.weighs else "false")
    own = frame.own
    bar.dataset.own, bar.dataset.other = frame.sides[own].colour, frame.sides[1 - own].colour
    if told is not None:
        share = 100 - told.first if own else told.first
        bar.setAttribute("aria-valuenow", str(told.percent))
        bar.setAttribute("aria-valuetext", told.text)
        bar.title = pair(WORDS["chances"], told.text)
        bar.style.setProperty("--share", f"{share:.1f}%")
        element("evaluation-number").textContent = WORDS["chance-of"].format(
            Name=frame.sides[own].name, percent=100 - told.percent if own else told.percent
        )
