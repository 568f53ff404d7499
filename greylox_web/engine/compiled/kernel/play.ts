// The rules of all games: what is legal, what an action does, who has won, and random games.

import * as byg from "./byg";
import * as opening from "./opening";
import { randomBelow } from "./rng";
import {
  brinkValue, compareProducts, compareSizes, connectsEdges, countGroups, isConnected, mayConnect,
} from "./groups";
import {
  BRINK, BYG, END, GREYLOX, GameLayout, LOX, MULTIPLICITY, NONE, OPENING, PADDING, SWAP, VACANT,
  locOf, setBit,
} from "./memory";
import {
  Position, clearMarks, clearSeenCounts, colourAt, coloursFrom, setColour, setStackAt, stackAt,
} from "./position";
import { isTakeable, setStone, takeableMask } from "./sight";

const TRIES_WITH_EXTRAS = 8, TRIES_CELLS_ONLY = 3;

/** Whether the mover may take this cell now, provided that the game is not over. */
// @ts-ignore: decorator
@inline
function isLegal(g: GameLayout, t: Position, loc: i32): bool {
  if (g.kind == BYG) return byg.isLegal(g, t, loc);
  if (t.phase == OPENING) return opening.isOpeningLegal(g, t, loc);
  if (g.kind <= LOX) return isTakeable(g, t, loc);
  return colourAt(t, loc) == VACANT;
}

/** Which of the sixteen places from this one on the mover may take, as bits. */
function legalMask(g: GameLayout, t: Position, loc: i32): i32 {
  if (t.phase == OPENING && g.kind != BYG) {
    if (t.quota == 2) return opening.boundMask(g, t, loc);
    return i8x16.bitmask(opening.freeMask(g, t, loc));
  }
  if (g.kind <= LOX) return i8x16.bitmask(takeableMask(g, t, loc));
  const vacant = i8x16.eq(coloursFrom(t, loc), i8x16.splat(<i8>VACANT));
  let bits = i8x16.bitmask(vacant);
  if (g.kind == BYG && t.phase != OPENING && t.placedCount) {
    for (let remaining = bits; remaining; remaining &= remaining - 1) {
      const bit = remaining & -remaining;
      if (!isLegal(g, t, loc + ctz(bit))) bits ^= bit;
    }
  }
  return bits;
}

/** Whether the mover may take any cell. */
function hasLegal(g: GameLayout, t: Position): bool {
  for (let cell = 0; cell < g.end; cell += 16) if (legalMask(g, t, cell + PADDING)) return true;
  return false;
}

/** Whether the game is over whatever cells may be taken: a chain stands, or the board is full. */
// @ts-ignore: decorator
@inline
function isEnded(g: GameLayout, t: Position): bool {
  if (g.kind == LOX) return <bool>(t.mover ? t.connected1 : t.connected0);
  return g.kind == MULTIPLICITY && t.phase != OPENING && g.cells - t.stones <= g.finalVacancies;
}

/** Whether the mover may swap: only the second player, in reply to the first stone. */
// @ts-ignore: decorator
@inline
function isSwapLegal(g: GameLayout, t: Position): bool {
  if (!g.swaps || t.stones != 1 || t.mover != 1) return false;
  for (let index = 0; index < g.cells; index++) {
    if (colourAt(t, locOf(g, index)) == 0) return true;
  }
  return false;
}

/** Marks the legal actions in an empty mask; returns whether the game goes on. */
export function legal(g: GameLayout, t: Position, mask: usize): bool {
  if (isEnded(g, t)) return false;
  let anyBits = 0;
  for (let cell = 0; cell < g.end; cell += 16) {
    const bits = legalMask(g, t, cell + PADDING);
    anyBits |= bits;
    store<u16>(mask + (cell >> 3), bits);
  }
  if (g.kind == LOX) {
    if (!anyBits) setBit(mask, g.end);
    else if (isSwapLegal(g, t)) setBit(mask, g.swap);
    return true;
  }
  if (g.kind != BYG || !t.placedCount) return <bool>anyBits;
  setBit(mask, g.end);
  return true;
}

/** Plays an action, but does not end a turn that cannot go on. */
function applyAction(g: GameLayout, t: Position, action: i32): void {
  if (action == END) {
    if (g.kind == BYG) byg.beginTurn(g, t, 1 - t.mover);
    else t.mover = 1 - t.mover;
    return;
  }
  if (action == SWAP) {
    applySwap(g, t);
    return;
  }
  const mover = t.mover;
  if (g.kind == BYG) {
    byg.addStone(g, t, action, mover);
    t.stones++;
    byg.advance(g, t, action);
    return;
  }
  if (colourAt(t, action) == VACANT) t.stones++;
  if (g.kind <= LOX) setStone(g, t, action, mover);
  else setColour(t, action, mover);
  if (g.kind == LOX) updateConnected(g, t, action);
  if (t.phase == OPENING) opening.advance(t, action);
  else t.mover = 1 - mover;
}

/** Ends a turn that has begun and cannot go on. */
// @ts-ignore: decorator
@inline
function endTurn(g: GameLayout, t: Position): void {
  if (g.kind == BYG) byg.beginTurn(g, t, 1 - t.mover);
  else opening.endOpening(t);
}

