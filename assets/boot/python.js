// Faults in the start of Python.  The build puts this file into the page's boot.js and the worker's
// engine.js.

// Pyodide waits forever if its .wasm is missing or damaged, or if the host serves it with another
// media type; it reports a damaged standard library only on the console.  `onModule` receives the
// compiled .wasm.
function guardWasmStreaming(onFailure, onModule = () => {}) {
  const { error: logError } = console;
  console.error = (...values) => {
    logError.apply(console, values);
    if (String(values[0]).startsWith("Fatal Python error")) onFailure(values[0]);
  };
  const streaming = globalThis.WebAssembly?.instantiateStreaming;
  if (!streaming) return;
  WebAssembly.instantiateStreaming = async (pendingResponse, imports) => {
    try {
      const response = await pendingResponse;
      const kind = response.headers.get("content-type") ?? "";
      const isStreamed =
        !response.ok || kind.startsWith("application/wasm") || kind.startsWith("text/html");
      const compiled = isStreamed
        ? await streaming.call(WebAssembly, response, imports)
        : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
      onModule(compiled.module);
      return compiled;
    } catch (error) {
      onFailure(error.message);
      throw error;
    }
  };
}
