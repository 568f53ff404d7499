// The input features of a network.  `inputs.py` computes the same features in numpy.

import {
  LEGAL, MASK_BYTES, OPENING, PADDING, PLACED, RECORD_BYTES, VACANT, GameLayout, Record,
  controlThreshold, edgesAt, hasBit, locOf,
} from "./memory";
import { Position, clear, setColour } from "./position";
import { recountSight, seeingCount } from "./sight";

/** Converts records to arrays: stones, legal cells, placed cells, and six scalars. */
export function stageBatch(
  f: FeatureContext, count: i32, records: usize, stones: usize, legal: usize, placed: usize,
  scalars: usize,
): void {
  const g = f.game, cells = g.cells;
  for (; count; count--) {
    const r = changetype<Record>(records);
    const own = records + (r.mover ? MASK_BYTES : 0), other = records + (r.mover ? 0 : MASK_BYTES);
    let ownCount = 0, otherCount = 0;
    for (let index = 0; index < cells; index++) {
      const source = f.hasEdges && r.mover ? load<i32>(f.mirror + (index << 2)) : index;
      const cell = locOf(g, source) - PADDING;
      const stone = hasBit(own, cell) ? OWN : hasBit(other, cell) ? OTHER : 0;
      if (stone == OWN) ownCount++;
      else if (stone == OTHER) otherCount++;
      store<u8>(stones + index, stone);
      store<u8>(legal + index, <u8>hasBit(records + LEGAL, cell));
      store<u8>(placed + index, <u8>hasBit(records + PLACED, cell));
    }
    const opens = r.phase == OPENING;
    store<f32>(scalars, <f32>(opens || (f.isWithoutSwap && !(ownCount + otherCount))), 0);
    store<f32>(scalars, <f32>(opens && r.quota == 2), 4);
    store<f32>(scalars, <f32>hasBit(records + LEGAL, g.end), 8);
    store<f32>(scalars, <f32>hasBit(records + LEGAL, g.swap), 12);
    // after an untrained swap the colours have exchanged their roles
    const isFirst = f.isSwapUntrained ? ownCount >= otherCount : r.mover == 0;
    store<f32>(scalars, <f32>isFirst, 16);
    store<f32>(scalars, <f32>min<i32>(r.quota, 3), 20);
    records += RECORD_BYTES;
    stones += cells;
    legal += cells;
    placed += cells;
    scalars += 24;
  }
}

/** Writes the planes of each position, with a final row of zeros, and its global features. */
export function writeInputs(
  f: FeatureContext, count: i32, stones: usize, legal: usize, placed: usize, scalars: usize,
  planes: usize, globals: usize,
): void {
  const cells = f.game.cells;
  for (; count; count--) {
    labelGroups(cells, stones, f.neighbours, f.labels, f.sizes);
    if (f.usesSight) setUpPosition(f, stones);
    if (f.hasMargin) computeProspects(f, stones);
    planes = writePlanes(f, stones, legal, placed, planes);
    memory.fill(planes, 0, f.planeCount << 2);
    planes += f.planeCount << 2;
    globals = writeGlobals(f, stones, scalars, globals);
    stones += cells;
    legal += cells;
    placed += cells;
    scalars += 24;
  }
}

// The parameters of a game's input features, the buffers to compute them, and a writer.

export const OWN: u8 = 1, OTHER: u8 = 2;

