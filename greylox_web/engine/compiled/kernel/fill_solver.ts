// The exact solver of games in which the players fill the board: Brink and Multiplicity.
//
// Only the vacant cells and their neighbouring groups still matter.  A vacant cell is a bit; a
// group is its size and the vacant cells that it touches.  The key of a position depends on these
// and not on the stones, so equivalent positions share an entry.  The order of stones does not
// matter in the end, so the solver tries the last few as sets of cells.

import { randomBelow } from "./numbers";
import {
  BRINK, GameLayout, LOC_COUNT, MAIN, MULTIPLICITY, PADDING, VACANT, directionOf, locOf,
} from "./memory";
import {
  countNode, historyScore, insert, isStopped, leaveResumeLine, packedBounds, probeTable, resumeAction,
  reward, rewardCutoff, saveStopAction, storeBounds,
} from "./solver";
import { Position, clearMarks, colourAt, isMarked, mark, setScratchAt, scratchAt } from "./position";

/** The remaining game at a ply: the vacant cells, then the groups of each colour. */
@unmanaged
class FillPosition {
  vacant: u64;
}

/** The groups of a colour. */
@unmanaged
class ColourGroups {
  groups: usize; // the address of the list of groups that can grow
  count: i32; // the length of the list
  largest: i32; // Brink: the size of the largest group
  private spare: i32;
  product: f64; // Multiplicity: of all sizes; exact, see `MAX_STONES`
}

@unmanaged
class Group {
  reach: u64; // the neighbouring cells that were vacant at the last growth
  size: i32;
  private spare: i32;
}

// the limit of vacant cells; also of vacant cells plus a colour's groups that can grow
const MAX_VACANT: i32 = 64;
const MAX_STONES: i32 = 99; // of a colour: the product of sizes is at most 3 ** 33, exact in f64
// the groups of a colour follow
const HEAD: usize = offsetof<FillPosition>() + 2 * offsetof<ColourGroups>();
const MOVE_LIST: usize = HEAD + offsetof<Group>() * MAX_VACANT; // i32: cells, the best first
// u64 for each vacant cell: a hash of the groups that touch it
const TOUCH_HASHES = MOVE_LIST + 4 * MAX_VACANT;
const FILL_POSITION_BYTES = TOUCH_HASHES + 8 * MAX_VACANT;
const DEDUP_MIN: i32 = 6; // minimum of future stones to skip equivalent cells
const PROBE_ALL_MIN: i32 = 10; // minimum of future stones to probe all actions before a search
const SET_SOLVER_MAX: i32 = 4; // maximum of future stones to try as sets; a limit of `mergedSize`
const SET_CELLS: i32 = SET_SOLVER_MAX + 1; // the maximum of vacant cells for sets
const UNDECIDED: i32 = 2; // instead of an outcome
const MIX: u64 = 0x9e3779b97f4a7c15, MIX1: u64 = 0xff51afd7ed558ccd, MIX2: u64 = 0xc4ceb9fe1a85ec53;

// What later searches reuse, in the order of memory
let salt: usize = 0; // u64: of the numbering of the cells; 0 means no numbering
let bitOfLoc: usize = 0; // u8 by loc: one more than its bit, or 0
let locOfBit: usize = 0; // u16 by bit
let neighbourMasks: usize = 0; // u64 by bit: the neighbouring cells
let replyHistory: usize = 0; // i32 by mover, last cell and cell: history scores of replies
// What one search needs
// i32 by size: the number of groups that cannot grow, the first colour's less the second's
let leadBySize: usize = 0;
let touchMasks: usize = 0; // u64 by colour and index of a last cell: the touching groups, as bits
let endNeighbours: usize = 0; // u8 by index of a last cell: its neighbours among the last cells
let endBits: usize = 0; // u8 by index of a last cell: its bit
// i8 by the cells of each side: UNDECIDED, or the value for the mover
let outcomes: usize = 0;
let positions: usize = 0;

let isBrink = false;
let finalVacancies: i32 = 0, margin: i32 = 0, cells: i32 = 0, rootMover: i32 = 0;
let baseKey: u64 = 0; // the part of the key from groups that cannot grow
let bestBit: i32 = -1; // the bit of the best cell

// @ts-ignore: decorator
@inline
function positionAt(ply: i32): FillPosition {
  return changetype<FillPosition>(positions + <usize>ply * FILL_POSITION_BYTES);
}

