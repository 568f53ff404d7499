// The offline copy, and a new version that waits for the player's word.

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
    tellNetwork();
  } catch (error) {
    console.info(`No offline copy this time: ${error.message}`); // the game itself is running
    registration = undefined;
    kept = false; // whoever looks for updates tries again
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

// ---------------------------------------------------------------- without a network

function part(text) {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}

// Said beside the board and at home for as long as there is none.  Where no copy is kept, all that
// is here already goes on, but the page cannot be loaded again.
function tellNetwork() {
  const offline = navigator.onLine === false;
  const kept = isKept() || registration?.active;
  const told = offline ? [say("offline"), " ", kept ? say("all-works") : say("not-kept")] : [];
  if (offline) document.documentElement.dataset.offline = kept ? "kept" : "not-kept";
  else delete document.documentElement.dataset.offline;
  for (const place of document.querySelectorAll(".offline")) {
    if (place.textContent === told.join("")) continue; // nothing is announced twice
    place.replaceChildren(...told.map((text) => (text === " " ? text : part(text))));
  }
}

for (const kind of ["online", "offline"]) addEventListener(kind, tellNetwork);
tellNetwork();
