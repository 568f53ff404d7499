// Python's WebAssembly, and faults in the start of Python.  The build puts this file into the page's
// boot.js and the worker's engine.js.

const PYTHON = "./pyodide/pyodide.asm.wasm";

// Load and compile Python.  A host may serve it with another media type, which cannot be streamed.
async function compilePython() {
  const response = await fetch(new URL(PYTHON, import.meta.url));
  const kind = response.headers.get("content-type") ?? "";
  if (!response.ok) throw new Error(`${PYTHON}: ${response.status}`);
  if (kind.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

// Let Pyodide use Python as a module, or as the promise of one, where it would load and compile its
// own.  It would wait forever if that failed, and reports a damaged standard library only on the
// console.
function providePython(module, onFailure) {
  const { error: logError } = console;
  console.error = (...values) => {
    logError.apply(console, values);
    if (String(values[0]).startsWith("Fatal Python error")) onFailure(values[0]);
  };
  const { fetch } = globalThis;
  globalThis.fetch = (address, ...rest) =>
    String(address).endsWith("/pyodide.asm.wasm")
      ? Promise.resolve(new Response())
      : fetch(address, ...rest);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    globalThis.fetch = fetch;
    try {
      const python = await module;
      return { module: python, instance: await WebAssembly.instantiate(python, imports) };
    } catch (error) {
      onFailure(error.message);
      throw error;
    }
  };
}
