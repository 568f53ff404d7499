// The exact solver of the games whose players fill the board, Brink and Multiplicity.
//
// Only the vacant cells and the groups beside them still matter.  A vacant cell is a bit, a group is
// its size and the vacant cells that it touches.  The key of a position is made of these and not of
// its stones, so that positions which differ only in what no longer matters share an entry.  As the
// order of stones does not matter in the end, the last few are tried as sets of cells.

import { randomBelow } from "./rng";
import {
  BRINK, GameLayout, LENGTH, MAIN, MULTIPLICITY, PADDING, VACANT, directionOf, locOf,
} from "./memory";
import {
  countNode, historyScore, insert, isStopped, leaveResumeLine, packedBounds, probe, resumeAction,
  reward, rewardCutoff, saveStopAction, storeBounds,
} from "./transposition";
import { Position, clearMarks, colourAt, isMarked, mark, setStackAt, stackAt } from "./position";

/** What is left of a game at a ply: the vacant cells, then a holding of each colour. */
@unmanaged
class Rest {
  vacant: u64;
}

/** The groups of a colour. */
@unmanaged
class Holding {
  groups: usize; // the list of those that can grow
  count: i32; // its length
  top: i32; // Brink: the size of the largest
  private spare: i32;
  product: f64; // Multiplicity: of all sizes; exact, see `MOST_STONES`
}

@unmanaged
class Group {
  reach: u64; // the cells beside it that were vacant when it grew last
  size: i32;
  private spare: i32;
}

const MOST: i32 = 64; // vacant cells; groups of a colour, and stones to come
const MOST_STONES: i32 = 99; // of a colour: the product of their groups is at most 3 ** 33
const HEAD: usize = offsetof<Rest>() + 2 * offsetof<Holding>(); // then the groups of a colour
const LISTED: usize = HEAD + offsetof<Group>() * MOST; // i32: cells, the best first
const SIGNS = LISTED + 4 * MOST; // u64 for each vacant cell: the groups that touch it
const REST = SIGNS + 8 * MOST;
const TWINS: i32 = 6; // with so many stones to come, or more, only one of equivalent cells is tried
const LOOKS: i32 = 10; // with so many or more, all actions are looked up before one is searched
const FEW: i32 = 4; // with so many or fewer, they are tried as sets; `grown` expects no more
const CELLS: i32 = FEW + 1; // vacant cells then, at most
const OPEN: i32 = 2; // instead of an outcome
const MIX: u64 = 0x9e3779b97f4a7c15, MIX1: u64 = 0xff51afd7ed558ccd, MIX2: u64 = 0xc4ceb9fe1a85ec53;

// What stays from one search to the next, in the order of memory
let salt: usize = 0; // u64: of the numbering of the cells; 0 where there is none
let bits: usize = 0; // u8 for each place: one more than its bit, or 0
let places: usize = 0; // u16 for each bit
let sides: usize = 0; // u64 for each bit: the cells beside it
let replies: usize = 0; // i32 by mover, last cell and cell: a history, as that of the ledger
// What a search needs
let leads: usize = 0; // i32 by size: groups that cannot grow, the first colour's less the second's
let touches: usize = 0; // u64 by colour and one of the last cells: the groups that it touches
let beside: usize = 0; // u8 for each of the last cells: those beside it
let lastBits: usize = 0; // u8: their bits
let outcomes: usize = 0; // i8 by the cells that each side gets: OPEN, or the worth for the mover
let rests: usize = 0;

let brink = false;
let left: i32 = 0, margin: i32 = 0, cells: i32 = 0, starter: i32 = 0;
let base: u64 = 0; // of the keys
let chosen: i32 = -1; // the bit of the cell that was found

// @ts-ignore: decorator
@inline
function restAt(ply: i32): Rest {
  return changetype<Rest>(rests + <usize>ply * REST);
}

