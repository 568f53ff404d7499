"""The form of a study: it shows what is to be measured, and changes it."""

from collections.abc import Callable, Mapping

from js import Element
from js import Event as DomEvent

from ...page.dom import by_id, set_text, show
from ...page.store import Store
from ...rules import NotationError
from ...session.new_game_form import with_game, with_name, with_option
from ...words import format_number
from ...words.measure_page import MEASURE_PAGE_WORDS as WORDS
from ..new_game.option_fields import keep_enter, option_value, render_option_fields, step_number
from .form import (
    COUNTS,
    STRENGTHS,
    MeasureForm,
    Start,
    comparisons,
    first_form,
    plan_of,
    shapes,
    size_range,
    with_board,
    with_typed_size,
)
from .form_elements import COMPARED, COUNT, LINKS, PREFIX, SIZE, fill_select, make_form
from .view import time_text


class FormPanel:
    """The form with its fields; ``on_change`` is called after each choice of the player."""

    def __init__(
        self, store: Store, networks: Mapping[str, str], on_change: Callable[[], None]
    ) -> None:
        self.store, self.networks, self.on_change = store, networks, on_change
        self.form = first_form(store.session.game_session.game)
        self.rates: dict[tuple[str, int], float] = {}  # games per minute, by variant and visits
        self.root = make_form(is_open=not store.is_phone())
        listen = store.lifetime.listen
        listen(self.root, "input", lambda event: self.on_input(event.target))
        listen(self.root, "change", lambda event: self.on_blur(event.target))
        listen(self.root, "click", self.on_click)
        listen(self.root, "keydown", keep_enter)

    def on_input(self, field: Element) -> None:
        """Copy a choice into the form; an empty number field, as while typing, changes nothing."""
        name, form = field.name, self.form
        if field.type == "number" and not field.value:
            return
        key = name.removeprefix(f"{PREFIX}-")
        if key == "name":
            remembered = self.store.session.preferences.new_game
            form = with_board(form, with_name(form.board, field.value, remembered))
        elif name == SIZE:
            form = with_typed_size(form, int(option_value(field)))
        elif key == "start":
            form = self.with_start(field.value)
        elif name == LINKS:
            form = form._replace(links=field.value)
        elif key == "visits":
            form = form._replace(visits=int(field.value), steps=())
        elif name == COMPARED:
            form = form._replace(compared=field.value)
        elif name == COUNT:
            form = form._replace(games=int(field.value))
        elif key == "ladder":
            form = form._replace(has_ladder=field.checked)
        else:
            form = with_board(form, with_option(form.board, key, option_value(field)))
        if form.compared not in comparisons(form):
            form = form._replace(compared="")
        self.form = form
        set_text("measure-error", "")
        self.draw()
        self.on_change()

    def with_start(self, start: Start) -> MeasureForm:
        """Return the form with another kind of start position."""
        session = self.store.session.game_session
        if start != "board":
            return self.form._replace(start=start, links="")
        board = with_game(self.form.board, session.game)
        return with_board(self.form, board)._replace(start=start, links=session.link)

    def on_blur(self, field: Element) -> None:
        """Restore the value of a number field that was left empty."""
        if field.type == "number" and not field.value:
            self.draw()

    def on_click(self, event: DomEvent) -> None:
        """Handle the steps of a number."""
        button = event.target.closest("[data-step]")
        if button:
            self.on_input(step_number(button))

    def draw(self) -> None:
        """Render the form."""
        form = self.form
        by_id(f"{PREFIX}-name-{form.board.name}").checked = True
        names = shapes(form)
        show(by_id("measure-shapes"), len(names) > 1)
        for field in by_id("measure-shapes").querySelectorAll("input"):
            field.parentElement.hidden = field.value not in names
            field.checked = field.value == form.board.shape.name
        low, high = size_range(form)
        size = by_id(SIZE)
        size.min, size.max = str(low), str(high)
        size.value = str(form.board.size if form.wrong_size is None else form.wrong_size)
        render_option_fields(by_id("measure-options"), PREFIX, form.board)
        by_id(f"{PREFIX}-start-{form.start}").checked = True
        show(by_id("measure-links-field"), form.start == "link")
        if by_id(LINKS).value != form.links:
            by_id(LINKS).value = form.links
        for visits in STRENGTHS:
            by_id(f"{PREFIX}-visits-{visits}").checked = visits == form.visits
        offered = {key: it.label for key, it in comparisons(form).items()}
        fill_select(by_id(COMPARED), {"": WORDS["compare-nothing"], **offered})
        by_id(COMPARED).value = form.compared
        counts = sorted({*COUNTS, form.games})
        fill_select(by_id(COUNT), {str(count): format_number(count) for count in counts})
        by_id(COUNT).value = str(form.games)
        by_id(f"{PREFIX}-ladder").checked = form.has_ladder
        self.draw_strength()

    def draw_strength(self) -> None:
        """Render what the strength means, and how long the games take."""
        form = self.form
        texts = [WORDS["about-strength"].format(visits=form.visits)]
        try:
            plan = plan_of(form, self.networks)
        except NotationError:
            plan = None
        rate = self.rates.get((plan.studies[0].game, form.visits)) if plan else None
        if plan and rate:
            time = time_text(60 * plan.all_games / rate, "in")
            games = format_number(plan.all_games)
            texts.insert(0, WORDS["how-long"].format(games=games, time=time))
        set_text("measure-strength-about", " ".join(texts))
