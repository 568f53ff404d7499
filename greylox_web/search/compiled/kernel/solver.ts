// The exact solver again for speed; `search/exact/solver.py` explains it, and has no history.
//
// Alpha-beta with a transposition table by Zobrist keys of 64 bits, whose numbers the caller draws.
// Worths are -1, 0 and 1 from the side to move; the sign stays the same during a turn.  Actions that
// promise the same are ordered by how much work they have saved elsewhere (history heuristic); in
// Brink and Multiplicity nothing else orders them.

import {
  BRINK, BYG, GREYLOX, Ground, LENGTH, LOX, MASK, MULTIPLICITY, Record, VACANT, edgesAt, holds,
  placeOf, placeOfAction, way,
} from "./memory";
import { cascade, countGroups } from "./groups";
import { KEYS, keyOf } from "./keys";
import {
  KEPT, TABLE, Table, colourAt, countOf, forgetSeen, isSeen, setColour, setSeen, stack, stacked,
} from "./table";
import { legal, play, value } from "./playing";
import { read } from "./record";

const FRAME = TABLE + MASK + 4 * LENGTH; // a position, its legal actions, the actions still to search
const DEEPEST: i32 = 250; // actions from the root; `exact.py` allocates three more frames

/** An entry of the transposition table: bounds of a position's worth. */
@unmanaged
class Known {
  key: u64;
  low: i8;
  high: i8;
  private spare: i16;
  private spare2: i32;
}

let ground: usize = 0, frames: usize = 0, keys: usize = 0, table: usize = 0;
let size: u64 = 0; // a power of two, less one
let history: usize = 0; // i32 by mover and action: how well it did lately, see `credit`
let unordered = false; // the game has no `promise`
let interrupted: usize = 0; // i32 by ply: one more than the action where the last search stopped
let resumes = false; // still on that line, whose actions go first: what was found there counts
let nodes: i32 = 0, limit: i32 = 0;
let stopped = false;
let chosen: i32 = -1; // at the root

/** Solves the position of a record by opening at most `most` positions; returns 0 if they do not
 * suffice, else 1.  Afterwards the record's value is the worth for the side to move, its anchor is the
 * action, and its first four bytes are the number of positions opened. */
export function solve(
  g: Ground, rooms: usize, r: Record, known: usize, entries: i32, most: i32,
): i32 {
  begin(g, rooms, r, known, entries);
  nodes = 0;
  limit = most;
  stopped = false;
  resumes = true;
  const worth = best(0, -1, 1);
  store<i32>(changetype<usize>(r), nodes);
  r.value = <i8>worth;
  r.anchor = <i16>chosen;
  return <i32>!stopped;
}

/** The bounds of the worth of a record's position, packed as 3 * low + high + 4. */
export function bounds(g: Ground, rooms: usize, r: Record, known: usize, entries: i32): i32 {
  begin(g, rooms, r, known, entries);
  const key = keyOf(g, changetype<Table>(rooms), known), found = slot(key);
  return found.key == key ? 3 * found.low + found.high + 4 : 2;
}

function begin(g: Ground, rooms: usize, r: Record, known: usize, entries: i32): void {
  ground = changetype<usize>(g);
  frames = rooms;
  keys = known;
  table = known + KEYS;
  size = <u64>entries - 1;
  history = table + (<usize>entries << 4);
  interrupted = history + HISTORY;
  unordered = g.kind == BRINK || g.kind == MULTIPLICITY;
  read(g, changetype<Table>(rooms), r);
}

// @ts-ignore: decorator
@inline
function slot(key: u64): Known {
  return changetype<Known>(table + <usize>((key & size) << 4));
}

// @ts-ignore: decorator
@inline
function keep(key: u64, low: i32, high: i32): void {
  const found = slot(key);
  found.key = key;
  found.low = <i8>low;
  found.high = <i8>high;
}

/** Plays an action in a frame's position; the result is in the next frame. */
// @ts-ignore: decorator
@inline
function go(frame: usize, action: i32): Table {
  const g = changetype<Ground>(ground), next = frame + FRAME;
  memory.copy(next, frame, KEPT);
  const t = changetype<Table>(next);
  play(g, t, placeOfAction(g, action));
  return t;
}

