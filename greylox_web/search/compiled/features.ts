// What a network is shown of positions: `network/features.py` does the same in numpy.

import { groups, labelOf, linked, merged, sizeOf } from "./components";
import {
  Ground, LEGAL, MASK, OPENING, PLACED, ROOM, Record, Table, VACANT, clear, edgesAt, holds, need,
  placeOf, setColour,
} from "./memory";
import { lookRound, seers } from "./sight";

const OWN: u8 = 1, OTHER: u8 = 2;

/** What a game shows, and where there is room to find it out. */
@unmanaged
export class View {
  leadUnit: f64;
  size: f64; // as the number has it
  margin: f64;
  sixth: f32;
  share: f32; // of a margin that a lead by one cell is, halved
  ground: Ground;
  table: Table;
  planes: i32;
  sighted: i32;
  edged: i32;
  margined: i32;
  unswapped: i32; // Lox without the swap: the first stone counts as an opening
  grown: usize; // f32: a size as a plane has it
  logs: usize; // f64: of a size
  around: usize;
  bridges: usize;
  mirror: usize; // i32: where each cell goes in the second colour's view
  labels: usize; // of the groups
  sizes: usize;
  either: usize; // own rooms: stones and vacant cells
  roomLabels: usize;
  ownRooms: usize;
  otherRooms: usize;
  links: usize; // labels of linked groups
  linkSizes: usize;
}

/** Records as arrays: stones, legal and placed cells, and facts. */
export function batch(
  v: View, count: i32, records: usize, stones: usize, legal: usize, placed: usize, facts: usize,
): void {
  const g = v.ground, cells = g.cells;
  for (; count; count--) {
    const r = changetype<Record>(records);
    const own = records + (r.mover ? MASK : 0), other = records + (r.mover ? 0 : MASK);
    let occupied = false;
    for (let index = 0; index < cells; index++) {
      const from = v.edged && r.mover ? load<i32>(v.mirror + (index << 2)) : index;
      const cell = placeOf(g, from) - ROOM;
      const stone = holds(own, cell) ? OWN : holds(other, cell) ? OTHER : 0;
      if (stone) occupied = true;
      store<u8>(stones + index, stone);
      store<u8>(legal + index, <u8>holds(records + LEGAL, cell));
      store<u8>(placed + index, <u8>holds(records + PLACED, cell));
    }
    const opens = r.phase == OPENING;
    store<f32>(facts, <f32>(opens || (v.unswapped && !occupied)), 0);
    store<f32>(facts, <f32>(opens && r.quota == 2), 4);
    store<f32>(facts, <f32>holds(records + LEGAL, g.end), 8);
    store<f32>(facts, <f32>holds(records + LEGAL, g.swap), 12);
    store<f32>(facts, <f32>(r.mover == 0), 16);
    store<f32>(facts, <f32>min<i32>(r.quota, 3), 20);
    records += LEGAL + MASK;
    stones += cells;
    legal += cells;
    placed += cells;
    facts += 24;
  }
}

/** The planes of each position, with a row of zeros, and its numbers. */
export function show(
  v: View, count: i32, stones: usize, legal: usize, placed: usize, facts: usize, planes: usize,
  numbers: usize,
): void {
  const cells = v.ground.cells;
  for (; count; count--) {
    groups(cells, stones, v.around, v.labels, v.sizes);
    if (v.sighted) setUp(v, stones);
    if (v.margined) lookAhead(v, stones);
    planes = showPlanes(v, stones, legal, placed, planes);
    memory.fill(planes, 0, v.planes << 2);
    planes += v.planes << 2;
    numbers = showNumbers(v, stones, facts, numbers);
    stones += cells;
    legal += cells;
    placed += cells;
    facts += 24;
  }
}

// @ts-ignore: decorator
@inline
function grown(v: View, size: i32): f32 {
  return load<f32>(v.grown + (size << 2));
}

/** The size of the group of a cell that this side holds, else 0. */
// @ts-ignore: decorator
@inline
function held(sizes: usize, stones: usize, cell: i32, side: u8): i32 {
  return load<u8>(stones + cell) == side ? sizeOf(sizes, cell) : 0;
}

