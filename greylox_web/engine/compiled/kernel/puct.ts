// The search that a network guides, all of it compiled.  `engine/search.py` explains it and, with
// leaves evaluated one by one and without random games, gives the same results, bit for bit.
// `arena.ts` has the tree.

import { seed } from "./rng";
import { stageBatch, writeInputs } from "./features";
import { exp } from "./math";
import { isFilling, prepare, sumOfGames } from "./fill_solver";
import { zobristKey } from "./zobrist";
import { GameLayout, PADDING, Record, locOf, locOfAction } from "./memory";
import { Net, evaluate } from "./net";
import { play, playout, value } from "./play";
import {
  ACTION, DEEPEST, LINK, Link, NODE, Node, Pool, ROOT, SETTLED, UNKNOWN, actionAt, fieldAt, go, lay,
  make, nodeAt, placeOn, priorAt, priorsSize, sign, slotOf, spotOn, take, tie, totalAt, worthOn,
  worthsAt,
} from "./arena";
import { read, write } from "./record";
import { PERSISTENT_BYTES, POSITION_BYTES, Position } from "./position";
import { FeatureContext } from "./feature_context";

const MANY: i32 = 1000000;
const REST: usize = (2 * POSITION_BYTES + 7) & ~7; // from the tables
export const LOSS: f64 = -1;

/** The addresses of everything that a search needs, and its parameters. */
@unmanaged
export class Desk {
  exploration: f64;
  reduction: f64; // first-play urgency: an unvisited action is valued at its parent's value less this
  trust: f64; // the weight of random games in a new position's value
  game: GameLayout;
  tables: usize; // two: of the root, and of the walk; then what `fill_solver.ts` needs
  record: Record;
  view: FeatureContext;
  net: Net;
  keys: usize;
  stones: usize; // the features of a record; see `features.ts`
  legal: usize;
  placed: usize;
  scalars: usize;
  planes: usize;
  globals: usize;
  chances: usize; // f32: priors of each cell in the network's order, END and SWAP; -1 if illegal
  root: Record; // the position that is searched
  games: i32; // random games for each new position
}

/** Makes a tree of the root alone; its position is in the desk's record. */
export function begin(d: Desk, pool: usize, size: i32): void {
  lay(pool, size);
  const t = changetype<Position>(d.tables);
  read(d.game, t, d.root);
  make(pool, ROOT, zobristKey(d.game, t, d.keys), t.mover);
}

/** The estimated worth of an unvisited action. */
// @ts-ignore: decorator
@inline
export function before(d: Desk, node: Node): f64 {
  return max<f64>(sign(node) * <f64>node.guess - d.reduction, -1);
}

/** Allocates the statistics of a node's actions; false without room. */
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

/** Walks from the root at most `most` times, until its value is proven or the pool is full.  Returns
 * the number of walks. */
export function think(d: Desk, pool: usize, most: i32): i32 {
  const g = d.game, root = changetype<Position>(d.tables), node = nodeAt(pool, ROOT);
  const t = changetype<Position>(d.tables + POSITION_BYTES);
  changetype<Pool>(pool).full = 0;
  read(g, root, d.root);
  for (let done = 0; done < most; done++) {
    if (node.exact != UNKNOWN) return done;
    memory.copy(changetype<usize>(t), changetype<usize>(root), PERSISTENT_BYTES);
    if (!walk(d, pool, t, -1)) return done;
  }
  return most;
}

/** Walks once from the expanded root by the action at `place`; 0 without room. */
export function walkBy(d: Desk, pool: usize, place: i32): i32 {
  const t = changetype<Position>(d.tables);
  changetype<Pool>(pool).full = 0;
  read(d.game, t, d.root);
  return <i32>walk(d, pool, t, place);
}

/** Walks to a leaf and backs up its value; the first action is the one at `first` unless that is
 * negative.  False without room. */
function walk(d: Desk, pool: usize, t: Position, first: i32): bool {
  const at = descend(d, pool, t, first);
  if (!at) return leave(d, pool);
  const node = nodeAt(pool, at);
  if (node.exact == UNKNOWN) {
    write(d.game, t, d.record);
    if (d.record.over) node.exact = d.record.value;
    else if (!expand(d, pool, node)) return leave(d, pool);
  }
  backUp(pool, node);
  return true;
}

