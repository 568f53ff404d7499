"""Detection of a new day while the page is visible, so that all daily content is updated."""

from datetime import date, datetime, time, timedelta

from js import document

from ...page.store import Store

MAX_WAIT_SECONDS = 60  # timers pause while the machine sleeps


def watch_date(store: Store) -> None:
    """Notify all features whenever a new local day begins."""
    shown_day = date.today()

    def check_day() -> None:
        nonlocal shown_day
        if not document.hidden and shown_day != date.today():
            shown_day = date.today()
            store.notify()
            store.schedule_render()

    def schedule_check() -> None:
        check_day()
        seconds_left = min(until_midnight(), MAX_WAIT_SECONDS)
        store.lifetime.set_timeout(1000 * seconds_left, schedule_check)

    store.lifetime.listen(document, "visibilitychange", lambda _: check_day())
    schedule_check()


def until_midnight() -> int:
    """Return the seconds until the next local day has begun."""
    now = datetime.now()
    midnight = datetime.combine(now.date() + timedelta(1), time())
    return int((midnight - now).total_seconds()) + 1