// @ts-ignore: decorator
@inline
function holdingOf(at: Rest, colour: i32): Holding {
  const first = changetype<usize>(at) + offsetof<Rest>();
  return changetype<Holding>(first + <usize>colour * offsetof<Holding>());
}

// @ts-ignore: decorator
@inline
function listOf(at: Rest, colour: i32): usize {
  return holdingOf(at, colour).groups;
}

// @ts-ignore: decorator
@inline
function countOf(at: Rest, colour: i32): i32 {
  return holdingOf(at, colour).count;
}

// @ts-ignore: decorator
@inline
function groupIn(list: usize, index: i32): Group {
  return changetype<Group>(list + <usize>index * offsetof<Group>());
}

// @ts-ignore: decorator
@inline
function sideOf(bit: i32): u64 {
  return load<u64>(sides + (<usize>bit << 3));
}

/** The number of the action that takes a cell. */
// @ts-ignore: decorator
@inline
function actionOf(bit: i32): i32 {
  return <i32>load<u16>(places + (<usize>bit << 1)) - PADDING;
}

// @ts-ignore: decorator
@inline
function replyTo(mover: i32, before: i32, bit: i32): usize {
  return replies + (<usize>((mover << 12) + (before << 6) + bit) << 2);
}

/** Whether all that is left of a game is to fill the board. */
export function isFilling(g: GameLayout, t: Position): bool {
  return g.kind == BRINK || (g.kind == MULTIPLICITY && t.phase == MAIN);
}

/** Sets up what is left of a game in a room of memory; returns whether there is room for all of it. */
export function prepare(g: GameLayout, t: Position, room: usize, numbers: usize): bool {
  salt = room;
  bits = salt + 8;
  places = bits + LENGTH;
  sides = places + 2 * MOST;
  replies = sides + 8 * MOST;
  leads = replies + 4 * 2 * MOST * MOST;
  touches = leads + 4 * LENGTH;
  beside = touches + 2 * 8 * CELLS;
  lastBits = beside + 8;
  outcomes = lastBits + 8;
  rests = outcomes + (1 << 2 * CELLS);
  brink = g.kind == BRINK;
  left = g.finalVacancies;
  margin = g.margin;
  cells = g.cells;
  starter = t.mover;
  if (cells - t.stones > MOST) return false;
  if (!isNumbered(g, t)) numberCells(g, t, numbers);
  const at = restAt(0);
  base = load<u64>(salt);
  at.vacant = 0;
  for (let index = 0; index < cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(t, loc) == VACANT) at.vacant |= <u64>1 << (load<u8>(bits + loc) - 1);
  }
  holdingOf(at, 0).groups = changetype<usize>(at) + HEAD;
  holdingOf(at, 1).groups = changetype<usize>(restAt(MOST)) + HEAD; // where no stone is put
  memory.fill(leads, 0, 4 * LENGTH);
  clearMarks(t);
  return readGroups(g, t, at, 0) && readGroups(g, t, at, 1);
}

/** Whether all vacant cells have bits, from an earlier position. */
function isNumbered(g: GameLayout, t: Position): bool {
  if (!load<u64>(salt)) return false;
  for (let index = 0; index < cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(t, loc) == VACANT && !load<u8>(bits + loc)) return false;
  }
  return true;
}

/** Gives each vacant cell a bit. */
function numberCells(g: GameLayout, t: Position, numbers: usize): void {
  let count = 0, newSalt: u64 = 1;
  memory.fill(salt, 0, leads - salt);
  for (let index = 0; index < cells; index++) {
    const loc = locOf(g, index);
    if (colourAt(t, loc) != VACANT) continue;
    newSalt ^= load<u64>(numbers + (<usize>loc << 3));
    store<u16>(places + (<usize>count << 1), <u16>loc);
    store<u8>(bits + loc, <u8>++count);
  }
  for (let bit = 0; bit < count; bit++) {
    let near: u64 = 0;
    for (let number = 0; number < 6; number++) {
      const other = load<u8>(bits + actionOf(bit) + PADDING + directionOf(g, number));
      if (other) near |= <u64>1 << (other - 1);
    }
    store<u64>(sides + (<usize>bit << 3), near);
  }
  store<u64>(salt, newSalt);
}

