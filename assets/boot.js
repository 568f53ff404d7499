// The first code of the page: starts PyScript, says how the start is going and what failed, and
// keeps the offline copy.  Paths are the plain ones; build.py puts the hashed names and the
// sentences in.
//
// Events on window.  From Python: greylox:board-interactive, greylox:start-failed (detail: text),
// greylox:engine-ready, greylox:engine-failed, greylox:check-update.  To Python:
// greylox:offline-ready, greylox:offline-failed, greylox:update-status (detail: "current",
// "arriving", "waiting", "failed", "unreachable", or "unkept" without a service worker),
// greylox:file-failed (detail: the sentence), and greylox:installable, with what the browser gave
// in greyloxInstall.

const SLOW_MILLIS = 20_000;
const SILENT_MILLIS = 5_000; // with every file here, Python needs one second
const STALLED_MILLIS = 45_000;
const LATEST_REGISTRATION_MILLIS = 30_000;

/* build:words */

// The sentences of another language lie in an archive of their own: see tools/languages/still.js.
const IN_ANOTHER_LANGUAGE = `
from greylox_web.archives import Words
sys.meta_path.insert(0, Words("/home/pyodide/words.zip"))
`;

const say = (key, values = {}) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const element = (id) => document.getElementById(id);
const tell = (name, detail) => dispatchEvent(new CustomEvent(`greylox:${name}`, { detail }));
const meta = (name) => JSON.parse(document.querySelector(`meta[name=greylox-${name}]`).content);
const files = meta("files");
const build = meta("build");

let interactive = false;
let failed = false;

// ---------------------------------------------------------------- style that can wait

// Marked data-late, with media="print": the first paint does not wait for it.
requestAnimationFrame(() =>
  setTimeout(() => {
    for (const link of document.querySelectorAll("link[data-late]")) link.media = "all";
  }),
);

// ---------------------------------------------------------------- progress

const waitedFor = new Map(
  Object.entries(files).map(([path, [bytes]]) => [new URL(path, document.baseURI).href, bytes]),
);
const total = [...waitedFor.values()].reduce((sum, bytes) => sum + bytes, 0);
let silent;
let stalled;

function progressed() {
  clearTimeout(stalled);
  stalled = setTimeout(() => fail(say("stalled")), STALLED_MILLIS);
  const left = [...waitedFor.values()].reduce((sum, bytes) => sum + bytes, 0);
  element("startup-progress").value = 1 - left / total;
  if (left || failed) return;
  element("startup-stage").textContent = say("starting");
  silent ??= setTimeout(suspect, SILENT_MILLIS);
}

const resources = new PerformanceObserver((list) => {
  for (const { name, responseStatus } of list.getEntries()) {
    if (!waitedFor.has(name)) continue;
    if (responseStatus >= 400) fail(say("missing", { file: fileName(name), status: responseStatus }));
    else waitedFor.delete(name);
  }
  if (!interactive) progressed();
});

// ---------------------------------------------------------------- failure

const fileName = (url) => decodeURIComponent(new URL(url, document.baseURI).pathname.split("/").pop());

// What is wrong with a file; without its hash only what the server says of it, unread.
async function fault(path, integrity) {
  const file = fileName(path);
  try {
    const method = integrity || isKept() ? "GET" : "HEAD"; // a kept copy answers GET only
    const response = await fetch(path, { cache: "no-cache", method });
    if (!response.ok) return say("missing", { file, status: response.status });
    const kind = response.headers.get("content-type") ?? "";
    if (kind.startsWith("text/html")) return say("swapped", { file });
  } catch {
    return say("unreachable", { file });
  }
  if (!integrity) return "";
  return fetch(path, { cache: "force-cache", integrity }).then(
    () => "",
    () => say("damaged", { file }),
  );
}

async function firstFault() {
  for (const [path, [, integrity]] of Object.entries(files)) {
    const found = await fault(path, integrity);
    if (found) return found;
  }
  return "";
}

// Where a page waits for ever, and says nothing, a file may be the reason.
async function suspect() {
  if (interactive || failed) return;
  const found = await firstFault();
  if (found) fail(found);
}

async function fail(reason, sure = false) {
  if (interactive || failed) return;
  failed = true;
  board.removeEventListener("click", tap);
  unmark();
  clearTimeout(stalled);
  element("startup-stage").textContent = say("failed");
  element("startup-progress").hidden = true;
  element("startup-error").textContent = reason;
  element("startup-error").hidden = false;
  element("startup-retry").hidden = sure;
  element("startup").dataset.state = "failed";
  if (!sure) element("startup-error").textContent = (await firstFault()) || reason;
}

