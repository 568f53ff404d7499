// What is put in the place of what a browser denies or does badly.

// ---------------------------------------------------------------- storage that is denied

// PyScript opens databases of its own and waits for them for ever, and it calls other tabs; where
// the browser denies that, in whatever way, it gets empty databases and a silent channel, and the
// game starts all the same.
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
