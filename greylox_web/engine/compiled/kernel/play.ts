// The rules of all games: what is legal, what an action does, who has won, and random games.

import * as byg from "./byg";
import * as opening from "./opening";
import { randomBelow } from "./rng";
import { cascade, countGroups, gap, joined, joins, mayJoin, product } from "./groups";
import {
  BRINK, BYG, END, GREYLOX, GameLayout, LOX, MULTIPLICITY, NONE, OPENING, PADDING, SWAP, VACANT,
  locOf, setBit,
} from "./memory";
import {
  Position, clearMarks, clearSeenCounts, colourAt, coloursFrom, setColour, setStackAt, stackAt,
} from "./position";
import { mayTake, mayTakeFrom, put } from "./sight";

const TRIES = 8, FEW = 3;

/** Whether the mover may take this cell now, provided that the game is not over. */
// @ts-ignore: decorator
@inline
function may(g: GameLayout, t: Position, loc: i32): bool {
  if (g.kind == BYG) return byg.mayAdd(g, t, loc);
  if (t.phase == OPENING) return opening.mayOpen(g, t, loc);
  if (g.kind <= LOX) return mayTake(g, t, loc);
  return colourAt(t, loc) == VACANT;
}

/** Which of the sixteen places from this one on the mover may take, as bits. */
function mayFrom(g: GameLayout, t: Position, loc: i32): i32 {
  if (t.phase == OPENING && g.kind != BYG) {
    if (t.quota == 2) return opening.boundFrom(g, t, loc);
    return i8x16.bitmask(opening.freeFrom(g, t, loc));
  }
  if (g.kind <= LOX) return i8x16.bitmask(mayTakeFrom(g, t, loc));
  const vacant = i8x16.eq(coloursFrom(t, loc), i8x16.splat(<i8>VACANT));
  let bits = i8x16.bitmask(vacant);
  if (g.kind == BYG && t.phase != OPENING && t.placedCount) {
    for (let left = bits; left; left &= left - 1) {
      const low = left & -left;
      if (!may(g, t, loc + ctz(low))) bits ^= low;
    }
  }
  return bits;
}

/** Whether the mover may take any cell. */
function any(g: GameLayout, t: Position): bool {
  for (let cell = 0; cell < g.end; cell += 16) if (mayFrom(g, t, cell + PADDING)) return true;
  return false;
}

/** Whether the game is over whatever cells may be taken: a chain stands, or the board is full. */
// @ts-ignore: decorator
@inline
function isStopped(g: GameLayout, t: Position): bool {
  if (g.kind == LOX) return <bool>(t.mover ? t.connected1 : t.connected0);
  return g.kind == MULTIPLICITY && t.phase != OPENING && g.cells - t.stones <= g.finalVacancies;
}

/** Whether the mover may swap: only the second player, in reply to the first stone. */
// @ts-ignore: decorator
@inline
function maySwap(g: GameLayout, t: Position): bool {
  if (!g.swaps || t.stones != 1 || t.mover != 1) return false;
  for (let index = 0; index < g.cells; index++) {
    if (colourAt(t, locOf(g, index)) == 0) return true;
  }
  return false;
}

/** Marks the legal actions in an empty mask; returns whether the game goes on. */
export function legal(g: GameLayout, t: Position, mask: usize): bool {
  if (isStopped(g, t)) return false;
  let found = 0;
  for (let cell = 0; cell < g.end; cell += 16) {
    const bits = mayFrom(g, t, cell + PADDING);
    found |= bits;
    store<u16>(mask + (cell >> 3), bits);
  }
  if (g.kind == LOX) {
    if (!found) setBit(mask, g.end);
    else if (maySwap(g, t)) setBit(mask, g.swap);
    return true;
  }
  if (g.kind != BYG || !t.placedCount) return <bool>found;
  setBit(mask, g.end);
  return true;
}

/** Plays an action, but does not end a turn that cannot go on. */
function act(g: GameLayout, t: Position, action: i32): void {
  if (action == END) {
    if (g.kind == BYG) byg.begin(g, t, 1 - t.mover);
    else t.mover = 1 - t.mover;
    return;
  }
  if (action == SWAP) {
    swap(g, t);
    return;
  }
  const mover = t.mover;
  if (g.kind == BYG) {
    byg.add(g, t, action, mover);
    t.stones++;
    byg.goOn(g, t, action);
    return;
  }
  if (colourAt(t, action) == VACANT) t.stones++;
  if (g.kind <= LOX) put(g, t, action, mover);
  else setColour(t, action, mover);
  if (g.kind == LOX) chain(g, t, action);
  if (t.phase == OPENING) opening.goOn(t, action);
  else t.mover = 1 - mover;
}

