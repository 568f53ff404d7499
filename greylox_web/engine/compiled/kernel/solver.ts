// The exact solver for all games.  `engine/solver.py` explains it, but has no history heuristic.
//
// Alpha-beta with a transposition table by 64-bit Zobrist keys, whose numbers the caller draws.
// Values are -1, 0 and 1 from the mover's side; the sign changes only with the mover.  Actions with
// equal scores are ordered by the history heuristic (Schaeffer 1989).  `fill_solver.ts` solves
// Brink and Multiplicity, unless too many cells are vacant.

import { bestCell, fillBounds, isFilling, prepare, solveFill } from "./fill_solver";
import { compareSizes, countGroups } from "./groups";
import {
  BRINK, BYG, GREYLOX, LOC_COUNT, LOX, MASK_BYTES, MULTIPLICITY, PADDING, VACANT, GameLayout,
  Record, directionOf, edgesAt, hasBit, locOf, locOfAction,
} from "./memory";
import { isSwapLegal, legal, play, value } from "./play";
import {
  PERSISTENT_BYTES, POSITION_BYTES, ZOBRIST_BYTES, Position, clearMarks, colourAt, groupCount,
  isMarked, mark, readRecord, scratchAt, setColour, setScratchAt, zobristKey,
} from "./position";

// a position, its legal actions, the list of actions to search
const FRAME_BYTES = POSITION_BYTES + MASK_BYTES + 4 * LOC_COUNT;
const MAX_PLY: i32 = 250; // the limit of actions from the root
const FRAMES_BYTES = <usize>(MAX_PLY + 3) * FRAME_BYTES; // then the memory of `fill_solver.ts`

let game: usize = 0, frames: usize = 0, keys: usize = 0;
let unordered = false; // whether the game has no `orderingScore`
let bestAction: i32 = -1; // of the root

/** Solves the position of a record by expanding at most `maxNodes` positions.  Returns 1 if solved,
 * else 0.  Writes the mover's value to the record's value, the best action to its anchor, and the
 * number of expanded positions to its first four bytes. */
export function solve(
  g: GameLayout, buffers: usize, r: Record, solverMemory: usize, entries: i32, maxNodes: i32,
): i32 {
  beginSearch(solverMemory, entries, maxNodes);
  const p = setUpRoot(g, buffers, r, solverMemory);
  let moverValue = 0;
  if (isFilling(g, p) && prepare(g, p, buffers + FRAMES_BYTES, solverMemory)) {
    moverValue = g.swaps && !p.stones ? solveFirstStone(p) : solvePrepared(p);
  } else moverValue = alphaBeta(0, -1, 1);
  store<i32>(changetype<usize>(r), nodeCount());
  r.value = <i8>moverValue;
  r.anchor = <i16>bestAction;
  return <i32>!isStopped();
}

/** The bounds of the mover's value in a record's position, packed as 3 * low + high + 4. */
export function probeBounds(
  g: GameLayout, buffers: usize, r: Record, solverMemory: usize, entries: i32,
): i32 {
  beginSearch(solverMemory, entries, 0);
  const p = setUpRoot(g, buffers, r, solverMemory);
  if (isFilling(g, p) && prepare(g, p, buffers + FRAMES_BYTES, solverMemory)) {
    if (g.swaps && !p.stones) return UNKNOWN_BOUNDS;
    const bounds = fillBounds(), low = bounds / 3 - 1, high = bounds % 3 - 1;
    if (!isSwapLegal(g, p) || low >= 0) return bounds;
    return 3 * max(0, -high) + max(-low, high) + 4;
  }
  return packedBounds(zobristKey(g, p, solverMemory));
}

/** The mover's value of the prepared position.  Sets the best action.
 *
 * A swap exchanges the colours.  Both have the same goals, so it negates the mover's value. */
function solvePrepared(p: Position): i32 {
  const g = changetype<GameLayout>(game), moverValue = solveFill();
  const swaps = moverValue < 0 && isSwapLegal(g, p);
  bestAction = swaps ? g.swap : bestCell();
  return swaps ? -moverValue : moverValue;
}

/** The first player's value of the empty board if the second player may swap.  It is at most 0. */
function solveFirstStone(p: Position): i32 {
  const g = changetype<GameLayout>(game);
  let bestValue = -2, choice = -1;
  for (let index = 0; index < g.cells && bestValue < 0; index++) {
    const loc = locOf(g, index);
    setColour(p, loc, p.mover);
    p.mover = 1 - p.mover;
    p.stones = 1;
    prepare(g, p, frames + FRAMES_BYTES, keys);
    const moverValue = -solvePrepared(p);
    if (isStopped()) return 0;
    if (moverValue > bestValue) {
      bestValue = moverValue;
      choice = loc - PADDING;
    }
    setColour(p, loc, VACANT);
    p.mover = 1 - p.mover;
    p.stones = 0;
  }
  bestAction = choice;
  return bestValue;
}

