// The state that the first paint needs, set before the rest of the page is parsed.  Written as
// attributes of <html>, for the style sheets:
//
// data-theme, data-board, data-stones   the chosen appearance, if not the default
// data-view                 the id of the shown page of the site, or "board"
// data-home                 what home shows: "first" before the player's first stone, then "today"
// data-has-unfinished-game  home can resume a game
//
// The part of the address after # is a game or a route; no link to a game begins with a letter:
//
// #home         a page of the site, which is shown without a route; PAGES lists the others
// #play/NAME    the unfinished game of that name, or a new one; home is shown until it is open
// #go-on        the current game
// #mistake/NAME a position of a reviewed game; the next one that is due if NAME is next
// #puzzle/NAME  a puzzle, today's if NAME is today
// #puzzle/LINK  a player's puzzle: the position at the end of a link to a game
// #learn/NAME   a game's course; #learn/NAME/map is the page of all courses at its opening map
// #measure/...  the page that measures a variant, at a study
// #embed/...    a board for a frame of another page: embed.html shows it
//
// browser/router.py lists other spellings.
//
// data-file-url     opened as a file, which cannot work: boot.js and Python need a server
// data-boot-failed  boot.js was not loaded
// data-framed       inside a page of another site, which could redirect clicks to this page
//                   (clickjacking): the game can be played, and nothing is stored
// data-embedded     in a frame of embed.html, which shows it without the page around the board: the
//                   events of the start and of the address are dispatched there, too
//
// Python dispatches greylox:show-board on window to show the board instead of another page, and
// greylox:address after it has written an address.
//
// greyloxStorageKey(name) is the name of an item of this copy of the site: in the browser's
// storages, as a database, or as a channel between tabs.  Copies in other folders of the same
// origin have other names.
//
// greyloxWords(choice) is the address of the words in the page's language after this choice, or "" for
// English.
//
// greyloxEarly() sets the attributes again, for tests that restart the page without reloading it.

