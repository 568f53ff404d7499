"""Spaced repetition, beside a slow reading of its sentence."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from greylox_web.repetition import RETURN_DAYS, Encounter, schedule

DAYS = [date(2026, 11, 30) + timedelta(n) for n in range(5)]
encounters = st.builds(
    Encounter, st.sampled_from("abc"), st.sampled_from([*map(str, DAYS)]), st.booleans()
)
histories = st.lists(encounters, max_size=12).map(
    lambda them: sorted(them, key=lambda one: one.day)
)


def slow_due_day(history: list[Encounter], name: str) -> int | None:
    """The day from which an item comes again: as many returns as it was solved since a miss."""
    own = [one for one in history if one.name == name]
    misses = [index for index, one in enumerate(own) if not one.solved]
    if not misses:
        return None
    solved = len(own) - 1 - misses[-1]
    if solved >= len(RETURN_DAYS):
        return None
    return (date.fromisoformat(own[-1].day) + timedelta(RETURN_DAYS[solved])).toordinal()


@given(histories)
def test_missed_items_come_again_until_known(history):
    plan = schedule(history)
    due = {name: day for name in "abc" if (day := slow_due_day(history, name)) is not None}
    assert plan.due_days == due and [*plan.due_days.values()] == sorted(due.values())
    last = {one.name: one.solved for one in history}
    assert plan.unsolved == {name for name, solved in last.items() if not solved}


def test_a_miss_comes_after_a_day_a_week_and_a_month():
    history, day = [Encounter("a", "2026-11-30", solved=False)], date(2026, 11, 30)
    waits = []
    while due := schedule(history).due_days.get("a"):
        waits.append(due - day.toordinal())
        day = date.fromordinal(due)
        history.append(Encounter("a", day.isoformat(), solved=True))
    assert waits == [1, 7, 30]
