// Evaluates positions with a network for the engine, on another core of the processor.
// `greylox_web/engine/worker.py` first posts the code with its memory image, then batches of
// positions, which are answered in order.

const PAGE = 65_536;
let evaluate;

const makeEvaluator = (facts) => {
  const { code, image, memory_bytes, context } = facts;
  const { records, answers, result_bytes, record_bytes } = facts;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(memory_bytes / PAGE) });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } });
  new Uint8Array(memory.buffer).set(image);
  return (positions) => {
    const count = positions.length / record_bytes;
    new Uint8Array(memory.buffer).set(positions, records);
    instance.exports.evaluateBatch(context, count, records, answers);
    return memory.buffer.slice(answers, answers + count * result_bytes);
  };
};

onmessage = ({ data }) => {
  if (data.code) {
    evaluate = makeEvaluator(data);
  } else {
    const values = evaluate(data);
    postMessage(values, [values]);
  }
};

postMessage("ready");
