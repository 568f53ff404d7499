// Where the tree of a guided search lies: a pool, which names places in it by their distance from its
// beginning: a header, the walk that goes on, the root, a table of the nodes by their keys, and then
// nodes and what they know, in the order in which they were made.  A pool that is full is moved into
// a larger one, without what the root no longer leads to.

@unmanaged
export class Pool {
  used: i32; // bytes
  size: i32;
  nodes: i32; // how many there are
  slots: i32; // places of the table, a power of two
  full: i32; // whether something found no room
  depth: i32; // actions of the walk that goes on
}
export const DEEPEST: i32 = 1000; // actions of a walk
const PATH: usize = offsetof<Pool>();
export const ROOT: i32 = <i32>(offsetof<Pool>() + 16 * DEEPEST);
export const UNKNOWN: i8 = 2;
export const SETTLED: f32 = -1e6; // the worth of an action that need not be looked at again

/** A position. */
@unmanaged
export class Node {
  key: u64;
  total: f64; // of the values that came back, for the first colour
  visits: i32;
  priors: i32; // where the priors begin, f32 each, then the actions, i16 each; 0 in a leaf
  known: i32; // where there is more of each action, once one was visited, or 0
  parents: i32; // the first link to one, or 0
  next: i32; // the node made after this one, or 0
  moved: i32; // where it is in the new pool
  guess: f32; // the network's value, for the first colour
  count: i16; // of actions
  open: i16; // of actions without a proven value
  exact: i8; // the proven value, or UNKNOWN
  floor: i8; // the most that a proven action is worth to the mover
  mover: i8;
  waiting: i8; // for what another core says of it
  private spare: i32;
}
export const NODE: i32 = <i32>offsetof<Node>();

/** A parent of a node, and the place of the action that leads from there. */
@unmanaged
export class Link {
  node: i32;
  place: i32;
  next: i32; // or 0
  private spare: i32;
}
export const LINK: i32 = <i32>offsetof<Link>();
export const ACTION: i32 = 24; // bytes of what is known of an action: its total, f64; its worth, its weight,
// which is the prior over the visits and one, its visits, and the node after it

// @ts-ignore: decorator
@inline
export function nodeAt(pool: usize, at: i32): Node {
  return changetype<Node>(pool + at);
}

// @ts-ignore: decorator
@inline
export function priorsSize(count: i32): i32 {
  return (6 * count + 7) & ~7;
}

/** An empty pool.  The table has a place for each 64 bytes; a node takes 96 with what leads to it. */
export function lay(pool: usize, size: i32): void {
  const p = changetype<Pool>(pool);
  let slots = 16;
  while (slots << 6 < size) slots <<= 1;
  memory.fill(pool, 0, ROOT + NODE + (slots << 2));
  p.size = size;
  p.slots = slots;
  p.used = ROOT + NODE + (slots << 2);
}

/** The walk takes an action of a node, which counts as worth so much until it is known. */
// @ts-ignore: decorator
@inline
export function go(pool: usize, at: i32, place: i32, worth: f64): void {
  const p = changetype<Pool>(pool), step = pool + PATH + (p.depth << 4);
  store<i32>(step, at);
  store<i32>(step, place, 4);
  store<f64>(step, worth, 8);
  p.depth++;
}

/** The node in which the walk took its action of this number, from 0 on. */
// @ts-ignore: decorator
@inline
export function spotOn(pool: usize, number: i32): Node {
  return nodeAt(pool, load<i32>(pool + PATH + (number << 4)));
}

/** The place of that action. */
// @ts-ignore: decorator
@inline
export function placeOn(pool: usize, number: i32): i32 {
  return load<i32>(pool + PATH + (number << 4), 4);
}

/** What it counts as until it is known. */
// @ts-ignore: decorator
@inline
export function worthOn(pool: usize, number: i32): f64 {
  return load<f64>(pool + PATH + (number << 4), 8);
}

/** Room for so many bytes, a multiple of eight; 0 where there is none. */
// @ts-ignore: decorator
@inline
export function take(pool: usize, bytes: i32): i32 {
  const p = changetype<Pool>(pool), at = p.used;
  if (at + bytes > p.size) {
    p.full = 1;
    return 0;
  }
  p.used = at + bytes;
  return at;
}

