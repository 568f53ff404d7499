"""Exceptions: each is shown to the player and logged to the console."""

from collections.abc import Callable

from js import console

from ..words import WORDS
from .dom import announce, set_text


class Faults:
    """The sentence on the latest fault: it is shown until the next event, as a notice is."""

    def __init__(self) -> None:
        self.text = ""
        self.is_new = False  # whether nothing else has been said since
        self._failing: set[str] = set()  # what is done again and again and failed the last time

    def report(self, error: BaseException) -> None:
        """Tell the player of an exception, and log it to the console."""
        from traceback import format_exception

        console.error("".join(format_exception(error)))
        text = WORDS["fault"].format(error=f"{type(error).__name__}: {error}")
        self.text, self.is_new = text, True
        set_text("notice", text)
        announce(text)

    def run_safely(self, work: Callable[[], object]) -> bool:
        """Do something; report an exception, and return whether there was none."""
        try:
            work()
        except Exception as error:
            self.report(error)
            return False
        return True

    def run_repeated(self, name: str, work: Callable[[], object]) -> bool:
        """Do safely what is done again and again, as painting; report a fault once in a row."""
        try:
            work()
        except Exception as error:
            if name not in self._failing:
                self._failing.add(name)
                self.report(error)
            return False
        self._failing.discard(name)
        return True
