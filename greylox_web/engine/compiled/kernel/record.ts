// Conversion between records and tables.

import { addStone, root } from "./byg";
import { isConnected } from "./groups";
import {
  BYG, GameLayout, LEGAL, LOX, MASK_BYTES, NONE, PADDING, PLACED, Record, VACANT, hasBit, locOf,
  setBit,
} from "./memory";
import {
  Position, addPlaced, clear, colourAt, placedAt, setColour, setGrowthTurn,
} from "./position";
import { legal, value } from "./play";
import { recountSight } from "./sight";

/** Sets a table up from a record. */
export function read(g: GameLayout, t: Position, r: Record): void {
  const masks = changetype<usize>(r);
  clear(t);
  t.mover = r.mover;
  t.phase = r.phase;
  t.quota = r.quota;
  t.anchor = r.anchor == NONE ? NONE : r.anchor + PADDING;
  t.turn = 1;
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    const cell = loc - PADDING;
    const colour = hasBit(masks, cell) ? 0 : hasBit(masks + MASK_BYTES, cell) ? 1 : VACANT;
    if (colour == VACANT) setColour(t, loc, VACANT);
    else {
      t.stones++;
      if (g.kind == BYG) addStone(g, t, loc, colour);
      else setColour(t, loc, colour);
    }
    if (t.placedCount < 2 && hasBit(masks + PLACED, cell)) addPlaced(t, loc);
  }
  if (g.kind == BYG) {
    for (let number = 0; number < t.placedCount; number++) setGrowthTurn(t, root(t, placedAt(t, number)));
  }
  if (g.kind <= LOX) recountSight(g, t);
  if (g.kind != LOX) return;
  t.connected0 = <i32>isConnected(g, t, 0);
  t.connected1 = <i32>isConnected(g, t, 1);
}

/** Writes a table to a record, with the legal actions and the result; overwrites the table. */
export function write(g: GameLayout, t: Position, r: Record): void {
  const masks = changetype<usize>(r);
  memory.fill(masks, 0, PLACED + MASK_BYTES);
  memory.fill(masks + LEGAL, 0, MASK_BYTES);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    const colour = colourAt(t, loc);
    if (colour < VACANT) setBit(masks + (colour ? MASK_BYTES : 0), loc - PADDING);
  }
  for (let number = 0; number < t.placedCount; number++) {
    setBit(masks + PLACED, placedAt(t, number) - PADDING);
  }
  r.mover = <u8>t.mover;
  r.phase = <u8>t.phase;
  r.quota = <u8>t.quota;
  r.anchor = <i16>(t.anchor == NONE ? NONE : t.anchor - PADDING);
  r.over = <u8>!legal(g, t, masks + LEGAL);
  r.value = r.over ? <i8>value(g, t) : 0;
}