/** The parameters of a game's input features, and buffers to compute them. */
@unmanaged
export class FeatureContext {
  leadUnit: f64;
  size: f64; // of the board, over 10, as in the global features
  margin: f64;
  sixth: f32;
  leadScale: f32; // 0.5 / margin: a lead of one cell, in units of twice the margin
  game: GameLayout;
  position: Position;
  planeCount: i32;
  usesSight: i32;
  hasEdges: i32;
  hasMargin: i32;
  isWithoutSwap: i32; // Lox without the swap: the first stone counts as the opening
  isSwapUntrained: i32; // the game has a swap with which its network was not trained
  sizeFeatures: usize; // f32 by size: log2(size + 1) / 5, as in the planes
  logs: usize; // f64 by size: log2(size), 0 for size 0
  neighbours: usize;
  bridges: usize;
  mirror: usize; // i32 by cell: its cell in the board mirrored for the second colour
  labels: usize; // of the groups
  sizes: usize;
  ownOrVacant: usize; // u8: the stones of one side and the vacant cells, to find the regions of the side
  regionLabels: usize;
  ownRegion: usize;
  otherRegion: usize;
  links: usize; // labels of the groups united by bridges
  linkSizes: usize;
}

// @ts-ignore: decorator
@inline
export function sizeFeature(f: FeatureContext, size: i32): f32 {
  return load<f32>(f.sizeFeatures + (size << 2));
}

/** The size of a cell's group if this side owns the cell, else 0. */
// @ts-ignore: decorator
@inline
export function sizeOfSide(sizes: usize, stones: usize, cell: i32, side: u8): i32 {
  return load<u8>(stones + cell) == side ? sizeOf(sizes, cell) : 0;
}

let nextAddress: usize = 0; // the address of the next number that `writeNumber` stores

export function setWriteAddress(address: usize): void {
  nextAddress = address;
}

export function writeAddress(): usize {
  return nextAddress;
}

// @ts-ignore: decorator
@inline
export function writeNumber(value: f32): void {
  store<f32>(nextAddress, value);
  nextAddress += 4;
}

// @ts-ignore: decorator
@inline
export function writeFlag(value: bool): void {
  writeNumber(<f32>value);
}

// Connected components of one board by union-find.  Cells have their index in ascending order.
//
// Stones are u8, 0 for a vacant cell.  Labels and neighbours are i32, sizes u16.  During union-find
// a label is the parent in the forest, afterwards the last cell of the component.

/** Writes the labels and the sizes of all groups. */
export function labelGroups(
  cells: i32, stones: usize, neighbours: usize, labels: usize, sizes: usize,
): void {
  for (let cell = 0; cell < cells; cell++) store<u32>(labels + (cell << 2), cell);
  let neighbour = neighbours; // six neighbours of each cell; `cells` means off the board
  for (let cell = 0; cell < cells; cell++, neighbour += 24) {
    const colour = load<u8>(stones + cell);
    if (!colour) continue;
    for (let direction: usize = 0; direction < 24; direction += 4) {
      const otherCell = load<i32>(neighbour + direction);
      if (otherCell < cell && load<u8>(stones + otherCell) == colour) unite(labels, otherCell, cell);
    }
  }
  countSizes(cells, stones, labels, sizes);
}

/** Unites groups with a bridge between them, starting from the labels of the groups. */
export function linkByBridges(
  cells: i32, stones: usize, bridges: usize, labels: usize, sizes: usize,
): void {
  let bridge = bridges; // six bridges of each cell: the other end, and the two cells between
  for (let cell = 0; cell < cells; cell++) {
    const colour = load<u8>(stones + cell);
    for (const end = bridge + 72; bridge < end; bridge += 12) {
      const other = load<i32>(bridge);
      if (!colour || other >= cell || load<u8>(stones + other) != colour) continue;
      const one = load<u8>(stones + load<i32>(bridge, 4));
      const two = load<u8>(stones + load<i32>(bridge, 8));
      if (!(one | two)) unite(labels, other, cell);
    }
  }
  countSizes(cells, stones, labels, sizes);
}

/** The size of the group that a stone of this colour on the cell would form. */
export function sizeAfterPlacing(
  cell: i32, cells: i32, stones: usize, neighbours: usize, labels: usize, sizes: usize, colour: u8,
): i32 {
  const first = neighbours + cell * 24;
  let size = 1;
  for (let direction: usize = 0; direction < 24; direction += 4) {
    const neighbour = load<i32>(first + direction);
    if (neighbour == cells || load<u8>(stones + neighbour) != colour) continue;
    const label = labelOf(labels, neighbour);
    // count each neighbouring group once
    let before: usize = 0;
    while (before < direction) {
      const other = load<i32>(first + before);
      if (other != cells && labelOf(labels, other) == label) break;
      before += 4;
    }
    if (before == direction) size += sizeOf(sizes, neighbour);
  }
  return size;
}

