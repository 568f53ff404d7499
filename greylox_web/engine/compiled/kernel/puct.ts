// PUCT: the tree search with a network.  `engine/search.py` explains it.  With a batch size of one,
// both give identical results, also with the rollouts of Brink.  `arena.ts` holds the tree.

import {
  ACTION_BYTES, LINK_BYTES, MAX_DEPTH, NODE_BYTES, PROVEN_SENTINEL, ROOT, UNKNOWN, Arena, Link,
  Node, actionAt, addParentLink, allocate, fieldAt, findSlot, initArena, initNode, nodeAt,
  pathIndex, pathNode, pathValue, priorAt, priorsBytes, pushPath, qValuesAt, sign, valueSumAt,
} from "./arena";
import { FeatureContext, stageBatch, writeInputs } from "./features";
import { fillRolloutSum, isFilling, prepare } from "./fill_solver";
import { PADDING, GameLayout, Record, locOf, locOfAction } from "./memory";
import { Net, evaluate } from "./net";
import { exp, seed } from "./numbers";
import { isSwapLegal, play, playout, value } from "./play";
import {
  PERSISTENT_BYTES, POSITION_BYTES, Position, readRecord, writeRecord, zobristKey,
} from "./position";

const NO_LIMIT: i32 = 1000000;
const FILL_OFFSET: usize = (2 * POSITION_BYTES + 7) & ~7; // offset from the positions
export const LOSS: f64 = -1;
const SWAP_LOGIT_SCALE: f32 = 8; // as in `network.py`

/** The search context: the addresses of all inputs and buffers, and the parameters. */
@unmanaged
export class SearchContext {
  exploration: f64;
  // first-play urgency: an unvisited action has its parent's value less this
  fpuReduction: f64;
  rolloutWeight: f64; // the weight of random games in the value of a new position
  game: GameLayout;
  positions: usize; // of the root and of the simulation; then the memory of `fill_solver.ts`
  record: Record;
  features: FeatureContext;
  net: Net;
  keys: usize;
  stones: usize; // the staged features of a record; see `features.ts`
  legal: usize;
  placed: usize;
  scalars: usize;
  planes: usize;
  globals: usize;
  // f32: priors of each cell in the network's order, END and SWAP; -1 if illegal
  priors: usize;
  rootRecord: Record; // the root position
  rollouts: i32; // random games for each new position
}

/** Makes a tree with a single node, for the root record. */
export function initTree(c: SearchContext, arena: usize, size: i32): void {
  initArena(arena, size);
  const p = changetype<Position>(c.positions);
  readRecord(c.game, p, c.rootRecord);
  initNode(arena, ROOT, zobristKey(c.game, p, c.keys), p.mover);
}

/** The Q value of an unvisited action, from the mover's side. */
// @ts-ignore: decorator
@inline
export function fpuValue(c: SearchContext, node: Node): f64 {
  return max<f64>(sign(node) * <f64>node.rawValue - c.fpuReduction, -1);
}

/** Allocates the statistics of a node's actions.  Returns false if the arena is full. */
function allocateStats(c: SearchContext, arena: usize, node: Node): bool {
  const offset = allocate(arena, ACTION_BYTES * node.count), count = <i32>node.count;
  if (!offset) return false;
  memory.fill(arena + offset, 0, ACTION_BYTES * count);
  node.stats = offset;
  const qValue = <f32>fpuValue(c, node);
  for (let childIndex = 0; childIndex < count; childIndex++) {
    store<f32>(fieldAt(arena, node, childIndex, 0), qValue);
    store<f32>(fieldAt(arena, node, childIndex, 1), priorAt(arena, node, childIndex));
  }
  return true;
}

/** Simulates at most `maxVisits` times, until the root is proven or the arena is full.  Returns the
 * number of simulations. */
export function simulateMany(c: SearchContext, arena: usize, maxVisits: i32): i32 {
  const g = c.game, root = changetype<Position>(c.positions), node = nodeAt(arena, ROOT);
  const p = changetype<Position>(c.positions + POSITION_BYTES);
  changetype<Arena>(arena).full = 0;
  readRecord(g, root, c.rootRecord);
  for (let done = 0; done < maxVisits; done++) {
    if (node.provenValue != UNKNOWN) return done;
    memory.copy(changetype<usize>(p), changetype<usize>(root), PERSISTENT_BYTES);
    if (!simulate(c, arena, p, -1)) return done;
  }
  return maxVisits;
}

/** Simulates once, through the action at `childIndex` of the expanded root.  0 if out of memory. */
export function simulateFrom(c: SearchContext, arena: usize, childIndex: i32): i32 {
  const p = changetype<Position>(c.positions);
  changetype<Arena>(arena).full = 0;
  readRecord(c.game, p, c.rootRecord);
  return <i32>simulate(c, arena, p, childIndex);
}