/** Lists the groups of a colour that can grow; the others are counted. */
function readGroups(g: GameLayout, t: Position, at: Rest, colour: i32): bool {
  const held = holdingOf(at, colour), most = MOST - <i32>popcnt(at.vacant);
  let count = 0, top = 0, stones = 0, product = 1.0;
  for (let index = 0; index < cells; index++) {
    const start = locOf(g, index);
    if (colourAt(t, start) != colour || isMarked(t, start)) continue;
    let reach: u64 = 0, size = 0, height = 1;
    mark(t, start);
    setStackAt(t, 0, start);
    while (height) {
      const here = stackAt(t, --height);
      size++;
      for (let number = 0; number < 6; number++) {
        const near = here + directionOf(g, number), found = colourAt(t, near);
        if (found == VACANT) reach |= <u64>1 << (load<u8>(bits + near) - 1);
        else if (found == colour && !isMarked(t, near)) {
          mark(t, near);
          setStackAt(t, height++, near);
        }
      }
    }
    top = max(top, size);
    stones += size;
    product *= size;
    if (!reach) {
      lean(size, colour ? -1 : 1);
      base += keyOf(0, size, colour);
    } else {
      if (count == most) return false;
      const group = groupIn(held.groups, count++);
      group.reach = reach;
      group.size = size;
    }
  }
  held.count = count;
  held.top = top;
  held.product = product;
  return brink || stones + (<i32>popcnt(at.vacant) + 1 >> 1) <= MOST_STONES;
}

/** The worth of the position that was prepared, for the side to move. */
export function bestFill(): i32 {
  return best(0, starter, 0, -1, 1);
}

/** The action that was found for it. */
export function cellFound(): i32 {
  return actionOf(chosen);
}

/** What is known of the position that was prepared, packed as by the ledger. */
export function boundsFill(): i32 {
  const at = restAt(0);
  if (<i32>popcnt(at.vacant) - left > FEW) return packedBounds(keyAt(at, starter));
  const worth = bestOfFew(at, starter, -1, 1);
  return 3 * worth + worth + 4;
}

/** The sum of the first colour's values of random games from the position that was prepared.  Their
 * last few stones are played perfectly: these mostly decide the game, and random ones tell little. */
export function fillRolloutSum(rollouts: i32): i32 {
  const start = restAt(0), list = changetype<usize>(start) + LISTED;
  let sum = 0;
  for (; rollouts; rollouts--) {
    let at = start, mover = starter, ply = 0, count = 0;
    for (let rest = at.vacant; rest; rest &= rest - 1) {
      store<i32>(list + (<usize>count << 2), <i32>ctz(rest));
      count++;
    }
    while (count - left > FEW) {
      const place = list + (<usize>randomBelow(count) << 2), next = restAt(++ply);
      put(at, next, load<i32>(place), mover);
      count--;
      store<i32>(place, load<i32>(list + (<usize>count << 2)));
      at = next;
      mover = 1 - mover;
    }
    const worth = bestOfFew(at, mover, -1, 1);
    sum += mover ? -worth : worth;
  }
  return sum;
}

/** Puts a stone on a vacant cell; `next` becomes the position after it. */
function put(at: Rest, next: Rest, bit: i32, mover: i32): void {
  const one = <u64>1 << bit, before = holdingOf(at, mover), now = holdingOf(next, mover);
  const into = changetype<usize>(next) + HEAD;
  let reach = sideOf(bit), size = 1, kept = 0, product = before.product;
  for (let index = 0; index < before.count; index++) {
    const group = groupIn(before.groups, index);
    if (group.reach & one) {
      reach |= group.reach;
      size += group.size;
      if (!brink) product /= group.size;
    } else {
      const same = groupIn(into, kept++);
      same.reach = group.reach;
      same.size = group.size;
    }
  }
  const grown = groupIn(into, kept++);
  grown.reach = reach;
  grown.size = size;
  memory.copy(changetype<usize>(next), changetype<usize>(at), HEAD);
  next.vacant ^= one;
  now.groups = into;
  now.count = kept;
  now.top = max(before.top, size);
  now.product = product * size;
}