// @ts-ignore: decorator
@inline
export function labelOf(labels: usize, cell: i32): i32 {
  return load<i32>(labels + (cell << 2));
}

// @ts-ignore: decorator
@inline
export function sizeOf(sizes: usize, cell: i32): i32 {
  return load<u16>(sizes + (cell << 1));
}

function rootOf(labels: usize, cell: i32): i32 {
  let next = labelOf(labels, cell);
  while (next != cell) {
    const far = labelOf(labels, next);
    store<i32>(labels + (cell << 2), far); // path halving
    cell = far;
    next = labelOf(labels, cell);
  }
  return cell;
}

function unite(labels: usize, one: i32, two: i32): void {
  one = rootOf(labels, one);
  two = rootOf(labels, two);
  store<i32>(labels + (min(one, two) << 2), max(one, two));
}

/** Sets every label to the last cell of its component, and counts the stones of each. */
function countSizes(cells: i32, stones: usize, labels: usize, sizes: usize): void {
  memory.fill(sizes, 0, cells << 1);
  for (let cell = 0; cell < cells; cell++) {
    const label = rootOf(labels, cell);
    store<i32>(labels + (cell << 2), label);
    if (load<u8>(stones + cell)) store<u16>(sizes + (label << 1), sizeOf(sizes, label) + 1);
  }
  for (let cell = 0; cell < cells; cell++) {
    const size = load<u8>(stones + cell) ? sizeOf(sizes, labelOf(labels, cell)) : 0;
    store<u16>(sizes + (cell << 1), size);
  }
}

// The spatial features of a network: one number for each cell and plane.

function largestGroup(cells: i32, sizes: usize, stones: usize, side: u8): i32 {
  let size = 0;
  for (let cell = 0; cell < cells; cell++) size = max(size, sizeOfSide(sizes, stones, cell, side));
  return size;
}

/** Sets up the position with the own stones as the first colour's, and counts seeing stones. */
export function setUpPosition(f: FeatureContext, stones: usize): void {
  const g = f.game, p = f.position;
  clear(p);
  for (let index = 0; index < g.cells; index++) {
    const stone = load<u8>(stones + index);
    setColour(p, locOf(g, index), stone == OWN ? 0 : stone == OTHER ? 1 : VACANT);
  }
  recountSight(g, p);
}

/** Writes to `regionLabels`, by group label, the edges that the group touches, as bits. */
function markEdgeGroups(f: FeatureContext, stones: usize): void {
  const g = f.game;
  memory.fill(f.regionLabels, 0, g.cells << 2);
  for (let cell = 0; cell < g.cells; cell++) {
    const address = f.regionLabels + (labelOf(f.labels, cell) << 2);
    if (load<u8>(stones + cell)) store<i32>(address, load<i32>(address) | edgesAt(g, locOf(g, cell)));
  }
}

/** Computes what groups may become: the regions of each side, and groups united by bridges. */
export function computeProspects(f: FeatureContext, stones: usize): void {
  const cells = f.game.cells;
  for (let cell = 0; cell < cells; cell++) {
    store<u8>(f.ownOrVacant + cell, <u8>(load<u8>(stones + cell) != OTHER));
  }
  labelGroups(cells, f.ownOrVacant, f.neighbours, f.regionLabels, f.ownRegion);
  for (let cell = 0; cell < cells; cell++) {
    store<u8>(f.ownOrVacant + cell, <u8>(load<u8>(stones + cell) != OWN));
  }
  labelGroups(cells, f.ownOrVacant, f.neighbours, f.regionLabels, f.otherRegion);
  memory.copy(f.links, f.labels, cells << 2);
  linkByBridges(cells, stones, f.bridges, f.links, f.linkSizes);
}

