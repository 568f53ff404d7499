"""Notices a new day while the page is in sight: what is shown of today is then that day's."""

from datetime import date, datetime, time, timedelta

from js import document

from ...page.table import Store

LONGEST_WAIT = 60  # seconds: a timer stands still while the machine sleeps


def watch(table: Store) -> None:
    """From now on, have all features look again when a day begins."""
    shown = [date.today()]

    def look() -> None:
        if not document.hidden and shown[0] != date.today():
            shown[0] = date.today()
            table.notify()
            table.schedule_render()

    def wait() -> None:
        look()
        left = min(until_midnight(), LONGEST_WAIT)
        table.lifetime.set_timeout(1000 * left, wait)

    table.lifetime.listen(document, "visibilitychange", lambda _: look())
    wait()


def until_midnight() -> int:
    """The seconds until the next local day has begun."""
    now = datetime.now()
    midnight = datetime.combine(now.date() + timedelta(1), time())
    return int((midnight - now).total_seconds()) + 1
