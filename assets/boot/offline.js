// The offline copy, and a new version that waits for the player's consent.

// ---------------------------------------------------------------- offline copy and updates

const ASK_AGAIN_MILLIS = 6 * 3_600_000; // an installed app may stay open for weeks

let isRegistered = false;
let lastCheck = Date.now();
let userIsWaiting = false; // whether the player waits for the result of a check
let accepted = false;
let registration;
let registered = null; // the promise of the registration, once requested

function offerUpdate() {
  element("update").hidden = false;
}

// Report a version that could not be installed: the first always, later ones only on request.
function watchInstallation(worker) {
  const first = !registration.active;
  let installed = false;
  worker.addEventListener("statechange", () => {
    installed ||= worker.state === "installed";
    if (worker.state === "installed" && isCached()) offerUpdate();
    if (worker.state !== "redundant" || installed) return;
    if (first) emit("offline-failed");
    else if (userIsWaiting) emit("update-status", "failed");
  });
}

// Resolve to the worker once it is active.  The browser's own promise may be for the worker of a
// site in a parent folder.
function activated({ installing, waiting, active }) {
  const worker = active ?? waiting ?? installing;
  return new Promise((done) => {
    const checkState = () => worker.state === "activated" && done(worker);
    worker.addEventListener("statechange", checkState);
    checkState();
  });
}

async function registerServiceWorker() {
  if (isRegistered || !serviceWorker) return;
  isRegistered = true;
  const updating = isCached();
  try {
    const options = { updateViaCache: "none" };
    registered = serviceWorker.register(WORKER, options);
    registration = await registered;
    if (registration.waiting && updating) offerUpdate();
    if (registration.installing) watchInstallation(registration.installing);
    registration.addEventListener("updatefound", () => watchInstallation(registration.installing));
    serviceWorker.addEventListener("controllerchange", () => {
      if (accepted) location.reload();
      else if (updating) offerUpdate(); // another tab activated the new version
    });
    (await activated(registration)).postMessage("tidy");
    if (element("words")) await fetch(element("words").src); // the worker adds this language
    emit("offline-ready");
    showNetworkState();
  } catch (error) {
    console.info(`No offline copy this time: ${error.message}`); // the game itself works
    registration = undefined;
    isRegistered = false; // the next check for updates tries again
  }
}

async function checkUpdate() {
  lastCheck = Date.now();
  await registration.update();
  if (registration.waiting) offerUpdate();
  return registration.waiting ? "waiting" : registration.installing ? "arriving" : "current";
}

addEventListener("greylox:check-update", async () => {
  registerServiceWorker(); // does nothing if it has begun
  await Promise.allSettled([registered]);
  if (!registration) return emit("update-status", "unkept");
  userIsWaiting = true;
  checkUpdate().then(
    (status) => emit("update-status", status),
    () => emit("update-status", "unreachable"),
  );
});
document.addEventListener("visibilitychange", () => {
  const isDue = !document.hidden && Date.now() - lastCheck > ASK_AGAIN_MILLIS;
  if (isDue && registration) checkUpdate().catch(() => {}); // offline: the next check tries again
});
element("update-now").addEventListener("click", () => {
  accepted = true;
  if (registration?.waiting) registration.waiting.postMessage("skip-waiting");
  else location.reload();
});
element("update-later").addEventListener("click", () => {
  element("update").hidden = true;
});
addEventListener("greylox:engine-ready", registerServiceWorker);
addEventListener("greylox:engine-failed", registerServiceWorker);

// ---------------------------------------------------------------- without a network

function makeSpan(content) {
  const span = document.createElement("span");
  span.textContent = content;
  return span;
}

// Update the notice beside the board and at home while there is no network.  Without an offline
// copy, all loaded parts still work, but the page cannot be reloaded.
function showNetworkState() {
  const offline = navigator.onLine === false;
  const cached = isCached() || registration?.active;
  const parts = offline ? [text("offline"), " ", cached ? text("all-works") : text("not-kept")] : [];
  if (offline) document.documentElement.dataset.offline = cached ? "cached" : "not-cached";
  else delete document.documentElement.dataset.offline;
  for (const container of document.querySelectorAll(".offline")) {
    if (container.textContent === parts.join("")) continue; // announce nothing twice
    container.replaceChildren(...parts.map((it) => (it === " " ? it : makeSpan(it))));
  }
}

for (const kind of ["online", "offline"]) addEventListener(kind, showNetworkState);
showNetworkState();
