const BARS = '▁▂▃▄▅▆▇█';
const MISSING = '·';

/**
 * Values as a line of bars from a floor to their maximum: a space for 0, and
 * `·` for NaN. Negative values count as 0.
 * @param floor value of the lowest bar; 0 draws lengths in proportion to values
 */
export function sparkline(values: ArrayLike<number>, floor = 0): string {
  let highest = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > highest) highest = values[i]!;
  let bars = '';
  for (let i = 0; i < values.length; i++) bars += bar(values[i]!, floor, highest);
  return bars;
}

function bar(value: number, floor: number, highest: number): string {
  if (Number.isNaN(value)) return MISSING;
  if (!(value > 0)) return ' ';
  const share = highest > floor ? (value - floor) / (highest - floor) : 1;
  return BARS[Math.max(0, Math.ceil(share * BARS.length) - 1)]!;
}

/**
 * Resamples values of equal stretches of time to another number of stretches, each the mean over its time.
 * @param count number of stretches, 1 or more
 */
export function resampled(values: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [(index * values.length) / count, ((index + 1) * values.length) / count];
    let sum = 0;
    for (let at = Math.floor(from); at < Math.ceil(to); at++) {
      sum += (values[at] ?? 0) * (Math.min(to, at + 1) - Math.max(from, at));
    }
    return sum / (to - from);
  });
}
