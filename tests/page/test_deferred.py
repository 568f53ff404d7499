"""Requests, timers and texts of features that load late or act again."""

import asyncio
import json
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import new_tree
from greylox_web.progress import FactLog
from greylox_web.rules import new_game
from greylox_web.session.event import Event, ShowResult
from greylox_web.session.load_match import ChangeSeats, OpenLink, Rematch
from greylox_web.session.playing import ClickCell, Resign, Undo
from greylox_web.session.preferences import Preferences
from greylox_web.session.requests import ToggleAnalysis
from greylox_web.session.session import Session
from tests.page.fake_browser import make_store, subscribe
from tests.page.page_simulation import whole_page


def dispatch_all(table: Any, *events: Event) -> None:
    """Dispatch events, as buttons do."""
    for event in events:
        table.dispatch(event)


def test_cancelled_request_is_not_resent_after_worker_restart():
    with whole_page():
        from greylox_web.browser.engine import Engine

        table = make_store(Session(Match(new_tree(new_game("brink", 3)))))
        engine = Engine(table)
        table.engine_changed = engine.on_state_changed
        engine.on_ready()
        dispatch_all(table, ToggleAnalysis())
        assert engine.client.pending is not None
        engine.on_failure(None, "It was lost.")
        dispatch_all(table, ToggleAnalysis())
        engine.on_ready()
        assert engine.client.pending is None
        dispatch_all(table, ToggleAnalysis())
        engine.on_failure(None, "It was lost.")
        engine.on_ready()
        assert engine.client.pending is not None and engine.client.pending.purpose == "analyse"


def test_notice_stays_when_friend_replay_timer_fires():
    with whole_page() as modules:
        from greylox_web.features.friends import replay

        timers = []
        modules.js.window.setTimeout = lambda call, _millis: timers.append(call)
        seats = (PERSON, Seat(remote=True))
        table = make_store(Session(Match(new_tree(new_game("byg", 3)), seats=seats)))
        table.get_part(replay.FriendReplay)
        dispatch_all(
            table, ClickCell(table.session.game.board.parse_cell("a1")), OpenLink("1/byg3/ma1c3")
        )
        assert table.session.replay_node >= 0 and timers
        dispatch_all(table, ClickCell(table.session.game.board.parse_cell("a1")))
        refused = table.session.notice
        assert table.session.replay_node < 0 and refused is not None
        for timer in timers:
            timer()
        assert table.session.notice == refused


def test_result_is_stored_under_its_own_game_though_another_one_was_begun():
    with whole_page() as modules:
        from greylox_web.features.statistics import result_recorder

        spawned, added = [], []
        modules.js.document.createElement = lambda _: MagicMock()
        result_recorder.parse_svg = lambda _: MagicMock()
        table = make_store(Session(Match(new_tree(new_game("brink", 3)), seats=(PERSON, Seat(1)))))
        progress = MagicMock(facts=FactLog(), wait_loaded=AsyncMock(), add=added.append)
        table.progress = lambda: progress
        table.lifetime.spawn = spawned.append
        table.get_part(result_recorder.ResultRecorder)
        dispatch_all(table, Resign())
        ended = table.session.match.id
        dispatch_all(table, Rematch(table.session.seats))
        assert table.session.match.id != ended
        for work in spawned:
            asyncio.run(work)
        assert [fact.id for fact in added] == [f"game-{ended}"]


def test_reopened_result_card_keeps_rating_note():
    with whole_page() as modules:
        from greylox_web.features.statistics import result_recorder

        spawned, verdicts = [], []
        result_recorder.record_game = lambda _table, _session, result, index: (result, index)
        modules.js.document.createElement = lambda _: MagicMock()
        table = make_store(Session(Match(new_tree(new_game("brink", 3)), seats=(PERSON, Seat(1)))))
        table.lifetime.spawn = spawned.append
        table.get_part(result_recorder.ResultRecorder)
        subscribe(table, lambda *_: verdicts.append(table.rating_note))
        a1 = ClickCell(table.session.game.board.parse_cell("a1"))
        rematch = Rematch(table.session.seats)
        dispatch_all(table, Resign(), ShowResult(False), ShowResult(True), rematch, a1)
        first, closed, reopened, *others = verdicts
        assert first is not None and first is reopened and closed is None and others == [None, None]
        dispatch_all(table, Undo(), Resign())
        assert table.rating_note not in (None, first) and len(spawned) == 2
        dispatch_all(table, Undo(), a1, ChangeSeats((PERSON, PERSON)))
        assert table.rating_note is None


@pytest.mark.parametrize(
    ("seen", "shown"),
    [("", 0), ("336", 10), ("372", 10), ("378", 10), ("415", 3), ("418", 0), ("500", 0)],
)
def test_news_shows_newest_lines_for_any_stored_count(seen, shown):
    lines, kept, notes = [f"Line {number}." for number in range(40)], {}, []
    with whole_page():
        from greylox_web.features.news import panel

        panel.load_preferences = lambda: Preferences(news=seen)
        panel.save_preferences = kept.update
        panel.make_note = lambda _lifetime, lines: notes.append(lines)
        answer = MagicMock(text=AsyncMock(return_value=json.dumps(lines)))
        panel.fetch = AsyncMock(return_value=answer)
        asyncio.run(panel.show_news(MagicMock(), "news.json", 378 + len(lines)))
    assert notes == ([lines[:shown]] if shown else [])
    assert kept == {"news": "418"}


def test_archives_from_offline_copy_are_taken_once():
    with whole_page() as modules:
        from greylox_web.page import deferred

        modules.js.window.greyloxDeferred = [MagicMock(to_bytes=lambda: b"PK")]
        assert deferred.preloaded() == [b"PK"]
        assert modules.js.window.greyloxDeferred is None
        assert deferred.preloaded() == []