function largest(cells: i32, sizes: usize, stones: usize, side: u8): i32 {
  let most = 0;
  for (let cell = 0; cell < cells; cell++) most = max(most, held(sizes, stones, cell, side));
  return most;
}

/** The table with the own stones as the first colour's, for what is seen. */
function setUp(v: View, stones: usize): void {
  const g = v.ground, t = v.table;
  clear(t);
  for (let index = 0; index < g.cells; index++) {
    const stone = load<u8>(stones + index);
    setColour(t, placeOf(g, index), stone == OWN ? 0 : stone == OTHER ? 1 : VACANT);
  }
  lookRound(g, t);
}

/** Which edges the group of each stone touches, as bits by label, in the labels of rooms. */
function touch(v: View, stones: usize): void {
  const g = v.ground;
  memory.fill(v.roomLabels, 0, g.cells << 2);
  for (let cell = 0; cell < g.cells; cell++) {
    const at = v.roomLabels + (labelOf(v.labels, cell) << 2);
    if (load<u8>(stones + cell)) store<i32>(at, load<i32>(at) | edgesAt(g, placeOf(g, cell)));
  }
}

/** What groups may become: rooms of both sides, and groups with bridges between them. */
function lookAhead(v: View, stones: usize): void {
  const cells = v.ground.cells;
  for (let cell = 0; cell < cells; cell++) {
    store<u8>(v.either + cell, <u8>(load<u8>(stones + cell) != OTHER));
  }
  groups(cells, v.either, v.around, v.roomLabels, v.ownRooms);
  for (let cell = 0; cell < cells; cell++) {
    store<u8>(v.either + cell, <u8>(load<u8>(stones + cell) != OWN));
  }
  groups(cells, v.either, v.around, v.roomLabels, v.otherRooms);
  memory.copy(v.links, v.labels, cells << 2);
  linked(cells, stones, v.bridges, v.links, v.linkSizes);
}

/** How far a size is ahead of the other's. */
// @ts-ignore: decorator
@inline
function lead(size: i32, most: i32): i32 {
  return size > 0 ? size - most : 0;
}

// @ts-ignore: decorator
@inline
function compared(v: View, lead: i32): f32 {
  return min<f32>(max<f32>(<f32>lead * v.share, -1), 1);
}

let at: usize = 0; // where the next number goes

// @ts-ignore: decorator
@inline
function put(value: f32): void {
  store<f32>(at, value);
  at += 4;
}

// @ts-ignore: decorator
@inline
function flag(value: bool): void {
  put(<f32>value);
}

