const double = new Float64Array(1);
/** The halves of {@link double}; every engine with workers is little-endian. */
const words = new Int32Array(double.buffer);

/** The upper 32 bits of a number. */
export function highOf(x: number): number {
  double[0] = x;
  return words[1]!;
}

/** A number with its upper 32 bits replaced. */
export function withHigh(x: number, high: number): number {
  double[0] = x;
  words[1] = high;
  return double[0];
}

/** A number with its lower 32 bits cleared. */
export function withoutLow(x: number): number {
  double[0] = x;
  words[0] = 0;
  return double[0];
}

const MIN_EXPONENT = -1074;
const powers = new Float64Array(1024 - MIN_EXPONENT);
for (let at = 0, power = Number.MIN_VALUE; at < powers.length; at++, power *= 2) powers[at] = power;

/** A power of two, which scales a number exactly. @param exponent from -1074 to 1023 */
export function powerOfTwo(exponent: number): number {
  return powers[exponent - MIN_EXPONENT]!;
}