/** The lead of a size over the opponent's largest group.  0 without a group. */
// @ts-ignore: decorator
@inline
function lead(size: i32, largest: i32): i32 {
  return size > 0 ? size - largest : 0;
}

// @ts-ignore: decorator
@inline
function scaledLead(f: FeatureContext, lead: i32): f32 {
  return min<f32>(max<f32>(<f32>lead * f.leadScale, -1), 1);
}

export function writePlanes(
  f: FeatureContext, stones: usize, legal: usize, placed: usize, planes: usize,
): usize {
  const g = f.game, p = f.position, cells = g.cells;
  const ownLargest = largestGroup(cells, f.sizes, stones, OWN);
  const otherLargest = largestGroup(cells, f.sizes, stones, OTHER);
  let ownLargestLinked = 0, otherLargestLinked = 0;
  if (f.hasEdges) markEdgeGroups(f, stones);
  if (f.hasMargin) {
    ownLargestLinked = largestGroup(cells, f.linkSizes, stones, OWN);
    otherLargestLinked = largestGroup(cells, f.linkSizes, stones, OTHER);
  }
  setWriteAddress(planes);
  for (let cell = 0; cell < cells; cell++) {
    const stone = load<u8>(stones + cell), loc = locOf(g, cell);
    const ownSize = sizeOfSide(f.sizes, stones, cell, OWN);
    const otherSize = sizeOfSide(f.sizes, stones, cell, OTHER);
    const ownMerged = sizeAfterPlacing(cell, cells, stones, f.neighbours, f.labels, f.sizes, OWN);
    const otherMerged = sizeAfterPlacing(cell, cells, stones, f.neighbours, f.labels, f.sizes, OTHER);
    writeNumber(1);
    writeFlag(stone == OWN);
    writeFlag(stone == OTHER);
    writeNumber(<f32>load<u8>(legal + cell));
    writeNumber(<f32>load<u8>(placed + cell));
    writeNumber(sizeFeature(f, ownSize));
    writeNumber(sizeFeature(f, otherSize));
    writeNumber(sizeFeature(f, ownMerged));
    writeNumber(sizeFeature(f, otherMerged));
    writeFlag(stone == OWN && ownSize == ownLargest);
    writeFlag(stone == OTHER && otherSize == otherLargest);
    if (f.usesSight) {
      const ownSeeing = seeingCount(p, loc, 0), otherSeeing = seeingCount(p, loc, 1);
      writeNumber(<f32>ownSeeing * f.sixth);
      writeNumber(<f32>otherSeeing * f.sixth);
      writeFlag(ownSeeing >= controlThreshold(g, loc));
      writeFlag(otherSeeing >= controlThreshold(g, loc));
    }
    if (f.hasEdges) {
      const edges = edgesAt(g, loc);
      const groupEdges = load<i32>(f.regionLabels + (labelOf(f.labels, cell) << 2));
      for (let bit = 1; bit < 16; bit += bit) writeFlag(<bool>(edges & bit));
      for (let bit = 1; bit < 4; bit += bit) writeFlag(stone == OWN && <bool>(groupEdges & bit));
      for (let bit = 4; bit < 16; bit += bit) writeFlag(stone == OTHER && <bool>(groupEdges & bit));
    }
    if (f.hasMargin) {
      const ownLead = lead(stone ? ownSize : ownMerged, otherLargest);
      const otherLead = lead(stone ? otherSize : otherMerged, ownLargest);
      const ownRegion = sizeOf(f.ownRegion, cell), otherRegion = sizeOf(f.otherRegion, cell);
      const ownLinked = sizeOfSide(f.linkSizes, stones, cell, OWN);
      const otherLinked = sizeOfSide(f.linkSizes, stones, cell, OTHER);
      writeNumber(scaledLead(f, ownLead));
      writeNumber(scaledLead(f, otherLead));
      writeFlag(ownLead > 0 && ownLead < g.margin);
      writeFlag(otherLead > 0 && otherLead < g.margin);
      writeFlag(ownLead >= g.margin);
      writeFlag(otherLead >= g.margin);
      writeNumber(sizeFeature(f, ownRegion));
      writeNumber(sizeFeature(f, otherRegion));
      writeNumber(scaledLead(f, lead(ownRegion, otherLargest)));
      writeNumber(scaledLead(f, lead(otherRegion, ownLargest)));
      writeNumber(sizeFeature(f, ownLinked));
      writeNumber(sizeFeature(f, otherLinked));
      writeNumber(scaledLead(f, lead(ownLinked, otherLargestLinked)));
      writeNumber(scaledLead(f, lead(otherLinked, ownLargestLinked)));
    }
  }
  return writeAddress();
}

