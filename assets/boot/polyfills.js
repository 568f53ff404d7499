// What is put in the place of what a browser denies or does badly.

// ---------------------------------------------------------------- storage that is denied

// PyScript opens databases of its own and waits for them for ever, and it calls other tabs; where
// the browser denies that, in whatever way, it gets empty databases and a silent channel, and the
// game starts all the same.
function stubIndexedDB(denied) {
  const STORAGE_MILLIS = 2_000;
  const EMPTY = { getAllKeys: [], count: 0 };
  const makeRequest = (result) => {
    const request = {};
    queueMicrotask(() => request.onsuccess?.({ target: { result } }));
    return request;
  };
  const emptyDatabase = {
    close() {},
    transaction: () => ({
      objectStore: () => new Proxy({}, { get: (_, name) => () => makeRequest(EMPTY[name]) }),
    }),
  };
  const works = (make) => {
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
    const resolveOpen = (result) => request.onsuccess?.({ target: { result } });
    try {
      const real = openDatabase.call(this, name, ...version);
      real.onupgradeneeded = (event) => request.onupgradeneeded?.(event);
      real.onsuccess = () => resolveOpen(real.result);
      real.onerror = (event) => {
        event.preventDefault();
        resolveOpen(emptyDatabase);
      };
      setTimeout(resolveOpen, STORAGE_MILLIS, emptyDatabase); // the first answer counts
    } catch {
      queueMicrotask(() => resolveOpen(emptyDatabase));
    }
    return request;
  }
  if (factory) factory.open = open;
  if (!works(() => globalThis.indexedDB)) {
    Object.defineProperty(globalThis, "indexedDB", { value: { open }, configurable: true });
  }

  if (!works(() => new BroadcastChannel("greylox").close() ?? true)) {
    globalThis.BroadcastChannel = class extends EventTarget {
      postMessage() {}
      close() {}
    };
  }
}

const isFramed = "framed" in document.documentElement.dataset;
stubIndexedDB(isFramed);

// ---------------------------------------------------------------- waiting, but not for ever

// Pyodide waits with scheduler.postTask.  Chromium keeps a page that was left, with all its memory,
// for as long as such a task has to wait; a timer goes with its page.
const tasks = globalThis.scheduler;
const { postTask } = tasks ?? {};
if (postTask) {
  tasks.postTask = (task, options) => {
    if (!options?.delay) return postTask.call(tasks, task, options);
    return new Promise((resolve) => setTimeout(resolve, options.delay)).then(() => task());
  };
}