// @ts-ignore: decorator
@inline
function groupsOf(position: FillPosition, colour: i32): ColourGroups {
  const first = changetype<usize>(position) + offsetof<FillPosition>();
  return changetype<ColourGroups>(first + <usize>colour * offsetof<ColourGroups>());
}

// @ts-ignore: decorator
@inline
function listOf(position: FillPosition, colour: i32): usize {
  return groupsOf(position, colour).groups;
}

// @ts-ignore: decorator
@inline
function countOf(position: FillPosition, colour: i32): i32 {
  return groupsOf(position, colour).count;
}

// @ts-ignore: decorator
@inline
function groupIn(list: usize, index: i32): Group {
  return changetype<Group>(list + <usize>index * offsetof<Group>());
}

// @ts-ignore: decorator
@inline
function neighboursOf(bit: i32): u64 {
  return load<u64>(neighbourMasks + (<usize>bit << 3));
}

/** The action on a cell. */
// @ts-ignore: decorator
@inline
function actionOf(bit: i32): i32 {
  return <i32>load<u16>(locOfBit + (<usize>bit << 1)) - PADDING;
}

// @ts-ignore: decorator
@inline
function replyHistoryOf(mover: i32, previousBit: i32, bit: i32): usize {
  return replyHistory + (<usize>((mover << 12) + (previousBit << 6) + bit) << 2);
}

/** Whether the players only fill the board from now on, apart from a swap. */
export function isFilling(g: GameLayout, p: Position): bool {
  return g.kind == BRINK || (g.kind == MULTIPLICITY && p.phase == MAIN);
}

/** Sets up the remaining game in a buffer.  Returns false if the position exceeds a limit. */
export function prepare(g: GameLayout, p: Position, buffer: usize, keys: usize): bool {
  salt = buffer;
  bitOfLoc = salt + 8;
  locOfBit = bitOfLoc + LOC_COUNT;
  neighbourMasks = locOfBit + 2 * MAX_VACANT;
  replyHistory = neighbourMasks + 8 * MAX_VACANT;
  leadBySize = replyHistory + 4 * 2 * MAX_VACANT * MAX_VACANT;
  touchMasks = leadBySize + 4 * LOC_COUNT;
  endNeighbours = touchMasks + 2 * 8 * SET_CELLS;
  endBits = endNeighbours + 8;
  outcomes = endBits + 8;
  positions = outcomes + (1 << 2 * SET_CELLS);
  isBrink = g.kind == BRINK;
  finalVacancies = g.finalVacancies;
  margin = g.margin;
  cells = g.cells;
  rootMover = p.mover;
  if (cells - p.stones > MAX_VACANT) return false;
  if (!isNumbered(g, p)) numberCells(g, p, keys);
  const position = positionAt(0);
  baseKey = load<u64>(salt);
  position.vacant = 0;
  for (let index = 0; index < cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(p, loc) == VACANT) position.vacant |= <u64>1 << (load<u8>(bitOfLoc + loc) - 1);
  }
  groupsOf(position, 0).groups = changetype<usize>(position) + HEAD;
  // an unused list
  groupsOf(position, 1).groups = changetype<usize>(positionAt(MAX_VACANT)) + HEAD;
  memory.fill(leadBySize, 0, 4 * LOC_COUNT);
  clearMarks(p);
  return readGroups(g, p, position, 0) && readGroups(g, p, position, 1);
}

/** Whether the numbering of an earlier position has bits for all vacant cells. */
function isNumbered(g: GameLayout, p: Position): bool {
  if (!load<u64>(salt)) return false;
  for (let index = 0; index < cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(p, loc) == VACANT && !load<u8>(bitOfLoc + loc)) return false;
  }
  return true;
}

/** Assigns a bit to each vacant cell. */
function numberCells(g: GameLayout, p: Position, keys: usize): void {
  let count = 0, newSalt: u64 = 1;
  memory.fill(salt, 0, leadBySize - salt);
  for (let index = 0; index < cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(p, loc) != VACANT) continue;
    newSalt ^= load<u64>(keys + (<usize>loc << 3));
    store<u16>(locOfBit + (<usize>count << 1), <u16>loc);
    store<u8>(bitOfLoc + loc, <u8>++count);
  }
  for (let bit = 0; bit < count; bit++) {
    let neighbours: u64 = 0;
    for (let number = 0; number < 6; number++) {
      const other = load<u8>(bitOfLoc + actionOf(bit) + PADDING + directionOf(g, number));
      if (other) neighbours |= <u64>1 << (other - 1);
    }
    store<u64>(neighbourMasks + (<usize>bit << 3), neighbours);
  }
  store<u64>(salt, newSalt);
}