/** The worth of the position at a ply; outside the window (alpha, beta) only a bound. */
function best(ply: i32, alpha: i32, beta: i32): i32 {
  const place = interrupted + (<usize>ply << 2), first = resumes ? load<i32>(place) - 1 : -1;
  store<i32>(place, 0);
  nodes++;
  if (nodes > limit || ply >= DEEPEST) {
    stopped = true;
    return 0;
  }
  const g = changetype<Ground>(ground), frame = frames + <usize>ply * FRAME;
  const t = changetype<Table>(frame), mask = frame + TABLE, list = mask + MASK;
  memory.fill(mask, 0, MASK);
  legal(g, t, mask);
  const mover = t.mover;
  let most = -2, choice = -1, count = 0;
  for (let action = 0; action <= g.swap; action++) {
    if (!holds(mask, action)) continue;
    const next = go(frame, action), same = next.mover == mover;
    const key = keyOf(g, next, keys), found = slot(key);
    let low = -1, high = 1, score = 0;
    if (found.key == key) {
      low = found.low;
      high = found.high;
    }
    if (low < high) {
      const replies = frame + FRAME + TABLE;
      memory.fill(replies, 0, MASK);
      if (!legal(g, next, replies)) {
        const worth = next.mover ? -value(g, next) : value(g, next);
        low = worth;
        high = worth;
        keep(key, worth, worth);
      } else {
        score = promise(next, replies, same);
        if (g.kind != BYG) score = score * PAST + past(mover, action);
        else if (score == SURE || score == -SURE) {
          low = score == SURE == same ? 1 : -1;
          high = low;
          keep(key, low, high);
        }
      }
    }
    const worth = same ? low : -high;
    if (worth > most) {
      most = worth;
      choice = action;
      if (most >= beta) break;
    }
    if (low < high) {
      insert(list, count++, action == first ? FIRST + action : (score << 10) + action);
    }
  }
  if (most < beta) {
    for (let index = 0; index < count; index++) {
      const action = load<i32>(list + (<usize>index << 2)) & 1023;
      if (action != first) resumes = false;
      const worth = after(ply, action, max(alpha, most), beta);
      if (stopped) {
        store<i32>(place, action + 1);
        return 0;
      }
      if (worth > most) {
        most = worth;
        choice = action;
        if (most >= beta) {
          credit(mover, action, count);
          break;
        }
      }
    }
  }
  if (!ply) chosen = choice;
  return most;
}

const HISTORY: usize = 4 * 2 * 512; // bytes
const FIRST: i32 = 0x7ffffc00;
const PAST: i32 = 64; // what an action's history counts at most where there is a `promise`

// @ts-ignore: decorator
@inline
function historyOf(mover: i32, action: i32): usize {
  return history + (<usize>((mover << 9) + action) << 2);
}

/** What the history says for an action. */
// @ts-ignore: decorator
@inline
function past(mover: i32, action: i32): i32 {
  const found = load<i32>(historyOf(mover, action));
  return unordered ? found : min(found >> 6, PAST - 1);
}

/** Notes that an action was good enough: the more it was chosen from, the more work it saved.  Each
 * time takes a 32nd of what was noted before. */
function credit(mover: i32, action: i32, count: i32): void {
  const at = historyOf(mover, action), before = load<i32>(at);
  store<i32>(at, before + (count * count * count >> 3) - (before >> 5));
}

/** Inserts a number into a list sorted downwards. */
function insert(list: usize, count: i32, one: i32): void {
  let place = count;
  while (place && load<i32>(list + (<usize>(place - 1) << 2)) < one) {
    store<i32>(list + (<usize>place << 2), load<i32>(list + (<usize>(place - 1) << 2)));
    place--;
  }
  store<i32>(list + (<usize>place << 2), one);
}