function setUpRoot(g: GameLayout, buffers: usize, r: Record, solverMemory: usize): Position {
  game = changetype<usize>(g);
  frames = buffers;
  keys = solverMemory;
  unordered = g.kind == BRINK || g.kind == MULTIPLICITY;
  const p = changetype<Position>(buffers);
  readRecord(g, p, r);
  return p;
}

/** Plays an action in a frame's position.  The next frame receives the result. */
// @ts-ignore: decorator
@inline
function playInFrame(frame: usize, action: i32): Position {
  const g = changetype<GameLayout>(game), next = frame + FRAME_BYTES;
  memory.copy(next, frame, PERSISTENT_BYTES);
  const p = changetype<Position>(next);
  play(g, p, locOfAction(g, action));
  return p;
}

/** The mover's value at a ply.  Outside the window (alpha, beta) only a bound. */
function alphaBeta(ply: i32, alpha: i32, beta: i32): i32 {
  const resumed = resumeAction(ply);
  if (ply >= MAX_PLY) stop();
  else countNode();
  if (isStopped()) return 0;
  const g = changetype<GameLayout>(game), frame = frames + <usize>ply * FRAME_BYTES;
  const p = changetype<Position>(frame), mask = frame + POSITION_BYTES, list = mask + MASK_BYTES;
  memory.fill(mask, 0, MASK_BYTES);
  legal(g, p, mask);
  const mover = p.mover;
  let bestValue = -2, choice = -1, count = 0;
  for (let action = 0; action <= g.swap; action++) {
    if (!hasBit(mask, action)) continue;
    const next = playInFrame(frame, action), isSameMover = next.mover == mover;
    const key = zobristKey(g, next, keys), entry = probeTable(key);
    let low = -1, high = 1, score = 0;
    if (entry.key == key) {
      low = entry.low;
      high = entry.high;
    }
    if (low < high) {
      const replies = frame + FRAME_BYTES + POSITION_BYTES;
      memory.fill(replies, 0, MASK_BYTES);
      if (!legal(g, next, replies)) {
        const moverValue = next.mover ? -value(g, next) : value(g, next);
        low = moverValue;
        high = moverValue;
        storeBounds(key, moverValue, moverValue);
      } else {
        score = orderingScore(next, replies, isSameMover);
        if (g.kind != BYG) score = score * HISTORY_LIMIT + priority(mover, action);
        else if (score == WIN_SCORE || score == -WIN_SCORE) {
          low = score == WIN_SCORE == isSameMover ? 1 : -1;
          high = low;
          storeBounds(key, low, high);
        }
      }
    }
    const moverValue = isSameMover ? low : -high;
    if (moverValue > bestValue) {
      bestValue = moverValue;
      choice = action;
      if (bestValue >= beta) break;
    }
    if (low < high) {
      insert(list, count++, action == resumed ? FIRST_SCORE + action : (score << 10) + action);
    }
  }
  if (bestValue < beta) {
    for (let index = 0; index < count; index++) {
      const action = load<i32>(list + (<usize>index << 2)) & 1023;
      if (action != resumed) leaveResumeLine();
      const moverValue = searchChild(ply, action, max(alpha, bestValue), beta);
      if (isStopped()) {
        saveStopAction(ply, action);
        return 0;
      }
      if (moverValue > bestValue) {
        bestValue = moverValue;
        choice = action;
        if (bestValue >= beta) {
          rewardCutoff(mover, action, count);
          break;
        }
      }
    }
  }
  if (!ply) bestAction = choice;
  return bestValue;
}

const FIRST_SCORE: i32 = 0x7ffffc00;
// a limit for history scores; they order only actions with equal `orderingScore`
const HISTORY_LIMIT: i32 = 64;

/** The history score of an action, limited if `orderingScore` takes precedence. */
// @ts-ignore: decorator
@inline
function priority(mover: i32, action: i32): i32 {
  const score = historyScore(mover, action);
  return unordered ? score : min(score >> 6, HISTORY_LIMIT - 1);
}