/** Ends a turn that has begun and cannot go on. */
// @ts-ignore: decorator
@inline
function endTurn(g: GameLayout, t: Position): void {
  if (g.kind == BYG) byg.begin(g, t, 1 - t.mover);
  else opening.close(t);
}

/** Plays an action. */
export function play(g: GameLayout, t: Position, action: i32): void {
  act(g, t, action);
  settle(g, t);
}

// @ts-ignore: decorator
@inline
function settle(g: GameLayout, t: Position): void {
  if (t.placedCount && !any(g, t)) endTurn(g, t);
}

/** Updates which colours join their edges, after a stone of Lox. */
function chain(g: GameLayout, t: Position, loc: i32): void {
  const own = t.mover ? t.connected1 : t.connected0;
  if (!own && mayJoin(g, t, loc)) {
    clearMarks(t);
    const found = <i32>joins(g, t, loc);
    if (t.mover) t.connected1 = found;
    else t.connected0 = found;
  }
  if (t.mover && t.connected0) t.connected0 = <i32>joined(g, t, 0);
  if (!t.mover && t.connected1) t.connected1 = <i32>joined(g, t, 1);
}

/** Swaps: the only stone changes its colour and moves to the mirror image of its cell. */
function swap(g: GameLayout, t: Position): void {
  let index = 0;
  while (colourAt(t, locOf(g, index)) != 0) index++;
  const stride = g.direction2, cell = locOf(g, index) - PADDING;
  const mirrored = PADDING + (cell % stride) * stride + cell / stride;
  setColour(t, locOf(g, index), VACANT);
  clearSeenCounts(t);
  put(g, t, mirrored, 1);
  t.mover = 0;
  t.connected0 = 0;
  clearMarks(t);
  t.connected1 = <i32>joins(g, t, mirrored);
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
  if (g.kind == BRINK) return gap(g, t);
  return g.kind == MULTIPLICITY ? product(g, t) : cascade(g, t);
}

/** Plays at random, `most` actions at most. */
export function playOn(g: GameLayout, t: Position, most: i32): void {
  while (most > 0 && !isStopped(g, t)) {
    if (t.phase != OPENING && (g.kind == BRINK || g.kind == MULTIPLICITY)) {
      fill(g, t, most);
      break;
    }
    const action = some(g, t);
    if (action != NONE) {
      act(g, t, action);
      most--;
    } else if (t.placedCount) endTurn(g, t);
    else break;
  }
  settle(g, t);
}

/** A random legal action, or NONE.
 *
 * Up to eight random cells are tried first; if none is legal, all legal actions are equally likely.
 * Where only cells are legal, all are equally likely anyway, and fewer tries are quicker; of the few
 * cells that touch the anchor one is drawn at once. */
function some(g: GameLayout, t: Position): i32 {
  if (t.phase == OPENING && g.kind != BYG && t.quota == 2) return opening.someBound(g, t);
  const swaps = g.kind == LOX && maySwap(g, t), ends = g.kind == BYG && t.placedCount > 0;
  for (let tries = swaps || ends ? TRIES : FEW; tries; tries--) {
    const loc = locOf(g, randomBelow(g.cells));
    if (may(g, t, loc)) return loc;
  }
  let count = 0;
  for (let cell = 0; cell < g.end; cell += 16) {
    const bits = mayFrom(g, t, cell + PADDING);
    setStackAt(t, cell >> 4, bits);
    count += popcnt(bits);
  }
  if (!count) return g.kind == LOX ? END : NONE;
  let chosen = randomBelow(count + <i32>(swaps || ends));
  if (chosen == count) return swaps ? SWAP : END;
  for (let chunk = 0; ; chunk++) {
    let bits = stackAt(t, chunk);
    const here = popcnt(bits);
    if (chosen >= here) {
      chosen -= here;
      continue;
    }
    while (chosen--) bits &= bits - 1;
    return PADDING + (chunk << 4) + ctz(bits);
  }
}

/** Both colours alternately take random vacant cells, `most` at most, until `left` of them are left. */
function fill(g: GameLayout, t: Position, most: i32): void {
  let count = 0;
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(t, loc) == VACANT) setStackAt(t, count++, loc);
  }
  for (; most && count > g.finalVacancies; most--) {
    const chosen = randomBelow(count);
    setColour(t, stackAt(t, chosen), t.mover);
    setStackAt(t, chosen, stackAt(t, --count));
    t.mover = 1 - t.mover;
    t.stones++;
  }
}
