"""Addresses of pages: as the site writes them, as people type them, and unknown ones."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import Browser, Page, expect

from greylox_web.rules.notation.links import check_digits, read_link
from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import Cases, fragment, wait_until
from .shared_browsers import restart
from .site_server import SUB_PATH, SiteServer

pytestmark = pytest.mark.no_engine

LESSONS = ("#learn/greylox/3", "#learn/chess", "#learn/greylox/sight/%3Cb%3E", "#learn/%2F")
PUZZLES = ("#puzzle/nothing-7", "#puzzle/lox-99999", "#puzzle/next/chess")


def test_missing_exercise_shows_message_and_list(page: Page, open_game):
    open_game(page, LESSONS[0])
    for kind, routes in (("lesson", LESSONS), ("puzzle", PUZZLES)):
        view = page.locator("#learn" if kind == "lesson" else "#puzzles")
        for route in routes:
            page.evaluate("route => { location.hash = route }", route)
            expect(view).to_be_visible()
            expect(view.locator("[role=status]")).to_contain_text("There is no")
            expect(view.locator("li").first).to_be_visible()
    page.click("#open-learn")
    expect(page.locator("#learn [role=status]")).to_be_hidden()
    page.click("#open-puzzles")
    expect(page.locator("#puzzles [role=status]")).to_be_hidden()


def test_route_closes_dialog_and_leaves_page_covering_its_view(page: Page, open_game):
    open_game(page, "#1/lox5/mc3")
    for name, route in (
        ("rules", "#learn/greylox/control"),
        ("puzzles", "#learn/greylox/see"),
        ("learn", "#puzzle/greylox-2"),
    ):
        page.click(f"#open-{name}")
        expect(page.locator(f"#{name}")).to_be_visible()
        page.evaluate("route => { location.hash = route }", route)
        expect(page.locator("#exercise")).to_be_visible()
        expect(page.locator(f"#{name}")).to_be_hidden()


PAGES = {  # a typed address -> the address, the element, and the current place of the navigation
    "#settings": ("#you/settings", "#settings", "Settings"),
    "#Preferences": ("#you/settings", "#settings", "Settings"),
    "#my-games": ("#you", "#library", "You"),
    "#share": ("#share", "#share", "Play"),
    "#Measure": ("#measure", "#measure", "Play"),
    "#new": ("#play", "#new-game", "Play"),
    "#statistics": ("#you/strength", "#statistics", "You"),
    "#mistakes": ("#you/mistakes", "#your-mistakes", "You"),
    "#lessons": ("#learn", "#learn", "Learn"),
    "#Puzzles": ("#puzzles", "#puzzles", "Puzzles"),
    "#puzzle": ("#puzzles", "#puzzles", "Puzzles"),
}


def test_the_name_of_a_page_shows_it_and_back_leads_to_the_game(page: Page, open_game):
    open_game(page, "#1/lox5/mc3/cu9")
    for typed, (route, view, place) in PAGES.items():
        page.evaluate("route => { location.hash = route }", typed)
        expect(page.locator(view)).to_be_visible()
        expect(page.locator("#game-view")).to_be_hidden()
        expect(page.locator(".nav [aria-current]")).to_have_text([place])
        assert fragment(page) == route
        page.go_back()
        expect(page.locator("#game-view")).to_be_visible()
        wait_until(page, "() => location.hash.startsWith('#1/lox5/mc3')")
    page.evaluate("location.hash = 'rules/'")
    expect(page.locator("#rules")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#moves button").first).to_have_text("c3")
    expect(page.locator("#notice")).to_be_hidden()


def test_a_reload_shows_the_page_again_and_back_the_lesson(page: Page, open_game):
    open_game(page, "#learn/lox/swap")
    expect(page.locator("#exercise-title")).to_be_visible()
    page.evaluate("location.hash = 'you/settings'")
    expect(page.locator("#settings")).to_be_visible()
    restart(page)
    expect(page.locator("#settings fieldset").first).to_be_visible()
    page.go_back()
    expect(page.locator("#exercise-title")).to_be_visible()


def test_my_games_are_waited_for_where_the_page_begins_with_them(page: Page, open_game):
    open_game(page, "#my-games")
    expect(page.locator("#library-count")).to_be_visible()


@pytest.mark.parametrize("first", [True, False])
def test_game_and_home_names_are_routes(page: Page, open_game, first: bool):
    open_game(page, "#Brink" if first else "")
    if not first:
        page.evaluate("location.hash = 'brink'")
    expect(page.locator("#title")).to_have_text("Brink")
    wait_until(page, "() => location.hash.startsWith('#1/brink4')")
    page.evaluate("location.hash = 'games'")
    expect(page.locator("#home")).to_be_visible()
    wait_until(page, "() => location.hash === '#home'")
    page.go_back()
    expect(page.locator("#title")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()


def test_unknown_route_shows_message(page: Page, open_game):
    open_game(page, "#foo")
    expect(page.locator("#notice")).to_have_text(
        "There is no page named “foo” here; from Home you will find everything."
    )
    assert page.evaluate("location.hash") == "#foo", "it stays until something is done"
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#notice")).to_be_hidden()
    wait_until(page, "() => location.hash.startsWith('#1/greylox4/me5')")
    page.evaluate("location.hash = 'play/chess'")
    expect(page.locator("#notice")).to_contain_text("no page named “play/chess”")
    expect(page.locator("#game-view")).to_be_visible()


BODY = "1/lox5/ma3"
LINK = f"#{BODY}/c{check_digits(BODY)}"
ESCAPED = LINK.replace("#", "%23")
ESCAPED_FORMS = {
    "": ESCAPED,
    "in full": ESCAPED.replace("/", "%2F"),
    "twice": LINK.replace("#", "%2523").replace("/", "%252F"),
    "in width": LINK.replace("#", "%EF%BC%83"),
    "with a query": f"{ESCAPED}?from=mail",
    "with a fragment": f"{ESCAPED}#elsewhere",
    "behind the file": f"index.html{ESCAPED}",
}
"""The forms that programs give to a link by escaping its #."""


