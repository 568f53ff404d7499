// The convolution and pool of layers.py in AssemblyScript.
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
