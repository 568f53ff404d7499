// The first code of the page: starts PyScript, says how the start is going and what failed, and
// keeps the offline copy.  Paths are the plain ones; build.py puts the hashed names in.
//
// Events on window.  From Python: greylox:board-interactive, greylox:start-failed (detail: text),
// greylox:engine-ready, greylox:engine-failed, greylox:check-update.  To Python:
// greylox:offline-ready, greylox:update-status (detail: "current", "arriving", "waiting" or
// "unreachable").

const SLOW_MILLIS = 20_000;
const SILENT_MILLIS = 5_000; // with every file here, Python needs one second
const STALLED_MILLIS = 45_000;
const LATEST_REGISTRATION_MILLIS = 30_000;

const element = (id) => document.getElementById(id);
const tell = (name, detail) => dispatchEvent(new CustomEvent(`greylox:${name}`, { detail }));
const files = JSON.parse(document.querySelector("meta[name=greylox-files]").content);

let interactive = false;
let failed = false;

// ---------------------------------------------------------------- progress

const waitedFor = new Map(
  Object.entries(files).map(([path, [bytes]]) => [new URL(path, document.baseURI).href, bytes]),
);
const total = [...waitedFor.values()].reduce((sum, bytes) => sum + bytes, 0);
let silent;
let stalled;

function progressed() {
  clearTimeout(stalled);
  stalled = setTimeout(() => fail("Nothing has arrived for 45 seconds."), STALLED_MILLIS);
  const left = [...waitedFor.values()].reduce((sum, bytes) => sum + bytes, 0);
  element("startup-progress").value = 1 - left / total;
  if (left || failed) return;
  element("startup-stage").textContent = "Starting the game";
  silent ??= setTimeout(suspect, SILENT_MILLIS);
}

const resources = new PerformanceObserver((list) => {
  for (const { name, responseStatus } of list.getEntries()) {
    if (!waitedFor.has(name)) continue;
    if (responseStatus >= 400) fail(`${fileName(name)} is missing (${responseStatus}).`);
    else waitedFor.delete(name);
  }
  if (!interactive) progressed();
});

// ---------------------------------------------------------------- failure

const fileName = (url) => decodeURIComponent(new URL(url, document.baseURI).pathname.split("/").pop());

async function fault(path, integrity) {
  try {
    const response = await fetch(path, { cache: "no-cache" });
    if (!response.ok) return `${fileName(path)} is missing (${response.status}).`;
  } catch {
    return `${fileName(path)} could not be fetched; is the network there?`;
  }
  return fetch(path, { cache: "force-cache", integrity }).then(
    () => "",
    () => `${fileName(path)} arrived damaged.`,
  );
}

async function firstFault() {
  for (const [path, [, integrity]] of Object.entries(files)) {
    const found = await fault(path, integrity);
    if (found) return found;
  }
  return "";
}

// Pyodide waits for ever when its .wasm is damaged.
async function suspect() {
  if (interactive || failed) return;
  const found = await firstFault();
  if (found) fail(found);
}

async function fail(reason) {
  if (interactive || failed) return;
  failed = true;
  clearTimeout(stalled);
  element("startup-stage").textContent = "Greylox could not start.";
  element("startup-progress").hidden = true;
  element("startup-error").textContent = reason;
  element("startup-error").hidden = false;
  element("startup-retry").hidden = false;
  element("startup").dataset.state = "failed";
  element("startup-error").textContent = (await firstFault()) || reason;
}

addEventListener("unhandledrejection", ({ reason }) => fail(String(reason?.message ?? reason)));
addEventListener("greylox:start-failed", ({ detail }) => fail(String(detail)));
addEventListener(
  "error",
  ({ target, message }) => {
    const url = target?.src ?? target?.href;
    fail(url ? `${fileName(url)} could not be loaded.` : String(message));
  },
  true, // a file's failure does not bubble
);

// ---------------------------------------------------------------- storage that is denied

// PyScript opens databases of its own and waits for them for ever; where the browser denies them
// it gets empty ones, and the game starts all the same.
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

const factory = globalThis.IDBFactory?.prototype;
const openDatabase = factory?.open;
if (factory) {
  factory.open = function (name, ...version) {
    if (!String(name).startsWith("IDBMap/")) return openDatabase.call(this, name, ...version);
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
  };
}

// ---------------------------------------------------------------- the start

element("startup-retry").addEventListener("click", () => location.reload());
setTimeout(() => {
  if (interactive || failed) return;
  element("startup-stage").textContent = "This takes longer than usual; still loading";
}, SLOW_MILLIS);

addEventListener("greylox:board-interactive", () => {
  interactive = true;
  clearTimeout(stalled);
  resources.disconnect();
  element("startup").hidden = true;
  setTimeout(keepOffline, LATEST_REGISTRATION_MILLIS);
});

resources.observe({ type: "resource", buffered: true });
progressed();

import(new URL("./pyscript/core.js", document.baseURI)).then(
  ({ hooks }) => {
    // PyScript builds this hook with Function(), which the content security policy forbids; all it
    // does is to register a file-system helper in workers.
    hooks.worker.onBeforeRunAsync.clear();
    hooks.main.onReady.add(({ interpreter, io }) => {
      // Importing from the archive is quicker than unpacking it, and PyScript's own modules lie in
      // it compiled.
      interpreter.runPython("import sys; sys.path.insert(0, '/home/pyodide/greylox_web.zip')");
      const { stderr } = io;
      io.stderr = (error, ...rest) => {
        if (error instanceof Error) fail(error.message.trim().split("\n").pop());
        return stderr(error, ...rest);
      };
    });
  },
  (error) => fail(`PyScript could not be loaded: ${error.message}`),
);

// ---------------------------------------------------------------- offline copy and updates

let kept = false;
let accepted = false;

async function keepOffline() {
  if (kept || !navigator.serviceWorker) return;
  kept = true;
  const { serviceWorker } = navigator;
  const updating = Boolean(serviceWorker.controller);
  const offer = () => {
    element("update").hidden = false;
  };
  try {
    const options = { updateViaCache: "none" };
    const registration = await serviceWorker.register("./service-worker.js", options);
    if (registration.waiting && updating) offer();
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing.addEventListener("statechange", () => {
        if (installing.state === "installed" && serviceWorker.controller) offer();
      });
    });
    serviceWorker.addEventListener("controllerchange", () => {
      if (accepted) location.reload();
      else if (updating) offer(); // another tab took the new version
    });
    element("update-now").addEventListener("click", () => {
      accepted = true;
      if (registration.waiting) registration.waiting.postMessage("skip-waiting");
      else location.reload();
    });
    element("update-later").addEventListener("click", () => {
      element("update").hidden = true;
    });
    const status = () =>
      registration.waiting ? "waiting" : registration.installing ? "arriving" : "current";
    addEventListener("greylox:check-update", () =>
      registration.update().then(
        () => tell("update-status", status()),
        () => tell("update-status", "unreachable"),
      ),
    );
    const { active } = await serviceWorker.ready;
    active.postMessage("tidy");
    tell("offline-ready");
  } catch (error) {
    console.info(`No offline copy this time: ${error.message}`); // the game itself is running
  }
}

addEventListener("greylox:engine-ready", keepOffline);
addEventListener("greylox:engine-failed", keepOffline);