@pytest.mark.true_start
@pytest.mark.allow_console("404")
def test_link_with_escaped_hash_opens_page(page: Page, server: SiteServer):
    """The page for unknown addresses leads there; Python reads the link, once in the page."""
    page.route("**/*.wasm", lambda route: None)  # Python is not needed
    link = read_link(BODY).record
    with Cases() as cases:
        for how, address in ESCAPED_FORMS.items():
            with cases.case(how):
                page.goto("about:blank")
                page.goto(server.url + address, wait_until="commit")
                page.wait_for_function("() => location.hash && document.querySelector('#startup')")
                path, text = page.evaluate("[location.pathname, location.hash]")
                assert path.removesuffix("index.html") == f"/{SUB_PATH}/"
                assert link is not None and read_link(text).record == link
    page.unroute("**/*.wasm")
    page.goto("about:blank")
    page.goto(server.url + ESCAPED_FORMS["twice"])
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    expect(page.locator("#title")).to_have_text("Lox")
    assert fragment(page) == LINK


HOSTILE = [
    f"//evil.example/{ESCAPED}",
    f"/\\evil.example/{ESCAPED}",
    f"/%2F%2Fevil.example/{ESCAPED}",
    f"/%5C%5Cevil.example/{ESCAPED}",
    f"/https:%2F%2Fevil.example/{ESCAPED}",
    f"/{SUB_PATH}//evil.example/{ESCAPED}",
    f"/{SUB_PATH}/%23//evil.example",
    f"/{SUB_PATH}/%23https://evil.example/{ESCAPED}",
    f"/{SUB_PATH}/%23javascript:alert(1)",
    f"/{SUB_PATH}/%231/%3Cscript%3Ealert(1)%3C/script%3E",
]


@pytest.mark.true_start
@pytest.mark.allow_console("404")
def test_no_address_leads_to_another_origin(page: Page, server: SiteServer):
    """The fixture fails on a request to another origin."""
    shutil.copy(server.site / "404.html", server.folder)  # for a site at the root of its origin
    origin = server.url.removesuffix(f"/{SUB_PATH}/")
    for address in HOSTILE:
        page.goto(origin + address)
        expect(page.locator("h1:visible")).to_have_text("There is nothing at this address.")
        origins_script = "[location, ...document.links].map((it) => it.origin ?? '')"
        assert set(page.evaluate(origins_script)) == {origin}, address


@pytest.mark.true_start
@pytest.mark.allow_console("404")
def test_unknown_address_links_to_page(page: Page, server: SiteServer):
    for address, clicks in (("nothing", 1), ("nothing/at/all/", 3), ("%23nothing", 1)):
        page.goto(server.url + address)
        for _ in range(clicks):
            page.get_by_role("link", name="To the games").click()
        page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
        assert page.url.partition("#")[0] == server.url


def test_escaped_link_without_scripts_shows_sentence(chromium: Browser, server: SiteServer):
    context = chromium.new_context(java_script_enabled=False, locale="de-DE")
    page = context.new_page()
    answer = page.goto(server.url + ESCAPED)
    assert answer is not None and answer.status == 404
    expect(page.locator("main:visible")).to_contain_text("needs JavaScript")
    for _ in range(3):
        page.get_by_role("link", name="One folder up").click()
    assert page.url == server.url
    context.close()


@pytest.mark.allow_console("404")
def test_unknown_address_is_explained_in_browser_language(chromium: Browser, server: SiteServer):
    context = chromium.new_context(locale="de-AT")
    page = context.new_page()
    page.goto(server.url + "nothing")
    expect(page.locator("h1:visible")).to_have_text("Unter dieser Adresse ist nichts.")
    assert page.evaluate("document.documentElement.lang") == "de"
    context.close()