/** Simulates once: descends to a leaf and backs up its value.  A `first` of at least 0 is the index
 * of the root's action.  Returns false if the arena is full. */
function simulate(c: SearchContext, arena: usize, p: Position, first: i32): bool {
  const offset = descend(c, arena, p, first);
  if (!offset) return abortFull(c, arena);
  const node = nodeAt(arena, offset);
  if (node.provenValue == UNKNOWN) {
    writeRecord(c.game, p, c.record);
    if (c.record.over) node.provenValue = c.record.value;
    else if (!expand(c, arena, node)) return abortFull(c, arena);
  }
  backUp(arena, node);
  return true;
}

/** Descends from the root to a leaf, whose position ends up in `p`.  Returns 0 if
 * the arena is full or the path has `MAX_DEPTH` actions. */
export function descend(c: SearchContext, arena: usize, p: Position, first: i32): i32 {
  const g = c.game, header = changetype<Arena>(arena);
  let offset = ROOT, node = nodeAt(arena, ROOT);
  for (header.depth = 0; node.provenValue == UNKNOWN && node.priors; ) {
    if (header.depth == MAX_DEPTH || (!node.stats && !allocateStats(c, arena, node))) return 0;
    const childIndex = header.depth || first < 0 ? selectChild(c, arena, node) : first;
    pushPath(arena, offset, childIndex, LOSS);
    addVirtualLoss(arena, node, childIndex);
    const action = actionAt(arena, node, childIndex), child = fieldAt(arena, node, childIndex, 3);
    play(g, p, locOfAction(g, action));
    offset = load<i32>(child);
    if (!offset) {
      offset = childNode(c, arena, p, changetype<i32>(node) - <i32>arena, childIndex);
      if (!offset) return 0;
      store<i32>(child, offset);
    }
    node = nodeAt(arena, offset);
  }
  return offset;
}

/** The node of a position, with a new link to its parent.  Returns 0 if the arena is full. */
function childNode(c: SearchContext, arena: usize, p: Position, parent: i32, childIndex: i32): i32 {
  const link = allocate(arena, LINK_BYTES);
  if (!link) return 0;
  const key = zobristKey(c.game, p, c.keys);
  let offset = load<i32>(findSlot(arena, key));
  if (!offset) {
    offset = allocate(arena, NODE_BYTES);
    if (!offset) return 0;
    initNode(arena, offset, key, p.mover);
  }
  addParentLink(arena, link, nodeAt(arena, offset), parent, childIndex);
  return offset;
}

/** Undoes the visits of a simulation that ran out of memory. */
function abortFull(c: SearchContext, arena: usize): bool {
  changetype<Arena>(arena).full = 1;
  undoPath(c, arena);
  return false;
}

/** Undoes the visits of the current path. */
export function undoPath(c: SearchContext, arena: usize): void {
  for (let depth = changetype<Arena>(arena).depth; depth--; ) {
    const node = pathNode(arena, depth), childIndex = pathIndex(arena, depth);
    const valueSum = valueSumAt(arena, node, childIndex), qValue = fieldAt(arena, node, childIndex, 0);
    const visits = load<i32>(fieldAt(arena, node, childIndex, 2)) - 1;
    store<i32>(fieldAt(arena, node, childIndex, 2), visits);
    store<f64>(valueSum, load<f64>(valueSum) - pathValue(arena, depth));
    if (load<f32>(qValue) > PROVEN_SENTINEL) {
      store<f32>(qValue, visits ? <f32>(load<f64>(valueSum) / <f64>visits) : <f32>fpuValue(c, node));
    }
    updateExploration(arena, node, childIndex, visits);
  }
}

// @ts-ignore: decorator
@inline
function updateExploration(arena: usize, node: Node, childIndex: i32, visits: i32): void {
  store<f32>(fieldAt(arena, node, childIndex, 1), priorAt(arena, node, childIndex) / (<f32>visits + 1));
}

/** The index of the action with the highest PUCT bound. */
function selectChild(c: SearchContext, arena: usize, node: Node): i32 {
  const scale = <f32>(c.exploration * sqrt<f64>(<f64>node.visits)), count = <i32>node.count;
  const qValues = qValuesAt(arena, node), explorations = qValues + (count << 2);
  let bestBound: f32 = -Infinity, bestIndex = 0;
  for (let childIndex = 0; childIndex < count; childIndex++) {
    const step = <usize>(childIndex << 2);
    const bound = load<f32>(qValues + step) + scale * load<f32>(explorations + step);
    if (bound > bestBound) {
      bestBound = bound;
      bestIndex = childIndex;
    }
  }
  return bestIndex;
}

