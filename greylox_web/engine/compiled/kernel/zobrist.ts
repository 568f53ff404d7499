// The Zobrist hashing of positions.  Python draws the random numbers.

import { GameLayout, LOC_COUNT, VACANT, locOf } from "./memory";
import { Position, colourAt, placedAt } from "./position";

export const ZOBRIST_BYTES: usize = 8 * 1280; // bytes of the random numbers
const PLACED_INDEX: i32 = 2 * LOC_COUNT, ANCHOR_INDEX: i32 = 3 * LOC_COUNT;
const TURN_INDEX: i32 = 4 * LOC_COUNT;

// @ts-ignore: decorator
@inline
function randomAt(keys: usize, index: i32): u64 {
  return load<u64>(keys + (<usize>index << 3));
}

/** The 64-bit Zobrist key of a position. */
export function zobristKey(g: GameLayout, p: Position, keys: usize): u64 {
  let key = randomAt(keys, TURN_INDEX + p.mover + (p.phase << 1) + (p.quota << 3));
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index), colour = colourAt(p, loc);
    if (colour < VACANT) key ^= randomAt(keys, (loc << 1) + colour);
  }
  for (let index = 0; index < p.placedCount; index++) {
    key ^= randomAt(keys, PLACED_INDEX + placedAt(p, index));
  }
  return p.anchor >= 0 && p.phase == 1 ? key ^ randomAt(keys, ANCHOR_INDEX + p.anchor) : key;
}