/** Lists a colour's groups that can grow, and counts the others.  Returns false beyond a limit. */
function readGroups(g: GameLayout, p: Position, position: FillPosition, colour: i32): bool {
  const colourGroups = groupsOf(position, colour);
  const maxGroups = MAX_VACANT - <i32>popcnt(position.vacant);
  let count = 0, largest = 0, stones = 0, product = 1.0;
  for (let index = 0; index < cells; index++) {
    const firstLoc = locOf(g, index);
    if (colourAt(p, firstLoc) != colour || isMarked(p, firstLoc)) continue;
    let reach: u64 = 0, size = 0, height = 1;
    mark(p, firstLoc);
    setScratchAt(p, 0, firstLoc);
    while (height) {
      const loc = scratchAt(p, --height);
      size++;
      for (let number = 0; number < 6; number++) {
        const near = loc + directionOf(g, number), stone = colourAt(p, near);
        if (stone == VACANT) reach |= <u64>1 << (load<u8>(bitOfLoc + near) - 1);
        else if (stone == colour && !isMarked(p, near)) {
          mark(p, near);
          setScratchAt(p, height++, near);
        }
      }
    }
    largest = max(largest, size);
    stones += size;
    product *= size;
    if (!reach) {
      addLead(size, colour ? -1 : 1);
      baseKey += groupKey(0, size, colour);
    } else {
      if (count == maxGroups) return false;
      const group = groupIn(colourGroups.groups, count++);
      group.reach = reach;
      group.size = size;
    }
  }
  colourGroups.count = count;
  colourGroups.largest = largest;
  colourGroups.product = product;
  return isBrink || stones + (<i32>popcnt(position.vacant) + 1 >> 1) <= MAX_STONES;
}

/** Solves the prepared position.  Returns the mover's value. */
export function solveFill(): i32 {
  return alphaBeta(0, rootMover, 0, -1, 1);
}

/** The best action of the solved position. */
export function bestCell(): i32 {
  return actionOf(bestBit);
}

/** The bounds of the prepared position, packed as by `packedBounds`. */
export function fillBounds(): i32 {
  const position = positionAt(0);
  if (<i32>popcnt(position.vacant) - finalVacancies > SET_SOLVER_MAX) {
    return packedBounds(positionKey(position, rootMover));
  }
  const moverValue = solveAsSets(position, rootMover, -1, 1);
  return 3 * moverValue + moverValue + 4;
}

/** The sum of the first colour's values of random games from the prepared position.  An exact
 * search plays their last few stones, which mostly decide the game. */
export function fillRolloutSum(rollouts: i32): i32 {
  const root = positionAt(0), list = changetype<usize>(root) + MOVE_LIST;
  let sum = 0;
  for (; rollouts; rollouts--) {
    let position = root, mover = rootMover, ply = 0, count = 0;
    for (let remaining = position.vacant; remaining; remaining &= remaining - 1) {
      store<i32>(list + (<usize>count << 2), <i32>ctz(remaining));
      count++;
    }
    while (count - finalVacancies > SET_SOLVER_MAX) {
      const entry = list + (<usize>randomBelow(count) << 2), next = positionAt(++ply);
      placeStone(position, next, load<i32>(entry), mover);
      count--;
      store<i32>(entry, load<i32>(list + (<usize>count << 2)));
      position = next;
      mover = 1 - mover;
    }
    const moverValue = solveAsSets(position, mover, -1, 1);
    sum += mover ? -moverValue : moverValue;
  }
  return sum;
}

/** Places a stone on a vacant cell and writes the new position to `next`. */
function placeStone(position: FillPosition, next: FillPosition, bit: i32, mover: i32): void {
  const mask = <u64>1 << bit, oldGroups = groupsOf(position, mover), newGroups = groupsOf(next, mover);
  const into = changetype<usize>(next) + HEAD;
  let reach = neighboursOf(bit), size = 1, count = 0, product = oldGroups.product;
  for (let index = 0; index < oldGroups.count; index++) {
    const group = groupIn(oldGroups.groups, index);
    if (group.reach & mask) {
      reach |= group.reach;
      size += group.size;
      if (!isBrink) product /= group.size;
    } else {
      const copy = groupIn(into, count++);
      copy.reach = group.reach;
      copy.size = group.size;
    }
  }
  const merged = groupIn(into, count++);
  merged.reach = reach;
  merged.size = size;
  memory.copy(changetype<usize>(next), changetype<usize>(position), HEAD);
  next.vacant ^= mask;
  newGroups.groups = into;
  newGroups.count = count;
  newGroups.largest = max(oldGroups.largest, size);
  newGroups.product = product * size;
}

