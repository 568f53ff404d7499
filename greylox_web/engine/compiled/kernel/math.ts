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
