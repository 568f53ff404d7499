// The input planes of a network, for each cell.

import { groups, labelOf, linked, merged, sizeOf } from "./components";
import { VACANT, controlThreshold, edgesAt, locOf } from "./memory";
import { recountSight, seeingCount } from "./sight";
import { clear, setColour } from "./position";
import { OTHER, OWN, View, flag, grown, held, placeAfter, put, putAt } from "./feature_context";

function largest(cells: i32, sizes: usize, stones: usize, side: u8): i32 {
  let most = 0;
  for (let cell = 0; cell < cells; cell++) most = max(most, held(sizes, stones, cell, side));
  return most;
}

/** Sets the table up with the own stones as the first colour's, and counts who sees what. */
export function setUp(v: View, stones: usize): void {
  const g = v.game, t = v.table;
  clear(t);
  for (let index = 0; index < g.cells; index++) {
    const stone = load<u8>(stones + index);
    setColour(t, locOf(g, index), stone == OWN ? 0 : stone == OTHER ? 1 : VACANT);
  }
  recountSight(g, t);
}

/** Writes to `roomLabels`, by group label, the edges that the group touches, as bits. */
function touch(v: View, stones: usize): void {
  const g = v.game;
  memory.fill(v.roomLabels, 0, g.cells << 2);
  for (let cell = 0; cell < g.cells; cell++) {
    const at = v.roomLabels + (labelOf(v.labels, cell) << 2);
    if (load<u8>(stones + cell)) store<i32>(at, load<i32>(at) | edgesAt(g, locOf(g, cell)));
  }
}

/** What groups may become: rooms of both sides, and groups with bridges between them. */
export function lookAhead(v: View, stones: usize): void {
  const cells = v.game.cells;
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

/** The lead of a size over the opponent's largest, 0 without a group. */
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

export function showPlanes(v: View, stones: usize, legal: usize, placed: usize, planes: usize): usize {
  const g = v.game, t = v.table, cells = g.cells;
  const most1 = largest(cells, v.sizes, stones, OWN), most2 = largest(cells, v.sizes, stones, OTHER);
  let linked1 = 0, linked2 = 0;
  if (v.edged) touch(v, stones);
  if (v.margined) {
    linked1 = largest(cells, v.linkSizes, stones, OWN);
    linked2 = largest(cells, v.linkSizes, stones, OTHER);
  }
  putAt(planes);
  for (let cell = 0; cell < cells; cell++) {
    const stone = load<u8>(stones + cell), loc = locOf(g, cell);
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
      const seen1 = seeingCount(t, loc, 0), seen2 = seeingCount(t, loc, 1);
      put(<f32>seen1 * v.sixth);
      put(<f32>seen2 * v.sixth);
      flag(seen1 >= controlThreshold(g, loc));
      flag(seen2 >= controlThreshold(g, loc));
    }
    if (v.edged) {
      const edges = edgesAt(g, loc);
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
  return placeAfter();
}
