// The opening "one bound, one free" of Greylox and Multiplicity.

import { GameLayout, MAIN, NONE, VACANT, directionOf } from "./memory";
import { randomBelow } from "./rng";
import { Position, addPlaced, colourAt, coloursFrom, setScratchAt, scratchAt } from "./position";

/** Whether the opening allows a stone here: bound ones touch the anchor, free ones no stone. */
export function isOpeningLegal(g: GameLayout, p: Position, loc: i32): bool {
  if (colourAt(p, loc) != VACANT) return false;
  const bound = p.quota == 2;
  for (let number = 0; number < 6; number++) {
    const near = loc + directionOf(g, number);
    if (bound) {
      if (near == p.anchor) return true;
    } else if (colourAt(p, near) < VACANT) return false;
  }
  return !bound;
}

/** The vacant cells without a neighbouring stone, among 16 from this loc on, as flags. */
export function freeMask(g: GameLayout, p: Position, loc: i32): v128 {
  const vacant = i8x16.splat(<i8>VACANT);
  let free = i8x16.eq(coloursFrom(p, loc), vacant);
  for (let number = 0; number < 6; number++) {
    free = v128.and(free, i8x16.ge_u(coloursFrom(p, loc + directionOf(g, number)), vacant));
  }
  return free;
}

/** The vacant neighbours of the anchor, among 16 cells from this loc on, as bits. */
export function boundMask(g: GameLayout, p: Position, loc: i32): i32 {
  let bits = 0;
  for (let number = 0; number < 6; number++) {
    const near = p.anchor + directionOf(g, number);
    if (<u32>(near - loc) < 16 && colourAt(p, near) == VACANT) bits |= 1 << (near - loc);
  }
  return bits;
}

/** A random vacant neighbour of the anchor, or NONE. */
export function randomBound(g: GameLayout, p: Position): i32 {
  let count = 0;
  for (let number = 0; number < 6; number++) {
    const near = p.anchor + directionOf(g, number);
    if (colourAt(p, near) == VACANT) setScratchAt(p, count++, near);
  }
  return count ? scratchAt(p, randomBelow(count)) : NONE;
}

/** Updates quota, mover and anchor after the stone on `loc`. */
export function advanceOpening(p: Position, loc: i32): void {
  if (p.quota == 2) {
    p.quota = 1;
    addPlaced(p, loc);
  } else {
    p.mover = 1 - p.mover;
    p.quota = 2;
    p.placedCount = 0;
    p.anchor = loc;
  }
}

/** Ends the opening.  No cell is free for its next stone. */
export function endOpening(p: Position): void {
  p.phase = MAIN;
  p.mover = 1 - p.mover;
  p.placedCount = 0;
  p.anchor = NONE;
}
