// The parameters of a game's input features, the buffers to compute them, and a writer.

import { sizeOf } from "./components";
import { GameLayout } from "./memory";
import { Position } from "./position";

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
