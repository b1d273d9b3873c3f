/** One axis of a drawing: where a value stands, and which are written beside it. */
export interface Axis {
  /** 0 to 1. */
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Values that differ by more than this factor are easier to tell apart on a logarithmic axis. */
const LOGARITHMIC_BEYOND = 25;
/** Room on either side of the values, as a share of their range. */
const ROOM = 0.06;
const TICKS = 5;

/** An axis for values, none of them negative: linear, or logarithmic where they are far apart. */
export function axisOf(values: readonly number[]): Axis {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return low > 0 && high / low > LOGARITHMIC_BEYOND ? logarithmic(low, high) : linear(low, high);
}

function linear(low: number, high: number): Axis {
  const range = high - low || Math.abs(high) || 1;
  const from = Math.max(0, low - ROOM * range);
  const to = high + ROOM * range;
  const step = stepOf((to - from) / TICKS);
  const ticks: number[] = [];
  for (let index = Math.ceil(from / step); index * step <= to; index++) ticks.push(index * step);
  return { place: (value) => (value - from) / (to - from), ticks };
}

function logarithmic(low: number, high: number): Axis {
  const range = Math.log(high / low);
  const from = Math.log(low) - ROOM * range;
  const to = Math.log(high) + ROOM * range;
  const ticks: number[] = [];
  let tick = 1;
  while (Math.log(tick) > from) tick /= 10;
  for (; Math.log(tick) <= to; tick *= 10) if (Math.log(tick) >= from) ticks.push(tick);
  return { place: (value) => (Math.log(value) - from) / (to - from), ticks };
}

/** The least of 1, 2 and 5 times a power of ten that is not less. */
function stepOf(least: number): number {
  let unit = 1;
  while (unit > least) unit /= 10;
  while (unit * 10 < least) unit *= 10;
  return [1, 2, 5, 10].map((times) => times * unit).find((step) => step >= least) ?? 10 * unit;
}
