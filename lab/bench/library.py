"""The pages of a player with a thousand stored games: how soon they open, and how they scroll.

Each game has a result and three mistakes to try again, as facts; each mistake has two tries.

    python3 build.py bench library [--games 1000] [--runs 5] [--site FOLDER ...]

Chromium opens home and My games from the board.  A page counts as open when it has been painted
after its last change; the first figure is the first paint with stored games.  Then My games is
scrolled to its end, and 240 more games are shown.  The figures are medians, the longest tasks and
frames the worst of all runs.  Several sites are measured in turn.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from greylox_web.features.library.entry import make_entry, write_entry
from greylox_web.features.mistakes.model import line_text, try_fact
from greylox_web.match.match import Match, Seat
from greylox_web.match.tree import tree_from_record
from greylox_web.progress import new_fact
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link, write_spec
from greylox_web.rules.play import random_game, replay
from greylox_web.session.last_choices import newcomer_game
from tools import DIST
from tools.chromium import FLAGS, HAS_MARK_SCRIPT
from tools.environment import ensure_chromium
from tools.server import serve

BOARD = "#1/greylox4/m"
GAMES_STORED = 1000
UNFINISHED = 21  # one game in so many is in progress
STORE_SCRIPT = """async ([games, facts]) => {
  const database = await new Promise((done, failed) => {
    const request = indexedDB.open(greyloxStorageKey("greylox-library"));
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const work = database.transaction(["games", "progress"], "readwrite");
  for (const [key, text] of games) work.objectStore("games").put(text, key);
  for (const [key, text] of facts) work.objectStore("progress").put(text, key);
  await new Promise((done) => (work.oncomplete = done));
  database.close();
}"""
OPEN_SCRIPT = """([link, view, filled]) => new Promise((done) => {
  const page = document.getElementById(view);
  const tasks = [0];
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map((task) => task.duration)));
  observer.observe({type: "longtask"});
  let first = 0, last = 0, timer;
  const start = performance.now();
  const painted = () => requestAnimationFrame(() => setTimeout(() => {
    last = performance.now() - start;
    if (!first && page.querySelector(filled)) first = last;
    clearTimeout(timer);
    timer = setTimeout(end, first ? 700 : 5000);
  }));
  const changes = new MutationObserver(painted);
  const end = () => {
    changes.disconnect();
    observer.disconnect();
    done({first, last, "longest task": Math.max(...tasks)});
  };
  changes.observe(page, {childList: true, subtree: true, characterData: true, attributes: true});
  document.getElementById(link).click();
  painted();
})"""
SCROLL_SCRIPT = """(all) => new Promise((done) => {
  const tasks = [0];
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map((task) => task.duration)));
  observer.observe({type: "longtask"});
  const page = document.scrollingElement, more = document.getElementById("library-more");
  let still = 0, presses = 0, slowest = 0, before = performance.now();
  const step = (now) => {
    slowest = Math.max(slowest, now - before);
    before = now;
    const top = page.scrollTop;
    scrollBy(0, 400);
    still = page.scrollTop > top ? 0 : still + 1;
    if (still && all && presses++ < 6 && more.offsetParent) more.click();
    if (still < 30) requestAnimationFrame(step);
    else {
      observer.disconnect();
      const shown = document.querySelectorAll("#library-games > li").length;
      done({shown, "longest task": Math.max(...tasks), "longest frame": slowest});
    }
  };
  requestAnimationFrame(step);
})"""
MISTAKES = 3  # of each game
PAGES = {
    "home": ("go-home", "home", ".other-games li"),
    "my games": ("open-you", "library", "#library-games > li"),
}


def stored_games(count: int) -> list[tuple[str, str]]:
    """Return stored games, as key and text: of all games, a few of them in progress."""
    random, now, rows = Random(7), datetime.now(UTC), []
    for number in range(count):
        name = [*GAMES][number % len(GAMES)]
        game = newcomer_game(name) if number % 3 else default_game(name)
        actions = random_game(game, random)
        if number % UNFINISHED == UNFINISHED // 2:
            actions = actions[: len(actions) // 2]
        seats = (Seat(), Seat(1 + number % 10))
        match = Match(*tree_from_record(GameRecord(game, tuple(actions))), seats)
        day = (now - timedelta(hours=8 * (count - number))).isoformat(timespec="milliseconds")
        entry = replace(make_entry(match, f"game-{number:05}"), created=day, updated=day)
        rows.append((entry.id, write_entry(entry)))
    return rows


def stored_facts(count: int) -> list[tuple[str, str]]:
    """Return the facts of as many games, as key and text."""
    now, rows = datetime.now(UTC), []
    for number in range(count):
        name = [*GAMES][number % len(GAMES)]
        at = now - timedelta(hours=8 * (count - number))
        fact = new_fact(
            "game",
            game=name,
            spec=write_spec(default_game(name)),
            colour=number % 2,
            level=1 + number * 7 // count,
            score=2 * (number % 3 > 0),
            unrated="",
        )
        fact = fact._replace(id=f"fact-{number:05}", at=at.isoformat(), day=str(at.date()))
        rows.append((fact.id, fact.text))
    return rows


def stored_mistakes(games: int) -> list[tuple[str, str]]:
    """Return the mistakes of as many games and their tries, as key and text; many are due."""
    random, now, facts = Random(8), datetime.now(UTC), []
    for number in range(games):
        game = default_game([*GAMES][number % len(GAMES)])
        at = now - timedelta(hours=8 * (games - number))
        states = [state for state in replay(game, random_game(game, random)) if not state.placed]
        for index, state in enumerate(random.sample(states[:-2], MISTAKES)):
            position = write_link(GameRecord(game, (), state))
            name = f"position-{number}-{index}"
            played, better = (random_game(game, random, state)[:8] for _ in range(2))
            mistake = new_fact(
                "mistake",
                name=name,
                match=f"game-{number:05}",
                position=position,
                number=9,
                played=line_text(game, tuple(played)),
                better=line_text(game, tuple(better)),
                before=600,
                after=300,
                lost=300,
            )
            tries = (try_fact(name, found=random.random() < 0.5) for _ in range(2))
            for days, fact in enumerate((mistake, *tries)):
                time = at + timedelta(days=days)
                facts.append(fact._replace(at=time.isoformat(), day=str(time.date())))
    return [(fact.id, fact.text) for fact in facts]


def load_board(page: Page, url: str) -> None:
    """Load the site with a board, and wait until all of it is ready."""
    page.goto("about:blank")
    page.goto(f"{url}{BOARD}")
    for mark in ("engine-ready", "library-ready"):
        page.wait_for_function(HAS_MARK_SCRIPT, arg=mark)
    page.wait_for_timeout(2000)


def measure_pages(page: Page, url: str) -> dict[str, float]:
    """Return the milliseconds of one visit by name; each page is opened twice."""
    load_board(page, url)
    figures = {}
    for visit in ("first", "again"):
        for name, (link, view, filled) in PAGES.items():
            times = page.evaluate(OPEN_SCRIPT, [link, view, filled])
            figures[f"{name}, {visit}: filled"] = times["first"]
            figures[f"{name}, {visit}: last change"] = times["last"]
            figures[f"{name}, {visit}: longest task"] = times["longest task"]
    for name, every in (("scrolled", False), ("more shown", True)):
        for key, value in page.evaluate(SCROLL_SCRIPT, every).items():
            figures[f"my games, {name}: {key}"] = value
    return figures


def open_site(browser: Browser, url: str, count: int) -> Page:
    """Open a site in a profile with stored games."""
    page = browser.new_context().new_page()
    load_board(page, url)
    page.click('[data-cell="b2"]')  # home is then that of a player
    page.wait_for_timeout(1000)
    facts = stored_facts(count) + stored_mistakes(count)
    page.evaluate(STORE_SCRIPT, [stored_games(count), facts])
    return page


def print_pages(browser: Browser, sites: list[str], count: int, runs: int) -> None:
    """Measure the pages of sites in turn, and print a column for each."""
    pages = [open_site(browser, url, count) for url in sites]
    results: list[list[dict[str, float]]] = [[] for _ in sites]
    for _ in range(runs):
        for page, url, runs_of_site in zip(pages, sites, results, strict=True):
            runs_of_site.append(measure_pages(page, url))
    print(f"\n{f'milliseconds with {count} stored games':40}")
    for name in results[0][0]:
        pick = max if "longest" in name else median
        values = (pick(result[name] for result in runs_of_site) for runs_of_site in results)
        print(f"{name:40}", *(f"{value:10.0f}" for value in values))


def main() -> None:
    """Measure several visits, and print medians and the longest tasks."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=GAMES_STORED)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--site", type=Path, nargs="*", default=[DIST])
    options = parser.parse_args()
    with sync_playwright() as api, ExitStack() as stack:
        sites = [stack.enter_context(serve(site)) for site in options.site]
        browser = api.chromium.launch(executable_path=ensure_chromium(), args=FLAGS)
        print_pages(browser, sites, options.games, options.runs)
        browser.close()


if __name__ == "__main__":
    main()