/** Walks from the root to a leaf, whose position the table then holds; 0 without room. */
export function descend(d: Desk, pool: usize, t: Position, first: i32): i32 {
  const g = d.game, p = changetype<Pool>(pool);
  let at = ROOT, node = nodeAt(pool, ROOT);
  for (p.depth = 0; node.exact == UNKNOWN && node.priors; ) {
    if (p.depth == DEEPEST || (!node.known && !open(d, pool, node))) return 0;
    const place = p.depth || first < 0 ? choose(d, pool, node) : first;
    go(pool, at, place, LOSS);
    addVirtualLoss(pool, node, place);
    const action = actionAt(pool, node, place), child = fieldAt(pool, node, place, 3);
    play(g, t, locOfAction(g, action));
    at = load<i32>(child);
    if (!at) {
      at = after(d, pool, t, changetype<i32>(node) - <i32>pool, place);
      if (!at) return 0;
      store<i32>(child, at);
    }
    node = nodeAt(pool, at);
  }
  return at;
}

/** The node of the table's position, linked to its parent; 0 without room. */
function after(d: Desk, pool: usize, t: Position, parent: i32, place: i32): i32 {
  const link = take(pool, LINK);
  if (!link) return 0;
  const key = zobristKey(d.game, t, d.keys);
  let at = load<i32>(slotOf(pool, key));
  if (!at) {
    at = take(pool, NODE);
    if (!at) return 0;
    make(pool, at, key, t.mover);
  }
  tie(pool, link, nodeAt(pool, at), parent, place);
  return at;
}

/** Undoes the visits of a walk that found no room. */
function leave(d: Desk, pool: usize): bool {
  changetype<Pool>(pool).full = 1;
  takeBack(d, pool);
  return false;
}

