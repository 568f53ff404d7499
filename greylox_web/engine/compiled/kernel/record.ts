// Conversion between records and tables.

import { add, root } from "./byg";
import { joined } from "./groups";
import {
  BYG, Ground, LEGAL, LOX, MASK, NONE, PLACED, ROOM, Record, VACANT, holds, mark, placeOf,
} from "./memory";
import {
  Table, clear, colourAt, noteStone, placedAt, setColour, setGrown,
} from "./position";
import { legal, value } from "./play";
import { lookRound } from "./sight";

/** Sets a table up from a record. */
export function read(g: Ground, t: Table, r: Record): void {
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

/** Writes a table to a record, with the legal actions and the result; overwrites the table. */
export function write(g: Ground, t: Table, r: Record): void {
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
