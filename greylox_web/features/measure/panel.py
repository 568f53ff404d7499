"""The page that measures a variant: the form, the progress, and what the games say."""

from js import Element
from js import Event as DomEvent
from pyodide.ffi import JsException

from ...measure.plan import Plan, read_plan, write_plan
from ...measure.report import final_scores
from ...page.dom import (
    announce,
    by_id,
    create_element,
    focus_in_place,
    icon,
    set_status,
    set_text,
    show,
    write,
)
from ...page.store import Store
from ...page.view import View
from ...rules import NotationError
from ...rules.notation.links import read_spec
from ...session.naming import game_title
from ...text import parse_whole_number, sentence_case
from ...words import WORDS as COMMON
from ...words.measure_page import MEASURE_PAGE_WORDS as WORDS
from ..library.file_text import decoded_file
from ..new_game.option_fields import make_number_field, step_number
from ..statistics.elements import box, card, soft
from .elements import answer_cards, answer_part, game_item, replace_changed
from .files import ROUTE, StudyFiles
from .form import first_form, form_of, plan_of
from .form_panel import FormPanel
from .host import MeasureHost
from .measurement import MAX_FILE_LENGTH, Measurement
from .stored import StoredStudy, study_key
from .view import asked_rows, numbered_game, percent, progress_text, study_view, time_text

NUMBER = "measure-number"
REFRESH_MILLIS = 1000  # between two renderings of the charts while games arrive
SCORED_PER_REFRESH = 12  # games whose final score is read then
MAX_EARLIER = 30  # studies in the list


