"""The game can be played in browsers that block storage, in each form seen in practice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tools.chromium import HAS_MARK_SCRIPT, NO_TIERING_FLAGS

from .page_actions import TIMEOUT_MILLIS
from .shared_browsers import BOARD, inject_into_workers
from .site_server import SiteServer

pytestmark = pytest.mark.true_start

DENIED = "throw new DOMException('denied', 'SecurityError');"
GETTER = (
    "Object.defineProperty(globalThis, '{0}', {{ get() {{ "
    + DENIED
    + " }}, configurable: true }});"
)
NO_DATABASE, NO_CHANNEL = (
    GETTER.format("indexedDB"),
    f"BroadcastChannel = class {{ constructor() {{ {DENIED} }} }};",
)
NO_WORKERS_SCRIPT = GETTER.format("serviceWorker").replace("globalThis", "Navigator.prototype")
NO_PROMISES = GETTER.format("storage").replace("globalThis", "Navigator.prototype")
NO_SMALL_STORES = "".join(GETTER.format(f"{kind}Storage") for kind in ("local", "session"))
EVERYWHERE = NO_DATABASE + NO_CHANNEL + GETTER.format("caches")
REFUSALS = {
    "databases": NO_DATABASE,
    "channels and service workers": NO_CHANNEL + NO_WORKERS_SCRIPT,
    "everything, in workers too": "".join(
        (EVERYWHERE, NO_WORKERS_SCRIPT, NO_PROMISES, NO_SMALL_STORES)
    ),
}

LOG_NOTICES_SCRIPT = """() => {
  window.announcements = [];
  const notice = document.getElementById("notice");
  new MutationObserver(() => notice.hidden || window.announcements.push(notice.textContent))
    .observe(notice, { childList: true, characterData: true, subtree: true, attributes: true });
}"""


def play_and_collect_messages(page: Page) -> set[str]:
    """Play a stone and wait for the engine's answer; return the notices about storage."""
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    page.evaluate(LOG_NOTICES_SCRIPT)
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#moves button")).to_have_count(3)  # the engine's two stones
    page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
    return {text for text in page.evaluate("() => window.announcements") if "for this page" in text}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_whatever_is_denied_the_engine_answers(page: Page, server: SiteServer, refusal: str):
    page.add_init_script(REFUSALS[refusal])
    if "everything" in refusal:
        inject_into_workers(page, EVERYWHERE)
    page.goto(server.url + BOARD)
    messages = play_and_collect_messages(page)
    if "everything" in refusal:
        assert len(messages) == 1, "that nothing is kept is said once"
        page.locator("#cell-a1").click()
        page.wait_for_timeout(50)
        announcements = page.evaluate("() => window.announcements")
        assert {text for text in announcements if "for this page" in text} == messages


def test_browser_blocking_cookies_still_plays(
    playwright_api, chromium_path: str, tmp_path: Path, server: SiteServer
):
    """With the browser's own setting, databases fail in the page and throw in workers."""
    profile = tmp_path / "Default"
    profile.mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Preferences").write_text(json.dumps(blocked), "utf-8")
    context: BrowserContext = playwright_api.chromium.launch_persistent_context(
        tmp_path, executable_path=chromium_path, args=NO_TIERING_FLAGS
    )
    context.set_default_timeout(TIMEOUT_MILLIS)
    page = context.new_page()
    page.goto(server.url + BOARD)
    assert len(play_and_collect_messages(page)) <= 1
    context.close()