/** The place of the table where a key is, or may be put. */
export function slotOf(pool: usize, key: u64): usize {
  const mask = changetype<Pool>(pool).slots - 1, table = pool + ROOT + NODE;
  let slot = <i32>(key >> 32) & mask, at = load<i32>(table + (slot << 2));
  while (at && nodeAt(pool, at).key != key) {
    slot = (slot + 1) & mask;
    at = load<i32>(table + (slot << 2));
  }
  return table + (slot << 2);
}

export function make(pool: usize, at: i32, key: u64, mover: i32): Node {
  const node = nodeAt(pool, at);
  memory.fill(changetype<usize>(node), 0, NODE);
  node.key = key;
  node.mover = <i8>mover;
  node.exact = UNKNOWN;
  store<i32>(slotOf(pool, key), at);
  changetype<Pool>(pool).nodes++;
  return node;
}

// @ts-ignore: decorator
@inline
export function sign(node: Node): f64 {
  return node.mover ? -1 : 1;
}

// @ts-ignore: decorator
@inline
export function actionAt(pool: usize, node: Node, place: i32): i32 {
  return load<i16>(pool + node.priors + (<i32>node.count << 2) + (place << 1));
}

// @ts-ignore: decorator
@inline
export function priorAt(pool: usize, node: Node, place: i32): f32 {
  return load<f32>(pool + node.priors + (place << 2));
}

/** Where the total of an action is. */
// @ts-ignore: decorator
@inline
export function totalAt(pool: usize, node: Node, place: i32): usize {
  return pool + node.known + (place << 3);
}

/** Where the worths begin, as the first of four arrays of four bytes each. */
// @ts-ignore: decorator
@inline
export function worthsAt(pool: usize, node: Node): usize {
  return pool + node.known + (<i32>node.count << 3);
}

/** Where one of an action's numbers of four bytes is: 0 worth, 1 weight, 2 visits, 3 child. */
// @ts-ignore: decorator
@inline
export function fieldAt(pool: usize, node: Node, place: i32, field: i32): usize {
  return worthsAt(pool, node) + ((field * node.count + place) << 2);
}

// @ts-ignore: decorator
@inline
export function tie(pool: usize, at: i32, child: Node, parent: i32, place: i32): void {
  const link = changetype<Link>(pool + at);
  link.node = parent;
  link.place = place;
  link.next = child.parents;
  child.parents = at;
}

/** Copies a node into another pool, behind the last one there, or as its root; where it is now. */
export function carry(pool: usize, old: i32, into: usize, last: i32): i32 {
  const at = last ? take(into, NODE) : ROOT, from = nodeAt(pool, old), node = nodeAt(into, at);
  const count = <i32>from.count;
  memory.copy(changetype<usize>(node), changetype<usize>(from), NODE);
  from.moved = at;
  node.moved = node.next = node.parents = 0;
  store<i32>(slotOf(into, node.key), at);
  changetype<Pool>(into).nodes++;
  if (last) nodeAt(into, last).next = at;
  if (from.priors) node.priors = copied(pool + from.priors, into, priorsSize(count));
  if (from.known) node.known = copied(pool + from.known, into, ACTION * count);
  return at;
}

export function copied(from: usize, into: usize, bytes: i32): i32 {
  const at = take(into, bytes);
  memory.copy(into + at, from, bytes);
  return at;
}

/** Moves the part of a tree below a node, which becomes the root, into another pool of this size. */
export function move(pool: usize, root: i32, into: usize, size: i32): void {
  lay(into, size);
  let last = carry(pool, root, into, 0);
  for (let at = ROOT; at; at = nodeAt(into, at).next) {
    const node = nodeAt(into, at);
    if (!node.known) continue;
    for (let place = 0; place < <i32>node.count; place++) {
      const field = fieldAt(into, node, place, 3), old = load<i32>(field);
      if (!old) continue;
      if (!nodeAt(pool, old).moved) last = carry(pool, old, into, last);
      const to = nodeAt(pool, old).moved;
      store<i32>(field, to);
      tie(into, take(into, LINK), nodeAt(into, to), at, place);
    }
  }
}
