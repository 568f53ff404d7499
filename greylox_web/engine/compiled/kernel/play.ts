// The rules of all games: legal actions, their effects, results, and random games.

import {
  brinkValue, compareProducts, compareSizes, connectsEdges, countGroups, isConnected, mayConnect,
} from "./groups";
import {
  BRINK, BYG, END, GREYLOX, LOX, MAIN, MULTIPLICITY, NONE, OPENING, PADDING, SWAP, VACANT,
  GameLayout, directionOf, locOf, setBit,
} from "./memory";
import { randomBelow } from "./numbers";
import {
  Position, addPlaced, clearMarks, clearSeenCounts, colourAt, coloursFrom, growthTurn, parentOf,
  scratchAt, setColour, setGrowthTurn, setParent, setScratchAt,
} from "./position";
import { isTakeable, setStone, takeableMask } from "./sight";

const TRIES_WITH_EXTRAS = 8, TRIES_CELLS_ONLY = 3;

/** Whether the mover may play on this cell.  The game must not be over. */
// @ts-ignore: decorator
@inline
function isLegal(g: GameLayout, p: Position, loc: i32): bool {
  if (g.kind == BYG) return isBygLegal(g, p, loc);
  if (p.phase == OPENING) return isOpeningLegal(g, p, loc);
  if (g.kind <= LOX) return isTakeable(g, p, loc);
  return colourAt(p, loc) == VACANT;
}

/** The cells that the mover may play on, among 16 from this loc on, as bits. */
function legalMask(g: GameLayout, p: Position, loc: i32): i32 {
  if (p.phase == OPENING && g.kind != BYG) {
    if (p.quota == 2) return boundMask(g, p, loc);
    return i8x16.bitmask(freeMask(g, p, loc));
  }
  if (g.kind <= LOX) return i8x16.bitmask(takeableMask(g, p, loc));
  const vacant = i8x16.eq(coloursFrom(p, loc), i8x16.splat(<i8>VACANT));
  let bits = i8x16.bitmask(vacant);
  if (g.kind == BYG && p.phase != OPENING && p.placedCount) {
    for (let remaining = bits; remaining; remaining &= remaining - 1) {
      const bit = remaining & -remaining;
      if (!isLegal(g, p, loc + ctz(bit))) bits ^= bit;
    }
  }
  return bits;
}

/** Whether the mover may play on any cell. */
function hasLegal(g: GameLayout, p: Position): bool {
  for (let cell = 0; cell < g.end; cell += 16) if (legalMask(g, p, cell + PADDING)) return true;
  return false;
}

/** Whether the game is over regardless of legal cells: connected edges, or a full board. */
// @ts-ignore: decorator
@inline
function isEnded(g: GameLayout, p: Position): bool {
  if (g.kind == LOX) return <bool>(p.mover ? p.connected1 : p.connected0);
  return g.kind == MULTIPLICITY && p.phase != OPENING && g.cells - p.stones <= g.finalVacancies;
}

/** Whether SWAP is legal: only for the second player, in reply to the first stone. */
// @ts-ignore: decorator
@inline
export function isSwapLegal(g: GameLayout, p: Position): bool {
  if (!g.swaps || p.stones != 1 || p.mover != 1) return false;
  for (let index = 0; index < g.cells; index++) {
    if (colourAt(p, locOf(g, index)) == 0) return true;
  }
  return false;
}

/** Writes the legal actions into an empty mask.  Returns false if the game is over. */
export function legal(g: GameLayout, p: Position, mask: usize): bool {
  if (isEnded(g, p)) return false;
  let anyBits = 0;
  for (let cell = 0; cell < g.end; cell += 16) {
    const bits = legalMask(g, p, cell + PADDING);
    anyBits |= bits;
    store<u16>(mask + (cell >> 3), bits);
  }
  if (g.kind == LOX) {
    if (!anyBits) setBit(mask, g.end);
    else if (isSwapLegal(g, p)) setBit(mask, g.swap);
    return true;
  }
  if (g.kind == BYG && p.placedCount) setBit(mask, g.end);
  else if (isSwapLegal(g, p)) setBit(mask, g.swap);
  else return <bool>anyBits;
  return true;
}

/** Plays an action. The caller ends the turn if the mover has no further action. */
function applyAction(g: GameLayout, p: Position, action: i32): void {
  if (action == END) {
    if (g.kind == BYG) beginBygTurn(g, p, 1 - p.mover);
    else p.mover = 1 - p.mover;
    return;
  }
  if (action == SWAP) {
    applySwap(g, p);
    return;
  }
  const mover = p.mover;
  if (g.kind == BYG) {
    addBygStone(g, p, action, mover);
    p.stones++;
    advanceBygTurn(g, p, action);
    return;
  }
  if (colourAt(p, action) == VACANT) p.stones++;
  if (g.kind <= LOX) setStone(g, p, action, mover);
  else setColour(p, action, mover);
  if (g.kind == LOX) updateConnected(g, p, action);
  if (p.phase == OPENING) advanceOpening(p, action);
  else p.mover = 1 - mover;
}

