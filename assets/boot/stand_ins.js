// What is put in the place of what a browser denies or does badly, in the page and before the text of
// PyScript's workers.

// ---------------------------------------------------------------- storage that is denied

// PyScript opens databases of its own and waits for them for ever, and it calls other tabs; where
// the browser denies that, in whatever way, it gets empty databases and a silent channel, and the
// game starts all the same.  The build puts the text of this function before that of PyScript's
// workers, so it may refer to nothing outside.
function standIn(denied) {
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
  const gives = (make) => {
    try {
      return Boolean(make());
    } catch {
      return false;
    }
  };

  const factory = globalThis.IDBFactory?.prototype;
  const openDatabase = denied ? undefined : factory?.open;
  function open(name, ...version) {
    if (!String(name).startsWith("IDBMap/")) {
      if (!openDatabase) throw new DOMException("denied", "SecurityError");
      return openDatabase.call(this, name, ...version);
    }
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
  }
  if (factory) factory.open = open;
  if (!gives(() => globalThis.indexedDB)) {
    Object.defineProperty(globalThis, "indexedDB", { value: { open }, configurable: true });
  }

  if (!gives(() => new BroadcastChannel("greylox").close() ?? true)) {
    globalThis.BroadcastChannel = class extends EventTarget {
      postMessage() {}
      close() {}
    };
  }
}

const isFramed = "framed" in document.documentElement.dataset;
standIn(isFramed);

// ---------------------------------------------------------------- workers that die

// No event tells of a worker that has died.  Each holds a lock from its first line on, which the
// browser lets go when it ends in whatever way; where there are no locks, patience has to do.
const LOCK = `greylox-worker ${Math.random()} ${Date.now()}`;
const LOOK_MILLIS = 200;
const MOST_LOOKS = 600; // two minutes; of a worker that was made, the first line is due in ten seconds
let workers = 0;
let isDenied = false; // whether the last one could not be made

if (globalThis.Worker) {
  globalThis.Worker = class extends Worker {
    constructor(...told) {
      try {
        super(...told);
      } catch (error) {
        isDenied = true;
        throw error;
      }
    }
  };
}

function hold(name) {
  navigator.locks?.request(name, () => new Promise(() => {})).catch(() => {});
}

Object.defineProperty(globalThis, "greyloxStandIn", {
  get: () =>
    `(${hold})("${LOCK} ${++workers}");(${standIn})(${isFramed});(${sureOfPython})(() => close());`,
});

// A promise that is kept when the worker that is made next has died, or could not be made.
globalThis.greyloxNextDeath = async () => {
  isDenied = false;
  const number = workers + 1;
  const name = `${LOCK} ${number}`;
  const isHeld = async () => (await navigator.locks.query()).held.some((it) => it.name === name);
  try {
    for (let looks = 0; !isDenied && !(await isHeld()) && looks < MOST_LOOKS; ) {
      looks += workers < number ? 1 : 12;
      await new Promise((done) => setTimeout(done, LOOK_MILLIS));
    }
    await navigator.locks.request(name, () => {});
  } catch {
    await new Promise(() => {}); // nobody will know
  }
};

// ---------------------------------------------------------------- waiting, but not for ever

// Pyodide waits with scheduler.postTask.  Chromium keeps a page that was left, with all its memory,
// for as long as such a task has to wait; a timer goes with its page.
const tasks = globalThis.scheduler;
const { postTask } = tasks ?? {};
if (postTask) {
  tasks.postTask = (task, options) => {
    if (!options?.delay) return postTask.call(tasks, task, options);
    return new Promise((due) => setTimeout(due, options.delay)).then(() => task());
  };
}