/** Undoes the visits of the walk. */
export function takeBack(d: Desk, pool: usize): void {
  for (let depth = changetype<Pool>(pool).depth; depth--; ) {
    const node = spotOn(pool, depth), place = placeOn(pool, depth);
    const total = totalAt(pool, node, place), worth = fieldAt(pool, node, place, 0);
    const visits = load<i32>(fieldAt(pool, node, place, 2)) - 1;
    store<i32>(fieldAt(pool, node, place, 2), visits);
    store<f64>(total, load<f64>(total) - worthOn(pool, depth));
    if (load<f32>(worth) > SETTLED) {
      store<f32>(worth, visits ? <f32>(load<f64>(total) / <f64>visits) : <f32>before(d, node));
    }
    weigh(pool, node, place, visits);
  }
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

/** Counts a visit, provisionally as a loss. */
// @ts-ignore: decorator
@inline
function addVirtualLoss(pool: usize, node: Node, place: i32): void {
  const at = fieldAt(pool, node, place, 2), visits = load<i32>(at) + 1;
  const total = load<f64>(totalAt(pool, node, place)) + LOSS;
  store<i32>(at, visits);
  store<f64>(totalAt(pool, node, place), total);
  const worth = fieldAt(pool, node, place, 0);
  if (load<f32>(worth) > SETTLED) store<f32>(worth, <f32>(total / <f64>visits));
  weigh(pool, node, place, visits);
}

/** Expands a node with the network's output for the record's position; false without room. */
function expand(d: Desk, pool: usize, node: Node): bool {
  stageBatch(d.view, 1, changetype<usize>(d.record), d.stones, d.legal, d.placed, d.scalars);
  let count = 0;
  for (let index = 0; index < d.game.cells; index++) count += load<u8>(d.legal + index);
  for (let number = 8; number < 16; number += 4) count += <i32>load<f32>(d.scalars + number);
  const at = take(pool, priorsSize(count));
  if (!at) return false;
  grow(d, pool, node, at, count, judged(d), d.chances);
  return true;
}

/** The first colour's value of the record's position, for which `stageBatch` has been called, by the
 * network and random games; writes the priors of its actions to `chances`. */
export function judged(d: Desk): f32 {
  writeInputs(d.view, 1, d.stones, d.legal, d.placed, d.scalars, d.planes, d.globals);
  const worth = evaluate(d.net, d.planes, d.globals, d.chances);
  softmax(d.game.cells + 2, d.chances, d.legal, d.scalars + 8);
  const guess = d.record.mover ? -worth : worth;
  if (!d.games) return guess;
  const mean = <f64>tried(d) / <f64>d.games;
  return <f32>((1 - d.trust) * <f64>guess + d.trust * mean);
}

/** Expands a node with the value and the priors of the record's position; `at` is the room for the
 * priors of `count` actions. */
export function grow(
  d: Desk, pool: usize, node: Node, at: i32, count: i32, guess: f32, chances: usize,
): void {
  node.guess = guess;
  node.count = <i16>count;
  node.open = <i16>count;
  node.floor = -1;
  node.priors = at;
  let prior = pool + at, action = prior + (count << 2);
  for (let index = 0; index < d.game.cells + 2; index++) {
    const chance = load<f32>(chances + (index << 2));
    if (chance < 0) continue;
    store<f32>(prior, chance);
    store<i16>(action, actionOf(d, index));
    prior += 4;
    action += 2;
  }
}

/** The sum of the first colour's values of random games from the record's position, which also seeds
 * them; where the players fill the board, the last few stones are played perfectly. */
export function tried(d: Desk): i32 {
  const g = d.game, base = d.view.position, played = changetype<usize>(base) + POSITION_BYTES;
  read(g, base, d.record);
  const key = zobristKey(g, base, d.keys);
  seed(<u32>key, <u32>(key >> 32));
  if (isFilling(g, base) && prepare(g, base, d.tables + REST, d.keys)) return sumOfGames(d.games);
  let sum = 0;
  for (let game = 0; game < d.games; game++) {
    memory.copy(played, changetype<usize>(base), PERSISTENT_BYTES);
    playout(g, changetype<Position>(played), MANY);
    sum += value(g, changetype<Position>(played));
  }
  return sum;
}

/** The action at an index of the network's policy. */
function actionOf(d: Desk, index: i32): i32 {
  const g = d.game, v = d.view;
  if (index >= g.cells) return index == g.cells ? g.end : g.swap;
  const mirrored = v.edged && d.record.mover;
  return locOf(g, mirrored ? load<i32>(v.mirror + (index << 2)) : index) - PADDING;
}

/** Turns logits into probabilities over the legal actions; those of other actions become -1. */
export function softmax(count: i32, logits: usize, legal: usize, specials: usize): void {
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

/** Records the proven value of an action, which is not visited again. */
function settle(pool: usize, node: Node, place: i32, exact: i8): void {
  const worth = fieldAt(pool, node, place, 0);
  if (load<f32>(worth) <= SETTLED) return;
  store<f32>(worth, SETTLED);
  const side: i8 = node.mover ? -1 : 1;
  node.open--;
  node.floor = max<i8>(node.floor, side * exact);
  if (node.floor == 1 || !node.open) node.exact = side * node.floor;
}

/** Propagates a proven value to all parents, and on from those that it proves. */
function spread(pool: usize, node: Node): void {
  for (let at = node.parents; at; at = changetype<Link>(pool + at).next) {
    const link = changetype<Link>(pool + at), parent = nodeAt(pool, link.node);
    if (parent.exact != UNKNOWN) continue;
    settle(pool, parent, link.place, node.exact);
    if (parent.exact != UNKNOWN) spread(pool, parent);
  }
}

/** Backs up the value of a leaf along the walk. */
export function backUp(pool: usize, leaf: Node): void {
  let news = leaf.exact != UNKNOWN;
  let result = news ? <f64>leaf.exact : <f64>leaf.guess;
  if (news) spread(pool, leaf);
  leaf.visits++;
  leaf.total += result;
  for (let depth = changetype<Pool>(pool).depth; depth--; ) {
    const node = spotOn(pool, depth), place = placeOn(pool, depth), side = sign(node);
    const at = totalAt(pool, node, place), total = load<f64>(at) - worthOn(pool, depth) + side * result;
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
