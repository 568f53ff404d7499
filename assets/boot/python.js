// Faults in the start of Python.  The build puts this file into the page's boot.js and the worker's
// engine.js.

// Pyodide waits forever if its .wasm is missing or damaged, or if the host serves it with another
// media type; it reports a damaged standard library only on the console.
function guardWasmStreaming(onFailure) {
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
      if (!response.ok || kind.startsWith("application/wasm") || kind.startsWith("text/html")) {
        return await streaming.call(WebAssembly, response, imports);
      }
      return await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    } catch (error) {
      onFailure(error.message);
      throw error;
    }
  };
}