class MeasurePage(View):
    """The page, with the study that is open."""

    name = route = ROUTE

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.studies = store.get_part(MeasureHost).measurements
        self.form_panel = FormPanel(store, self.studies.host.networks, self.on_form_change)
        self.files = StudyFiles(store)
        self.plan: Plan | None = None  # of the open study, until the form is changed
        self.scores: dict[str, tuple[int, int]] = {}  # by link, of the open study
        self.scored = 0  # the number of its games whose score has been read
        self.scored_key = ""  # the study of these
        self.is_refresh_due = False
        self.was_running = False
        self.make_body()
        self.studies.listeners.append(self.on_games)

    def make_body(self) -> None:
        """Make the elements of the page."""
        listen = self.store.lifetime.listen
        side = box("div", "measure-side", by_id("measure-heading"))
        side.append(create_element("p", WORDS["about"], **{"class": "measure-about"}))
        form = self.form_panel.root
        self.earlier = create_element("section", id="measure-earlier", hidden="")
        self.earlier.setAttribute("aria-labelledby", "measure-earlier-heading")
        side.append(form)
        foot = box("div", "measure-side measure-foot", self.earlier, make_file_field())
        self.out = box("div", "measure-out")
        self.progress = create_element("div", id="measure-progress")
        self.progress.append(
            create_element("b", id="measure-done"),
            create_element("progress", id="measure-bar", aria_label=WORDS["count"]),
            create_element("p", id="measure-left"),
            create_element("p", id="measure-fault", role="status"),
        )
        self.answer = create_element("div", id="measure-answer")
        self.cards = create_element("div", id="measure-cards")
        self.games = card("measure-games", WORDS["open-games"])
        self.games_list = create_element("ul", **{"class": "measure-list"})
        self.numbered = create_element("div", role="status")
        number = make_number_field(NUMBER, WORDS["number"], 1)
        self.games.append(
            self.games_list, box("div", "form", number), self.numbered, self.files.root
        )
        self.top = box("section", "stats-card measure-top", self.answer, self.progress)
        self.top.setAttribute("aria-label", WORDS["answer"])
        nothing = create_element("p", WORDS["nothing-yet"], id="measure-nothing")
        self.out.append(box("div", "measure-grid", nothing, self.top, self.cards, self.games))
        self.body.append(box("div", "measure-column", side, foot), self.out)
        field = number.querySelector("input")
        field.value = "1"
        listen(field, "input", lambda _: self.render_numbered())
        listen(number, "click", lambda event: self.on_number_step(event.target))
        listen(form, "submit", self.on_submit)
        file = by_id("measure-file")
        listen(file, "change", lambda _: self.store.lifetime.spawn(self.open_file(file)))

    @property
    def current(self) -> Measurement | None:
        """The open study."""
        return self.studies.current

    # ------------------------------------------------------------ addresses

    def open(self, path: str) -> bool:
        """Show the page: the study of the address, the open one, or a form for the game."""
        set_text("measure-error", "")
        set_text("measure-files-status", "")
        if path:
            try:
                self.take_plan(read_plan(path, self.studies.host.networks))
            except NotationError as error:
                set_text("measure-error", sentence_case(str(error)))
        elif self.current is not None:
            self.take_plan(self.current.plan)
        else:
            self.form_panel.form = first_form(self.store.session.game_session.game)
        self.draw()
        self.store.lifetime.spawn(self.show_study(resumes=True))
        return True

    def take_plan(self, plan: Plan) -> None:
        """Show the plan in the form."""
        self.plan, self.form_panel.form = plan, form_of(plan)

    async def show_study(self, *, resumes: bool = False) -> None:
        """Open the study of the plan, and show what there is."""
        if self.plan is not None and (self.current is None or self.current.plan != self.plan):
            await self.studies.open(self.plan, resumes=resumes)
        self.render_study()
        await self.render_earlier()

    # ------------------------------------------------------------ the form

    def on_form_change(self) -> None:
        """Prepare another study after a choice in the form."""
        self.plan = None
        self.draw_button()

    def draw(self) -> None:
        """Render the form and its button."""
        self.form_panel.draw()
        self.draw_button()

    def on_submit(self, event: DomEvent) -> None:
        """Start, pause or go on with the study of the form."""
        event.preventDefault()
        set_text("measure-error", "")
        current = self.current
        try:
            if self.plan is None or (current is not None and current.fault_of_engine()):
                plan = plan_of(self.form_panel.form, self.studies.host.networks)  # begins anew
            else:
                plan = self.plan
        except NotationError as error:
            set_text("measure-error", sentence_case(str(error)))
            return
        if current is not None and current.plan == plan and current.is_running:
            current.pause()
            announce(f"{WORDS['paused']} {self.progress_text(current)}")
            self.render_study()
        else:
            self.plan = plan
            self.store.lifetime.spawn(self.start(plan))

    async def start(self, plan: Plan) -> None:
        """Open the study and start it."""
        study = await self.studies.open(plan)
        if self.plan == plan:
            self.show_address(plan)
            study.start()
            announce(WORDS["first-games"])
            self.render_study()
            await self.render_earlier()

    def draw_button(self) -> None:
        """Render the button that starts, pauses and goes on."""
        current, key, sign = self.current, "start-measuring", "play"
        if current is not None and self.plan == current.plan:
            if current.is_running:
                key, sign = "pause", "pause"
            elif current.games and not current.fault_of_engine():
                key = "go-on"
            show(by_id("measure-run"), not current.is_complete)
        else:
            show(by_id("measure-run"), True)
        button = by_id("measure-run")
        if button.dataset.state != key:
            button.dataset.state = key
            button.replaceChildren(icon(sign), create_element("span", WORDS[key]))

    # ------------------------------------------------------------ the answer

    def on_games(self) -> None:
        """Show new games, the charts at most once a second."""
        current = self.current
        if current is not None and self.was_running and current.is_complete:
            self.render_study()
            view = self.files.view
            answer = f"{view.verdict} {view.sentence}" if view else ""
            announce(f"{WORDS['complete']} {answer}")
        self.was_running = current is not None and current.is_running
        if current is not None and current.games_per_minute:
            key = current.plan.studies[0].game, current.plan.strengths[-1]
            self.form_panel.rates[key] = current.games_per_minute
        if not self.is_shown:
            return
        self.render_progress()
        self.draw_button()
        if not self.is_refresh_due:
            self.is_refresh_due = True
            self.store.lifetime.set_timeout(REFRESH_MILLIS, self.refresh)

    def refresh(self) -> None:
        """Render the charts after new games."""
        self.is_refresh_due = False
        if self.is_shown:
            self.render_study()

    def progress_text(self, study: Measurement) -> str:
        """Return how many games of a study have been played."""
        return progress_text(study.games, study.plan.all_games)

    def render_progress(self) -> None:
        """Render how many games have been played, how fast, and what is wrong."""
        current = self.current
        show(self.top, current is not None)
        if current is None:
            return
        write(by_id("measure-done"), self.progress_text(current))
        bar = by_id("measure-bar")
        bar.max, bar.value = current.plan.all_games, current.games
        left = ""
        if current.is_complete:
            left = WORDS["complete"]
        elif not current.is_running:
            left = WORDS["paused"] if current.games else ""
        elif not current.games:
            left = WORDS["first-games"]
        elif (seconds := current.seconds_left) is not None:
            rate = WORDS["rate"].format(count=round(current.games_per_minute))
            left = f"{rate}, {time_text(seconds, 'left')}"
        set_text("measure-left", left)
        is_over = current.is_complete or current.is_running
        set_text("measure-fault", current.fault or ("" if is_over else current.fault_of_engine()))

    def render_study(self) -> None:
        """Render what the games of the open study say."""
        current = self.current
        self.render_progress()
        self.draw_button()
        view = None
        if current is not None:
            self.read_scores(current)
            view = study_view(current.plan, current.rows, current.ladder_rows, self.scores)
        self.files.study, self.files.view = current, view
        show(by_id("measure-nothing"), view is None and not (current and current.is_running))
        show(self.games, view is not None)
        if view is None:
            self.answer.replaceChildren()
            self.cards.replaceChildren()
            return
        replace_changed(self.answer, [answer_part(view)])
        replace_changed(self.cards, answer_cards(view, self.store.rotation(view.game.board.shape)))
        replace_changed(self.games_list, [game_item(game) for game in view.games])
        self.render_numbered()

    def on_number_step(self, target: Element) -> None:
        """Show the game before or after the one shown."""
        if button := target.closest("button"):
            step_number(button)
            self.render_numbered()

    def render_numbered(self) -> None:
        """Render the link of the game whose number is chosen."""
        if self.current is None:
            return
        plan, field = self.current.plan, by_id(NUMBER)
        field.max = str(plan.games)
        game = numbered_game(plan, self.current.rows, parse_whole_number(field.value) or 0)
        shown = create_element("p", WORDS["not-played"])
        if game is not None:
            shown = create_element("ul", **{"class": "measure-list"})
            shown.append(game_item(game))
        replace_changed(self.numbered, [shown])

    def read_scores(self, study: Measurement) -> None:
        """Read the final scores of a few more games."""
        key = study_key(study.plan, study.engine)
        if key != self.scored_key:
            self.scored_key, self.scored, self.scores = key, 0, {}
        rows = asked_rows(study.plan, study.rows)
        for row in rows[self.scored : self.scored + SCORED_PER_REFRESH]:
            link = row["measured"]["link"]
            if (scores := final_scores(link)) is not None:
                self.scores[link] = scores
        self.scored = min(len(rows), self.scored + SCORED_PER_REFRESH)
        if self.scored < len(rows) and not self.is_refresh_due:
            self.is_refresh_due = True
            self.store.lifetime.set_timeout(REFRESH_MILLIS, self.refresh)

    # ------------------------------------------------------------ earlier studies, files

    async def render_earlier(self) -> None:
        """Render the stored studies."""
        stored = await self.studies.earlier()
        current = self.current.key if self.current else ""
        items = [
            self.earlier_item(key, study)
            for key, study in [*stored.items()][:MAX_EARLIER]
            if study.games and key != current
        ]
        show(self.earlier, items)
        listed = create_element("ul", **{"class": "measure-list"})
        listed.append(*items)
        heading = create_element("h2", WORDS["earlier"], id="measure-earlier-heading")
        heading.tabIndex = -1
        self.earlier.replaceChildren(heading, listed)

    def earlier_item(self, key: str, stored: StoredStudy) -> Element:
        """Make the item of a stored study."""
        game = read_spec(stored.plan.studies[0].game, allow_small=True)
        points, games = stored.points
        title = game_title(game)
        colour = COMMON[game.colours[0]]
        share = f"{colour} {percent(points / games)}" if games else ""
        open_it = create_element("button", type="button", **{"class": "measure-open"})
        open_it.append(create_element("span", title), " ", soft(share), icon("forward"))
        delete = create_element("button", type="button", **{"class": "measure-delete"})
        delete.setAttribute("aria-label", WORDS["delete-study"].format(study=title))
        delete.append(icon("close"))
        listen, spawn = self.store.lifetime.listen, self.store.lifetime.spawn
        listen(open_it, "click", lambda _: spawn(self.open_stored(stored)))
        listen(delete, "click", lambda _: spawn(self.delete_stored(key)))
        return box("li", "earlier-study", open_it, delete)

    async def open_stored(self, stored: StoredStudy) -> None:
        """Open a stored study."""
        self.take_plan(stored.plan)
        self.draw()
        await self.studies.open(stored.plan, stored.engine)
        self.show_address(stored.plan)
        self.render_study()
        await self.render_earlier()
        focus_in_place(by_id("measure-heading"))

    async def delete_stored(self, key: str) -> None:
        """Delete a stored study."""
        await self.studies.delete(key)
        await self.render_earlier()
        focus_in_place(by_id("measure-heading"))

    def show_address(self, plan: Plan) -> None:
        """Write the study to the address, so that a reload goes on with it."""
        if self.is_shown:
            self.store.address_bar.write(f"{self.route}/{write_plan(plan)}")

    async def open_file(self, field: Element) -> None:
        """Read the games in a file of the command or of a page, and show what became of them."""
        if not field.files.length:
            return
        file = field.files.item(0)
        field.value = ""  # the same file can be chosen again
        try:
            if file.size > MAX_FILE_LENGTH:
                raise NotationError(WORDS["file-large"])
            decoded = await decoded_file(file)
            status = await self.studies.open_file(decoded.text)
        except NotationError as error:
            status = sentence_case(str(error))
        except JsException:
            status = WORDS["file-unreadable"]
        else:
            if self.current is not None:
                self.take_plan(self.current.plan)
                self.show_address(self.current.plan)
                self.draw()
                self.render_study()
                await self.render_earlier()
        set_status("measure-file-status", status)


def make_file_field() -> Element:
    """Make the field that opens a file of games."""
    part = create_element("div", **{"class": "measure-file"})
    part.append(
        create_element("label", WORDS["open-file"], **{"for": "measure-file"}),
        create_element("input", type="file", id="measure-file", accept=".jsonl,.txt,.json"),
        create_element("p", WORDS["about-file"]),
        create_element("p", id="measure-file-status", role="status", hidden=""),
    )
    return part
