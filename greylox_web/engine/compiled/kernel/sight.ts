// Greylox and Lox: what stones see, and who may go where.
//
// How many stones see a place is kept up to date stone by stone: an action costs a few steps
// along six lines instead of a look at the whole board.

import { GameLayout, VACANT, controlThreshold, directionOf, locOf, thresholdsFrom } from "./memory";
import {
  Position, clearSeenCounts, colourAt, coloursFrom, seenCountsAt, seenCountsFrom, setColour,
  setSeenCounts,
} from "./position";

/** What one stone of a colour adds to the packed counts of a place. */
// @ts-ignore: decorator
@inline
function unit(colour: i32): i32 {
  return colour == 0 ? 1 : colour == 1 ? 16 : 0;
}

/** How many stones of a colour see the place. */
// @ts-ignore: decorator
@inline
export function seers(t: Position, loc: i32, colour: i32): i32 {
  return (seenCountsAt(t, loc) >> (colour << 2)) & 15;
}

/** Adds `change` to the counts of all places up to the next stone, included; returns its colour. */
// @ts-ignore: decorator
@inline
function show(t: Position, loc: i32, step: i32, change: i32): i32 {
  loc += step;
  let colour = colourAt(t, loc);
  while (colour == VACANT) {
    setSeenCounts(t, loc, seenCountsAt(t, loc) + change);
    loc += step;
    colour = colourAt(t, loc);
  }
  if (colour < VACANT) setSeenCounts(t, loc, seenCountsAt(t, loc) + change);
  return colour;
}

/** The colour of the first stone in this direction, or OFF. */
// @ts-ignore: decorator
@inline
function beyond(t: Position, loc: i32, step: i32): i32 {
  let colour = VACANT;
  while (colour == VACANT) {
    loc += step;
    colour = colourAt(t, loc);
  }
  return colour;
}

/** Places a stone or flips one. */
export function put(g: GameLayout, t: Position, loc: i32, colour: i32): void {
  const added = unit(colour), old = unit(colourAt(t, loc));
  for (let number = 0; number < 6; number += 2) {
    const ahead = directionOf(g, number), back = -ahead;
    if (old) {
      show(t, loc, ahead, added - old);
      show(t, loc, back, added - old);
      continue;
    }
    const behind = beyond(t, loc, back); // which the places ahead no longer see
    const before = behind == colour
      ? beyond(t, loc, ahead)
      : show(t, loc, ahead, added - unit(behind));
    if (before != colour) show(t, loc, back, added - unit(before));
  }
  setColour(t, loc, colour);
}

/** Recounts all stones that see each place. */
export function lookRound(g: GameLayout, t: Position): void {
  clearSeenCounts(t);
  for (let index = 0; index < g.cells; index++) {
    const loc = locOf(g, index);
    const colour = colourAt(t, loc);
    if (colour >= VACANT) continue;
    for (let number = 0; number < 6; number++) show(t, loc, directionOf(g, number), unit(colour));
  }
}

/** `mayTake` for sixteen places, as flags. */
// @ts-ignore: decorator
@inline
export function mayTakeFrom(g: GameLayout, t: Position, loc: i32): v128 {
  const colours = coloursFrom(t, loc), shown = seenCountsFrom(t, loc), needs = thresholdsFrom(g, loc);
  const first = v128.and(shown, i8x16.splat(15)), second = i8x16.shr_u(shown, 4);
  const own = t.mover ? second : first, others = t.mover ? first : second;
  const vacant = i8x16.eq(colours, i8x16.splat(<i8>VACANT));
  const enemy = i8x16.eq(colours, i8x16.splat(<i8>(1 - t.mover)));
  return v128.or(
    v128.and(vacant, i8x16.lt_u(others, needs)), v128.and(enemy, i8x16.ge_u(own, needs)),
  );
}

/** Whether the mover may place a stone here, or flip the one that is here. */
// @ts-ignore: decorator
@inline
export function mayTake(g: GameLayout, t: Position, loc: i32): bool {
  const colour = colourAt(t, loc);
  if (colour == VACANT) return seers(t, loc, 1 - t.mover) < controlThreshold(g, loc);
  return colour != t.mover && seers(t, loc, t.mover) >= controlThreshold(g, loc);
}
