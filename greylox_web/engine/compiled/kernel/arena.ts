// The memory of a search tree: an arena, addressed by offsets from its start.
//
// It holds a header, the path of the current simulation, the root, and a hash table of nodes by
// Zobrist key.  The other nodes and their statistics follow in the order of creation.  A full arena
// is copied to a larger one; nodes that the root cannot reach are dropped.

@unmanaged
export class Arena {
  used: i32; // bytes
  size: i32;
  nodes: i32; // the number of nodes
  slots: i32; // of the hash table, a power of two
  full: i32; // whether an allocation has failed
  depth: i32; // actions of the current simulation
}
export const MAX_DEPTH: i32 = 1000; // the limit of actions in one simulation
const PATH: usize = offsetof<Arena>();
export const ROOT: i32 = <i32>(offsetof<Arena>() + 16 * MAX_DEPTH);
export const UNKNOWN: i8 = 2;
export const PROVEN_SENTINEL: f32 = -1e6; // the Q value of a proven action, never visited again

/** A position of the search tree. */
@unmanaged
export class Node {
  key: u64;
  valueSum: f64; // the sum of the values backed up, from the first colour's side
  visits: i32;
  // offset of the priors, f32 each, then the actions, i16 each; 0 in a leaf
  priors: i32;
  stats: i32; // offset of the statistics of the actions; 0 before the first visit of an action
  parents: i32; // offset of the first link to a parent, or 0
  next: i32; // offset of the next node in the order of creation, or 0
  newOffset: i32; // offset in the new arena
  rawValue: f32; // the value before any search, from the first colour's side; see `evaluateRecord`
  count: i16; // of actions
  unprovenCount: i16; // of actions without a proven value
  provenValue: i8; // or UNKNOWN
  provenLowerBound: i8; // the highest proven value of an action, from the mover's side
  mover: i8;
  pending: i8; // whether another core evaluates the node
  private spare: i32;
}
export const NODE_BYTES: i32 = <i32>offsetof<Node>();

/** A parent of a node, and the index of the parent's action. */
@unmanaged
export class Link {
  node: i32;
  childIndex: i32;
  next: i32; // or 0
  private spare: i32;
}
export const LINK_BYTES: i32 = <i32>offsetof<Link>();
// Bytes of the statistics of an action: its value sum, f64; then, four bytes each, its Q value, its
// exploration weight prior / (1 + visits), its visits, and the offset of the child.
export const ACTION_BYTES: i32 = 24;

// @ts-ignore: decorator
@inline
export function nodeAt(arena: usize, offset: i32): Node {
  return changetype<Node>(arena + offset);
}

// @ts-ignore: decorator
@inline
export function priorsBytes(count: i32): i32 {
  return (6 * count + 7) & ~7;
}

/** Initializes an empty arena.  The table has a slot for each 64 bytes; a node and its link take 72,
 * so it never fills. */
export function initArena(arena: usize, size: i32): void {
  const header = changetype<Arena>(arena);
  let slots = 16;
  while (slots << 6 < size) slots <<= 1;
  memory.fill(arena, 0, ROOT + NODE_BYTES + (slots << 2));
  header.size = size;
  header.slots = slots;
  header.used = ROOT + NODE_BYTES + (slots << 2);
}

/** Appends an action to the path, with the provisional value that its visit has added. */
// @ts-ignore: decorator
@inline
export function pushPath(arena: usize, offset: i32, childIndex: i32, value: f64): void {
  const header = changetype<Arena>(arena), entry = arena + PATH + (header.depth << 4);
  store<i32>(entry, offset);
  store<i32>(entry, childIndex, 4);
  store<f64>(entry, value, 8);
  header.depth++;
}

/** The node before action `number` of the path, counted from 0. */
// @ts-ignore: decorator
@inline
export function pathNode(arena: usize, number: i32): Node {
  return nodeAt(arena, load<i32>(arena + PATH + (number << 4)));
}

/** The index of action `number` of the path among the actions of its node. */
// @ts-ignore: decorator
@inline
export function pathIndex(arena: usize, number: i32): i32 {
  return load<i32>(arena + PATH + (number << 4), 4);
}

/** The provisional value of action `number` of the path. */
// @ts-ignore: decorator
@inline
export function pathValue(arena: usize, number: i32): f64 {
  return load<f64>(arena + PATH + (number << 4), 8);
}

/** Allocates `bytes`, a multiple of eight.  Returns 0 and marks the arena as full on failure. */
// @ts-ignore: decorator
@inline
export function allocate(arena: usize, bytes: i32): i32 {
  const header = changetype<Arena>(arena), offset = header.used;
  if (offset + bytes > header.size) {
    header.full = 1;
    return 0;
  }
  header.used = offset + bytes;
  return offset;
}

