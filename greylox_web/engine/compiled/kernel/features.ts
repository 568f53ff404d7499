// The input features of a network.  `inputs.py` computes the same features in numpy.

import { labelGroups } from "./components";
import {
  LEGAL, MASK_BYTES, OPENING, PADDING, PLACED, RECORD_BYTES, Record, hasBit, locOf,
} from "./memory";
import { writeGlobals } from "./global_features";
import { computeProspects, setUpPosition, writePlanes } from "./planes";
import { FeatureContext, OTHER, OWN } from "./feature_context";

/** Converts records to arrays: stones, legal cells, placed cells, and six scalars. */
export function stageBatch(
  f: FeatureContext, count: i32, records: usize, stones: usize, legal: usize, placed: usize,
  scalars: usize,
): void {
  const g = f.game, cells = g.cells;
  for (; count; count--) {
    const r = changetype<Record>(records);
    const own = records + (r.mover ? MASK_BYTES : 0), other = records + (r.mover ? 0 : MASK_BYTES);
    let ownCount = 0, otherCount = 0;
    for (let index = 0; index < cells; index++) {
      const source = f.hasEdges && r.mover ? load<i32>(f.mirror + (index << 2)) : index;
      const cell = locOf(g, source) - PADDING;
      const stone = hasBit(own, cell) ? OWN : hasBit(other, cell) ? OTHER : 0;
      if (stone == OWN) ownCount++;
      else if (stone == OTHER) otherCount++;
      store<u8>(stones + index, stone);
      store<u8>(legal + index, <u8>hasBit(records + LEGAL, cell));
      store<u8>(placed + index, <u8>hasBit(records + PLACED, cell));
    }
    const opens = r.phase == OPENING;
    store<f32>(scalars, <f32>(opens || (f.isWithoutSwap && !(ownCount + otherCount))), 0);
    store<f32>(scalars, <f32>(opens && r.quota == 2), 4);
    store<f32>(scalars, <f32>hasBit(records + LEGAL, g.end), 8);
    store<f32>(scalars, <f32>hasBit(records + LEGAL, g.swap), 12);
    // after an untrained swap the colours have exchanged their roles
    const isFirst = f.isSwapUntrained ? ownCount >= otherCount : r.mover == 0;
    store<f32>(scalars, <f32>isFirst, 16);
    store<f32>(scalars, <f32>min<i32>(r.quota, 3), 20);
    records += RECORD_BYTES;
    stones += cells;
    legal += cells;
    placed += cells;
    scalars += 24;
  }
}

/** Writes the planes of each position, with a final row of zeros, and its global features. */
export function writeInputs(
  f: FeatureContext, count: i32, stones: usize, legal: usize, placed: usize, scalars: usize,
  planes: usize, globals: usize,
): void {
  const cells = f.game.cells;
  for (; count; count--) {
    labelGroups(cells, stones, f.neighbours, f.labels, f.sizes);
    if (f.usesSight) setUpPosition(f, stones);
    if (f.hasMargin) computeProspects(f, stones);
    planes = writePlanes(f, stones, legal, placed, planes);
    memory.fill(planes, 0, f.planeCount << 2);
    planes += f.planeCount << 2;
    globals = writeGlobals(f, stones, scalars, globals);
    stones += cells;
    legal += cells;
    placed += cells;
    scalars += 24;
  }
}
