// The first code of the page: starts PyScript, shows the progress and faults of the start, and
// installs the offline copy.  Paths here have no hashes; build.py inserts the hashed names and the
// sentences, and joins the parts, in this order, to the one module boot.js:
//
// progress    the progress of the start, and its faults
// diagnostics faults in files that are not needed before the first stone
// python      faults in the start of Python
// polyfills   replacements for features that a browser denies or implements badly
// start       PyScript, and a tap that waits for it
// offline     the offline copy, and a new version
//
// Events on window.  From Python: greylox:board-interactive, greylox:engine-ready,
// greylox:engine-failed, greylox:check-update.  To Python:
// greylox:offline-ready, greylox:offline-failed, greylox:update-status (detail: "current",
// "arriving", "waiting", "failed", "unreachable", or "unkept" without a service worker),
// greylox:load-failed (detail: the sentence), and greylox:installable, with the browser's event in
// greyloxInstallPrompt.

const SLOW_MILLIS = 20_000;
const SILENT_MILLIS = 5_000; // with all files loaded, Python needs one second
const STALLED_MILLIS = 45_000;
const LATEST_REGISTRATION_MILLIS = 30_000;

const WORDS = globalThis.greyloxStrings ?? {/* build:words */};

// Importing from the archive is quicker than unpacking it, and it has a shorter module pyscript than
// PyScript's own: see tools/site/sitecustomize.py and python.py.
const FROM_ARCHIVE = `
import sys
from sitecustomize import BundleFinder
sys.meta_path.insert(0, BundleFinder("/home/pyodide/greylox_web.zip"))
`;

// Another language has its sentences in a separate file: see static_text.js.
const IN_ANOTHER_LANGUAGE = `
from greylox_web.translation import load
load("/home/pyodide/words.json")
`;

// Pyodide gets a substitute (see python.js); this module uses the browser's own.
const { fetch } = globalThis;

const text = (key, values = {}) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const element = (id) => document.getElementById(id);
const emit = (name, detail) => dispatchEvent(new CustomEvent(`greylox:${name}`, { detail }));
const meta = (name) => JSON.parse(document.querySelector(`meta[name=greylox-${name}]`).content);
const files = meta("files");
const build = meta("build");

let interactive = false;
let failed = false;

// ---------------------------------------------------------------- deferred style sheets

// Marked data-deferred, with media="print": the first paint does not wait for them.
requestAnimationFrame(() =>
  setTimeout(() => {
    for (const link of document.querySelectorAll("link[data-deferred]")) link.media = "all";
  }),
);

// ---------------------------------------------------------------- progress

const pendingBytes = new Map(
  Object.entries(files).map(([path, [bytes]]) => [new URL(path, document.baseURI).href, bytes]),
);
const total = [...pendingBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
let silenceTimer;
let stallTimer;

function updateProgress() {
  clearTimeout(stallTimer);
  stallTimer = setTimeout(() => fail(text("stalled")), STALLED_MILLIS);
  const remaining = [...pendingBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  element("startup-progress").value = 1 - remaining / total;
  if (remaining || failed) return;
  element("startup-stage").textContent = text("starting");
  silenceTimer ??= setTimeout(checkFiles, SILENT_MILLIS);
}

const resources = new PerformanceObserver((list) => {
  for (const { name, responseStatus } of list.getEntries()) {
    if (!pendingBytes.has(name)) continue;
    if (responseStatus >= 400) fail(text("missing", { file: fileName(name), status: responseStatus }));
    else pendingBytes.delete(name);
  }
  if (!interactive) updateProgress();
});

// ---------------------------------------------------------------- failure

const fileName = (url) => decodeURIComponent(new URL(url, document.baseURI).pathname.split("/").pop());

// Return a file's fault or ""; without a hash, check only the response's status and type.
async function fileFault(path, integrity) {
  const file = fileName(path);
  try {
    const method = integrity || isCached() ? "GET" : "HEAD"; // the offline copy answers only GET
    const response = await fetch(path, { cache: "no-cache", method });
    if (!response.ok) return text("missing", { file, status: response.status });
    const kind = response.headers.get("content-type") ?? "";
    if (kind.startsWith("text/html")) return text("swapped", { file });
  } catch {
    return text("unreachable", { file });
  }
  if (!integrity) return "";
  return fetch(path, { cache: "force-cache", integrity }).then(
    () => "",
    () => text("damaged", { file }),
  );
}

async function findFileFault() {
  for (const [path, [, integrity]] of Object.entries(files)) {
    const fault = await fileFault(path, integrity);
    if (fault) return fault;
  }
  return "";
}

// If the start hangs without an error, a file may be the cause.
async function checkFiles() {
  if (interactive || failed) return;
  const fault = await findFileFault();
  if (fault) fail(fault);
}

const NO_MEMORY = /could not allocate memory|out of memory/i; // Chromium; Firefox, Safari

async function fail(error, isFinal = false) {
  if (interactive || failed) return;
  failed = true;
  const reason = NO_MEMORY.test(error) ? text("no-memory") : error;
  board.removeEventListener("click", markTap);
  clearTap();
  clearTimeout(stallTimer);
  element("startup-stage").textContent = text("failed");
  element("startup-progress").hidden = true;
  element("startup-error").textContent = reason;
  element("startup-error").hidden = false;
  element("startup-retry").hidden = isFinal;
  element("startup").dataset.state = "failed";
  if (!isFinal) element("startup-error").textContent = (await findFileFault()) || reason;
}

addEventListener("unhandledrejection", ({ reason }) => fail(String(reason?.message ?? reason)));
addEventListener(
  "error",
  ({ target, message }) => {
    if ("deferred" in (target?.dataset ?? {})) return; // diagnostics.js reports it after the start
    if (target?.as === "font") return; // another font takes its place
    const url = target?.src ?? target?.href;
    fail(url ? text("not-loaded", { file: fileName(url) }) : String(message));
  },
  true, // a file's error event does not bubble
);
