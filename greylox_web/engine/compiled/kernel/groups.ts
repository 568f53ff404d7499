// Connected stones: the sizes of groups, and who wins by them.

import { Ground, VACANT, edgesAt, placeOf, way } from "./memory";
import {
  Table, colourAt, count, countOf, forgetCounts, forgetSeen, isSeen, setSeen, signedAt, stack,
  stacked,
} from "./position";

/** Counts the groups by colour and size by union-find: each stone joins those before it.
 *
 * The stack is the forest: for each stone its parent or, at a root, minus the size of the group. */
export function countGroups(g: Ground, t: Table): void {
  // of the three cells before it the farthest touches both others, whose stones it joins
  const middle = min(g.way1, min(g.way3, g.way5));
  const one = g.way1 == middle ? g.way5 : g.way1, other = g.way3 == middle ? g.way5 : g.way3;
  forgetCounts(t);
  for (let index = 0; index < g.cells; index++) {
    const place = placeOf(g, index), colour = colourAt(t, place);
    if (colour >= VACANT) continue;
    if (colourAt(t, place + middle) == colour) {
      join(t, place, first(t, place + middle));
      continue;
    }
    const joinsOther = colourAt(t, place + other) == colour;
    if (colourAt(t, place + one) == colour) {
      const root = first(t, place + one);
      join(t, place, root);
      if (joinsOther) unite(t, root, first(t, place + other));
    } else if (joinsOther) join(t, place, first(t, place + other));
    else stack(t, place, -1);
  }
  for (let index = 0; index < g.cells; index++) {
    const place = placeOf(g, index), colour = colourAt(t, place);
    if (colour >= VACANT) continue;
    const size = -signedAt(t, place);
    if (size > 0) count(t, colour, size);
  }
}

/** The root of a stone's group. */
// @ts-ignore: decorator
@inline
function first(t: Table, place: i32): i32 {
  let next = signedAt(t, place);
  while (next >= 0) {
    const far = signedAt(t, next);
    if (far < 0) return next;
    stack(t, place, far); // path halving
    place = far;
    next = signedAt(t, place);
  }
  return place;
}

// @ts-ignore: decorator
@inline
function join(t: Table, place: i32, root: i32): void {
  stack(t, place, root);
  stack(t, root, signedAt(t, root) - 1);
}

// @ts-ignore: decorator
@inline
function unite(t: Table, root: i32, other: i32): void {
  if (root == other) return;
  stack(t, root, signedAt(t, root) + signedAt(t, other));
  stack(t, other, root);
}

/** Larger groups win; the value for the first colour. */
export function cascade(g: Ground, t: Table): i32 {
  for (let size = g.cells; size; size--) {
    const lead = countOf(t, 0, size) - countOf(t, 1, size);
    if (lead) return lead > 0 ? 1 : -1;
  }
  return 0;
}

/** The largest group loses, unless it is larger by the margin; the value for the first colour. */
export function gap(g: Ground, t: Table): i32 {
  let first = g.cells, second = g.cells;
  while (first && !countOf(t, 0, first)) first--;
  while (second && !countOf(t, 1, second)) second--;
  const lead = first - second;
  if (!lead) return cascade(g, t);
  return (lead > 0) == (abs(lead) >= g.margin) ? 1 : -1;
}

/** The larger product of sizes wins; the value for the first colour.  128 bits suffice for all boards. */
export function product(g: Ground, t: Table): i32 {
  let low0: u64 = 1, high0: u64 = 0, low1: u64 = 1, high1: u64 = 0;
  for (let size = 2; size <= g.cells; size++) {
    const factor = <u64>size;
    for (let left = countOf(t, 0, size); left; left--) {
      high0 = high0 * factor + upper(low0, factor);
      low0 *= factor;
    }
    for (let left = countOf(t, 1, size); left; left--) {
      high1 = high1 * factor + upper(low1, factor);
      low1 *= factor;
    }
  }
  if (high0 != high1) return high0 > high1 ? 1 : -1;
  return low0 == low1 ? 0 : low0 > low1 ? 1 : -1;
}

/** The high 64 bits of a product; the factor is small. */
function upper(number: u64, factor: u64): u64 {
  return ((number >> 32) * factor + (((number & 0xffffffff) * factor) >> 32)) >> 32;
}

/** Whether the group of a stone joins its colour's edges; marks its stones as seen. */
export function joins(g: Ground, t: Table, place: i32): bool {
  const colour = colourAt(t, place);
  const wanted = 3 << (colour << 1);
  let found = 0, top = 1;
  setSeen(t, place);
  stack(t, 0, place);
  while (top) {
    const here = stacked(t, --top);
    found |= edgesAt(g, here);
    if ((found & wanted) == wanted) return true;
    for (let number = 0; number < 6; number++) {
      const near = here + way(g, number);
      if (colourAt(t, near) != colour || isSeen(t, near)) continue;
      setSeen(t, near);
      stack(t, top++, near);
    }
  }
  return false;
}

/** Whether a stone touches two parts, groups or an edge of its colour, that no stone next to it joins.
 * Only such a stone can complete a connection of the edges. */
export function mayJoin(g: Ground, t: Table, place: i32): bool {
  const colour = colourAt(t, place);
  let parts = <i32>((edgesAt(g, place) & (3 << (colour << 1))) != 0);
  let before = colourAt(t, place + way(g, 5)) == colour;
  for (let turn = 0; turn < 6; turn++) { // round the stone: three steps, then their negatives
    const own = colourAt(t, place + way(g, turn < 3 ? turn << 1 : (turn << 1) - 5)) == colour;
    parts += <i32>(own && !before);
    before = own;
  }
  return parts > 1;
}

/** Whether a colour joins its edges. */
export function joined(g: Ground, t: Table, colour: i32): bool {
  forgetSeen(t);
  for (let index = 0; index < g.cells; index++) {
    const place = placeOf(g, index);
    if (colourAt(t, place) == colour && !isSeen(t, place) && joins(g, t, place)) return true;
  }
  return false;
}
