// Byg: groups by union-find, and which of them grew in this turn.

import { GameLayout, MAIN, OPENING, VACANT, directionOf } from "./memory";
import {
  Position, addPlaced, colourAt, growthTurn, parentOf, setColour, setGrowthTurn, setParent,
} from "./position";

/** The stone that represents the group of a stone. */
export function root(t: Position, loc: i32): i32 {
  let parent = parentOf(t, loc);
  while (parent != loc) {
    const far = parentOf(t, parent);
    setParent(t, loc, far); // path halving
    loc = far;
    parent = parentOf(t, loc);
  }
  return loc;
}

/** Places a stone, which represents the group that it forms with those it touches. */
export function addStone(g: GameLayout, t: Position, loc: i32, colour: i32): void {
  let newGroups = 1;
  setColour(t, loc, colour);
  setParent(t, loc, loc);
  for (let number = 0; number < 6; number++) {
    const near = loc + directionOf(g, number);
    if (colourAt(t, near) != colour) continue;
    const other = root(t, near);
    if (other == loc) continue;
    setParent(t, other, loc);
    newGroups--;
  }
  if (colour) t.groups1 += newGroups;
  else t.groups0 += newGroups;
}

/** Whether a stone may go here: it must not grow a group twice in a turn. */
export function isLegal(g: GameLayout, t: Position, loc: i32): bool {
  if (colourAt(t, loc) != VACANT) return false;
  if (!t.placedCount) return true;
  for (let number = 0; number < 6; number++) {
    const near = loc + directionOf(g, number);
    if (colourAt(t, near) == t.mover && growthTurn(t, root(t, near)) == t.turn) return false;
  }
  return true;
}

/** Updates what is due after the mover's stone on `loc`. */
export function advance(g: GameLayout, t: Position, loc: i32): void {
  if (t.phase != OPENING) {
    setGrowthTurn(t, loc);
    if (--t.quota) addPlaced(t, loc);
    else beginTurn(g, t, 1 - t.mover);
  } else if (t.mover) { // after either stone of the opening the second player goes on
    t.phase = MAIN;
    beginTurn(g, t, 1);
  } else t.mover = 1;
}

/** Begins a colour's turn. */
export function beginTurn(g: GameLayout, t: Position, colour: i32): void {
  t.mover = colour;
  t.quota = max(1, min(g.maxStones, colour ? t.groups1 : t.groups0));
  t.placedCount = 0;
  t.turn++;
}
