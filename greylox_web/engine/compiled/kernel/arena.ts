// The memory of a guided search's tree: a pool, addressed by offsets from its beginning.  It holds a
// header, the path of the current walk, the root, a hash table of the nodes by their keys, and then
// nodes with their statistics, in the order in which they were made.  A full pool is copied to a larger
// one, without what cannot be reached from the root.

@unmanaged
export class Pool {
  used: i32; // bytes
  size: i32;
  nodes: i32; // the number of nodes
  slots: i32; // of the hash table, a power of two
  full: i32; // whether an allocation has failed
  depth: i32; // actions of the current walk
}
export const DEEPEST: i32 = 1000; // actions of a walk at most
const PATH: usize = offsetof<Pool>();
export const ROOT: i32 = <i32>(offsetof<Pool>() + 16 * DEEPEST);
export const UNKNOWN: i8 = 2;
export const SETTLED: f32 = -1e6; // the worth of an action that is not to be visited again

/** A position. */
@unmanaged
export class Node {
  key: u64;
  total: f64; // the sum of the values backed up, for the first colour
  visits: i32;
  priors: i32; // offset of the priors, f32 each, then the actions, i16 each; 0 in a leaf
  known: i32; // offset of the actions' statistics; 0 before the first visit of one
  parents: i32; // offset of the first link to a parent, or 0
  next: i32; // the node made after this one, or 0
  moved: i32; // its offset in the new pool
  guess: f32; // the value before any search, for the first colour; see `judged`
  count: i16; // of actions
  open: i16; // of actions without a proven value
  exact: i8; // the proven value, or UNKNOWN
  floor: i8; // the most that a proven action is worth to the mover
  mover: i8;
  waiting: i8; // whether another core evaluates it
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
export const ACTION: i32 = 24; // bytes of an action's statistics: its total, f64; then, four bytes each,
// its worth, its weight prior / (1 + visits), its visits, and the offset of the node after it

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

/** Lays out an empty pool.  The table has a slot for each 64 bytes; a node with a link takes 96. */
export function lay(pool: usize, size: i32): void {
  const p = changetype<Pool>(pool);
  let slots = 16;
  while (slots << 6 < size) slots <<= 1;
  memory.fill(pool, 0, ROOT + NODE + (slots << 2));
  p.size = size;
  p.slots = slots;
  p.used = ROOT + NODE + (slots << 2);
}

/** Appends an action to the walk, with its provisional worth. */
// @ts-ignore: decorator
@inline
export function go(pool: usize, at: i32, place: i32, worth: f64): void {
  const p = changetype<Pool>(pool), step = pool + PATH + (p.depth << 4);
  store<i32>(step, at);
  store<i32>(step, place, 4);
  store<f64>(step, worth, 8);
  p.depth++;
}

/** The node at which the walk took action `number`, counted from 0. */
// @ts-ignore: decorator
@inline
export function spotOn(pool: usize, number: i32): Node {
  return nodeAt(pool, load<i32>(pool + PATH + (number << 4)));
}

/** The place of action `number` of the walk at its node. */
// @ts-ignore: decorator
@inline
export function placeOn(pool: usize, number: i32): i32 {
  return load<i32>(pool + PATH + (number << 4), 4);
}

/** The provisional worth of action `number` of the walk. */
// @ts-ignore: decorator
@inline
export function worthOn(pool: usize, number: i32): f64 {
  return load<f64>(pool + PATH + (number << 4), 8);
}

/** Allocates `bytes`, a multiple of eight; 0 without room. */
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

/** The slot of the table that holds a key, or where it may be put. */
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

/** The address of the total of an action. */
// @ts-ignore: decorator
@inline
export function totalAt(pool: usize, node: Node, place: i32): usize {
  return pool + node.known + (place << 3);
}

/** The address of the worths, the first of four arrays of four-byte numbers. */
// @ts-ignore: decorator
@inline
export function worthsAt(pool: usize, node: Node): usize {
  return pool + node.known + (<i32>node.count << 3);
}

/** The address of one of an action's four-byte numbers: 0 worth, 1 weight, 2 visits, 3 child. */
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

/** Copies a node to another pool, after the last one there or as its root; returns its offset. */
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

/** Moves the subtree of a node, which becomes the root, to another pool of `size` bytes. */
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
