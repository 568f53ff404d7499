// The convolution and pool of layers.py and the components of components.py in AssemblyScript.
// build.py compiles it twice: with fused multiplications (relaxed SIMD) and without.
//
// It works on Python's memory: every pointer is the address of a numpy array.

// Two cells by sixteen channels at a time stay in registers; beware of unrolling the inner loop,
// which makes V8 spill them.

/** One layer on the first `batch` boards; `biasStep` is in bytes from one board to the next. */
export function convolve(
  batch: usize,
  cells: usize,
  taps: usize,
  channelsIn: usize,
  channelsOut: usize,
  relu: usize,
  x: usize,
  neighbours: usize,
  weights: usize,
  bias: usize,
  biasStep: usize,
  residual: usize, // 0 for none; may be `out`
  out: usize,
): void {
  const rowIn = channelsIn << 2;
  const rowOut = channelsOut << 2;
  const boardOut = (cells + 1) * rowOut;
  const floor = f32x4.splat(relu ? 0 : -Infinity);
  for (let board: usize = 0; board < batch; board++) {
    for (let column: usize = 0; column < rowOut; column += 64) {
      const bias0 = v128.load(bias + column);
      const bias1 = v128.load(bias + column, 16);
      const bias2 = v128.load(bias + column, 32);
      const bias3 = v128.load(bias + column, 48);
      for (let cell: usize = 0; cell < cells; cell += 2) {
        const other = min(cell + 1, cells - 1); // the last cell of an odd number is done twice
        let a0 = bias0, a1 = bias1, a2 = bias2, a3 = bias3;
        let b0 = bias0, b1 = bias1, b2 = bias2, b3 = bias3;
        let weight = weights + column;
        for (let tap: usize = 0; tap < taps; tap++) {
          let a = x + <usize>load<u32>(neighbours + ((cell * taps + tap) << 2)) * rowIn;
          const b = x + <usize>load<u32>(neighbours + ((other * taps + tap) << 2)) * rowIn - a;
          for (const end = a + rowIn; a < end; a += 4) {
            const w0 = v128.load(weight);
            const w1 = v128.load(weight, 16);
            const w2 = v128.load(weight, 32);
            const w3 = v128.load(weight, 48);
            weight += rowOut;
            const inA = v128.load_splat<f32>(a);
            a0 = sum(a0, inA, w0);
            a1 = sum(a1, inA, w1);
            a2 = sum(a2, inA, w2);
            a3 = sum(a3, inA, w3);
            const inB = v128.load_splat<f32>(a + b);
            b0 = sum(b0, inB, w0);
            b1 = sum(b1, inB, w1);
            b2 = sum(b2, inB, w2);
            b3 = sum(b3, inB, w3);
          }
        }
        const atA = cell * rowOut + column;
        const atB = other * rowOut + column;
        if (residual) {
          const fromA = residual + atA;
          const fromB = residual + atB;
          a0 = f32x4.add(a0, v128.load(fromA));
          a1 = f32x4.add(a1, v128.load(fromA, 16));
          a2 = f32x4.add(a2, v128.load(fromA, 32));
          a3 = f32x4.add(a3, v128.load(fromA, 48));
          b0 = f32x4.add(b0, v128.load(fromB));
          b1 = f32x4.add(b1, v128.load(fromB, 16));
          b2 = f32x4.add(b2, v128.load(fromB, 32));
          b3 = f32x4.add(b3, v128.load(fromB, 48));
        }
        put(out + atA, floor, a0, a1, a2, a3);
        put(out + atB, floor, b0, b1, b2, b3);
      }
    }
    memory.fill(out + boardOut - rowOut, 0, rowOut); // the row for "off the board"
    x += (cells + 1) * rowIn;
    bias += biasStep;
    out += boardOut;
    if (residual) residual += boardOut;
  }
}

// @ts-ignore: decorator
@inline
function sum(total: v128, x: v128, weight: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(x, weight, total);
  return f32x4.add(total, f32x4.mul(x, weight));
}

// @ts-ignore: decorator
@inline
function put(to: usize, floor: v128, v0: v128, v1: v128, v2: v128, v3: v128): void {
  v128.store(to, f32x4.max(v0, floor));
  v128.store(to, f32x4.max(v1, floor), 16);
  v128.store(to, f32x4.max(v2, floor), 32);
  v128.store(to, f32x4.max(v3, floor), 48);
}

/** Means, then maxima over the cells of each board, for four channels at a time. */
export function pool(boards: usize, cells: usize, channels: usize, x: usize, out: usize): void {
  const row = channels << 2;
  const share = f32x4.splat(1 / <f32>cells);
  for (let board: usize = 0; board < boards; board++) {
    for (let column: usize = 0; column < row; column += 16) {
      let total = f32x4.splat(0);
      let most = f32x4.splat(-Infinity);
      let from = x + column;
      for (const end = from + cells * row; from < end; from += row) {
        const value = v128.load(from);
        total = f32x4.add(total, value);
        most = f32x4.max(most, value);
      }
      v128.store(out + column, f32x4.mul(total, share));
      v128.store(out + column + row, most);
    }
    x += (cells + 1) * row;
    out += row << 1;
  }
}

