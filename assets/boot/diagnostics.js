// What a server or a line breaks that is not needed before the first stone: found, and told.

// ---------------------------------------------------------------- what fails after the start

const reportLater = (message) => {
  if (interactive) emit("load-failed", message);
  else addEventListener("greylox:board-interactive", () => emit("load-failed", message));
};

function isEmpty({ sheet }) {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return false; // in a sandboxed frame its own sheets are foreign to the page
  }
}

addEventListener("load", () => {
  const unstyled = [...document.querySelectorAll("link[data-deferred]")].find(isEmpty);
  if (unstyled) reportLater(text("unstyled", { file: fileName(unstyled.href) }));
});

const NEEDED = /^\.\/(engine\.|app\/|pyodide\.|wheels\.)/; // by the engine

// What is wrong with the files that the engine needs: at first only what the server says of each.
// The table of the service worker names them.
async function engineFault(withHashes) {
  const source = await (await fetch(WORKER)).text();
  const hashes = JSON.parse(/const FILES = (\{[^}]*\});/.exec(source)[1]);
  const needed = Object.entries(hashes).filter(([path]) => NEEDED.test(path));
  const first = async (checks) => (await Promise.all(checks)).find(Boolean) ?? "";
  const plain = await first(needed.map(([path]) => fileFault(path)));
  return plain || (withHashes ? first(needed.map((entry) => fileFault(...entry))) : "");
}

// As a sentence, which Python tells when no worker can be made; "" when nothing was found.
const engineMessage = (fault) => fault && text("engine-file", { fault });
globalThis.greyloxEngineFault = () => engineFault(true).then(engineMessage, () => "");

let engineDecided = false;
const markEngineDecided = () => (engineDecided = true);
addEventListener("greylox:engine-ready", markEngineDecided);
addEventListener("greylox:engine-failed", markEngineDecided);

// On a slow line it may still be on its way.
async function checkEngine() {
  const fault = !engineDecided && (await engineFault(false).catch(() => ""));
  if (fault && !engineDecided) emit("load-failed", engineMessage(fault));
}

const checkEngineLater = () => setTimeout(checkEngine, SLOW_MILLIS);
addEventListener("greylox:board-interactive", checkEngineLater, { once: true });