addEventListener("unhandledrejection", ({ reason }) => fail(String(reason?.message ?? reason)));
addEventListener("greylox:start-failed", ({ detail }) => fail(String(detail)));
addEventListener(
  "error",
  ({ target, message }) => {
    if ("late" in (target?.dataset ?? {})) return; // told once the game is there
    const url = target?.src ?? target?.href;
    fail(url ? say("not-loaded", { file: fileName(url) }) : String(message));
  },
  true, // a file's failure does not bubble
);

// ---------------------------------------------------------------- what fails after the start

const toldLater = (sentence) => {
  if (interactive) tell("file-failed", sentence);
  else addEventListener("greylox:board-interactive", () => tell("file-failed", sentence));
};

function isEmpty({ sheet }) {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return false; // in a sandboxed frame its own sheets are foreign to the page
  }
}

addEventListener("load", () => {
  const plain = [...document.querySelectorAll("link[data-late]")].find(isEmpty);
  if (plain) toldLater(say("unstyled", { file: fileName(plain.href) }));
});

const NEEDED = /^\.\/(app|pyodide\.\w+|wheels\.\w+)\//; // by the engine

// What keeps the engine's worker from being made at all.
async function scriptFault() {
  const { worker, worker_config } = build;
  return (await fault(worker)) || fault(worker_config);
}

// The same of all that the engine needs: at first only what the server says of each.  The table of
// the service worker names the files.
async function engineFault(wholly) {
  const table = await (await fetch(WORKER)).text();
  const hashes = JSON.parse(/const FILES = (\{[^}]*\});/.exec(table)[1]);
  const needed = Object.entries(hashes).filter(([path]) => NEEDED.test(path));
  const first = async (looks) => (await Promise.all(looks)).find((found) => found) ?? "";
  const plain = await first(needed.map(([path]) => fault(path)));
  return plain || (wholly ? first(needed.map((entry) => fault(...entry))) : "");
}

// As a sentence, which Python tells when no worker can be made; "" when nothing was found.
const sentence = (found) => found && say("engine-file", { fault: found });
globalThis.greyloxScriptFault = () => scriptFault().then(sentence);
globalThis.greyloxEngineFault = () => engineFault(true).then(sentence, () => "");

let engineIsDecided = false;
const decide = () => (engineIsDecided = true);
addEventListener("greylox:engine-ready", decide);
addEventListener("greylox:engine-failed", decide);

// On a slow line it may still be on its way.
async function suspectEngine() {
  const found = !engineIsDecided && (await engineFault(false).catch(() => ""));
  if (found && !engineIsDecided) tell("file-failed", sentence(found));
}

addEventListener("greylox:board-interactive", () => setTimeout(suspectEngine, SLOW_MILLIS));

// ---------------------------------------------------------------- installing

// Some browsers let a page say when it offers to be installed.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.greyloxInstall = event;
  tell("installable");
});

// ---------------------------------------------------------------- a tap before Python

// The cell waits in data-tapped under the ghost of a stone, until Python can play it.
const board = element("board");

function unmark() {
  board.querySelector(".ghost-first")?.classList.remove("ghost-first");
  board.querySelector(".ghost").removeAttribute("transform");
}

function tap({ target }) {
  const cell = target.closest("[data-cell]");
  if (!cell) return;
  unmark();
  cell.classList.add("ghost-first");
  board.querySelector(".ghost").setAttribute("transform", cell.getAttribute("transform"));
  board.dataset.tapped = cell.dataset.cell;
}

board.addEventListener("click", tap);

// ---------------------------------------------------------------- storage that is denied

// PyScript opens databases of its own and waits for them for ever, and it calls other tabs; where
// the browser denies that, in whatever way, it gets empty databases and a silent channel, and the
// game starts all the same.  The build puts the text of this function before that of PyScript's
// workers, so it may refer to nothing outside.
function standIn(denied) {
  const STORAGE_MILLIS = 2_000;
  const EMPTY = { getAllKeys: [], count: 0 };
  const answered = (result) => {
    const request = {};
    queueMicrotask(() => request.onsuccess?.({ target: { result } }));
    return request;
  };
  const nothing = {
    close() {},
    transaction: () => ({
      objectStore: () => new Proxy({}, { get: (_, name) => () => answered(EMPTY[name]) }),
    }),
  };
  const gives = (make) => {
    try {
      return Boolean(make());
    } catch {
      return false;
    }
  };

  const factory = globalThis.IDBFactory?.prototype;
  const openDatabase = denied ? undefined : factory?.open;
  function open(name, ...version) {
    if (!String(name).startsWith("IDBMap/")) {
      if (!openDatabase) throw new DOMException("denied", "SecurityError");
      return openDatabase.call(this, name, ...version);
    }
    const request = {};
    const give = (result) => request.onsuccess?.({ target: { result } });
    try {
      const real = openDatabase.call(this, name, ...version);
      real.onupgradeneeded = (event) => request.onupgradeneeded?.(event);
      real.onsuccess = () => give(real.result);
      real.onerror = (event) => {
        event.preventDefault();
        give(nothing);
      };
      setTimeout(give, STORAGE_MILLIS, nothing); // the first answer counts
    } catch {
      queueMicrotask(() => give(nothing));
    }
    return request;
  }
  if (factory) factory.open = open;
  if (!gives(() => globalThis.indexedDB)) {
    Object.defineProperty(globalThis, "indexedDB", { value: { open }, configurable: true });
  }

  if (!gives(() => new BroadcastChannel("greylox").close() ?? true)) {
    globalThis.BroadcastChannel = class extends EventTarget {
      postMessage() {}
      close() {}
    };
  }
}

