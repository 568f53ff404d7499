// The opening "one bound, one free" of Greylox and Multiplicity.

import { GameLayout, MAIN, NONE, VACANT, directionOf } from "./memory";
import { randomBelow } from "./rng";
import { Position, addPlaced, colourAt, coloursFrom, setStackAt, stackAt } from "./position";

/** Whether the stone that is due may go here: next to the anchor, or free of all stones. */
export function isOpeningLegal(g: GameLayout, t: Position, loc: i32): bool {
  if (colourAt(t, loc) != VACANT) return false;
  const bound = t.quota == 2;
  for (let number = 0; number < 6; number++) {
    const near = loc + directionOf(g, number);
    if (bound) {
      if (near == t.anchor) return true;
    } else if (colourAt(t, near) < VACANT) return false;
  }
  return !bound;
}

/** The vacant places among sixteen that touch no stone, as flags. */
export function freeMask(g: GameLayout, t: Position, loc: i32): v128 {
  const vacant = i8x16.splat(<i8>VACANT);
  let free = i8x16.eq(coloursFrom(t, loc), vacant);
  for (let number = 0; number < 6; number++) {
    free = v128.and(free, i8x16.ge_u(coloursFrom(t, loc + directionOf(g, number)), vacant));
  }
  return free;
}

/** The vacant places among sixteen next to the anchor, as bits. */
export function boundMask(g: GameLayout, t: Position, loc: i32): i32 {
  let bits = 0;
  for (let number = 0; number < 6; number++) {
    const near = t.anchor + directionOf(g, number);
    if (<u32>(near - loc) < 16 && colourAt(t, near) == VACANT) bits |= 1 << (near - loc);
  }
  return bits;
}

/** A random vacant place next to the anchor, or NONE. */
export function randomBound(g: GameLayout, t: Position): i32 {
  let count = 0;
  for (let number = 0; number < 6; number++) {
    const near = t.anchor + directionOf(g, number);
    if (colourAt(t, near) == VACANT) setStackAt(t, count++, near);
  }
  return count ? stackAt(t, randomBelow(count)) : NONE;
}

/** Updates what is due after the stone that was put on `loc`. */
export function advance(t: Position, loc: i32): void {
  if (t.quota == 2) {
    t.quota = 1;
    addPlaced(t, loc);
  } else {
    t.mover = 1 - t.mover;
    t.quota = 2;
    t.placedCount = 0;
    t.anchor = loc;
  }
}

/** Ends the opening, because there is no free cell. */
export function endOpening(t: Position): void {
  t.phase = MAIN;
  t.mover = 1 - t.mover;
  t.placedCount = 0;
  t.anchor = NONE;
}
