"""Notices a new day while the page is in sight: what is shown of today is then that day's."""

from datetime import date, datetime, time, timedelta

from js import document

from ...page.store import Store

MAX_WAIT_SECONDS = 60  # seconds: a timer stands still while the machine sleeps


def watch_date(store: Store) -> None:
    """From now on, have all features look again when a day begins."""
    shown_day = [date.today()]

    def check_day() -> None:
        if not document.hidden and shown_day[0] != date.today():
            shown_day[0] = date.today()
            store.notify()
            store.schedule_render()

    def schedule_check() -> None:
        check_day()
        seconds_left = min(until_midnight(), MAX_WAIT_SECONDS)
        store.lifetime.set_timeout(1000 * seconds_left, schedule_check)

    store.lifetime.listen(document, "visibilitychange", lambda _: check_day())
    schedule_check()


def until_midnight() -> int:
    """The seconds until the next local day has begun."""
    now = datetime.now()
    midnight = datetime.combine(now.date() + timedelta(1), time())
    return int((midnight - now).total_seconds()) + 1
