// What a server or a line breaks that is not needed before the first stone: found, and told.

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

const NEEDED = /^\.\/(engine\.|app\/|pyodide\.|wheels\.)/; // by the engine

// What is wrong with the files that the engine needs: at first only what the server says of each.
// The table of the service worker names them.
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

const suspectLater = () => setTimeout(suspectEngine, SLOW_MILLIS);
addEventListener("greylox:board-interactive", suspectLater, { once: true });
