// Detects and reports faults in files that are not needed before the first stone.

// ---------------------------------------------------------------- faults after the start

const reportLater = (message) => {
  if (interactive) emit("load-failed", message);
  else addEventListener("greylox:board-interactive", () => emit("load-failed", message));
};

function isEmpty({ sheet }) {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return false; // in a sandboxed frame the page's own sheets are cross-origin
  }
}

addEventListener("load", () => {
  const unstyled = [...document.querySelectorAll("link[data-deferred]")].find(isEmpty);
  if (unstyled) reportLater(text("unstyled", { file: fileName(unstyled.href) }));
});

const NEEDED = /^\.\/(engine\.|app\/(?!words-)|pyodide\.|wheels\.)/; // by the engine

// Return the first fault in the files that the engine needs, or "".  First check only the server's
// answer for each; then, with `withHashes`, the contents.  The service worker lists the files.
async function engineFault(withHashes) {
  const source = await (await fetch(WORKER)).text();
  const hashes = JSON.parse(/const FILES = (\{[^}]*\});/.exec(source)[1]);
  const needed = Object.entries(hashes).filter(([path]) => NEEDED.test(path));
  const first = async (checks) => (await Promise.all(checks)).find(Boolean) ?? "";
  const plain = await first(needed.map(([path]) => fileFault(path)));
  return plain || (withHashes ? first(needed.map((entry) => fileFault(...entry))) : "");
}

// The fault as a sentence, or "".  Python shows it if no worker can be started.
const engineMessage = (fault) => fault && text("engine-file", { fault });
globalThis.greyloxEngineFault = () => engineFault(true).then(engineMessage, () => "");

let engineDecided = false;
const markEngineDecided = () => (engineDecided = true);
addEventListener("greylox:engine-ready", markEngineDecided);
addEventListener("greylox:engine-failed", markEngineDecided);

// On a slow connection the engine may still be loading.
async function checkEngine() {
  const fault = !engineDecided && (await engineFault(false).catch(() => ""));
  if (fault && !engineDecided) emit("load-failed", engineMessage(fault));
}

const checkEngineLater = () => setTimeout(checkEngine, SLOW_MILLIS);
addEventListener("greylox:board-interactive", checkEngineLater, { once: true });
