"""Variations, comments, marks, set-ups, files and links."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from greylox_web.rules.notation.actions import Annotation, Mark
from greylox_web.rules.notation.links import read_link, write_link

from .page_actions import (
    Cases,
    cell,
    cells_with_class,
    fragment,
    open_record_tab,
    play,
    press,
    wait_painted,
)
from .shared_browsers import restart

pytestmark = pytest.mark.no_engine


def open_study(page: Page) -> None:
    open_record_tab(page, "study")


def export_file(page: Page, kind: str) -> Path:
    """Press an export button and return the path of the saved file."""
    if not page.locator("#share").is_visible():
        page.click("#open-share")
    open_files(page)
    with page.expect_download() as download:
        page.click(f"[data-export={kind}]")
    return download.value.path()


def open_files(page: Page) -> None:
    """Show the buttons of all file formats."""
    expect(page.locator("#share-files")).to_be_visible()
    if page.locator("#share-files:not([open])").count():
        page.click("#share-files summary")


def paste(page: Page, text: str) -> None:
    if not page.locator("#share").is_visible():
        page.click("#open-share")
    page.fill("#import-text", text)
    page.click("#import-open")


def test_a_variation_of_a_variation_stands_further_in(page: Page, open_game):
    open_game(page, "#1/brink3-x3/ma1b1c1d3/v1b2c2/n3")
    page.click('#moves [data-node="5"]')  # b2, before c2
    play(page, "e5")
    expect(page.locator("#moves ol")).to_have_count(4)
    edges = "lines => lines.map(line => Math.round(line.getBoundingClientRect().left))"
    main, one, two, _ = page.locator("#moves ol").evaluate_all(edges)
    assert main < one < two


def test_turn_differing_in_second_stone_is_whole_in_both_lines(page: Page, open_game):
    open_game(page, "#1/greylox3/ma1b2b4c5d3/v2e5e4")
    rows, current = page.locator("#moves ol"), page.locator("#moves [aria-current]")
    expect(rows).to_have_text(["1.a12.b2b4", "2.b2e53.e4", "3.c5d3"])
    for row, steps in ((1, "e5"), (0, "b4")):
        rows.nth(row).get_by_role("button", name="b2").click()
        expect(rows.nth(row).locator("[aria-current]")).to_have_text("b2")
        expect(current).to_have_count(1)
        page.keyboard.press("ArrowRight")
        expect(rows.nth(row).locator("[aria-current]")).to_have_text(steps)


def test_a_different_move_in_the_past_opens_a_variation(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b1c1")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    play(page, "c3")
    expect(page.locator("#moves ol.variation")).to_have_text("2.c3")
    assert "/v1b1c1" in fragment(page)
    page.click("#open-share")
    expect(page.locator("#share-note")).to_contain_text("the variation shown is the main line")
    page.click("#share-game")
    expect(page.locator("#share-link")).to_have_value(re.compile("#1/brink3-x2/ma1b1c1/"))
    expect(page.locator("#share-note")).not_to_contain_text("variation")
    expect(page.locator("#share-game")).to_be_hidden()
    page.go_back()
    expect(page.locator("#board")).to_be_visible()
    wait_painted(page)
    page.keyboard.press("ArrowUp")
    wait_painted(page)
    assert cells_with_class(page, "second") == ["b1"]
    restart(page)
    expect(page.locator("#moves ol.variation")).to_have_count(1)


def test_promote_delete_and_restore(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b1c1/v1c3")
    page.locator("#moves button", has_text="c3").click()
    press(page, "promote")
    expect(page.locator("#moves ol.variation")).to_have_text("2.b13.c1")
    page.click("#delete")
    expect(page.locator("#moves button")).to_have_count(3)
    page.click("#restore")
    expect(page.locator("#moves button")).to_have_count(4)


def test_after_an_undo_the_new_move_is_the_game(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b1")
    page.click("#undo")
    play(page, "c3")
    expect(page.locator("#moves ol.variation")).to_have_text("2.b1")


@pytest.mark.parametrize("stored", [False, True])
def test_after_an_undo_and_a_reload_the_new_move_is_the_game(page: Page, open_game, stored: bool):
    """For a game opened from a link, and one in My games that has a variation."""
    open_game(page, "#1/brink3-x2/ma1b1")
    if stored:
        play(page, "c1")
        page.click("#undo")
        play(page, "c2")
    page.click("#undo")
    played = page.locator("#moves button")
    count = played.count()
    restart(page)
    expect(played).to_have_count(count)
    page.keyboard.press("ArrowLeft")
    wait_painted(page)
    page.keyboard.press("ArrowRight")
    play(page, "c3")
    expect(page.locator("#moves ol.variation")).to_have_text(
        ["3.c2", "3.c1"] if stored else ["2.b1"]
    )


def test_comments_and_marks_travel_in_files(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b1")
    open_study(page)
    page.fill("#comment", "<b>bold?</b> no")
    page.select_option("#mark", "triangle")
    play(page, "c3")
    page.select_option("#mark", "label")
    page.fill("#mark-text", "Z")
    page.locator("#mark-text").blur()
    play(page, "d4")
    wait_painted(page)
    assert cells_with_class(page, "mark-triangle") == ["c3"] and cells_with_class(
        page, "mark-label"
    ) == ["d4"]
    sgf = export_file(page, "sgf").read_text("utf-8")
    assert "GG[brink:3" in sgf and "GM[" not in sgf and "TR[c3]" in sgf
    expect(page.locator("#share-note")).to_contain_text("Comments and marks are in the link")
    assert "/w" in page.input_value("#share-link")
    page.uncheck("#share-notes")
    expect(page.locator("#share-note")).to_contain_text("but no comments or marks")
    assert "/w" not in page.input_value("#share-link")
    page.go_back()
    page.evaluate("location.hash = '#1/lox5/m'")
    expect(page.locator("#mark")).to_have_value("")  # in the new game a click plays a stone again
    expect(page.locator("#title")).to_contain_text("Lox")
    paste(page, sgf)
    expect(page.locator("#title")).to_contain_text("Brink")
    expect(page.locator("#comment")).to_have_value("<b>bold?</b> no")
    open_record_tab(page, "moves")
    expect(page.locator("#position-comment")).to_have_text("<b>bold?</b> no")
    page.click("#back")
    expect(page.locator("#position-comment")).to_be_hidden()
    page.click("#forward")
    wait_painted(page)
    assert cells_with_class(page, "mark-triangle") == ["c3"]
    expect(page.locator("#board .sign-label")).to_have_text("Z")


def test_clicks_play_after_leaving_study(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b1")
    for leave in (lambda: page.click("#tab-moves"), lambda: page.keyboard.press("ArrowLeft")):
        open_study(page)
        page.select_option("#mark", "circle")
        play(page, "c3")
        assert cells_with_class(page, "mark-circle") == ["c3"]
        play(page, "c3")
        page.keyboard.press("Shift")  # in keyboard use, the arrow keys switch the tabs
        page.locator("#tab-study").focus()
        leave()
        expect(page.locator("#mark")).to_have_value("")
    play(page, "d4")
    expect(page.locator("#moves [data-node]")).to_have_count(3)
    assert (
        cells_with_class(page, "first") == ["a1", "d4"]
        and cells_with_class(page, "mark-circle") == []
    )


def test_comment_stays_with_position_when_game_changes(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1b1")
    open_study(page)
    page.fill("#comment", "about b1")
    page.evaluate("history.pushState(null, '', '#1/lox5/mc3')")
    page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    expect(page.locator("#title")).to_contain_text("Lox")
    open_study(page)
    expect(page.locator("#comment")).to_have_value("")
    page.go_back()
    expect(page.locator("#title")).to_contain_text("Brink")
    open_study(page)
    expect(page.locator("#comment")).to_have_value("about b1")


def test_comment_typed_during_engine_answer_stays_at_node(page: Page, open_game):
    open_game(page, "#1/brink3-x2/m")
    play(page, "a1")
    open_study(page)
    page.locator("#comment").press_sequentially("a cor")
    cell(page, "b1").dispatch_event("click")  # like a reply, this does not move the focus
    expect(page.locator("#moves [data-node]")).to_have_count(2)
    page.locator("#comment").press_sequentially("ner")
    expect(page.locator("#comment")).to_have_value("a corner")
    page.locator("#comment").blur()
    expect(page.locator("#comment")).to_have_value("")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#comment")).to_have_value("a corner")


def test_exported_file_imports_back(page: Page, open_game):
    with Cases() as cases:
        for kind in ("text", "sgf", "json"):
            open_game(page, "#1/greylox4/md4d5b1/v1e5")
            link = fragment(page)
            with cases.case(kind):
                text = export_file(page, kind).read_text("utf-8")
                assert kind == "text" or str(date.today().year) in text
                page.evaluate("location.hash = '#1/lox5/m'")
                expect(page.locator("#title")).to_contain_text("Lox")
                paste(page, text)
                expect(page.locator("#title")).to_contain_text("Greylox")
                assert fragment(page) == link


def test_pictures_and_the_film(page: Page, open_game):
    open_game(page, "#1/greylox4/md4d5b1")
    svg = export_file(page, "svg").read_text("utf-8")
    assert svg.startswith("<svg") and "<script" not in svg
    film = export_file(page, "film").read_text("utf-8")
    assert "<animate" in film or "@keyframes" in film
    assert export_file(page, "png").read_bytes().startswith(b"\x89PNG")
    diagram = export_file(page, "diagram").read_text("utf-8")
    assert "X White" in diagram and "[ ] last move" in diagram and "[O]" in diagram


def test_the_qr_code_is_drawn(page: Page, open_game):
    open_game(page, "#1/greylox4/md4d5b1")
    page.click("#open-share")
    expect(page.locator("#share-qr svg path").first).to_be_visible()


@pytest.mark.parametrize("label", ["Shift_JIS", "no-such-label"])
def test_the_label_of_an_sgf_decides_how_its_bytes_are_read(page: Page, open_game, label: str):
    open_game(page, "#1/greylox5/m")
    text = f"(;FF[4]CA[{label}]GM[11]SZ[11];B[c2]C[ソ];W[k3]C[表])"
    file = {"name": "a.sgf", "mimeType": "application/x-go-sgf", "buffer": text.encode("cp932")}
    page.click("#open-share")
    page.set_input_files("#import-file", file)
    expect(page.locator("#title")).to_contain_text("Lox")
    if label == "no-such-label":
        expect(page.locator("#notice")).to_contain_text("was read as Windows-1252")
    else:
        expect(page.locator("#moves button")).to_have_count(2)


def test_text_without_game_shows_error_and_another_site_s_link_opens(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1")
    before = fragment(page)
    paste(page, "hello")
    expect(page.locator("#import-error")).to_be_visible()
    page.go_back()
    assert fragment(page) == before
    paste(page, "https://hexworld.org/board/#11c1,a10f6")
    expect(page.locator("#title")).to_contain_text("Lox")
    expect(page.locator("#moves button")).to_have_count(2)


def test_a_dropped_file_opens(page: Page, open_game):
    open_game(page, "#1/greylox5/m")
    text = json.dumps("byg3\n1. a1  2. e5")
    page.evaluate(
        f"""() => {{
          const data = new DataTransfer();
          data.items.add(new File([{text}], 'game.txt'));
          document.body.dispatchEvent(new DragEvent('drop', {{dataTransfer: data, bubbles: true}}));
        }}"""
    )
    expect(page.locator("#title")).to_contain_text("Byg")
    expect(page.locator("#moves button")).to_have_count(2)


def test_text_dragged_to_field_stays_in_field(page: Page, open_game):
    open_game(page, "#1/brink3-x2/ma1")
    before = fragment(page)
    prevented = page.evaluate(
        """() => ["comment", "board"].map((id) => ["dragover", "drop"].map((kind) => {
          const data = new DataTransfer();
          data.setData("text", "hello");
          const init = { dataTransfer: data, bubbles: true, cancelable: true };
          const event = new DragEvent(kind, init);
          document.getElementById(id).dispatchEvent(event);
          return event.defaultPrevented;
        }))"""
    )
    assert prevented == [[False, False], [True, True]], "the page takes what falls elsewhere"
    assert fragment(page) == before


BAD_FILES = {
    "This file is too large to be a game.": "{size: 1e9}",
    "This file could not be read.": "{size: 9, arrayBuffer: () => Promise.reject(new Error())}",
}


@pytest.mark.parametrize("covered_by", ["", "open-settings", "open-share"])
def test_unreadable_dropped_file_shows_error_in_sight(page: Page, open_game, covered_by: str):
    page.set_viewport_size({"width": 1280, "height": 500})
    open_game(page, "#1/brink3-x2/ma1b2")
    if covered_by:
        press(page, covered_by)
    regions = {"open-share": "#import-error", "open-settings": "#page-notice"}
    message = page.locator(regions.get(covered_by, "#notice"))
    for reason, file in BAD_FILES.items():
        page.evaluate(
            f"""() => {{
              const drop = new Event('drop', {{bubbles: true, cancelable: true}});
              drop.dataTransfer = {{files: {{length: 1, item: () => ({file})}}}};
              document.body.dispatchEvent(drop);
            }}"""
        )
        expect(message).to_have_text(reason)
        if covered_by == "open-share":
            expect(page.locator("#share-qr svg")).to_be_visible()  # it makes the page longer
        expect(message).to_be_in_viewport(ratio=1)
        assert message.evaluate(
            """e => {
              const { x, y } = e.getBoundingClientRect();
              return e === document.elementFromPoint(x + 2, y + 2);
            }"""
        )


def test_a_position_is_set_up_checked_and_played_from(page: Page, open_game):
    open_game(page, "#1/lox5/m")
    open_study(page)
    press(page, "edit")
    expect(page.locator("#turn")).to_have_text("Setting up a position")
    play(page, "b2", "b3")
    page.click("[data-tool=second]")
    play(page, "d4", "e5")
    page.click("#edit-back")
    wait_painted(page)
    assert cells_with_class(page, "second") == ["d4"]
    page.select_option("#edit-mover", "1")
    page.click("#edit-play")
    expect(page.locator("#turn")).to_have_text("Blue to move")
    assert "/s5.1x3.1x3.3o1.5-o-2/m" in fragment(page)
    play(page, "e1")
    restart(page)
    wait_painted(page)
    expect(page.locator("#moves button")).to_have_count(1)
    assert cells_with_class(page, "first") == ["b2", "b3"]


def test_the_editor_says_why_a_position_cannot_be_played(page: Page, open_game):
    open_game(page, "#1/greylox3/m")
    open_study(page)
    press(page, "edit")
    page.select_option("#edit-phase", "1")
    play(page, "c3")
    expect(page.locator("#prompt")).to_contain_text("which was the opponent's last stone")
    page.select_option("#edit-mover", "1")
    page.click("[data-tool=anchor]")
    play(page, "c3")
    expect(page.locator("#prompt")).to_have_text("A game can go on from this position.")
    page.click("#edit-play")
    step = page.locator("#steps [aria-current]")  # no space before the comma after a sign
    expect(step).to_contain_text("Bound: on a lit cell, touching White's last stone")


def test_link_comment_waits_and_arrows_are_drawn_by_mouse_and_tool(page: Page, open_game):
    record = read_link("1/brink3-x2/ma1b1").record
    assert record
    annotations = (Annotation(2, "<i>Why?</i>", (Mark("circle", 1),)),)
    open_game(page, f"#{write_link(replace(record, annotations=annotations))}")
    comment = page.locator("#link-comment")
    expect(page.locator("#prompt-box")).to_contain_text("comments by its author")
    expect(comment.locator("summary")).to_be_visible()
    assert not comment.evaluate("details => details.open")
    comment.locator("summary").click()
    expect(comment.locator("p")).to_have_text("<i>Why?</i>")
    page.evaluate(
        "addEventListener('contextmenu', e => document.body.dataset.menu = e.defaultPrevented)"
    )
    for name, button in (("c3", "down"), ("d4", "move"), ("e5", "up")):
        page.locator(f"#cell-{name}").hover(force=True)
        if button != "move":
            getattr(page.mouse, button)(button="right")
        else:
            expect(page.locator("#board .drawing .arrow")).to_have_count(1)
    expect(page.locator("#cell-c3")).to_have_attribute("aria-label", re.compile("arrow to e5"))
    expect(page.locator("#cell-e5")).to_have_attribute("aria-label", re.compile("arrow from c3"))
    expect(page.locator("#board .drawing")).to_have_count(0)
    assert page.evaluate("document.body.dataset.menu") == "true"
    page.keyboard.press("ArrowLeft")
    expect(comment).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(comment).to_be_visible()
    assert not comment.evaluate("details => details.open"), "closed again for each position"
    open_study(page)
    page.select_option("#mark", "arrow")
    play(page, "d4")
    expect(page.locator("#live-region")).to_contain_text("Arrow from d4")
    play(page, "e4")
    expect(page.locator("#board .above .arrow")).to_have_count(2)
    page.select_option("#mark", "erase")
    play(page, "e4")
    expect(page.locator("#live-region")).to_contain_text("Erased on e4")
    expect(page.locator("#board .above .arrow")).to_have_count(1)
    sgf = export_file(page, "sgf").read_text("utf-8")
    assert "AR[c3:e5]" in sgf and "C[<i>Why?</i>]" in sgf


def test_share_uses_edited_position(page: Page, open_game):
    game = "#1/greylox3/mc3/c51"
    open_game(page, game)
    open_study(page)
    press(page, "edit")

    def shared() -> tuple[str, str]:
        page.click("#open-share")
        expect(page.locator("#share")).to_be_visible()
        wait_painted(page)
        link = page.locator("#share-link").input_value().partition("#")[2]
        message = page.locator("#share-note").inner_text()
        page.go_back()
        return f"#{link}", message

    link, plain = shared()
    assert link == game and plain.startswith("The link holds the whole game")
    page.click("[data-tool=second]")
    play(page, "c3")  # White's first stone has become Black's
    link, message = shared()
    assert link == game and message.startswith("A game cannot go on from the position")
    page.click("[data-tool=first]")
    play(page, "c3")
    page.select_option("#edit-phase", "2")
    expect(page.locator("#prompt")).to_have_text("A game can go on from this position.")
    link, message = shared()
    assert "/s" in link and message == plain
    page.click("#edit-play")
    assert fragment(page) == link


def test_play_by_link(page: Page, open_game):
    open_game(page, "#1/brink3-x2/m")
    page.select_option("#side-1 .seat", "friend")
    play(page, "a1")
    expect(page.locator("#prompt")).to_contain_text("Send the link")
    expect(page.locator("#send")).to_be_visible()
    play(page, "b1")
    expect(page.locator("#notice")).to_contain_text("Your friend is to move")
    page.evaluate("location.hash = '#1/brink3-x2/ma1c3'")
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page.locator("#prompt")).to_have_text("One stone: any vacant cell.")
    assert page.locator("#side-1 .seat").input_value() == "friend"
    page.evaluate("location.hash = '#1/brink3-x2/ma1c3b1a1'")  # an impossible answer
    expect(page.locator("#notice")).to_contain_text("a1 is already taken")
