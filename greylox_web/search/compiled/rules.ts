// The rules once more, for speed: what Python calls.  `rules` is what holds; the tests compare.
//
// It works on Python's memory: a ground, a room for two tables, a record.

import { add, root } from "./byg";
import { startChance } from "./chance";
import { joined } from "./groups";
import {
  BYG, END, Ground, LEGAL, LOX, MASK, NONE, PLACED, ROOM, Record, SWAP, VACANT, holds, mark,
  placeOf,
} from "./memory";
import {
  KEPT, TABLE, Table, clear, colourAt, noteStone, placedAt, setColour, setGrown,
} from "./table";
import { legal, play, playOn, value } from "./playing";
import { lookRound } from "./sight";
export { batch, show } from "./features";

/** Sets a table up from a record. */
function read(g: Ground, t: Table, r: Record): void {
  const masks = changetype<usize>(r);
  clear(t);
  t.mover = r.mover;
  t.phase = r.phase;
  t.quota = r.quota;
  t.anchor = r.anchor == NONE ? NONE : r.anchor + ROOM;
  t.turn = 1;
  for (let index = 0; index < g.cells; index++) {
    const place = placeOf(g, index);
    const cell = place - ROOM;
    const colour = holds(masks, cell) ? 0 : holds(masks + MASK, cell) ? 1 : VACANT;
    if (colour == VACANT) setColour(t, place, VACANT);
    else {
      t.stones++;
      if (g.kind == BYG) add(g, t, place, colour);
      else setColour(t, place, colour);
    }
    if (t.begun < 2 && holds(masks + PLACED, cell)) noteStone(t, place);
  }
  if (g.kind == BYG) {
    for (let number = 0; number < t.begun; number++) setGrown(t, root(t, placedAt(t, number)));
  }
  if (g.kind <= LOX) lookRound(g, t);
  if (g.kind != LOX) return;
  t.chain0 = <i32>joined(g, t, 0);
  t.chain1 = <i32>joined(g, t, 1);
}

/** Writes a table into a record, with what is legal there and who has won; spoils the table. */
function write(g: Ground, t: Table, r: Record): void {
  const masks = changetype<usize>(r);
  memory.fill(masks, 0, PLACED + MASK);
  memory.fill(masks + LEGAL, 0, MASK);
  for (let index = 0; index < g.cells; index++) {
    const place = placeOf(g, index);
    const colour = colourAt(t, place);
    if (colour < VACANT) mark(masks + (colour ? MASK : 0), place - ROOM);
  }
  for (let number = 0; number < t.begun; number++) {
    mark(masks + PLACED, placedAt(t, number) - ROOM);
  }
  r.mover = <u8>t.mover;
  r.phase = <u8>t.phase;
  r.quota = <u8>t.quota;
  r.anchor = <i16>(t.anchor == NONE ? NONE : t.anchor - ROOM);
  r.over = <u8>!legal(g, t, masks + LEGAL);
  r.value = r.over ? <i8>value(g, t) : 0;
}

/** The record as it is, with what is legal. */
export function look(g: Ground, t: Table, r: Record): void {
  read(g, t, r);
  write(g, t, r);
}

/** The record after a legal action. */
export function step(g: Ground, t: Table, r: Record, action: i32): void {
  read(g, t, r);
  play(g, t, action == g.end ? END : action == g.swap ? SWAP : action + ROOM);
  write(g, t, r);
}

/** Plays random games, so many actions each at most; the sum of their values.  The record becomes
 * the end of the last. */
export function games(
  g: Ground, t: Table, r: Record, low: u32, high: u32, count: i32, most: i32,
): i32 {
  const played = changetype<Table>(changetype<usize>(t) + TABLE);
  let sum = 0;
  startChance(low, high);
  read(g, t, r);
  for (; count; count--) {
    memory.copy(changetype<usize>(played), changetype<usize>(t), KEPT);
    playOn(g, played, most);
    if (count == 1) {
      write(g, played, r);
      sum += r.value;
    } else sum += value(g, played);
  }
  return sum;
}

/** How many sequences of so many actions there are, into the record, which has room for one more
 * record for each action. */
export function perft(g: Ground, t: Table, r: Record, depth: i32): void {
  store<u64>(changetype<usize>(r), sequences(g, t, r, depth));
}

function sequences(g: Ground, t: Table, r: Record, depth: i32): u64 {
  if (depth == 0) return 1;
  look(g, t, r);
  const mask = changetype<usize>(r) + LEGAL;
  const next = changetype<Record>(mask + MASK);
  let sum: u64 = 0;
  for (let action = 0; action <= g.swap; action++) {
    if (!holds(mask, action)) continue;
    if (depth == 1) {
      sum++;
      continue;
    }
    memory.copy(changetype<usize>(next), changetype<usize>(r), LEGAL);
    step(g, t, next, action);
    sum += sequences(g, t, next, depth - 1);
  }
  return sum;
}
