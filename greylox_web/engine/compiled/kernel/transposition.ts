// The memory of an exact search: the transposition table, the history heuristic, the action path
// at which the last search stopped, and the number of expanded positions.

import { ZOBRIST_BYTES } from "./zobrist";

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