// @ts-ignore: decorator
@inline
function keyOf(reach: u64, size: i32, colour: i32): u64 {
  let key = reach * MIX1 + <u64>(size << 1 | colour);
  key = (key ^ key >> 32) * MIX2;
  key = (key ^ key >> 29) * MIX;
  return key ^ key >> 32;
}

/** The key of a position. */
function keyAt(at: Rest, mover: i32): u64 {
  const vacant = at.vacant;
  let key = (vacant + <u64>mover) * MIX;
  key = base + (key ^ key >> 32);
  for (let colour = 0; colour < 2; colour++) {
    const list = listOf(at, colour);
    for (let index = countOf(at, colour) - 1; index >= 0; index--) {
      const group = groupIn(list, index);
      key += keyOf(group.reach & vacant, group.size, colour);
    }
  }
  return key;
}

/** The worth for the side to move; outside the window (alpha, beta) only a bound. */
function best(ply: i32, mover: i32, before: i32, alpha: i32, beta: i32): i32 {
  const at = restAt(ply), next = restAt(ply + 1), other = 1 - mover;
  const count = <i32>popcnt(at.vacant) - left;
  const first = resumeAction(ply);
  if (!countNode()) return 0;
  const list = changetype<usize>(at) + LISTED;
  let most = -2, choice = -1, listed = 0;
  for (let rest = count < TWINS ? at.vacant : distinct(at); rest; rest &= rest - 1) {
    const bit = <i32>ctz(rest), action = actionOf(bit);
    if (count >= LOOKS) {
      put(at, next, bit, mover);
      const key = keyAt(next, other), found = probe(key);
      if (found.key == key) {
        if (-found.high > most) {
          most = -found.high;
          choice = bit;
          if (most >= beta) break;
        }
        if (found.low == found.high) continue;
      }
    }
    const score = historyScore(mover, action) + load<i32>(replyTo(mover, before, bit));
    insert(list, listed++, ((action == first ? FIRST : score) << 6) + bit);
  }
  if (most < beta) {
    for (let index = 0; index < listed; index++) {
      const bit = load<i32>(list + (<usize>index << 2)) & 63, action = actionOf(bit);
      if (action != first) leaveResumeLine();
      put(at, next, bit, mover);
      const worth = -after(ply + 1, other, bit, -beta, -max(alpha, most));
      if (isStopped()) {
        saveStopAction(ply, action);
        return 0;
      }
      if (worth > most) {
        most = worth;
        choice = bit;
        if (most >= beta) {
          rewardCutoff(mover, action, listed);
          reward(replyTo(mover, before, bit), listed);
          break;
        }
      }
    }
  }
  if (!ply) chosen = choice;
  return most;
}

const FIRST: i32 = 0x1ffffff; // more than the sum of two history scores

/** The worth of a position for the side to move there, by what is known or a search. */
// @ts-ignore: decorator
@inline
function after(ply: i32, mover: i32, before: i32, alpha: i32, beta: i32): i32 {
  const at = restAt(ply), count = <i32>popcnt(at.vacant) - left;
  if (count < FEW) return bestOfFew(at, mover, alpha, beta);
  const key = keyAt(at, mover), found = probe(key);
  let low = -1, high = 1;
  if (found.key == key) {
    low = found.low;
    high = found.high;
  }
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  const least = max(alpha, low), most = min(beta, high);
  const worth = count == FEW
    ? bestOfFew(at, mover, least, most)
    : best(ply, mover, before, least, most);
  if (isStopped()) return 0;
  if (worth > alpha) low = max(low, worth);
  if (worth < beta) high = min(high, worth);
  storeBounds(key, low, high);
  return worth;
}

