// Groups of connected stones, and the results of games that compare groups.

import { GameLayout, VACANT, directionOf, edgesAt, locOf } from "./memory";
import {
  Position, addGroupCount, clearGroupCounts, clearMarks, colourAt, groupCount, isMarked, mark,
  setScratchAt, signedStackAt, scratchAt,
} from "./position";

/** Counts the groups by colour and size.  Union-find joins each stone to earlier neighbours.
 *
 * The stack holds the forest: a stone's entry is its parent, a root's is minus the group's size. */
export function countGroups(g: GameLayout, p: Position): void {
// Of the three earlier neighbours, `middle` touches the two others, which it has joined already.

  const middle = min(g.direction1, min(g.direction3, g.direction5));
  const one = g.direction1 == middle ? g.direction5 : g.direction1;
  const other = g.direction3 == middle ? g.direction5 : g.direction3;
  clearGroupCounts(p);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index), colour = colourAt(p, loc);
    if (colour >= VACANT) continue;
    if (colourAt(p, loc + middle) == colour) {
      join(p, loc, rootOf(p, loc + middle));
      continue;
    }
    const joinsOther = colourAt(p, loc + other) == colour;
    if (colourAt(p, loc + one) == colour) {
      const root = rootOf(p, loc + one);
      join(p, loc, root);
      if (joinsOther) unite(p, root, rootOf(p, loc + other));
    } else if (joinsOther) join(p, loc, rootOf(p, loc + other));
    else setScratchAt(p, loc, -1);
  }
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index), colour = colourAt(p, loc);
    if (colour >= VACANT) continue;
    const size = -signedStackAt(p, loc);
    if (size > 0) addGroupCount(p, colour, size);
  }
}

/** The root of a stone's group. */
// @ts-ignore: decorator
@inline
function rootOf(p: Position, loc: i32): i32 {
  let next = signedStackAt(p, loc);
  while (next >= 0) {
    const far = signedStackAt(p, next);
    if (far < 0) return next;
    setScratchAt(p, loc, far); // path halving
    loc = far;
    next = signedStackAt(p, loc);
  }
  return loc;
}

// @ts-ignore: decorator
@inline
function join(p: Position, loc: i32, root: i32): void {
  setScratchAt(p, loc, root);
  setScratchAt(p, root, signedStackAt(p, root) - 1);
}

// @ts-ignore: decorator
@inline
function unite(p: Position, root: i32, other: i32): void {
  if (root == other) return;
  setScratchAt(p, root, signedStackAt(p, root) + signedStackAt(p, other));
  setScratchAt(p, other, root);
}

/** The value for the first colour: the first difference in sizes decides, from the largest. */
export function compareSizes(g: GameLayout, p: Position): i32 {
  for (let size = g.cells; size; size--) {
    const lead = groupCount(p, 0, size) - groupCount(p, 1, size);
    if (lead) return lead > 0 ? 1 : -1;
  }
  return 0;
}

/** The value for the first colour in Brink: the largest group loses, unless its lead is at least
 * the margin. */
export function brinkValue(g: GameLayout, p: Position): i32 {
  let size0 = g.cells, size1 = g.cells;
  while (size0 && !groupCount(p, 0, size0)) size0--;
  while (size1 && !groupCount(p, 1, size1)) size1--;
  const lead = size0 - size1;
  if (!lead) return compareSizes(g, p);
  return (lead > 0) == (abs(lead) >= g.margin) ? 1 : -1;
}

/** The value for the first colour: the larger product of group sizes wins.  128 bits suffice for
 * all boards. */
export function compareProducts(g: GameLayout, p: Position): i32 {
  let low0: u64 = 1, high0: u64 = 0, low1: u64 = 1, high1: u64 = 0;
  for (let size = 2; size <= g.cells; size++) {
    const factor = <u64>size;
    for (let remaining = groupCount(p, 0, size); remaining; remaining--) {
      high0 = high0 * factor + highWord(low0, factor);
      low0 *= factor;
    }
    for (let remaining = groupCount(p, 1, size); remaining; remaining--) {
      high1 = high1 * factor + highWord(low1, factor);
      low1 *= factor;
    }
  }
  if (high0 != high1) return high0 > high1 ? 1 : -1;
  return low0 == low1 ? 0 : low0 > low1 ? 1 : -1;
}

/** The high 64 bits of a product with a small factor. */
function highWord(number: u64, factor: u64): u64 {
  return ((number >> 32) * factor + (((number & 0xffffffff) * factor) >> 32)) >> 32;
}

/** Whether a stone's group connects its colour's edges.  Marks the visited stones. */
export function connectsEdges(g: GameLayout, p: Position, loc: i32): bool {
  const colour = colourAt(p, loc);
  const bothEdges = 3 << (colour << 1);
  let edges = 0, height = 1;
  mark(p, loc);
  setScratchAt(p, 0, loc);
  while (height) {
    const current = scratchAt(p, --height);
    edges |= edgesAt(g, current);
    if ((edges & bothEdges) == bothEdges) return true;
    for (let number = 0; number < 6; number++) {
      const near = current + directionOf(g, number);
      if (colourAt(p, near) != colour || isMarked(p, near)) continue;
      mark(p, near);
      setScratchAt(p, height++, near);
    }
  }
  return false;
}

/** Whether a stone touches at least two separate parts: groups or an edge of its colour.  Parts
 * count as separate unless neighbours of the stone join them.  Only such a stone can complete a
 * connection. */
export function mayConnect(g: GameLayout, p: Position, loc: i32): bool {
  const colour = colourAt(p, loc);
  let parts = <i32>((edgesAt(g, loc) & (3 << (colour << 1))) != 0);
  let wasOwn = colourAt(p, loc + directionOf(g, 5)) == colour;
  for (let turn = 0; turn < 6; turn++) { // clockwise: three directions, then their negatives
    const isOwn = colourAt(p, loc + directionOf(g, turn < 3 ? turn << 1 : (turn << 1) - 5)) == colour;
    parts += <i32>(isOwn && !wasOwn);
    wasOwn = isOwn;
  }
  return parts > 1;
}

/** Whether a colour connects its edges. */
export function isConnected(g: GameLayout, p: Position, colour: i32): bool {
  clearMarks(p);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(p, loc) == colour && !isMarked(p, loc) && connectsEdges(g, p, loc)) return true;
  }
  return false;
}
