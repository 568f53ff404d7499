// Replacements for features that a browser denies or implements badly.

// ---------------------------------------------------------------- denied storage

// PyScript waits for databases of its own without a timeout, and opens a channel to other tabs.
// Where the browser denies that, in whatever form, stubs replace them, empty databases and a silent
// channel, so that the game still starts.
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

// ---------------------------------------------------------------- delayed tasks

// Pyodide waits with scheduler.postTask.  While such a task is delayed, Chromium retains its page
// with all memory, even after the user has left it; a timer ends with its page.
const tasks = globalThis.scheduler;
const { postTask } = tasks ?? {};
if (postTask) {
  tasks.postTask = (task, options) => {
    if (!options?.delay) return postTask.call(tasks, task, options);
    return new Promise((resolve) => setTimeout(resolve, options.delay)).then(() => task());
  };
}
