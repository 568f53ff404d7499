// Conversion between records and positions.

import { addBygStone, rootOf } from "./byg";
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

/** Sets up a position from a record. */
export function readRecord(g: GameLayout, p: Position, r: Record): void {
  const masks = changetype<usize>(r);
  clear(p);
  p.mover = r.mover;
  p.phase = r.phase;
  p.quota = r.quota;
  p.anchor = r.anchor == NONE ? NONE : r.anchor + PADDING;
  p.turn = 1;
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    const cell = loc - PADDING;
    const colour = hasBit(masks, cell) ? 0 : hasBit(masks + MASK_BYTES, cell) ? 1 : VACANT;
    if (colour == VACANT) setColour(p, loc, VACANT);
    else {
      p.stones++;
      if (g.kind == BYG) addBygStone(g, p, loc, colour);
      else setColour(p, loc, colour);
    }
    if (p.placedCount < 2 && hasBit(masks + PLACED, cell)) addPlaced(p, loc);
  }
  if (g.kind == BYG) {
    for (let number = 0; number < p.placedCount; number++) {
      setGrowthTurn(p, rootOf(p, placedAt(p, number)));
    }
  }
  if (g.kind <= LOX) recountSight(g, p);
  if (g.kind != LOX) return;
  p.connected0 = <i32>isConnected(g, p, 0);
  p.connected1 = <i32>isConnected(g, p, 1);
}

/** Writes a position to a record, with the legal actions and the result.  Overwrites the position
 * if the game is over. */
export function writeRecord(g: GameLayout, p: Position, r: Record): void {
  const masks = changetype<usize>(r);
  memory.fill(masks, 0, PLACED + MASK_BYTES);
  memory.fill(masks + LEGAL, 0, MASK_BYTES);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    const colour = colourAt(p, loc);
    if (colour < VACANT) setBit(masks + (colour ? MASK_BYTES : 0), loc - PADDING);
  }
  for (let number = 0; number < p.placedCount; number++) {
    setBit(masks + PLACED, placedAt(p, number) - PADDING);
  }
  r.mover = <u8>p.mover;
  r.phase = <u8>p.phase;
  r.quota = <u8>p.quota;
  r.anchor = <i16>(p.anchor == NONE ? NONE : p.anchor - PADDING);
  r.over = <u8>!legal(g, p, masks + LEGAL);
  r.value = r.over ? <i8>value(g, p) : 0;
}