/** Ends an unfinished turn that has no further action. */
// @ts-ignore: decorator
@inline
function endTurn(g: GameLayout, p: Position): void {
  if (g.kind == BYG) beginBygTurn(g, p, 1 - p.mover);
  else endOpening(p);
}

/** Plays an action. */
export function play(g: GameLayout, p: Position, action: i32): void {
  applyAction(g, p, action);
  endStuckTurn(g, p);
}

// @ts-ignore: decorator
@inline
function endStuckTurn(g: GameLayout, p: Position): void {
  if (p.placedCount && !hasLegal(g, p)) endTurn(g, p);
}

/** Lox: updates which colours connect their edges, after a stone. */
function updateConnected(g: GameLayout, p: Position, loc: i32): void {
  const isConnectedAlready = p.mover ? p.connected1 : p.connected0;
  if (!isConnectedAlready && mayConnect(g, p, loc)) {
    clearMarks(p);
    const connects = <i32>connectsEdges(g, p, loc);
    if (p.mover) p.connected1 = connects;
    else p.connected0 = connects;
  }
  if (p.mover && p.connected0) p.connected0 = <i32>isConnected(g, p, 0);
  if (!p.mover && p.connected1) p.connected1 = <i32>isConnected(g, p, 1);
}

/** The only stone changes its colour.  In Lox it also moves to the mirror image of its cell. */
function applySwap(g: GameLayout, p: Position): void {
  let index = 0;
  while (colourAt(p, locOf(g, index)) != 0) index++;
  p.mover = 0;
  if (g.kind != LOX) {
    setColour(p, locOf(g, index), 1);
    return;
  }
  const stride = g.direction2, cell = locOf(g, index) - PADDING;
  const mirrored = PADDING + (cell % stride) * stride + cell / stride;
  setColour(p, locOf(g, index), VACANT);
  clearSeenCounts(p);
  setStone(g, p, mirrored, 1);
  p.connected0 = 0;
  clearMarks(p);
  p.connected1 = <i32>connectsEdges(g, p, mirrored);
}

/** The value of a finished game, from the first colour's side. */
export function value(g: GameLayout, p: Position): i32 {
  if (g.kind == LOX) return p.mover ? -1 : 1;
  // Greylox: the mover has no legal cell, so the opponent controls every vacant cell.
  if (g.kind == GREYLOX) {
    for (let index = 0; index < g.cells; index++) {
      const loc = locOf(g, index);
      if (colourAt(p, loc) == VACANT) setColour(p, loc, 1 - p.mover);
    }
  }
  countGroups(g, p);
  if (g.kind == BRINK) return brinkValue(g, p);
  return g.kind == MULTIPLICITY ? compareProducts(g, p) : compareSizes(g, p);
}

/** Plays at most `maxActions` random actions. */
export function playout(g: GameLayout, p: Position, maxActions: i32): void {
  while (maxActions > 0 && !isEnded(g, p)) {
    if (p.phase != OPENING && (g.kind == BRINK || g.kind == MULTIPLICITY)) {
      fillRandomly(g, p, maxActions);
      break;
    }
    const action = randomAction(g, p);
    if (action != NONE) {
      applyAction(g, p, action);
      maxActions--;
    } else if (p.placedCount) endTurn(g, p);
    else break;
  }
  endStuckTurn(g, p);
}

/** A random legal action, or NONE.
 *
 * First it tries up to eight random cells; if none is legal, it draws uniformly from all legal
 * actions.  If only cells are legal, both methods are uniform, and fewer tries are faster.  For a
 * bound stone, it draws from the anchor's neighbours directly. */
function randomAction(g: GameLayout, p: Position): i32 {
  if (p.phase == OPENING && g.kind != BYG && p.quota == 2) return randomBound(g, p);
  const canSwap = g.kind == LOX && isSwapLegal(g, p), canEnd = g.kind == BYG && p.placedCount > 0;
  for (let tries = canSwap || canEnd ? TRIES_WITH_EXTRAS : TRIES_CELLS_ONLY; tries; tries--) {
    const loc = locOf(g, randomBelow(g.cells));
    if (isLegal(g, p, loc)) return loc;
  }
  let count = 0;
  for (let cell = 0; cell < g.end; cell += 16) {
    const bits = legalMask(g, p, cell + PADDING);
    setScratchAt(p, cell >> 4, bits);
    count += popcnt(bits);
  }
  if (!count) return g.kind == LOX ? END : NONE;
  let chosen = randomBelow(count + <i32>(canSwap || canEnd));
  if (chosen == count) return canSwap ? SWAP : END;
  for (let chunk = 0; ; chunk++) {
    let bits = scratchAt(p, chunk);
    const inChunk = popcnt(bits);
    if (chosen >= inChunk) {
      chosen -= inChunk;
      continue;
    }
    while (chosen--) bits &= bits - 1;
    return PADDING + (chunk << 4) + ctz(bits);
  }
}

/** Places random stones of alternating colours: at most `maxStones`, until only
 * `finalVacancies` cells are vacant.  Nobody swaps: only who holds each cell in the end counts. */
