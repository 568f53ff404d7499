// The exact solver again for speed; `engine/solver.py` explains it, but has no history heuristic.
//
// Alpha-beta with a transposition table by Zobrist keys of 64 bits, whose numbers the caller draws.
// Worths are -1, 0 and 1 from the side to move; the sign stays the same during a turn.  Actions that
// promise the same are ordered by how much work they have saved elsewhere (history heuristic, Schaeffer
// 1989).  Brink and Multiplicity are solved by `fill_solver.ts`, unless too many cells are vacant.

import {
  BRINK, BYG, GREYLOX, GameLayout, LENGTH, LOX, MASK_BYTES, MULTIPLICITY, Record, VACANT,
  directionOf, edgesAt, hasBit, locOf, locOfAction,
} from "./memory";
import { bestFill, boundsFill, cellFound, isFilling, prepare } from "./fill_solver";
import { compareSizes, countGroups } from "./groups";
import { zobristKey } from "./zobrist";
import {
  begin, credit, departs, insert, isStopped, keep, note, opened, opens, packed, past, resumed, slot,
  stop,
} from "./transposition";
import {
  PERSISTENT_BYTES, POSITION_BYTES, Position, clearMarks, colourAt, groupCount, isMarked, mark,
  setColour, setStackAt, stackAt,
} from "./position";
import { legal, play, value } from "./play";
import { read } from "./record";

const FRAME = POSITION_BYTES + MASK_BYTES + 4 * LENGTH; // a position, its legal actions, the actions still to search
const DEEPEST: i32 = 250; // actions from the root
const FRAMES = <usize>(DEEPEST + 3) * FRAME; // then what `fill_solver.ts` needs

let game: usize = 0, frames: usize = 0, keys: usize = 0;
let unordered = false; // the game has no `promise`
let chosen: i32 = -1; // at the root

/** Solves the position of a record by opening at most `most` positions; returns 0 if they do not
 * suffice, else 1.  Afterwards the record's value is the worth for the side to move, its anchor is the
 * action, and its first four bytes are the number of positions opened. */
export function solve(
  g: GameLayout, rooms: usize, r: Record, known: usize, entries: i32, most: i32,
): i32 {
  begin(known, entries, most);
  const t = setUp(g, rooms, r, known);
  let worth = 0;
  if (isFilling(g, t) && prepare(g, t, rooms + FRAMES, known)) {
    worth = bestFill();
    chosen = cellFound();
  } else worth = best(0, -1, 1);
  store<i32>(changetype<usize>(r), opened());
  r.value = <i8>worth;
  r.anchor = <i16>chosen;
  return <i32>!isStopped();
}

/** The bounds of the worth of a record's position, packed as 3 * low + high + 4. */
export function bounds(g: GameLayout, rooms: usize, r: Record, known: usize, entries: i32): i32 {
  begin(known, entries, 0);
  const t = setUp(g, rooms, r, known);
  if (isFilling(g, t) && prepare(g, t, rooms + FRAMES, known)) return boundsFill();
  return packed(zobristKey(g, t, known));
}

function setUp(g: GameLayout, rooms: usize, r: Record, known: usize): Position {
  game = changetype<usize>(g);
  frames = rooms;
  keys = known;
  unordered = g.kind == BRINK || g.kind == MULTIPLICITY;
  const t = changetype<Position>(rooms);
  read(g, t, r);
  return t;
}

/** Plays an action in a frame's position; the result is in the next frame. */
// @ts-ignore: decorator
@inline
function go(frame: usize, action: i32): Position {
  const g = changetype<GameLayout>(game), next = frame + FRAME;
  memory.copy(next, frame, PERSISTENT_BYTES);
  const t = changetype<Position>(next);
  play(g, t, locOfAction(g, action));
  return t;
}

