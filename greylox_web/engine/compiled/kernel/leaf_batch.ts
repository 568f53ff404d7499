// Leaves that another core evaluates.  Until its answer arrives a walk counts as slightly less than its
// actions seemed worth; it is stored as the places of its actions, since the tree may move meanwhile.

import { stageBatch } from "./features";
import { Desk, LOSS, backUp, before, descend, grow, judged, takeBack } from "./puct";
import {
  Pool, ROOT, SETTLED, UNKNOWN, fieldAt, go, nodeAt, placeOn, priorsSize, spotOn, take, totalAt,
} from "./arena";
import { RECORD_BYTES } from "./memory";
import { read, write } from "./record";
import { PERSISTENT_BYTES, POSITION_BYTES, Position } from "./position";

const LONGEST: i32 = 250; // actions of a path at most
const WAY: usize = 4096; // bytes: the number of actions, then for each its place and provisional worth
const LESS: f64 = 0.1; // an outstanding visit counts as the worth of its action less this

/** Walks at most `most` times.  Returns the number of leaves that need an answer. */
export function gather(d: Desk, pool: usize, most: i32, ways: usize, records: usize): i32 {
  const root = changetype<Position>(d.tables), t = changetype<Position>(d.tables + POSITION_BYTES);
  const p = changetype<Pool>(pool);
  let found = 0;
  p.full = 0;
  read(d.game, root, d.root);
  for (let walk = 0; walk < most && nodeAt(pool, ROOT).exact == UNKNOWN; walk++) {
    memory.copy(changetype<usize>(t), changetype<usize>(root), PERSISTENT_BYTES);
    const at = descend(d, pool, t, -1), node = nodeAt(pool, at);
    if (!at || p.depth > LONGEST || node.waiting) {
      takeBack(d, pool);
      if (!at) p.full = 1;
      break;
    }
    if (node.exact == UNKNOWN) {
      write(d.game, t, d.record);
      if (!d.record.over) {
        node.waiting = 1;
        memory.copy(records + <usize>found * RECORD_BYTES, changetype<usize>(d.record), RECORD_BYTES);
        keep(d, pool, ways + <usize>found * WAY);
        found++;
        continue;
      }
      node.exact = d.record.value;
    }
    backUp(pool, node);
  }
  return found;
}

/** Stores the path of the walk, and replaces its virtual losses by provisional worths. */
function keep(d: Desk, pool: usize, way: usize): void {
  const depth = changetype<Pool>(pool).depth;
  store<i32>(way, depth);
  for (let number = 0; number < depth; number++) {
    const node = spotOn(pool, number), place = placeOn(pool, number), at = totalAt(pool, node, place);
    const total = load<f64>(at) - LOSS, visits = load<i32>(fieldAt(pool, node, place, 2));
    const worth = (visits > 1 ? total / <f64>(visits - 1) : before(d, node)) - LESS;
    store<f64>(at, total + worth);
    if (load<f32>(fieldAt(pool, node, place, 0)) > SETTLED) {
      store<f32>(fieldAt(pool, node, place, 0), <f32>((total + worth) / <f64>visits));
    }
    way += 16;
    store<i32>(way, place);
    store<f64>(way, worth, 8);
  }
}

/** Evaluates positions: for each the first colour's value, then the priors. */
export function answer(d: Desk, count: i32, records: usize, answers: usize): void {
  const chances = <usize>(d.game.cells + 2) << 2;
  for (; count; count--) {
    memory.copy(changetype<usize>(d.record), records, RECORD_BYTES);
    stageBatch(d.view, 1, changetype<usize>(d.record), d.stones, d.legal, d.placed, d.scalars);
    store<f32>(answers, judged(d));
    memory.copy(answers + 4, d.chances, chances);
    records += RECORD_BYTES;
    answers += 4 + chances;
  }
}

/** Backs up the answers from number `from` on.  Returns the number of the first one for which there
 * was no room, or `count`. */
export function scatter(
  d: Desk, pool: usize, from: i32, count: i32, ways: usize, records: usize, answers: usize,
): i32 {
  const size: usize = 4 + (<usize>(d.game.cells + 2) << 2), p = changetype<Pool>(pool);
  p.full = 0;
  for (; from < count; from++) {
    const told = answers + <usize>from * size, node = nodeAt(pool, again(pool, ways + <usize>from * WAY));
    if (node.exact == UNKNOWN && !node.priors) {
      const found = legal(d, told + 4), at = take(pool, priorsSize(found));
      if (!at) {
        p.full = 1;
        return from;
      }
      memory.copy(changetype<usize>(d.record), records + <usize>from * RECORD_BYTES, RECORD_BYTES);
      grow(d, pool, node, at, found, load<f32>(told), told + 4);
    }
    node.waiting = 0;
    backUp(pool, node);
  }
  return count;
}

/** Undoes the visits of the paths from number `from` on. */
export function forget(d: Desk, pool: usize, from: i32, count: i32, ways: usize): void {
  for (; from < count; from++) {
    nodeAt(pool, again(pool, ways + <usize>from * WAY)).waiting = 0;
    takeBack(d, pool);
  }
}

/** Walks a stored path again; returns the leaf. */
function again(pool: usize, way: usize): i32 {
  let at = ROOT;
  changetype<Pool>(pool).depth = 0;
  for (let left = load<i32>(way); left; left--) {
    way += 16;
    const place = load<i32>(way);
    go(pool, at, place, load<f64>(way, 8));
    at = load<i32>(fieldAt(pool, nodeAt(pool, at), place, 3));
  }
  return at;
}

/** The number of legal actions. */
function legal(d: Desk, chances: usize): i32 {
  let count = 0;
  for (let index = 0; index < d.game.cells + 2; index++) {
    count += <i32>(load<f32>(chances + (<usize>index << 2)) >= 0);
  }
  return count;
}
