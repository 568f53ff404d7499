// Plain tree search by random games, all of it compiled: an opponent to measure the engine against.
//
// UCB1 (Auer and others, 2002), with the proofs of MCTS-Solver (Winands and others, 2008).  The tree
// is in a pool: a header, the path of the current walk, then entries, the root first.

import { randomBelow, seed } from "./rng";
import { GameLayout, LEGAL, MASK_BYTES, Record, hasBit, locOfAction } from "./memory";
import { PERSISTENT_BYTES, POSITION_BYTES, Position } from "./position";
import { legal, play, playout, value } from "./play";
import { read } from "./record";

/** An action in the tree, and the position after it. */
@unmanaged
class Entry {
  visits: i32;
  sum: i32; // of the values backed up, for the first colour
  first: i32; // the number of its first child, 0 in a leaf
  count: i16; // of children, which lie side by side
  action: i16; // as the rules number it
  exact: i8; // the proven value, or UNKNOWN
  private spare: i8;
  private spare2: i16;
}
const SIZE: i32 = 20;
const UNKNOWN: i8 = 2;
const DEEPEST: i32 = 1000; // actions of a walk at most
const ENTRIES: usize = 8 * (DEEPEST + 2); // where they begin
const ROOT: i32 = 1;
const C: f64 = 0.5; // of UCB1, for wins from 0 to 1
const MANY: i32 = 1000000;

// @ts-ignore: decorator
@inline
function entry(pool: usize, number: i32): Entry {
  return changetype<Entry>(pool + ENTRIES + <usize>number * SIZE);
}

/** The number of the next new entry; 0 is never used. */
// @ts-ignore: decorator
@inline
function used(pool: usize): i32 {
  return load<i32>(pool);
}

function make(pool: usize, number: i32, action: i32): void {
  const made = entry(pool, number);
  memory.fill(changetype<usize>(made), 0, SIZE);
  made.action = <i16>action;
  made.exact = UNKNOWN;
}

/** Makes a tree of the root alone. */
export function plant(pool: usize): void {
  store<i32>(pool, ROOT + 1);
  make(pool, ROOT, -1);
}

/** Copies the subtree after an action to another pool; 0 if there is none. */
export function follow(pool: usize, into: usize, action: i32): i32 {
  const root = entry(pool, ROOT);
  for (let child = root.first; child < root.first + root.count; child++) {
    if (entry(pool, child).action != action) continue;
    let to = ROOT, end = ROOT + 1;
    memory.copy(changetype<usize>(entry(into, ROOT)), changetype<usize>(entry(pool, child)), SIZE);
    for (; to < end; to++) {
      const moved = entry(into, to);
      if (!moved.count) continue;
      const from = changetype<usize>(entry(pool, moved.first));
      memory.copy(changetype<usize>(entry(into, end)), from, moved.count * SIZE);
      moved.first = end;
      end += moved.count;
    }
    store<i32>(into, end);
    return 1;
  }
  return 0;
}

/** Plays `count` random games from leaves of the tree, which grows to at most `most` entries.  Returns
 * the number of games, which is smaller if the root is proven. */
export function grow(
  g: GameLayout, t: Position, r: Record, pool: usize, most: i32, low: u32, high: u32, count: i32,
): i32 {
  const walker = changetype<Position>(changetype<usize>(t) + POSITION_BYTES);
  const mask = changetype<usize>(r) + LEGAL;
  seed(low, high);
  read(g, t, r);
  for (let done = 0; done < count; done++) {
    if (entry(pool, ROOT).exact != UNKNOWN) return done;
    memory.copy(changetype<usize>(walker), changetype<usize>(t), PERSISTENT_BYTES);
    walk(g, walker, mask, pool, most);
  }
  return count;
}

