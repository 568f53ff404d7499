// A position that changes in place as actions are played, with what is updated along with it.

import { LENGTH, OFF } from "./memory";

/** A position that changes in place as actions are played, and what is updated along with it. */
@unmanaged
export class Table {
  mover: i32;
  phase: i32;
  quota: i32; // stones that the mover may still place
  begun: i32; // how many it has placed in this turn
  placed0: i32; // their places
  placed1: i32;
  anchor: i32; // a place, or NONE
  turn: i32; // Byg: the number of the turn
  groups0: i32; // Byg: how many groups each colour has
  groups1: i32;
  chain0: i32; // Lox: whether each colour joins its edges
  chain1: i32;
  stones: i32; // how many there are
}
const COLOURS = offsetof<Table>(); // u8
const SHOWN = COLOURS + LENGTH; // u8: how many stones see a place: four bits for each colour
const PARENTS = SHOWN + LENGTH; // u16: Byg: from each stone towards the one that names its group
const GROWN = PARENTS + 2 * LENGTH; // u16: Byg: the turn in which a group grew last
export const KEPT = GROWN + 2 * LENGTH; // what follows is scratch space
const SEEN = KEPT; // u8
const STACK = SEEN + LENGTH; // u16
const COUNTS = STACK + 2 * LENGTH; // u16: how many groups of each size, for each colour
export const TABLE = COUNTS + 4 * LENGTH;

// @ts-ignore: decorator
@inline
export function placedAt(t: Table, number: i32): i32 {
  return load<i32>(changetype<usize>(t) + (number << 2), offsetof<Table>("placed0"));
}

/** Records a stone of a turn that goes on; there are at most two. */
// @ts-ignore: decorator
@inline
export function noteStone(t: Table, place: i32): void {
  store<i32>(changetype<usize>(t) + (t.begun++ << 2), place, offsetof<Table>("placed0"));
}

// @ts-ignore: decorator
@inline
export function colourAt(t: Table, place: i32): i32 {
  return load<u8>(changetype<usize>(t) + place, COLOURS);
}

/** The colours of sixteen places. */
// @ts-ignore: decorator
@inline
export function coloursFrom(t: Table, place: i32): v128 {
  return v128.load(changetype<usize>(t) + place, COLOURS);
}

// @ts-ignore: decorator
@inline
export function setColour(t: Table, place: i32, colour: i32): void {
  store<u8>(changetype<usize>(t) + place, colour, COLOURS);
}

// @ts-ignore: decorator
@inline
export function clear(t: Table): void {
  memory.fill(changetype<usize>(t), 0, KEPT);
  memory.fill(changetype<usize>(t) + COLOURS, <u8>OFF, LENGTH);
}

// @ts-ignore: decorator
@inline
export function shownAt(t: Table, place: i32): i32 {
  return load<u8>(changetype<usize>(t) + place, SHOWN);
}

/** How many stones see each of sixteen places. */
// @ts-ignore: decorator
@inline
export function shownFrom(t: Table, place: i32): v128 {
  return v128.load(changetype<usize>(t) + place, SHOWN);
}

// @ts-ignore: decorator
@inline
export function setShown(t: Table, place: i32, shown: i32): void {
  store<u8>(changetype<usize>(t) + place, shown, SHOWN);
}

export function forgetShown(t: Table): void {
  memory.fill(changetype<usize>(t) + SHOWN, 0, LENGTH);
}

// @ts-ignore: decorator
@inline
export function parentOf(t: Table, place: i32): i32 {
  return load<u16>(changetype<usize>(t) + (place << 1), PARENTS);
}

// @ts-ignore: decorator
@inline
export function setParent(t: Table, place: i32, parent: i32): void {
  store<u16>(changetype<usize>(t) + (place << 1), parent, PARENTS);
}

// @ts-ignore: decorator
@inline
export function grownIn(t: Table, place: i32): i32 {
  return load<u16>(changetype<usize>(t) + (place << 1), GROWN);
}

// @ts-ignore: decorator
@inline
export function setGrown(t: Table, place: i32): void {
  store<u16>(changetype<usize>(t) + (place << 1), t.turn, GROWN);
}

// @ts-ignore: decorator
@inline
export function isSeen(t: Table, place: i32): bool {
  return load<bool>(changetype<usize>(t) + place, SEEN);
}

// @ts-ignore: decorator
@inline
export function setSeen(t: Table, place: i32): void {
  store<u8>(changetype<usize>(t) + place, 1, SEEN);
}

export function forgetSeen(t: Table): void {
  memory.fill(changetype<usize>(t) + SEEN, 0, LENGTH);
}

// @ts-ignore: decorator
@inline
export function stacked(t: Table, height: i32): i32 {
  return load<u16>(changetype<usize>(t) + (height << 1), STACK);
}

// @ts-ignore: decorator
@inline
export function stack(t: Table, height: i32, place: i32): void {
  store<u16>(changetype<usize>(t) + (height << 1), place, STACK);
}

/** An entry of the stack as a signed number. */
// @ts-ignore: decorator
@inline
export function signedAt(t: Table, height: i32): i32 {
  return load<i16>(changetype<usize>(t) + (height << 1), STACK);
}

// @ts-ignore: decorator
@inline
export function countOf(t: Table, colour: i32, size: i32): i32 {
  return load<u16>(changetype<usize>(t) + ((colour * LENGTH + size) << 1), COUNTS);
}

export function count(t: Table, colour: i32, size: i32): void {
  const at = changetype<usize>(t) + ((colour * LENGTH + size) << 1);
  store<u16>(at, load<u16>(at, COUNTS) + 1, COUNTS);
}

export function forgetCounts(t: Table): void {
  memory.fill(changetype<usize>(t) + COUNTS, 0, 4 * LENGTH);
}