function showPlanes(v: View, stones: usize, legal: usize, placed: usize, planes: usize): usize {
  const g = v.ground, t = v.table, cells = g.cells;
  const most1 = largest(cells, v.sizes, stones, OWN), most2 = largest(cells, v.sizes, stones, OTHER);
  let linked1 = 0, linked2 = 0;
  if (v.edged) touch(v, stones);
  if (v.margined) {
    linked1 = largest(cells, v.linkSizes, stones, OWN);
    linked2 = largest(cells, v.linkSizes, stones, OTHER);
  }
  at = planes;
  for (let cell = 0; cell < cells; cell++) {
    const stone = load<u8>(stones + cell), place = placeOf(g, cell);
    const size1 = held(v.sizes, stones, cell, OWN), size2 = held(v.sizes, stones, cell, OTHER);
    const joined1 = merged(cell, cells, stones, v.around, v.labels, v.sizes, OWN);
    const joined2 = merged(cell, cells, stones, v.around, v.labels, v.sizes, OTHER);
    put(1);
    flag(stone == OWN);
    flag(stone == OTHER);
    put(<f32>load<u8>(legal + cell));
    put(<f32>load<u8>(placed + cell));
    put(grown(v, size1));
    put(grown(v, size2));
    put(grown(v, joined1));
    put(grown(v, joined2));
    flag(stone == OWN && size1 == most1);
    flag(stone == OTHER && size2 == most2);
    if (v.sighted) {
      const seen1 = seers(t, place, 0), seen2 = seers(t, place, 1);
      put(<f32>seen1 * v.sixth);
      put(<f32>seen2 * v.sixth);
      flag(seen1 >= need(g, place));
      flag(seen2 >= need(g, place));
    }
    if (v.edged) {
      const edges = edgesAt(g, place);
      const touched = load<i32>(v.roomLabels + (labelOf(v.labels, cell) << 2));
      for (let bit = 1; bit < 16; bit += bit) flag(<bool>(edges & bit));
      for (let bit = 1; bit < 4; bit += bit) flag(stone == OWN && <bool>(touched & bit));
      for (let bit = 4; bit < 16; bit += bit) flag(stone == OTHER && <bool>(touched & bit));
    }
    if (v.margined) {
      const lead1 = lead(stone ? size1 : joined1, most2), lead2 = lead(stone ? size2 : joined2, most1);
      const room1 = sizeOf(v.ownRooms, cell), room2 = sizeOf(v.otherRooms, cell);
      const link1 = held(v.linkSizes, stones, cell, OWN);
      const link2 = held(v.linkSizes, stones, cell, OTHER);
      put(compared(v, lead1));
      put(compared(v, lead2));
      flag(lead1 > 0 && lead1 < g.margin);
      flag(lead2 > 0 && lead2 < g.margin);
      flag(lead1 >= g.margin);
      flag(lead2 >= g.margin);
      put(grown(v, room1));
      put(grown(v, room2));
      put(compared(v, lead(room1, most2)));
      put(compared(v, lead(room2, most1)));
      put(grown(v, link1));
      put(grown(v, link2));
      put(compared(v, lead(link1, linked2)));
      put(compared(v, lead(link2, linked1)));
    }
  }
  return at;
}

/** Of the groups of a side: the sum of their logs, how many there are, the three largest. */
@unmanaged
class Sum {
  logs: f64;
  groups: i32;
  top0: i32;
  top1: i32;
  top2: i32;
}

function sumUp(v: View, stones: usize, side: u8, sum: Sum): void {
  sum.logs = 0;
  sum.groups = sum.top0 = sum.top1 = sum.top2 = 0;
  for (let cell = 0; cell < v.ground.cells; cell++) {
    if (labelOf(v.labels, cell) != cell) continue;
    const size = held(v.sizes, stones, cell, side);
    if (!size) continue;
    sum.groups++;
    sum.logs += load<f64>(v.logs + (size << 3));
    if (size > sum.top0) {
      sum.top2 = sum.top1;
      sum.top1 = sum.top0;
      sum.top0 = size;
    } else if (size > sum.top1) {
      sum.top2 = sum.top1;
      sum.top1 = size;
    } else if (size > sum.top2) sum.top2 = size;
  }
}

// @ts-ignore: decorator
@inline
function clipped(value: f64): f32 {
  return <f32>min<f64>(max<f64>(value, -2), 2);
}

function showNumbers(v: View, stones: usize, facts: usize, numbers: usize): usize {
  const cells = v.ground.cells;
  const own = changetype<Sum>(v.links), other = changetype<Sum>(v.links + offsetof<Sum>());
  sumUp(v, stones, OWN, own);
  sumUp(v, stones, OTHER, other);
  let vacant = 0;
  for (let cell = 0; cell < cells; cell++) vacant += <i32>(load<u8>(stones + cell) == 0);
  at = numbers;
  put(<f32>(<f64>vacant / <f64>cells));
  put(<f32>(vacant & 1));
  for (let fact: usize = 0; fact < 20; fact += 4) put(load<f32>(facts + fact));
  for (let quota: f32 = 1; quota < 4; quota++) flag(load<f32>(facts, 20) == quota);
  put(<f32>v.size);
  put(<f32>v.margin);
  put(<f32>(<f64>own.groups * 0.1));
  put(<f32>(<f64>other.groups * 0.1));
  put(clipped(<f64>(own.top0 - other.top0) / v.leadUnit));
  put(clipped((own.logs - other.logs) * 0.25));
  put(grown(v, own.top0));
  put(grown(v, own.top1));
  put(grown(v, own.top2));
  put(grown(v, other.top0));
  put(grown(v, other.top1));
  put(grown(v, other.top2));
  return at;
}