{
  const root = document.documentElement;

  const followEmbed = () => {
    if (location.hash.startsWith("#embed/")) {
      location.replace(`./embed.html#${location.hash.slice("#embed/".length)}`);
    }
  };
  followEmbed();
  addEventListener("hashchange", followEmbed);

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
        return true; // denied access means another origin
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
  const embeddingPage = () => {
    try {
      const isEmbedded = parent !== window && "embed" in parent.document.documentElement.dataset;
      return isEmbedded ? parent : null;
    } catch {
      return null; // denied access means another origin
    }
  };
  const embedding = embeddingPage();
  if (embedding) {
    root.dataset.embedded = "";
    for (const kind of ["greylox:board-interactive", "greylox:address"]) {
      addEventListener(kind, () => embedding.dispatchEvent(new Event(kind)));
    }
  }
  if (embedding || isFramedByOther()) {
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

  // Earlier versions used names without a folder.  Each copy of the site copies these items once
  // and leaves them for the others; page/migration.py copies the database.
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

  // The value stored under a key of page/local_storage.py, from the first storage that has one.
  const loadStored = (key, ...kinds) => {
    for (const kind of kinds) {
      try {
        const value = JSON.parse(window[kind].getItem(storageKey(key)));
        if (value) return value;
      } catch {
        // denied or damaged: treated as missing
      }
    }
    return null;
  };

  const APPEARANCE = { theme: ["light", "dark", "contrast"], board: ["wood"], stones: ["flat"] };
  // Each page's address, and the id of its element.
  const PAGES = {
    "#home": "home",
    "#play": "new-game",
    "#learn": "learn",
    "#puzzles": "puzzles",
    "#you": "library",
    "#you/mistakes": "your-mistakes",
    "#you/strength": "statistics",
    "#you/settings": "settings",
    "#share": "share",
    "#measure": "measure",
  };
  const FIRST_GAME = "#play/greylox"; // index.html contains its board, which shows a tap at once
  const requestedView = () => {
    const { hash } = location;
    if (hash === FIRST_GAME && root.dataset.home === "first") return "board";
    if (hash.startsWith("#play/")) return "home";
    if (hash.startsWith("#measure/")) return "measure";
    return PAGES[/^#learn\/\w+\/map$/.test(hash) ? "#learn" : hash] ?? "board";
  };

  const applyState = () => {
    const chosen = loadStored("greylox-preferences-1", "localStorage") ?? {};
    for (const [name, values] of Object.entries(APPEARANCE)) {
      if (values.includes(chosen[name])) root.dataset[name] = chosen[name];
    }
    const { theme } = embedding?.document.documentElement.dataset ?? {};
    if (theme) root.dataset.theme = theme;
    const game = loadStored("greylox-table-1", "sessionStorage", "localStorage");
    const hasUnfinishedGame = Boolean(game) && game.going !== false;
    root.toggleAttribute("data-has-unfinished-game", hasUnfinishedGame);
    root.dataset.home = chosen.greeted || hasUnfinishedGame ? "today" : "first";
    if (!location.hash) history.replaceState(null, "", "#home");
    root.dataset.view = requestedView();
    return chosen;
  };
  const chosen = applyState();

  // The chosen language, else the first available one of the browser's preferences.  The words of a
  // language other than English are in a file, for which the parser waits.
  const languages = JSON.parse(document.querySelector("meta[name=greylox-languages]")?.content ?? "{}");
  window.greyloxWords = (choice) => {
    const codes = [choice, ...navigator.languages].map((tag) => String(tag).split("-")[0]);
    return languages[codes.find((code) => Object.hasOwn(languages, code))] ?? "";
  };
  const words = window.greyloxWords(chosen.language);
  if (words) document.write(`<script id="words" src="${words}"><\/script>`);

  const name = document.title; // of the site, and so of home
  let lastPage = "#home"; // where the board's sign of the site leads back to

  // Mark a chosen card until Python has opened its game.
  const markChosenCard = () => {
    for (const link of document.querySelectorAll("#home .card-link")) {
      link.toggleAttribute("data-chosen", link.hash === location.hash);
    }
  };
  // Mark the shown page in the navigation, and give the window its title.
  const markPage = () => {
    const { view } = root.dataset;
    const [, exercise] = /^#(learn|mistake|puzzle)\//.exec(location.hash) ?? [];
    const place = (view === "board" && exercise) || view;
    const links = [...document.querySelectorAll("[data-views]")];
    const isNamed = (link) => link.dataset.views.split(" ").includes(place);
    const places = links.filter((link) => isNamed(link) && link.closest(".nav"));
    // Settings has a place of its own in the rail; on a phone it is part of You.
    const current = places.findLast((link) => link.offsetParent) ?? places[0];
    for (const link of links) {
      if (link.closest(".nav") ? link === current : isNamed(link)) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (view !== "board") lastPage = location.hash || "#home";
    document.getElementById("leave-board").setAttribute("href", lastPage);
    const page = document.querySelector(".tabs [aria-current]") ?? findHeading();
    const board = document.getElementById("game-view").dataset.title;
    if (view === "home") document.title = name;
    else if (view !== "board") document.title = `${page.textContent} · ${name}`;
    else if (board) document.title = board;
  };
  const findHeading = () => [...document.querySelectorAll("h1")].find((h1) => h1.offsetParent);
  const show = (view) => {
    markChosenCard();
    if (root.dataset.view === view) return;
    root.dataset.view = view;
    markPage();
    scrollTo(0, 0);
    findHeading()?.focus({ preventScroll: true });
  };
  window.greyloxEarly = () => {
    lastPage = "#home";
    applyState();
    markPage();
  };
  addEventListener("DOMContentLoaded", markChosenCard);
  addEventListener("DOMContentLoaded", markPage);
  addEventListener("click", (event) => {
    const link = event.target.closest("#home .card-link");
    if (!link || !location.hash.startsWith("#play/")) return;
    event.preventDefault(); // a second card: Back must lead home, not to the first one's game
    location.replace(link.hash);
  });
  addEventListener("hashchange", () => show(requestedView()));
  addEventListener("greylox:show-board", () => show("board"));
  addEventListener("greylox:address", markPage);
}
