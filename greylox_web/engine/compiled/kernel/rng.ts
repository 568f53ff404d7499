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
