"""The matches of a visit: what has to be stored, what can be continued, and other ids."""

from dataclasses import replace

from greylox_web.match.match import PERSON
from greylox_web.page.visit import Visit, has_new_action
from greylox_web.session.clock import Clock
from greylox_web.session.event import Event, ShowNotice
from greylox_web.session.opening import ChangeSeats, LoadMatch, MatchMerged, NewGame, OpenLink
from greylox_web.session.playing import ClickCell, Resign, StepBy
from greylox_web.session.session import Session
from greylox_web.session.study import Comment
from greylox_web.session.update import update
from tests.session.sittings import ENGINE, answer, begin, click


def test_what_the_engine_does_is_no_act_of_a_person():
    before = begin(seats=(ENGINE, PERSON))
    looked = answer(before, "e5")
    assert not has_new_action(before.match, looked.match) and not has_new_action(
        looked.match, looked.match
    )
    assert has_new_action(looked.match, click(looked, "e6").match)
    assert has_new_action(looked.match, update(looked, Comment("Bold.")).match)


def at_table(visit: Visit, session: Session, *events: Event) -> Session:
    """The session after these events, which the visit follows."""
    for event in events:
        before = session
        session = update(session, event)
        visit.on_event(event, before, session)
    return session


def sat(name: str = "brink") -> tuple[Visit, Session]:
    """A visit at whose beginning an empty match of this game is on the table."""
    session = begin(name, 3 if name != "lox" else 5)
    return Visit(session.match), session


def test_a_match_is_due_once_a_person_has_played_in_it():
    visit, session = sat()
    session = at_table(visit, session, ShowNotice("A word."), ChangeSeats((PERSON, ENGINE)))
    assert not visit.unsaved_matches
    session = at_table(visit, session, ClickCell(0))
    assert visit.unsaved_matches == [visit.current] and visit.current.match == session.match


def test_a_link_that_is_only_looked_at_is_not_due_whoever_is_seated():
    visit, session = sat()
    link = OpenLink("1/brink3-x3/ma1b2c3")
    session = at_table(visit, session, link, ChangeSeats((PERSON, ENGINE)), StepBy(-1))
    assert not visit.unsaved_matches
    at_table(visit, session, Comment("a word"))
    assert visit.unsaved_matches == [visit.current]


def test_a_stored_match_is_due_after_any_change_of_what_is_stored():
    for event in (ChangeSeats((PERSON, ENGINE)), ClickCell(1), Comment("a word")):
        visit, session = sat()
        session = at_table(visit, session, ClickCell(0))
        visit.mark_stored(session.match, 3)
        visit.current.is_dirty = False
        at_table(visit, session, StepBy(-1), StepBy(1))
        assert not visit.unsaved_matches
        at_table(visit, session, event)
        assert visit.unsaved_matches == [visit.current] and visit.current.revision == 3


def test_a_deleted_match_is_due_only_once_it_is_played_on():
    visit, session = sat()
    session = at_table(visit, session, ChangeSeats((PERSON, ENGINE)), ClickCell(0))
    match_id = session.match.id
    visit.mark_deleted(match_id)
    session = at_table(visit, session, ChangeSeats((PERSON, PERSON)))
    assert not visit.unsaved_matches and not visit.current.is_stored and visit.current.is_deleted
    visit.mark_restored(match_id)
    assert visit.current.is_stored and not visit.current.is_deleted
    visit.mark_deleted(match_id)
    at_table(visit, session, ClickCell(1))
    assert visit.unsaved_matches == [visit.current] and not visit.current.is_deleted