// The global features of a network: numbers for the whole board.

/** The groups of a side: the sum of log2(size), their number, the three largest sizes. */
@unmanaged
class GroupStats {
  logs: f64;
  groups: i32;
  largest0: i32;
  largest1: i32;
  largest2: i32;
}

function groupStats(f: FeatureContext, stones: usize, side: u8, stats: GroupStats): void {
  stats.logs = 0;
  stats.groups = stats.largest0 = stats.largest1 = stats.largest2 = 0;
  for (let cell = 0; cell < f.game.cells; cell++) {
    if (labelOf(f.labels, cell) != cell) continue;
    const size = sizeOfSide(f.sizes, stones, cell, side);
    if (!size) continue;
    stats.groups++;
    stats.logs += load<f64>(f.logs + (size << 3));
    if (size > stats.largest0) {
      stats.largest2 = stats.largest1;
      stats.largest1 = stats.largest0;
      stats.largest0 = size;
    } else if (size > stats.largest1) {
      stats.largest2 = stats.largest1;
      stats.largest1 = size;
    } else if (size > stats.largest2) stats.largest2 = size;
  }
}

// @ts-ignore: decorator
@inline
function clipped(value: f64): f32 {
  return <f32>min<f64>(max<f64>(value, -2), 2);
}

export function writeGlobals(f: FeatureContext, stones: usize, scalars: usize, globals: usize): usize {
  const cells = f.game.cells;
  const own = changetype<GroupStats>(f.links);
  const other = changetype<GroupStats>(f.links + offsetof<GroupStats>());
  groupStats(f, stones, OWN, own);
  groupStats(f, stones, OTHER, other);
  let vacant = 0;
  for (let cell = 0; cell < cells; cell++) vacant += <i32>(load<u8>(stones + cell) == 0);
  setWriteAddress(globals);
  writeNumber(<f32>(<f64>vacant / <f64>cells));
  writeNumber(<f32>(vacant & 1));
  for (let index: usize = 0; index < 20; index += 4) {
    writeNumber(index == 12 && f.isSwapUntrained ? 0 : load<f32>(scalars + index));
  }
  for (let quota: f32 = 1; quota < 4; quota++) writeFlag(load<f32>(scalars, 20) == quota);
  writeNumber(<f32>f.size);
  writeNumber(<f32>f.margin);
  writeNumber(<f32>(<f64>own.groups * 0.1));
  writeNumber(<f32>(<f64>other.groups * 0.1));
  writeNumber(clipped(<f64>(own.largest0 - other.largest0) / f.leadUnit));
  writeNumber(clipped((own.logs - other.logs) * 0.25));
  writeNumber(sizeFeature(f, own.largest0));
  writeNumber(sizeFeature(f, own.largest1));
  writeNumber(sizeFeature(f, own.largest2));
  writeNumber(sizeFeature(f, other.largest0));
  writeNumber(sizeFeature(f, other.largest1));
  writeNumber(sizeFeature(f, other.largest2));
  return writeAddress();
}