/** The value of an action for the mover at a ply. */
function searchChild(ply: i32, action: i32, alpha: i32, beta: i32): i32 {
  const g = changetype<GameLayout>(game);
  const frame = frames + <usize>ply * FRAME_BYTES, mover = changetype<Position>(frame).mover;
  const next = playInFrame(frame, action), isSameMover = next.mover == mover;
  const key = zobristKey(g, next, keys);
  const entry = probeTable(key);
  let low = -1, high = 1;
  if (entry.key == key) {
    low = entry.low;
    high = entry.high;
  }
  const childAlpha = isSameMover ? alpha : -beta, childBeta = isSameMover ? beta : -alpha;
  let moverValue = low >= childBeta || low == high ? low : high;
  if (low < childBeta && high > childAlpha && low < high) {
    moverValue = alphaBeta(ply + 1, max(childAlpha, low), min(childBeta, high));
    if (isStopped()) return 0;
    if (moverValue > childAlpha) low = max(low, moverValue);
    if (moverValue < childBeta) high = min(high, moverValue);
    storeBounds(key, low, high);
  }
  return isSameMover ? moverValue : -moverValue;
}

const WIN_SCORE: i32 = 100000;

/** A heuristic score of a position for the side that moved there.  In Byg WIN_SCORE, or its
 * negative, if one side wins even when the opponent takes all vacant cells. */
function orderingScore(p: Position, replies: usize, isSameMover: bool): i32 {
  const g = changetype<GameLayout>(game);
  if (g.kind == BYG) return groupSizeScore(p, isSameMover);
  if (g.kind != GREYLOX && g.kind != LOX) return 0;
  let count = 0;
  for (let word = 0; word < 4; word++) count += <i32>popcnt(load<u64>(replies + (word << 3)));
  if (g.kind == LOX) return 8 * (distance(p, p.mover) - distance(p, 1 - p.mover)) - count;
  return isSameMover ? count : -count;
}

const MAX_DISTANCE: i32 = 16; // more than the longest row of a board of Lox

/** Lox: the fewest stones with which a colour connects its edges if the opponent passes. */
function distance(p: Position, colour: i32): i32 {
  const g = changetype<GameLayout>(game), near = 1 << (colour << 1), far = near << 1;
  const nextStack = frames + <usize>(MAX_PLY + 1) * FRAME_BYTES; // cells that need one stone more
  let height = 0, nextHeight = 0;
  clearMarks(p);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    if (!(edgesAt(g, loc) & near)) continue;
    const stone = colourAt(p, loc);
    if (stone == colour) setScratchAt(p, height++, loc);
    else if (stone == VACANT) store<u16>(nextStack + (<usize>(nextHeight++) << 1), loc);
    else continue;
    mark(p, loc);
  }
  for (let stones = 0; height + nextHeight; stones++) {
    while (height) {
      const current = scratchAt(p, --height);
      if (edgesAt(g, current) & far) return stones;
      for (let number = 0; number < 6; number++) {
        const loc = current + directionOf(g, number);
        if (isMarked(p, loc)) continue;
        const stone = colourAt(p, loc);
        if (stone == colour) setScratchAt(p, height++, loc);
        else if (stone == VACANT) store<u16>(nextStack + (<usize>(nextHeight++) << 1), loc);
        else continue;
        mark(p, loc);
      }
    }
    while (nextHeight) setScratchAt(p, height++, load<u16>(nextStack + (<usize>(--nextHeight) << 1)));
  }
  return MAX_DISTANCE;
}

/** Byg: prefers large groups and many stones.  Overwrites the scratch memory of the position. */
function groupSizeScore(p: Position, isSameMover: bool): i32 {
  const g = changetype<GameLayout>(game), side = isSameMover ? p.mover : 1 - p.mover;
  const spare = changetype<Position>(frames + <usize>(MAX_PLY + 1) * FRAME_BYTES);
  if (2 * p.stones >= g.cells) {
    for (let colour = 0; colour < 2; colour++) { // who wins if this colour takes all vacant cells
      memory.copy(changetype<usize>(spare), changetype<usize>(p), PERSISTENT_BYTES);
      for (let index = 0; index < g.cells; index++) {
        const loc = locOf(g, index);
        if (colourAt(spare, loc) == VACANT) setColour(spare, loc, colour);
      }
      countGroups(g, spare);
      const winner = compareSizes(g, spare);
      if (winner && (winner > 0) == (colour == 1)) {
        return (winner > 0) == (side == 0) ? WIN_SCORE : -WIN_SCORE;
      }
    }
  }
  countGroups(g, p);
  let sum = 0, stones = 0;
  for (let size = 1; size <= g.cells; size++) {
    const lead = groupCount(p, side, size) - groupCount(p, 1 - side, size);
    sum += lead * size * size;
    stones += lead * size;
  }
  return 2 * sum + 3 * stones + (isSameMover ? 99 : 0);
}

