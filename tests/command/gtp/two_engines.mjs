// Two engines play each other under the controller of the Go program Sabaki, which has only GTP for
// these games: sides alternate, each generated move is sent to the other engine, and a position is
// set by clearing, playing and undoing.
//
//   node two_engines.mjs NODE_MODULES BOARDSIZE PROGRAM WORDS...
import { createRequire } from "node:module";

const [modules, boardsize, program, ...words] = process.argv.slice(2);
const { Controller, ControllerStateTracker } = createRequire(`${modules}/`)("@sabaki/gtp");

const engines = ["1", "2"].map((seed) => new Controller(program, [...words, "--seed", seed]));
const trackers = engines.map((engine) => new ControllerStateTracker(engine));
for (const engine of engines) {
  engine.on("stderr", ({ content }) => console.error(content));
  engine.start();
}

async function asked(engine, name, ...args) {
  const response = await engine.sendCommand({ name, args });
  if (response.error) throw new Error(`${name} ${args.join(" ")}: ${response.content}`);
  return response.content;
}

const isOver = async () => !(await engines[0].sendCommand({ name: "final_score" })).error;

const history = [];
const shape = { boardsize: [+boardsize, +boardsize], komi: 0 };
for (const tracker of trackers) await tracker.sync({ ...shape, history });
for (let turn = 0; !(await isOver()); turn++) {
  const [mover, other] = [turn % 2, 1 - (turn % 2)];
  const move = await asked(engines[mover], "genmove", "bw"[mover]);
  history.push({ name: "play", args: ["BW"[mover], move] });
  await trackers[other].sync({ ...shape, history });
}
const links = await Promise.all(engines.map((engine) => asked(engine, "greylox-link")));
const scores = await Promise.all(engines.map((engine) => asked(engine, "final_score")));

// Stepping back, as in a replay of the game, undoes turns one by one.
await trackers[1].sync({ ...shape, history: history.slice(0, -3) });
const earlier = await asked(engines[1], "greylox-link");
await trackers[1].sync({ ...shape, history });
links.push(await asked(engines[1], "greylox-link"));

for (const engine of engines) await engine.stop();
console.log(JSON.stringify({ links, scores, earlier, turns: history.map(({ args }) => args) }));
