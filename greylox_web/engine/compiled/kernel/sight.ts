// Sight in Greylox and Lox: which stones see a cell, and which cells are legal.
//
// Each action updates the counts of seeing stones.  It costs a few steps in six directions, where
// a recount would visit the whole board.

import { GameLayout, VACANT, controlThreshold, directionOf, locOf, thresholdsFrom } from "./memory";
import {
  Position, clearSeenCounts, colourAt, coloursFrom, seenCountsAt, seenCountsFrom, setColour,
  setSeenCounts,
} from "./position";

/** What one stone adds to the packed counts of a cell that it sees. */
// @ts-ignore: decorator
@inline
function countUnit(colour: i32): i32 {
  return colour == 0 ? 1 : colour == 1 ? 16 : 0;
}

/** How many stones of a colour see the cell. */
// @ts-ignore: decorator
@inline
export function seeingCount(p: Position, loc: i32, colour: i32): i32 {
  return (seenCountsAt(p, loc) >> (colour << 2)) & 15;
}

/** Adds `change` to the counts up to and including the next stone.  Returns its colour or OFF. */
// @ts-ignore: decorator
@inline
function addSight(p: Position, loc: i32, direction: i32, change: i32): i32 {
  loc += direction;
  let colour = colourAt(p, loc);
  while (colour == VACANT) {
    setSeenCounts(p, loc, seenCountsAt(p, loc) + change);
    loc += direction;
    colour = colourAt(p, loc);
  }
  if (colour < VACANT) setSeenCounts(p, loc, seenCountsAt(p, loc) + change);
  return colour;
}

/** The colour of the next stone in this direction, or OFF. */
// @ts-ignore: decorator
@inline
function nextStone(p: Position, loc: i32, direction: i32): i32 {
  let colour = VACANT;
  while (colour == VACANT) {
    loc += direction;
    colour = colourAt(p, loc);
  }
  return colour;
}

/** Places or flips a stone, and updates the counts. */
export function setStone(g: GameLayout, p: Position, loc: i32, colour: i32): void {
  const added = countUnit(colour), old = countUnit(colourAt(p, loc));
  for (let number = 0; number < 6; number += 2) {
    const direction = directionOf(g, number), opposite = -direction;
    if (old) {
      addSight(p, loc, direction, added - old);
      addSight(p, loc, opposite, added - old);
      continue;
    }
    // the new stone blocks the sight of the next stone behind it
    const colourBehind = nextStone(p, loc, opposite);
    const colourAhead = colourBehind == colour
      ? nextStone(p, loc, direction)
      : addSight(p, loc, direction, added - countUnit(colourBehind));
    if (colourAhead != colour) addSight(p, loc, opposite, added - countUnit(colourAhead));
  }
  setColour(p, loc, colour);
}

/** Recounts the stones that see each cell. */
export function recountSight(g: GameLayout, p: Position): void {
  clearSeenCounts(p);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    const colour = colourAt(p, loc);
    if (colour >= VACANT) continue;
    for (let number = 0; number < 6; number++) {
      addSight(p, loc, directionOf(g, number), countUnit(colour));
    }
  }
}

/** `isTakeable` for 16 consecutive locs, as flags. */
// @ts-ignore: decorator
@inline
export function takeableMask(g: GameLayout, p: Position, loc: i32): v128 {
  const colours = coloursFrom(p, loc), counts = seenCountsFrom(p, loc);
  const thresholds = thresholdsFrom(g, loc);
  const first = v128.and(counts, i8x16.splat(15)), second = i8x16.shr_u(counts, 4);
  const own = p.mover ? second : first, others = p.mover ? first : second;
  const vacant = i8x16.eq(colours, i8x16.splat(<i8>VACANT));
  const enemy = i8x16.eq(colours, i8x16.splat(<i8>(1 - p.mover)));
  return v128.or(
    v128.and(vacant, i8x16.lt_u(others, thresholds)), v128.and(enemy, i8x16.ge_u(own, thresholds)),
  );
}

/** Whether the mover may place a stone here, or flip the opponent's stone. */
// @ts-ignore: decorator
@inline
export function isTakeable(g: GameLayout, p: Position, loc: i32): bool {
  const colour = colourAt(p, loc);
  if (colour == VACANT) return seeingCount(p, loc, 1 - p.mover) < controlThreshold(g, loc);
  return colour != p.mover && seeingCount(p, loc, p.mover) >= controlThreshold(g, loc);
}