/** The slot of a key in the hash table, or the empty slot for it. */
export function findSlot(arena: usize, key: u64): usize {
  const mask = changetype<Arena>(arena).slots - 1, slots = arena + ROOT + NODE_BYTES;
  let slot = <i32>(key >> 32) & mask, offset = load<i32>(slots + (slot << 2));
  while (offset && nodeAt(arena, offset).key != key) {
    slot = (slot + 1) & mask;
    offset = load<i32>(slots + (slot << 2));
  }
  return slots + (slot << 2);
}

export function initNode(arena: usize, offset: i32, key: u64, mover: i32): Node {
  const node = nodeAt(arena, offset);
  memory.fill(changetype<usize>(node), 0, NODE_BYTES);
  node.key = key;
  node.mover = <i8>mover;
  node.provenValue = UNKNOWN;
  store<i32>(findSlot(arena, key), offset);
  changetype<Arena>(arena).nodes++;
  return node;
}

// @ts-ignore: decorator
@inline
export function sign(node: Node): f64 {
  return node.mover ? -1 : 1;
}

// @ts-ignore: decorator
@inline
export function actionAt(arena: usize, node: Node, childIndex: i32): i32 {
  return load<i16>(arena + node.priors + (<i32>node.count << 2) + (childIndex << 1));
}

// @ts-ignore: decorator
@inline
export function priorAt(arena: usize, node: Node, childIndex: i32): f32 {
  return load<f32>(arena + node.priors + (childIndex << 2));
}

/** The address of an action's value sum. */
// @ts-ignore: decorator
@inline
export function valueSumAt(arena: usize, node: Node, childIndex: i32): usize {
  return arena + node.stats + (childIndex << 3);
}

/** The address of the Q values, the first of the four arrays with four bytes per action. */
// @ts-ignore: decorator
@inline
export function qValuesAt(arena: usize, node: Node): usize {
  return arena + node.stats + (<i32>node.count << 3);
}

/** The address of an action's field: 0 Q value, 1 exploration weight, 2 visits, 3 child. */
// @ts-ignore: decorator
@inline
export function fieldAt(arena: usize, node: Node, childIndex: i32, field: i32): usize {
  return qValuesAt(arena, node) + ((field * node.count + childIndex) << 2);
}

// @ts-ignore: decorator
@inline
export function addParentLink(
  arena: usize, offset: i32, child: Node, parent: i32, childIndex: i32,
): void {
  const link = changetype<Link>(arena + offset);
  link.node = parent;
  link.childIndex = childIndex;
  link.next = child.parents;
  child.parents = offset;
}

/** Copies a node to another arena, after node `last` or, if 0, as the root.  Returns its offset. */
export function copyNode(arena: usize, old: i32, target: usize, last: i32): i32 {
  const offset = last ? allocate(target, NODE_BYTES) : ROOT;
  const source = nodeAt(arena, old), node = nodeAt(target, offset);
  const count = <i32>source.count;
  memory.copy(changetype<usize>(node), changetype<usize>(source), NODE_BYTES);
  source.newOffset = offset;
  node.newOffset = node.next = node.parents = 0;
  store<i32>(findSlot(target, node.key), offset);
  changetype<Arena>(target).nodes++;
  if (last) nodeAt(target, last).next = offset;
  if (source.priors) node.priors = copyBytes(arena + source.priors, target, priorsBytes(count));
  if (source.stats) node.stats = copyBytes(arena + source.stats, target, ACTION_BYTES * count);
  return offset;
}

export function copyBytes(source: usize, target: usize, bytes: i32): i32 {
  const offset = allocate(target, bytes);
  memory.copy(target + offset, source, bytes);
  return offset;
}

/** Moves the subtree of a node, the new root, to another arena of `size` bytes. */
export function moveSubtree(arena: usize, root: i32, target: usize, size: i32): void {
  initArena(target, size);
  let last = copyNode(arena, root, target, 0);
  for (let offset = ROOT; offset; offset = nodeAt(target, offset).next) {
    const node = nodeAt(target, offset);
    if (!node.stats) continue;
    for (let childIndex = 0; childIndex < <i32>node.count; childIndex++) {
      const field = fieldAt(target, node, childIndex, 3), old = load<i32>(field);
      if (!old) continue;
      if (!nodeAt(arena, old).newOffset) last = copyNode(arena, old, target, last);
      const newOffset = nodeAt(arena, old).newOffset;
      store<i32>(field, newOffset);
      addParentLink(
        target, allocate(target, LINK_BYTES), nodeAt(target, newOffset), offset, childIndex,
      );
    }
  }
}
