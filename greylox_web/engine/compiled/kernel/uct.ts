// UCT with random games: a plain tree search, the opponent that measures the engine.
//
// UCB1 (Auer and others, 2002), with the proofs of MCTS-Solver (Winands and others, 2008).  The
// arena of a tree holds a header, the path of the current simulation, then nodes, the root first.

import { LEGAL, MASK_BYTES, GameLayout, Record, hasBit, locOfAction } from "./memory";
import { randomBelow, seed } from "./numbers";
import { legal, play, playout, value } from "./play";
import { PERSISTENT_BYTES, POSITION_BYTES, Position, readRecord } from "./position";

/** An action in the tree, and the position after it. */
@unmanaged
class Node {
  visits: i32;
  valueSum: i32; // of the values backed up, from the first colour's side
  firstChild: i32; // its number, 0 in a leaf
  count: i16; // of children, which have consecutive numbers
  action: i16; // as numbered by the rules
  provenValue: i8; // or UNKNOWN
  private spare: i8;
  private spare2: i16;
}
const NODE_BYTES: i32 = 20;
const UNKNOWN: i8 = 2;
const MAX_DEPTH: i32 = 1000; // the limit of actions in one simulation
const NODES_OFFSET: usize = 8 * (MAX_DEPTH + 2); // bytes before node 0
const ROOT: i32 = 1;
const EXPLORATION: f64 = 0.5; // of UCB1, for results from 0 to 1
const NO_LIMIT: i32 = 1000000;

// @ts-ignore: decorator
@inline
function nodeAt(arena: usize, number: i32): Node {
  return changetype<Node>(arena + NODES_OFFSET + <usize>number * NODE_BYTES);
}

/** The number of the next new node.  0 is never used. */
// @ts-ignore: decorator
@inline
function nextNumber(arena: usize): i32 {
  return load<i32>(arena);
}

function initNode(arena: usize, number: i32, action: i32): void {
  const node = nodeAt(arena, number);
  memory.fill(changetype<usize>(node), 0, NODE_BYTES);
  node.action = <i16>action;
  node.provenValue = UNKNOWN;
}

/** Makes a tree with a single node, the root. */
export function initTree(arena: usize): void {
  store<i32>(arena, ROOT + 1);
  initNode(arena, ROOT, -1);
}

/** Copies the subtree after an action to another arena.  Returns 0 if there is none. */
export function moveRoot(arena: usize, target: usize, action: i32): i32 {
  const root = nodeAt(arena, ROOT);
  for (let child = root.firstChild; child < root.firstChild + root.count; child++) {
    if (nodeAt(arena, child).action != action) continue;
    let to = ROOT, end = ROOT + 1;
    memory.copy(
      changetype<usize>(nodeAt(target, ROOT)), changetype<usize>(nodeAt(arena, child)), NODE_BYTES,
    );
    for (; to < end; to++) {
      const moved = nodeAt(target, to);
      if (!moved.count) continue;
      const from = changetype<usize>(nodeAt(arena, moved.firstChild));
      memory.copy(changetype<usize>(nodeAt(target, end)), from, moved.count * NODE_BYTES);
      moved.firstChild = end;
      end += moved.count;
    }
    store<i32>(target, end);
    return 1;
  }
  return 0;
}

/** Simulates `count` times; the tree grows to at most `maxNodes` nodes.  Returns the number of
 * simulations, which is smaller if the root is proven. */
export function simulate(
  g: GameLayout, p: Position, r: Record, arena: usize, maxNodes: i32, low: u32, high: u32, count: i32,
): i32 {
  const current = changetype<Position>(changetype<usize>(p) + POSITION_BYTES);
  const mask = changetype<usize>(r) + LEGAL;
  seed(low, high);
  readRecord(g, p, r);
  for (let done = 0; done < count; done++) {
    if (nodeAt(arena, ROOT).provenValue != UNKNOWN) return done;
    memory.copy(changetype<usize>(current), changetype<usize>(p), PERSISTENT_BYTES);
    simulateOnce(g, current, mask, arena, maxNodes);
  }
  return count;
}