def test_the_match_of_a_game_that_was_left_last_can_be_continued():
    visit, session = sat()
    session = at_table(visit, session, ClickCell(0))
    first = session.match
    session = at_table(visit, session, NewGame("byg", 3))
    assert visit.get_suspended("brink").match == first and visit.get_suspended("byg") is None
    session = at_table(visit, session, NewGame("brink", 3), NewGame("byg", 3), ClickCell(0))
    assert visit.get_suspended("brink").match.id != first.id, (
        "an empty one that gives way to another game"
    )
    session = at_table(visit, session, NewGame("byg", 3), NewGame("byg", 3))
    assert visit.get_suspended("byg").match.in_progress, (
        "not one without a move that gives way to its like"
    )
    copy = replace(first, id="".join(first.id))
    session = at_table(visit, session, LoadMatch(copy))
    assert visit.current.match.id == first.id
    at_table(visit, session, Resign(), NewGame("lox", 5))
    assert (
        visit.get_suspended("brink") is None or visit.get_suspended("brink").match.id != first.id
    ), "it is over"


def test_a_match_that_is_on_the_table_again_is_none_that_was_left():
    visit, session = sat()
    session = at_table(visit, session, ClickCell(0))
    copy = replace(session.match, id=f"{session.match.id} "[:-1])
    session = at_table(visit, session, NewGame("byg", 3), LoadMatch(copy))
    assert visit.get_suspended("brink") is None


def merged_into_stored(is_dirty: bool, has_clock: bool) -> tuple[Visit, str]:
    """A visit in which a match was played in and then turned out to be one that was left."""
    visit, session = sat()
    session = at_table(visit, session, ClickCell(0))
    stored = visit.mark_stored(session.match, 1)
    stored.is_dirty, stored.to_store = False, False
    stored.clock = Clock((1, 2)) if has_clock else None
    session = at_table(visit, session, NewGame("brink", 3))
    old = session.match.id
    if is_dirty:
        session = at_table(visit, session, ClickCell(0))
    visit.current.clock = Clock((3, 4))
    at_table(visit, session, MatchMerged(replace(session.match, id=stored.match.id)))
    assert visit.current is stored and visit.get(old) is stored
    return visit, old


def test_a_match_that_turns_out_to_be_a_stored_one_brings_what_is_not_stored():
    visit, _ = merged_into_stored(is_dirty=True, has_clock=False)
    assert visit.unsaved_matches == [visit.current] and visit.current.to_store
    assert visit.current.clock == Clock((3, 4))
    visit, _ = merged_into_stored(is_dirty=False, has_clock=True)
    assert not visit.unsaved_matches and visit.current.clock == Clock((1, 2))


def test_the_first_match_is_found_though_it_turns_out_to_be_another():
    visit, session = sat()
    at_table(visit, session, MatchMerged(replace(session.match, id="stored")))
    assert visit.first is visit.current is visit.get("stored")
    visit, session = sat()
    first = visit.first
    session = at_table(visit, session, NewGame("byg", 3))
    at_table(visit, session, MatchMerged(replace(session.match, id="stored")))
    assert visit.first is first is not visit.current


def test_a_match_that_was_left_may_have_another_id():
    visit, session = sat()
    first = session.match.id
    at_table(visit, session, NewGame("byg", 3))
    visit.rename(visit.first, "other")
    assert visit.get(first) is visit.get("other") is visit.first
    assert visit.first.match.id == "other"


def test_a_match_is_found_by_every_id_that_it_had():
    visit, session = sat()
    first = session.match.id
    session = at_table(visit, session, MatchMerged(replace(session.match, id="stored")))
    at_table(visit, session, MatchMerged(replace(session.match, id="copy")))
    assert visit.get(first) is visit.get("stored") is visit.get("copy") is visit.current


def test_another_match_under_an_id_that_one_had_is_another():
    visit, session = sat()
    at_table(visit, session, NewGame("byg", 3))
    visit.rename(visit.first, "copy")
    other = replace(begin("lox", 5).match, id=session.match.id)
    assert visit.mark_stored(other, 4) is visit.get(other.id) is not visit.first
    visit.mark_deleted(other.id)
    assert visit.get(other.id).is_deleted and not visit.first.is_deleted
