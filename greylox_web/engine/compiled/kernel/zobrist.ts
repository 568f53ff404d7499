// The Zobrist key of a position, from random numbers that Python draws.

import { Ground, LENGTH, VACANT, placeOf } from "./memory";
import { Table, colourAt, placedAt } from "./position";

export const KEYS: usize = 8 * 1280; // bytes of the numbers
const PLACED: i32 = 2 * LENGTH, ANCHOR: i32 = 3 * LENGTH, TURN: i32 = 4 * LENGTH;

// @ts-ignore: decorator
@inline
function number(keys: usize, index: i32): u64 {
  return load<u64>(keys + (<usize>index << 3));
}

/** The 64-bit key of a position. */
export function keyOf(g: Ground, t: Table, keys: usize): u64 {
  let key = number(keys, TURN + t.mover + (t.phase << 1) + (t.quota << 3));
  for (let index = 0; index < g.cells; index++) {
    const place = placeOf(g, index), colour = colourAt(t, place);
    if (colour < VACANT) key ^= number(keys, (place << 1) + colour);
  }
  for (let index = 0; index < t.begun; index++) key ^= number(keys, PLACED + placedAt(t, index));
  return t.anchor >= 0 && t.phase == 1 ? key ^ number(keys, ANCHOR + t.anchor) : key;
}