/** Counts a visit, provisionally as a loss. */
// @ts-ignore: decorator
@inline
function addVirtualLoss(arena: usize, node: Node, childIndex: i32): void {
  const visitsAddress = fieldAt(arena, node, childIndex, 2), visits = load<i32>(visitsAddress) + 1;
  const valueSum = load<f64>(valueSumAt(arena, node, childIndex)) + LOSS;
  store<i32>(visitsAddress, visits);
  store<f64>(valueSumAt(arena, node, childIndex), valueSum);
  const qValue = fieldAt(arena, node, childIndex, 0);
  if (load<f32>(qValue) > PROVEN_SENTINEL) store<f32>(qValue, <f32>(valueSum / <f64>visits));
  updateExploration(arena, node, childIndex, visits);
}

/** Expands a node with the network's output for the record.  Returns false if the arena is full. */
function expand(c: SearchContext, arena: usize, node: Node): bool {
  stageBatch(c.features, 1, changetype<usize>(c.record), c.stones, c.legal, c.placed, c.scalars);
  let count = 0;
  for (let index = 0; index < c.game.cells; index++) count += load<u8>(c.legal + index);
  for (let number = 8; number < 16; number += 4) count += <i32>load<f32>(c.scalars + number);
  const offset = allocate(arena, priorsBytes(count));
  if (!offset) return false;
  setPriors(c, arena, node, offset, count, evaluateRecord(c), c.priors);
  return true;
}

/** The value of the record's position for the first colour, by the network and random games.
 * Writes the priors of its actions to `c.priors`.  `stageBatch` must have staged the record. */
export function evaluateRecord(c: SearchContext): f32 {
  writeInputs(c.features, 1, c.stones, c.legal, c.placed, c.scalars, c.planes, c.globals);
  let moverValue = evaluate(c.net, c.planes, c.globals, c.priors);
  if (c.features.isSwapUntrained) {
    if (load<f32>(c.scalars, 12) > 0) {
      setSwapLogit(c, moverValue);
      moverValue = abs(moverValue); // the mover takes the better side
    } else if (isBoardEmpty(c)) { // the network's best stone would be taken over
      memory.fill(c.priors, 0, (c.game.cells + 2) << 2);
      moverValue = 0;
    }
  }
  softmax(c.game.cells + 2, c.priors, c.legal, c.scalars + 8);
  const rawValue = c.record.mover ? -moverValue : moverValue;
  if (!c.rollouts) return rawValue;
  const mean = <f64>rolloutSum(c) / <f64>c.rollouts;
  return <f32>((1 - c.rolloutWeight) * <f64>rawValue + c.rolloutWeight * mean);
}

function isBoardEmpty(c: SearchContext): bool {
  for (let index = 0; index < c.game.cells; index++) if (load<u8>(c.stones + index)) return false;
  return true;
}

/** Replaces the logit of SWAP, which was not trained.  The better the mover's value without it, the
 * smaller the logit. */
function setSwapLogit(c: SearchContext, moverValue: f32): void {
  const cells = c.game.cells;
  let logit: f32 = -Infinity;
  for (let index = 0; index < cells; index++) {
    if (load<u8>(c.legal + index)) logit = max(logit, load<f32>(c.priors + (index << 2)));
  }
  store<f32>(c.priors + ((cells + 1) << 2), logit - SWAP_LOGIT_SCALE * moverValue);
}

/** Expands a node with a value and priors.  `offset` locates the memory for `count` priors. */
export function setPriors(
  c: SearchContext, arena: usize, node: Node, offset: i32, count: i32, rawValue: f32, priors: usize,
): void {
  node.rawValue = rawValue;
  node.count = <i16>count;
  node.unprovenCount = <i16>count;
  node.provenLowerBound = -1;
  node.priors = offset;
  let priorAddress = arena + offset, actionAddress = priorAddress + (count << 2);
  for (let index = 0; index < c.game.cells + 2; index++) {
    const prior = load<f32>(priors + (index << 2));
    if (prior < 0) continue;
    store<f32>(priorAddress, prior);
    store<i16>(actionAddress, actionOf(c, index));
    priorAddress += 4;
    actionAddress += 2;
  }
}

/** The sum of the first colour's values of random games from the record's position, whose key seeds
 * them.  In Brink and Multiplicity nobody swaps in them; so the mover first takes the better side,
 * and on the empty board they say nothing: the sum is 0. */
export function rolloutSum(c: SearchContext): i32 {
  const g = c.game, start = c.features.position;
  readRecord(g, start, c.record);
  if (c.features.isSwapUntrained && !start.stones) return 0;
  const sum = sumRollouts(c, start);
  return c.features.isSwapUntrained && isSwapLegal(g, start) ? -abs(sum) : sum;
}

/** The sum of the values of random games.  If the players fill the board, an exact search plays the
 * last few stones. */
