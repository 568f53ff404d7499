// The input numbers of a network, for the whole board.

import { labelOf } from "./components";
import {
  FeatureContext, OTHER, OWN, cursor, logSize, setCursor, sizeOfSide, write, writeFlag,
} from "./feature_context";

/** Of the groups of a side: the sum of their logs, how many there are, the three largest. */
@unmanaged
class GroupStats {
  logs: f64;
  groups: i32;
  largest0: i32;
  largest1: i32;
  largest2: i32;
}

function groupStats(v: FeatureContext, stones: usize, side: u8, stats: GroupStats): void {
  stats.logs = 0;
  stats.groups = stats.largest0 = stats.largest1 = stats.largest2 = 0;
  for (let cell = 0; cell < v.game.cells; cell++) {
    if (labelOf(v.labels, cell) != cell) continue;
    const size = sizeOfSide(v.sizes, stones, cell, side);
    if (!size) continue;
    stats.groups++;
    stats.logs += load<f64>(v.logs + (size << 3));
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

export function writeGlobals(v: FeatureContext, stones: usize, scalars: usize, globals: usize): usize {
  const cells = v.game.cells;
  const own = changetype<GroupStats>(v.links), other = changetype<GroupStats>(v.links + offsetof<GroupStats>());
  groupStats(v, stones, OWN, own);
  groupStats(v, stones, OTHER, other);
  let vacant = 0;
  for (let cell = 0; cell < cells; cell++) vacant += <i32>(load<u8>(stones + cell) == 0);
  setCursor(globals);
  write(<f32>(<f64>vacant / <f64>cells));
  write(<f32>(vacant & 1));
  for (let index: usize = 0; index < 20; index += 4) write(load<f32>(scalars + index));
  for (let quota: f32 = 1; quota < 4; quota++) writeFlag(load<f32>(scalars, 20) == quota);
  write(<f32>v.size);
  write(<f32>v.margin);
  write(<f32>(<f64>own.groups * 0.1));
  write(<f32>(<f64>other.groups * 0.1));
  write(clipped(<f64>(own.largest0 - other.largest0) / v.leadUnit));
  write(clipped((own.logs - other.logs) * 0.25));
  write(logSize(v, own.largest0));
  write(logSize(v, own.largest1));
  write(logSize(v, own.largest2));
  write(logSize(v, other.largest0));
  write(logSize(v, other.largest1));
  write(logSize(v, other.largest2));
  return cursor();
}