// @ts-ignore: decorator
@inline
function groupKey(reach: u64, size: i32, colour: i32): u64 {
  let key = reach * MIX1 + <u64>(size << 1 | colour);
  key = (key ^ key >> 32) * MIX2;
  key = (key ^ key >> 29) * MIX;
  return key ^ key >> 32;
}

/** The key of a position. */
function positionKey(position: FillPosition, mover: i32): u64 {
  const vacant = position.vacant;
  let key = (vacant + <u64>mover) * MIX;
  key = baseKey + (key ^ key >> 32);
  for (let colour = 0; colour < 2; colour++) {
    const list = listOf(position, colour);
    for (let index = countOf(position, colour) - 1; index >= 0; index--) {
      const group = groupIn(list, index);
      key += groupKey(group.reach & vacant, group.size, colour);
    }
  }
  return key;
}

/** The mover's value.  Outside the window (alpha, beta) only a bound. */
function alphaBeta(ply: i32, mover: i32, previousBit: i32, alpha: i32, beta: i32): i32 {
  const position = positionAt(ply), next = positionAt(ply + 1), other = 1 - mover;
  const stones = <i32>popcnt(position.vacant) - finalVacancies;
  const resumed = resumeAction(ply);
  if (!countNode()) return 0;
  const list = changetype<usize>(position) + MOVE_LIST;
  let bestValue = -2, choice = -1, count = 0;
  let remaining = stones < DEDUP_MIN ? position.vacant : inequivalentCells(position);
  for (; remaining; remaining &= remaining - 1) {
    const bit = <i32>ctz(remaining), action = actionOf(bit);
    if (stones >= PROBE_ALL_MIN) {
      placeStone(position, next, bit, mover);
      const key = positionKey(next, other), entry = probeTable(key);
      if (entry.key == key) {
        if (-entry.high > bestValue) {
          bestValue = -entry.high;
          choice = bit;
          if (bestValue >= beta) break;
        }
        if (entry.low == entry.high) continue;
      }
    }
    const score = historyScore(mover, action) + load<i32>(replyHistoryOf(mover, previousBit, bit));
    insert(list, count++, ((action == resumed ? FIRST_SCORE : score) << 6) + bit);
  }
  if (bestValue < beta) {
    for (let index = 0; index < count; index++) {
      const bit = load<i32>(list + (<usize>index << 2)) & 63, action = actionOf(bit);
      if (action != resumed) leaveResumeLine();
      placeStone(position, next, bit, mover);
      const moverValue = -searchChild(ply + 1, other, bit, -beta, -max(alpha, bestValue));
      if (isStopped()) {
        saveStopAction(ply, action);
        return 0;
      }
      if (moverValue > bestValue) {
        bestValue = moverValue;
        choice = bit;
        if (bestValue >= beta) {
          rewardCutoff(mover, action, count);
          reward(replyHistoryOf(mover, previousBit, bit), count);
          break;
        }
      }
    }
  }
  if (!ply) bestBit = choice;
  return bestValue;
}

const FIRST_SCORE: i32 = 0x1ffffff; // more than the sum of two history scores

/** The mover's value of a position, by the transposition table or a search. */
// @ts-ignore: decorator
@inline
function searchChild(ply: i32, mover: i32, previousBit: i32, alpha: i32, beta: i32): i32 {
  const position = positionAt(ply), stones = <i32>popcnt(position.vacant) - finalVacancies;
  if (stones < SET_SOLVER_MAX) return solveAsSets(position, mover, alpha, beta);
  const key = positionKey(position, mover), entry = probeTable(key);
  let low = -1, high = 1;
  if (entry.key == key) {
    low = entry.low;
    high = entry.high;
  }
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  const childAlpha = max(alpha, low), childBeta = min(beta, high);
  const moverValue = stones == SET_SOLVER_MAX
    ? solveAsSets(position, mover, childAlpha, childBeta)
    : alphaBeta(ply, mover, previousBit, childAlpha, childBeta);
  if (isStopped()) return 0;
  if (moverValue > alpha) low = max(low, moverValue);
  if (moverValue < beta) high = min(high, moverValue);
  storeBounds(key, low, high);
  return moverValue;
}