// The memory of an exact search: the transposition table, the history heuristic, the action path
// at which the last search stopped, and the number of expanded positions.

/** An entry of the transposition table: bounds of a position's value for the mover. */
@unmanaged
export class TableEntry {
  key: u64;
  low: i8;
  high: i8;
  private spare: i16;
  private spare2: i32;
}

export const UNKNOWN_BOUNDS: i32 = 2; // -1 and 1, packed
const HISTORY_BYTES: usize = 4 * 2 * 512; // bytes

let table: usize = 0;
let tableMask: u64 = 0; // the number of entries, a power of two, less one
let history: usize = 0; // i32 by mover and action: the history scores, see `rewardCutoff`
let stopActions: usize = 0; // i32 by ply: 0, or 1 + the action where the last search stopped
let isResuming = false; // whether the search still follows those actions; they come first
let nodes: i32 = 0, maxNodeCount: i32 = 0;
let stopped = false;

/** Begins a search of at most `maxNodes` positions.  It uses the results of earlier searches. */
export function beginSearch(solverMemory: usize, entries: i32, maxNodes: i32): void {
  table = solverMemory + ZOBRIST_BYTES;
  tableMask = <u64>entries - 1;
  history = table + (<usize>entries << 4);
  stopActions = history + HISTORY_BYTES;
  nodes = 0;
  maxNodeCount = maxNodes;
  stopped = false;
  isResuming = true;
}

// @ts-ignore: decorator
@inline
export function probeTable(key: u64): TableEntry {
  return changetype<TableEntry>(table + <usize>((key & tableMask) << 4));
}

// @ts-ignore: decorator
@inline
export function storeBounds(key: u64, low: i32, high: i32): void {
  const entry = probeTable(key);
  entry.key = key;
  entry.low = <i8>low;
  entry.high = <i8>high;
}

/** The bounds of a position, packed as 3 * low + high + 4. */
export function packedBounds(key: u64): i32 {
  const entry = probeTable(key);
  return entry.key == key ? 3 * entry.low + entry.high + 4 : UNKNOWN_BOUNDS;
}

/** Counts a position to expand.  Returns false beyond the limit. */
// @ts-ignore: decorator
@inline
export function countNode(): bool {
  stopped = ++nodes > maxNodeCount;
  return !stopped;
}

/** The number of expanded positions. */
export function nodeCount(): i32 {
  return nodes;
}

/** Ends the search without a result. */
export function stop(): void {
  stopped = true;
}

// @ts-ignore: decorator
@inline
export function isStopped(): bool {
  return stopped;
}

/** Removes and returns the action at which the last search stopped at this ply, or -1. */
// @ts-ignore: decorator
@inline
export function resumeAction(ply: i32): i32 {
  const address = stopActions + (<usize>ply << 2), action = isResuming ? load<i32>(address) - 1 : -1;
  store<i32>(address, 0);
  return action;
}

/** Records that the search leaves the path of the last search. */
// @ts-ignore: decorator
@inline
export function leaveResumeLine(): void {
  isResuming = false;
}

/** Records that the search stopped below an action. */
export function saveStopAction(ply: i32, action: i32): void {
  store<i32>(stopActions + (<usize>ply << 2), action + 1);
}

// @ts-ignore: decorator
@inline
function historyOf(mover: i32, action: i32): usize {
  return history + (<usize>((mover << 9) + action) << 2);
}

/** The history score of an action: the work that it has saved lately. */
// @ts-ignore: decorator
@inline
export function historyScore(mover: i32, action: i32): i32 {
  return load<i32>(historyOf(mover, action));
}

/** Rewards an action for a cutoff.  With more actions (`count`), it has saved more work. */
export function rewardCutoff(mover: i32, action: i32, count: i32): void {
  reward(historyOf(mover, action), count);
}

/** Decays a history score by 1/32, then adds count³ / 8. */
// @ts-ignore: decorator
@inline
export function reward(address: usize, count: i32): void {
  const score = load<i32>(address);
  store<i32>(address, score + (count * count * count >> 3) - (score >> 5));
}

/** Inserts a number into a list in descending order. */
export function insert(list: usize, count: i32, item: i32): void {
  let index = count;
  while (index && load<i32>(list + (<usize>(index - 1) << 2)) < item) {
    store<i32>(list + (<usize>index << 2), load<i32>(list + (<usize>(index - 1) << 2)));
    index--;
  }
  store<i32>(list + (<usize>index << 2), item);
}