const isFramed = "framed" in document.documentElement.dataset;
standIn(isFramed);

// ---------------------------------------------------------------- a Python that does not come

// Pyodide waits for ever when its .wasm is missing or damaged, and also when it is sound and the
// host calls it something else; of a standard library that is damaged it tells the console only.
// The build puts this before the text of PyScript's workers, too.
function sureOfPython(lost) {
  const { error: tell } = console;
  console.error = (...told) => {
    tell.apply(console, told);
    if (String(told[0]).startsWith("Fatal Python error")) lost(told[0]);
  };
  const streaming = globalThis.WebAssembly?.instantiateStreaming;
  if (!streaming) return;
  WebAssembly.instantiateStreaming = async (coming, imports) => {
    try {
      const response = await coming;
      const kind = response.headers.get("content-type") ?? "";
      if (!response.ok || kind.startsWith("application/wasm") || kind.startsWith("text/html")) {
        return await streaming.call(WebAssembly, response, imports);
      }
      return await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    } catch (error) {
      lost(error.message);
      throw error;
    }
  };
}

sureOfPython((why) => fail(String(why)));

// ---------------------------------------------------------------- workers that die

// No event tells of a worker that has died.  Each holds a lock from its first line on, which the
// browser lets go when it ends in whatever way; where there are no locks, patience has to do.
const LOCK = `greylox-worker ${Math.random()} ${Date.now()}`;
const LOOK_MILLIS = 200;
const MOST_LOOKS = 600; // two minutes; of a worker that was made, the first line is due in ten seconds
let workers = 0;

function hold(name) {
  navigator.locks?.request(name, () => new Promise(() => {})).catch(() => {});
}

Object.defineProperty(globalThis, "greyloxStandIn", {
  get: () =>
    `(${hold})("${LOCK} ${++workers}");(${standIn})(${isFramed});(${sureOfPython})(() => close());`,
});

// A promise that is kept when the worker that is made next has died.
globalThis.greyloxNextDeath = async () => {
  const number = workers + 1;
  const name = `${LOCK} ${number}`;
  const isHeld = async () => (await navigator.locks.query()).held.some((it) => it.name === name);
  try {
    for (let looks = 0; !(await isHeld()) && looks < MOST_LOOKS; ) {
      looks += workers < number ? 1 : 12;
      await new Promise((done) => setTimeout(done, LOOK_MILLIS));
    }
    await navigator.locks.request(name, () => {});
  } catch {
    await new Promise(() => {}); // nobody will know
  }
};

// The browser's keeper of service workers, if it has one and does not deny it.
const serviceWorker = (() => {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
})();
const WORKER = "./service-worker.js";

// Whether this copy's own worker answers: a site in a folder above may have one too.
const isKept = () => serviceWorker?.controller?.scriptURL === new URL(WORKER, document.baseURI).href;

// ---------------------------------------------------------------- waiting, but not for ever

// Pyodide waits with scheduler.postTask.  Chromium keeps a page that was left, with all its memory,
// for as long as such a task has to wait; a timer goes with its page.
const tasks = globalThis.scheduler;
const { postTask } = tasks ?? {};
if (postTask) {
  tasks.postTask = (task, options) => {
    if (!options?.delay) return postTask.call(tasks, task, options);
    return new Promise((due) => setTimeout(due, options.delay)).then(() => task());
  };
}

// ---------------------------------------------------------------- the start

element("startup-retry").addEventListener("click", () => location.reload());
setTimeout(() => {
  if (interactive || failed) return;
  element("startup-stage").textContent = say("slow");
}, SLOW_MILLIS);

addEventListener("greylox:board-interactive", () => {
  interactive = true;
  board.removeEventListener("click", tap);
  unmark();
  clearTimeout(stalled);
  resources.disconnect();
  element("startup").hidden = true;
  setTimeout(keepOffline, LATEST_REGISTRATION_MILLIS);
});

resources.observe({ type: "resource", buffered: true });
progressed();