/** One walk to a leaf, and back. */
function walk(g: GameLayout, t: Position, mask: usize, pool: usize, most: i32): void {
  let number = ROOT, depth = 0;
  const path = pool + 8; // of each step: the entry it left, and who was to move there
  while (depth < DEEPEST) {
    const here = entry(pool, number);
    if (here.exact != UNKNOWN) break;
    if (!here.first && !(here.visits || number == ROOT)) break;
    if (!here.first && !expand(g, t, mask, pool, here, most)) break;
    store<i32>(path + (depth << 3), number);
    store<i32>(path + (depth << 3), t.mover, 4);
    depth++;
    number = choose(pool, here, t.mover);
    const action = entry(pool, number).action;
    play(g, t, locOfAction(g, action));
  }
  const leaf = entry(pool, number);
  if (leaf.exact == UNKNOWN && !leaf.visits && !isOpen(g, t, mask)) leaf.exact = <i8>value(g, t);
  let proven = leaf.exact != UNKNOWN;
  let result = <i32>leaf.exact;
  if (!proven) {
    playout(g, t, MANY);
    result = value(g, t);
  }
  leaf.visits++;
  leaf.sum += result;
  while (depth--) {
    const node = entry(pool, load<i32>(path + (depth << 3)));
    if (proven) {
      proven = prove(pool, node, load<i32>(path + (depth << 3), 4));
      if (proven) result = node.exact;
    }
    node.visits++;
    node.sum += result;
  }
}

/** Whether the game goes on; the mask then has what is legal. */
// @ts-ignore: decorator
@inline
function isOpen(g: GameLayout, t: Position, mask: usize): bool {
  memory.fill(mask, 0, MASK_BYTES);
  return legal(g, t, mask);
}

/** Makes the children of a leaf in random order; false without room. */
function expand(
  g: GameLayout, t: Position, mask: usize, pool: usize, leaf: Entry, most: i32,
): bool {
  isOpen(g, t, mask);
  let end = used(pool);
  if (end + g.cells + 2 > most) return false;
  const first = end;
  for (let action = 0; action <= g.swap; action++) {
    if (!hasBit(mask, action)) continue;
    const place = first + randomBelow(end + 1 - first), other = entry(pool, place).action;
    make(pool, end, other); // what was there goes to the end
    make(pool, place, action);
    end++;
  }
  store<i32>(pool, end);
  leaf.first = first;
  leaf.count = <i16>(end - first);
  return true;
}

/** The child to visit: an unvisited one, else the one with the highest upper confidence bound. */
function choose(pool: usize, node: Entry, mover: i32): i32 {
  const end = node.first + node.count, spread = C * C * ln(node.visits + 1);
  const sign: f64 = mover ? -0.5 : 0.5;
  let best: f64 = -1, chosen = node.first;
  for (let number = node.first; number < end; number++) {
    const child = entry(pool, number);
    if (child.exact != UNKNOWN) continue;
    if (!child.visits) return number;
    const share = 1.0 / <f64>child.visits;
    const bound = 0.5 + sign * <f64>child.sum * share + Math.sqrt(spread * share);
    if (bound > best) {
      best = bound;
      chosen = number;
    }
  }
  return chosen;
}

/** Whether the proven values of its children, of which one is new, prove a position. */
function prove(pool: usize, node: Entry, mover: i32): bool {
  const win: i8 = mover ? -1 : 1, end = node.first + node.count;
  let best: i8 = -win, all = true;
  for (let number = node.first; number < end; number++) {
    const exact = entry(pool, number).exact;
    if (exact == win) {
      node.exact = win;
      return true;
    }
    if (exact == UNKNOWN) all = false;
    else if (exact == 0) best = 0;
  }
  if (all) node.exact = best;
  return all;
}

/** The natural logarithm of a whole number from 1 on. */
function ln(number: i32): f64 {
  const bits = 31 - clz(number);
  const rest = <f64>number / <f64>(1 << bits); // from 1 to 2
  const z = (rest - 1) / (rest + 1), square = z * z;
  let power = z, sum = 0.0;
  for (let odd = 1; odd < 18; odd += 2) {
    sum += power / <f64>odd;
    power *= square;
  }
  return <f64>bits * 0.6931471805599453 + 2 * sum;
}
