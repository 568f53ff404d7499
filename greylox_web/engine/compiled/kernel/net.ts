// The network, quantized to int16.  `engine/network.py` explains the computation.
//
// The input of a layer has one quantization step per board, its weights one step per output
// channel.  SIMD multiplies eight int16 numbers at once and adds the products in pairs to int32.
// No sum can overflow: `compiled/network.py` chooses the steps of the weights for that.

import { exp, tanh } from "./numbers";

// the largest quantized input of a layer, as in `compiled/network.py`
const MAX_QUANTIZED: f32 = 8191;

/** One convolution. */
@unmanaged
export class Layer {
  inputs: i32; // input channels, a multiple of eight
  // i16: by 16 output channels, then by tap; input channels interleaved in pairs
  weights: usize;
  steps: usize; // f32 (outputs): the quantization steps of the weights
  bias: usize; // f32 (outputs)
  globalWeights: usize; // f32 (globals or pooled channels, outputs): added to the bias, or 0
}
const LAYER_BYTES: usize = 20;

/** A network on one board. */
@unmanaged
export class Net {
  cells: i32;
  planeCount: i32;
  globalCount: i32;
  channels: i32; // a multiple of sixteen
  blocks: i32;
  hidden: i32; // a multiple of four
  leads: i32; // the number of lead classes, or 0
  pairs: usize; // i32 (pairs of cells, 8, 2): two cells, and seven taps of each
  layers: usize; // the stem, then two layers for each block
  cellWeights: usize; // f32 (channels): the policy head for a cell
  cellBias: f32;
  hiddenWeights: usize; // f32 (2 * channels + globals, hidden)
  hiddenBias: usize;
  boardWeights: usize; // f32 (hidden, 3)
  boardBias: usize;
  leadWeights: usize; // f32 (hidden, leads)
  leadBias: usize;
  leadValues: usize; // f32 (leads): the value of each lead for the mover
  // buffer: the quantized input of a layer, i16 (cells + 1, channels or planes)
  quantizedInput: usize;
  trunk: usize; // buffers: outputs of layers, f32 (cells, channels)
  inner: usize;
  pooled: usize; // buffer: means, maxima, then the global features
  bias: usize; // buffer: a bias with global weights
  hiddenOut: usize; // buffer: the hidden layer, then the logits of the leads
}

/** The layer with this index. */
// @ts-ignore: decorator
@inline
function layer(n: Net, number: i32): Layer {
  return changetype<Layer>(n.layers + <usize>number * LAYER_BYTES);
}

/** Writes for each board the mover's value, and the logits of each cell, END and SWAP. */
export function forward(
  n: Net, boards: i32, planes: usize, globals: usize, values: usize, logits: usize,
): void {
  for (; boards; boards--) {
    store<f32>(values, evaluate(n, planes, globals, logits));
    planes += <usize>((n.cells + 1) * n.planeCount) << 2;
    globals += <usize>n.globalCount << 2;
    values += 4;
    logits += <usize>(n.cells + 2) << 2;
  }
}

/** Returns the mover's value of one position and writes its logits. */
export function evaluate(n: Net, planes: usize, globals: usize, logits: usize): f32 {
  let step = quantize(n, planes, n.planeCount);
  convolve(n, layer(n, 0), step, biasWithGlobals(n, layer(n, 0), globals, n.globalCount), n.trunk, false);
  for (let block = 0; block < n.blocks; block++) {
    const one = layer(n, 2 * block + 1), two = layer(n, 2 * block + 2);
    step = quantize(n, n.trunk, n.channels);
    convolve(n, one, step, one.bias, n.inner, false);
    let bias = two.bias;
    if (two.globalWeights) {
      globalPool(n, n.inner);
      bias = biasWithGlobals(n, two, n.pooled, 2 * n.channels);
    }
    step = quantize(n, n.inner, n.channels);
    convolve(n, two, step, bias, n.trunk, true);
  }
  for (let cell = 0; cell < n.cells; cell++) {
    const row = n.trunk + (<usize>(cell * n.channels) << 2);
    store<f32>(logits + (<usize>cell << 2), dot(row, n.cellWeights, n.channels) + n.cellBias);
  }
  globalPool(n, n.trunk);
  memory.copy(n.pooled + (<usize>n.channels << 3), globals, <usize>n.globalCount << 2);
  const rows = 2 * n.channels + n.globalCount;
  affine(n.pooled, rows, n.hiddenWeights, n.hiddenBias, n.hidden, n.hiddenOut);
  for (let unit = 0; unit < n.hidden; unit++) {
    const address = n.hiddenOut + (<usize>unit << 2);
    store<f32>(address, max<f32>(load<f32>(address), 0));
  }
  for (let kind = 1; kind < 3; kind++) {
    store<f32>(
      logits + (<usize>(n.cells + kind - 1) << 2),
      sum(n.hiddenOut, n.hidden, n.boardWeights, n.boardBias, 3, kind),
    );
  }
  const value = tanh(0.5 * <f64>sum(n.hiddenOut, n.hidden, n.boardWeights, n.boardBias, 3, 0));
  return n.leads ? meanLeadValue(n, value) : <f32>value;
}

