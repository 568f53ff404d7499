"""The matches of a visit: which must be stored, which can be resumed, and their former ids."""

from dataclasses import replace

from greylox_web.match.match import PERSON
from greylox_web.page.visit import Visit, has_new_action
from greylox_web.session.clock import Clock
from greylox_web.session.event import Event, ShowNotice
from greylox_web.session.load_match import ChangeSeats, LoadMatch, MatchMerged, NewGame, OpenLink
from greylox_web.session.playing import ClickCell, Resign, StepBy
from greylox_web.session.session import Session
from greylox_web.session.study import Comment
from greylox_web.session.update import update
from tests.session.session_helpers import ENGINE, click_cells, engine_answers, new_session


def test_engine_move_is_not_a_player_action():
    before = new_session(seats=(ENGINE, PERSON))
    after_engine = engine_answers(before, "e5")
    assert not has_new_action(before.match, after_engine.match) and not has_new_action(
        after_engine.match, after_engine.match
    )
    assert has_new_action(after_engine.match, click_cells(after_engine, "e6").match)
    assert has_new_action(after_engine.match, update(after_engine, Comment("Bold.")).match)


def apply_events(visit: Visit, session: Session, *events: Event) -> Session:
    """The session after these events, each of which the visit handles."""
    for event in events:
        before = session
        session = update(session, event)
        visit.on_event(event, before, session)
    return session


def start_visit(name: str = "brink") -> tuple[Visit, Session]:
    """A visit that begins with an empty match of this game, and its session."""
    session = new_session(name, 3 if name != "lox" else 5)
    return Visit(session.match), session


def test_a_match_is_due_once_a_person_has_played_in_it():
    visit, session = start_visit()
    session = apply_events(visit, session, ShowNotice("A word."), ChangeSeats((PERSON, ENGINE)))
    assert not visit.unsaved_matches
    session = apply_events(visit, session, ClickCell(0))
    assert visit.unsaved_matches == [visit.current] and visit.current.match == session.match


def test_link_only_viewed_is_not_due():
    visit, session = start_visit()
    link = OpenLink("1/brink3-x3/ma1b2c3")
    session = apply_events(visit, session, link, ChangeSeats((PERSON, ENGINE)), StepBy(-1))
    assert not visit.unsaved_matches
    apply_events(visit, session, Comment("a word"))
    assert visit.unsaved_matches == [visit.current]


def test_stored_match_is_due_after_any_stored_change():
    for event in (ChangeSeats((PERSON, ENGINE)), ClickCell(1), Comment("a word")):
        visit, session = start_visit()
        session = apply_events(visit, session, ClickCell(0))
        visit.mark_stored(session.match, 3)
        visit.current.is_dirty = False
        apply_events(visit, session, StepBy(-1), StepBy(1))
        assert not visit.unsaved_matches
        apply_events(visit, session, event)
        assert visit.unsaved_matches == [visit.current] and visit.current.revision == 3


def test_deleted_match_is_due_only_after_a_new_move():
    visit, session = start_visit()
    session = apply_events(visit, session, ChangeSeats((PERSON, ENGINE)), ClickCell(0))
    match_id = session.match.id
    visit.mark_deleted(match_id)
    session = apply_events(visit, session, ChangeSeats((PERSON, PERSON)))
    assert not visit.unsaved_matches and not visit.current.is_stored and visit.current.is_deleted
    visit.mark_restored(match_id)
    assert visit.current.is_stored and not visit.current.is_deleted
    visit.mark_deleted(match_id)
    apply_events(visit, session, ClickCell(1))
    assert visit.unsaved_matches == [visit.current] and not visit.current.is_deleted


