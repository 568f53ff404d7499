// The spatial features of a network: one number for each cell and plane.

import { labelGroups, labelOf, linkByBridges, sizeAfterPlacing, sizeOf } from "./components";
import { VACANT, controlThreshold, edgesAt, locOf } from "./memory";
import { recountSight, seeingCount } from "./sight";
import { clear, setColour } from "./position";
import {
  FeatureContext, OTHER, OWN, writeAddress, sizeFeature, setWriteAddress, sizeOfSide, writeNumber, writeFlag,
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