/** The worth of an action for the mover at a ply. */
function after(ply: i32, action: i32, alpha: i32, beta: i32): i32 {
  const g = changetype<Ground>(ground);
  const frame = frames + <usize>ply * FRAME, mover = changetype<Table>(frame).mover;
  const next = go(frame, action), same = next.mover == mover, key = keyOf(g, next, keys);
  const found = slot(key);
  let low = -1, high = 1;
  if (found.key == key) {
    low = found.low;
    high = found.high;
  }
  const least = same ? alpha : -beta, most = same ? beta : -alpha;
  let worth = low >= most || low == high ? low : high;
  if (low < most && high > least && low < high) {
    worth = best(ply + 1, max(least, low), min(most, high));
    if (stopped) return 0;
    if (worth > least) low = max(low, worth);
    if (worth < most) high = min(high, worth);
    keep(key, low, high);
  }
  return same ? worth : -worth;
}

const SURE: i32 = 100000;

/** How good a position looks to the side that moved there; in Byg SURE or its negative where one side
 * wins even if the other takes all the rest. */
function promise(t: Table, replies: usize, same: bool): i32 {
  const g = changetype<Ground>(ground);
  if (g.kind == BYG) return bulk(t, same);
  if (g.kind != GREYLOX && g.kind != LOX) return 0;
  let count = 0;
  for (let word = 0; word < 4; word++) count += <i32>popcnt(load<u64>(replies + (word << 3)));
  if (g.kind == LOX) return 8 * (distance(t, t.mover) - distance(t, 1 - t.mover)) - count;
  return same ? count : -count;
}

const FAR: i32 = 16; // more than the longest row of a board of Lox

/** Lox: the fewest stones with which a colour joins its edges if the opponent passes. */
function distance(t: Table, colour: i32): i32 {
  const g = changetype<Ground>(ground), near = 1 << (colour << 1), far = near << 1;
  const later = frames + <usize>(DEEPEST + 1) * FRAME; // cells that a further stone reaches
  let top = 0, waiting = 0;
  forgetSeen(t);
  for (let index = 0; index < g.cells; index++) {
    const place = placeOf(g, index);
    if (!(edgesAt(g, place) & near)) continue;
    const found = colourAt(t, place);
    if (found == colour) stack(t, top++, place);
    else if (found == VACANT) store<u16>(later + (<usize>(waiting++) << 1), place);
    else continue;
    setSeen(t, place);
  }
  for (let stones = 0; top + waiting; stones++) {
    while (top) {
      const here = stacked(t, --top);
      if (edgesAt(g, here) & far) return stones;
      for (let number = 0; number < 6; number++) {
        const place = here + way(g, number);
        if (isSeen(t, place)) continue;
        const found = colourAt(t, place);
        if (found == colour) stack(t, top++, place);
        else if (found == VACANT) store<u16>(later + (<usize>(waiting++) << 1), place);
        else continue;
        setSeen(t, place);
      }
    }
    while (waiting) stack(t, top++, load<u16>(later + (<usize>(--waiting) << 1)));
  }
  return FAR;
}

/** Byg: prefers large groups and many stones; overwrites the scratch part of the table. */
function bulk(t: Table, same: bool): i32 {
  const g = changetype<Ground>(ground), side = same ? t.mover : 1 - t.mover;
  const spare = changetype<Table>(frames + <usize>(DEEPEST + 1) * FRAME);
  if (2 * t.stones >= g.cells) {
    for (let colour = 0; colour < 2; colour++) { // who wins if this one takes all the rest
      memory.copy(changetype<usize>(spare), changetype<usize>(t), KEPT);
      for (let index = 0; index < g.cells; index++) {
        const place = placeOf(g, index);
        if (colourAt(spare, place) == VACANT) setColour(spare, place, colour);
      }
      countGroups(g, spare);
      const winner = cascade(g, spare);
      if (winner && (winner > 0) == (colour == 1)) {
        return (winner > 0) == (side == 0) ? SURE : -SURE;
      }
    }
  }
  countGroups(g, t);
  let sum = 0, stones = 0;
  for (let length = 1; length <= g.cells; length++) {
    const more = countOf(t, side, length) - countOf(t, 1 - side, length);
    sum += more * length * length;
    stones += more * length;
  }
  return 2 * sum + 3 * stones + (same ? 99 : 0);
}
