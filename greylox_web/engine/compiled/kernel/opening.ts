// The opening "one bound, one free" of Greylox and Multiplicity.

import { Ground, MAIN, NONE, VACANT, way } from "./memory";
import { below } from "./rng";
import { Table, colourAt, coloursFrom, noteStone, stack, stacked } from "./position";

/** Whether the stone that is due may go here: next to the anchor, or free of all stones. */
export function mayOpen(g: Ground, t: Table, place: i32): bool {
  if (colourAt(t, place) != VACANT) return false;
  const bound = t.quota == 2;
  for (let number = 0; number < 6; number++) {
    const near = place + way(g, number);
    if (bound) {
      if (near == t.anchor) return true;
    } else if (colourAt(t, near) < VACANT) return false;
  }
  return !bound;
}

/** The vacant places among sixteen that touch no stone, as flags. */
export function freeFrom(g: Ground, t: Table, place: i32): v128 {
  const vacant = i8x16.splat(<i8>VACANT);
  let free = i8x16.eq(coloursFrom(t, place), vacant);
  for (let number = 0; number < 6; number++) {
    free = v128.and(free, i8x16.ge_u(coloursFrom(t, place + way(g, number)), vacant));
  }
  return free;
}

/** The vacant places among sixteen next to the anchor, as bits. */
export function boundFrom(g: Ground, t: Table, place: i32): i32 {
  let bits = 0;
  for (let number = 0; number < 6; number++) {
    const near = t.anchor + way(g, number);
    if (<u32>(near - place) < 16 && colourAt(t, near) == VACANT) bits |= 1 << (near - place);
  }
  return bits;
}

/** A random vacant place next to the anchor, or NONE. */
export function someBound(g: Ground, t: Table): i32 {
  let count = 0;
  for (let number = 0; number < 6; number++) {
    const near = t.anchor + way(g, number);
    if (colourAt(t, near) == VACANT) stack(t, count++, near);
  }
  return count ? stacked(t, below(count)) : NONE;
}

/** Updates what is due after the stone that was put on `place`. */
export function goOn(t: Table, place: i32): void {
  if (t.quota == 2) {
    t.quota = 1;
    noteStone(t, place);
  } else {
    t.mover = 1 - t.mover;
    t.quota = 2;
    t.begun = 0;
    t.anchor = place;
  }
}

/** Ends the opening, because there is no free cell. */
export function close(t: Table): void {
  t.phase = MAIN;
  t.mover = 1 - t.mover;
  t.begun = 0;
  t.anchor = NONE;
}
