// The start: a tap that waits for it, PyScript, and what is brought afterwards.

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
const isCached = () => serviceWorker?.controller?.scriptURL === new URL(WORKER, document.baseURI).href;

// ---------------------------------------------------------------- installing

// Some browsers let a page say when it offers to be installed.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.greyloxInstallPrompt = event;
  emit("installable");
});

// ---------------------------------------------------------------- a tap before Python

// The cell waits in data-tapped under the ghost of a stone, until Python can play it.
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

// What is drawn and how: the newest things that style and dialogs need, all of them since 2024.
// WebAssembly is switched off by those who want the safest of browsers.
function missingFeature() {
  if (!globalThis.WebAssembly) return text("no-wasm");
  const styles = ["selector(:has(a))", "(color: light-dark(red, red))"];
  const styled = styles.every((it) => CSS.supports(it));
  return styled && "popover" in HTMLElement.prototype ? "" : text("old-browser");
}

guardWasmStreaming((why) => fail(String(why)));

const missing = missingFeature();
if (missing) {
  fail(missing, true);
} else {
  import(new URL("./pyscript/core.js", document.baseURI)).then(
    ({ hooks }) => {
      // PyScript builds this hook with Function(), which the content security policy forbids; all it
      // does is to register a file-system helper in workers of PyScript's, of which there are none.
      hooks.worker.onBeforeRunAsync.clear();
      hooks.main.onReady.add(({ interpreter, io }) => {
        interpreter.runPython(FROM_ARCHIVE);
        if (globalThis.greyloxStrings) interpreter.runPython(IN_ANOTHER_LANGUAGE);
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

// ---------------------------------------------------------------- what comes after the start

// page/deferred.py fetches it behind the board, and at once when an import cannot wait.  No service
// worker answers a request that the page stands still for; so where there is one, that is without
// a network too, it is taken from the kept copy beforehand.
if (serviceWorker?.controller) {
  const archive = async (path) => (await fetch(path)).arrayBuffer();
  Promise.all(build.rest.map(archive)).then(
    (archives) => (globalThis.greyloxDeferred = archives),
    () => {}, // Python asks again
  );
}
