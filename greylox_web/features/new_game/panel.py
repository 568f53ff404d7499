"""The page for a new game: the game, its board and options, the opponent and the clock."""

from datetime import date

from js import Element, Event, Math, document

from ...drawing.avatars import avatar_svg
from ...page.dialogs import picture
from ...page.dom import by_id, create_element, parse_svg, set_status, set_text, show, write
from ...page.store import Store
from ...page.view import View
from ...progress import FactLog
from ...rules import GAMES
from ...session.event import SetPreference, ShowNotice
from ...session.last_choices import write_choices
from ...session.new_game_form import (
    CLOCKS,
    OPPONENTS,
    SIDE_CHOICES,
    NewGameForm,
    initial_form,
    new_game_event,
    saved_choices,
    with_name,
    with_option,
    with_size,
)
from ...session.study import ToggleEditor
from ...words.home import HOME_WORDS
from ..lessons.step import ROUTE as LESSONS_ROUTE
from ..lessons.step import has_course
from ..library.game_texts import unfinished_game
from ..statistics.advice import apply_suggestion
from . import view
from .markup import CUSTOM, NAME_FIELDS, make_form, make_size_tiles
from .option_fields import keep_enter, option_value, render_option_fields, step_number


class NewGamePage(View):
    """The form of a new game, and the fields that show and change it."""

    name, route = "new-game", "play"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        current_game = create_element("a", id="new-current", href="#go-on", **{"class": "card"})
        self.body.append(current_game, make_form())
        self.requested_game = ""  # the game to select when the page opens
        self.requested_level = 0  # the opponent to select then; 0 for the one that fits
        self.form = self.first = initial_form(store.session)  # current form, form at opening
        self.players = self.first  # the form with the players of the current game
        self.level = 0  # the level chosen since the page was opened, else 0
        self.facts = FactLog()  # the player's progress; empty until it is loaded
        self.custom_clock = False  # whether the fields for minutes and seconds are open
        listen = store.lifetime.listen
        listen(self.body, "input", lambda event: self.on_input(event.target))
        listen(self.body, "change", lambda event: self.on_blur(event.target))
        listen(self.body, "click", self.on_click)
        listen(by_id("new-form"), "submit", self.on_submit)
        listen(by_id("new-form"), "keydown", keep_enter)

    def on_press(self, name: str, button: Element) -> None:
        """Go to the page, with the game of ``name`` selected: "open", "brink" or "brink-3"."""
        game, _, level = name.partition("-")
        self.requested_game = "" if game == "open" else game
        self.requested_level = int(level or 0)
        self.go()

    def open(self, path: str) -> bool:
        """Show the form as it is for the next game of the current players."""
        name, self.requested_game = self.requested_game, ""
        session = self.store.session
        self.first = self.players = initial_form(session)
        self.level, self.requested_level = self.requested_level, 0
        if name not in ("", self.first.name):
            self.first = with_name(self.first, name, session.preferences.new_game)
        self.form = self.with_suggestions(self.first)
        self.custom_clock = self.form.clock not in CLOCKS
        self.store.lifetime.spawn(self.load_progress(self.form))
        set_text("new-error", "")
        for element in document.querySelectorAll("#new-options, #new-size"):
            element.dataset.renderedFor = ""
        self.draw()
        self.render_current_game()
        return True

    def render_current_game(self) -> None:
        """Show the game in progress, which the player may rather go on with."""
        link, session = by_id("new-current"), self.store.session.game_session
        link.hidden = not session.in_progress
        if session.in_progress:
            texts = unfinished_game(session)
            state = session.tree.nodes[session.live_node].state
            link.replaceChildren(
                picture(session.game, state),
                create_element("b", texts.turn),
                create_element("span", f"{texts.title} · {texts.players}"),
                create_element("strong", HOME_WORDS["go-on"]),
            )

    async def load_progress(self, opened: NewGameForm) -> None:
        """Load the player's progress; apply its suggestions unless ``opened`` has been changed."""
        progress = self.store.progress()
        await progress.wait_loaded()
        self.facts = progress.facts
        if self.form is opened:  # the user has chosen nothing in the meantime
            self.form = self.with_suggestions(self.first)
        self.draw()

    def with_suggestions(self, form: NewGameForm) -> NewGameForm:
        """Return the form with the board and level that fit the player; a chosen level stays."""
        remembered = self.store.session.preferences.new_game
        form = apply_suggestion(form, self.facts, remembered, date.today())
        return form._replace(level=self.level or form.level)

    # ------------------------------------------------------------ input

    def on_input(self, field: Element) -> None:
        """Copy a choice into the form; an empty number field, as while typing, changes nothing."""
        name, form = field.name, self.form
        if field.type == "number" and not field.value:
            return
        if name == "new-name":
            remembered = self.store.session.preferences.new_game
            form = form._replace(level=self.players.level)
            form = self.with_suggestions(with_name(form, field.value, remembered))
        elif name == "new-size":
            form = with_size(form, int(field.value))
        elif name == "new-side":
            form = form._replace(side=field.value)
        elif name == "new-opponent":
            form = form._replace(opponent=field.value)
        elif name in NAME_FIELDS:
            first, second = (by_id(field_id).value for field_id in NAME_FIELDS)
            form = form._replace(names=(first, second))
        elif name == "new-level":
            self.level = int(field.value)
            form = form._replace(level=self.level)
        elif name == "new-teach":
            form = form._replace(teach=field.checked)
        elif name == "new-takebacks":
            form = form._replace(takebacks=field.checked)
        elif name == "new-clock":
            self.custom_clock = field.value == CUSTOM
            if not self.custom_clock:
                minutes, _, seconds = field.value.partition("-")
                form = form._replace(clock=(int(minutes), int(seconds)))
            elif not form.clock[0]:
                form = form._replace(clock=CLOCKS[-1])
        elif name in ("new-minutes", "new-seconds"):
            clock = int(by_id("new-minutes").value), int(by_id("new-seconds").value)
            form = form._replace(clock=clock)
        else:
            form = with_option(form, name.removeprefix("new-"), option_value(field))
        self.form = form
        set_text("new-error", "")
        self.draw()

    def on_blur(self, field: Element) -> None:
        """Restore the value of a number field that was left empty."""
        if field.type == "number" and not field.value:
            self.draw()

    def on_click(self, event: Event) -> None:
        """Handle a button: a step of a number, or the button that opens the set-up editor."""
        button = event.target.closest("button")
        if button and button.id == "new-setup":
            self.start(set_up=True)
        elif button and button.hasAttribute("data-step"):
            self.on_input(step_number(button))

    def on_submit(self, event: Event) -> None:
        """Begin the game after Start or Enter was pressed."""
        event.preventDefault()
        self.start()

    def start(self, *, set_up: bool = False) -> None:
        """Begin the game, in the editor if ``set_up``; show errors on the page."""
        store, form, before = self.store, self.form, self.store.session.tree
        store.dispatch(new_game_event(form, second=Math.random() < 0.5))
        notice, refused = store.session.notice, store.session.tree is before
        set_status("new-error", notice.text if refused and notice else "")
        if refused:
            store.dispatch(ShowNotice(""))  # the error is shown instead
            if invalid_field := by_id("new-game").querySelector("input:invalid"):
                invalid_field.focus()
        else:
            chosen = saved_choices(form, store.session.preferences.new_game, store.session)
            store.dispatch(SetPreference("new_game", write_choices(chosen)))
            if set_up:
                store.dispatch(ToggleEditor(True))

    # ------------------------------------------------------------ rendering

    def draw(self) -> None:
        """Render the whole form."""
        form = self.form
        by_id(f"new-name-{form.name}").checked = True
        set_text("new-goal-text", HOME_WORDS.get(f"line-{form.name}", ""))
        show(by_id("new-lesson"), has_course(form.name))
        by_id("new-lesson").setAttribute("href", f"#{LESSONS_ROUTE}/{form.name}")
        self.render_board()
        self.render_options()
        self.render_sides()
        self.render_opponent()
        self.render_clock()
        by_id("new-teach").checked = form.teach
        by_id("new-takebacks").checked = form.terms.takebacks
        by_id("new-takebacks").disabled = form.teaches

    def render_board(self) -> None:
        """Render the board sizes, and the shapes if the game has several."""
        form, tiles = self.form, by_id("new-size")
        sizes = view.sizes(form)
        if tiles.dataset.renderedFor != f"{form.shape.name} {sizes}":
            tiles.dataset.renderedFor = f"{form.shape.name} {sizes}"
            tiles.replaceChildren(*make_size_tiles(form, sizes))
            tiles.className = "sizes many" if len(sizes) > 6 else "sizes"
        by_id(f"new-size-{form.size}").checked = True
        set_text("new-size-about", view.size_text(form, form.size))
        names = [shape.name for shape in GAMES[form.name].shapes]
        several = len(names) > 1
        by_id("new-shapes").classList.toggle("nothing", not several)
        for field in by_id("new-shapes").querySelectorAll("input"):
            field.disabled = not several
            field.parentElement.hidden = several and field.value not in names
            field.checked = field.value == form.shape.name

    def render_options(self) -> None:
        """Render the options of the form's game, and the study results for its board."""
        form, container = self.form, by_id("new-options")
        render_option_fields(container, "new", form)
        level_text, study = view.shares_text(form), by_id("new-study")
        write(by_id("new-shares-text"), level_text)
        study.hidden = not level_text
        study.href = f"./studies/{form.name}.html"
        by_id("new-measure").setAttribute("href", f"#measure/{view.game_spec(form)}".rstrip("/"))

    def render_sides(self) -> None:
        """Render the choice of a side, with the colours of the form's game."""
        form = self.form
        colours = (*GAMES[form.name].colours, "")
        for side, text, colour in zip(SIDE_CHOICES, view.side_texts(form), colours, strict=True):
            field = by_id(f"new-side-{side}")
            field.checked = side == form.side
            words = field.parentElement.querySelector("span:last-child")
            words.textContent = text
            dot = field.parentElement.querySelector(".dot")
            if dot:
                dot.dataset.stone = colour
        by_id("new-sides").disabled = form.opponent == "here"

    def render_opponent(self) -> None:
        """Render the opponent, and the texts about the engine's level."""
        form = self.form
        for opponent in OPPONENTS:
            by_id(f"new-opponent-{opponent}").checked = opponent == form.opponent
            by_id(f"new-about-{opponent}").hidden = opponent != form.opponent
        texts = zip(NAME_FIELDS, view.name_labels(form), form.names, strict=True)
        for field_id, label, name in texts:
            field = by_id(field_id)
            set_text(field.parentElement.querySelector("span"), label)
            if field.value != name:
                field.value = name
        level_text = view.level_text(form, self.facts)
        level = by_id("new-level")
        level.value = str(form.level)
        level.setAttribute("aria-valuetext", level_text.value)
        avatar_container = by_id("new-level-face")
        if avatar_container.dataset.renderedFor != str(form.level):
            avatar_container.dataset.renderedFor = str(form.level)
            avatar_container.replaceChildren(parse_svg(avatar_svg(form.level)))
        by_id("new-level-name").textContent = level_text.name
        by_id("new-level-rank").textContent = level_text.rank
        by_id("new-level-about").textContent = level_text.about
        write(by_id("new-level-counts"), level_text.counts)
        by_id("new-strengths").textContent = level_text.details
        by_id("new-details").hidden = not level_text.details
        for tick in by_id("new-ticks").children:
            tick.classList.toggle("now", tick.dataset.level == str(form.level))

    def render_clock(self) -> None:
        """Render the clock."""
        form = self.form
        minutes, seconds = form.clock
        for clock in CLOCKS:
            field = by_id(f"new-clock-{clock[0]}-{clock[1]}")
            field.checked = clock == form.clock and not self.custom_clock
        by_id(f"new-clock-{CUSTOM}").checked = self.custom_clock
        by_id("new-clocks").disabled = form.has_no_clock
        by_id("new-minutes").value = str(minutes or CLOCKS[-1][0])
        by_id("new-seconds").value = str(seconds)
        own = self.custom_clock and not form.has_no_clock
        by_id("new-times").hidden = not own
        by_id("new-clock-about").hidden = own
        by_id("new-clock-about").textContent = view.clock_text(form)