// What is drawn and how: the newest things that style and dialogs need, all of them since 2024.
// WebAssembly is switched off by those who want the safest of browsers.
function unfit() {
  if (!globalThis.WebAssembly) return say("no-wasm");
  const drawn = ["selector(:has(a))", "(color: light-dark(red, red))"].every((it) => CSS.supports(it));
  return drawn && "popover" in HTMLElement.prototype ? "" : say("old-browser");
}

const unable = unfit();
if (unable) {
  fail(unable, true);
} else {
  import(new URL("./pyscript/core.js", document.baseURI)).then(
    ({ hooks }) => {
      // PyScript builds this hook with Function(), which the content security policy forbids; all it
      // does is to register a file-system helper in workers.
      hooks.worker.onBeforeRunAsync.clear();
      hooks.main.onReady.add(({ interpreter, io }) => {
        // Importing from the archive is quicker than unpacking it, and PyScript's own modules lie in
        // it compiled.
        interpreter.runPython("import sys; sys.path.insert(0, '/home/pyodide/greylox_web.zip')");
        if (globalThis.greyloxWords) interpreter.runPython(IN_ANOTHER_LANGUAGE);
        const { stderr } = io;
        io.stderr = (error, ...rest) => {
          if (error instanceof Error) fail(error.message.trim().split("\n").pop());
          return stderr(error, ...rest);
        };
      });
    },
    (error) => fail(say("no-pyscript", { error: error.message })),
  );
}

// ---------------------------------------------------------------- what comes after the start

// browser/rest.py fetches it behind the board, and at once when an import cannot wait.  No service
// worker answers a request that the page stands still for; so where there is one, that is without
// a network too, it is taken from the kept copy beforehand.
if (serviceWorker?.controller) {
  const archive = async (path) => (await fetch(path)).arrayBuffer();
  Promise.all(build.rest.map(archive)).then(
    (archives) => (globalThis.greyloxRest = archives),
    () => {}, // Python asks again
  );
}

// ---------------------------------------------------------------- offline copy and updates

const ASK_AGAIN_MILLIS = 6 * 3_600_000; // an installed app may stay open for weeks

let kept = false;
let asked = Date.now();
let asking = false; // whether the player waits for an answer
let accepted = false;
let registration;
let registered = null; // the promise of it, once it was asked for

function offer() {
  element("update").hidden = false;
}

// Say when a version could not be kept: the first one always, a later one to those who asked.
function follow(worker) {
  const first = !registration.active;
  let installed = false;
  worker.addEventListener("statechange", () => {
    installed ||= worker.state === "installed";
    if (worker.state === "installed" && isKept()) offer();
    if (worker.state !== "redundant" || installed) return;
    if (first) tell("offline-failed");
    else if (asking) tell("update-status", "failed");
  });
}

// The browser's own word for it may mean the worker of a site in a folder above.
function activated({ installing, waiting, active }) {
  const worker = active ?? waiting ?? installing;
  return new Promise((done) => {
    const look = () => worker.state === "activated" && done(worker);
    worker.addEventListener("statechange", look);
    look();
  });
}

async function keepOffline() {
  if (kept || !serviceWorker) return;
  kept = true;
  const updating = isKept();
  try {
    const options = { updateViaCache: "none" };
    registered = serviceWorker.register(WORKER, options);
    registration = await registered;
    if (registration.waiting && updating) offer();
    if (registration.installing) follow(registration.installing);
    registration.addEventListener("updatefound", () => follow(registration.installing));
    serviceWorker.addEventListener("controllerchange", () => {
      if (accepted) location.reload();
      else if (updating) offer(); // another tab took the new version
    });
    (await activated(registration)).postMessage("tidy");
    tell("offline-ready");
  } catch (error) {
    console.info(`No offline copy this time: ${error.message}`); // the game itself is running
    registration = undefined;
  }
}

async function checkUpdate() {
  asked = Date.now();
  await registration.update();
  if (registration.waiting) offer();
  return registration.waiting ? "waiting" : registration.installing ? "arriving" : "current";
}

addEventListener("greylox:check-update", async () => {
  keepOffline(); // unless that has begun
  await Promise.allSettled([registered]);
  if (!registration) return tell("update-status", "unkept");
  asking = true;
  checkUpdate().then(
    (status) => tell("update-status", status),
    () => tell("update-status", "unreachable"),
  );
});
document.addEventListener("visibilitychange", () => {
  const due = !document.hidden && Date.now() - asked > ASK_AGAIN_MILLIS;
  if (due && registration) checkUpdate().catch(() => {}); // offline: the next time will do
});
element("update-now").addEventListener("click", () => {
  accepted = true;
  if (registration?.waiting) registration.waiting.postMessage("skip-waiting");
  else location.reload();
});
element("update-later").addEventListener("click", () => {
  element("update").hidden = true;
});
addEventListener("greylox:engine-ready", keepOffline);
addEventListener("greylox:engine-failed", keepOffline);
