// A position that actions change in place, with its incremental data: sight counts and groups.

import { isConnected } from "./groups";
import {
  BYG, LEGAL, LOC_COUNT, LOX, MASK_BYTES, NONE, OFF, PADDING, PLACED, VACANT, GameLayout, Record,
  hasBit, locOf, setBit,
} from "./memory";
import { addBygStone, legal, rootOf, value } from "./play";
import { recountSight } from "./sight";

/** A position that actions change in place.  Arrays follow; the offsets below locate them. */
@unmanaged
export class Position {
  mover: i32;
  phase: i32;
  quota: i32; // stones that the mover may still place in this turn
  placedCount: i32; // stones that the mover has placed in this turn
  placed0: i32; // their locs
  placed1: i32;
  anchor: i32; // a loc, or NONE
  turn: i32; // Byg: the number of the turn
  groups0: i32; // Byg: the number of groups of each colour
  groups1: i32;
  connected0: i32; // Lox: whether each colour connects its edges
  connected1: i32;
  stones: i32; // the number of stones on the board
}
const COLOURS = offsetof<Position>(); // u8 by loc: the colour, VACANT or OFF
// u8 by loc: how many stones see the cell, four bits for each colour
const SEEN_COUNTS = COLOURS + LOC_COUNT;
// u16 by loc: Byg: a stone's parent in the union-find forest of groups
const PARENTS = SEEN_COUNTS + LOC_COUNT;
const GROWTH_TURNS = PARENTS + 2 * LOC_COUNT; // u16 by loc: Byg: the last turn in which the group grew
export const PERSISTENT_BYTES = GROWTH_TURNS + 2 * LOC_COUNT; // bytes to copy; scratch space follows
const MARKS = PERSISTENT_BYTES; // u8 by loc: marks of a flood fill
const SCRATCH = MARKS + LOC_COUNT; // u16: locs, or a union-find forest
const GROUP_COUNTS = SCRATCH + 2 * LOC_COUNT; // u16 by colour and size: the number of groups
export const POSITION_BYTES = GROUP_COUNTS + 4 * LOC_COUNT;

// @ts-ignore: decorator
@inline
export function placedAt(p: Position, number: i32): i32 {
  return load<i32>(changetype<usize>(p) + (number << 2), offsetof<Position>("placed0"));
}

/** Adds a stone of an unfinished turn.  A turn stores at most two. */
// @ts-ignore: decorator
@inline
export function addPlaced(p: Position, loc: i32): void {
  store<i32>(changetype<usize>(p) + (p.placedCount++ << 2), loc, offsetof<Position>("placed0"));
}

// @ts-ignore: decorator
@inline
export function colourAt(p: Position, loc: i32): i32 {
  return load<u8>(changetype<usize>(p) + loc, COLOURS);
}

/** The colours of 16 consecutive locs. */
// @ts-ignore: decorator
@inline
export function coloursFrom(p: Position, loc: i32): v128 {
  return v128.load(changetype<usize>(p) + loc, COLOURS);
}

// @ts-ignore: decorator
@inline
export function setColour(p: Position, loc: i32, colour: i32): void {
  store<u8>(changetype<usize>(p) + loc, colour, COLOURS);
}

// @ts-ignore: decorator
@inline
export function clear(p: Position): void {
  memory.fill(changetype<usize>(p), 0, PERSISTENT_BYTES);
  memory.fill(changetype<usize>(p) + COLOURS, <u8>OFF, LOC_COUNT);
}

// @ts-ignore: decorator
@inline
export function seenCountsAt(p: Position, loc: i32): i32 {
  return load<u8>(changetype<usize>(p) + loc, SEEN_COUNTS);
}

/** How many stones see each of 16 consecutive cells. */
// @ts-ignore: decorator
@inline
export function seenCountsFrom(p: Position, loc: i32): v128 {
  return v128.load(changetype<usize>(p) + loc, SEEN_COUNTS);
}

// @ts-ignore: decorator
@inline
export function setSeenCounts(p: Position, loc: i32, counts: i32): void {
  store<u8>(changetype<usize>(p) + loc, counts, SEEN_COUNTS);
}

