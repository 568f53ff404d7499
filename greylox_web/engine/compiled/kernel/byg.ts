// Byg: groups by union-find, and the turn of each group's last growth.

import { GameLayout, MAIN, OPENING, VACANT, directionOf } from "./memory";
import {
  Position, addPlaced, colourAt, growthTurn, parentOf, setColour, setGrowthTurn, setParent,
} from "./position";

/** The root of a stone's group. */
export function rootOf(p: Position, loc: i32): i32 {
  let parent = parentOf(p, loc);
  while (parent != loc) {
    const far = parentOf(p, parent);
    setParent(p, loc, far); // path halving
    loc = far;
    parent = parentOf(p, loc);
  }
  return loc;
}

/** Places a stone, which becomes the root of its new group. */
export function addBygStone(g: GameLayout, p: Position, loc: i32, colour: i32): void {
  let newGroups = 1;
  setColour(p, loc, colour);
  setParent(p, loc, loc);
  for (let number = 0; number < 6; number++) {
    const near = loc + directionOf(g, number);
    if (colourAt(p, near) != colour) continue;
    const other = rootOf(p, near);
    if (other == loc) continue;
    setParent(p, other, loc);
    newGroups--;
  }
  if (colour) p.groups1 += newGroups;
  else p.groups0 += newGroups;
}

/** Whether a stone is legal here: no group may grow twice in a turn. */
export function isBygLegal(g: GameLayout, p: Position, loc: i32): bool {
  if (colourAt(p, loc) != VACANT) return false;
  if (!p.placedCount) return true;
  for (let number = 0; number < 6; number++) {
    const near = loc + directionOf(g, number);
    if (colourAt(p, near) == p.mover && growthTurn(p, rootOf(p, near)) == p.turn) return false;
  }
  return true;
}

/** Updates quota, phase and mover after the mover's stone on `loc`. */
export function advanceBygTurn(g: GameLayout, p: Position, loc: i32): void {
  if (p.phase != OPENING) {
    setGrowthTurn(p, loc);
    if (--p.quota) addPlaced(p, loc);
    else beginBygTurn(g, p, 1 - p.mover);
  } else if (p.mover) { // the second colour moves after each stone of the opening
    p.phase = MAIN;
    beginBygTurn(g, p, 1);
  } else p.mover = 1;
}

/** Starts a colour's turn. */
export function beginBygTurn(g: GameLayout, p: Position, colour: i32): void {
  p.mover = colour;
  p.quota = max(1, min(g.maxStones, colour ? p.groups1 : p.groups0));
  p.placedCount = 0;
  p.turn++;
}