// Components, by union and find.  `stones` and `sizes` are bytes and pairs of bytes, labels and
// tables four bytes each.  A label leads to the last cell of its component, over others at first.

/** Labels and sizes of the groups; one more row for "off the board". */
export function groups(
  boards: usize,
  cells: usize,
  stones: usize,
  around: usize, // six neighbours of each cell, `cells` where there is none
  labels: usize,
  sizes: usize,
): void {
  for (let board: usize = 0; board < boards; board++) {
    for (let cell: usize = 0; cell <= cells; cell++) store<u32>(labels + (cell << 2), <u32>cell);
    let near = around;
    for (let cell: usize = 0; cell < cells; cell++, near += 24) {
      const colour = load<u8>(stones + cell);
      if (!colour) continue;
      for (let way: usize = 0; way < 24; way += 4) {
        const other = <usize>load<u32>(near + way);
        if (other < cell && load<u8>(stones + other) == colour) unite(labels, other, cell);
      }
    }
    count(cells, stones, labels, sizes);
    stones += cells;
    labels += (cells + 1) << 2;
    sizes += (cells + 1) << 1;
  }
}

/** Goes on from the labels of the groups: those with a bridge between them become one. */
export function linked(
  boards: usize,
  cells: usize,
  stones: usize,
  bridges: usize, // for each cell six: where it leads, and the two cells between
  labels: usize,
  sizes: usize,
): void {
  for (let board: usize = 0; board < boards; board++) {
    let bridge = bridges;
    for (let cell: usize = 0; cell < cells; cell++) {
      const colour = load<u8>(stones + cell);
      for (const end = bridge + 72; bridge < end; bridge += 12) {
        const other = <usize>load<u32>(bridge);
        if (!colour || other >= cell || load<u8>(stones + other) != colour) continue;
        const one = load<u8>(stones + <usize>load<u32>(bridge, 4));
        const two = load<u8>(stones + <usize>load<u32>(bridge, 8));
        if (!(one | two)) unite(labels, other, cell);
      }
    }
    count(cells, stones, labels, sizes);
    stones += cells;
    labels += (cells + 1) << 2;
    sizes += (cells + 1) << 1;
  }
}

/** The size of the group that a stone on each cell would be in, for each of the colours 1, 2. */
export function merged(
  boards: usize,
  cells: usize,
  stones: usize,
  around: usize,
  labels: usize,
  sizes: usize,
  out: usize,
): void {
  const colours = boards * cells << 1;
  for (let board: usize = 0; board < boards; board++) {
    let near = around;
    for (let cell: usize = 0; cell < cells; cell++, near += 24) {
      let own: u16 = 1, other: u16 = 1;
      for (let way: usize = 0; way < 24; way += 4) {
        const at = <usize>load<u32>(near + way);
        if (at == cells) continue;
        const colour = load<u8>(stones + at);
        if (!colour) continue;
        const label = load<u32>(labels + (at << 2));
        let before: usize = 0; // is the group met for the first time?
        while (load<u32>(labels + (<usize>load<u32>(near + before) << 2)) != label) before += 4;
        if (before != way) continue;
        const size = load<u16>(sizes + (at << 1));
        if (colour == 1) own += size;
        else other += size;
      }
      store<u16>(out, own);
      store<u16>(out + colours, other);
      out += 2;
    }
    stones += cells;
    labels += (cells + 1) << 2;
    sizes += (cells + 1) << 1;
  }
}

function last(labels: usize, cell: usize): usize {
  let next = <usize>load<u32>(labels + (cell << 2));
  while (next != cell) {
    const far = load<u32>(labels + (next << 2));
    store<u32>(labels + (cell << 2), far); // the way is shorter next time
    cell = <usize>far;
    next = <usize>load<u32>(labels + (cell << 2));
  }
  return cell;
}

function unite(labels: usize, one: usize, two: usize): void {
  one = last(labels, one);
  two = last(labels, two);
  store<u32>(labels + (min(one, two) << 2), <u32>max(one, two));
}

/** Lets every label name the last cell, and counts the cells with a stone by label. */
function count(cells: usize, stones: usize, labels: usize, sizes: usize): void {
  memory.fill(sizes, 0, (cells + 1) << 1);
  for (let cell: usize = 0; cell < cells; cell++) {
    const label = last(labels, cell);
    store<u32>(labels + (cell << 2), <u32>label);
    if (!load<u8>(stones + cell)) continue;
    const size = sizes + (label << 1);
    store<u16>(size, load<u16>(size) + 1);
  }
  for (let cell: usize = 0; cell < cells; cell++) {
    if (!load<u8>(stones + cell)) continue;
    const label = <usize>load<u32>(labels + (cell << 2));
    store<u16>(sizes + (cell << 1), load<u16>(sizes + (label << 1)));
  }
}
