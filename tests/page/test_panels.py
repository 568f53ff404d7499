"""Panels beside the board without a browser: how clicks and keys change the session."""

from collections.abc import Callable
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from greylox_web.features.ending.card import result_card
from greylox_web.rules.notation.links import read_spec
from greylox_web.session.evaluation import Candidate
from greylox_web.session.event import ShowResult
from greylox_web.session.playing import ClickCell, PlayAction
from greylox_web.session.update import update
from greylox_web.session.visible_report import CandidatePv
from tests.features.ending.test_result_card import ended
from tests.features.review.test_retry import trying
from tests.page.fake_browser import fake_js, make_store
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session


def key(name: str) -> SimpleNamespace:
    """A keyboard event."""
    off = dict.fromkeys(("ctrlKey", "altKey", "metaKey"), False)
    return SimpleNamespace(key=name, preventDefault=int, stopPropagation=int, **off)


def test_graph_keys_before_redraw_are_not_lost():
    session = new_session("brink", 3)
    for name in ("a1", "b1", "c1", "a2", "b2"):
        session = click_cells(session, name)
    with fake_js():
        from greylox_web.features.review.eval_graph_panel import EvalGraphPanel

        table = make_store(session)
        graph = EvalGraphPanel(table)
        nodes = session.tree.path(session.leaf)
        graph.rendered = SimpleNamespace(nodes=nodes, curve=SimpleNamespace(current_ply=5))
        for name, index in (("ArrowLeft", 4), ("ArrowLeft", 3), ("Home", 0), ("ArrowRight", 1)):
            graph._on_key(key(name))
            assert nodes.index(table.session.cursor) == index
        graph._on_key(key("ArrowUp"))
        assert nodes.index(table.session.cursor) == 1, "variations are no places of the graph"


@pytest.mark.parametrize(
    ("spec", "cell"), [("lox5", "a2"), ("brink5-x3-p", "b1"), ("multiplicity5-f-p", "b1")]
)
def test_a_swapped_stone_turns_where_it_lies_or_on_its_mirror_cell(spec: str, cell: str):
    game = read_spec(spec)
    session = click_cells(new_session(game.name, game.size, game.options), "b1")
    first, second = game.colours
    with fake_js():
        from greylox_web.features.board import view as svg

        markups: list[str] = []
        svg.parse_svg = lambda markup: (MagicMock(), markups.append(markup))[0]
        view = svg.BoardView(MagicMock())
        view.draw(session.game, 0, True)
        view.render(Screen(session).layers, {}, 1)
        markups.clear()
        session = update(session, PlayAction(session.game.board.swap_action))
        view.render(Screen(session).layers, {}, 0)
    [stones] = [markup for markup in markups if 'id="stone-' in markup]
    assert stones.count(f'id="stone-{cell}"') == stones.count('id="stone-') == 1
    moves = cell != "b1"
    assert ('class="stone turned"' in stones) != moves
    assert stones.count("<animateTransform") == stones.count('class="crossing"') == moves
    previous, current = stones.split('<g class="previous">')[1].split('<g class="current">')
    assert f"body {first}" in previous and f"body {second}" in current
    still = [markup for markup in markups if 'class="swap"' in markup]
    assert len(still) == moves, "what stays when all is still"


def bar(name: str) -> MagicMock:
    """The button of a candidate."""
    button = MagicMock(name=name)
    item = SimpleNamespace(dataset=SimpleNamespace(action=name))
    button.closest = {"button": button, "[data-action]": item, ".line": None}.get
    button.getAttribute.return_value = None
    button.classList.contains.return_value = False  # it does not play a line out
    return button


def test_candidate_pressed_and_released_is_played():
    def played(*doings: tuple[str, MagicMock, int]) -> list[str]:
        session = new_session("brink", 3)
        board = session.game.board
        with fake_js():
            from greylox_web.features.analysis.best_actions import Candidates
            from greylox_web.features.board.panel import Board

            table = make_store(session)
            table._parts[Board] = MagicMock()
            panel = Candidates(table)
            bars = (Candidate(name, board.parse_cell(name), 50, 9) for name in ("a1", "b2"))
            panel.rendered = tuple((one, CandidatePv((one.cell,), ())) for one in bars)
            for does, target, detail in doings:
                event = SimpleNamespace(target=target, detail=detail)
                panel._on_down(event) if does == "down" else panel._on_click(event)
        return [
            board.cell_name(action) for action in table.session.tree.actions(table.session.cursor)
        ]

    one, other, between = bar("a1"), bar("b2"), MagicMock()
    between.closest = lambda _: None
    assert played(("down", one, 0), ("click", one, 1)) == ["a1"]
    assert played(("down", one, 0), ("click", between, 1)) == [], "let go beside it"
    assert played(("down", one, 0), ("click", other, 0)) == ["b2"], "and another one by key"
    assert played(("click", other, 0)) == ["b2"]


@pytest.mark.parametrize("page", ["moves", "analysis", "study"])
@pytest.mark.parametrize("name", ["c1", "a2"])
def test_opening_tab_ends_retry_equal_to_played_turn(page: str, name: str):
    session = click_cells(trying(), name)
    with fake_js() as js:
        from greylox_web.features.moves import record_panel

        js.document.getElementById.return_value.querySelector.return_value = None
        table = make_store(session)
        record_panel.open_page(table, page)
    is_over = name == "c1" and page != "analysis"
    assert (table.session.review.retry_node < 0) == is_over
    assert table.session.cursor == session.cursor


def test_the_ranks_of_a_result_are_shown_one_after_another_until_it_is_closed():
    sessions = (ended(read_spec("byg4"), seed)[0] for seed in range(30))
    session = next(one for one in sessions if result_card(one).compared_ranks > 1)
    count = result_card(session).compared_ranks
    with fake_js() as js:
        from greylox_web.features.ending.groups import Groups

        js.window.matchMedia.return_value.matches = False
        table, timers = make_store(session), list[Callable[[], object]]()
        table.lifetime.set_timeout = lambda _, call: timers.append(call)
        groups = Groups(table)
        groups.card = result_card(session)
        groups.start_animation()
        for rank in range(count - 1):
            assert table.session.ending.rank == rank
            timers.pop()()
        assert table.session.ending.rank == count - 1 and not timers
        groups.card = result_card(table.session)
        groups.step()
        table.dispatch(ShowResult(False))
        table.dispatch(ShowResult(True))
        timers.pop()()
        assert table.session.ending.rank == -1, "the card was opened anew"


def test_a_page_sounds_only_in_sight_and_after_a_press():
    session = new_session("brink", 3)
    with fake_js() as js:
        from greylox_web.features.settings import sound

        table = make_store(click_cells(session, "a1"))
        sounds = sound.Sound(table)
        played: list[object] = []
        sound.SoundPlayer = lambda: SimpleNamespace(
            play=lambda *part: played.append(part), context=MagicMock()
        )
        for hidden, pressed in ((False, False), (True, True), (False, True)):
            assert not played
            js.document.hidden = hidden
            js.navigator.userActivation.hasBeenActive = pressed
            sounds.on_event(ClickCell(0), session)
        assert played == [(sound.SOUNDS["place"], table.session.preferences.volume)]
        del js.window.AudioContext
        sounds.on_event(ClickCell(0), session)
        assert len(played) == 1, "this browser has no sound"
