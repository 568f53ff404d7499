// Leaf parallelization: batches of leaves that another core evaluates.
//
// Until its answer arrives, a visit counts as slightly less than the Q value of its action.  A
// stored path holds the indices of its actions, since the tree may move to another arena meanwhile.

import {
  PROVEN_SENTINEL, ROOT, UNKNOWN, Arena, allocate, fieldAt, nodeAt, pathIndex, pathNode,
  priorsBytes, pushPath, valueSumAt,
} from "./arena";
import { stageBatch } from "./features";
import { RECORD_BYTES } from "./memory";
import { PERSISTENT_BYTES, POSITION_BYTES, Position, readRecord, writeRecord } from "./position";
import {
  LOSS, SearchContext, backUp, descend, evaluateRecord, fpuValue, setPriors, undoPath,
} from "./puct";

const MAX_PATH: i32 = 250; // the limit of actions in a stored path
// bytes of a path: the number of actions, then the index and the provisional value of each
const PATH_BYTES: usize = 4096;
const PENDING_PENALTY: f64 = 0.1; // a pending visit counts as the Q value less this

/** Simulates at most `maxLeaves` times.  Returns the number of leaves that need an answer. */
export function collectLeaves(
  c: SearchContext, arena: usize, maxLeaves: i32, paths: usize, records: usize,
): i32 {
  const root = changetype<Position>(c.positions);
  const p = changetype<Position>(c.positions + POSITION_BYTES);
  const header = changetype<Arena>(arena);
  let count = 0;
  header.full = 0;
  readRecord(c.game, root, c.rootRecord);
  for (let number = 0; number < maxLeaves && nodeAt(arena, ROOT).provenValue == UNKNOWN; number++) {
    memory.copy(changetype<usize>(p), changetype<usize>(root), PERSISTENT_BYTES);
    const offset = descend(c, arena, p, -1), node = nodeAt(arena, offset);
    if (!offset || header.depth > MAX_PATH || node.pending) {
      undoPath(c, arena);
      if (!offset) header.full = 1;
      break;
    }
    if (node.provenValue == UNKNOWN) {
      writeRecord(c.game, p, c.record);
      if (!c.record.over) {
        node.pending = 1;
        memory.copy(records + <usize>count * RECORD_BYTES, changetype<usize>(c.record), RECORD_BYTES);
        savePath(c, arena, paths + <usize>count * PATH_BYTES);
        count++;
        continue;
      }
      node.provenValue = c.record.value;
    }
    backUp(arena, node);
  }
  return count;
}

/** Stores the path, and replaces its virtual losses by provisional values. */
function savePath(c: SearchContext, arena: usize, path: usize): void {
  const depth = changetype<Arena>(arena).depth;
  store<i32>(path, depth);
  for (let ply = 0; ply < depth; ply++) {
    const node = pathNode(arena, ply), childIndex = pathIndex(arena, ply);
    const address = valueSumAt(arena, node, childIndex);
    const valueSum = load<f64>(address) - LOSS, visits = load<i32>(fieldAt(arena, node, childIndex, 2));
    const value = (visits > 1 ? valueSum / <f64>(visits - 1) : fpuValue(c, node)) - PENDING_PENALTY;
    store<f64>(address, valueSum + value);
    if (load<f32>(fieldAt(arena, node, childIndex, 0)) > PROVEN_SENTINEL) {
      store<f32>(fieldAt(arena, node, childIndex, 0), <f32>((valueSum + value) / <f64>visits));
    }
    path += 16;
    store<i32>(path, childIndex);
    store<f64>(path, value, 8);
  }
}

/** Evaluates positions.  An answer is the value for the first colour, then the priors. */
export function evaluateBatch(c: SearchContext, count: i32, records: usize, answers: usize): void {
  const priorBytes = <usize>(c.game.cells + 2) << 2;
  for (; count; count--) {
    memory.copy(changetype<usize>(c.record), records, RECORD_BYTES);
    stageBatch(c.features, 1, changetype<usize>(c.record), c.stones, c.legal, c.placed, c.scalars);
    store<f32>(answers, evaluateRecord(c));
    memory.copy(answers + 4, c.priors, priorBytes);
    records += RECORD_BYTES;
    answers += 4 + priorBytes;
  }
}

/** Backs up the answers from number `from` on.  Returns `count`, or the number of the first answer
 * that did not fit into the arena. */
export function backUpBatch(
  c: SearchContext, arena: usize, from: i32, count: i32, paths: usize, records: usize, answers: usize,
): i32 {
  const size: usize = 4 + (<usize>(c.game.cells + 2) << 2), header = changetype<Arena>(arena);
  header.full = 0;
  for (; from < count; from++) {
    const answer = answers + <usize>from * size;
    const node = nodeAt(arena, replayPath(arena, paths + <usize>from * PATH_BYTES));
    if (node.provenValue == UNKNOWN && !node.priors) {
      const actions = countLegal(c, answer + 4), offset = allocate(arena, priorsBytes(actions));
      if (!offset) {
        header.full = 1;
        return from;
      }
      memory.copy(changetype<usize>(c.record), records + <usize>from * RECORD_BYTES, RECORD_BYTES);
      setPriors(c, arena, node, offset, actions, load<f32>(answer), answer + 4);
    }
    node.pending = 0;
    backUp(arena, node);
  }
  return count;
}

/** Undoes the visits of the paths from number `from` on. */
export function undoPaths(c: SearchContext, arena: usize, from: i32, count: i32, paths: usize): void {
  for (; from < count; from++) {
    nodeAt(arena, replayPath(arena, paths + <usize>from * PATH_BYTES)).pending = 0;
    undoPath(c, arena);
  }
}

/** Replays a stored path.  Returns the offset of the leaf. */
function replayPath(arena: usize, path: usize): i32 {
  let offset = ROOT;
  changetype<Arena>(arena).depth = 0;
  for (let remaining = load<i32>(path); remaining; remaining--) {
    path += 16;
    const childIndex = load<i32>(path);
    pushPath(arena, offset, childIndex, load<f64>(path, 8));
    offset = load<i32>(fieldAt(arena, nodeAt(arena, offset), childIndex, 3));
  }
  return offset;
}

/** The number of legal actions.  Illegal ones have a negative prior. */
function countLegal(c: SearchContext, priors: usize): i32 {
  let count = 0;
  for (let index = 0; index < c.game.cells + 2; index++) {
    count += <i32>(load<f32>(priors + (<usize>index << 2)) >= 0);
  }
  return count;
}