export function clearSeenCounts(p: Position): void {
  memory.fill(changetype<usize>(p) + SEEN_COUNTS, 0, LOC_COUNT);
}

// @ts-ignore: decorator
@inline
export function parentOf(p: Position, loc: i32): i32 {
  return load<u16>(changetype<usize>(p) + (loc << 1), PARENTS);
}

// @ts-ignore: decorator
@inline
export function setParent(p: Position, loc: i32, parent: i32): void {
  store<u16>(changetype<usize>(p) + (loc << 1), parent, PARENTS);
}

// @ts-ignore: decorator
@inline
export function growthTurn(p: Position, loc: i32): i32 {
  return load<u16>(changetype<usize>(p) + (loc << 1), GROWTH_TURNS);
}

// @ts-ignore: decorator
@inline
export function setGrowthTurn(p: Position, loc: i32): void {
  store<u16>(changetype<usize>(p) + (loc << 1), p.turn, GROWTH_TURNS);
}

// @ts-ignore: decorator
@inline
export function isMarked(p: Position, loc: i32): bool {
  return load<bool>(changetype<usize>(p) + loc, MARKS);
}

// @ts-ignore: decorator
@inline
export function mark(p: Position, loc: i32): void {
  store<u8>(changetype<usize>(p) + loc, 1, MARKS);
}

export function clearMarks(p: Position): void {
  memory.fill(changetype<usize>(p) + MARKS, 0, LOC_COUNT);
}

// @ts-ignore: decorator
@inline
export function scratchAt(p: Position, height: i32): i32 {
  return load<u16>(changetype<usize>(p) + (height << 1), SCRATCH);
}

// @ts-ignore: decorator
@inline
export function setScratchAt(p: Position, height: i32, loc: i32): void {
  store<u16>(changetype<usize>(p) + (height << 1), loc, SCRATCH);
}

/** An entry of the stack as a signed number. */
// @ts-ignore: decorator
@inline
export function signedStackAt(p: Position, height: i32): i32 {
  return load<i16>(changetype<usize>(p) + (height << 1), SCRATCH);
}

// @ts-ignore: decorator
@inline
export function groupCount(p: Position, colour: i32, size: i32): i32 {
  return load<u16>(changetype<usize>(p) + ((colour * LOC_COUNT + size) << 1), GROUP_COUNTS);
}

export function addGroupCount(p: Position, colour: i32, size: i32): void {
  const address = changetype<usize>(p) + ((colour * LOC_COUNT + size) << 1);
  store<u16>(address, load<u16>(address, GROUP_COUNTS) + 1, GROUP_COUNTS);
}

export function clearGroupCounts(p: Position): void {
  memory.fill(changetype<usize>(p) + GROUP_COUNTS, 0, 4 * LOC_COUNT);
}

// The Zobrist hashing of positions.  Python draws the random numbers.

export const ZOBRIST_BYTES: usize = 8 * 1280; // bytes of the random numbers
const PLACED_INDEX: i32 = 2 * LOC_COUNT, ANCHOR_INDEX: i32 = 3 * LOC_COUNT;
const TURN_INDEX: i32 = 4 * LOC_COUNT;

// @ts-ignore: decorator
@inline
function randomAt(keys: usize, index: i32): u64 {
  return load<u64>(keys + (<usize>index << 3));
}

/** The 64-bit Zobrist key of a position. */
export function zobristKey(g: GameLayout, p: Position, keys: usize): u64 {
  let key = randomAt(keys, TURN_INDEX + p.mover + (p.phase << 1) + (p.quota << 3));
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index), colour = colourAt(p, loc);
    if (colour < VACANT) key ^= randomAt(keys, (loc << 1) + colour);
  }
  for (let index = 0; index < p.placedCount; index++) {
    key ^= randomAt(keys, PLACED_INDEX + placedAt(p, index));
  }
  return p.anchor >= 0 && p.phase == 1 ? key ^ randomAt(keys, ANCHOR_INDEX + p.anchor) : key;
}

// Conversion between records and positions.

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
