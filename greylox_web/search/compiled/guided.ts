// The search that a network guides, all of it compiled: `search/tree/puct.py` says what it does, and
// with leaves evaluated one by one it does the same, to the bit.
//
// The tree lies in a pool, which names places in it by their distance from its beginning: a header,
// the walk that goes on, the root, a table of the nodes by their keys, and then nodes and what they
// know, in the order in which they were made.  A pool that is full is moved into a larger one,
// without what the root no longer leads to.

import { startChance } from "./chance";
import { batch, show } from "./features";
import { exp } from "./curves";
import { keyOf } from "./keys";
import { END, Ground, ROOM, Record, SWAP, placeOf } from "./memory";
import { Net, evaluate } from "./net";
import { play, playOn, value } from "./playing";
import { read, write } from "./record";
import { KEPT, TABLE, Table } from "./table";
import { View } from "./view";

/** Where everything lies that a search needs, and how it weighs what it knows. */
@unmanaged
export class Desk {
  exploration: f64;
  reduction: f64; // how much worse than its parent an action is thought before a visit
  trust: f64; // how much of a new position's value is that of random games
  ground: Ground;
  tables: usize; // two: of the root, and of the walk
  record: Record;
  view: View;
  net: Net;
  keys: usize;
  stones: usize; // what `features` makes of a record
  legal: usize;
  placed: usize;
  facts: usize;
  planes: usize;
  numbers: usize;
  chances: usize; // f32: of each cell in the network's order, END and SWAP
  root: Record; // the position that is thought about
  games: i32; // random games for each new position
}

@unmanaged
class Pool {
  used: i32; // bytes
  size: i32;
  nodes: i32; // how many there are
  slots: i32; // places of the table, a power of two
  full: i32; // whether something found no room
  private spare: i32;
}
const DEEPEST: i32 = 1000; // actions of a walk
const PATH: usize = offsetof<Pool>();
const ROOT: i32 = <i32>(offsetof<Pool>() + 8 * 1000);
const UNKNOWN: i8 = 2;
const MANY: i32 = 1000000;
const SETTLED: f32 = -1e6; // the worth of an action that need not be looked at again

/** A position. */
@unmanaged
class Node {
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
  private spare: i8;
  private spare2: i32;
}
const NODE: i32 = <i32>offsetof<Node>();

/** A parent of a node, and the place of the action that leads from there. */
@unmanaged
class Link {
  node: i32;
  place: i32;
  next: i32; // or 0
  private spare: i32;
}
const LINK: i32 = <i32>offsetof<Link>();
const ACTION: i32 = 24; // bytes of what is known of an action: its total, f64; its worth, its weight,
// which is the prior over the visits and one, its visits, and the node after it

// @ts-ignore: decorator
@inline
function nodeAt(pool: usize, at: i32): Node {
  return changetype<Node>(pool + at);
}

// @ts-ignore: decorator
@inline
function priorsSize(count: i32): i32 {
  return (6 * count + 7) & ~7;
}

/** A tree of the root alone, whose position the record holds. */
export function begin(d: Desk, pool: usize, size: i32): void {
  lay(pool, size);
  const t = changetype<Table>(d.tables);
  read(d.ground, t, d.root);
  make(pool, ROOT, keyOf(d.ground, t, d.keys), t.mover);
}

/** An empty pool.  The table has a place for each 64 bytes; a node takes 96 with what leads to it. */
function lay(pool: usize, size: i32): void {
  const p = changetype<Pool>(pool);
  let slots = 16;
  while (slots << 6 < size) slots <<= 1;
  memory.fill(pool, 0, ROOT + NODE + (slots << 2));
  p.size = size;
  p.slots = slots;
  p.used = ROOT + NODE + (slots << 2);
}

/** Room for so many bytes, a multiple of eight; 0 where there is none. */
// @ts-ignore: decorator
@inline
function take(pool: usize, bytes: i32): i32 {
  const p = changetype<Pool>(pool), at = p.used;
  if (at + bytes > p.size) {
    p.full = 1;
    return 0;
  }
  p.used = at + bytes;
  return at;
}

/** The place of the table where a key is, or may be put. */
function slotOf(pool: usize, key: u64): usize {
  const mask = changetype<Pool>(pool).slots - 1, table = pool + ROOT + NODE;
  let slot = <i32>(key >> 32) & mask, at = load<i32>(table + (slot << 2));
  while (at && nodeAt(pool, at).key != key) {
    slot = (slot + 1) & mask;
    at = load<i32>(table + (slot << 2));
  }
  return table + (slot << 2);
}

