// Connected stones: the sizes of groups, and who wins by them.

import { GameLayout, VACANT, directionOf, edgesAt, locOf } from "./memory";
import {
  Position, addGroupCount, clearGroupCounts, clearMarks, colourAt, groupCount, isMarked, mark,
  setStackAt, signedStackAt, stackAt,
} from "./position";

/** Counts the groups by colour and size by union-find: each stone joins those before it.
 *
 * The stack is the forest: for each stone its parent or, at a root, minus the size of the group. */
export function countGroups(g: GameLayout, t: Position): void {
  // of the three cells before it the farthest touches both others, whose stones it joins
  const middle = min(g.direction1, min(g.direction3, g.direction5));
  const one = g.direction1 == middle ? g.direction5 : g.direction1, other = g.direction3 == middle ? g.direction5 : g.direction3;
  clearGroupCounts(t);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index), colour = colourAt(t, loc);
    if (colour >= VACANT) continue;
    if (colourAt(t, loc + middle) == colour) {
      join(t, loc, rootOf(t, loc + middle));
      continue;
    }
    const joinsOther = colourAt(t, loc + other) == colour;
    if (colourAt(t, loc + one) == colour) {
      const root = rootOf(t, loc + one);
      join(t, loc, root);
      if (joinsOther) unite(t, root, rootOf(t, loc + other));
    } else if (joinsOther) join(t, loc, rootOf(t, loc + other));
    else setStackAt(t, loc, -1);
  }
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index), colour = colourAt(t, loc);
    if (colour >= VACANT) continue;
    const size = -signedStackAt(t, loc);
    if (size > 0) addGroupCount(t, colour, size);
  }
}

/** The root of a stone's group. */
// @ts-ignore: decorator
@inline
function rootOf(t: Position, loc: i32): i32 {
  let next = signedStackAt(t, loc);
  while (next >= 0) {
    const far = signedStackAt(t, next);
    if (far < 0) return next;
    setStackAt(t, loc, far); // path halving
    loc = far;
    next = signedStackAt(t, loc);
  }
  return loc;
}

// @ts-ignore: decorator
@inline
function join(t: Position, loc: i32, root: i32): void {
  setStackAt(t, loc, root);
  setStackAt(t, root, signedStackAt(t, root) - 1);
}

// @ts-ignore: decorator
@inline
function unite(t: Position, root: i32, other: i32): void {
  if (root == other) return;
  setStackAt(t, root, signedStackAt(t, root) + signedStackAt(t, other));
  setStackAt(t, other, root);
}

/** Larger groups win; the value for the first colour. */
export function compareSizes(g: GameLayout, t: Position): i32 {
  for (let size = g.cells; size; size--) {
    const lead = groupCount(t, 0, size) - groupCount(t, 1, size);
    if (lead) return lead > 0 ? 1 : -1;
  }
  return 0;
}

/** The largest group loses, unless it is larger by the margin; the value for the first colour. */
export function brinkValue(g: GameLayout, t: Position): i32 {
  let size0 = g.cells, size1 = g.cells;
  while (size0 && !groupCount(t, 0, size0)) size0--;
  while (size1 && !groupCount(t, 1, size1)) size1--;
  const lead = size0 - size1;
  if (!lead) return compareSizes(g, t);
  return (lead > 0) == (abs(lead) >= g.margin) ? 1 : -1;
}

/** The larger product of sizes wins; the value for the first colour.  128 bits suffice for all boards. */
export function compareProducts(g: GameLayout, t: Position): i32 {
  let low0: u64 = 1, high0: u64 = 0, low1: u64 = 1, high1: u64 = 0;
  for (let size = 2; size <= g.cells; size++) {
    const factor = <u64>size;
    for (let remaining = groupCount(t, 0, size); remaining; remaining--) {
      high0 = high0 * factor + highWord(low0, factor);
      low0 *= factor;
    }
    for (let remaining = groupCount(t, 1, size); remaining; remaining--) {
      high1 = high1 * factor + highWord(low1, factor);
      low1 *= factor;
    }
  }
  if (high0 != high1) return high0 > high1 ? 1 : -1;
  return low0 == low1 ? 0 : low0 > low1 ? 1 : -1;
}

/** The high 64 bits of a product; the factor is small. */
function highWord(number: u64, factor: u64): u64 {
  return ((number >> 32) * factor + (((number & 0xffffffff) * factor) >> 32)) >> 32;
}

/** Whether the group of a stone joins its colour's edges; marks its stones as seen. */
export function connectsEdges(g: GameLayout, t: Position, loc: i32): bool {
  const colour = colourAt(t, loc);
  const bothEdges = 3 << (colour << 1);
  let edges = 0, height = 1;
  mark(t, loc);
  setStackAt(t, 0, loc);
  while (height) {
    const current = stackAt(t, --height);
    edges |= edgesAt(g, current);
    if ((edges & bothEdges) == bothEdges) return true;
    for (let number = 0; number < 6; number++) {
      const near = current + directionOf(g, number);
      if (colourAt(t, near) != colour || isMarked(t, near)) continue;
      mark(t, near);
      setStackAt(t, height++, near);
    }
  }
  return false;
}

/** Whether a stone touches two parts, groups or an edge of its colour, that no stone next to it joins.
 * Only such a stone can complete a connection of the edges. */
export function mayConnect(g: GameLayout, t: Position, loc: i32): bool {
  const colour = colourAt(t, loc);
  let parts = <i32>((edgesAt(g, loc) & (3 << (colour << 1))) != 0);
  let wasOwn = colourAt(t, loc + directionOf(g, 5)) == colour;
  for (let turn = 0; turn < 6; turn++) { // round the stone: three steps, then their negatives
    const isOwn = colourAt(t, loc + directionOf(g, turn < 3 ? turn << 1 : (turn << 1) - 5)) == colour;
    parts += <i32>(isOwn && !wasOwn);
    wasOwn = isOwn;
  }
  return parts > 1;
}

/** Whether a colour joins its edges. */
export function isConnected(g: GameLayout, t: Position, colour: i32): bool {
  clearMarks(t);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(t, loc) == colour && !isMarked(t, loc) && connectsEdges(g, t, loc)) return true;
  }
  return false;
}