function sumRollouts(c: SearchContext, start: Position): i32 {
  const g = c.game, rollout = changetype<usize>(start) + POSITION_BYTES;
  const key = zobristKey(g, start, c.keys);
  seed(<u32>key, <u32>(key >> 32));
  if (isFilling(g, start) && prepare(g, start, c.positions + FILL_OFFSET, c.keys)) {
    return fillRolloutSum(c.rollouts);
  }
  let sum = 0;
  for (let number = 0; number < c.rollouts; number++) {
    memory.copy(rollout, changetype<usize>(start), PERSISTENT_BYTES);
    playout(g, changetype<Position>(rollout), NO_LIMIT);
    sum += value(g, changetype<Position>(rollout));
  }
  return sum;
}

/** The action at an index of the network's policy. */
export function actionOf(c: SearchContext, index: i32): i32 {
  const g = c.game, f = c.features;
  if (index >= g.cells) return index == g.cells ? g.end : g.swap;
  const mirrored = f.hasEdges && c.record.mover;
  return locOf(g, mirrored ? load<i32>(f.mirror + (index << 2)) : index) - PADDING;
}

/** Turns logits into probabilities of the legal actions.  Illegal ones become -1. */
export function softmax(count: i32, logits: usize, legal: usize, specials: usize): void {
  let maxLogit: f32 = -Infinity, sum: f32 = 0;
  for (let index = 0; index < count; index++) {
    if (isLegal(count, index, legal, specials)) {
      maxLogit = max(maxLogit, load<f32>(logits + (index << 2)));
    }
  }
  for (let index = 0; index < count; index++) {
    const address = logits + (index << 2);
    let probability: f32 = -1;
    if (isLegal(count, index, legal, specials)) {
      probability = <f32>exp(<f64>(load<f32>(address) - maxLogit));
      sum += probability;
    }
    store<f32>(address, probability);
  }
  for (let index = 0; index < count; index++) {
    const address = logits + (index << 2), probability = load<f32>(address);
    if (probability >= 0) store<f32>(address, probability / sum);
  }
}

// @ts-ignore: decorator
@inline
function isLegal(count: i32, index: i32, legal: usize, specials: usize): bool {
  if (index < count - 2) return <bool>load<u8>(legal + index);
  return load<f32>(specials + ((index - count + 2) << 2)) > 0;
}

/** Stores the proven value of an action, which is not visited again. */
function setChildProven(arena: usize, node: Node, childIndex: i32, provenValue: i8): void {
  const qValue = fieldAt(arena, node, childIndex, 0);
  if (load<f32>(qValue) <= PROVEN_SENTINEL) return;
  store<f32>(qValue, PROVEN_SENTINEL);
  const side: i8 = node.mover ? -1 : 1;
  node.unprovenCount--;
  node.provenLowerBound = max<i8>(node.provenLowerBound, side * provenValue);
  if (node.provenLowerBound == 1 || !node.unprovenCount) {
    node.provenValue = side * node.provenLowerBound;
  }
}

/** Propagates a proven value to all parents, recursively from those that become proven. */
function propagateProven(arena: usize, node: Node): void {
  for (let offset = node.parents; offset; offset = changetype<Link>(arena + offset).next) {
    const link = changetype<Link>(arena + offset), parent = nodeAt(arena, link.node);
    if (parent.provenValue != UNKNOWN) continue;
    setChildProven(arena, parent, link.childIndex, node.provenValue);
    if (parent.provenValue != UNKNOWN) propagateProven(arena, parent);
  }
}

/** Backs up the value of a leaf along the path. */
export function backUp(arena: usize, leaf: Node): void {
  let isProven = leaf.provenValue != UNKNOWN;
  let result = isProven ? <f64>leaf.provenValue : <f64>leaf.rawValue;
  if (isProven) propagateProven(arena, leaf);
  leaf.visits++;
  leaf.valueSum += result;
  for (let depth = changetype<Arena>(arena).depth; depth--; ) {
    const node = pathNode(arena, depth), childIndex = pathIndex(arena, depth), side = sign(node);
    const address = valueSumAt(arena, node, childIndex);
    const valueSum = load<f64>(address) - pathValue(arena, depth) + side * result;
    store<f64>(address, valueSum);
    const qValue = fieldAt(arena, node, childIndex, 0);
    if (load<f32>(qValue) > PROVEN_SENTINEL) {
      store<f32>(qValue, <f32>(valueSum / <f64>load<i32>(fieldAt(arena, node, childIndex, 2))));
    }
    if (isProven) {
      setChildProven(arena, node, childIndex, <i8>result);
      isProven = node.provenValue != UNKNOWN;
    }
    if (node.provenValue != UNKNOWN) result = <f64>node.provenValue;
    else if (side * result < <f64>node.provenLowerBound) result = side * <f64>node.provenLowerBound;
    node.visits++;
    node.valueSum += result;
  }
}
