// Games that the network plays on, for the forecast of who will hold each cell.  `engine/forecast.py`
// does the same in Python.

import { stageBatch } from "./features";
import { locOfAction } from "./memory";
import { randomBelow, seed } from "./numbers";
import { play } from "./play";
import { Position, readRecord, writeRecord } from "./position";
import { SearchContext, actionOf, evaluateRecord } from "./puct";

const STEPS: i32 = 1 << 30; // a random number is a multiple of 1 / STEPS

/** Plays at most `maxActions` actions from the record, which becomes the position after them.
 * The network draws each, with the square of its prior as the weight. */
export function playOn(c: SearchContext, low: u32, high: u32, maxActions: i32): void {
  const g = c.game, p = changetype<Position>(c.positions), r = c.record;
  seed(low, high);
  readRecord(g, p, r);
  writeRecord(g, p, r);
  while (maxActions-- > 0 && !r.over) {
    stageBatch(c.features, 1, changetype<usize>(r), c.stones, c.legal, c.placed, c.scalars);
    evaluateRecord(c);
    play(g, p, locOfAction(g, actionOf(c, drawIndex(c))));
    writeRecord(g, p, r);
  }
}

/** The index of a random action in the network's policy. */
function drawIndex(c: SearchContext): i32 {
  const count = c.game.cells + 2;
  let sum: f64 = 0;
  for (let index = 0; index < count; index++) sum += weightAt(c, index);
  let rest = sum * (<f64>randomBelow(STEPS) / <f64>STEPS), last = 0;
  for (let index = 0; index < count; index++) {
    const weight = weightAt(c, index);
    if (weight <= 0) continue;
    last = index;
    rest -= weight;
    if (rest < 0) break;
  }
  return last;
}

// @ts-ignore: decorator
@inline
function weightAt(c: SearchContext, index: i32): f64 {
  const prior = <f64>load<f32>(c.priors + (index << 2)); // negative if illegal
  return prior > 0 ? prior * prior : 0;
}
