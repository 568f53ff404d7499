"""The analysis panel, with the real engine."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .page_actions import press, wait_painted, wait_until

WON_GAME_LINK = "#1/greylox3/ma1b2b4c5d3d2e5d4c3c2b1b3a2b4e4e5e3e4a1c3c1a3c2e3"


def test_proven_result_is_labelled_proven(page: Page, open_game):
    open_game(page, WON_GAME_LINK, engine=True)
    for _ in range(4):
        page.click("#back")
    press(page, "analyse")
    expect(page.locator("#report")).to_have_text(re.compile("^(White|Black) wins for certain$"))
    evaluation = page.locator("#evaluation")
    expect(evaluation).to_have_attribute("aria-valuetext", re.compile(", proven$"))
    expect(page.locator("#board .choice-text").first).to_have_text("A")


def test_the_best_actions_have_letters_on_the_board(page: Page, open_game):
    open_game(page, "#1/greylox5/me5", engine=True)
    board = page.locator("#board > svg").bounding_box()
    press(page, "analyse")
    wait_until(  # each report redraws them
        page,
        """() => {
          const listed = [...document.querySelectorAll("#candidates .sign")]
            .map((sign) => sign.textContent);
          const discs = [...document.querySelectorAll("#board circle.choice")]
            .map((disc) => [disc.nextSibling.textContent, getComputedStyle(disc).fill]);
          const drawn = discs.map(([text]) => text.match(/[A-E]+/g).join("")).join("");
          const best = discs.find(([text]) => text === "A")?.[1];
          const fills = new Set(discs.filter(([text]) => !text.includes("A")).map(([, f]) => f));
          return listed.length > 1 && listed.every((letter) => drawn.includes(letter))
            && discs.some(([text]) => /A.*2/.test(text)) && fills.size === 1 && !fills.has(best);
        }""",
    )
    assert page.locator("#board > svg").bounding_box() == board, "the bar moves nothing"
    tray, bar = (page.locator(name).bounding_box() for name in ("#board .tray >> nth=0", ".track"))
    assert 0 < bar["x"] - tray["x"] - tray["width"] < 24
    expect(page.locator("#first")).to_be_visible()
    cut = """() => [...document.querySelectorAll("#candidates .line")].some((line) =>
      line.scrollHeight > line.clientHeight || line.scrollWidth > line.clientWidth)"""
    assert not page.evaluate(cut), "no turn is hidden"
    best = page.locator("#candidates li").first
    expect(best.locator(".pick")).to_have_text(re.compile(r"^A[a-i]\dBlack \d+%$"))
    expect(page.locator("#candidates .line:visible")).not_to_have_count(0)
    best.locator(".pick").hover()
    expect(page.locator("#board .ghost")).to_have_attribute("transform", re.compile("translate"))
    page.mouse.move(700, 5)
    expect(page.locator("#board .ghost")).not_to_have_attribute("transform", re.compile(""))


def test_the_best_line_is_drawn_on_hover_and_on_focus(page: Page, open_game):
    open_game(page, "#1/greylox4/md4d5b1", engine=True)
    press(page, "analyse")
    turns = page.locator("#candidates li").first.locator(".line button")
    expect(turns.nth(2)).to_be_visible()
    expect(page.locator("#best-line")).to_be_hidden()
    turns.nth(1).hover()
    expect(page.locator(".cell.line-first").first).to_be_visible()
    wait_painted(page)
    page.mouse.move(5, 5)
    expect(page.locator(".cell.line-first")).to_have_count(0)
    turns.first.focus()
    expect(page.locator(".cell.line-first").first).to_be_visible()
    first = re.split("[ +]", turns.first.inner_text())[1].removesuffix("x")
    assert page.locator(f'[data-cell="{first}"]').get_attribute("class").count("line-")
    numbers = page.locator(".above .size").all_text_contents()
    assert sorted(map(int, numbers)) == list(range(1, len(numbers) + 1))
    page.keyboard.press("Tab")
    expect(page.locator(".cell.line-first")).to_have_count(0)


CLICK_TURN_SCRIPT = r"""selector => {  // at once: the next report may reorder the rows
  const place = document.querySelector(selector);
  const row = place.closest("li");
  const turns = [...row.querySelectorAll(".line button")];
  const before = turns.slice(0, turns.indexOf(place) + 1)
    .map((turn) => turn.textContent.replace(/^\d+\. /, ""));
  place.click();
  return row.dataset.action + before.join("");
}"""


def test_click_on_candidate_plays_its_moves(page: Page, open_game):
    page, one, more = page, "#candidates b", "#candidates .line :nth-child(2)"
    open_game(page, "#1/brink5-x3/me5d4f5c4/n3", engine=True)
    press(page, "analyse")
    expect(page.locator(one).first).to_be_visible()
    played = page.evaluate(CLICK_TURN_SCRIPT, one)
    start = "#1/brink5-x3/me5d4f5"
    wait_until(page, "start => location.hash.startsWith(start)", f"{start}{played}/v3c4/")
    expect(page.locator("#moves [aria-current]")).to_have_text(played)
    expect(page.locator(more).first).to_be_visible()
    played += page.evaluate(CLICK_TURN_SCRIPT, more)
    wait_until(page, "start => location.hash.startsWith(start)", f"{start}{played}/v3c4/")
    expect(page.locator(more).first).to_be_visible()
    wait_painted(page)
    count = page.locator("#moves [data-node]").count()
    page.locator("#candidates .pick").first.focus()
    page.keyboard.press("Enter")  # again, at the next position
    expect(page.locator("#moves [data-node]")).to_have_count(count + 1)
    expect(page.locator("#candidates .pick").first).to_be_focused()


def test_analysis_rests_while_the_page_is_hidden(page: Page, open_game):
    open_game(page, "#1/greylox4/md4d5b1", engine=True)
    press(page, "analyse")
    expect(page.locator("#search-details-text")).to_contain_text("looked at")
    hide = """hidden => {
        Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate(hide, True)
    page.wait_for_timeout(400)
    before = page.locator("#search-details").text_content()
    page.wait_for_timeout(800)
    assert page.locator("#search-details").text_content() == before
    page.evaluate(hide, False)
    wait_until(page, "old => document.getElementById('search-details').textContent !== old", before)


def test_analysis_warns_of_x_outside_training_range(page: Page, open_game):
    open_game(page, "#1/brink5-x16/m", engine=True)
    press(page, "analyse")
    expect(page.locator("#report")).to_contain_text("was not trained with X above 15")