/** The vacant cells, with one representative of equivalent cells.  Equivalent cells touch the same
 * groups and, apart from each other, the same vacant cells. */
function inequivalentCells(position: FillPosition): u64 {
  const vacant = position.vacant, touchHashes = changetype<usize>(position) + TOUCH_HASHES;
  let selected: u64 = 0;
  for (let remaining = vacant; remaining; remaining &= remaining - 1) {
    store<u64>(touchHashes + (<usize>ctz(remaining) << 3), 0);
  }
  for (let colour = 0; colour < 2; colour++) {
    const list = listOf(position, colour);
    for (let index = countOf(position, colour) - 1; index >= 0; index--) {
      const groupHash = groupKey(1, index, colour);
      for (let remaining = groupIn(list, index).reach & vacant; remaining; remaining &= remaining - 1) {
        const hash = touchHashes + (<usize>ctz(remaining) << 3);
        store<u64>(hash, load<u64>(hash) + groupHash);
      }
    }
  }
  for (let remaining = vacant; remaining; remaining &= remaining - 1) {
    const bit = <i32>ctz(remaining), mask = remaining & -remaining;
    const neighbours = neighboursOf(bit) & vacant;
    const hash = load<u64>(touchHashes + (<usize>bit << 3));
    let candidates = selected;
    for (; candidates; candidates &= candidates - 1) {
      const otherMask = candidates & -candidates, otherBit = <i32>ctz(candidates);
      if (load<u64>(touchHashes + (<usize>otherBit << 3)) != hash) continue;
      if ((neighbours & ~otherMask) == (neighboursOf(otherBit) & vacant & ~mask)) break;
    }
    if (!candidates) selected |= mask;
  }
  return selected;
}

let endPosition: usize = 0; // the position before the last stones
let endMover: i32 = 0, endCellCount: i32 = 0;

/** The mover's value of a position with few future stones. */
function solveAsSets(position: FillPosition, mover: i32, alpha: i32, beta: i32): i32 {
  endPosition = changetype<usize>(position);
  endMover = mover;
  endCellCount = <i32>popcnt(position.vacant);
  let count = 0;
  for (let remaining = position.vacant; remaining; remaining &= remaining - 1) {
    store<u8>(endBits + count++, <u8>ctz(remaining));
  }
  memory.fill(touchMasks, 0, 2 * 8 * SET_CELLS);
  for (let colour = 0; colour < 2; colour++) {
    const list = listOf(position, colour), own = touchMasks + <usize>(colour * 8 * SET_CELLS);
    for (let index = countOf(position, colour) - 1; index >= 0; index--) {
      const reach = groupIn(list, index).reach;
      if (!(reach & position.vacant)) continue;
      for (let cell = 0; cell < count; cell++) {
        if (!((reach >> load<u8>(endBits + cell)) & 1)) continue;
        const address = own + (<usize>cell << 3);
        store<u64>(address, load<u64>(address) | (<u64>1 << index));
      }
    }
  }
  for (let cell = 0; cell < count; cell++) {
    const neighbours = neighboursOf(load<u8>(endBits + cell));
    let nearCells = 0;
    for (let other = 0; other < count; other++) {
      nearCells |= <i32>((neighbours >> load<u8>(endBits + other)) & 1) << other;
    }
    store<u8>(endNeighbours + cell, <u8>nearCells);
  }
  memory.fill(outcomes, <u8>UNDECIDED, 1 << (2 * count));
  return searchSets(0, 0, count - finalVacancies, alpha, beta);
}

/** The mover's value after some of the last stones: the cells of the mover and of the opponent. */
function searchSets(mine: i32, theirs: i32, stones: i32, alpha: i32, beta: i32): i32 {
  if (!stones) return outcomeOfSets(mine, theirs);
  let bestValue = -2;
  let remaining = ((1 << endCellCount) - 1) & ~(mine | theirs);
  for (; remaining; remaining &= remaining - 1) {
    const moverValue = -searchSets(
      theirs, mine | (remaining & -remaining), stones - 1, -beta, -max(alpha, bestValue),
    );
    if (moverValue > bestValue) {
      bestValue = moverValue;
      if (bestValue >= beta) break;
    }
  }
  return bestValue;
}