function fillRandomly(g: GameLayout, p: Position, maxStones: i32): void {
  let count = 0;
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(p, loc) == VACANT) setScratchAt(p, count++, loc);
  }
  for (; maxStones && count > g.finalVacancies; maxStones--) {
    const chosen = randomBelow(count);
    setColour(p, scratchAt(p, chosen), p.mover);
    setScratchAt(p, chosen, scratchAt(p, --count));
    p.mover = 1 - p.mover;
    p.stones++;
  }
}

// The opening "one bound, one free" of Greylox and Multiplicity.

/** Whether the opening allows a stone here: bound ones touch the anchor, free ones no stone. */
export function isOpeningLegal(g: GameLayout, p: Position, loc: i32): bool {
  if (colourAt(p, loc) != VACANT) return false;
  const bound = p.quota == 2;
  for (let number = 0; number < 6; number++) {
    const near = loc + directionOf(g, number);
    if (bound) {
      if (near == p.anchor) return true;
    } else if (colourAt(p, near) < VACANT) return false;
  }
  return !bound;
}

/** The vacant cells without a neighbouring stone, among 16 from this loc on, as flags. */
export function freeMask(g: GameLayout, p: Position, loc: i32): v128 {
  const vacant = i8x16.splat(<i8>VACANT);
  let free = i8x16.eq(coloursFrom(p, loc), vacant);
  for (let number = 0; number < 6; number++) {
    free = v128.and(free, i8x16.ge_u(coloursFrom(p, loc + directionOf(g, number)), vacant));
  }
  return free;
}

/** The vacant neighbours of the anchor, among 16 cells from this loc on, as bits. */
export function boundMask(g: GameLayout, p: Position, loc: i32): i32 {
  let bits = 0;
  for (let number = 0; number < 6; number++) {
    const near = p.anchor + directionOf(g, number);
    if (<u32>(near - loc) < 16 && colourAt(p, near) == VACANT) bits |= 1 << (near - loc);
  }
  return bits;
}

/** A random vacant neighbour of the anchor, or NONE. */
export function randomBound(g: GameLayout, p: Position): i32 {
  let count = 0;
  for (let number = 0; number < 6; number++) {
    const near = p.anchor + directionOf(g, number);
    if (colourAt(p, near) == VACANT) setScratchAt(p, count++, near);
  }
  return count ? scratchAt(p, randomBelow(count)) : NONE;
}

/** Updates quota, mover and anchor after the stone on `loc`. */
export function advanceOpening(p: Position, loc: i32): void {
  if (p.quota == 2) {
    p.quota = 1;
    addPlaced(p, loc);
  } else {
    p.mover = 1 - p.mover;
    p.quota = 2;
    p.placedCount = 0;
    p.anchor = loc;
  }
}

/** Ends the opening.  No cell is free for its next stone. */
export function endOpening(p: Position): void {
  p.phase = MAIN;
  p.mover = 1 - p.mover;
  p.placedCount = 0;
  p.anchor = NONE;
}

// Byg: groups by union-find, and the turn of each group's last growth.

/** The root of a stone's group. */
export function rootOf(p: Position, loc: i32): i32 {
  let parent = parentOf(p, loc);
  while (parent != loc) {
    const far = parentOf(p, parent);
    setParent(p, loc, far); // path halving
    loc = far;
    parent = parentOf(p, loc);
  }
  return loc;
}

/** Places a stone, which becomes the root of its new group. */
export function addBygStone(g: GameLayout, p: Position, loc: i32, colour: i32): void {
  let newGroups = 1;
  setColour(p, loc, colour);
  setParent(p, loc, loc);
  for (let number = 0; number < 6; number++) {
    const near = loc + directionOf(g, number);
    if (colourAt(p, near) != colour) continue;
    const other = rootOf(p, near);
    if (other == loc) continue;
    setParent(p, other, loc);
    newGroups--;
  }
  if (colour) p.groups1 += newGroups;
  else p.groups0 += newGroups;
}

/** Whether a stone is legal here: no group may grow twice in a turn. */
export function isBygLegal(g: GameLayout, p: Position, loc: i32): bool {
  if (colourAt(p, loc) != VACANT) return false;
  if (!p.placedCount) return true;
  for (let number = 0; number < 6; number++) {
    const near = loc + directionOf(g, number);
    if (colourAt(p, near) == p.mover && growthTurn(p, rootOf(p, near)) == p.turn) return false;
  }
  return true;
}

/** Updates quota, phase and mover after the mover's stone on `loc`. */
export function advanceBygTurn(g: GameLayout, p: Position, loc: i32): void {
  if (p.phase != OPENING) {
    setGrowthTurn(p, loc);
    if (--p.quota) addPlaced(p, loc);
    else beginBygTurn(g, p, 1 - p.mover);
  } else if (p.mover) { // the second colour moves after each stone of the opening
    p.phase = MAIN;
    beginBygTurn(g, p, 1);
  } else p.mover = 1;
}

/** Starts a colour's turn. */
export function beginBygTurn(g: GameLayout, p: Position, colour: i32): void {
  p.mover = colour;
  p.quota = max(1, min(g.maxStones, colour ? p.groups1 : p.groups0));
  p.placedCount = 0;
  p.turn++;
}
