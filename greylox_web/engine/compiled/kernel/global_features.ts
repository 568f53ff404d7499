// The input numbers of a network, for the whole board.

import { labelOf } from "./components";
import { OTHER, OWN, View, flag, grown, held, placeAfter, put, putAt } from "./feature_context";

/** Of the groups of a side: the sum of their logs, how many there are, the three largest. */
@unmanaged
class Sum {
  logs: f64;
  groups: i32;
  top0: i32;
  top1: i32;
  top2: i32;
}

function sumUp(v: View, stones: usize, side: u8, sum: Sum): void {
  sum.logs = 0;
  sum.groups = sum.top0 = sum.top1 = sum.top2 = 0;
  for (let cell = 0; cell < v.game.cells; cell++) {
    if (labelOf(v.labels, cell) != cell) continue;
    const size = held(v.sizes, stones, cell, side);
    if (!size) continue;
    sum.groups++;
    sum.logs += load<f64>(v.logs + (size << 3));
    if (size > sum.top0) {
      sum.top2 = sum.top1;
      sum.top1 = sum.top0;
      sum.top0 = size;
    } else if (size > sum.top1) {
      sum.top2 = sum.top1;
      sum.top1 = size;
    } else if (size > sum.top2) sum.top2 = size;
  }
}

// @ts-ignore: decorator
@inline
function clipped(value: f64): f32 {
  return <f32>min<f64>(max<f64>(value, -2), 2);
}

export function showNumbers(v: View, stones: usize, facts: usize, numbers: usize): usize {
  const cells = v.game.cells;
  const own = changetype<Sum>(v.links), other = changetype<Sum>(v.links + offsetof<Sum>());
  sumUp(v, stones, OWN, own);
  sumUp(v, stones, OTHER, other);
  let vacant = 0;
  for (let cell = 0; cell < cells; cell++) vacant += <i32>(load<u8>(stones + cell) == 0);
  putAt(numbers);
  put(<f32>(<f64>vacant / <f64>cells));
  put(<f32>(vacant & 1));
  for (let fact: usize = 0; fact < 20; fact += 4) put(load<f32>(facts + fact));
  for (let quota: f32 = 1; quota < 4; quota++) flag(load<f32>(facts, 20) == quota);
  put(<f32>v.size);
  put(<f32>v.margin);
  put(<f32>(<f64>own.groups * 0.1));
  put(<f32>(<f64>other.groups * 0.1));
  put(clipped(<f64>(own.top0 - other.top0) / v.leadUnit));
  put(clipped((own.logs - other.logs) * 0.25));
  put(grown(v, own.top0));
  put(grown(v, own.top1));
  put(grown(v, own.top2));
  put(grown(v, other.top0));
  put(grown(v, other.top1));
  put(grown(v, other.top2));
  return placeAfter();
}