/** The vacant cells, but only one of those that are equivalent: they touch the same groups and,
 * besides each other, the same vacant cells. */
function distinct(at: Rest): u64 {
  const vacant = at.vacant, signs = changetype<usize>(at) + SIGNS;
  let found: u64 = 0;
  for (let rest = vacant; rest; rest &= rest - 1) store<u64>(signs + (<usize>ctz(rest) << 3), 0);
  for (let colour = 0; colour < 2; colour++) {
    const list = listOf(at, colour);
    for (let index = countOf(at, colour) - 1; index >= 0; index--) {
      const groupHash = keyOf(1, index, colour);
      for (let rest = groupIn(list, index).reach & vacant; rest; rest &= rest - 1) {
        const sign = signs + (<usize>ctz(rest) << 3);
        store<u64>(sign, load<u64>(sign) + groupHash);
      }
    }
  }
  for (let rest = vacant; rest; rest &= rest - 1) {
    const bit = <i32>ctz(rest), one = rest & -rest, near = sideOf(bit) & vacant;
    const sign = load<u64>(signs + (<usize>bit << 3));
    let twins = found;
    for (; twins; twins &= twins - 1) {
      const two = twins & -twins, twin = <i32>ctz(twins);
      if (load<u64>(signs + (<usize>twin << 3)) != sign) continue;
      if ((near & ~two) == (sideOf(twin) & vacant & ~one)) break;
    }
    if (!twins) found |= one;
  }
  return found;
}

let last: usize = 0; // the position before the last stones
let lastMover: i32 = 0, lastCells: i32 = 0;

/** The worth for the mover where few stones are to come. */
function bestOfFew(at: Rest, mover: i32, alpha: i32, beta: i32): i32 {
  last = changetype<usize>(at);
  lastMover = mover;
  lastCells = <i32>popcnt(at.vacant);
  let count = 0;
  for (let rest = at.vacant; rest; rest &= rest - 1) store<u8>(lastBits + count++, <u8>ctz(rest));
  memory.fill(touches, 0, 2 * 8 * CELLS);
  for (let colour = 0; colour < 2; colour++) {
    const list = listOf(at, colour), own = touches + <usize>(colour * 8 * CELLS);
    for (let index = countOf(at, colour) - 1; index >= 0; index--) {
      const reach = groupIn(list, index).reach;
      if (!(reach & at.vacant)) continue;
      for (let cell = 0; cell < count; cell++) {
        if (!((reach >> load<u8>(lastBits + cell)) & 1)) continue;
        const there = own + (<usize>cell << 3);
        store<u64>(there, load<u64>(there) | (<u64>1 << index));
      }
    }
  }
  for (let cell = 0; cell < count; cell++) {
    const side = sideOf(load<u8>(lastBits + cell));
    let near = 0;
    for (let other = 0; other < count; other++) {
      near |= <i32>((side >> load<u8>(lastBits + other)) & 1) << other;
    }
    store<u8>(beside + cell, <u8>near);
  }
  memory.fill(outcomes, <u8>OPEN, 1 << (2 * count));
  return few(0, 0, count - left, alpha, beta);
}

/** The same where the side to move has got some of the cells, and the other side some. */
function few(mine: i32, theirs: i32, count: i32, alpha: i32, beta: i32): i32 {
  if (!count) return outcome(mine, theirs);
  let most = -2;
  for (let rest = ((1 << lastCells) - 1) & ~(mine | theirs); rest; rest &= rest - 1) {
    const worth = -few(theirs, mine | (rest & -rest), count - 1, -beta, -max(alpha, most));
    if (worth > most) {
      most = worth;
      if (most >= beta) break;
    }
  }
  return most;
}

