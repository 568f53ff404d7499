"""The buttons that save a study as files, and copy its address or its commands."""

from collections.abc import Callable

from js import Element, document

from ...measure.plan import write_plan
from ...page.clipboard import write_clipboard
from ...page.dom import create_element, icon, page_address, set_status
from ...page.download import dated_file_name, offer_download
from ...page.store import Store
from ...words import WORDS as COMMON
from ...words.measure_page import MEASURE_PAGE_WORDS as WORDS
from . import exports
from .measurement import Measurement
from .view import StudyView

ROUTE = "measure"


class StudyFiles:
    """The buttons, and the study that they save."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.study: Measurement | None = None
        self.view: StudyView | None = None
        self.root = self.make_row()

    def make_row(self) -> Element:
        """Make the buttons."""
        row = create_element("div", id="measure-files")
        for key, sign, work in (
            ("save-table", "file", self.save_table),
            ("save-games", "file", self.save_games),
            ("save-page", "file", self.save_page),
            ("link", "link", self.copy_link),
            ("command", "copy", self.copy_command),
        ):
            button = create_element("button", type="button", id=f"measure-{key}")
            button.append(icon(sign), create_element("span", WORDS[key]))
            self.listen_button(button, work)
            row.append(button)
        row.append(create_element("p", id="measure-files-status", role="status", hidden=""))
        return row

    def listen_button(self, button: Element, work: Callable[[], object]) -> None:
        """Call ``work`` when the button is pressed."""
        self.store.lifetime.listen(button, "click", lambda _: work())

    def save(self, text: str, name: str, kind: str) -> None:
        """Offer a text as a file."""
        offer_download(self.store.lifetime, name, text, kind)

    def save_table(self) -> None:
        """Save the figures of all variants as a table."""
        if (study := self.study) is not None:
            name = dated_file_name(exports.file_name(study.plan.studies[0]))
            self.save(exports.table_csv(study.plan, study.rows), f"{name}.csv", "text/csv")

    def save_games(self) -> None:
        """Save all games, a file for each variant, as the command reads and writes them."""
        if (study := self.study) is not None:
            for index, parameters in enumerate(study.plan.studies):
                name = f"{exports.file_name(parameters)}.jsonl"
                self.save(study.export_lines(index), name, "application/jsonl")

    def save_page(self) -> None:
        """Save a page that stands alone."""
        if (study := self.study) is not None and self.view is not None:
            language = document.documentElement.lang
            text = exports.page_html(study.plan, self.view, study.engine, page_address(), language)
            name = dated_file_name(exports.file_name(study.plan.studies[0]))
            self.save(text, f"{name}.html", "text/html")

    def copy_link(self) -> None:
        """Copy the address of the study."""
        if (study := self.study) is not None:
            self.copy(f"{page_address()}#{ROUTE}/{write_plan(study.plan)}", COMMON["copied"])

    def copy_command(self) -> None:
        """Copy the commands that play the games of all variants."""
        if (study := self.study) is not None:
            commands = [
                exports.command_line(study.plan, index) for index in range(len(study.plan.studies))
            ]
            self.copy("\n".join(commands), WORDS["command-copied"])

    def copy(self, text: str, done: str) -> None:
        """Copy a text; if the browser refuses, show it."""
        write_clipboard(
            self.store.lifetime,
            text,
            lambda: set_status("measure-files-status", done),
            lambda: set_status("measure-files-status", f"{COMMON['not-copied']} {text}"),
        )
