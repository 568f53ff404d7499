// A worker with Python, numpy and the functions of a module: the engine (greylox_web.engine.worker)
// or the games of a study (greylox_web.measure.worker).
//
// The page posts [number, name, ...arguments] and receives [number, result], or
// [number, null, fault].  Its first call is "start", with the file of the sentences in the page's
// language, or "" for English, with the page's own Python as a compiled module, and with
// the name of the module with the functions.
//
// The worker posts [0] once it holds a lock with its own name.  The browser releases the lock if
// the worker ends, for whatever reason; no event reports that to the page.

const HOME = "/home/pyodide";
const UNPACKED = [
  "./wheels/numpy.whl",
  "./app/greylox_web.zip",
  "./app/greylox_web-rest.zip",
];
const LIBRARY = "./app/python-rest.zip";
// Compiled libraries, and the paths from which Python loads them.
const COMPILED = {
  "./wheels/numpy.wasm": `${HOME}/numpy/_core/_multiarray_umath.so`,
  "./app/rules.wasm": `${HOME}/greylox_web/engine/compiled/rules.wasm`,
};
const FROM_ARCHIVES = `
from sitecustomize import install_bundles
install_bundles("${HOME}", "${HOME}/python-rest.zip")
`;
const IN_ANOTHER_LANGUAGE = `
from greylox_web.translation import load
load("${HOME}/words.json")
`;

function holdLock() {
  postMessage([0]);
  return new Promise(() => {});
}

navigator.locks?.request(self.name, holdLock).catch(() => {}); // denied in some frames

async function load(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function loadPython(module) {
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  return new Promise((resolve, reject) => {
    providePython(module ?? compilePython(), (why) => reject(new Error(why)));
    loadPyodide().then(resolve, reject);
  });
}

// Load a library and compile it.  Python's own dynamic loader would compile it when it is needed,
// and wait: in WebKit behind the optimisation of Python itself, for up to a second.
async function loadCompiled(path) {
  const code = await load(path);
  const module = await WebAssembly.compile(code).catch(() => null); // Python reports the fault
  return { code, module };
}

async function addLibrary(python, target, { code, module }) {
  const { FS, loadWebAssemblyModule, preloadedWasm } = python._module;
  FS.mkdirTree(target.slice(0, target.lastIndexOf("/")));
  FS.writeFile(target, code);
  if (!module) return;
  const options = { loadAsync: true, nodelete: true };
  preloadedWasm[target] = await loadWebAssemblyModule(module, options, target, {});
}

// Return a Python that can import numpy and our package.
export async function start(words, module) {
  const paths = [LIBRARY, ...UNPACKED, ...(words ? [words] : [])];
  const [python, libraries, ...files] = await Promise.all([
    loadPython(module),
    Promise.all(Object.keys(COMPILED).map(loadCompiled)),
    ...paths.map(load),
  ]);
  const [library, ...archives] = files;
  if (words) python.FS.writeFile(`${HOME}/words.json`, archives.pop());
  python.FS.writeFile(`${HOME}/python-rest.zip`, library);
  for (const archive of archives) python.unpackArchive(archive, "zip");
  for (const [number, target] of Object.values(COMPILED).entries()) {
    await addLibrary(python, target, libraries[number]);
  }
  python.runPython(FROM_ARCHIVES);
  if (words) python.runPython(IN_ANOTHER_LANGUAGE);
  return python;
}

let worker;

onmessage = async ({ data: [number, name, ...args] }) => {
  try {
    if (name === "start") {
      const [words, compiled, module] = args;
      const python = await start(words, compiled);
      worker = python.pyimport(module);
      postMessage([number, ""]);
    } else {
      postMessage([number, await worker[name](...args)]);
    }
  } catch (error) {
    postMessage([number, null, error.message]);
  }
};