/** The same where all stones are placed. */
function outcome(mine: i32, theirs: i32): i32 {
  const isOther = <bool>((lastCells - left) & 1); // the side to move is not the one that moved first
  const own = isOther ? theirs : mine, other = isOther ? mine : theirs;
  const at = outcomes + own + (other << lastCells);
  let worth = <i32>load<i8>(at);
  if (worth == OPEN) {
    worth = lastMover ? -valueOf(other, own) : valueOf(own, other);
    store<i8>(at, <i8>worth);
  }
  return isOther ? -worth : worth;
}

/** The value for the first colour when it gets some of the cells, and the second colour some. */
function valueOf(cells0: i32, cells1: i32): i32 {
  const at = changetype<Rest>(last);
  if (!brink) {
    const lead = multiplied(at, 0, cells0) - multiplied(at, 1, cells1);
    return lead == 0 ? 0 : lead > 0 ? 1 : -1;
  }
  const lead = largest(at, 0, cells0) - largest(at, 1, cells1);
  if (!lead) return tied(at, cells0, cells1);
  return (lead > 0) == (abs(lead) >= margin) ? 1 : -1;
}

let united: i32 = 0; // the cells of the group that `grown` found
let swallowed: u64 = 0; // the groups that are part of it

/** The size of the group to which the first of some cells belongs when a colour gets them: one or
 * two, as each side places half of the last stones. */
// @ts-ignore: decorator
@inline
function grown(at: Rest, colour: i32, cells: i32): i32 {
  const own = touches + <usize>(colour * 8 * CELLS), list = listOf(at, colour);
  const first = ctz(cells), rest = cells & (cells - 1);
  let groups = load<u64>(own + (<usize>first << 3)), size = 1;
  united = cells ^ rest;
  if (rest) {
    const touched = load<u64>(own + (<usize>ctz(rest) << 3));
    if (<i32>load<u8>(beside + first) & rest || touched & groups) {
      united = cells;
      groups |= touched;
      size = 2;
    }
  }
  swallowed = groups;
  for (; groups; groups &= groups - 1) size += groupIn(list, <i32>ctz(groups)).size;
  return size;
}

/** The size of a colour's largest group when it gets some cells. */
function largest(at: Rest, colour: i32, cells: i32): i32 {
  let most = holdingOf(at, colour).top;
  for (; cells; cells ^= united) most = max(most, grown(at, colour, cells));
  return most;
}

/** The product of the sizes of a colour's groups when it gets some cells. */
function multiplied(at: Rest, colour: i32, cells: i32): f64 {
  const list = listOf(at, colour);
  let product = holdingOf(at, colour).product;
  for (; cells; cells ^= united) {
    const size = grown(at, colour, cells);
    for (let groups = swallowed; groups; groups &= groups - 1) {
      product /= groupIn(list, <i32>ctz(groups)).size;
    }
    product *= size; // last, since the product before the divisions might be too large to be exact
  }
  return product;
}

// @ts-ignore: decorator
@inline
function lean(size: i32, more: i32): void {
  const lead = leads + (<usize>size << 2);
  store<i32>(lead, load<i32>(lead) + more);
}

/** Brink: the value for the first colour where the largest groups are equal. */
function tied(at: Rest, cells0: i32, cells1: i32): i32 {
  leanAll(at, 0, cells0, 1);
  leanAll(at, 1, cells1, -1);
  let lead = 0;
  for (let size = cells; size && !lead; size--) lead = load<i32>(leads + (<usize>size << 2));
  leanAll(at, 0, cells0, -1);
  leanAll(at, 1, cells1, 1);
  return lead == 0 ? 0 : lead > 0 ? 1 : -1;
}

/** Adds `more` to `leads` for each group of a colour that gets some cells. */
function leanAll(at: Rest, colour: i32, cells: i32, more: i32): void {
  const list = listOf(at, colour);
  let gone: u64 = 0;
  for (; cells; cells ^= united) {
    lean(grown(at, colour, cells), more);
    gone |= swallowed;
  }
  for (let index = countOf(at, colour) - 1; index >= 0; index--) {
    if (!((gone >> index) & 1)) lean(groupIn(list, index).size, more);
  }
}
