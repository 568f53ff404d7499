"""A browser that refuses to keep anything, in every way that one was seen to: the game plays on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tools.chromium import NO_TIERING_FLAGS

from .hosts import Host
from .playing import MARKED, PATIENCE_MILLIS
from .staying import before_engine

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
NO_WORKERS = GETTER.format("serviceWorker").replace("globalThis", "Navigator.prototype")
NO_PROMISES = GETTER.format("storage").replace("globalThis", "Navigator.prototype")
NO_SMALL_STORES = "".join(GETTER.format(f"{kind}Storage") for kind in ("local", "session"))
EVERYWHERE = NO_DATABASE + NO_CHANNEL + GETTER.format("caches")
REFUSALS = {
    "databases": NO_DATABASE,
    "channels and service workers": NO_CHANNEL + NO_WORKERS,
    "everything, in workers too": "".join((EVERYWHERE, NO_WORKERS, NO_PROMISES, NO_SMALL_STORES)),
}

SAID = """() => {
  window.said = [];
  const notice = document.getElementById("notice");
  new MutationObserver(() => notice.hidden || window.said.push(notice.textContent))
    .observe(notice, { childList: true, characterData: true, subtree: true, attributes: true });
}"""


def plays(page: Page) -> set[str]:
    """A stone and its answer by the engine; what was said of keeping meanwhile."""
    page.wait_for_function(MARKED, arg="board-interactive")
    page.evaluate(SAID)
    page.locator('[data-cell="e5"]:visible').click()
    expect(page.locator("#moves button")).to_have_count(3)  # the engine's two stones
    page.wait_for_function(MARKED, arg="library-ready")
    return {text for text in page.evaluate("() => window.said") if "for this page" in text}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_whatever_is_denied_the_engine_answers(page: Page, host: Host, refusal: str):
    page.add_init_script(REFUSALS[refusal])
    if "everything" in refusal:
        before_engine(page, EVERYWHERE)
    page.goto(host.url)
    said = plays(page)
    if "everything" in refusal:
        assert len(said) == 1, "that nothing is kept is said once"
        page.locator("#cell-a1").click()
        page.wait_for_timeout(50)
        heard = page.evaluate("() => window.said")
        assert {text for text in heard if "for this page" in text} == said


def test_a_browser_that_blocks_cookies(
    playwright_api, chromium_path: str, tmp_path: Path, host: Host
):
    """The setting itself: databases fail in the page and throw in workers."""
    profile = tmp_path / "Default"
    profile.mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Preferences").write_text(json.dumps(blocked), "utf-8")
    context: BrowserContext = playwright_api.chromium.launch_persistent_context(
        tmp_path, executable_path=chromium_path, args=NO_TIERING_FLAGS
    )
    context.set_default_timeout(PATIENCE_MILLIS)
    page = context.new_page()
    page.goto(host.url)
    assert len(plays(page)) <= 1
    context.close()