/** The mean value of the leads for the mover.  A lead of 0 has the value `value`. */
function meanLeadValue(n: Net, value: f64): f32 {
  let maxLogit: f32 = -Infinity;
  const leads = n.hiddenOut + (<usize>n.hidden << 2);
  for (let lead = 0; lead < n.leads; lead++) {
    const logit = sum(n.hiddenOut, n.hidden, n.leadWeights, n.leadBias, n.leads, lead);
    store<f32>(leads + (<usize>lead << 2), logit);
    maxLogit = max(maxLogit, logit);
  }
  let totalWeight = 0.0, weightedSum = 0.0;
  for (let lead = 0; lead < n.leads; lead++) {
    const weight = exp(<f64>load<f32>(leads + (<usize>lead << 2)) - <f64>maxLogit);
    totalWeight += weight;
    weightedSum += weight * <f64>load<f32>(n.leadValues + (<usize>lead << 2));
    if (lead == n.leads >> 1) weightedSum += weight * value;
  }
  return <f32>max(-1.0, min(1.0, weightedSum / totalWeight));
}

/** Quantizes the input of a layer, `width` numbers for each cell.  Returns the step. */
function quantize(n: Net, from: usize, width: i32): f32 {
  const rows = n.cells, paddedWidth = (width + 7) & ~7, count = rows * width;
  const end = from + (<usize>count << 2);
  let maxima: v128 = f32x4.splat(0), at = from;
  for (; at + 16 <= end; at += 16) maxima = f32x4.max(maxima, f32x4.abs(v128.load(at)));
  let maximum = max(
    max(f32x4.extract_lane(maxima, 0), f32x4.extract_lane(maxima, 1)),
    max(f32x4.extract_lane(maxima, 2), f32x4.extract_lane(maxima, 3)),
  );
  for (; at < end; at += 4) maximum = max(maximum, abs(load<f32>(at)));
  const scale: f32 = maximum > 0 ? MAX_QUANTIZED / maximum : 0;
  let to = n.quantizedInput;
  if (width & 7) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < width; column++, from += 4) {
        store<i16>(to + (<usize>column << 1), <i16>nearest(load<f32>(from) * scale));
      }
      for (let column = width; column < paddedWidth; column++) store<i16>(to + (<usize>column << 1), 0);
      to += <usize>paddedWidth << 1;
    }
  } else {
    const scales = f32x4.splat(scale);
    for (at = from; at < end; at += 32, to += 16) {
      const low = f32x4.nearest(f32x4.mul(v128.load(at), scales));
      const high = f32x4.nearest(f32x4.mul(v128.load(at, 16), scales));
      v128.store(
        to, i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(low), i32x4.trunc_sat_f32x4_s(high)),
      );
    }
  }
  memory.fill(to, 0, <usize>paddedWidth << 1); // the row for off-board taps
  return maximum / MAX_QUANTIZED;
}

/** Applies a layer to its quantized input.  With `residual`, adds the output to `out`.
 *
 * The inner loop processes two cells and 16 channels.  Their sums, the inputs and one vector of
 * weights just fit into the registers, so the loop must not need another one.  It skips taps that
 * are off the board for both cells. */
function convolve(n: Net, layer: Layer, step: f32, bias: usize, out: usize, residual: bool): void {
  const off = <usize>n.cells, rowIn = <usize>layer.inputs << 1, rowOut = <usize>n.channels << 2;
  const weightBytes = <usize>(layer.inputs >> 1) * 448; // bytes of the weights of 16 channels
  const input = n.quantizedInput, first = n.pairs, last = first + (((off + 1) >> 1) << 6);
  let weights = layer.weights;
  for (let column: usize = 0; column < rowOut; column += 64, weights += weightBytes) {
    for (let pair = first; pair < last; pair += 64) {
      let a0: v128 = i32x4.splat(0), a1 = a0, a2 = a0, a3 = a0;
      let b0 = a0, b1 = a0, b2 = a0, b3 = a0;
      let weight = weights;
      for (let tap = pair + 8; tap < pair + 64; tap += 8) {
        const one = <usize>load<u32>(tap), two = <usize>load<u32>(tap, 4);
        if (one == off && two == off) { // both inputs are zero
          weight += rowIn << 4;
          continue;
        }
        let a = input + one * rowIn;
        const b = (two - one) * rowIn;
        for (const end = a + rowIn; a < end; a += 4, weight += 64) {
          const w0 = v128.load(weight), w1 = v128.load(weight, 16);
          const w2 = v128.load(weight, 32), w3 = v128.load(weight, 48);
          const inA = v128.load32_splat(a), inB = v128.load32_splat(a + b);
          a0 = add(a0, inA, w0);
          a1 = add(a1, inA, w1);
          a2 = add(a2, inA, w2);
          a3 = add(a3, inA, w3);
          b0 = add(b0, inB, w0);
          b1 = add(b1, inB, w1);
          b2 = add(b2, inB, w2);
          b3 = add(b3, inB, w3);
        }
      }
      const steps = layer.steps + column, start = bias + column;
      const cell = <usize>load<u32>(pair), other = <usize>load<u32>(pair, 4);
      writeChannels(out + cell * rowOut + column, a0, a1, a2, a3, step, steps, start, residual);
      if (other != cell) {
        writeChannels(out + other * rowOut + column, b0, b1, b2, b3, step, steps, start, residual);
      }
    }
  }
}