def test_last_suspended_match_can_be_resumed():
    visit, session = start_visit()
    session = apply_events(visit, session, ClickCell(0))
    first = session.match
    session = apply_events(visit, session, NewGame("byg", 3))
    assert visit.get_suspended("brink").match == first and visit.get_suspended("byg") is None
    session = apply_events(visit, session, NewGame("brink", 3), NewGame("byg", 3), ClickCell(0))
    assert visit.get_suspended("brink").match.id != first.id, (
        "an empty one that gives way to another game"
    )
    session = apply_events(visit, session, NewGame("byg", 3), NewGame("byg", 3))
    assert visit.get_suspended("byg").match.in_progress, (
        "not one without a move that gives way to its like"
    )
    copy = replace(first, id="".join(first.id))
    session = apply_events(visit, session, LoadMatch(copy))
    assert visit.current.match.id == first.id
    apply_events(visit, session, Resign(), NewGame("lox", 5))
    assert (
        visit.get_suspended("brink") is None or visit.get_suspended("brink").match.id != first.id
    ), "it is over"


def test_reopened_match_is_not_suspended():
    visit, session = start_visit()
    session = apply_events(visit, session, ClickCell(0))
    copy = replace(session.match, id=f"{session.match.id} "[:-1])
    session = apply_events(visit, session, NewGame("byg", 3), LoadMatch(copy))
    assert visit.get_suspended("brink") is None


def merged_into_stored(is_dirty: bool, has_clock: bool) -> tuple[Visit, str]:
    """A visit whose current match was merged into an earlier, stored one; and its former id."""
    visit, session = start_visit()
    session = apply_events(visit, session, ClickCell(0))
    stored = visit.mark_stored(session.match, 1)
    stored.is_dirty, stored.to_store = False, False
    stored.clock = Clock((1, 2)) if has_clock else None
    session = apply_events(visit, session, NewGame("brink", 3))
    old = session.match.id
    if is_dirty:
        session = apply_events(visit, session, ClickCell(0))
    visit.current.clock = Clock((3, 4))
    apply_events(visit, session, MatchMerged(replace(session.match, id=stored.match.id)))
    assert visit.current is stored and visit.get(old) is stored
    return visit, old


def test_match_merged_into_stored_one_keeps_unsaved_changes():
    visit, _ = merged_into_stored(is_dirty=True, has_clock=False)
    assert visit.unsaved_matches == [visit.current] and visit.current.to_store
    assert visit.current.clock == Clock((3, 4))
    visit, _ = merged_into_stored(is_dirty=False, has_clock=True)
    assert not visit.unsaved_matches and visit.current.clock == Clock((1, 2))


def test_first_match_survives_merge():
    visit, session = start_visit()
    apply_events(visit, session, MatchMerged(replace(session.match, id="stored")))
    assert visit.first is visit.current is visit.get("stored")
    visit, session = start_visit()
    first = visit.first
    session = apply_events(visit, session, NewGame("byg", 3))
    apply_events(visit, session, MatchMerged(replace(session.match, id="stored")))
    assert visit.first is first is not visit.current


def test_suspended_match_can_be_renamed():
    visit, session = start_visit()
    first = session.match.id
    apply_events(visit, session, NewGame("byg", 3))
    visit.rename(visit.first, "other")
    assert visit.get(first) is visit.get("other") is visit.first
    assert visit.first.match.id == "other"


def test_match_is_found_by_all_former_ids():
    visit, session = start_visit()
    first = session.match.id
    session = apply_events(visit, session, MatchMerged(replace(session.match, id="stored")))
    apply_events(visit, session, MatchMerged(replace(session.match, id="copy")))
    assert visit.get(first) is visit.get("stored") is visit.get("copy") is visit.current


def test_reused_former_id_refers_to_new_match():
    visit, session = start_visit()
    apply_events(visit, session, NewGame("byg", 3))
    visit.rename(visit.first, "copy")
    other = replace(new_session("lox", 5).match, id=session.match.id)
    assert visit.mark_stored(other, 4) is visit.get(other.id) is not visit.first
    visit.mark_deleted(other.id)
    assert visit.get(other.id).is_deleted and not visit.first.is_deleted
