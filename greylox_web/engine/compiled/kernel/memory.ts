// The layout of the memory that Python passes; `layout.py` fills and reads it.
//
// A board is an array of colours with room around it: `cell + ROOM` is the place of a cell, and
// a step off the board lands on OFF.  Nothing here knows a shape of board: places, steps, needs
// and edges are the rules' own.

export const PADDING: i32 = 32; // more than the longest step, and sixteen bytes from the next
export const LENGTH: i32 = 304; // the largest boards have 15 rows of 15 columns and a guard
export const VACANT: i32 = 2; // instead of a colour, which is 0 or 1
export const OFF: i32 = 3;
export const NONE: i32 = -1; // in place of a place, like the next two
export const END: i32 = -2;
export const SWAP: i32 = -3;
export const OPENING: i32 = 1; // phases
export const MAIN: i32 = 2;

export const GREYLOX: i32 = 0; // kinds of game
export const LOX: i32 = 1;
export const BRINK: i32 = 2;
export const MULTIPLICITY: i32 = 3;
export const BYG: i32 = 4;

/** A game on its board; it is only read. */
@unmanaged
export class GameLayout {
  kind: i32;
  cells: i32;
  end: i32; // the numbers of the two actions that are not cells
  swap: i32;
  margin: i32; // Brink: by how much the largest group must be larger
  finalVacancies: i32; // how many cells stay vacant
  swaps: i32; // Lox: whether the second player may swap
  maxStones: i32; // Byg: stones in one turn
  direction0: i32; // the steps to the neighbours: the first and its negative, the second, the third
  direction1: i32;
  direction2: i32;
  direction3: i32;
  direction4: i32;
  direction5: i32;
}
const LOCS = offsetof<GameLayout>(); // u16: the places of all cells, ascending
const THRESHOLDS = LOCS + 2 * LENGTH; // u8: how many stones must see a place to control it
const EDGES = THRESHOLDS + LENGTH; // u8: Lox: 1 and 2 for the first colour's edges, 4 and 8

// @ts-ignore: decorator
@inline
export function directionOf(g: GameLayout, number: i32): i32 {
  return load<i32>(changetype<usize>(g) + (number << 2), offsetof<GameLayout>("direction0"));
}

// @ts-ignore: decorator
@inline
export function locOf(g: GameLayout, index: i32): i32 {
  return load<u16>(changetype<usize>(g) + (index << 1), LOCS);
}

// @ts-ignore: decorator
@inline
export function controlThreshold(g: GameLayout, loc: i32): i32 {
  return load<u8>(changetype<usize>(g) + loc, THRESHOLDS);
}

/** The needs of sixteen places. */
// @ts-ignore: decorator
@inline
export function thresholdsFrom(g: GameLayout, loc: i32): v128 {
  return v128.load(changetype<usize>(g) + loc, THRESHOLDS);
}

// @ts-ignore: decorator
@inline
export function edgesAt(g: GameLayout, loc: i32): i32 {
  return load<u8>(changetype<usize>(g) + loc, EDGES);
}

/** A position as Python writes and reads it: three masks of 32 bytes each, then the rest. */
@unmanaged
export class Record {
  private masks: v128; // the first colour's stones, the second's, those placed in this turn
  private masks1: v128;
  private masks2: v128;
  private masks3: v128;
  private masks4: v128;
  private masks5: v128;
  mover: u8;
  phase: u8;
  quota: u8;
  over: u8; // whether the game is over
  anchor: i16; // a cell, or NONE
  value: i8; // of a finished game, for the first colour: -1, 0 or 1
  private spare: u8;
}
export const MASK_BYTES: usize = 32; // bytes
export const PLACED: usize = 64;
export const LEGAL = offsetof<Record>(); // a fourth mask: the actions that are legal
export const RECORD_BYTES: usize = LEGAL + MASK_BYTES; // bytes of a record with its legal actions

/** The place of an action as the rules number it, or END or SWAP. */
// @ts-ignore: decorator
@inline
export function locOfAction(g: GameLayout, action: i32): i32 {
  return action == g.end ? END : action == g.swap ? SWAP : action + PADDING;
}

/** Whether a mask holds a cell. */
// @ts-ignore: decorator
@inline
export function hasBit(mask: usize, cell: i32): bool {
  return <bool>((load<u8>(mask + (cell >> 3)) >> (cell & 7)) & 1);
}

// @ts-ignore: decorator
@inline
export function setBit(mask: usize, cell: i32): void {
  const address = mask + (cell >> 3);
  store<u8>(address, load<u8>(address) | (<u8>1 << <u8>(cell & 7)));
}
