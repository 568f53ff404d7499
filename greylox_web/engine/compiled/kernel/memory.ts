// The layout of the memory that Python passes; `layout.py` writes and reads it.
//
// A board is an array of colours, padded on all sides: the loc of a cell is `cell + PADDING`, and a
// step off the board reaches an OFF.  No code depends on a shape of board: the layout of the game
// contains the locs, the directions, the thresholds and the edges.

export const PADDING: i32 = 32; // covers the longest step and a load of 16 bytes
export const LOC_COUNT: i32 = 304; // the largest boards have 15 rows of 15 columns and a guard
export const VACANT: i32 = 2; // instead of a colour, 0 or 1
export const OFF: i32 = 3;
export const NONE: i32 = -1; // instead of a loc, like END and SWAP
export const END: i32 = -2;
export const SWAP: i32 = -3;
export const OPENING: i32 = 1; // phases
export const MAIN: i32 = 2;

export const GREYLOX: i32 = 0; // kinds of game
export const LOX: i32 = 1;
export const BRINK: i32 = 2;
export const MULTIPLICITY: i32 = 3;
export const BYG: i32 = 4;

/** A game on its board.  The kernel only reads it. */
@unmanaged
export class GameLayout {
  kind: i32;
  cells: i32;
  end: i32; // the numbers of the actions END and SWAP
  swap: i32;
  margin: i32; // Brink: the lead with which the largest group wins
  finalVacancies: i32; // cells that stay vacant until the end
  swaps: i32; // Lox, Brink, Multiplicity: whether the game has the swap
  maxStones: i32; // Byg: the limit of stones in one turn
  direction0: i32; // the steps to the six neighbours, each followed by its negative
  direction1: i32;
  direction2: i32;
  direction3: i32;
  direction4: i32;
  direction5: i32;
}
const LOCS = offsetof<GameLayout>(); // u16 by index: the locs of all cells, ascending
const THRESHOLDS = LOCS + 2 * LOC_COUNT; // u8 by loc: how many seeing stones control the cell
// u8 by loc: Lox: edges as bits, 1 and 2 of the first colour, 4 and 8 of the second
const EDGES = THRESHOLDS + LOC_COUNT;

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

/** The control thresholds of 16 consecutive locs. */
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

/** A position as Python exchanges it: three masks of 32 bytes each, then the other fields. */
@unmanaged
export class Record {
  private masks: v128; // stones of the first colour, of the second, stones placed in this turn
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
  value: i8; // of a finished game, from the first colour's side: -1, 0 or 1
  private spare: u8;
}
export const MASK_BYTES: usize = 32; // bytes of a mask, one bit for each action
export const PLACED: usize = 64;
export const LEGAL = offsetof<Record>(); // offset of a fourth mask, the legal actions
export const RECORD_BYTES: usize = LEGAL + MASK_BYTES; // bytes of a record with its legal actions

/** The loc of an action's cell, or END or SWAP. */
// @ts-ignore: decorator
@inline
export function locOfAction(g: GameLayout, action: i32): i32 {
  return action == g.end ? END : action == g.swap ? SWAP : action + PADDING;
}

/** Whether a mask contains a cell. */
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
