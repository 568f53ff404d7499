// The global features of a network: numbers for the whole board.

import { labelOf } from "./components";
import {
  FeatureContext, OTHER, OWN, writeAddress, sizeFeature, setWriteAddress, sizeOfSide, writeNumber, writeFlag,
} from "./feature_context";

/** The groups of a side: the sum of log2(size), their number, the three largest sizes. */
@unmanaged
class GroupStats {
  logs: f64;
  groups: i32;
  largest0: i32;
  largest1: i32;
  largest2: i32;
}

function groupStats(f: FeatureContext, stones: usize, side: u8, stats: GroupStats): void {
  stats.logs = 0;
  stats.groups = stats.largest0 = stats.largest1 = stats.largest2 = 0;
  for (let cell = 0; cell < f.game.cells; cell++) {
    if (labelOf(f.labels, cell) != cell) continue;
    const size = sizeOfSide(f.sizes, stones, cell, side);
    if (!size) continue;
    stats.groups++;
    stats.logs += load<f64>(f.logs + (size << 3));
    if (size > stats.largest0) {
      stats.largest2 = stats.largest1;
      stats.largest1 = stats.largest0;
      stats.largest0 = size;
    } else if (size > stats.largest1) {
      stats.largest2 = stats.largest1;
      stats.largest1 = size;
    } else if (size > stats.largest2) stats.largest2 = size;
  }
}

// @ts-ignore: decorator
@inline
function clipped(value: f64): f32 {
  return <f32>min<f64>(max<f64>(value, -2), 2);
}

export function writeGlobals(f: FeatureContext, stones: usize, scalars: usize, globals: usize): usize {
  const cells = f.game.cells;
  const own = changetype<GroupStats>(f.links);
  const other = changetype<GroupStats>(f.links + offsetof<GroupStats>());
  groupStats(f, stones, OWN, own);
  groupStats(f, stones, OTHER, other);
  let vacant = 0;
  for (let cell = 0; cell < cells; cell++) vacant += <i32>(load<u8>(stones + cell) == 0);
  setWriteAddress(globals);
  writeNumber(<f32>(<f64>vacant / <f64>cells));
  writeNumber(<f32>(vacant & 1));
  for (let index: usize = 0; index < 20; index += 4) {
    writeNumber(index == 12 && f.isSwapUntrained ? 0 : load<f32>(scalars + index));
  }
  for (let quota: f32 = 1; quota < 4; quota++) writeFlag(load<f32>(scalars, 20) == quota);
  writeNumber(<f32>f.size);
  writeNumber(<f32>f.margin);
  writeNumber(<f32>(<f64>own.groups * 0.1));
  writeNumber(<f32>(<f64>other.groups * 0.1));
  writeNumber(clipped(<f64>(own.largest0 - other.largest0) / f.leadUnit));
  writeNumber(clipped((own.logs - other.logs) * 0.25));
  writeNumber(sizeFeature(f, own.largest0));
  writeNumber(sizeFeature(f, own.largest1));
  writeNumber(sizeFeature(f, own.largest2));
  writeNumber(sizeFeature(f, other.largest0));
  writeNumber(sizeFeature(f, other.largest1));
  writeNumber(sizeFeature(f, other.largest2));
  return writeAddress();
}