/** Plays an action. */
export function play(g: GameLayout, t: Position, action: i32): void {
  applyAction(g, t, action);
  passStuckMover(g, t);
}

// @ts-ignore: decorator
@inline
function passStuckMover(g: GameLayout, t: Position): void {
  if (t.placedCount && !hasLegal(g, t)) endTurn(g, t);
}

/** Updates which colours join their edges, after a stone of Lox. */
function updateConnected(g: GameLayout, t: Position, loc: i32): void {
  const isConnectedAlready = t.mover ? t.connected1 : t.connected0;
  if (!isConnectedAlready && mayConnect(g, t, loc)) {
    clearMarks(t);
    const connects = <i32>connectsEdges(g, t, loc);
    if (t.mover) t.connected1 = connects;
    else t.connected0 = connects;
  }
  if (t.mover && t.connected0) t.connected0 = <i32>isConnected(g, t, 0);
  if (!t.mover && t.connected1) t.connected1 = <i32>isConnected(g, t, 1);
}

/** Swaps: the only stone changes its colour and moves to the mirror image of its cell. */
function applySwap(g: GameLayout, t: Position): void {
  let index = 0;
  while (colourAt(t, locOf(g, index)) != 0) index++;
  const stride = g.direction2, cell = locOf(g, index) - PADDING;
  const mirrored = PADDING + (cell % stride) * stride + cell / stride;
  setColour(t, locOf(g, index), VACANT);
  clearSeenCounts(t);
  setStone(g, t, mirrored, 1);
  t.mover = 0;
  t.connected0 = 0;
  clearMarks(t);
  t.connected1 = <i32>connectsEdges(g, t, mirrored);
}

/** The value of a finished game, for the first colour. */
export function value(g: GameLayout, t: Position): i32 {
  if (g.kind == LOX) return t.mover ? -1 : 1;
  if (g.kind == GREYLOX) { // the other side controls the vacant cells: else the mover could go there
    for (let index = 0; index < g.cells; index++) {
      const loc = locOf(g, index);
      if (colourAt(t, loc) == VACANT) setColour(t, loc, 1 - t.mover);
    }
  }
  countGroups(g, t);
  if (g.kind == BRINK) return brinkValue(g, t);
  return g.kind == MULTIPLICITY ? compareProducts(g, t) : compareSizes(g, t);
}

/** Plays at random, at most `maxActions` actions. */
export function playout(g: GameLayout, t: Position, maxActions: i32): void {
  while (maxActions > 0 && !isEnded(g, t)) {
    if (t.phase != OPENING && (g.kind == BRINK || g.kind == MULTIPLICITY)) {
      fillRandomly(g, t, maxActions);
      break;
    }
    const action = randomAction(g, t);
    if (action != NONE) {
      applyAction(g, t, action);
      maxActions--;
    } else if (t.placedCount) endTurn(g, t);
    else break;
  }
  passStuckMover(g, t);
}

/** A random legal action, or NONE.
 *
 * Up to eight random cells are tried first; if none is legal, all legal actions are equally likely.
 * Where only cells are legal, all are equally likely anyway, and fewer tries are quicker; of the few
 * cells that touch the anchor one is drawn at once. */
function randomAction(g: GameLayout, t: Position): i32 {
  if (t.phase == OPENING && g.kind != BYG && t.quota == 2) return opening.randomBound(g, t);
  const canSwap = g.kind == LOX && isSwapLegal(g, t), canEnd = g.kind == BYG && t.placedCount > 0;
  for (let tries = canSwap || canEnd ? TRIES_WITH_EXTRAS : TRIES_CELLS_ONLY; tries; tries--) {
    const loc = locOf(g, randomBelow(g.cells));
    if (isLegal(g, t, loc)) return loc;
  }
  let count = 0;
  for (let cell = 0; cell < g.end; cell += 16) {
    const bits = legalMask(g, t, cell + PADDING);
    setStackAt(t, cell >> 4, bits);
    count += popcnt(bits);
  }
  if (!count) return g.kind == LOX ? END : NONE;
  let chosen = randomBelow(count + <i32>(canSwap || canEnd));
  if (chosen == count) return canSwap ? SWAP : END;
  for (let chunk = 0; ; chunk++) {
    let bits = stackAt(t, chunk);
    const inChunk = popcnt(bits);
    if (chosen >= inChunk) {
      chosen -= inChunk;
      continue;
    }
    while (chosen--) bits &= bits - 1;
    return PADDING + (chunk << 4) + ctz(bits);
  }
}

/** Both colours alternately take random vacant cells, at most `maxStones`, until `finalVacancies` remain. */
function fillRandomly(g: GameLayout, t: Position, maxStones: i32): void {
  let count = 0;
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(t, loc) == VACANT) setStackAt(t, count++, loc);
  }
  for (; maxStones && count > g.finalVacancies; maxStones--) {
    const chosen = randomBelow(count);
    setColour(t, stackAt(t, chosen), t.mover);
    setStackAt(t, chosen, stackAt(t, --count));
    t.mover = 1 - t.mover;
    t.stones++;
  }
}
