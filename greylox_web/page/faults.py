"""Exceptions: each is shown to the player and logged to the console."""

from collections.abc import Callable

from js import console

from ..words import WORDS
from .dom import announce, set_text


class Faults:
    """The message of the latest fault, shown as a notice until the next event."""

    def __init__(self) -> None:
        self.text = ""
        self.is_new = False  # whether no other notice was shown since
        self._failing: set[str] = set()  # names of repeated work that failed the last time

    def report(self, error: BaseException) -> None:
        """Show an exception to the player and log it to the console."""
        from traceback import format_exception

        console.error("".join(format_exception(error)))
        text = WORDS["fault"].format(error=f"{type(error).__name__}: {error}")
        self.text, self.is_new = text, True
        set_text("notice", text)
        announce(text)

    def run_safely(self, work: Callable[[], object]) -> bool:
        """Run ``work`` and report an exception; return whether there was none."""
        try:
            work()
        except Exception as error:
            self.report(error)
            return False
        return True

    def run_repeated(self, name: str, work: Callable[[], object]) -> bool:
        """Run repeated work, as rendering, safely; report only the first of consecutive faults."""
        try:
            work()
        except Exception as error:
            if name not in self._failing:
                self._failing.add(name)
                self.report(error)
            return False
        self._failing.discard(name)
        return True
