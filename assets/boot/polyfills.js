// Replacements for features that a browser denies or implements badly.

// ---------------------------------------------------------------- storage

// PyScript opens databases for packages and folders, which this site does not use, and waits for them
// before it loads Python.  It gets empty stubs, for speed, and because a browser that denies storage
// may never answer.
function stubIndexedDB(denied) {
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
    if (String(name).startsWith("IDBMap/")) return makeRequest(emptyDatabase);
    if (!openDatabase) throw new DOMException("denied", "SecurityError");
    return openDatabase.call(this, name, ...version);
  }
  if (factory) factory.open = open;
  if (!works(() => globalThis.indexedDB)) {
    Object.defineProperty(globalThis, "indexedDB", { value: { open }, configurable: true });
  }

  // A silent channel, where the browser denies channels to other tabs.
  if (!works(() => new BroadcastChannel("greylox").close() ?? true)) {
    globalThis.BroadcastChannel = class extends EventTarget {
      postMessage() {}
      close() {}
    };
  }
}

const isFramed = "framed" in document.documentElement.dataset;
stubIndexedDB(isFramed);

// ---------------------------------------------------------------- searches

// PyScript searches the document for attributes such as py-click, once and after each change of the
// page.  This site has none.  PyScript finds nothing, and start.js lets it observe nothing.
globalThis.XPathEvaluator = class {
  createExpression() {
    return { evaluate: () => ({ snapshotLength: 0 }) };
  }
};

class IdleObserver {
  observe() {}
}

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
