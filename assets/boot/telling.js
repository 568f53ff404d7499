// The first code of the page: starts PyScript, says how the start is going and what failed, and
// keeps the offline copy.  Paths are the plain ones; build.py puts the hashed names and the
// sentences in, and joins the parts, in this order, to the one module boot.js:
//
// telling     how the start is going, and what failed
// faults      what is broken of that which comes after the first stone
// python      a Python that does not come
// stand_ins   what is put in the place of what a browser denies or does badly
// start       PyScript, and a tap that waits for it
// offline     the offline copy, and a new version
//
// Events on window.  From Python: greylox:board-interactive, greylox:engine-ready,
// greylox:engine-failed, greylox:check-update.  To Python:
// greylox:offline-ready, greylox:offline-failed, greylox:update-status (detail: "current",
// "arriving", "waiting", "failed", "unreachable", or "unkept" without a service worker),
// greylox:file-failed (detail: the sentence), and greylox:installable, with what the browser gave
// in greyloxInstall.

const SLOW_MILLIS = 20_000;
const SILENT_MILLIS = 5_000; // with every file here, Python needs one second
const STALLED_MILLIS = 45_000;
const LATEST_REGISTRATION_MILLIS = 30_000;

/* build:words */

// Importing from the archive is quicker than unpacking it, and PyScript's own modules lie in it
// compiled: see tools/site/sitecustomize.py.
const FROM_ARCHIVE = `
import sys
from sitecustomize import BundleFinder
sys.meta_path.insert(0, BundleFinder("/home/pyodide/greylox_web.zip"))
`;

// The sentences of another language lie in an archive of their own: see tools/languages/still.js.
const IN_ANOTHER_LANGUAGE = `
from greylox_web.archives import StringsFinder
sys.meta_path.insert(0, StringsFinder("/home/pyodide/words.zip"))
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

const NO_MEMORY = /could not allocate memory|out of memory/i; // Chromium's words; Firefox's, Safari's

async function fail(found, sure = false) {
  if (interactive || failed) return;
  failed = true;
  const reason = NO_MEMORY.test(found) ? say("no-memory") : found;
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
addEventListener(
  "error",
  ({ target, message }) => {
    if ("late" in (target?.dataset ?? {})) return; // told once the game is there
    const url = target?.src ?? target?.href;
    fail(url ? say("not-loaded", { file: fileName(url) }) : String(message));
  },
  true, // a file's failure does not bubble
);
