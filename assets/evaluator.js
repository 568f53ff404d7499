// Another core of the processor for the engine: says what a network thinks of positions.
// `greylox_web/engine/worker.py` speaks with it: the code with all that it needs comes first, then
// questions, each of so many positions, which are answered in turn.

const PAGE = 65_536;
let answer;

const answering = ({ code, octets, length, desk, records, answers, size, record }) => {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(length / PAGE) });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } });
  new Uint8Array(memory.buffer).set(octets);
  return (positions) => {
    const count = positions.length / record;
    new Uint8Array(memory.buffer).set(positions, records);
    instance.exports.evaluateBatch(desk, count, records, answers);
    return memory.buffer.slice(answers, answers + count * size);
  };
};

onmessage = ({ data }) => {
  if (data.code) {
    answer = answering(data);
  } else {
    const said = answer(data);
    postMessage(said, [said]);
  }
};

postMessage("ready");
