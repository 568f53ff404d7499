// The start: a tap that waits for it, PyScript, and the archives that are loaded afterwards.

// The browser's service worker container; undefined if it is missing or denied.
const serviceWorker = (() => {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
})();
const WORKER = "./service-worker.js";

// Whether this copy's own worker controls the page: a site in a parent folder may have one, too.
const isCached = () => serviceWorker?.controller?.scriptURL === new URL(WORKER, document.baseURI).href;

// ---------------------------------------------------------------- installing

// Some browsers let a page choose when to offer its installation.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.greyloxInstallPrompt = event;
  emit("installable");
});

// ---------------------------------------------------------------- a tap before Python

// data-tapped stores the cell, which shows a ghost, until Python can play there.
const board = element("board");

function clearTap() {
  board.querySelector(".ghost-first")?.classList.remove("ghost-first");
  board.querySelector(".ghost").removeAttribute("transform");
}

function markTap({ target }) {
  const cell = target.closest("[data-cell]");
  if (!cell) return;
  clearTap();
  cell.classList.add("ghost-first");
  board.querySelector(".ghost").setAttribute("transform", cell.getAttribute("transform"));
  board.dataset.tapped = cell.dataset.cell;
}

board.addEventListener("click", markTap);

// ---------------------------------------------------------------- the start

element("startup-retry").addEventListener("click", () => location.reload());
setTimeout(() => {
  if (interactive || failed) return;
  element("startup-stage").textContent = text("slow");
}, SLOW_MILLIS);

addEventListener("greylox:board-interactive", () => {
  interactive = true;
  board.removeEventListener("click", markTap);
  clearTap();
  clearTimeout(stallTimer);
  resources.disconnect();
  element("startup").hidden = true;
  setTimeout(registerServiceWorker, LATEST_REGISTRATION_MILLIS);
});

resources.observe({ type: "resource", buffered: true });
updateProgress();

// Return a sentence if the browser lacks a feature, or "".  Styles and dialogs need features that
// browsers have since 2024.  Strict security settings disable WebAssembly.
function missingFeature() {
  if (!globalThis.WebAssembly) return text("no-wasm");
  const styles = ["selector(:has(a))", "(color: light-dark(red, red))"];
  const styled = styles.every((it) => CSS.supports(it));
  return styled && "popover" in HTMLElement.prototype ? "" : text("old-browser");
}

// Compile Python while PyScript is loaded.  The engine's worker reuses it, with all that the browser
// has optimised in it.  The package's archive is requested once the WebAssembly is complete: Python
// then starts for a third of a second without it, and without any other use of the line.
async function compileForPageAndWorker() {
  const module = await compilePython();
  globalThis.greyloxCompiledPython = module;
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "", href: build.package });
  document.head.append(link);
  return module;
}

// Load a classic script; after a failure, Pyodide tries again and reports it.
function loadScript(src) {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    Object.assign(script, { src, onload: resolve, onerror: resolve });
    document.head.append(script);
  });
}

// Load PyScript, and before it Pyodide's script, which Pyodide would import as a module.  The offline
// copy keeps the compiled code of classic scripts from the first visit on.  And as a module, which
// does not know its address, this script throws an error; the browser then parses all of it again.
async function loadPyScript() {
  await loadScript("./pyodide/pyodide.asm.js");
  const { MutationObserver } = globalThis;
  globalThis.MutationObserver = IdleObserver;
  try {
    return await import(new URL("./pyscript/core.js", document.baseURI));
  } finally {
    globalThis.MutationObserver = MutationObserver;
  }
}

const missing = missingFeature();
if (missing) {
  fail(missing, true);
} else {
  providePython(compileForPageAndWorker(), (why) => fail(String(why)));
  loadPyScript().then(
    ({ hooks }) => {
      // PyScript builds this hook with Function(), which the content security policy forbids.  It
      // only registers a file-system helper in PyScript's own workers, and there are none.
      hooks.worker.onBeforeRunAsync.clear();
      hooks.main.onReady.add(({ interpreter, io }) => {
        interpreter.runPython(FROM_ARCHIVE);
        if (globalThis.greyloxStrings && !interpreter.runPython(IN_ANOTHER_LANGUAGE)) {
          reportLater(text("untranslated"));
        }
        const { stderr } = io;
        io.stderr = (error, ...rest) => {
          if (error instanceof Error) fail(error.message.trim().split("\n").pop());
          return stderr(error, ...rest);
        };
      });
    },
    (error) => fail(text("no-pyscript", { error: error.message })),
  );
}

// ---------------------------------------------------------------- deferred archives

// page/deferred.py fetches the archives after the start, or synchronously if an import needs them.
// No service worker answers a synchronous request; so a page with one, which may have no network,
// reads the archives from the offline copy in advance.
if (serviceWorker?.controller) {
  const archive = async (path) => (await fetch(path)).arrayBuffer();
  Promise.all(build.rest.map(archive)).then(
    (archives) => (globalThis.greyloxDeferred = archives),
    () => {}, // Python fetches them later
  );
}