function make(pool: usize, at: i32, key: u64, mover: i32): Node {
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
function sign(node: Node): f64 {
  return node.mover ? -1 : 1;
}

// @ts-ignore: decorator
@inline
function actionAt(pool: usize, node: Node, place: i32): i32 {
  return load<i16>(pool + node.priors + (<i32>node.count << 2) + (place << 1));
}

// @ts-ignore: decorator
@inline
function priorAt(pool: usize, node: Node, place: i32): f32 {
  return load<f32>(pool + node.priors + (place << 2));
}

/** Where the total of an action is. */
// @ts-ignore: decorator
@inline
function totalAt(pool: usize, node: Node, place: i32): usize {
  return pool + node.known + (place << 3);
}

/** Where the worths begin, as the first of four arrays of four bytes each. */
// @ts-ignore: decorator
@inline
function worthsAt(pool: usize, node: Node): usize {
  return pool + node.known + (<i32>node.count << 3);
}

/** Where one of an action's numbers of four bytes is: 0 worth, 1 weight, 2 visits, 3 child. */
// @ts-ignore: decorator
@inline
function fieldAt(pool: usize, node: Node, place: i32, field: i32): usize {
  return worthsAt(pool, node) + ((field * node.count + place) << 2);
}

/** What an action is thought to be worth before a visit. */
// @ts-ignore: decorator
@inline
function before(d: Desk, node: Node): f64 {
  return max<f64>(sign(node) * <f64>node.guess - d.reduction, -1);
}

/** Lets visits begin; whether there is room to. */
function open(d: Desk, pool: usize, node: Node): bool {
  const at = take(pool, ACTION * node.count), count = <i32>node.count;
  if (!at) return false;
  memory.fill(pool + at, 0, ACTION * count);
  node.known = at;
  const worth = <f32>before(d, node);
  for (let place = 0; place < count; place++) {
    store<f32>(fieldAt(pool, node, place, 0), worth);
    store<f32>(fieldAt(pool, node, place, 1), priorAt(pool, node, place));
  }
  return true;
}

/** Walks from the root so many times at most, until its value is proven or the pool is full; how
 * often. */
export function think(d: Desk, pool: usize, most: i32): i32 {
  const g = d.ground, root = changetype<Table>(d.tables), node = nodeAt(pool, ROOT);
  const t = changetype<Table>(d.tables + TABLE);
  changetype<Pool>(pool).full = 0;
  read(g, root, d.root);
  for (let done = 0; done < most; done++) {
    if (node.exact != UNKNOWN) return done;
    memory.copy(changetype<usize>(t), changetype<usize>(root), KEPT);
    if (!walk(d, pool, t, -1)) return done;
  }
  return most;
}

/** Walks once from the root, which has been looked at, by this action; whether there was room. */
export function walkBy(d: Desk, pool: usize, place: i32): i32 {
  const t = changetype<Table>(d.tables);
  changetype<Pool>(pool).full = 0;
  read(d.ground, t, d.root);
  return <i32>walk(d, pool, t, place);
}

/** One walk to a leaf and back, first by the action at a place if it is one; whether there was room
 * for it. */
function walk(d: Desk, pool: usize, t: Table, first: i32): bool {
  const g = d.ground;
  let at = ROOT, depth = 0, node = nodeAt(pool, ROOT);
  while (node.exact == UNKNOWN && node.priors) {
    if (depth == DEEPEST || (!node.known && !open(d, pool, node))) return leave(d, pool, depth);
    const place = depth || first < 0 ? choose(d, pool, node) : first;
    store<i32>(pool + PATH + (depth << 3), at);
    store<i32>(pool + PATH + (depth << 3), place, 4);
    depth++;
    lose(pool, node, place);
    const action = actionAt(pool, node, place), child = fieldAt(pool, node, place, 3);
    play(g, t, action == g.end ? END : action == g.swap ? SWAP : action + ROOM);
    at = load<i32>(child);
    if (!at) {
      at = after(d, pool, t, changetype<i32>(node) - <i32>pool, place);
      if (!at) return leave(d, pool, depth);
      store<i32>(child, at);
    }
    node = nodeAt(pool, at);
  }
  if (node.exact == UNKNOWN) {
    write(g, t, d.record);
    if (d.record.over) node.exact = d.record.value;
    else if (!expand(d, pool, node)) return leave(d, pool, depth);
  }
  backUp(pool, node, depth);
  return true;
}

/** The node of the table's position, which this action of this parent leads to; 0 without room. */
function after(d: Desk, pool: usize, t: Table, parent: i32, place: i32): i32 {
  const link = take(pool, LINK);
  if (!link) return 0;
  const key = keyOf(d.ground, t, d.keys);
  let at = load<i32>(slotOf(pool, key));
  if (!at) {
    at = take(pool, NODE);
    if (!at) return 0;
    make(pool, at, key, t.mover);
  }
  tie(pool, link, nodeAt(pool, at), parent, place);
  return at;
}

// @ts-ignore: decorator
@inline
function tie(pool: usize, at: i32, child: Node, parent: i32, place: i32): void {
  const link = changetype<Link>(pool + at);
  link.node = parent;
  link.place = place;
  link.next = child.parents;
  child.parents = at;
}

/** Takes back the visits of a walk that found no room. */
function leave(d: Desk, pool: usize, depth: i32): bool {
  changetype<Pool>(pool).full = 1;
  while (depth--) {
    const node = nodeAt(pool, load<i32>(pool + PATH + (depth << 3)));
    const place = load<i32>(pool + PATH + (depth << 3), 4);
    const total = totalAt(pool, node, place), worth = fieldAt(pool, node, place, 0);
    const visits = load<i32>(fieldAt(pool, node, place, 2)) - 1;
    store<i32>(fieldAt(pool, node, place, 2), visits);
    store<f64>(total, load<f64>(total) + 1.0);
    if (load<f32>(worth) > SETTLED) {
      store<f32>(worth, visits ? <f32>(load<f64>(total) / <f64>visits) : <f32>before(d, node));
    }
    weigh(pool, node, place, visits);
  }
  return false;
}

// @ts-ignore: decorator
@inline
function weigh(pool: usize, node: Node, place: i32, visits: i32): void {
  store<f32>(fieldAt(pool, node, place, 1), priorAt(pool, node, place) / (<f32>visits + 1));
}

/** The place of the action to visit next. */
function choose(d: Desk, pool: usize, node: Node): i32 {
  const scale = <f32>(d.exploration * sqrt<f64>(<f64>node.visits)), count = <i32>node.count;
  const worths = worthsAt(pool, node), weights = worths + (count << 2);
  let best: f32 = -Infinity, chosen = 0;
  for (let place = 0; place < count; place++) {
    const at = <usize>(place << 2);
    const bound = load<f32>(worths + at) + scale * load<f32>(weights + at);
    if (bound > best) {
      best = bound;
      chosen = place;
    }
  }
  return chosen;
}

/** Counts a visit, for now as a loss. */
// @ts-ignore: decorator
@inline
function lose(pool: usize, node: Node, place: i32): void {
  const at = fieldAt(pool, node, place, 2), visits = load<i32>(at) + 1;
  const total = load<f64>(totalAt(pool, node, place)) - 1.0;
  store<i32>(at, visits);
  store<f64>(totalAt(pool, node, place), total);
  const worth = fieldAt(pool, node, place, 0);
  if (load<f32>(worth) > SETTLED) store<f32>(worth, <f32>(total / <f64>visits));
  weigh(pool, node, place, visits);
}

/** Asks the network about the record's position; whether there is room for its answer. */
function expand(d: Desk, pool: usize, node: Node): bool {
  const g = d.ground, v = d.view, r = d.record;
  batch(v, 1, changetype<usize>(r), d.stones, d.legal, d.placed, d.facts);
  let count = 0;
  for (let index = 0; index < g.cells; index++) count += load<u8>(d.legal + index);
  for (let number = 8; number < 16; number += 4) count += <i32>load<f32>(d.facts + number);
  const at = take(pool, priorsSize(count));
  if (!at) return false;
  show(v, 1, d.stones, d.legal, d.placed, d.facts, d.planes, d.numbers);
  const worth = evaluate(d.net, d.planes, d.numbers, d.chances);
  node.guess = node.mover ? -worth : worth;
  if (d.games) {
    const mean = <f64>tried(d) / <f64>d.games;
    node.guess = <f32>((1 - d.trust) * <f64>node.guess + d.trust * mean);
  }
  node.count = <i16>count;
  node.open = <i16>count;
  node.floor = -1;
  node.priors = at;
  soften(g.cells + 2, d.chances, d.legal, d.facts + 8);
  let prior = pool + at, action = prior + (count << 2);
  for (let index = 0; index < g.cells + 2; index++) {
    const chance = load<f32>(d.chances + (index << 2));
    if (chance < 0) continue;
    store<f32>(prior, chance);
    store<i16>(action, actionOf(d, index));
    prior += 4;
    action += 2;
  }
  return true;
}

/** The sum of the values of random games from the record's position, for the first colour; which
 * ones the position says. */
export function tried(d: Desk): i32 {
  const g = d.ground, base = d.view.table, played = changetype<usize>(base) + TABLE;
  read(g, base, d.record);
  const key = keyOf(g, base, d.keys);
  startChance(<u32>key, <u32>(key >> 32));
  let sum = 0;
  for (let game = 0; game < d.games; game++) {
    memory.copy(played, changetype<usize>(base), KEPT);
    playOn(g, changetype<Table>(played), MANY);
    sum += value(g, changetype<Table>(played));
  }
  return sum;
}

/** The action in this place of the network's order. */
function actionOf(d: Desk, index: i32): i32 {
  const g = d.ground, v = d.view;
  if (index >= g.cells) return index == g.cells ? g.end : g.swap;
  const mirrored = v.edged && d.record.mover;
  return placeOf(g, mirrored ? load<i32>(v.mirror + (index << 2)) : index) - ROOM;
}

/** Makes logits to chances that sum to 1, and those of what is not legal to -1. */
export function soften(count: i32, logits: usize, legal: usize, specials: usize): void {
  let most: f32 = -Infinity, sum: f32 = 0;
  for (let index = 0; index < count; index++) {
    if (may(count, index, legal, specials)) most = max(most, load<f32>(logits + (index << 2)));
  }
  for (let index = 0; index < count; index++) {
    const at = logits + (index << 2);
    let chance: f32 = -1;
    if (may(count, index, legal, specials)) {
      chance = <f32>exp(<f64>(load<f32>(at) - most));
      sum += chance;
    }
    store<f32>(at, chance);
  }
  for (let index = 0; index < count; index++) {
    const at = logits + (index << 2), chance = load<f32>(at);
    if (chance >= 0) store<f32>(at, chance / sum);
  }
}

// @ts-ignore: decorator
@inline
function may(count: i32, index: i32, legal: usize, specials: usize): bool {
  if (index < count - 2) return <bool>load<u8>(legal + index);
  return load<f32>(specials + ((index - count + 2) << 2)) > 0;
}

/** Takes note that an action has a proven value: it is not looked at again. */
function settle(pool: usize, node: Node, place: i32, exact: i8): void {
  const worth = fieldAt(pool, node, place, 0);
  if (load<f32>(worth) <= SETTLED) return;
  store<f32>(worth, SETTLED);
  const side: i8 = node.mover ? -1 : 1;
  node.open--;
  node.floor = max<i8>(node.floor, side * exact);
  if (node.floor == 1 || !node.open) node.exact = side * node.floor;
}

/** Lets all positions from which this proven one is reached take note of it. */
function spread(pool: usize, node: Node): void {
  for (let at = node.parents; at; at = changetype<Link>(pool + at).next) {
    const link = changetype<Link>(pool + at), parent = nodeAt(pool, link.node);
    if (parent.exact != UNKNOWN) continue;
    settle(pool, parent, link.place, node.exact);
    if (parent.exact != UNKNOWN) spread(pool, parent);
  }
}

/** Brings the value of a leaf back up the path. */
function backUp(pool: usize, leaf: Node, depth: i32): void {
  let news = leaf.exact != UNKNOWN;
  let result = news ? <f64>leaf.exact : <f64>leaf.guess;
  if (news) spread(pool, leaf);
  leaf.visits++;
  leaf.total += result;
  while (depth--) {
    const node = nodeAt(pool, load<i32>(pool + PATH + (depth << 3)));
    const place = load<i32>(pool + PATH + (depth << 3), 4), side = sign(node);
    const at = totalAt(pool, node, place), total = load<f64>(at) + 1.0 + side * result;
    store<f64>(at, total);
    const worth = fieldAt(pool, node, place, 0);
    if (load<f32>(worth) > SETTLED) {
      store<f32>(worth, <f32>(total / <f64>load<i32>(fieldAt(pool, node, place, 2))));
    }
    if (news) {
      settle(pool, node, place, <i8>result);
      news = node.exact != UNKNOWN;
    }
    if (node.exact != UNKNOWN) result = <f64>node.exact;
    else if (side * result < <f64>node.floor) result = side * <f64>node.floor;
    node.visits++;
    node.total += result;
  }
}

/** Copies a node into another pool, behind the last one there, or as its root; where it is now. */
function carry(pool: usize, old: i32, into: usize, last: i32): i32 {
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

function copied(from: usize, into: usize, bytes: i32): i32 {
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