/** One simulation: descends to a leaf, plays a random game, and backs up its value. */
function simulateOnce(g: GameLayout, p: Position, mask: usize, arena: usize, maxNodes: i32): void {
  let number = ROOT, depth = 0;
  const path = arena + 8; // for each step: the number of the node before it, and the mover
  while (depth < MAX_DEPTH) {
    const node = nodeAt(arena, number);
    if (node.provenValue != UNKNOWN) break;
    if (!node.firstChild && !(node.visits || number == ROOT)) break;
    if (!node.firstChild && !expand(g, p, mask, arena, node, maxNodes)) break;
    store<i32>(path + (depth << 3), number);
    store<i32>(path + (depth << 3), p.mover, 4);
    depth++;
    number = selectChild(arena, node, p.mover);
    const action = nodeAt(arena, number).action;
    play(g, p, locOfAction(g, action));
  }
  const leaf = nodeAt(arena, number);
  if (leaf.provenValue == UNKNOWN && !leaf.visits && !writeLegal(g, p, mask)) {
    leaf.provenValue = <i8>value(g, p);
  }
  let isProven = leaf.provenValue != UNKNOWN;
  let result = <i32>leaf.provenValue;
  if (!isProven) {
    playout(g, p, NO_LIMIT);
    result = value(g, p);
  }
  leaf.visits++;
  leaf.valueSum += result;
  while (depth--) {
    const node = nodeAt(arena, load<i32>(path + (depth << 3)));
    if (isProven) {
      isProven = proveNode(arena, node, load<i32>(path + (depth << 3), 4));
      if (isProven) result = node.provenValue;
    }
    node.visits++;
    node.valueSum += result;
  }
}

/** Writes the legal actions into the mask.  Returns false if the game is over. */
// @ts-ignore: decorator
@inline
function writeLegal(g: GameLayout, p: Position, mask: usize): bool {
  memory.fill(mask, 0, MASK_BYTES);
  return legal(g, p, mask);
}

/** Makes the children of a leaf in random order.  Returns false if the arena is full. */
function expand(
  g: GameLayout, p: Position, mask: usize, arena: usize, leaf: Node, maxNodes: i32,
): bool {
  writeLegal(g, p, mask);
  let end = nextNumber(arena);
  if (end + g.cells + 2 > maxNodes) return false;
  const first = end;
  for (let action = 0; action <= g.swap; action++) {
    if (!hasBit(mask, action)) continue;
    const slot = first + randomBelow(end + 1 - first), other = nodeAt(arena, slot).action;
    initNode(arena, end, other); // the child that was in this slot moves to the end
    initNode(arena, slot, action);
    end++;
  }
  store<i32>(arena, end);
  leaf.firstChild = first;
  leaf.count = <i16>(end - first);
  return true;
}

/** The child to visit: an unvisited one, else the one with the highest upper confidence bound. */
function selectChild(arena: usize, node: Node, mover: i32): i32 {
  const end = node.firstChild + node.count, logTerm = EXPLORATION * EXPLORATION * ln(node.visits + 1);
  const sign: f64 = mover ? -0.5 : 0.5;
  let bestBound: f64 = -1, bestChild = node.firstChild;
  for (let number = node.firstChild; number < end; number++) {
    const child = nodeAt(arena, number);
    if (child.provenValue != UNKNOWN) continue;
    if (!child.visits) return number;
    const inverse = 1.0 / <f64>child.visits;
    const bound = 0.5 + sign * <f64>child.valueSum * inverse + Math.sqrt(logTerm * inverse);
    if (bound > bestBound) {
      bestBound = bound;
      bestChild = number;
    }
  }
  return bestChild;
}

/** Whether the children's proven values, one of them new, prove the node.  Sets its value. */
function proveNode(arena: usize, node: Node, mover: i32): bool {
  const win: i8 = mover ? -1 : 1, end = node.firstChild + node.count;
  let best: i8 = -win, all = true;
  for (let number = node.firstChild; number < end; number++) {
    const provenValue = nodeAt(arena, number).provenValue;
    if (provenValue == win) {
      node.provenValue = win;
      return true;
    }
    if (provenValue == UNKNOWN) all = false;
    else if (provenValue == 0) best = 0;
  }
  if (all) node.provenValue = best;
  return all;
}

/** The natural logarithm of an integer from 1 on. */
function ln(number: i32): f64 {
  const bits = 31 - clz(number);
  const mantissa = <f64>number / <f64>(1 << bits); // from 1 to 2
  const z = (mantissa - 1) / (mantissa + 1), square = z * z;
  let power = z, sum = 0.0;
  for (let odd = 1; odd < 18; odd += 2) {
    sum += power / <f64>odd;
    power *= square;
  }
  return <f64>bits * 0.6931471805599453 + 2 * sum;
}
