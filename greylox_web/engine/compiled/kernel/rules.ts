// The functions that Python calls.  This file exports them all and defines the rules' functions.
// The package `rules` is authoritative; the tests compare both.
//
// All functions work on memory that Python passes: a game layout, two positions, a record.

import { LEGAL, RECORD_BYTES, GameLayout, Record, hasBit, locOfAction } from "./memory";
import { seed } from "./numbers";
import { play, playout, value } from "./play";
import { PERSISTENT_BYTES, POSITION_BYTES, Position, readRecord, writeRecord } from "./position";
export { stageBatch, writeInputs } from "./features";
export { initTree, softmax, simulateMany, rolloutSum, simulateFrom } from "./puct";
export { evaluateBatch, undoPaths, collectLeaves, backUpBatch } from "./leaf_batch";
export { playOn } from "./forecast";
export { forward } from "./net";
export { moveSubtree } from "./arena";
export { probeBounds, solve } from "./solver";

/** Adds the legal actions and the result to a record. */
export function inspect(g: GameLayout, p: Position, r: Record): void {
  readRecord(g, p, r);
  writeRecord(g, p, r);
}

/** Plays a legal action and replaces the record with the new position. */
export function playAction(g: GameLayout, p: Position, r: Record, action: i32): void {
  readRecord(g, p, r);
  play(g, p, locOfAction(g, action));
  writeRecord(g, p, r);
}

/** Plays `count` random games of at most `maxActions` actions.  Returns the sum of their values.
 * The record becomes the final position of the last game. */
export function playRandomGames(
  g: GameLayout, p: Position, r: Record, low: u32, high: u32, count: i32, maxActions: i32,
): i32 {
  const game = changetype<Position>(changetype<usize>(p) + POSITION_BYTES);
  let sum = 0;
  seed(low, high);
  readRecord(g, p, r);
  for (; count; count--) {
    memory.copy(changetype<usize>(game), changetype<usize>(p), PERSISTENT_BYTES);
    playout(g, game, maxActions);
    if (count == 1) {
      writeRecord(g, game, r);
      sum += r.value;
    } else sum += value(g, game);
  }
  return sum;
}

/** Writes the number of sequences of `depth` actions into the record's first eight bytes.  The
 * memory after the record must hold `depth` more records. */
export function perft(g: GameLayout, p: Position, r: Record, depth: i32): void {
  store<u64>(changetype<usize>(r), countSequences(g, p, r, depth));
}

function countSequences(g: GameLayout, p: Position, r: Record, depth: i32): u64 {
  if (depth == 0) return 1;
  inspect(g, p, r);
  const mask = changetype<usize>(r) + LEGAL;
  const next = changetype<Record>(changetype<usize>(r) + RECORD_BYTES);
  let sum: u64 = 0;
  for (let action = 0; action <= g.swap; action++) {
    if (!hasBit(mask, action)) continue;
    if (depth == 1) {
      sum++;
      continue;
    }
    memory.copy(changetype<usize>(next), changetype<usize>(r), LEGAL);
    playAction(g, p, next, action);
    sum += countSequences(g, p, next, depth - 1);
  }
  return sum;
}