/** The mover's value after the last stone. */
function outcomeOfSets(mine: i32, theirs: i32): i32 {
  // the mover is not the one of the first of these stones
  const isOther = <bool>((endCellCount - finalVacancies) & 1);
  const own = isOther ? theirs : mine, other = isOther ? mine : theirs;
  const address = outcomes + own + (other << endCellCount);
  let moverValue = <i32>load<i8>(address);
  if (moverValue == UNDECIDED) {
    moverValue = endMover ? -valueOfSets(other, own) : valueOfSets(own, other);
    store<i8>(address, <i8>moverValue);
  }
  return isOther ? -moverValue : moverValue;
}

/** The value for the first colour if each colour gets these cells. */
function valueOfSets(cells0: i32, cells1: i32): i32 {
  const position = changetype<FillPosition>(endPosition);
  if (!isBrink) {
    const lead = sizeProduct(position, 0, cells0) - sizeProduct(position, 1, cells1);
    return lead == 0 ? 0 : lead > 0 ? 1 : -1;
  }
  const lead = largestSize(position, 0, cells0) - largestSize(position, 1, cells1);
  if (!lead) return compareRemaining(position, cells0, cells1);
  return (lead > 0) == (abs(lead) >= margin) ? 1 : -1;
}

let mergedCells: i32 = 0; // the cells of the group that `mergedSize` returned
let mergedGroups: u64 = 0; // the groups that it contains

/** The size of the group that contains the first of a colour's new cells.  There are one or two new
 * cells, since each side places half of the last stones. */
// @ts-ignore: decorator
@inline
function mergedSize(position: FillPosition, colour: i32, cells: i32): i32 {
  const own = touchMasks + <usize>(colour * 8 * SET_CELLS), list = listOf(position, colour);
  const first = ctz(cells), remaining = cells & (cells - 1);
  let groups = load<u64>(own + (<usize>first << 3)), size = 1;
  mergedCells = cells ^ remaining;
  if (remaining) {
    const otherGroups = load<u64>(own + (<usize>ctz(remaining) << 3));
    if (<i32>load<u8>(endNeighbours + first) & remaining || otherGroups & groups) {
      mergedCells = cells;
      groups |= otherGroups;
      size = 2;
    }
  }
  mergedGroups = groups;
  for (; groups; groups &= groups - 1) size += groupIn(list, <i32>ctz(groups)).size;
  return size;
}

/** The size of a colour's largest group after it gets some cells. */
function largestSize(position: FillPosition, colour: i32, cells: i32): i32 {
  let size = groupsOf(position, colour).largest;
  for (; cells; cells ^= mergedCells) size = max(size, mergedSize(position, colour, cells));
  return size;
}

/** The product of a colour's group sizes after it gets some cells. */
function sizeProduct(position: FillPosition, colour: i32, cells: i32): f64 {
  const list = listOf(position, colour);
  let product = groupsOf(position, colour).product;
  for (; cells; cells ^= mergedCells) {
    const size = mergedSize(position, colour, cells);
    for (let groups = mergedGroups; groups; groups &= groups - 1) {
      product /= groupIn(list, <i32>ctz(groups)).size;
    }
    // last, since the product before the divisions might not be exact
    product *= size;
  }
  return product;
}

// @ts-ignore: decorator
@inline
function addLead(size: i32, change: i32): void {
  const address = leadBySize + (<usize>size << 2);
  store<i32>(address, load<i32>(address) + change);
}

/** Brink: the value for the first colour if the largest groups are equal. */
function compareRemaining(position: FillPosition, cells0: i32, cells1: i32): i32 {
  addLeads(position, 0, cells0, 1);
  addLeads(position, 1, cells1, -1);
  let lead = 0;
  for (let size = cells; size && !lead; size--) lead = load<i32>(leadBySize + (<usize>size << 2));
  addLeads(position, 0, cells0, -1);
  addLeads(position, 1, cells1, 1);
  return lead == 0 ? 0 : lead > 0 ? 1 : -1;
}

/** Adds `change` to `leadBySize` for each group of a colour that gets some cells. */
function addLeads(position: FillPosition, colour: i32, cells: i32, change: i32): void {
  const list = listOf(position, colour);
  let merged: u64 = 0;
  for (; cells; cells ^= mergedCells) {
    addLead(mergedSize(position, colour, cells), change);
    merged |= mergedGroups;
  }
  for (let index = countOf(position, colour) - 1; index >= 0; index--) {
    if (!((merged >> index) & 1)) addLead(groupIn(list, index).size, change);
  }
}
