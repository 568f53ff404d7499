"""The first screen: five games and the goal, without layout shifts."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from greylox_web.rules import Game, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from greylox_web.rules.play import random_game, replay
from greylox_web.session.last_choices import newcomer_game
from greylox_web.session.naming import board_text

from .page_actions import play


def game_before_win(game: Game) -> tuple[str, str]:
    """A link to a game that the first colour wins by its next action, and that action's cell."""
    for seed in range(1000):
        actions = tuple(random_game(game, Random(seed)))
        *_, before, last = replay(game, actions)
        outcome = game.outcome(last)
        if outcome and outcome.winner == before.mover == 0 and actions[-1] != game.board.end_action:
            return write_link(GameRecord(game, actions[:-1])), game.board.cell_name(actions[-1])
    raise AssertionError("no such game")


def test_the_first_game_is_small(page: Page, open_game):
    open_game(page)
    expect(page.locator(".head")).to_contain_text("base 4")
    expect(page.locator("#side-1 .seat")).to_have_value("1")
    expect(page.locator("#board [data-cell]")).to_have_count(37)


@pytest.mark.parametrize("name", ["brink", "byg"])
def test_first_win_offers_default_board(page: Page, open_game, name: str):
    default = default_game(name)
    link, last = game_before_win(newcomer_game(name))
    open_game(page, f"#{link}", engine=True)
    page.locator("#side-1 .seat").select_option("1")
    play(page, last)
    expect(page.locator("#result-title")).to_have_text("You win")
    if newcomer_game(name) == default:
        expect(page.get_by_role("button", name=re.compile("^Play on base"))).to_have_count(0)
        return
    cells = default.board.cells.bit_count()
    expect(page.locator("#rating-note")).to_contain_text(f"The usual board has {cells} cells.")
    page.get_by_role("button", name=re.compile("^Play on base")).click()
    expect(page.locator("#result-card")).to_be_hidden()
    expect(page.locator(".head")).to_contain_text(board_text(default))
    expect(page.locator("#side-1 .seat")).to_have_value("1")
    expect(page.locator("#side-0 .seat")).to_have_value("")


@pytest.mark.parametrize("size", [(390, 844), (360, 740)])
def test_first_visit_on_phone_shows_goal_without_layout_shift(
    phone: Page, open_game, size: tuple[int, int]
):
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    open_game(phone)
    goal = phone.locator("#goal")
    expect(goal).to_have_text(re.compile("largest group of connected stones"))
    expect(goal).to_be_in_viewport(ratio=1)
    plate = phone.locator(".own .plate").bounding_box()
    message_box = phone.locator(".prompt").bounding_box()
    assert plate["y"] + plate["height"] <= message_box["y"] + 1, "it covers nothing"
    board = phone.locator("#board").bounding_box()
    play(phone, "e5")
    expect(phone.locator("#turn")).to_have_text("Your turn: two stones")
    assert phone.locator("#board").bounding_box() == board
