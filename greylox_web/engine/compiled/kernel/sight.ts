// Greylox and Lox: what stones see, and who may go where.
//
// How many stones see a place is kept up to date stone by stone: an action costs a few steps
// along six lines instead of a look at the whole board.

import { Ground, VACANT, need, needsFrom, placeOf, way } from "./memory";
import {
  Table, colourAt, coloursFrom, forgetShown, setColour, setShown, shownAt, shownFrom,
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
export function seers(t: Table, place: i32, colour: i32): i32 {
  return (shownAt(t, place) >> (colour << 2)) & 15;
}

/** Adds `change` to the counts of all places up to the next stone, included; returns its colour. */
// @ts-ignore: decorator
@inline
function show(t: Table, place: i32, step: i32, change: i32): i32 {
  place += step;
  let colour = colourAt(t, place);
  while (colour == VACANT) {
    setShown(t, place, shownAt(t, place) + change);
    place += step;
    colour = colourAt(t, place);
  }
  if (colour < VACANT) setShown(t, place, shownAt(t, place) + change);
  return colour;
}

/** The colour of the first stone in this direction, or OFF. */
// @ts-ignore: decorator
@inline
function beyond(t: Table, place: i32, step: i32): i32 {
  let colour = VACANT;
  while (colour == VACANT) {
    place += step;
    colour = colourAt(t, place);
  }
  return colour;
}

/** Places a stone or flips one. */
export function put(g: Ground, t: Table, place: i32, colour: i32): void {
  const added = unit(colour), old = unit(colourAt(t, place));
  for (let number = 0; number < 6; number += 2) {
    const ahead = way(g, number), back = -ahead;
    if (old) {
      show(t, place, ahead, added - old);
      show(t, place, back, added - old);
      continue;
    }
    const behind = beyond(t, place, back); // which the places ahead no longer see
    const before = behind == colour
      ? beyond(t, place, ahead)
      : show(t, place, ahead, added - unit(behind));
    if (before != colour) show(t, place, back, added - unit(before));
  }
  setColour(t, place, colour);
}

/** Recounts all stones that see each place. */
export function lookRound(g: Ground, t: Table): void {
  forgetShown(t);
  for (let index = 0; index < g.cells; index++) {
    const place = placeOf(g, index);
    const colour = colourAt(t, place);
    if (colour >= VACANT) continue;
    for (let number = 0; number < 6; number++) show(t, place, way(g, number), unit(colour));
  }
}

/** `mayTake` for sixteen places, as flags. */
// @ts-ignore: decorator
@inline
export function mayTakeFrom(g: Ground, t: Table, place: i32): v128 {
  const colours = coloursFrom(t, place), shown = shownFrom(t, place), needs = needsFrom(g, place);
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
export function mayTake(g: Ground, t: Table, place: i32): bool {
  const colour = colourAt(t, place);
  if (colour == VACANT) return seers(t, place, 1 - t.mover) < need(g, place);
  return colour != t.mover && seers(t, place, t.mover) >= need(g, place);
}