/** Adds the sums of pairs of eight products. */
// @ts-ignore: decorator
@inline
function add(total: v128, inputs: v128, weights: v128): v128 {
  return i32x4.add(total, i32x4.dot_i16x8_s(inputs, weights));
}

// @ts-ignore: decorator
@inline
function writeChannels(
  to: usize, t0: v128, t1: v128, t2: v128, t3: v128, step: f32, steps: usize, bias: usize,
  residual: bool,
): void {
  writeScaled(to, t0, step, steps, bias, residual);
  writeScaled(to + 16, t1, step, steps + 16, bias + 16, residual);
  writeScaled(to + 32, t2, step, steps + 32, bias + 32, residual);
  writeScaled(to + 48, t3, step, steps + 48, bias + 48, residual);
}

// @ts-ignore: decorator
@inline
function writeScaled(
  to: usize, total: v128, step: f32, steps: usize, bias: usize, residual: bool,
): void {
  const unit = f32x4.mul(v128.load(steps), f32x4.splat(step));
  let result = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(total), unit), v128.load(bias));
  if (residual) result = f32x4.add(result, v128.load(to));
  v128.store(to, f32x4.max(result, f32x4.splat(0)));
}

/** The bias of a layer, plus its global weights times `globals`.  Returns the address. */
function biasWithGlobals(n: Net, layer: Layer, globals: usize, rows: i32): usize {
  if (!layer.globalWeights) return layer.bias;
  affine(globals, rows, layer.globalWeights, layer.bias, n.channels, n.bias);
  return n.bias;
}

/** Writes a row times a matrix plus a bias.  The number of columns is a multiple of four. */
function affine(row: usize, rows: i32, matrix: usize, bias: usize, columns: i32, out: usize): void {
  const width = <usize>columns << 2;
  for (let column: usize = 0; column < width; column += 16) {
    let total = v128.load(bias + column), at = matrix + column;
    for (let index = 0; index < rows; index++, at += width) {
      total = f32x4.add(total, f32x4.mul(v128.load32_splat(row + (<usize>index << 2)), v128.load(at)));
    }
    v128.store(out + column, total);
  }
}

/** A row times one column of a matrix plus the column's bias. */
function sum(row: usize, rows: i32, matrix: usize, bias: usize, columns: i32, column: i32): f32 {
  let total = load<f32>(bias + (<usize>column << 2));
  for (let index = 0; index < rows; index++) {
    const weight = load<f32>(matrix + (<usize>(index * columns + column) << 2));
    total += load<f32>(row + (<usize>index << 2)) * weight;
  }
  return total;
}

/** The dot product of two rows.  Their length is a multiple of four. */
function dot(one: usize, two: usize, count: i32): f32 {
  let total = f32x4.splat(0);
  for (let at: usize = 0; at < <usize>count << 2; at += 16) {
    total = f32x4.add(total, f32x4.mul(v128.load(one + at), v128.load(two + at)));
  }
  return f32x4.extract_lane(total, 0) + f32x4.extract_lane(total, 1)
    + f32x4.extract_lane(total, 2) + f32x4.extract_lane(total, 3);
}

/** Writes the means over the cells, then the maxima. */
function globalPool(n: Net, x: usize): void {
  const row = <usize>n.channels << 2, scale = f32x4.splat(1 / <f32>n.cells);
  for (let column: usize = 0; column < row; column += 16) {
    let total = f32x4.splat(0), maxima = f32x4.splat(-Infinity), at = x + column;
    for (const end = at + <usize>n.cells * row; at < end; at += row) {
      const value = v128.load(at);
      total = f32x4.add(total, value);
      maxima = f32x4.max(maxima, value);
    }
    v128.store(n.pooled + column, f32x4.mul(total, scale));
    v128.store(n.pooled + column + row, maxima);
  }
}