/** The worth of the position at a ply; outside the window (alpha, beta) only a bound. */
function best(ply: i32, alpha: i32, beta: i32): i32 {
  const first = resumed(ply);
  if (ply >= DEEPEST) stop();
  else opens();
  if (isStopped()) return 0;
  const g = changetype<GameLayout>(game), frame = frames + <usize>ply * FRAME;
  const t = changetype<Position>(frame), mask = frame + POSITION_BYTES, list = mask + MASK_BYTES;
  memory.fill(mask, 0, MASK_BYTES);
  legal(g, t, mask);
  const mover = t.mover;
  let most = -2, choice = -1, count = 0;
  for (let action = 0; action <= g.swap; action++) {
    if (!hasBit(mask, action)) continue;
    const next = go(frame, action), same = next.mover == mover;
    const key = zobristKey(g, next, keys), found = slot(key);
    let low = -1, high = 1, score = 0;
    if (found.key == key) {
      low = found.low;
      high = found.high;
    }
    if (low < high) {
      const replies = frame + FRAME + POSITION_BYTES;
      memory.fill(replies, 0, MASK_BYTES);
      if (!legal(g, next, replies)) {
        const worth = next.mover ? -value(g, next) : value(g, next);
        low = worth;
        high = worth;
        keep(key, worth, worth);
      } else {
        score = promise(next, replies, same);
        if (g.kind != BYG) score = score * PAST + standing(mover, action);
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
      if (action != first) departs();
      const worth = after(ply, action, max(alpha, most), beta);
      if (isStopped()) {
        note(ply, action);
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

const FIRST: i32 = 0x7ffffc00;
const PAST: i32 = 64; // a limit for history scores where there is a `promise`, which counts first

/** The history score of an action, as it counts for the order. */
// @ts-ignore: decorator
@inline
function standing(mover: i32, action: i32): i32 {
  const found = past(mover, action);
  return unordered ? found : min(found >> 6, PAST - 1);
}

/** The worth of an action for the mover at a ply. */
function after(ply: i32, action: i32, alpha: i32, beta: i32): i32 {
  const g = changetype<GameLayout>(game);
  const frame = frames + <usize>ply * FRAME, mover = changetype<Position>(frame).mover;
  const next = go(frame, action), same = next.mover == mover, key = zobristKey(g, next, keys);
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
    if (isStopped()) return 0;
    if (worth > least) low = max(low, worth);
    if (worth < most) high = min(high, worth);
    keep(key, low, high);
  }
  return same ? worth : -worth;
}

const SURE: i32 = 100000;

/** How good a position looks to the side that moved there; in Byg SURE or its negative where one side
 * wins even if the other takes all the rest. */
function promise(t: Position, replies: usize, same: bool): i32 {
  const g = changetype<GameLayout>(game);
  if (g.kind == BYG) return bulk(t, same);
  if (g.kind != GREYLOX && g.kind != LOX) return 0;
  let count = 0;
  for (let word = 0; word < 4; word++) count += <i32>popcnt(load<u64>(replies + (word << 3)));
  if (g.kind == LOX) return 8 * (distance(t, t.mover) - distance(t, 1 - t.mover)) - count;
  return same ? count : -count;
}

const FAR: i32 = 16; // more than the longest row of a board of Lox

/** Lox: the fewest stones with which a colour joins its edges if the opponent passes. */
function distance(t: Position, colour: i32): i32 {
  const g = changetype<GameLayout>(game), near = 1 << (colour << 1), far = near << 1;
  const later = frames + <usize>(DEEPEST + 1) * FRAME; // cells that a further stone reaches
  let top = 0, waiting = 0;
  clearMarks(t);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    if (!(edgesAt(g, loc) & near)) continue;
    const found = colourAt(t, loc);
    if (found == colour) setStackAt(t, top++, loc);
    else if (found == VACANT) store<u16>(later + (<usize>(waiting++) << 1), loc);
    else continue;
    mark(t, loc);
  }
  for (let stones = 0; top + waiting; stones++) {
    while (top) {
      const here = stackAt(t, --top);
      if (edgesAt(g, here) & far) return stones;
      for (let number = 0; number < 6; number++) {
        const loc = here + directionOf(g, number);
        if (isMarked(t, loc)) continue;
        const found = colourAt(t, loc);
        if (found == colour) setStackAt(t, top++, loc);
        else if (found == VACANT) store<u16>(later + (<usize>(waiting++) << 1), loc);
        else continue;
        mark(t, loc);
      }
    }
    while (waiting) setStackAt(t, top++, load<u16>(later + (<usize>(--waiting) << 1)));
  }
  return FAR;
}

/** Byg: prefers large groups and many stones; overwrites the scratch part of the table. */
function bulk(t: Position, same: bool): i32 {
  const g = changetype<GameLayout>(game), side = same ? t.mover : 1 - t.mover;
  const spare = changetype<Position>(frames + <usize>(DEEPEST + 1) * FRAME);
  if (2 * t.stones >= g.cells) {
    for (let colour = 0; colour < 2; colour++) { // who wins if this one takes all the rest
      memory.copy(changetype<usize>(spare), changetype<usize>(t), PERSISTENT_BYTES);
      for (let index = 0; index < g.cells; index++) {
        const loc = locOf(g, index);
        if (colourAt(spare, loc) == VACANT) setColour(spare, loc, colour);
      }
      countGroups(g, spare);
      const winner = compareSizes(g, spare);
      if (winner && (winner > 0) == (colour == 1)) {
        return (winner > 0) == (side == 0) ? SURE : -SURE;
      }
    }
  }
  countGroups(g, t);
  let sum = 0, stones = 0;
  for (let length = 1; length <= g.cells; length++) {
    const more = groupCount(t, side, length) - groupCount(t, 1 - side, length);
    sum += more * length * length;
    stones += more * length;
  }
  return 2 * sum + 3 * stones + (same ? 99 : 0);
}
