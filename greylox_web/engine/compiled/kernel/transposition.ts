// What an exact search keeps: a transposition table, the history heuristic, the line at which the last
// search stopped, and the number of positions opened.

import { ZOBRIST_BYTES } from "./zobrist";

/** An entry of the transposition table: bounds of a position's worth. */
@unmanaged
export class Known {
  key: u64;
  low: i8;
  high: i8;
  private spare: i16;
  private spare2: i32;
}

const HISTORY: usize = 4 * 2 * 512; // bytes

let table: usize = 0;
let size: u64 = 0; // a power of two, less one
let history: usize = 0; // i32 by mover and action: how well it did lately, see `credit`
let interrupted: usize = 0; // i32 by ply: one more than the action where the last search stopped
let resumes = false; // whether the search is still on that line, whose actions are searched first
let nodes: i32 = 0, limit: i32 = 0;
let stopped = false;

/** Begins a search that may open `most` positions; it uses what earlier ones have found. */
export function begin(known: usize, entries: i32, most: i32): void {
  table = known + ZOBRIST_BYTES;
  size = <u64>entries - 1;
  history = table + (<usize>entries << 4);
  interrupted = history + HISTORY;
  nodes = 0;
  limit = most;
  stopped = false;
  resumes = true;
}

// @ts-ignore: decorator
@inline
export function slot(key: u64): Known {
  return changetype<Known>(table + <usize>((key & size) << 4));
}

// @ts-ignore: decorator
@inline
export function keep(key: u64, low: i32, high: i32): void {
  const found = slot(key);
  found.key = key;
  found.low = <i8>low;
  found.high = <i8>high;
}

/** The bounds of a position, packed as 3 * low + high + 4. */
export function packed(key: u64): i32 {
  const found = slot(key);
  return found.key == key ? 3 * found.low + found.high + 4 : 2;
}

/** Counts a position to be opened; returns whether that is within the limit. */
// @ts-ignore: decorator
@inline
export function opens(): bool {
  stopped = ++nodes > limit;
  return !stopped;
}

/** How many positions were opened. */
export function opened(): i32 {
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

/** The action at which the last search stopped at this ply, or -1; forgets it. */
// @ts-ignore: decorator
@inline
export function resumed(ply: i32): i32 {
  const at = interrupted + (<usize>ply << 2), found = resumes ? load<i32>(at) - 1 : -1;
  store<i32>(at, 0);
  return found;
}

/** Notes that the search leaves the line of the last one. */
// @ts-ignore: decorator
@inline
export function departs(): void {
  resumes = false;
}

/** Notes that the search stopped below an action. */
export function note(ply: i32, action: i32): void {
  store<i32>(interrupted + (<usize>ply << 2), action + 1);
}

// @ts-ignore: decorator
@inline
function historyOf(mover: i32, action: i32): usize {
  return history + (<usize>((mover << 9) + action) << 2);
}

/** The history score of an action: how much work it has saved lately. */
// @ts-ignore: decorator
@inline
export function past(mover: i32, action: i32): i32 {
  return load<i32>(historyOf(mover, action));
}

/** Rewards an action that caused a cutoff; the more actions there were (`count`), the more it saved. */
export function credit(mover: i32, action: i32, count: i32): void {
  reward(historyOf(mover, action), count);
}

/** Adds count³ / 8 to a history score, which first decays by 1/32. */
// @ts-ignore: decorator
@inline
export function reward(at: usize, count: i32): void {
  const before = load<i32>(at);
  store<i32>(at, before + (count * count * count >> 3) - (before >> 5));
}

/** Inserts a number into a list in descending order. */
export function insert(list: usize, count: i32, one: i32): void {
  let place = count;
  while (place && load<i32>(list + (<usize>(place - 1) << 2)) < one) {
    store<i32>(list + (<usize>place << 2), load<i32>(list + (<usize>(place - 1) << 2)));
    place--;
  }
  store<i32>(list + (<usize>place << 2), one);
}
