// Arithmetic: exp and tanh, and random numbers.

// exp and tanh.  The library's versions need tables, for which the kernel has no memory.

/** e to the power of x, for x <= 0.  Returns 0 below -700. */
export function exp(x: f64): f64 {
  if (x < -700) return 0;
  const power = nearest(x * 1.4426950408889634); // power of two
  const remainder = x - power * 0.6931471805599453; // between -0.35 and 0.35
  let total = 1.0, term = 1.0;
  for (let order = 1; order < 14; order++) {
    term *= remainder / <f64>order;
    total += term;
  }
  return total * reinterpret<f64>((<i64>power + 1023) << 52);
}

/** The hyperbolic tangent. */
export function tanh(x: f64): f64 {
  const small = exp(-2 * abs(x));
  return copysign((1 - small) / (1 + small), x);
}

// The random number generator SplitMix64 (Steele and others, 2014).

let state: u64 = 0;

export function seed(low: u32, high: u32): void {
  state = (<u64>high << 32) | low;
}

/** A random number from 0 to `count - 1`. */
export function randomBelow(count: i32): i32 {
  state += 0x9e3779b97f4a7c15;
  let word = state;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  word = word ^ (word >> 31);
  return <i32>(((word >> 32) * <u64>count) >> 32);
}
