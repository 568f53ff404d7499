// What the first paint has to know, before the rest of the page is even read.  Written on <html>,
// where the style sheets see it:
//
// data-theme, data-board, data-stones   what was chosen of the look, other than the usual
// data-view                 "home" or "board"
// data-has-unfinished-game  home can lead back to a game
// data-first-visit          a first visit, at the board: it tells of the five games
//
// The part of the address after # is a game or a route; no link to a game begins with a letter:
//
// #home         home
// #play/NAME    the game of that name that goes on, or a new one; home stays until it is there
// #go-on        the game on the table
// #puzzle/NAME  a puzzle, the one of the day for today; #puzzles shows all of them
// #learn/NAME   a game's course; #learn shows all of them, #learn/NAME/map an opening map there
// #settings     a dialog over the game on the table; browser/address.py lists the others
//
// data-file-url     opened as a file, which cannot work: boot.js and Python come from a server only
// data-boot-failed  boot.js did not come
// data-framed       inside a page of another site, which can be laid under a hand that means to
//                   click something else: the game can be played, and nothing is kept
//
// Python says greylox:show-board on window when it has put another game on the table.
//
// greyloxStorageKey(name) is the name under which this copy of the site keeps something: in the
// browser's storages, as a database, or as a channel between tabs.  Copies in other folders of the
// same origin have names of their own.
//
// greyloxEarly() sets the attributes once more, for tests that start the page again in its place.

{
  const root = document.documentElement;

  root.toggleAttribute("data-file-url", location.protocol === "file:");
  const onScriptError = ({ target }) => {
    if (target.localName === "script" && target.type === "module") root.dataset.bootFailed = "";
  };
  addEventListener("error", onScriptError, true);

  const isFramedByOther = () => {
    for (let frame = window; frame !== frame.parent; frame = frame.parent) {
      try {
        if (frame.parent.location.origin !== location.origin) return true;
      } catch {
        return true; // whoever may not even look is a stranger
      }
    }
    return false;
  };
  const deny = (holder, name) => {
    const get = () => {
      throw new DOMException("in a frame of another site", "SecurityError");
    };
    Object.defineProperty(holder, name, { get, configurable: true });
  };
  if (isFramedByOther()) {
    root.dataset.framed = "";
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) deny(window, name);
    for (const name of ["serviceWorker", "storage"]) deny(navigator, name);
    window.BroadcastChannel = undefined;
    const updateLink = ({ target }) => {
      if (target.id === "framed-open") target.href = location.href;
    };
    for (const kind of ["pointerdown", "focusin", "click"]) addEventListener(kind, updateLink, true);
  }

  const folder = location.pathname.replace(/[^/]*$/, "");
  const storageKey = (name) => `${name} ${folder}`;
  window.greyloxStorageKey = storageKey;

  // Earlier versions kept everything without a folder.  Each copy takes that over, once, and
  // leaves it to the others; databases are taken over by page/migration.py.
  const migrateStorage = (kind) => {
    try {
      const storage = window[kind];
      const doneKey = storageKey("greylox-taken-over");
      if (storage.getItem(doneKey)) return;
      for (const name of Object.keys(storage)) {
        const isKey = /^greylox-[a-z0-9-]+$/.test(name);
        if (!isKey || storage.getItem(storageKey(name)) !== null) continue;
        storage.setItem(storageKey(name), storage.getItem(name));
      }
      storage.setItem(doneKey, "yes");
    } catch {
      // denied, or full: the next visit tries again
    }
  };
  migrateStorage("localStorage");
  migrateStorage("sessionStorage");

  // The text stored under a key of page/local_storage.py, in the first place that has one.
  const loadStored = (key, ...kinds) => {
    for (const kind of kinds) {
      try {
        const value = JSON.parse(window[kind].getItem(storageKey(key)));
        if (value) return value;
      } catch {
        // denied, or damaged: as if there was none
      }
    }
    return null;
  };

  const APPEARANCE = { theme: ["light", "dark", "contrast"], board: ["wood"], stones: ["flat"] };
  const requestedView = () => (/^#(home$|play\/)/.test(location.hash) ? "home" : "board");

  // Whoever was here before and has no game to go on with comes home.
  const applyState = () => {
    const chosen = loadStored("greylox-preferences-1", "localStorage") ?? {};
    for (const [name, values] of Object.entries(APPEARANCE)) {
      if (values.includes(chosen[name])) root.dataset[name] = chosen[name];
    }
    const game = loadStored("greylox-table-1", "sessionStorage", "localStorage");
    const hasUnfinishedGame = Boolean(game) && game.going !== false;
    root.toggleAttribute("data-has-unfinished-game", hasUnfinishedGame);
    // The row of games over the board of a phone; it stays for the whole visit, so nothing moves.
    root.toggleAttribute("data-first-visit", !chosen.greeted && !game && !location.hash);
    if (game && !hasUnfinishedGame && !location.hash) history.replaceState(null, "", "#home");
    root.dataset.view = requestedView();
    return chosen;
  };
  window.greyloxEarly = applyState;
  const chosen = applyState();

  // The language that was chosen, else the first of the browser's wishes that there is.  Another one
  // than English brings its words in a file, for which the parser waits.
  const languages = JSON.parse(document.querySelector("meta[name=greylox-languages]")?.content ?? "{}");
  const wanted = [chosen.language, ...navigator.languages];
  const preferredLanguages = wanted.map((it) => String(it).split("-")[0]);
  const language = preferredLanguages.find((code) => Object.hasOwn(languages, code));
  if (languages[language]) document.write(`<script id="words" src="${languages[language]}"><\/script>`);

  const name = document.title; // of the site, and so of home

  // A card that was chosen says so until Python has begun its game.
  const markChosenCard = () => {
    for (const link of document.querySelectorAll("#home .card-link")) {
      link.toggleAttribute("data-chosen", link.hash === location.hash);
    }
  };
  const show = (view) => {
    markChosenCard();
    if (root.dataset.view === view) return;
    root.dataset.view = view;
    document.title = (view === "board" && document.getElementById("game-view").dataset.title) || name;
    if (view === "board") scrollTo(0, 0);
    const heading = [...document.querySelectorAll("h1")].find((h1) => h1.offsetParent);
    heading?.focus({ preventScroll: true });
  };
  addEventListener("DOMContentLoaded", markChosenCard);
  addEventListener("click", (event) => {
    const link = event.target.closest("#home .card-link");
    if (!link || !location.hash.startsWith("#play/")) return;
    event.preventDefault(); // another card instead: Back leads home and not to the first one
    location.replace(link.hash);
  });
  addEventListener("hashchange", () => show(requestedView()));
  addEventListener("greylox:show-board", () => show("board"));
}
