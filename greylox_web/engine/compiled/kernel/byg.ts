// Byg: groups by union-find, and which of them grew in this turn.

import { Ground, MAIN, OPENING, VACANT, way } from "./memory";
import {
  Table, colourAt, grownIn, noteStone, parentOf, setColour, setGrown, setParent,
} from "./position";

/** The stone that represents the group of a stone. */
export function root(t: Table, place: i32): i32 {
  let parent = parentOf(t, place);
  while (parent != place) {
    const far = parentOf(t, parent);
    setParent(t, place, far); // path halving
    place = far;
    parent = parentOf(t, place);
  }
  return place;
}

/** Places a stone, which represents the group that it forms with those it touches. */
export function add(g: Ground, t: Table, place: i32, colour: i32): void {
  let made = 1;
  setColour(t, place, colour);
  setParent(t, place, place);
  for (let number = 0; number < 6; number++) {
    const near = place + way(g, number);
    if (colourAt(t, near) != colour) continue;
    const other = root(t, near);
    if (other == place) continue;
    setParent(t, other, place);
    made--;
  }
  if (colour) t.groups1 += made;
  else t.groups0 += made;
}

/** Whether a stone may go here: it must not grow a group twice in a turn. */
export function mayAdd(g: Ground, t: Table, place: i32): bool {
  if (colourAt(t, place) != VACANT) return false;
  if (!t.begun) return true;
  for (let number = 0; number < 6; number++) {
    const near = place + way(g, number);
    if (colourAt(t, near) == t.mover && grownIn(t, root(t, near)) == t.turn) return false;
  }
  return true;
}

/** Updates what is due after the mover's stone on `place`. */
export function goOn(g: Ground, t: Table, place: i32): void {
  if (t.phase != OPENING) {
    setGrown(t, place);
    if (--t.quota) noteStone(t, place);
    else begin(g, t, 1 - t.mover);
  } else if (t.mover) { // after either stone of the opening the second player goes on
    t.phase = MAIN;
    begin(g, t, 1);
  } else t.mover = 1;
}

/** Begins a colour's turn. */
export function begin(g: Ground, t: Table, colour: i32): void {
  t.mover = colour;
  t.quota = max(1, min(g.most, colour ? t.groups1 : t.groups0));
  t.begun = 0;
  t.turn++;
}
