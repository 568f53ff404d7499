// The spatial features of a network: one number for each cell and plane.

import { labelGroups, labelOf, linkByBridges, sizeAfterPlacing, sizeOf } from "./components";
import { VACANT, controlThreshold, edgesAt, locOf } from "./memory";
import { recountSight, seeingCount } from "./sight";
import { clear, setColour } from "./position";
import {
  FeatureContext, OTHER, OWN, cursor, logSize, setCursor, sizeOfSide, write, writeFlag,
} from "./feature_context";

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

/** Writes to `spaceLabels`, by group label, the edges that the group touches, as bits. */
function markEdgeGroups(f: FeatureContext, stones: usize): void {
  const g = f.game;
  memory.fill(f.spaceLabels, 0, g.cells << 2);
  for (let cell = 0; cell < g.cells; cell++) {
    const address = f.spaceLabels + (labelOf(f.labels, cell) << 2);
    if (load<u8>(stones + cell)) store<i32>(address, load<i32>(address) | edgesAt(g, locOf(g, cell)));
  }
}

/** Computes what groups may become: the space of each side, and groups united by bridges. */
export function computeProspects(f: FeatureContext, stones: usize): void {
  const cells = f.game.cells;
  for (let cell = 0; cell < cells; cell++) {
    store<u8>(f.ownOrVacant + cell, <u8>(load<u8>(stones + cell) != OTHER));
  }
  labelGroups(cells, f.ownOrVacant, f.neighbours, f.spaceLabels, f.ownSpace);
  for (let cell = 0; cell < cells; cell++) {
    store<u8>(f.ownOrVacant + cell, <u8>(load<u8>(stones + cell) != OWN));
  }
  labelGroups(cells, f.ownOrVacant, f.neighbours, f.spaceLabels, f.otherSpace);
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
  const largest1 = largestGroup(cells, f.sizes, stones, OWN);
  const largest2 = largestGroup(cells, f.sizes, stones, OTHER);
  let largestLinked1 = 0, largestLinked2 = 0;
  if (f.hasEdges) markEdgeGroups(f, stones);
  if (f.hasMargin) {
    largestLinked1 = largestGroup(cells, f.linkSizes, stones, OWN);
    largestLinked2 = largestGroup(cells, f.linkSizes, stones, OTHER);
  }
  setCursor(planes);
  for (let cell = 0; cell < cells; cell++) {
    const stone = load<u8>(stones + cell), loc = locOf(g, cell);
    const size1 = sizeOfSide(f.sizes, stones, cell, OWN);
    const size2 = sizeOfSide(f.sizes, stones, cell, OTHER);
    const merged1 = sizeAfterPlacing(cell, cells, stones, f.neighbours, f.labels, f.sizes, OWN);
    const merged2 = sizeAfterPlacing(cell, cells, stones, f.neighbours, f.labels, f.sizes, OTHER);
    write(1);
    writeFlag(stone == OWN);
    writeFlag(stone == OTHER);
    write(<f32>load<u8>(legal + cell));
    write(<f32>load<u8>(placed + cell));
    write(logSize(f, size1));
    write(logSize(f, size2));
    write(logSize(f, merged1));
    write(logSize(f, merged2));
    writeFlag(stone == OWN && size1 == largest1);
    writeFlag(stone == OTHER && size2 == largest2);
    if (f.usesSight) {
      const seeing1 = seeingCount(p, loc, 0), seeing2 = seeingCount(p, loc, 1);
      write(<f32>seeing1 * f.sixth);
      write(<f32>seeing2 * f.sixth);
      writeFlag(seeing1 >= controlThreshold(g, loc));
      writeFlag(seeing2 >= controlThreshold(g, loc));
    }
    if (f.hasEdges) {
      const edges = edgesAt(g, loc);
      const groupEdges = load<i32>(f.spaceLabels + (labelOf(f.labels, cell) << 2));
      for (let bit = 1; bit < 16; bit += bit) writeFlag(<bool>(edges & bit));
      for (let bit = 1; bit < 4; bit += bit) writeFlag(stone == OWN && <bool>(groupEdges & bit));
      for (let bit = 4; bit < 16; bit += bit) writeFlag(stone == OTHER && <bool>(groupEdges & bit));
    }
    if (f.hasMargin) {
      const lead1 = lead(stone ? size1 : merged1, largest2);
      const lead2 = lead(stone ? size2 : merged2, largest1);
      const space1 = sizeOf(f.ownSpace, cell), space2 = sizeOf(f.otherSpace, cell);
      const linked1 = sizeOfSide(f.linkSizes, stones, cell, OWN);
      const linked2 = sizeOfSide(f.linkSizes, stones, cell, OTHER);
      write(scaledLead(f, lead1));
      write(scaledLead(f, lead2));
      writeFlag(lead1 > 0 && lead1 < g.margin);
      writeFlag(lead2 > 0 && lead2 < g.margin);
      writeFlag(lead1 >= g.margin);
      writeFlag(lead2 >= g.margin);
      write(logSize(f, space1));
      write(logSize(f, space2));
      write(scaledLead(f, lead(space1, largest2)));
      write(scaledLead(f, lead(space2, largest1)));
      write(logSize(f, linked1));
      write(logSize(f, linked2));
      write(scaledLead(f, lead(linked1, largestLinked2)));
      write(scaledLead(f, lead(linked2, largestLinked1)));
    }
  }
  return cursor();
}
